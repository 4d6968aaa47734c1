"""Write pyodide's lock file for the wheels in a folder: what each is, and which others it needs.

    python kernel_lock.py PYODIDE-LOCK.JSON FOLDER

Needs `packaging`. Pyodide's own lock file names packages that only its own server has; here all lie in the
folder.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zipfile
from email.message import Message
from email.parser import HeaderParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_wheel_filename

# The Python that pyodide is, as markers of requirements see it.
ENVIRONMENT = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
}
# Named by ipywidgets so that its front end is installed with it; the site has that front end already.
NOT_NEEDED = {"jupyterlab-widgets"}


def main(own: Path, folder: Path) -> None:
    """Write `folder`/pyodide-lock.json; ends with a message if a package needs another that is not there."""
    info = json.loads(own.read_text("utf-8"))["info"]
    entries = [entry(wheel, info["python"]) for wheel in sorted(folder.glob("*.whl"))]
    packages = {package["name"]: package for package in entries}
    missing = {
        f"{name} needs {need}"
        for name, package in packages.items()
        for need in package["depends"]
        if need not in packages
    }
    if missing:
        sys.exit(f"kernel.txt lacks a package: {'; '.join(sorted(missing))}")
    text = json.dumps({"info": info, "packages": packages}, indent=1)
    (folder / "pyodide-lock.json").write_text(text, "utf-8")


def entry(wheel: Path, python: str) -> dict[str, object]:
    """What the lock file says of one wheel, for that version of Python."""
    name, version, _, _ = parse_wheel_filename(wheel.name)
    with zipfile.ZipFile(wheel) as opened:
        files = opened.namelist()
        about = next(file for file in files if file.endswith(".dist-info/METADATA"))
        metadata = HeaderParser().parsestr(opened.read(about).decode("utf-8"))
    return {
        "name": name,
        "version": str(version),
        "file_name": wheel.name,
        "install_dir": "site",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": modules(files),
        "depends": needs(metadata, python),
        "package_type": "package",
        "unvendored_tests": False,
    }


def needs(metadata: Message, python: str) -> list[str]:
    """The names of the packages that this one needs on that Python, in the browser."""
    where = {**ENVIRONMENT, "python_full_version": python, "python_version": ".".join(python.split(".")[:2])}
    asked = map(Requirement, metadata.get_all("Requires-Dist") or [])
    names = (canonicalize_name(need.name) for need in asked if not need.marker or need.marker.evaluate(where))
    return sorted(set(names) - NOT_NEEDED)


def modules(files: list[str]) -> list[str]:
    """The names that a wheel's files let one import."""
    tops = {
        file.split("/")[0].removesuffix(".py")
        for file in files
        if (file.endswith(".py") or "/" in file) and not file.split("/")[0].endswith((".dist-info", ".data"))
    }
    return sorted(top for top in tops if top.isidentifier())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

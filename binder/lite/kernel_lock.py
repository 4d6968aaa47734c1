"""Write pyodide's lock file for the wheels in a folder: what each one is, and what it needs.

    python kernel_lock.py PYODIDE-LOCK.JSON FOLDER

Needs `packaging`. Pyodide's own lock file names packages that only its own server has; here all are in the
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

# The Python of pyodide, as seen by the markers of requirements.
ENVIRONMENT = {
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
}
# ipywidgets requires it only to install its front end, which the site already has.
NOT_NEEDED = {"jupyterlab-widgets"}


def main(own: Path, folder: Path) -> None:
    """Write `folder`/pyodide-lock.json, or exit with a message if a package needs one that is missing."""
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
    """Return the entry of one wheel in the lock file, for this version of Python."""
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
    """Return the names of the packages that this one needs in the browser, with this version of Python."""
    where = {**ENVIRONMENT, "python_full_version": python, "python_version": ".".join(python.split(".")[:2])}
    asked = map(Requirement, metadata.get_all("Requires-Dist") or [])
    names = (canonicalize_name(need.name) for need in asked if not need.marker or need.marker.evaluate(where))
    return sorted(set(names) - NOT_NEEDED)


def modules(files: list[str]) -> list[str]:
    """Return the names that can be imported from a wheel's files."""
    tops = {
        file.split("/")[0].removesuffix(".py")
        for file in files
        if (file.endswith(".py") or "/" in file) and not file.split("/")[0].endswith((".dist-info", ".data"))
    }
    return sorted(top for top in tops if top.isidentifier())


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))

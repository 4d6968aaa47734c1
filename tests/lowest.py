"""The oldest versions that pyproject.toml allows: `python3 run.py lowest` installs and tests them.

They get a separate venv, `.venv-lowest`, with the lower bound of each direct dependency of the core and of
the extra `lab`. Some tests run in it, with the newest pytest: those of frames, charts, and the pictures that
a notebook stores.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".venv-lowest"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

TESTS = (
    "tests/stats/test_frames.py",
    "tests/stats/test_rows.py",
    "tests/stats/test_charts.py::test_charts_can_be_joined",
    "tests/stats/test_charts.py::test_charts_can_be_configured",
    "tests/stats/test_charts.py::test_a_theme_that_is_enabled_is_used",
    "tests/stats/test_charts.py::test_a_plain_script_keeps_altair_as_it_was",
    "tests/stats/test_charts.py::test_frames_of_other_libraries_do_too[narwhals]",
    "tests/stats/test_charts.py::test_the_same_chart_is_the_same_picture",
    "tests/widgets/test_link.py",
)
TOOLS = ("pytest", "hypothesis")
"""What runs the tests, at any version."""

UNUSED = ("jupyterlab",)
"""Dependencies that none of these tests needs, and that take long to install."""


def lowest() -> list[str]:
    """The lower bound of each direct dependency, as `name==version`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["lab"]
    bounds = [need.replace(">=", "==") for need in needed]
    return [bound for bound in bounds if not bound.startswith(UNUSED)]


def install() -> None:
    """Make the venv, unless it already has these versions."""
    done = FOLDER / "installed"
    wanted = hashlib.sha256("\n".join((*lowest(), *TOOLS)).encode()).hexdigest()
    if done.exists() and done.read_text() == wanted:
        return
    venv.create(FOLDER, with_pip=True, clear=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *lowest(), *TOOLS], check=True)
    done.write_text(wanted)


def main() -> int:
    """Install, run the tests, and return their exit code. Further arguments go to pytest."""
    install()
    # Old versions warn about later changes; here they only have to work.
    command = [PYTHON, "-m", "pytest", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ROOT]
    return subprocess.call([*command, "-q", *(sys.argv[1:] or TESTS)], cwd=ROOT)


if __name__ == "__main__":
    sys.exit(main())

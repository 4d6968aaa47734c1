#!/usr/bin/env python3
"""Set up everything that is needed, then run one task. Needs only Python 3.11 or newer.

    python3 run.py lab      opens JupyterLab on a copy of the notebooks, silkenweb-notebooks
    python3 run.py test     runs all tests, on all cores; the benchmarks are not among them
    python3 run.py check    runs what CI runs besides: ruff, mypy, import-linter
    python3 run.py bench    measures speed
    python3 run.py lowest   runs some of the tests with the oldest versions that pyproject.toml allows

What follows the word is passed on: `python3 run.py test tests/test_readme.py -x`.
Everything is installed into `.venv` beside this file, again only when pyproject.toml has changed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import sys
import venv
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PROGRAM = ".exe" if os.name == "nt" else ""  # the suffix of a program's name
PYTHON = SCRIPTS / f"python{PROGRAM}"
OLDEST = (3, 11)

# What to install (an extra of pyproject.toml), and the commands; a single one gets the rest of the line.
TASKS = {
    "lab": ("lab", [["python", "-m", "silkenweb", "lab"]]),
    "test": ("test", [["python", "-m", "pytest"]]),
    "check": ("test", [["ruff", "check"], ["ruff", "format", "--check"], ["lint-imports"], ["mypy"]]),
    "bench": ("bench", [["python", "-m", "pytest", "tests/bench", "-m", "bench"]]),
    "lowest": ("test", [["python", "tests/lowest.py"]]),
}
# The tests of a file run in one process, since many share a fixture that the file creates once. There is
# one process more than there are cores, because a test with a browser often waits.
PROCESSES = 1 + (os.cpu_count() or 1)
ALL_CORES = [
    f"--numprocesses={PROCESSES}",
    "--dist=loadfile",
    "--no-loadscope-reorder",
    "--benchmark-disable",
]


def main() -> int:
    """Do what the command line asks for. Returns 0 if all of it succeeded."""
    if len(sys.argv) < 2 or sys.argv[1] not in TASKS:
        print(__doc__)
        return 2
    if sys.version_info < OLDEST:  # the first python3 on the path may be an old one
        return start_again_with_a_newer_python()
    # An editable install names this folder in UTF-8, which Python before 3.13 would otherwise read in the
    # system's encoding: on Windows it would not find a folder with an accent in its name.
    os.environ.setdefault("PYTHONUTF8", "1")
    extra, commands = TASKS[sys.argv[1]]
    install(extra)
    os.chdir(ROOT)
    if sys.argv[1:] == ["test"]:
        commands = [[*commands[0], *ALL_CORES]]
    if len(commands) == 1:
        return hand_over(in_venv(commands[0]) + sys.argv[2:])
    codes = [subprocess.call(in_venv(command)) for command in commands]
    return int(any(codes))


def start_again_with_a_newer_python() -> int:
    """Run this file with the newest python3.N on the path that is new enough."""
    for minor in range(20, OLDEST[1] - 1, -1):
        name = f"python3.{minor}"
        try:
            subprocess.run([name, "-c", ""], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            continue
        return subprocess.call([name, *sys.argv])
    print(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.", file=sys.stderr)
    return 1


def install(extra: str) -> None:
    """Make `.venv` if it is missing or broken, and install this project with `extra` unless that is done."""
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit("This Python cannot make a venv. On Debian or Ubuntu: apt install python3-venv")
    if not works():
        print("Making .venv", flush=True)
        venv.create(VENV, with_pip=True, clear=True)
    done = VENV / f"installed-{extra}"
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    if done.exists() and done.read_text() == wanted:
        return
    print(f"Installing silkenweb[{extra}] into .venv (some minutes, once)", flush=True)
    pip = ["python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if code := subprocess.call([*in_venv(pip), "--editable", f"{ROOT}[{extra}]"]):
        sys.exit(code)
    done.write_text(wanted)


def works() -> bool:
    """Return whether `.venv` has a Python that starts and is new enough."""
    try:
        asked = subprocess.run([PYTHON, "-c", f"import pip, sys; sys.exit(sys.version_info < {OLDEST})"])
    except OSError:
        return False
    return asked.returncode == 0


def in_venv(command: list[str]) -> list[str]:
    """Return `command`, with its program taken from `.venv`."""
    return [str(SCRIPTS / f"{command[0]}{PROGRAM}"), *command[1:]]


def hand_over(command: list[str]) -> int:
    """Replace this process by `command` if possible, so that only `command` gets Ctrl-C; else run it."""
    if os.name == "posix":
        os.execv(command[0], command)
    process = subprocess.Popen(command)
    while True:
        with suppress(KeyboardInterrupt):  # `command` gets Ctrl-C too, and decides when to end
            return process.wait()


if __name__ == "__main__":
    sys.exit(main())

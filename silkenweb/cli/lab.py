"""JupyterLab on a copy of the notebooks that is the user's own, for Lab saves by itself what it has open."""

from __future__ import annotations

import filecmp
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path, PurePath
from urllib.parse import quote

import click

from silkenweb.cli.terminal import plain
from silkenweb.errors import SilkenwebError
from silkenweb.game.narration import counted

PACKAGE = Path(__file__).resolve().parents[1]
PACKED = "_notebooks"  # where in the package a wheel has them
FOLDER = "silkenweb-notebooks"


def lab(folder: str | None, options: Sequence[str]) -> int:
    """Open JupyterLab on `folder`, after what it lacks of the notebooks was put there.

    A checkout's own notebooks are opened as they are if `folder` names them: that is how they are written.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise SilkenwebError("JupyterLab is not installed here. To install it: pip install 'silkenweb[lab]'")
    source = own_notebooks(PACKAGE) or PACKAGE / PACKED
    if not source.is_dir():
        raise SilkenwebError("This installation of silkenweb has come without notebooks.")
    target = Path(folder or FOLDER).expanduser()
    if target.resolve() != source.resolve():
        tell(target, *copy(source, target))
    first = min((path.name for path in target.glob("*.ipynb")), default="")
    return _become([sys.executable, "-m", "jupyterlab", *opening(target.resolve(), first), *options])


def own_notebooks(package: Path) -> Path | None:
    """The notebooks beside the package, if it is that of a checkout."""
    beside = package.parent / "notebooks"
    return beside if beside.is_dir() and (package.parent / "pyproject.toml").is_file() else None


def copy(source: Path, target: Path) -> tuple[list[Path], list[Path]]:
    """Copy the notebooks into a folder, whatever is there already excepted.

    Gives the files copied, and those left alone although they differ from what this version brings.
    """
    copied, differing = [], []
    for file in _files(source):
        there = target / file.relative_to(source)
        if not os.path.lexists(there):
            there.parent.mkdir(parents=True, exist_ok=True)
            with there.open("xb") as made:  # never over a file that has come meanwhile
                made.write(file.read_bytes())
            copied.append(there)
        elif not there.is_file() or not filecmp.cmp(file, there, shallow=False):
            differing.append(there)
    return copied, differing


def tell(target: Path, copied: Sequence[Path], differing: Sequence[Path]) -> None:
    """Say what was copied, and what was not."""
    if copied:
        click.echo(f"Copied {counted(len(copied), 'file')} to {plain(str(target))}")
    if differing:
        names = ", ".join(plain(str(path.relative_to(target))) for path in differing)
        click.echo(f"Yours, and left as they are: {names}. (Rename one to get this version's.)")


def opening(folder: PurePath, first: str) -> list[str]:
    """JupyterLab's options to serve a folder and open its notebook `first`."""
    return [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{quote(first)}"]


def _files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(file.parts):
            yield file


def _become(command: list[str]) -> int:
    """Hand over to `command`, so that Ctrl-C reaches it alone; where that is impossible, run it."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return to_its_end(subprocess.Popen(command))


def to_its_end(process: subprocess.Popen[bytes]) -> int:
    """Its exit code, waited for: Ctrl-C reaches it too, and it may ask whether that was meant."""
    while True:
        with suppress(KeyboardInterrupt):
            return process.wait()

"""JupyterLab on the notebooks: the project's own in a checkout, else a copy that belongs to the user."""

from __future__ import annotations

import filecmp
import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from silkenweb.errors import SilkenwebError

PACKAGE = Path(__file__).resolve().parents[1]
FOLDER = "silkenweb-notebooks"
PARTS = ("notebooks", "replays")  # the wheel has them as `_notebooks` and `_replays`


def lab(folder: str | None, options: Sequence[str]) -> int:
    """Open JupyterLab, after a copy of the notebooks has been made where they are not the project's own."""
    if importlib.util.find_spec("jupyterlab") is None:
        raise SilkenwebError("JupyterLab is not installed here. To install it: pip install 'silkenweb[lab]'")
    notebooks = own_notebooks() if folder is None else None
    if notebooks is None:
        if not _source(PACKAGE, "notebooks").is_dir():
            raise SilkenwebError("This installation of silkenweb has come without notebooks.")
        target = Path(folder or FOLDER).expanduser()
        tell(target, *copy(PACKAGE, target))
        notebooks = target / "notebooks"
    first = min(notebooks.glob("*.ipynb"), default=notebooks)
    return _become([sys.executable, "-m", "jupyterlab", *options, str(first.resolve())])


def own_notebooks(package: Path = PACKAGE) -> Path | None:
    """The notebooks beside the package, if it is that of a checkout."""
    beside = package.parent / "notebooks"
    return beside if beside.is_dir() and (package.parent / "pyproject.toml").is_file() else None


def copy(package: Path, target: Path) -> tuple[list[Path], list[Path]]:
    """Copy notebooks and replays into a folder, whatever is there already excepted.

    Gives the files copied, and those left alone although they differ from what this version brings.
    """
    copied, differing = [], []
    for part in PARTS:
        source = _source(package, part)
        for file in _files(source):
            there = target / part / file.relative_to(source)
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
        click.echo(f"Copied {len(copied)} files to {click.format_filename(target)}")
    if differing:
        names = ", ".join(click.format_filename(path.relative_to(target)) for path in differing)
        click.echo(f"Left as they are, though this version's differ: {names}")


def _source(package: Path, part: str) -> Path:
    packed = package / f"_{part}"
    return packed if packed.is_dir() else package.parent / part


def _files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(file.parts):
            yield file


def _become(command: list[str]) -> int:
    """Hand over to `command`, so that Ctrl-C reaches it alone; where that is impossible, run it."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return subprocess.call(command)

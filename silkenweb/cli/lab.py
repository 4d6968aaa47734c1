"""`lab`: JupyterLab on the user's own copy of the notebooks, since Lab saves open files automatically."""

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

from silkenweb.cli.root import example, silkenweb
from silkenweb.cli.terminal import plain
from silkenweb.errors import SilkenwebError
from silkenweb.text.names import counted

PACKAGE = Path(__file__).resolve().parents[1]
PACKED = "_notebooks"  # where in the package a wheel has them
FOLDER = "silkenweb-notebooks"


@silkenweb.command(
    context_settings={"ignore_unknown_options": True},
    epilog=example("silkenweb lab", "silkenweb lab --folder ~/silkenweb -- --no-browser --port 8899"),
)
@click.option(
    "--folder",
    type=click.Path(),
    metavar="FOLDER",
    help="The folder of your copy of the notebooks; created if missing. Default: silkenweb-notebooks.",
)
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTIONS OF JUPYTERLAB]")
def lab(folder: str | None, options: tuple[str, ...]) -> int:
    """Open JupyterLab on a copy of the notebooks.

    Notebooks missing from your copy are added first; existing files are never changed. In a checkout,
    --folder notebooks opens the project's own notebooks, to edit them.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise SilkenwebError("JupyterLab is not installed here. To install it: pip install 'silkenweb[lab]'")
    source = own_notebooks(PACKAGE) or PACKAGE / PACKED
    if not source.is_dir():
        raise SilkenwebError("This installation of silkenweb contains no notebooks.")
    target = Path(folder or FOLDER).expanduser()
    if target.exists() and not target.is_dir():
        raise SilkenwebError(f"{plain(str(target))}: this is a file; --folder expects a folder")
    if target.resolve() != source.resolve():
        report_copy(target, *copy(source, target))
    first = min((path.name for path in target.glob("*.ipynb")), default="")
    return _become([sys.executable, "-m", "jupyterlab", *opening(target.resolve(), first), *options])


def own_notebooks(package: Path) -> Path | None:
    """Return the notebooks beside the package, if it is that of a checkout."""
    beside = package.parent / "notebooks"
    return beside if beside.is_dir() and (package.parent / "pyproject.toml").is_file() else None


def copy(source: Path, target: Path) -> tuple[list[Path], list[Path]]:
    """Copy the notebooks into a folder, leaving existing files as they are.

    Returns the files copied, and the existing files that differ from this version's.
    """
    copied, differing = [], []
    for file in _files(source):
        there = target / file.relative_to(source)
        if not os.path.lexists(there):
            there.parent.mkdir(parents=True, exist_ok=True)
            with there.open("xb") as made:  # never over a file that has appeared meanwhile
                made.write(file.read_bytes())
            copied.append(there)
        elif not there.is_file() or not filecmp.cmp(file, there, shallow=False):
            differing.append(there)
    return copied, differing


def report_copy(target: Path, copied: Sequence[Path], differing: Sequence[Path]) -> None:
    """Print what was copied, and what was not."""
    if copied:
        click.echo(f"Copied {counted(len(copied), 'file')} to {plain(str(target))}")
    if differing:
        names = ", ".join(plain(str(path.relative_to(target))) for path in differing)
        click.echo(f"Kept your own versions of: {names}. (Rename a file to get the new version.)")


def opening(folder: PurePath, first: str) -> list[str]:
    """Return JupyterLab's options to serve a folder and open its notebook `first`."""
    return [f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{quote(first)}"]


def _files(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(file.parts):
            yield file


def _become(command: list[str]) -> int:
    """Replace this process by `command`, so that only it gets Ctrl-C; if that is impossible, run it."""
    sys.stdout.flush()
    if os.name == "posix":
        os.execv(command[0], command)
    return to_its_end(subprocess.Popen(command))


def to_its_end(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process and return its exit code. It gets Ctrl-C too, and may ask for confirmation."""
    while True:
        with suppress(KeyboardInterrupt):
            return process.wait()

"""`export`: a recorded game as one HTML file that needs nothing else."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from silkenweb import files
from silkenweb.cli.inputs import load_with_branches
from silkenweb.cli.terminal import plain
from silkenweb.errors import SilkenwebError
from silkenweb.widgets.export import page

STDOUT = "-"


def export(
    file: str,
    output: str | None,
    lens: str,
    path: str,
    branches: bool,
    notes: bool | None,
    edition: str | None,
    language: str | None,
) -> None:
    """Write the page, by default beside the replay; say where it is, and what the branches file added to it.

    Messages go to standard error if the page goes to standard output.
    """
    replay = load_with_branches(file, edition, branches, err=output == STDOUT)
    text = page(
        replay, _lens(lens, replay.characters), at=path, branches=branches, notes=notes, language=language
    )
    if output == STDOUT:
        sys.stdout.buffer.write(text.encode())
        return
    target = Path(file).with_suffix(".html") if output is None else Path(output)
    if not target.parent.is_dir():
        raise SilkenwebError(f"{target.parent}: there is no such folder")
    if target.exists() and target.samefile(file):
        raise SilkenwebError(f"{target} is the replay itself; name another file with -o")
    files.write(target, text.encode(), devices=output is not None)
    size = len(text.encode()) / 1000
    click.echo(f"Saved      {plain(str(target))} ({size:,.0f} kB)")


def _lens(text: str, characters: Sequence[str]) -> str:
    """The lens, a seat in it named by its number or its character."""
    kind, colon, seat = text.partition(":")
    return f"{kind}:{characters.index(seat)}" if colon and seat in characters else text

"""`puzzles`: decisions out of recorded games that make good exercises, one file each."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from silkenweb.cli.inputs import load_replay
from silkenweb.cli.terminal import plain
from silkenweb.errors import SilkenwebError
from silkenweb.game.narration import counted
from silkenweb.study.puzzles import SUFFIX, Puzzle, find_puzzles
from silkenweb.study.puzzles.puzzle import dumps, write

STOPPED = 130


def puzzles(files: tuple[str, ...], output: str, worlds: int, seed: str, edition: str | None) -> int:
    """Find the puzzles of each file, write and tell them; 130 where that was interrupted."""
    folder = Path(output)
    if not folder.parent.is_dir():
        raise SilkenwebError(f"{output}: there is no folder {folder.parent} to put it in")
    count, found = Counter[str](), 0
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise SilkenwebError(f"{output}: no folder can be made there ({error.strerror})") from error
    try:
        for file in files:
            replay = load_replay(file, edition)
            for puzzle in find_puzzles([replay], worlds=worlds, seed=seed, progress=sys.stderr.isatty()):
                path = _free(folder, Path(file).stem, count)
                write(path, dumps(puzzle))
                found += 1
                for line in _tell(path, puzzle):
                    click.echo(line)
    except KeyboardInterrupt:
        click.echo("Interrupted: what was found by then is written.")
        return STOPPED
    click.echo(f"\n{counted(found, 'puzzle').capitalize()} in {counted(len(files), 'game')}")
    return 0


def _free(folder: Path, stem: str, count: Counter[str]) -> Path:
    """The next name of a game's puzzles that is not taken."""
    while True:
        count[stem] += 1
        path = folder / f"{stem}-{count[stem]}{SUFFIX}"
        if not path.exists():
            return path


def _tell(path: Path, puzzle: Puzzle) -> Iterator[str]:
    yield f"{plain(str(path))}: {puzzle.title} (node {puzzle.found['node']})"

"""The puzzles that come with the package."""

from __future__ import annotations

from silkenweb.errors import SilkenwebError, quote
from silkenweb.replay.samples import folder
from silkenweb.study.puzzles.files import SUFFIX
from silkenweb.study.puzzles.puzzle import Puzzle


def puzzles(
    name: str | None = None, *, players: int | None = None, level: int | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, sorted by name: all, those of so many players or of a level, or
    the one of a name.

    Raises SilkenwebError where there is none of that name.

    >>> puzzles(players=2)[0].players
    2
    """
    paths = sorted((folder() / "puzzles").glob(f"*{SUFFIX}"))
    names = [path.name.removesuffix(SUFFIX) for path in paths]
    if name is not None and name not in names:
        raise SilkenwebError(f"there is no puzzle {quote(name)}; there are {', '.join(names) or 'none'}")
    wanted = [path for path, each in zip(paths, names, strict=True) if name in (None, each)]
    found = (Puzzle.load(path) for path in wanted)
    return tuple(each for each in found if players in (None, each.players) and level in (None, each.level))

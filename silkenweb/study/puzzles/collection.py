"""The puzzles that come with the package."""

from __future__ import annotations

from silkenweb import arguments
from silkenweb.errors import SilkenwebError, quote
from silkenweb.replay.samples import folder
from silkenweb.study.puzzles.puzzle import SUFFIX, Puzzle

MOST_PLAYERS = 5


def puzzles(
    name: str | None = None, *, players: int | None = None, level: int | None = None
) -> tuple[Puzzle, ...]:
    """The puzzles that come with the package, sorted by name: all, those of so many players or of a level, or
    the one of a name.

    Raises SilkenwebError where there is none of that name.

    >>> puzzles(players=2)[0].players
    2
    """
    if players is not None:
        players = arguments.whole("players", players, 2, MOST_PLAYERS)
    if level is not None:
        level = arguments.whole("level", level, 1)
    paths = sorted((folder() / "puzzles").glob(f"*{SUFFIX}"))
    names = [path.name.removesuffix(SUFFIX) for path in paths]
    if name is not None:
        arguments.text("name", name, "the name of a puzzle")
        if name not in names:
            known = ", ".join(names) or "none"
            raise SilkenwebError(f"there is no puzzle {quote(name)}; there are {known}")
    wanted = [path for path, each in zip(paths, names, strict=True) if name in (None, each)]
    found = (Puzzle.load(path) for path in wanted)
    return tuple(each for each in found if players in (None, each.players) and level in (None, each.level))

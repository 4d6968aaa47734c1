"""Where replays come from: one, many, a file, a folder; read one after the other, never all at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, SilkenwebError, quote, shorten
from silkenweb.replay import Replay
from silkenweb.stats.replay_rows import walk
from silkenweb.stats.rows import About, Rows

PathLike: TypeAlias = "str | os.PathLike[str]"
Replays: TypeAlias = "Replay | PathLike | Iterable[Replay | PathLike]"
"""A replay or its file, a folder of such files, or several of any of these."""

OTHERS = (".schema.json", ".puzzle.json")
"""How files end that are no replays."""

IN_MEMORY = "replays"
"""What stands for a run where replays are given as they are."""


def files_of(path: PathLike) -> list[Path]:
    """The replay files of a path: itself, or all `*.json` in a folder and in those within it, sorted.

    JSON Schemas (`*.schema.json`), puzzles (`*.puzzle.json`) and hidden files are left out.
    """
    place = Path(path)
    if not os.path.exists(place):  # which, unlike place.exists(), takes any text
        raise SilkenwebError(f"{shorten(str(place), 200)}: there is no such file or folder")
    if not place.is_dir():
        return [place]
    found = (each for each in place.rglob("*.json") if not each.name.endswith(OTHERS))
    return sorted(each for each in found if not any(p.startswith(".") for p in each.relative_to(place).parts))


class Read:
    """How replays are read: with which edition, with branches or without, and what becomes of faults."""

    def __init__(
        self, edition: Edition | None = None, branches: bool = False, faults: list[ReplayError] | None = None
    ) -> None:
        self.edition = edition
        self.branches = branches
        self.faults = faults

    def each(self, source: Replays) -> Iterator[tuple[About, Replay]]:
        """The replays of a source, each with what is known of it."""
        many: Iterable[Replay | PathLike]
        many = [source] if isinstance(source, Replay | str | os.PathLike) else source
        number = 0
        for one in many:
            if isinstance(one, Replay):
                yield _about(one, IN_MEMORY, number, None), one
                number += 1
                continue
            for path in files_of(one):
                replay = self._load(path)
                if replay is not None:
                    yield _about(replay, os.fspath(one), number, os.fspath(path)), replay
                number += 1

    def _load(self, path: Path) -> Replay | None:
        try:
            return Replay.load(path, self.edition)
        except ReplayError as error:
            if self.faults is None:
                raise
            self.faults.append(error)
            return None

    def rows(self, source: Replays, tables: Sequence[str], batch: int) -> Iterator[tuple[Edition, Rows]]:
        """The rows of the tables, those of so many replays at a time; at least once, with none if there are
        none.

        Raises SilkenwebError where the replays have not all the same characters to choose from.
        """
        rows, count = Rows(tables), 0
        edition = self.edition
        for about, replay in self.each(source):
            edition = same_characters(edition, replay.edition)
            walk(replay, about, rows, self.branches)
            count += 1
            if count % batch == 0:
                yield edition, rows
                rows = Rows(tables)
        if not count or count % batch:
            yield edition or Edition.load(), rows


def same_characters(known: Edition | None, new: Edition) -> Edition:
    """The edition of a frame; a SilkenwebError where replays have other characters to choose from."""
    if known is not None and list(known.characters) != list(new.characters):
        names = f"{quote(known.name)} and {quote(new.name)}"
        raise SilkenwebError(f"replays with other characters go into other frames; here are {names}")
    return known or new


def _about(replay: Replay, run: str, number: int, file: str | None) -> About:
    names = tuple(player.name for player in replay.players)
    return About(run, number, file, replay.seed, names)

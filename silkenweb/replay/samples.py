"""The recorded games that come with the package, and the argument for a replay, which may name one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from silkenweb import arguments
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import ReplayError, quote, shorten
from silkenweb.replay.game_record import Replay
from silkenweb.replay.tree import Node

_SCHEMA = "replay.schema.json"


def folder() -> Path:
    """Return their folder: inside an installed package, or beside the package in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / "_replays"
    return inside if inside.is_dir() else package.parent / "replays"


def samples() -> tuple[str, ...]:
    """Return the names of the recorded games that come with the package, sorted."""
    return tuple(sorted(path.stem for path in folder().glob("*.json") if path.name != _SCHEMA))


def sample(name: str) -> Replay:
    """Load the sample with this name; `replays/README.md` describes them.

    Its `file` is None, since nothing is saved next to the samples.

    >>> sample("lesson-what-silence-costs").outcome.phase
    'lost'
    """
    arguments.text("name", name, "the name of a sample (see sw.samples())")
    if name not in samples():
        raise ReplayError(
            "there is no such sample",
            kind="path",
            found=shorten(repr(name)),
            expected=", ".join(samples()),
        )
    replay = Replay.load(folder() / f"{name}.json")
    replay.file = None
    return replay


ReplayLike: TypeAlias = "Replay | str | os.PathLike[str]"
"""A replay, the path of its file, or the name of a sample."""

_EXPECTED = "a Replay, the path of its file, or the name of a sample (see sw.samples())"


def replay_of(value: ReplayLike, name: str = "replay", edition: EditionLike | None = None) -> Replay:
    """Return the replay of an argument; `edition` is required if the game was not played with a built-in one.

    Raises ReplayError for a file that is missing or is not a replay.
    """
    if isinstance(value, Replay):
        return value
    if isinstance(value, Node):
        raise arguments.wrong(name, _EXPECTED, value, "a node has its replay in `node.replay`")
    path = arguments.path(name, value, _EXPECTED)
    if path in samples():
        return sample(path)
    if not os.path.lexists(path):
        raise ReplayError(f"{name}: expected {_EXPECTED}, got {quote(value)}", kind="file")
    return Replay.load(path, edition)

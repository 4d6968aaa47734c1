"""The recorded games that come with the package."""

from __future__ import annotations

from pathlib import Path

from silkenweb import arguments
from silkenweb.errors import ReplayError, shorten
from silkenweb.replay.game_record import Replay

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

"""The drawings of icons and of the characters' marks: paths in a box of 24 x 24, stroked and not filled.

`drawings.json` contains the paths. The front end and the pictures made in Python both use them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from silkenweb.edition.icons import ICONS, RELIC


@dataclass(frozen=True, slots=True)
class Drawing:
    """A sign on a card or next to it: its name, the letter that also identifies it, and its path."""

    name: str
    letter: str
    path: str


_OTHERS: Final = {
    "lock": "Locking",
    "spider": "Spider Spirit",
    "blessing": "Blessing",
    "marker": "Tang Sanzang's marker",
}


@cache
def icons() -> dict[str, Drawing]:
    """Return the icons of the rules, the Relic's icon, and the signs that are on no card, by key."""
    paths = _data()["icons"]
    named = {icon.key: (icon.name, icon.letter) for icon in ICONS.values()}
    named[RELIC.key] = (RELIC.name, "★")  # position texts use an asterisk
    named |= {key: (name, "") for key, name in _OTHERS.items()}
    return {key: Drawing(name, letter, paths[key]) for key, (name, letter) in named.items()}


@cache
def marks() -> dict[str, str]:
    """Return the path of each character's mark."""
    return dict(_data()["marks"])


def as_json() -> str:
    """Return all drawings for the front end."""
    return json.dumps({"icons": {key: asdict(icon) for key, icon in icons().items()}, "marks": marks()})


@cache
def _data() -> dict[str, Any]:
    text = (files("silkenweb.widgets") / "drawings.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data

"""Writing replays in a canonical form, with one node per line for readable diffs.

The same replay always gives the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from silkenweb.errors import ReplayError
from silkenweb.game import Deal
from silkenweb.replay.schema import ANNOTATIONS, EDITION, FILE, MAX_BYTES, META, OWN, PLAYER, RESULT, Shape
from silkenweb.replay.tree import Node, Tree, check_of

_INNER: dict[str, Shape] = {"edition": EDITION, "result": RESULT, "meta": META}


def to_json(value: Any) -> str:
    """Return JSON on one line, with keys in their order and texts readable."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def ordered(data: Mapping[str, Any], names: Any) -> dict[str, Any]:
    """Return the data with its keys in the order of `names`, followed by the user's own, sorted."""
    own = sorted(key for key in data if key.startswith(OWN))
    return {key: data[key] for key in (*(name for name in names if name in data), *own)}


def _result(replay: Tree) -> dict[str, Any]:
    """Return the outcome in the form of the file."""
    stated = replay._head.get("result", {})
    data = {**stated, **replay.outcome._asdict()}
    if "check" in stated:
        data["check"] = check_of(replay.end.state)
    return data


def write(replay: Tree, own: Mapping[str, Any] | None = None) -> str:
    """Return the text of a replay file, with the keys `own` added to its head.

    Raises ReplayError if it would be larger than a file may be.
    """
    text = content(replay, own)
    size = len(text.encode())
    if size > MAX_BYTES:
        raise ReplayError(
            "too large for a replay file",
            kind="bound",
            found=f"{size:,} bytes",
            expected=f"at most {MAX_BYTES:,}",
        )
    return text


def content(replay: Tree, own: Mapping[str, Any] | None = None) -> str:
    """Return the same text, however large it is."""
    out: list[str] = []
    data = {**replay._head, **(own or {}), "line": None, "result": _result(replay)}
    for key, value in ordered(data, FILE.fields).items():
        if key == "line":
            out.append(f'  "line": {_line_text(replay)}')
        elif key == "players":
            out.append(f'  "players": {to_json([ordered(player, PLAYER.fields) for player in value])}')
        else:
            inner = _INNER.get(key)
            out.append(f"  {to_json(key)}: {to_json(ordered(value, inner.fields) if inner else value)}")
    return "{\n" + ",\n".join(out) + "\n}\n"


def _line_text(replay: Tree) -> str:
    if replay.root.next is None:
        return "[]"
    lines: list[str] = []
    _add_line(lines, replay.root.next, "    ", replay.characters)
    return "[\n" + "\n".join(lines) + "\n  ]"


def _add_line(out: list[str], head: Node, indent: str, characters: tuple[str, ...]) -> None:
    """Write the line that begins with this node, one node per text line, with its alternatives below."""
    for node in head.line():
        before, after = _node_texts(node, characters)
        comma = "," if node.next is not None else ""
        alternatives = node.alternatives
        if not alternatives:
            out.append(f"{indent}{{{before}{after}}}{comma}")
            continue
        out.append(f'{indent}{{{before}, "alternatives": [[')
        for index, alternative in enumerate(alternatives):
            if index:
                out.append(f"{indent}], [")
            _add_line(out, alternative, indent + "  ", characters)
        out.append(f"{indent}]]{after}}}{comma}")


def _node_texts(node: Node, characters: tuple[str, ...]) -> tuple[str, str]:
    """Return the parts of a node's object before and after its alternatives."""
    notes, what = node._notes, node._action
    if isinstance(what, Deal):
        before = f'"deal": {to_json(deal_data(what, characters, (notes or {}).get("deal", {})))}'
    else:
        before = f'"move": {to_json(what)}'
    if not notes:
        return before, ""
    for name in ANNOTATIONS:
        if name in notes:
            before += f', "{name}": {to_json(notes[name])}'
    after = "".join(
        f", {to_json(key)}: {to_json(notes[key])}" for key in sorted(notes) if key.startswith(OWN)
    )
    return before, after


def deal_data(deal: Deal, characters: tuple[str, ...], own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON of a deal, decks in clockwise order, with the user's own keys."""
    inner = own.get("decks", {})
    decks = {**{key: list(deal.decks[key]) for key in characters}, **inner}
    data = {"level": deal.level, "threats": list(deal.threats), "decks": ordered(decks, characters)}
    return ordered({**data, **{key: own[key] for key in own if key != "decks"}}, data)

"""Reading replays: from bytes to a tree in which every move, deal and check was verified by the rules.

`read` raises the first fault; given a list, it collects the faults there and continues with the valid part.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from silkenweb import files
from silkenweb.edition import Edition
from silkenweb.edition.source import BUILT_IN
from silkenweb.errors import NotationError, ReplayError, quote, shorten
from silkenweb.game import Position
from silkenweb.replay import json_text, line_reader
from silkenweb.replay.line_reader import Job, TreeReader
from silkenweb.replay.schema import FILE, FORMAT, MAX_BYTES, VERSION, as_error, shown
from silkenweb.replay.tree import Node, Root, check_of, outcome_of

Draft = tuple[dict[str, Any], Root, Node, int]
"""The arguments of Replay: the file without its line, the root, the last node of the line, the node count."""


def bytes_of(path: str | os.PathLike[str]) -> bytes:
    """Return the content of a file, reading only as much as is needed to see that it is too large."""
    try:
        return files.read(path, MAX_BYTES)
    except OSError as error:
        reason = f"the file can't be read: {error.strerror}"
        raise ReplayError(reason, kind="file", file=quote(os.fspath(path), 200)) from error


def encoded(text: str | bytes) -> bytes:
    """Return the bytes of a text that was given in place of a file."""
    if isinstance(text, bytes):
        return text
    if not isinstance(text, str):
        raise ReplayError(
            "the text of a replay must be a str or bytes", kind="file", found=type(text).__name__
        )
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise ReplayError("not JSON: a lone surrogate", kind="json", key=f"character {error.start}") from None


def read(raw: bytes, file: str, edition: Edition | None, faults: list[ReplayError] | None = None) -> Draft:
    """Read the parts of a replay from bytes; with `faults`, collect faults instead of raising them."""
    json_text.check_bounds(raw, file)
    plain = line_reader.decode_plain(raw)
    if plain is not None:
        draft = _read_quickly(*plain, file, edition, faults)
        if draft is not None:
            return draft
    try:
        data = json_text.decode(raw, file)
    except ReplayError as error:
        if faults is None or error.kind != "json":
            raise
        faults.append(error)
        return _read_before(error, raw, file, edition, faults)
    return _read(data, file, edition, faults)


def _read_before(
    error: ReplayError, raw: bytes, file: str, edition: Edition | None, faults: list[ReplayError]
) -> Draft:
    """Read what is before a syntax error; raise that error if the setup of the game is not there."""
    try:
        return _read(json_text.decode(json_text.salvaged(raw), file), file, edition, faults)
    except ReplayError:
        raise error from None


def _read_quickly(
    head: dict[str, Any],
    line: list[line_reader.PlainNode],
    file: str,
    edition: Edition | None,
    faults: list[ReplayError] | None,
) -> Draft | None:
    """Read a plain file; return None if it needs `_read`."""
    if not FILE.fits({**head, "line": []}):
        return None
    root = _root(head, edition, file)
    end = line_reader.read_plain(root, line)
    if end is None:
        return None
    head["result"] = _check_result(head["result"], end, file, faults)
    return head, root, end, len(line)


def _read(data: Any, file: str, edition: Edition | None, faults: list[ReplayError] | None) -> Draft:
    _check_format(data, file)
    head = dict(data)
    _settle_head(head, file, faults)
    line = head.pop("line")
    root = _root(head, edition, file)
    tree_reader = TreeReader(file, head.get("seed"), faults)
    tree_reader.read(Job(root, root.state, line))
    *_, end = root.line()
    head["result"] = _check_result(head.get("result"), end, file, faults)
    return head, root, end, tree_reader.count


def _root(head: dict[str, Any], edition: Edition | None, file: str) -> Root:
    position = _start(head, edition_for(head["edition"], edition, file), file)
    return Root(None, None, True, None, position.state)


def _check_format(data: Any, file: str) -> None:
    """Raise ReplayError unless the file is a replay of a known version; this is checked first."""
    if type(data) is not dict:
        raise ReplayError("not a replay", kind="shape", file=file, found=shown(data), expected="an object")
    if data.get("format") != FORMAT:
        found = shown(data["format"]) if "format" in data else "nothing"
        raise ReplayError(
            "not a silkenweb replay",
            kind="shape",
            file=file,
            key="format",
            found=found,
            expected=shown(FORMAT),
        )
    version = data.get("version")
    if type(version) is not int or version != VERSION:
        found = shown(version) if "version" in data else "nothing"
        raise ReplayError(
            "unknown version of the format",
            kind="version",
            file=file,
            key="version",
            found=found,
            expected="1",
        )


def _settle_head(head: dict[str, Any], file: str, faults: list[ReplayError] | None) -> None:
    """Check the file except for its line; if faults are allowed, leave out invalid optional keys."""
    cut = bool(faults)  # a syntax error was found, so the result may be behind it
    for problem in [] if FILE.fits(head) else list(FILE.problems(head)):
        error = as_error(problem, file=file)
        name = str(problem.keys[0]) if problem.keys else ""
        if cut and name == "result" and name not in head:
            continue
        if faults is None or (name != "result" and name in FILE.needed):
            raise error
        faults.append(error)
        head.pop(name, None)


_built_in = cache(Edition.load)


def edition_for(stated: dict[str, Any], given: Edition | None, file: str) -> Edition:
    """Return the edition that the file names, after comparing its digest."""
    name = stated["name"]
    if given is None:
        if name not in BUILT_IN:
            raise ReplayError(
                "unknown edition", kind="edition", file=file, key="edition.name", found=shown(name),
                expected="the name of a built-in edition, or this one given as edition=",
            )  # fmt: skip
        given = _built_in(name)
    for key, mine in (("sha256", given.sha256), ("name", given.name), ("version", given.version)):
        if stated[key] != mine:
            raise ReplayError(
                f"not the edition {quote(given.name)} that is known here", file=file,
                kind="digest" if key == "sha256" else "edition", key=f"edition.{key}",
                found=shown(stated[key]), expected=shown(mine),
            )  # fmt: skip
    return given


def _start(head: dict[str, Any], edition: Edition, file: str) -> Position:
    characters = [player["character"] for player in head["players"]]
    try:
        return Position.start(characters, edition, head["blessings"])
    except NotationError as error:
        key = "blessings" if error.where == "blessings" else "players"
        raise ReplayError(
            shorten(error.reason, 300), kind="players", file=file, key=key, found=shorten(error.found)
        ) from None


def _check_result(stated: Any, end: Node, file: str, faults: list[ReplayError] | None) -> dict[str, Any]:
    """Return the stated result, after comparing it with the result of the game."""
    if stated is None:  # left out while salvaging
        return {"check": ""}
    mine: dict[str, Any] = outcome_of(end.state)._asdict()
    if "check" in stated:
        mine["check"] = check_of(end.state)
    for key, value in mine.items():
        if stated[key] != value:
            error = ReplayError(
                "the result does not match the game", kind="check" if key == "check" else "result", file=file,
                key=f"result.{key}", node=end.path, found=shown(stated[key]), expected=shown(value),
            )  # fmt: skip
            if faults is None:
                raise error
            faults.append(error)
            return {**stated, "check": ""}
    return dict(stated)

"""Unfinished games of a table in a folder, which the setup offers.

The files may come from anyone. Only the newest few regular files are read, and only their heads:
`Replay.loads` checks the rest when somebody continues one of them.
"""

from __future__ import annotations

import os
from heapq import nlargest
from pathlib import Path
from typing import Any

from silkenweb import files
from silkenweb.errors import ReplayError
from silkenweb.replay import json_text
from silkenweb.replay.schema import FORMAT, MAX_NAME
from silkenweb.text import Words
from silkenweb.widgets.table_setup import KEY

Message = dict[str, Any]

MOST_FILES = 20
"""The maximum number of files that are read, the newest first."""
MOST_BYTES = 1 << 20
"""Larger files are left out; a game at a table takes about 30 kB."""
MOST_SEATS = 5


def unfinished(folder: Path, words: Words) -> list[Message]:
    """Return the unfinished games among the newest JSON files of a folder, newest first.

    Each has its `file` name, `changed` (milliseconds since 1970), `level`, `who` plays, in words, and the
    digest of its `edition`.
    """
    found = []
    for name, changed in _newest(folder):
        head = _head(folder / name)
        if head is not None and (game := _open_game(head, words)) is not None:
            found.append({"file": name, "changed": int(changed * 1000), **game})
    return found


def _newest(folder: Path) -> list[tuple[str, float]]:
    entries: list[tuple[str, float]] = []
    try:
        with os.scandir(folder) as listing:
            for entry in listing:
                if entry.name.endswith(".json") and entry.is_file(follow_symlinks=False):
                    entries.append((entry.name, entry.stat(follow_symlinks=False).st_mtime))
    except OSError:
        pass  # no folder, or a file that has just been deleted: offer the others
    return nlargest(MOST_FILES, entries, key=lambda entry: (entry[1], entry[0]))


def _head(path: Path) -> Message | None:
    """Return the JSON object in a file; None if it cannot be read or is something else."""
    try:
        raw = files.read(path, MOST_BYTES)
        if len(raw) > MOST_BYTES:
            return None
        json_text.check_bounds(raw, path.name)
        data = json_text.decode(raw, path.name)
    except (OSError, ReplayError):
        return None
    return data if isinstance(data, dict) else None


def _open_game(head: Message, words: Words) -> Message | None:
    """Return the offer of an unfinished game recorded at a table; None for anything else."""
    meta, result, players = head.get("meta"), head.get("result"), head.get("players")
    edition = head.get("edition")
    if head.get("format") != FORMAT or not isinstance(meta, dict) or not isinstance(meta.get(KEY), dict):
        return None
    if not isinstance(result, dict) or result.get("phase") != "open" or type(result.get("level")) is not int:
        return None
    if not isinstance(players, list) or not 0 < len(players) <= MOST_SEATS:
        return None
    who = words("list.comma").join(_player(player, words) for player in players)
    digest = edition.get("sha256") if isinstance(edition, dict) else None
    return {"level": result["level"], "who": who, "edition": str(digest)[:64]}


def _player(player: Any, words: Words) -> str:
    if not isinstance(player, dict):
        return "?"
    key, name = str(player.get("character"))[:MAX_NAME], player.get("name")
    character = words(f"character.{key}") if words.has(f"character.{key}") else key
    return words("sit.who", name=name[:MAX_NAME], character=character) if isinstance(name, str) else character

"""The setup of a table: who sits where, which bots play, and which unfinished games can be continued.

A setup filled in on the screen and one given in Python become the same record, and get the same errors.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from pathlib import Path
from typing import Any, Final

from silkenweb import arguments, files
from silkenweb import bots as bot_names
from silkenweb.bots.registry import check_seat, maker
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import ReplayError, SilkenwebError, quote
from silkenweb.game import Position
from silkenweb.replay import Replay, json_text
from silkenweb.replay.schema import FORMAT, MAX_NAME
from silkenweb.text import Words
from silkenweb.text.refusals import refused

KEY: Final = "x_table"
"""The key of a replay's `meta` that keeps the seating, so that the game can be continued."""

PACES: Final = {"at once": 0.0, "quick": 0.7, "normal": 1.5, "slow": 3.0, "very slow": 6.0}
"""Seconds per turn of a bot, by the names to choose from."""

DEFAULT_PACE: Final = 1.5
LONGEST: Final = 60.0
DEFAULT_BOT: Final = "convention"

Pace = float | str
Bots = str | Sequence[str | None] | Mapping[int | str, str]
Seats = Sequence[int | str] | Mapping[int | str, str | None]


@dataclass(frozen=True)
class Seating:
    """Who plays: characters in clockwise order, people's seats, the bot of every other seat.

    `bots` has None at a person's seat, `names` None if no name was given. `blessings` is None for the
    printed number. `pace`: seconds per turn of a bot. `auto_end`: whether a person's turn ends automatically
    when nothing else is possible.
    """

    characters: tuple[str, ...]
    people: tuple[int, ...]
    bots: tuple[str | None, ...]
    names: tuple[str | None, ...]
    seed: str
    blessings: int | None
    edition: Edition
    pace: float
    take_back: bool
    auto_end: bool = False

    def start(self) -> Replay:
        """Return the replay of a new game; its `meta` keeps what is needed to continue it."""
        return Replay.start(
            self.characters,
            names=self.names,
            edition=self.edition,
            blessings=self.blessings,
            seed=self.seed,
            meta={"by": "silkenweb, a table", KEY: self.kept()},
        )

    def kept(self) -> dict[str, Any]:
        """Return what a replay keeps of the seating, besides its own fields."""
        return {
            "bots": list(self.bots),
            "pace": self.pace,
            "take_back": self.take_back,
            "auto_end": self.auto_end,
        }


def seating(
    characters: Sequence[str], *, seat: int | str = 0, seats: Seats | None = None, bots: Bots = DEFAULT_BOT,
    seed: str | int | None = None, blessings: int | None = None, edition: EditionLike | None = None,
    names: Sequence[str | None] | None = None, pace: Pace = DEFAULT_PACE, take_back: bool = False,
    auto_end: bool = False,
) -> Seating:  # fmt: skip
    """Return the seating with these arguments. Raises SilkenwebError if they are not valid.

    Without `seed` one is drawn from the system's randomness.
    """
    position = Position.start(characters, edition, blessings)
    count = len(position.characters)
    people, given = _people(position.characters, seat, seats)
    return Seating(
        characters=position.characters,
        people=people,
        bots=_bots(position.characters, people, bots),
        names=_names(count, given, names),
        seed=arguments.seed(seed),
        blessings=blessings,
        edition=position.edition,
        pace=pace_of(pace),
        take_back=arguments.flag("take_back", take_back),
        auto_end=arguments.flag("auto_end", auto_end),
    )


def _people(
    characters: Sequence[str], seat: int | str, seats: Seats | None
) -> tuple[tuple[int, ...], dict[int, str | None]]:
    """Return the seats of people in order, and the names that were given with them."""
    if seats is None:
        return (arguments.seat(seat, characters),), {}
    if seat != 0 or isinstance(seat, bool):
        raise refused("seats.both")
    named = isinstance(seats, Mapping)
    each = seats.items() if isinstance(seats, Mapping) else [(one, None) for one in _listed_seats(seats)]
    wanted = {arguments.seat(one, characters, "seats"): name for one, name in each}
    if named and len(wanted) != len(seats):
        raise refused("seats.twice")
    if not wanted:
        raise refused("seats.nobody")
    return tuple(sorted(wanted)), wanted


def _listed_seats(seats: object) -> tuple[Any, ...]:
    return arguments.items(
        "seats", seats, 'a list of seats, as in [0, 2], or names by seat, as in {0: "Ana"}'
    )


def _bots(characters: Sequence[str], people: tuple[int, ...], bots: Bots) -> tuple[str | None, ...]:
    """Return the name of a bot for each seat without a person."""
    count = len(characters)
    if isinstance(bots, str):
        listed: list[Any] = [bots] * count
    elif isinstance(bots, Mapping):
        given = {arguments.seat(key, characters, "bots"): bot for key, bot in bots.items()}
        listed = [given.get(seat, DEFAULT_BOT) for seat in range(count)]
    elif isinstance(bots, Sequence) and len(bots) == count:
        listed = list(bots)
    else:
        raise refused("seats.bots", count=count)
    return tuple(None if seat in people else _bot(seat, bot) for seat, bot in enumerate(listed))


def _bot(seat: int, bot: Any) -> str:
    if not isinstance(bot, str):
        known = ", ".join(bot_names.names())
        raise refused("seats.bot", seat=seat, known=known, found=quote(bot))
    bot_names.make(bot, "to see whether it can be made", seat)
    return bot


def _names(
    count: int, given: Mapping[int, str | None], names: Sequence[str | None] | None
) -> tuple[str | None, ...]:
    if names is None:
        listed: list[Any] = [given.get(seat) for seat in range(count)]
    elif isinstance(names, str) or not isinstance(names, Sequence) or len(names) != count:
        raise refused("seats.names", count=count)
    else:
        listed = [given.get(seat) or name for seat, name in enumerate(names)]
    for name in listed:
        if name is not None and (not isinstance(name, str) or not 0 < len(name) <= MAX_NAME):
            raise refused("seats.name", most=MAX_NAME, found=quote(name))
    return tuple(listed)


def pace_of(pace: Any) -> float:
    """Return the pace in seconds, from a number or one of the names in PACES.

    Raises SilkenwebError for any other.
    """
    if isinstance(pace, str) and pace in PACES:
        return PACES[pace]
    if isinstance(pace, int | float) and not isinstance(pace, bool) and 0 <= pace <= LONGEST:
        return float(pace)
    raise refused("seats.pace", most=f"{LONGEST:.0f}", known=", ".join(PACES), found=quote(pace))


def resumed(replay: Replay) -> tuple[Seating, list[str]]:
    """Return the seating that a replay keeps, and what was replaced because it was out of bounds.

    Raises SilkenwebError if the replay keeps no seating, or if it has an unregistered bot.
    """
    kept = replay.meta.get(KEY)
    if not isinstance(kept, dict) or not isinstance(kept.get("bots"), list) or replay.seed is None:
        raise refused("seats.unknown")
    replaced: list[str] = []
    people = [seat for seat, bot in enumerate(kept["bots"]) if bot is None]
    bots = [None if bot is None else _bot_kept(bot, seat, replaced) for seat, bot in enumerate(kept["bots"])]
    found = seating(
        replay.characters, seats=people, bots=bots, seed=replay.seed, blessings=replay.blessings,
        edition=replay.edition, names=[player.name for player in replay.players],
        pace=_pace_kept(kept.get("pace", DEFAULT_PACE), replaced), take_back=kept.get("take_back") is True,
        auto_end=kept.get("auto_end") is True,
    )  # fmt: skip
    return found, replaced


def _bot_kept(bot: Any, seat: int, replaced: list[str]) -> str:
    """Return the bot that a file names, or the default one if it is out of bounds."""
    try:
        return check_seat(bot)
    except SilkenwebError as error:
        if isinstance(bot, str):
            maker(bot.partition(":")[0])  # raises for a bot that has not been registered
        replaced.append(f"seat {seat} is played by {DEFAULT_BOT}: {error}")
        return DEFAULT_BOT


def _pace_kept(pace: Any, replaced: list[str]) -> float:
    """Return the pace that a file gives, or the default one if it is out of bounds."""
    try:
        return pace_of(pace)
    except SilkenwebError as error:
        replaced.append(f"the pace is {DEFAULT_PACE} seconds: {error}")
        return DEFAULT_PACE


def filled_in(form: Any, editions: Mapping[str, Edition], take_back: bool) -> Seating:
    """Return the seating of a filled-in form: `seats` of {character, bot or null, name}, and the rest.

    Empty texts are left out. Raises SilkenwebError for anything that the page would not have sent.
    """
    if not isinstance(form, dict) or not isinstance(form.get("seats"), list):
        raise refused("seats.missing")
    rows = [row if isinstance(row, dict) else {} for row in form["seats"]]
    edition = form.get("edition")
    if not isinstance(edition, str) or edition not in editions:
        raise refused("edition.none", found=quote(edition), known=", ".join(editions))
    return seating(
        [str(row.get("character")) for row in rows],
        seats=[seat for seat, row in enumerate(rows) if row.get("bot") is None],
        bots=[row.get("bot") for row in rows],
        names=[row.get("name") or None for row in rows],
        seed=form.get("seed") or None,
        blessings=form.get("blessings"),
        edition=editions[edition],
        pace=form.get("pace", DEFAULT_PACE),
        take_back=take_back,
        auto_end=form.get("auto_end") is True,
    )


# -- unfinished games in the folder -----------------------------------------------------------------------
#
# The files may come from anyone. Only the newest few regular files are read, and only their heads:
# `Replay.loads` checks the rest when somebody continues one of them.

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

"""A table of bots: deals and moves in turn, where each bot gets only what its seat may know."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from silkenweb import arguments
from silkenweb.bots.registry import Bot, make
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import SilkenwebError
from silkenweb.game import Deal, Event, Move, Position, Step, deal
from silkenweb.game.view import seen_events
from silkenweb.replay import Node, Recorder, Replay


class Taken(NamedTuple):
    """One step at the table: a deal (`seat` is None) or a seat's move, and the Step it made."""

    what: Deal | Move
    seat: int | None
    step: Step


def seat_bots(
    characters: Sequence[str], bots: str | Bot | Sequence[str | Bot], seed: str | int | None
) -> list[Bot]:
    """Return one bot per seat: from one name for all, or a name or bot for each.

    Bots made by name have their own generators.
    """
    characters = arguments.texts("characters", characters, "a list of characters")
    if isinstance(bots, str):
        bots = [bots] * len(characters)
    if not isinstance(bots, Sequence):
        advice = "pass a name, or one instance per seat"
        raise arguments.wrong("bots", "the name of a bot, or a list of bots, one per seat", bots, advice)
    if len(bots) != len(characters):
        raise SilkenwebError(f"expected {len(characters)} bots, one per seat, got {len(bots)}")
    text = arguments.seed(seed)
    return [make(bot, text, seat) if isinstance(bot, str) else _checked(bot) for seat, bot in enumerate(bots)]


def _checked(bot: Bot) -> Bot:
    arguments.function("bots", getattr(bot, "choose", bot), "names of bots, or bots with a method `choose`")
    return bot


def game(position: Position, bots: Sequence[Bot], seed: str | int | Random | None) -> Iterator[Taken]:
    """Play from `position` to the end of the game, yielding each deal and each move with its step.

    Deals come from `seed`, as text (see "Chance" in RULES.md) or a whole number, or from a generator. A bot
    that joins during a level has not seen the earlier part of it. Raises IllegalMove if a bot chooses an
    illegal move.
    """
    arguments.instance("position", position, Position, "a Position")
    bots = [_checked(bot) for bot in arguments.items("bots", bots, "a list of bots, one per seat")]
    if len(bots) != len(position.characters):
        raise SilkenwebError(f"expected {len(position.characters)} bots, one per seat, got {len(bots)}")
    seed = arguments.seed_or_rng(seed)
    return _game(position, bots, seed)


def _game(position: Position, bots: Sequence[Bot], seed: str | Random) -> Iterator[Taken]:
    seen: list[list[Event]] = [[] for _ in bots]
    while not position.over:
        seat = position.seat
        what: Deal | Move
        if seat is None:
            what = deal(position, rng=seed) if isinstance(seed, Random) else deal(position, seed)
            seen = [[] for _ in bots]
        else:
            view = position.view(seat)
            what = Move(bots[seat].choose(view, position.legal_moves(), tuple(seen[seat])))
        step = position.step(what)
        for viewer, events in enumerate(seen):
            events.extend(seen_events(step.events, viewer))
        yield Taken(what, seat, step)
        position = step.position


def play(
    characters: Sequence[str],
    bots: str | Bot | Sequence[str | Bot] = "convention",
    *,
    seed: str | int | None = None,
    blessings: int | None = None,
    edition: EditionLike | None = None,
    names: Sequence[str | None] | None = None,
    meta: Mapping[str, Any] | None = None,
    record_to: str | os.PathLike[str] | None = None,
    told: Callable[[Node], object] | None = None,
) -> Replay:
    """Play a game of these characters (clockwise) by bots with hidden hands, and return its Replay.

    `bots`: a name for all seats, or a name or Bot for each. `seed`, as text or a whole number, determines the
    deals and the bots' randomness: the same seed gives the same game. None draws a new seed, available as
    `replay.seed`. `edition`: an Edition, the name of a built-in one, or the path of its file. `record_to`: a
    file that is kept up to date during the game. `told`: called with each new node. Raises IllegalMove if a
    bot of your own chooses an illegal move.

    >>> play(["wukong", "bajie"], "random", seed="class-7").outcome.phase
    'lost'
    """
    seed = arguments.seed(seed)
    if told is not None:
        arguments.function("told", told, "a function of a node, or None", 1)
    start = Replay.start(characters, names=names, edition=edition, blessings=blessings, seed=seed, meta=meta)
    seated = seat_bots(start.characters, bots, seed)
    if record_to is not None:
        arguments.path("record_to", record_to)
    recorder = start if record_to is None else Recorder(start, record_to)
    for taken in game(start.root.position, seated, seed):
        node = recorder.record(taken.what)
        if told is not None:
            told(node)
    return start

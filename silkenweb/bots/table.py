"""A table of bots: deals and moves in turn, each bot given what its seat may know and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from silkenweb import arguments
from silkenweb.bots.protocol import Bot
from silkenweb.bots.registry import make
from silkenweb.errors import SilkenwebError
from silkenweb.game import Deal, Event, Move, Position, Step, deal
from silkenweb.game.view import seen_events


class Taken(NamedTuple):
    """One thing done at the table: a deal (`seat` is None) or a seat's move, and the step it made."""

    what: Deal | Move
    seat: int | None
    step: Step


def seat_bots(
    characters: Sequence[str], bots: str | Bot | Sequence[str | Bot], seed: str | int | None
) -> list[Bot]:
    """A bot a seat: one name for all, or a name (or bot) for each. Those made by name have own generators."""
    characters = arguments.texts("characters", characters, "a list of characters")
    if isinstance(bots, str):
        bots = [bots] * len(characters)
    if not isinstance(bots, Sequence):
        advice = "one bot cannot sit at every seat"
        raise arguments.wrong("bots", "the name of a bot, or a list of bots, one per seat", bots, advice)
    if len(bots) != len(characters):
        raise SilkenwebError(f"expected {len(characters)} bots, one per seat, got {len(bots)}")
    text = arguments.seed(seed)
    return [make(bot, text, seat) if isinstance(bot, str) else _checked(bot) for seat, bot in enumerate(bots)]


def _checked(bot: Bot) -> Bot:
    arguments.function("bots", getattr(bot, "choose", bot), "names of bots, or bots with a method `choose`")
    return bot


def game(position: Position, bots: Sequence[Bot], seed: str | int | Random | None) -> Iterator[Taken]:
    """Play on from `position` to the end: yields each deal and each move with its step, as they are made.

    Deals come from `seed`, text (as RULES.md's "Chance" reads it) or a whole number, or from a generator. A
    bot that joins within a level has seen nothing of it. Raises IllegalMove if a bot chooses what it may not.
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

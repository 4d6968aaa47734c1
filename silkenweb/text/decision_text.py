"""Decisions, in sentences of any language: what a move would do, and who decides what."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from silkenweb.edition import Edition
from silkenweb.text.event_text import Scene, upper
from silkenweb.text.names import Naming


class Choice(NamedTuple):
    """The facts of a legal move, with each card as it lies or, after a keep, as it will lie.

    `owner`: the seat whose storage the card comes from; None for a card of the hand. `price`: what a Rest
    costs, "blessing" or "game"; "" if it costs nothing.
    """

    kind: str
    card: str = ""
    owner: int | None = None
    targets: tuple[str, ...] = ()
    rotates: bool = False
    discards: tuple[str, ...] = ()
    stored: tuple[str, ...] = ()
    drawer: str = ""
    taken: tuple[str, ...] = ()
    place: str = ""
    price: str = ""


def move_sentence(choice: Choice, scene: Scene) -> str:
    """Return what a move would do, as an order."""
    return upper(_MOVES[choice.kind](choice, scene))


def _play(choice: Choice, scene: Scene) -> str:
    naming = scene.naming
    card, targets = naming.card(choice.card), naming.listed(map(scene.place, choice.targets))
    if choice.owner is None:
        return naming.words("move.play", card=card, targets=targets)
    return naming.words("move.play.stored", card=card, targets=targets, owner=naming.who(choice.owner))


def _keep(choice: Choice, scene: Scene) -> str:
    naming, words = scene.naming, scene.naming.words
    done = [words("move.keep.rotate")] if choice.rotates else []
    for key, cards in (("move.keep.discard", choice.discards), ("move.keep.store", choice.stored)):
        if cards:
            done.append(words(key, cards=naming.cards(cards)))
    return words("list.clauses").join(done) or words("move.keep.whole")


def _ability(choice: Choice, scene: Scene) -> str:
    naming, words = scene.naming, scene.naming.words
    if choice.targets:
        return words("move.ability.resolve", target=scene.place(choice.targets[0]))
    if choice.drawer:
        drawer = words.character(naming.edition, choice.drawer)
        return words("move.ability.draw", card=naming.card(choice.card), who=drawer)
    if choice.taken:
        return words("move.ability.take", cards=naming.cards(choice.taken))
    return words("move.ability.rotate")


def _rest(choice: Choice, scene: Scene) -> str:
    words = scene.naming.words
    rest = words("move.rest.rotate" if choice.rotates else "move.rest")
    return words(f"move.rest.{choice.price}", rest=rest) if choice.price else rest


_MOVES: dict[str, Callable[[Choice, Scene], str]] = {
    "keep": _keep,
    "play": _play,
    "end": lambda _choice, scene: scene.naming.words("move.end"),
    "claim": lambda choice, scene: scene.naming.words("move.claim", relic=choice.card),
    "rest": _rest,
    "signal": lambda choice, scene: scene.naming.words("move.signal", place=scene.place(choice.place)),
    "ability": _ability,
    "take": lambda choice, scene: scene.naming.words("move.take", card=scene.naming.card(choice.card)),
    "hold": lambda _choice, scene: scene.naming.words("move.hold"),
    "rotate": lambda _choice, scene: scene.naming.words("move.rotate"),
}


class Turn(Protocol):
    """The facts that say who decides what; `silkenweb.game.perspective.Sight` has them."""

    @property
    def edition(self) -> Edition:
        """The card data."""

    @property
    def phase(self) -> str:
        """deal, keep, turn, take, rotate, won or lost."""

    @property
    def level(self) -> int:
        """The level, from 1."""

    @property
    def seat(self) -> int | None:
        """The seat that decides; None if nobody does."""

    @property
    def start(self) -> int:
        """The seat that starts the level."""

    @property
    def queue(self) -> tuple[int, ...]:
        """The seats that are still to decide in keep and rotate, the deciding one first."""

    @property
    def turn(self) -> str:
        """What has happened in the turn: `p` if a card was played."""

    @property
    def taking(self) -> str | None:
        """The card that was drawn, if it may be seen."""

    @property
    def score(self) -> int:
        """The Relics that the team holds."""


def decision(facts: Turn, naming: Naming) -> str:
    """Return a sentence on who decides what, in the language of the names."""
    words = naming.words
    if facts.seat is None:
        return words("picture.sentence", said=ending(facts, naming))
    who = naming.who(facts.seat)
    if facts.phase == "take":
        return words("picture.decides.take", who=who, card=facts.taking or words("picture.take.card"))
    if facts.phase == "turn":
        return words("picture.decides.again" if "p" in facts.turn else "picture.decides.turn", who=who)
    said = words(f"picture.decides.{facts.phase}", who=who)
    if len(facts.queue) < 2:
        return said
    return words("picture.decides.after", said=said, after=naming.listed(map(naming.who, facts.queue[1:])))


def ending(facts: Turn, naming: Naming) -> str:
    """Return a clause on a position in which nobody decides: a deal must come, or the game is over."""
    words = naming.words
    titles = (rank.title for rank in facts.edition.reputation if rank.least <= facts.score <= rank.most)
    title = words.of_edition(next(titles, ""))
    return words(
        "picture.won.title" if facts.phase == "won" and title else f"picture.{facts.phase}",
        level=facts.level,
        who=naming.who(facts.start),
        relics=naming.counted(facts.score, "relic"),
        title=title,
    )

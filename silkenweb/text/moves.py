"""A legal move in words of any language, for people who choose: "Play WK3 (Combat) on T12 (Web)"."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from silkenweb.text.events import Scene, upper


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
    for key, cards in (("move.keep.away", choice.discards), ("move.keep.store", choice.stored)):
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

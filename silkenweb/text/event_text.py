"""What happened, in a sentence of any language, from the facts of an event.

An event is a record with the fields of its kind (`silkenweb.game.events`). Its sentence is made from these
fields and from what is open to all, so it says no more than the record does: the record as one seat saw it
gives a sentence about what that seat saw.
"""

from __future__ import annotations

from collections.abc import Callable, Sized
from typing import Any, NamedTuple

from silkenweb.text.names import Naming


class Scene(NamedTuple):
    """What sentences need to know of the table, all of it open: where the level was before the event.

    `segments`: how many segments of the Spider Spirit were resolved. `dealing`: whether the level was still
    to be dealt.
    """

    naming: Naming
    level: int
    segments: int
    dealing: bool

    def place(self, text: str) -> str:
        """Name a target or a place of the marker: a card, the next segment, or an icon of a sheet."""
        if text == "spirit":
            return self.naming.segment(self.level, self.segments)
        character, dot, icon = text.partition(".")
        return self.naming.sheet_icon(character, icon) if dot else self.naming.card(text)


def sentence(event: Any, scene: Scene) -> str:
    """Return what happened as a sentence, in the language of the scene's names."""
    return _SENTENCES[type(event).__name__](event, scene)


def upper(text: str) -> str:
    """Return the text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def _form(key: str, things: Sized) -> str:
    return f"{key}.one" if len(things) == 1 else f"{key}.many"


# -- set-up --------------------------------------------------------------------------------------------


def _dealt(event: Any, scene: Scene) -> str:
    """Say how many Threat Cards were dealt (S2)."""
    naming = scene.naming
    return naming.words("event.dealt", level=event.level, cards=naming.counted(event.threats, "threat"))


def _revealed(event: Any, scene: Scene) -> str:
    """Name the cards that were turned up (S3, T9)."""
    naming = scene.naming
    return naming.words(_form("event.revealed", event.cards), cards=upper(naming.cards(event.cards)))


def _drew(event: Any, scene: Scene) -> str:
    """Name the cards of a deal (S4), or the card of A1, whose orientation its drawer still chooses."""
    naming = scene.naming
    who = naming.who(event.seat)
    if scene.dealing:
        cards = naming.counted(event.count, "card") if event.cards is None else naming.cards(event.cards)
        return naming.words("event.drew", who=who, cards=cards)
    card = naming.counted(1, "card") if event.cards is None else event.cards[0]
    return naming.words("event.drew.choosing", who=who, card=card)


def _kept(event: Any, scene: Scene) -> str:
    """Say how the hand was kept (S5, S6)."""
    naming, words = scene.naming, scene.naming.words
    if event.rotated is None:
        return naming.by_seat("event.kept.hidden", event.seat)
    done = naming.by_seat("event.kept.rotated" if event.rotated else "event.kept.held", event.seat)
    discards, stored = naming.cards(event.discards), naming.cards(event.stored)
    if event.discards and event.stored:
        return words("event.kept.both", done=done, discards=discards, stored=stored)
    if event.discards:
        return words("event.kept.discarded", done=done, cards=discards)
    if event.stored:
        return words("event.kept.stored", done=done, cards=stored)
    return words("event.kept", done=done)


def _discards_revealed(event: Any, scene: Scene) -> str:
    """Name what was turned up into Discard Pile and storage (S5, S6)."""
    naming = scene.naming
    who = naming.who(event.seat)
    discards = naming.listed(map(naming.pile_card, event.discards))
    if not event.stored:
        return naming.words("event.discards", who=who, discards=discards)
    stored = naming.cards(event.stored)
    if not event.discards:
        return naming.words("event.stores", who=who, stored=stored)
    return naming.words("event.discards.stores", who=who, discards=discards, stored=stored)


def _spirit_revealed(_event: Any, scene: Scene) -> str:
    """Name the segments of the level's Spider Spirit (S7)."""
    naming = scene.naming
    level = naming.edition.levels[scene.level - 1]
    segments = (naming.needs(segment.icons, segment.count) for segment in level.segments)
    return naming.words("event.spirit", segments=naming.words("list.then").join(segments))


# -- turns ---------------------------------------------------------------------------------------------


def _expired(event: Any, scene: Scene) -> str:
    """Name the commitments that ran out (T0)."""
    cards = upper(scene.naming.cards(event.cards))
    return scene.naming.words(
        _form("event.expired", event.cards), cards=cards, place=scene.place(event.target)
    )


def _played(event: Any, scene: Scene) -> str:
    """Name the card played, its targets, and the storage that it came from (T3, T6, T7, A6)."""
    naming = scene.naming
    key, owner = "event.played", ""
    if event.stored and event.owner == event.seat:
        key = "event.played.stored"
    elif event.stored:
        key, owner = "event.played.stored.other", naming.who(event.owner)
    return naming.words(
        key,
        who=naming.who(event.seat),
        card=naming.card(event.card),
        targets=naming.listed(map(scene.place, event.targets)),
        owner=owner,
    )


def _committed(event: Any, scene: Scene) -> str:
    """Say how many icons the target still needs (T4)."""
    naming = scene.naming
    return naming.words(
        "event.committed",
        place=scene.place(event.target),
        missing=naming.number(event.missing),
        who=naming.who(event.seat),
    )


def _resolved(event: Any, scene: Scene) -> str:
    """Name the targets resolved (T8)."""
    targets = upper(scene.naming.listed(map(scene.place, event.targets)))
    return scene.naming.words(_form("event.resolved", event.targets), targets=targets)


def _claimed(event: Any, scene: Scene) -> str:
    """Name the Relic claimed (T10, T11)."""
    return scene.naming.words("event.claimed", who=scene.naming.who(event.seat), relic=event.relic)


def _rested(event: Any, scene: Scene) -> str:
    """Say how many players have rested in a row (T12, B1)."""
    naming = scene.naming
    return naming.words(
        "event.rested.rotated" if event.rotated else "event.rested",
        who=naming.who(event.seat),
        count=event.in_a_row,
        players=len(naming.characters),
    )


def _blessing_lost(event: Any, scene: Scene) -> str:
    """Say how many Blessings are left, and which card left the row (B1)."""
    naming = scene.naming
    left = naming.number(event.left) if event.left else naming.words("number.none")
    if event.removed is None:
        return naming.words("event.blessing", left=left)
    return naming.words("event.blessing.card", left=left, card=naming.card(event.removed))


def _marker_moved(event: Any, scene: Scene) -> str:
    """Say where the marker was put (A5)."""
    who = scene.naming.who(event.seat)
    return scene.naming.words("event.marker", who=who, place=scene.place(event.place))


# -- abilities -----------------------------------------------------------------------------------------


def _ability_used(event: Any, scene: Scene) -> str:
    """Say whose Action Ability was used (A1-A4); with that of the marker's owner, the marker goes (A5)."""
    marker = event.effect == "others-may-rotate"
    key = "event.ability.marker" if marker else "event.ability"
    return scene.naming.by_seat(key, event.seat)


def _card_discarded(event: Any, scene: Scene) -> str:
    """Name the card that paid for the ability (A1)."""
    naming = scene.naming
    return naming.words("event.discarded", who=naming.who(event.seat), card=naming.pile_card(event.card))


def _took(event: Any, scene: Scene) -> str:
    """Say how the drawn card is held, if that is known (A1)."""
    naming = scene.naming
    if event.card is None:
        return naming.by_seat("event.took.hidden", event.seat)
    return naming.words("event.took", who=naming.who(event.seat), card=naming.card(event.card))


def _recovered(event: Any, scene: Scene) -> str:
    """Name the cards taken back (A4)."""
    naming = scene.naming
    return naming.words("event.recovered", who=naming.who(event.seat), cards=naming.cards(event.cards))


def _hand_rotated(event: Any, scene: Scene) -> str:
    """Say whether the hand was rotated (A3)."""
    key = "event.hand.rotated" if event.rotated else "event.hand.held"
    return scene.naming.by_seat(key, event.seat)


def _storage_emptied(event: Any, scene: Scene) -> str:
    """Name the stored cards that were discarded (A6)."""
    naming = scene.naming
    return naming.words("event.storage", who=naming.who(event.seat), cards=naming.cards(event.cards))


# -- endings -------------------------------------------------------------------------------------------


def _level_cleared(event: Any, scene: Scene) -> str:
    """Say who cleared the level (E1, E2)."""
    return scene.naming.words("event.cleared", level=event.level, who=scene.naming.who(event.seat))


def _won(event: Any, scene: Scene) -> str:
    """Give the score and its title (E4)."""
    naming = scene.naming
    relics = naming.counted(event.score, "relic")
    if not event.reputation:
        return naming.words("event.won", relics=relics)
    return naming.words("event.won.title", relics=relics, title=naming.words.of_edition(event.reputation))


_SENTENCES: dict[str, Callable[[Any, Scene], str]] = {
    "Dealt": _dealt,
    "Revealed": _revealed,
    "Drew": _drew,
    "Kept": _kept,
    "DiscardsRevealed": _discards_revealed,
    "SpiritRevealed": _spirit_revealed,
    "TurnBegan": lambda event, scene: scene.naming.by_seat("event.turn", event.seat),
    "TurnEnded": lambda event, scene: scene.naming.by_seat("event.turn.ended", event.seat),
    "Expired": _expired,
    "Played": _played,
    "Committed": _committed,
    "Resolved": _resolved,
    "RelicClaimed": _claimed,
    "Rested": _rested,
    "BlessingLost": _blessing_lost,
    "MarkerMoved": _marker_moved,
    "MarkerReturned": lambda _event, scene: scene.naming.words("event.marker.home"),
    "AbilityUsed": _ability_used,
    "CardDiscarded": _card_discarded,
    "Took": _took,
    "Recovered": _recovered,
    "HandRotated": _hand_rotated,
    "StorageEmptied": _storage_emptied,
    "LevelCleared": _level_cleared,
    "Won": _won,
    "Lost": lambda event, scene: scene.naming.words("event.lost", level=event.level),
}

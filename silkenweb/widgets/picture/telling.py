"""A picture in words: what stands above it, and what those are told who cannot see it."""

from __future__ import annotations

from silkenweb.edition import Edition, Equipment, Relic
from silkenweb.edition.icons import ICONS, asked
from silkenweb.game.narration import counted, listed
from silkenweb.game.records import Committed, Target
from silkenweb.game.sight import Area, Sight, decision

SILENT = ("keep", "turn", "take", "rotate")


def possessive(name: str) -> str:
    """`Bajie's`, `Tripitakas'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def heading(sight: Sight) -> str:
    """Whose decision it is, short."""
    if sight.seat is None:
        return decision(sight).rstrip(".")
    does = {
        "keep": "chooses what to keep",
        "take": "takes the drawn card",
        "rotate": "may rotate",
    }.get(sight.phase, "may play on or end" if "p" in sight.turn else "decides")
    return f"{sight.name(sight.seat)} {does}"


def beside(sight: Sight) -> str:
    """Silence, the marker, and through whose eyes this is seen."""
    said = ["Silence" if sight.phase in SILENT else "Talk is free"]
    if sight.marker == "x":
        said.append("marker gone for good")
    elif sight.marker != "-":
        said.append(f"marker on {_marked(sight)}")
    said.append("everything open" if sight.viewer is None else f"as {sight.name(sight.viewer)} sees it")
    return " · ".join(said)


def _marked(sight: Sight) -> str:
    if "." not in sight.marker:
        return sight.marker
    character, icon = sight.marker.split(".")
    return f"{possessive(sight.edition.characters[character].name)} {ICONS[icon].name}"


def title(sight: Sight) -> str:
    """What the picture shows, in a line."""
    seen = "" if sight.viewer is None else f", as {sight.name(sight.viewer)} sees it"
    return f"Level {sight.level}: {heading(sight)}{seen}"


def sentences(sight: Sight) -> list[str]:
    """All that the picture shows: the table, then a sentence for each player."""
    row = ", ".join(_target(sight, target) for target in sight.row)
    said = [
        decision(sight),
        f"The row from the left: {row}." if row else "The row is empty.",
        f"Threat Deck: {counted(sight.deck_count, 'card')}; resolved: {len(sight.done)}.",
        f"Blessings: {sight.blessings}; Rests in a row: {sight.rests} of {len(sight.areas)}.",
    ]
    if sight.spirit is not None:
        said.append(_spirit(sight))
    if sight.marker != "-":
        said.append(
            "The marker is gone for good." if sight.marker == "x" else f"The marker is on {_marked(sight)}."
        )
    return [*said, *(_area(sight, area) for area in sight.areas)]


def _target(sight: Sight, target: Target) -> str:
    return f"{_card(sight.edition, target.card)}{_with(sight, target.committed)}"


def _with(sight: Sight, slips: tuple[Committed, ...]) -> str:
    said = [
        f"{_card(sight.edition, slip.card)} until {possessive(sight.name(slip.seat))} turn" for slip in slips
    ]
    return f" with {listed(said)}" if said else ""


def _spirit(sight: Sight) -> str:
    assert sight.spirit is not None
    segments = sight.edition.levels[sight.level - 1].segments
    left = [asked(segment.icons, segment.count) for segment in segments[sight.spirit.resolved :]]
    told = f"still {', then '.join(left)}" if left else "all resolved"
    return f"Spider Spirit: {told}{_with(sight, sight.spirit.committed)}."


def _area(sight: Sight, area: Area) -> str:
    """A player's cards as far as they are seen."""
    seen, edition = area.seen, sight.edition
    said = [_cards(edition, seen.hand, seen.hand_count, "in hand")]
    if seen.storage:
        said.append(_cards(edition, seen.storage, len(seen.storage), "stored"))
    if seen.chosen_count:
        chosen = None if seen.chosen is None else tuple(card[1:] for card in seen.chosen)
        said.append(_cards(edition, chosen, seen.chosen_count, "laid away"))
    if seen.relics:
        said.append(f"{listed(seen.relics)} somewhere hidden")
    said.append(f"deck {seen.deck_count}")
    said.append(f"discards {' '.join(seen.discards)}" if seen.discards else "no discards")
    return f"{edition.characters[area.character].name}: {'; '.join(said)}."


def _cards(edition: Edition, cards: tuple[str, ...] | None, count: int, where: str) -> str:
    if cards is None and count:
        return f"{counted(count, 'hidden card')} {where}"
    return f"{', '.join(_card(edition, card) for card in cards)} {where}" if cards else f"nothing {where}"


def _card(edition: Edition, text: str) -> str:
    card = edition.cards[text.rstrip("'")]
    if isinstance(card, Equipment):
        return f"{text} {ICONS[card.faces[text.endswith(chr(39))]].name}"
    if isinstance(card, Relic):
        return f"Relic {text}"
    return f"{text} {asked(card.icons, card.count)}{' locking' if card.locking else ''}"

"""A picture in words: what it shows, its heading, and its description for people who cannot see it."""

from __future__ import annotations

from dataclasses import dataclass, fields

from silkenweb.edition import Equipment, Relic
from silkenweb.game.areas import Committed, Target
from silkenweb.game.perspective import Area, Sight
from silkenweb.text import Words
from silkenweb.text.decision_text import decision, ending
from silkenweb.text.names import Naming


@dataclass(frozen=True, slots=True)
class Shown(Sight):
    """A Sight with its words."""

    words: Words

    @classmethod
    def of(cls, sight: Sight, words: Words) -> Shown:
        """Return a sight with these words."""
        return cls(**{field.name: getattr(sight, field.name) for field in fields(Sight)}, words=words)

    @property
    def naming(self) -> Naming:
        """The names of cards and icons."""
        return Naming(self.words, self.edition, [area.character for area in self.areas])

    @property
    def slant(self) -> str:
        """The style of words about missing things: Chinese is never slanted."""
        return "normal" if self.words.upright else "italic"

    def name(self, seat: int) -> str:
        """Return the character's name."""
        return self.words.character(self.edition, self.areas[seat].character)

    def whose(self, seat: int) -> str:
        """Return the possessive of the character's name: "Bajie's"."""
        return possessive(self.words, self.name(seat))


def possessive(words: Words, name: str) -> str:
    """Return the possessive of a name: `Bajie's`, `Tripitakas'`."""
    return words("name.whose.s" if name.endswith("s") else "name.whose", name=name)


SILENT = ("keep", "turn", "take", "rotate")


def heading(shown: Shown) -> str:
    """Return who decides what, in short."""
    if shown.seat is None:
        return ending(shown, shown.naming)
    again = shown.phase == "turn" and "p" in shown.turn
    return shown.words("decides.again" if again else f"decides.{shown.phase}", name=shown.name(shown.seat))


def beside(shown: Shown) -> str:
    """Return whether players must be silent, where the marker is, and whose view this is."""
    words = shown.words
    said = [words("silence.on" if shown.phase in SILENT else "silence.off")]
    if shown.marker == "x":
        said.append(words("picture.marker.gone"))
    elif shown.marker != "-":
        said.append(words("picture.marker", place=_marked(shown)))
    said.append(
        words("picture.open")
        if shown.viewer is None
        else words("picture.seen", name=shown.name(shown.viewer))
    )
    return " · ".join(said)


def _marked(shown: Shown) -> str:
    if "." not in shown.marker:
        return shown.marker
    character, icon = shown.marker.split(".")
    whose = possessive(shown.words, shown.words.character(shown.edition, character))
    return shown.words("picture.sheet.icon", whose=whose, icon=shown.naming.icon(icon))


def assumed(shown: Shown) -> str:
    """Return that some cards are only assumed, and how they are marked."""
    return shown.words("assumed.legend")


def title(shown: Shown) -> str:
    """Return the contents of the picture in one line."""
    told = {"level": shown.level, "heading": heading(shown)}
    if shown.viewer is None:
        return shown.words("picture.title", **told)
    return shown.words("picture.title.seen", **told, name=shown.name(shown.viewer))


def sentences(shown: Shown) -> list[str]:
    """Return everything that the picture shows: the table, then a sentence for each player."""
    words = shown.words
    row = words("list.comma").join(_target(shown, target) for target in shown.row)
    cards = shown.naming.counted(shown.deck_count, "card")
    said = [
        decision(shown, shown.naming),
        words("table.summary.row", cards=row) if row else words("table.summary.row.empty"),
        words("picture.piles", cards=cards, done=len(shown.done)),
        words("picture.team", blessings=shown.blessings, rests=shown.rests, players=len(shown.areas)),
    ]
    if shown.spirit is not None:
        said.append(_spirit(shown))
    if shown.marker == "x":
        said.append(words("picture.marker.gone.sentence"))
    elif shown.marker != "-":
        said.append(words("picture.marker.sentence", place=_marked(shown)))
    return [*said, *(_area(shown, seat) for seat in range(len(shown.areas)))]


# -- cards ---------------------------------------------------------------------------------------------


def _target(shown: Shown, target: Target) -> str:
    return _with(shown, _card(shown, target.card), target.committed)


def _with(shown: Shown, said: str, slips: tuple[Committed, ...]) -> str:
    if not slips:
        return said
    until = (
        shown.words("picture.until", card=_card(shown, slip.card), whose=shown.whose(slip.seat))
        for slip in slips
    )
    return shown.words("picture.with", said=said, slips=shown.naming.listed(until))


def _spirit(shown: Shown) -> str:
    assert shown.spirit is not None
    segments = shown.edition.levels[shown.level - 1].segments
    left = [shown.naming.needs(each.icons, each.count) for each in segments[shown.spirit.resolved :]]
    told = (
        shown.words("picture.spirit.left", segments=shown.words("list.then").join(left))
        if left
        else shown.words("picture.spirit.done")
    )
    told = _with(shown, told, shown.spirit.committed)
    return shown.words("picture.spirit", told=told)


def _area(shown: Shown, seat: int) -> str:
    """Return a player's cards, as far as they can be seen."""
    words, area = shown.words, shown.areas[seat]
    said = words("list.notes").join(_holding(shown, area))
    return words("picture.area", name=shown.name(seat), said=said)


def _holding(shown: Shown, area: Area) -> list[str]:
    words, seen = shown.words, area.seen
    said = [_cards(shown, seen.hand, seen.hand_count, "hand")]
    if seen.storage:
        said.append(_cards(shown, seen.storage, len(seen.storage), "stored"))
    if seen.chosen_count:
        chosen = None if seen.chosen is None else tuple(card[1:] for card in seen.chosen)
        said.append(_cards(shown, chosen, seen.chosen_count, "chosen"))
    if seen.relics:
        said.append(words("picture.relics", relics=shown.naming.listed(seen.relics)))
    said.append(words("picture.deck", count=seen.deck_count))
    cards = " ".join(seen.discards)
    said.append(words("picture.discards", cards=cards) if cards else words("picture.discards.none"))
    return said


def _cards(shown: Shown, cards: tuple[str, ...] | None, count: int, where: str) -> str:
    """Return the cards in hand, in storage or chosen to be discarded; `where` ends the keys."""
    if cards is None and count:
        return shown.words(f"picture.{where}", cards=shown.naming.counted(count, "hidden"))
    told = shown.words("list.comma").join(_card(shown, card) for card in cards or ())
    return shown.words(f"picture.{where}", cards=told or shown.words("list.nothing"))


def _card(shown: Shown, text: str) -> str:
    card = shown.edition.cards[text.rstrip("'")]
    words, naming = shown.words, shown.naming
    if isinstance(card, Equipment):
        return words("label.equipment", id=text, icon=naming.icon(card.faces[text.endswith("'")]))
    if isinstance(card, Relic):
        return words("label.relic", id=text)
    key = "picture.threat.locking" if card.locking else "label.threat"
    return words(key, id=text, needs=naming.needs(card.icons, card.count))

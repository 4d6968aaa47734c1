"""Reading the text of a View back: what stands there is what some seat could see, or a NotationError says
where not.

What is hidden is filled in, in any way that agrees with the counts; the position so made is read as strictly
as any other, and its View must have the very text. So the filling leaves no trace.
"""

from __future__ import annotations

import re

from silkenweb.edition.argument import EditionLike, edition_of
from silkenweb.errors import NotationError, quote, shorten
from silkenweb.game.notation import NONE, listed
from silkenweb.game.parsing import FIELDS, MAX_TEXT, parse_position
from silkenweb.game.state import TAKE
from silkenweb.game.tables import Tables, tables_for
from silkenweb.game.view import HIDDEN, View

PARTS = 7  # of a seat: as in a position's text, and its Relics among what is hidden
_COUNT = re.compile(r"\?([1-9][0-9]{0,3})", re.ASCII)
_CARD = re.compile(r"[A-Za-z0-9]+", re.ASCII)


def parse_view(text: str, edition: EditionLike | None = None) -> View:
    """The View of a text that `View.text` gave. Raises NotationError where no seat could see that."""
    if not isinstance(text, str):
        raise NotationError(f"a view is a text, not {type(text).__name__}", where="view")
    if len(text) > MAX_TEXT:
        raise NotationError(f"longer than {MAX_TEXT} characters", where="view")
    names, values = _fields(text)
    tables = tables_for(edition_of(edition), tuple(names))
    viewer = values["view"]
    if not viewer.isdecimal() or int(viewer) >= tables.players:
        raise NotationError("the number of a seat stands here", where="view", text=viewer)
    state = parse_position(_Filling(tables, values).position(), tables.edition)
    view = View(state, int(viewer))
    if view.text != text:
        raise NotationError(_difference(text, view.text), where="view")
    return view


def _fields(text: str) -> tuple[list[str], dict[str, str]]:
    """The characters, and what stands in each field."""
    parts = [part.partition("=") for part in text.split(" ")]
    names = [name for name, _, _ in parts]
    for place, name in enumerate(("view", *FIELDS)):
        if names[place : place + 1] != [name]:
            found = names[place] if place < len(names) else "nothing"
            raise NotationError(f"here comes the field {quote(name)}", where=f"field {place + 1}", text=found)
    return names[1 + len(FIELDS) :], {name: value for name, _, value in parts}


def _difference(mine: str, right: str) -> str:
    for one, other in zip(mine.split(" "), right.split(" "), strict=False):
        if one != other:
            return f"no seat sees it so: {quote(one)} would be {quote(other)}"
    return "no seat sees it so"


class _Filling:
    """Puts cards where a view has only counts."""

    def __init__(self, tables: Tables, values: dict[str, str]) -> None:
        self.tables, self.values = tables, values
        self.shown = {card for value in values.values() for card in _CARD.findall(value)}

    def position(self) -> str:
        """A position's text that agrees with the view."""
        tables, values = self.tables, dict(self.values)
        unseen = [target for target in tables.targets if target not in self.shown]
        count = self._count(values["deck"], "deck")
        if count > len(unseen):
            raise NotationError(f"only {len(unseen)} Threat Cards lie nowhere open", where="deck")
        values["deck"] = listed(unseen[:count])
        for seat, name in enumerate(tables.characters):
            values[name] = self._seat(seat, name, values)
        return " ".join(f"{name}={values[name]}" for name in (*FIELDS, *tables.characters))

    def _seat(self, seat: int, name: str, values: dict[str, str]) -> str:
        parts = values[name].split("/")
        if len(parts) != PARTS:
            raise NotationError(
                f"{PARTS} parts split by '/' stand here", where=name, text=shorten(values[name])
            )
        sheet, hand, deck, pile, store, chosen, relics = parts
        hidden = [card for card in self.tables.equipment[seat] if card not in self.shown]
        hidden += [] if relics == NONE else relics.split(",")
        if values["phase"] == TAKE and values["seat"] == str(seat) and values["taking"] == HIDDEN:
            values["taking"] = self._take(hidden, 1, name)[0]
        if hand.startswith(HIDDEN):
            hand = listed(sorted(self._take(hidden, self._count(hand, name), name)))
        if chosen.startswith(HIDDEN):
            chosen = "".join(
                f"-{card}" for card in sorted(self._take(hidden, self._count(chosen, name), name))
            )
        deck = listed(self._take(hidden, self._count(deck, name), name))
        if hidden:
            raise NotationError(f"{listed(hidden)} would be nowhere", where=name, text=shorten(values[name]))
        return "/".join((sheet, hand, deck, pile, store, chosen))

    def _take(self, hidden: list[str], count: int, where: str) -> list[str]:
        """So many of the hidden cards, which are then placed."""
        if count > len(hidden):
            raise NotationError("more cards are hidden than there are", where=where)
        taken = hidden[:count]
        del hidden[:count]
        return taken

    def _count(self, text: str, where: str) -> int:
        found = _COUNT.fullmatch(text)
        if text != NONE and not found:
            raise NotationError("a number of hidden cards (?3) stands here, or '-'", where=where, text=text)
        return int(found[1]) if found else 0

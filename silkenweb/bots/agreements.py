"""What the players of `convention` agree on before a level, while talk is free (S8).

Each field can be left out, to measure what it is worth: `"convention:without=turning"`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from silkenweb.errors import SilkenwebError, quote


@dataclass(frozen=True, slots=True)
class Agreements:
    """The agreements, each on or off."""

    places: bool = True
    """The k-th seat from the start player keeps a match for the k-th Threat of the row."""
    resting: bool = True
    """A Rest says: my hand, as it lay, has no Equipment for what is next in line."""
    turning: bool = True
    """A Rest that rotates says: next time I shall probably serve what is next in line now."""
    one_each: bool = True
    """One target a turn, even where more could be done: who can serve the next one holds the line for a
    lap, and the others may turn their hands."""
    pausing: bool = True
    """A Relic at the front can wait: who wants to turn the hand rests, the last one claims."""
    daring: bool = True
    """What is rare (Relics, abilities, Ranged far off) is spent by the odds that nobody still to come in this
    chain of Rests can serve, not only by the last one."""
    segments: bool = True
    """Segments are left for when the row is stuck: anybody can always break a chain of Rests there."""
    storage: bool = True
    """Wujing stores whatever he may, for everybody; who begins to play from it plays all he can of it."""
    last_blessings: bool = True
    """Blessings are for the last level: there the last to rest lets the row's next card go."""
    marker: bool = True
    """Tang Sanzang marks the leftmost card of the row that his hand can serve; the cards before it he
    can't."""

    def without(self, names: str) -> Agreements:
        """With these left out (names with `+` between); raises SilkenwebError for a name that there isn't."""
        known = [field.name for field in fields(self)]
        chosen = [name for name in names.split("+") if name]
        for name in chosen:
            if name not in known:
                raise SilkenwebError(f"there is no agreement {quote(name)}; there are {', '.join(known)}")
        return replace(self, **dict.fromkeys(chosen, False))

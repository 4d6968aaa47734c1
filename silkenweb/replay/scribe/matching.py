"""Each card in a place that it may lie in, each place with one card: a perfect matching, or none."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

Allowed = Mapping[str, Collection[tuple[int, int]]]


def match(
    allowed: Allowed, places: Sequence[int], prefer: Callable[[str, int], int] | None = None
) -> dict[str, int] | None:
    """A place (its kind) for each card, or None. `allowed`: the places that a card may lie in, each with a
    side; `places`: each kind as often as it holds a card. `prefer` orders what is tried first.
    """
    if len(allowed) != len(places):
        return None
    slots_of: dict[int, list[int]] = {}
    for slot, place in enumerate(places):
        slots_of.setdefault(place, []).append(slot)
    kinds: dict[str, list[int]] = {}
    for card, options in allowed.items():
        kinds[card] = list(dict.fromkeys(place for place, _ in options if place in slots_of))
        if prefer is not None:
            kinds[card] = [
                place for _, place in sorted((prefer(card, place), place) for place in kinds[card])
            ]
    holder: list[str | None] = [None] * len(places)
    for card in sorted(kinds, key=lambda each: len(kinds[each])):
        if not _place(card, kinds, slots_of, holder, set()):
            return None
    return {card: places[slot] for slot, card in enumerate(holder) if card is not None}


def _place(
    card: str,
    kinds: Mapping[str, Sequence[int]],
    slots_of: Mapping[int, Sequence[int]],
    holder: list[str | None],
    tried: set[int],
) -> bool:
    """Find the card a slot, moving others on where they have another (Kuhn's augmenting path)."""
    slots = [slot for kind in kinds[card] for slot in slots_of[kind]]
    for slot in slots:
        if holder[slot] is None:
            holder[slot] = card
            return True
    for slot in slots:
        if slot in tried:
            continue
        tried.add(slot)
        other = holder[slot]
        assert other is not None
        if _place(other, kinds, slots_of, holder, tried):
            holder[slot] = card
            return True
    return False

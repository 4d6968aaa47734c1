"""The lower part of a picture: a strip for each player, with hand, storage and piles."""

from __future__ import annotations

from typing import Final, NamedTuple

from silkenweb.game.perspective import Area
from silkenweb.widgets.picture.blocks import Block, beside, flow, lines, pile, stack
from silkenweb.widgets.picture.board import INNER, marker
from silkenweb.widgets.picture.card_art import BOX, back, card, icon, mark
from silkenweb.widgets.picture.description import Shown
from silkenweb.widgets.picture.ink import fit, shape, vertical, words, wrap

_LEFT: Final = 150  # where the cards start
_RIGHT: Final = 144  # the width of the piles
_CARDS: Final = INNER - _LEFT - _RIGHT - 12
_SIZES: Final = {2: 56, 3: 54, 4: 52, 5: 50}
_GAP: Final = 5


class _Held(NamedTuple):
    """A group of cards, and a word beside it."""

    title: str
    cards: tuple[str | None, ...]  # None: a back
    scale: float = 0.92


def strip(sight: Shown, seat: int) -> Block:
    """Return a player's area, with a mark if the player decides."""
    area = sight.areas[seat]
    left, middle, right = _who(sight, seat), _cards(sight, area), _piles(sight, area)
    height = max(left.height, middle.height, right.height) + 14
    decides = sight.seat == seat
    frame = (
        shape(
            "rect",
            fill="panel",
            stroke="ink",
            stroke_width=2,
            x=1,
            y=1,
            width=INNER - 2,
            height=height - 2,
            rx=6,
        )
        if decides
        else shape("path", stroke="thread", d=f"M0 {height - 0.5:.4g}H{INNER}")
    )
    drawn = [
        frame,
        left.at(8, (height - left.height) / 2),
        middle.at(_LEFT, (height - middle.height) / 2),
        right.at(INNER - _RIGHT, 8),
    ]
    return Block("".join(drawn), INNER, height)


def _who(sight: Shown, seat: int) -> Block:
    area = sight.areas[seat]
    room = _LEFT - 48
    blocks = [
        lines(
            [fit(line, 14, room) for line in wrap(sight.name(seat), 14, room)[:2]],
            14,
            serif=True,
            font_weight="600",
        )
    ]
    if area.player:
        blocks.append(lines([fit(area.player, 10.5, room)], 10.5, colour="muted"))
    said = [sight.words("seat.ability.unused" if area.seen.unflipped else "picture.ability.used")]
    said += [sight.words("picture.start")] if sight.start == seat else []
    blocks.append(lines(said, 9.5, colour="muted"))
    if sight.seat == seat:
        pill = shape("rect", fill="ink", x=0, y=2, width=54, height=16, rx=8)
        blocks.append(
            Block(
                pill
                + words(
                    27,
                    13.5,
                    sight.words("seat.decides"),
                    10.5,
                    colour="panel",
                    font_weight="600",
                    text_anchor="middle",
                ),
                54,
                18,
            )
        )
    told = stack(blocks, 1)
    return Block(
        mark(area.character, 0, 0, 26) + told.at(36, 0) + _pointer(sight, area), _LEFT, max(28, told.height)
    )


def _pointer(sight: Shown, area: Area) -> str:
    """Return the marker, if it points at an icon of this player's sheet."""
    character, dot, pointed = sight.marker.partition(".")
    if not dot or character != area.character:
        return ""
    return marker(-3, 27, 16) + icon(pointed, 13, 29, 14)


# -- the cards -----------------------------------------------------------------------------------------


def _cards(sight: Shown, area: Area) -> Block:
    size = _SIZES.get(len(sight.areas), 50)
    drawn: list[Block] = []
    for place, held in enumerate(held for held in _held(sight, area) if held.cards):
        cards = [_card(sight, text, size * held.scale) for text in held.cards]
        if held.title:
            height = cards[0].height
            title = _title(held.title, height, first=place == 0, upright=sight.words.upright)
            cards[0] = beside([title, cards[0]], _GAP)
        drawn += cards
    if not area.seen.hand_count:
        none = sight.words("picture.hand.none")
        drawn.insert(0, Block(words(0, 14, none, 11, colour="muted", font_style=sight.slant), 100, 20))
    notes = _notes(sight, area)
    cards_in_lines = flow(drawn, _CARDS, _GAP)
    return stack([cards_in_lines, *([lines(notes, 10, colour="muted")] if notes else [])], 3)


def _held(sight: Shown, area: Area) -> list[_Held]:
    seen, said = area.seen, sight.words
    chosen = seen.chosen if seen.chosen is not None else (None,) * seen.chosen_count
    return [
        _Held("", seen.hand if seen.hand is not None else (None,) * seen.hand_count, 1),
        _Held(said("picture.title.stored"), seen.storage),
        _Held(
            said("picture.title.discarded"),
            tuple(text and text[1:] for text in chosen if text is None or text[0] == "-"),
        ),
        _Held(
            said("picture.title.storing"),
            tuple(text[1:] for text in chosen if text is not None and text[0] == "^"),
        ),
    ]


def _drawn(sight: Shown, text: str | None, size: float) -> str:
    if text is None:
        return back(size)
    return card(sight.edition, text, size, text.rstrip("'") in sight.assumed)


def _card(sight: Shown, text: str | None, size: float) -> Block:
    return Block(_drawn(sight, text, size), size, size * BOX[1] / BOX[0])


def _title(text: str, height: float, *, first: bool, upright: bool) -> Block:
    line = "" if first else shape("path", stroke="edge", stroke_dasharray="3 3", d=f"M2 0V{height:.4g}")
    return Block(line + vertical(14, height / 2, text, 9.5, upright=upright, colour="muted"), 18, height)


def _notes(sight: Shown, area: Area) -> list[str]:
    said = []
    if sight.phase == "take" and sight.seat is not None and sight.areas[sight.seat] is area:
        taking = sight.taking
        hidden = taking in (None, "?")
        said.append(
            sight.words("seat.taking.hidden") if hidden else sight.words("picture.taking", card=taking)
        )
    if area.seen.relics:
        said.append(sight.words("seat.relics", relics=sight.naming.listed(area.seen.relics)))
    return wrap(sight.words("list.notes").join(said), 10, _CARDS)


# -- the piles -----------------------------------------------------------------------------------------


def _piles(sight: Shown, area: Area) -> Block:
    seen = area.seen
    both = beside(
        [
            pile(seen.deck_count, [sight.words("seat.deck")], 62, 38, "panel"),
            pile(len(seen.discards), [sight.words("seat.discards")], 62, 38, "card"),
        ],
        8,
    )
    discards = " ".join(card + "?" * (card in sight.assumed) for card in seen.discards)
    return stack([both, lines(wrap(discards, 8.5, _RIGHT - 8), 8.5, colour="muted")], 2)

"""The upper part of a picture: levels, the deciding player, tokens, the row with its piles, the spirit."""

from __future__ import annotations

from typing import Final

from silkenweb.edition import Level, Relic, Segment, Threat
from silkenweb.game.areas import Committed
from silkenweb.widgets.picture import description
from silkenweb.widgets.picture.blocks import Block, beside, flow, lines, pile
from silkenweb.widgets.picture.card_art import card, icon, mark, segment, slip_icon
from silkenweb.widgets.picture.description import Shown
from silkenweb.widgets.picture.ink import at, fit, group, shape, vertical, words, wrap
from silkenweb.widgets.picture.ink import width as text_width

INNER: Final = 864
LIFTED: Final = 8  # how far the next card in line is above the others
_TOKENS: Final = 5  # the most Blessings that are drawn one by one


# -- the head ------------------------------------------------------------------------------------------


def head(sight: Shown) -> Block:
    """Return the track of levels, the tokens, and in large letters who decides what."""
    beside_it = description.beside(sight)
    drawn = [
        _track(sight),
        _team(sight),
        _heading(sight, INNER - text_width(beside_it, 11) - 16),
        words(INNER, 51, beside_it, 11, colour="muted", text_anchor="end"),
        shape("path", stroke="thread", d=f"M0 64H{INNER}"),
    ]
    return Block("".join(drawn), INNER, 65)


def _heading(sight: Shown, most: float) -> str:
    """Return the heading, as large as there is room for."""
    text = description.heading(sight)
    size = next((size for size in (21, 18, 15) if text_width(text, size) <= most), 15)
    colour = {"won": "relic", "lost": "accent"}.get(sight.phase, "ink")
    return words(0, 52, fit(text, size, most), size, serif=True, font_weight="600", colour=colour)


def _track(sight: Shown) -> str:
    last = len(sight.edition.levels)
    won = sight.phase == "won"
    drawn = [shape("path", stroke="edge", d=f"M13 14H{13 + 40 * (last - 1)}")]
    for level in sight.edition.levels:
        now, cleared = level.level == sight.level and not won, level.level < sight.level or won
        drawn.append(_level(level, 13 + 40 * (level.level - 1), now, cleared))
    return "".join(drawn)


def _level(level: Level, x: float, now: bool, cleared: bool) -> str:
    fill, ink = ("ink", "surface") if now else ("panel", "ink") if cleared else ("surface", "muted")
    edge = "ink" if now or cleared else "edge"
    drawn = [
        shape("circle", fill=fill, stroke=edge, cx=x, cy=14, r=12 if now else 10),
        words(
            x, 18.5, str(level.level), 13, colour=ink, serif=True, font_weight="600", text_anchor="middle",
            text_decoration="line-through" if cleared else "none",
        ),
    ]  # fmt: skip
    if level.segments:
        drawn.append(shape("rect", fill="surface", x=x + 12, y=8, width=14, height=12))
        drawn.append(icon("spider", x + 13, 8, 12, "muted"))
    return "".join(drawn)


def _team(sight: Shown) -> str:
    """Return Blessings as tokens, and Rests as a chain that fills towards the danger; from the right edge."""
    players = len(sight.areas)
    count = sight.words("rests.of", rests=sight.rests, players=players)
    drawn = [words(INNER, 18, count, 13, font_weight="600", text_anchor="end")]
    x = INNER - 54 - 14 * players
    drawn += [_link(x + 14 * place, place < sight.rests, place == players - 1) for place in range(players)]
    drawn.append(words(x - 6, 18, sight.words("rests.title"), 11, colour="muted", text_anchor="end"))
    x -= 62
    drawn.append(words(x, 18, str(sight.blessings), 13, font_weight="600", text_anchor="end"))
    x -= 8 * len(str(sight.blessings)) + 6
    shown = min(sight.blessings, _TOKENS)
    x -= 19 * shown
    drawn += [icon("blessing", x + 19 * place, 4, 18, "ink") for place in range(shown)]
    drawn.append(words(x - 6, 18, sight.words("blessings.title"), 11, colour="muted", text_anchor="end"))
    return "".join(drawn)


def _link(x: float, full: bool, danger: bool) -> str:
    colour = "accent" if danger else "ink" if full else "edge"
    fill, edge = (colour, "surface") if full else ("surface", colour)
    dashes = "4 3" if danger and not full else "none"
    return shape(
        "rect", fill=fill, stroke=edge, stroke_width=2, stroke_dasharray=dashes,
        x=x, y=8, width=18, height=12, rx=6,
    )  # fmt: skip


# -- the row -------------------------------------------------------------------------------------------


def middle(sight: Shown) -> Block:
    """Return the Threat Row from the start marker, with its committed cards and the piles at its end.

    The Spider Spirit is beside the row if there is room, or else below it.
    """
    start = group(
        shape("rect", fill="panel", stroke="edge", x=0.5, y=LIFTED + 0.5, width=18, height=50, rx=5),
        vertical(13, LIFTED + 25.5, sight.words("row.start.short"), 11, upright=sight.words.upright,
                 serif=True),
    )  # fmt: skip
    piles = beside(
        [
            pile(sight.deck_count, _both(sight, "picture.pile.threat"), 58, 70, "panel"),
            pile(len(sight.done), [sight.words("row.done")], 58, 70, "card"),
        ],
        6,
    )
    room = INNER - 30 - piles.width - 14
    cards, spirit = _cards(sight, room), _spirit(sight, INNER)
    drawn = [start, cards.at(30, 0), piles.at(INNER - piles.width, LIFTED)]
    height = max(cards.height, LIFTED + piles.height)
    if spirit and cards.width + 24 + spirit.width <= room:
        drawn.append(spirit.at(30 + room - spirit.width, LIFTED))
        height = max(height, LIFTED + spirit.height)
    elif spirit:
        drawn.append(spirit.at(0, height + 8))
        height += 8 + spirit.height
    return Block("".join(drawn), INNER, height)


def _cards(sight: Shown, most: float) -> Block:
    if not sight.row:
        text = words(6, LIFTED + 38, sight.words("row.empty"), 13, colour="muted", font_style=sight.slant)
        return Block(text, 160, 60)
    count = len(sight.row)
    size, gap = (66, 10) if count <= 9 else (54, 7) if count <= 20 else (45, 5)
    return flow((_slot(sight, place, size) for place in range(count)), most, gap)


def _slot(sight: Shown, place: int, size: float) -> Block:
    """Return a card of the row, with slips on its lower edge and words below."""
    target = sight.row[place]
    y = 0 if place == 0 else LIFTED
    height = size * 1.4
    drawn = [group(card(sight.edition, target.card, size, target.card in sight.assumed), transform=at(0, y))]
    if place == 0:
        shadow = shape("rect", fill="thread", x=2, y=6, width=size - 2, height=height, rx=6)
        drawn.insert(0, shadow)
    if sight.marker == target.card:
        drawn.append(marker(-8, y - 8, 22))
    slips = _slips(sight, target.committed)
    captions = [line for text in _captions(sight, place) for line in wrap(text, 10, max(size, 76))]
    said = lines(captions, 10, colour="ink" if place == 0 else "muted")
    broadest = max([size, slips.width, *(text_width(line, 10) for line in captions)])
    below = y + height - 4
    drawn.append(slips.at(2, below))
    below = max(LIFTED + height + 2, below + slips.height + 2)
    drawn.append(said.at(0, below))
    return Block("".join(drawn), broadest, below + said.height)


def marker(x: float, y: float, size: float) -> str:
    """Return Tang Sanzang's marker."""
    disc = shape("circle", fill="card", cx=x + size / 2, cy=y + size * 0.37, r=size * 0.3)
    return disc + icon("marker", x, y, size, "accent")


def _captions(sight: Shown, place: int) -> list[str]:
    found = sight.edition.cards[sight.row[place].card]
    said = []
    if place == 0:
        said.append(sight.words("row.next.claim" if isinstance(found, Relic) else "row.next"))
    if place == _last_lock(sight) and sight.deck_count:
        said.append(sight.words.count("row.locked", sight.deck_count))
    return said


def _last_lock(sight: Shown) -> int:
    found = [sight.edition.cards[target.card] for target in sight.row]
    return max(
        (place for place, each in enumerate(found) if isinstance(each, Threat) and each.locking), default=-1
    )


def _slips(sight: Shown, committed: tuple[Committed, ...]) -> Block:
    """Return committed cards: their owners, their icons, and when they expire."""
    y, drawn, broadest = 0.0, [], 0.0
    for slip in committed:
        until = fit(sight.words("slip.until", whose=sight.whose(slip.seat)), 9, 150)
        wide = max(58, text_width(until, 9) + 10)
        drawn.append(
            group(
                shape("rect", fill="card", stroke="ink", x=0.5, y=0.5, width=wide, height=29, rx=3),
                mark(sight.areas[slip.seat].character, 4, 3, 12),
                icon(slip_icon(sight.edition, slip.card), 19, 2.5, 13),
                words(35, 13, slip.card, 10, font_weight="600"),
                words(5, 25, until, 9, colour="muted"),
                transform=at(0, y),
            )
        )
        y += 32
        broadest = max(broadest, wide + 3)
    return Block("".join(drawn), broadest, max(0, y - 2))


# -- the spirit ----------------------------------------------------------------------------------------


def _spirit(sight: Shown, most: float) -> Block | None:
    """Return the segments in order, with the resolved ones ticked off; None in a level without them."""
    if sight.spirit is None:
        return None
    title = icon("spider", 20, 8, 28, "ink") + "".join(
        words(34, 50 + 13 * line, text, 11, serif=True, font_weight="600", text_anchor="middle")
        for line, text in enumerate(_both(sight, "picture.spirit"))
    )
    segments = sight.edition.levels[sight.level - 1].segments
    inside = flow((_segment(sight, place, asks) for place, asks in enumerate(segments)), most - 70, 8)
    return Block(title + inside.at(70, 0), 70 + inside.width, max(68, inside.height))


def _both(sight: Shown, key: str) -> list[str]:
    """Return a name on two lines."""
    return [sight.words(f"{key}.first"), sight.words(f"{key}.second")]


def _segment(sight: Shown, place: int, asks: Segment) -> Block:
    assert sight.spirit is not None
    next_ = place == sight.spirit.resolved
    state = "resolved" if place < sight.spirit.resolved else "next" if next_ else "later"
    slips = _slips(sight, sight.spirit.committed if next_ else ())
    below = max(67, 60 + slips.height)
    said = sight.words("segment.done" if state == "resolved" else f"segment.{state}")
    drawn = [
        group(segment(asks, 56, state), transform=at(5, 0)),
        slips.at(0, 58),
        words(33, below + 11, said, 10, colour="muted", text_anchor="middle"),
    ]
    return Block("".join(drawn), max(66, slips.width), below + 14)

"""The whole table in text, every picture with its words: `draw` makes the lines, another prints them."""

from __future__ import annotations

from rich.text import Text

from silkenweb.cli.cards import BOLD, DIM, as_it_lies, asks, missing
from silkenweb.cli.layout import behind, in_columns, wrap
from silkenweb.cli.output import Look
from silkenweb.cli.row import draw_row
from silkenweb.cli.seats import draw_seats
from silkenweb.edition import Threat
from silkenweb.edition.icons import asked
from silkenweb.game.narration import counted
from silkenweb.game.records import Committed
from silkenweb.game.sight import Sight, decision

LABEL = 14  # columns of the words at the left
MOST_SIGNS = 20  # drawn for a number


def draw(sight: Sight, look: Look) -> list[Text]:
    """The table as lines of at most the look's width."""
    empty = [Text()]
    lines = [_track(sight), *wrap(Text(decision(sight), BOLD), look.width), *empty]
    lines += _tokens(sight, look) + empty
    lines += [Text("Threat Row, next in line first", BOLD)]
    lines += draw_row(sight, look) or [Text("(no card)", DIM)]
    lines += _commitments(sight, look) + _deck(sight, look) + _spirit(sight, look)
    lines += draw_seats(sight, look)
    if sight.assumed:
        said = "? assumed, in a game from a real table: nobody saw the card lie so"
        lines += [Text(), *wrap(Text(said, DIM), look.width)]
    return lines


# -- the tokens ----------------------------------------------------------------------------------------


def _track(sight: Sight) -> Text:
    line = Text("Level ")
    for level in range(1, len(sight.edition.levels) + 1):
        line += Text(f"[{level}]", BOLD) if level == sight.level else Text(f" {level} ", DIM)
    line.rstrip()
    return line


def _tokens(sight: Sight, look: Look) -> list[Text]:
    players = len(sight.areas)
    blessings = f"{look.sign('●', 'o') * min(sight.blessings, MOST_SIGNS)} {sight.blessings}".strip()
    chain = look.sign("■", "#") * sight.rests + look.sign("□", ".") * (players - sight.rests)
    rests = f"{chain} {sight.rests} of {players} in a row"
    if sight.phase == "turn":
        price = "a Blessing is lost" if sight.blessings else "the game is lost"
        rests += f"; {players - sight.rests} more and {price}"
    lines = behind("Blessings", [Text(blessings)], LABEL)
    lines += behind("Rests", wrap(Text(rests), look.width - LABEL), LABEL)
    if sight.marker != "-":
        lines += behind("Marker", wrap(Text(_marker(sight)), look.width - LABEL), LABEL)
    return lines


def _marker(sight: Sight) -> str:
    if sight.marker == "x":
        return "removed from the game"
    if "." not in sight.marker:
        return f"on {sight.marker}"
    character, icon = sight.marker.split(".")
    return f"on {sight.edition.characters[character].name}'s sheet, at {asked((icon,), 1)}"


# -- what lies in the middle ---------------------------------------------------------------------------


def _commitments(sight: Sight, look: Look) -> list[Text]:
    lines = []
    for target in sight.row:
        if target.committed:
            lines += behind(target.card, _slips(sight, target.committed, look), LABEL)
    return lines


def _slips(sight: Sight, committed: tuple[Committed, ...], look: Look) -> list[Text]:
    said = [
        as_it_lies(sight.edition, slip.card) + Text(f" lies here until {sight.name(slip.seat)}'s next turn")
        for slip in committed
    ]
    return [line for slip in said for line in wrap(slip, look.width - LABEL)]


def _deck(sight: Sight, look: Look) -> list[Text]:
    width = look.width - LABEL
    said = Text(f"{counted(sight.deck_count, 'card')}" if sight.deck_count else "empty")
    locks = [target.card for target in sight.row if _locks(sight, target.card)]
    if sight.deck_count and locks:
        said.append(f", locked behind {locks[-1]}")
    lines = behind("Threat Deck", wrap(said, width), LABEL)
    if sight.deck:
        lines += behind("  next first", wrap(Text(" ".join(sight.deck), DIM), width), LABEL)
    done = f"{counted(len(sight.done), 'card')}: {' '.join(sight.done)}" if sight.done else "nothing"
    return lines + behind("Resolved", wrap(Text(done), width), LABEL)


def _locks(sight: Sight, card: str) -> bool:
    threat = sight.edition.cards[card]
    return isinstance(threat, Threat) and threat.locking


def _spirit(sight: Sight, look: Look) -> list[Text]:
    if sight.spirit is None:
        return []
    segments = sight.edition.levels[sight.level - 1].segments
    done, after = look.sign("✓", "x"), look.sign("·", ".")
    parts = []
    for place, segment in enumerate(segments):
        sign = done if place < sight.spirit.resolved else ">" if place == sight.spirit.resolved else after
        parts.append(Text(f"{sign} ") + asks(segment))
        if sign == ">" and sight.spirit.committed:
            parts[-1].append(f" (needs {missing(sight.edition, segment, sight.spirit.committed)} more)")
    lines = behind("Spider Spirit", in_columns(parts, look.width - LABEL), LABEL)
    return lines + behind("", _slips(sight, sight.spirit.committed, look), LABEL)

"""Exercises of `02_the_rules_by_example`: a pair, marks, a level to clear, your own position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from silkenweb.edition import Equipment, Threat
from silkenweb.edition.icons import ICONS
from silkenweb.errors import IllegalMove, SilkenwebError, quote, shorten
from silkenweb.game import Position
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.lesson_position import set_up
from silkenweb.teaching.results import Misread, Result, not_yet, right
from silkenweb.widgets import svg

MARKS: Final = ("printed", "ruling", "reconstructed")
STATED: Final = {
    "a": ("Ten of the 45 Threat Cards are Relics.", "printed"),
    "b": ("A *Combat x2* may be played where one Combat is missing; the other one is lost.", "ruling"),
    "c": ("At level 4 each player draws six cards.", "reconstructed"),
    "d": ("When everybody has rested in a row, the team loses a Blessing.", "printed"),
    "e": ("Whoever resolves the Threat to the left of a Relic may not decline the Relic.", "ruling"),
    "f": ("`WK2` has a *Combat x2* on its first face.", "reconstructed"),
}


def _pair_position() -> Position:
    return set_up("T05 T30 T12 R02 T19", deck="T13", wukong="WK2 WK5 WK7 WK8", bajie="BJ4")


def _pair(answer: Any) -> Result:
    position = _pair_position()
    move = answer_checks.as_move(answer, position)
    after = position.apply(move)
    gone = len(position.row) - len(after.row)
    picture = svg(after)
    if gone == 2 and len(move.targets) == 2:
        return right(
            "One card, two Threats (T6). Either *Combat x2* card works, and both are right.", picture=picture
        )
    if move.kind == "play":
        return not_yet(f"This move takes {gone} of them out of the row.", picture=picture)
    return not_yet("Give a single move that plays a card.", picture=picture)


def _marks(answer: Any) -> Result:
    items = answer.items() if isinstance(answer, Mapping) else ()
    marks = {answer_checks.as_text(key).casefold(): mark for key, mark in items}
    if set(marks) != set(STATED):
        raise Misread(
            'The answer should be a dict with the keys "a" to "f", such as `{"a": "printed", "b": ...}`.'
        )
    given = {key: answer_checks.as_text(mark).casefold() for key, mark in marks.items()}
    unknown = sorted(set(given.values()) - set(MARKS))
    if unknown:
        raise Misread(f"There is no mark {quote(unknown[0], 40)}; the marks are {', '.join(MARKS)}.")
    wrong = [key for key, (_, mark) in STATED.items() if given[key] != mark]
    if not wrong:
        return right("Rules are mostly printed or rulings, values of cards and levels mostly reconstructed.")
    said = f"{len(STATED) - len(wrong)} of {len(STATED)} are right."
    if any(given[key] == "printed" for key in wrong):
        said += " You marked something as printed that is not in the rulebook, which is the worst slip."
    elif any({given[key], STATED[key][1]} == {"ruling", "reconstructed"} for key in wrong):
        said += " A *ruling* interprets printed text; a value is *reconstructed* if nothing can be read."
    return not_yet(said)


def _level() -> Position:
    """Return a level that two players can clear only by paying for `T10` together, without abilities."""
    spent = ("wukong", "bajie")
    return set_up("T10 T19", deck="R03 T26", blessings=0, flipped=spent, wukong="WK1 WK3'", bajie="BJ4 BJ5'")


def _line(answer: Any) -> Result:
    if not isinstance(answer, Sequence) or isinstance(answer, str) or not answer:
        raise Misread('The answer should be a list of moves, such as `["play WK1>T10", "end"]`.')
    position = _level()
    for number, move in enumerate(answer, start=1):
        try:
            position = position.apply(answer_checks.as_move_text(move))
        except IllegalMove as no:
            return not_yet(
                f"Move {number}, `{shorten(str(move), 40)}`, is refused by {no.rule}: {no.reason}.",
                picture=svg(position),
            )
        except SilkenwebError as error:
            raise Misread(f"Move {number} cannot be read as a move. {shorten(str(error), 160)}") from None
        if position.phase == "lost":
            return not_yet(
                f"With move {number} the game is lost (B2): too many Rests.", picture=svg(position)
            )
        if position.level > 1:
            extra = len(answer) - number
            return right("The level is cleared." + (f" ({extra} moves too many.)" if extra else ""))
    return not_yet("All of these are legal, but the level is not cleared yet.", picture=svg(position))


def _stuck(answer: Any) -> Result:
    if not isinstance(answer, Position):
        raise Misread('The answer should be a position, such as `set_up("T13", wukong="WK6", bajie="")`.')
    if answer.phase != "turn" or answer.seat is None:
        raise Misread(
            "It should be somebody's turn in that position, as in every position that `set_up` returns."
        )
    hand = answer.seats[answer.seat].hand
    asked = {icon for target in answer.row for icon in _asks(answer, target.card)}
    fits = [card for card in hand if _pays(answer, card) in asked]
    picture = svg(answer)
    if len(fits) < 2:
        return not_yet(
            f"{len(fits)} of the cards in hand show an icon that the row requires; two should.",
            picture=picture,
        )
    plays = [move for move in answer.legal_moves() if move.kind == "play"]
    if plays:
        return not_yet(f"`{plays[0]}` can be played.", picture=picture)
    others = sorted({move.kind for move in answer.legal_moves()} - {"rest"})
    left = f"besides a Rest there is still: {', '.join(others)}" if others else "only a Rest is left"
    return right(
        f"Good cards and nothing to play; {left}. Was the front Threat to blame, or a Relic?", picture=picture
    )


def _asks(position: Position, card: str) -> tuple[str, ...]:
    found = position.edition.cards[card]
    return found.icons if isinstance(found, Threat) else ()


def _pays(position: Position, text: str) -> str:
    found = position.edition.cards[text.rstrip("'")]
    return ICONS[position.edition.shows(text)].pays if isinstance(found, Equipment) else ""


EXERCISES = (
    Exercise(
        "02.1",
        "It is Wukong's turn. Give **one move** (a text such as `play WK7>T05`) that takes **two** Threats "
        "out of the row. `T05` requires Combat, `T30` Combat or Web, `T12` two Combat.",
        check=_pair,
        expects='a move in quotes, such as `"play WK7>T05"`',
        hints=(
            "Which of his cards is worth two icons?",
            "T6: the leftmost card and the one beside it. A flexible Threat that lists Combat counts.",
            "The text has a `+` between the two: `play ...>T05+T30`.",
        ),
        solution="`WK2` and `WK5` show a *Combat x2*. Both `T05` and `T30` are single Combat Threats "
        "(`T30` by a ruling: it lists Combat), and they are side by side at the front. So `play "
        "WK2>T05+T30` and `play WK5>T05+T30` are right. `T12` must be paid separately: it requires two.",
        model='answer = "play WK2>T05+T30"',
        picture=lambda: svg(_pair_position()),
    ),
    Exercise(
        "02.2",
        "Which mark does each of these have: `printed`, `ruling` or `reconstructed`?\n\n"
        + "\n".join(f"- **{key}** {text}" for key, (text, _) in STATED.items())
        + '\n\nAnswer with a dict: `{"a": "printed", "b": ...}`.',
        check=_marks,
        expects='a dict such as `{"a": "printed", "b": "ruling", ...}`',
        hints=(
            "Two of each.",
            "The icons of the cards are not legible in the preview; the numbers of cards are.",
            "The marks of rules are above, at T5, B1 and T10. `edition.provenance(...)` gives those of "
            "values: `levels.4`, `WK2`, `relics`.",
        ),
        solution="**a** and **d** are printed. **b** and **e** are rulings: the rulebook says what the "
        "card does and what you take, but not whether you may waste it or decline. **c** and **f** are "
        "reconstructed: only level 1 is legible, and no face of an Equipment Card.",
        model='answer = {"a": "printed", "b": "ruling", "c": "reconstructed"}\n'
        'answer |= {"d": "printed", "e": "ruling", "f": "reconstructed"}',
    ),
    Exercise(
        "02.3",
        "All cards are visible, including the Threat Deck: `R03`, then `T26` (Fire). No Blessing is left, "
        "and "
        "both abilities have been used. **Clear this level**: give the list of all moves of both players, in "
        "order. Wukong begins. (`T10` requires "
        "two Combat, `T19` a Door. There is more than one way.)",
        check=_line,
        expects='a list of moves, such as `["play WK1>T10", "end", ...]`',
        hints=(
            "Neither of them can pay for `T10` alone. Who commits first, and who completes it?",
            "Which card can open the Door, and which one can pay for the Fire? Keep those.",
            'It begins with `"play WK1>T10", "end", "play BJ4>T10", "end"`. When the Door is open the '
            "Relic is claimed automatically, and the turn ends (T10).",
        ),
        solution="Wukong commits a Combat, Bajie adds one and completes `T10` before it expires. Then "
        "Wukong opens the Door: `R03` and `T26` are turned up, the Relic is at the front and he takes it, "
        "which ends his turn. Bajie has the Fire. `play WK1>T10`, `end`, `play BJ4>T10`, `end`, `play "
        "WK3>T19`, `play BJ5>T26`.",
        model='answer = ["play WK1>T10", "end", "play BJ4>T10", "end", "play WK3>T19", "play BJ5>T26"]',
        picture=lambda: svg(_level()),
    ),
    Exercise(
        "02.4",
        "Use `set_up` to make a position in which the player whose turn it is holds **at least two cards "
        "with icons that the row requires**, and still can play **none**. Then make it harder: no "
        "claim, and no ability either. Draw it with `sw.svg` for a friend: whose fault is it?",
        check=_stuck,
        expects='a position, such as `set_up("T13", wukong="WK6", bajie="")`',
        hints=(
            "Where must a card go that is not *Ranged*?",
            "Put something at the front that neither card pays for: another icon, or a Relic.",
            '`set_up("T19 T13 T14", wukong="...", bajie="")`: a Door at the front, two Webs behind it.',
        ),
        solution='`set_up("T19 T13 T14", wukong="WK2\' WK6\'", bajie="")`: two Webs in hand, two Webs in '
        'the row, and a Door before them. With `flipped=["wukong"]` his ability is gone too, and he can '
        "only rest. A Relic at the front blocks the row in the same way, but he could claim it.",
        model='answer = set_up("T19 T13 T14", flipped=["wukong"], wukong="WK2\' WK6\'", bajie="")',
        open=True,
    ),
)

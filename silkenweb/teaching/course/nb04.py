"""Exercises of `04_talking_without_words`: entropy, information, a code for the marker, an agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, product
from math import log, log2
from typing import Any, Final

from silkenweb.edition import Edition
from silkenweb.errors import quote
from silkenweb.game import Position
from silkenweb.replay import sample
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet, right
from silkenweb.widgets import svg

Hand = tuple[str, ...]

ENOUGH: Final = 2.5
"""Bits that the code of 04.3 has to convey."""


def entropy(chances: Mapping[Any, float]) -> float:
    """Return the entropy of a distribution, in bits."""
    return sum(chance * log2(1 / chance) for chance in chances.values() if chance)


def _shares(things: list[Any]) -> dict[Any, float]:
    return {thing: count / len(things) for thing, count in Counter(things).items()}


def _lesson() -> Position:
    return sample("lesson-what-silence-costs").node("4").position


@cache
def _cases() -> tuple[str, ...]:
    """Return the possible hidden cards of Wukong in the lesson, each either way up."""
    area = _lesson().view(1).seats[2]
    owned = Edition.load().characters["wukong"].cards
    return tuple(card + turned for card in owned if card not in area.discards for turned in ("", "'"))


def _icon(answer: Any) -> Result:
    edition = Edition.load()
    icons = _shares([edition.shows(card) for card in _cases()])
    slips = [
        (
            log2(12),
            "That is the entropy of the *card* and its orientation. Several of these cases show the same "
            "icon.",
        ),
        (log2(6), "That would be six equally likely icons. They are not."),
        (entropy(icons) * log(2), "That is in natural logarithms: bits take `log2`."),
        (1.959, "That is Bajie's card, from above. Wukong owns different cards."),
    ]
    why = (
        "Combat 4 of 12, three icons 2 of 12 each, two 1 of 12: a little less than six equally likely icons."
    )
    return answer_checks.number(answer, entropy(icons), within=0.006, slips=slips, why=why)


def _three_acts(answer: Any) -> Result:
    edition = Edition.load()

    def act(card: str) -> str:
        turned = card[:-1] if card.endswith("'") else f"{card}'"
        if edition.shows(card) == "web":
            return "serve"
        return "rest ~" if edition.shows(turned) == "web" else "rest"

    acts = _shares([act(card) for card in _cases()])
    two = {"web": acts["serve"], "none": 1 - acts["serve"]}
    slips = [
        (
            log2(3),
            "That would be right for three equally likely acts. How many of the twelve cases does each have?",
        ),
        (entropy(two), "That is for two acts, serve or rest. The rotation is a third one."),
        (log2(12), "That is the entropy before the act. How much of it is left after each act?"),
        (log2(12) - entropy(acts), "That is the entropy *left* on average, not the information of the act."),
    ]
    why = "Two cases serve, two rotate, eight just rest: the entropy of (1/6, 1/6, 2/3)."
    return answer_checks.number(answer, entropy(acts), within=0.006, slips=slips, why=why)


def _marker_position() -> Position:
    return sample("four-convention-won").node("18").position


@cache
def _hands() -> tuple[Hand, ...]:
    """Return the hands that Tang may hold there, as the others see it."""
    area = _marker_position().view(3).seats[2]
    cards = [card for card in Edition.load().characters["tang"].cards if card not in area.discards]
    return tuple(
        tuple(card + turned for card, turned in zip(three, turns, strict=True))
        for three in combinations(cards, 3)
        for turns in product(("", "'"), repeat=3)
    )


def _code(answer: Callable[[Hand], Any]) -> Result:
    if not callable(answer):
        raise Misread(
            "The answer should be a function of a hand: `def code(hand): ...`, then `answer = code`."
        )
    signals = {move.split()[1] for move in _marker_position().legal_moves() if move.kind == "signal"}
    said = {hand: answer(hand) for hand in _hands()}
    wrong = next((place for place in said.values() if place is not None and place not in signals), None)
    if wrong is not None:
        shown = quote(wrong, 40)
        return not_yet(
            f"{shown} is not a place for the marker here: `signals` lists all places, and None is no signal."
        )
    if any(answer(hand) != said[hand] for hand in reversed(_hands())):
        return not_yet("It gives two different signals for the same hand. A code depends only on the hand.")
    bits = entropy(_shares(list(said.values())))
    edition = Edition.load()
    means: dict[Any, set[bool]] = {}
    for hand, place in said.items():
        means.setdefault(place, set()).add(any(edition.shows(card) == "fire" for card in hand))
    mixed = next((place for place, fire in means.items() if len(fire) == 2), means)
    measured = f"It conveys {bits:.2f} bits."
    if mixed is not means:
        return not_yet(f"{measured} But `{mixed}` can mean a hand with a Fire, and one without.")
    if bits < ENOUGH:
        return not_yet(f"{measured} It leaves no doubt about the Fire, but {ENOUGH} bits are required.")
    return right(f"{measured} Every signal says whether there is a Fire. Could your friends remember it?")


def _agreement(answer: Any) -> Result:
    answer_checks.as_words(answer, 20, "the agreement, and how you would measure what it is worth")
    return handed_in(
        "No check can judge this. Let somebody who was not there read the agreement: what do they think it "
        "means in this row?"
    )


EXERCISES = (
    Exercise(
        "04.1",
        "The second game, at the same moment (`view`), through Tang's eyes: **Wukong** also holds one "
        "card. What is the **entropy of the icon** that it shows, in bits? (Three digits.)",
        check=_icon,
        expects="a number of bits, such as `1.25`",
        hints=(
            "Which six cards can it be? `unseen`, above, lists them. Each may be either way up.",
            "Count how many of the twelve faces show each icon. Then `entropy({icon: count / 12, ...})`.",
        ),
        solution="`WK1`, `WK2`, `WK3`, `WK5`, `WK6`, `WK8`: of their twelve faces four show Combat, two "
        "each *Combat x2*, Web and Fire, one each Door and *Ranged Combat*. So the entropy is 1/3 · "
        "log2(3) + 3 · 1/6 · log2(6) + 2 · 1/12 · log2(12), which is **2.418** bits.",
        model='shown = Counter(edition.shows(card + turned) for card in unseen for turned in ("", "\'"))\n'
        "answer = entropy({icon: count / 12 for icon, count in shown.items()})",
        picture=lambda: svg(_lesson(), 1),
    ),
    Exercise(
        "04.2",
        "The same card of Wukong's. A **Web** is next in line, and he follows the agreement with three "
        "acts: he serves if his card shows a Web; he rests and rotates if it would then show one; "
        'otherwise he just rests. How many bits does his act convey, on average? ("Serve" is one act, '
        "whichever "
        "card it is.)",
        check=_three_acts,
        expects="a number of bits, such as `1.25`",
        hints=(
            "Each case leads to one act. So what is the information of an act, on average?",
            "In how many of the twelve cases does he serve, rotate, rest?",
            "`tells(belief, three)`, with a belief of twelve cases of *his* card.",
        ),
        solution="Only `WK2` and `WK6` have a Web. So he serves in two cases of twelve, rotates in two and "
        "rests in eight. Each case leads to one act, so the information is the entropy of the act, "
        "that of (1/6, 1/6, 2/3): **1.252** bits. Bajie's act conveyed more, because he has more Webs.",
        model='answer = tells({card + turned: 1 / 12 for card in unseen for turned in ("", "\'")}, three)',
        picture=lambda: svg(_lesson(), 1),
    ),
    Exercise(
        "04.3",
        "Tang's marker in the first game again. **Design a code**: a function that takes a hand (a tuple "
        "such as `hands[0]`) and returns one of the `signals`, or None for no signal. It must convey at "
        "least "
        f"**{ENOUGH} bits**, and every signal must make certain whether the hand shows a **Fire**.",
        check=_code,
        expects="a function of a hand that gives one of `signals`, or None",
        hints=(
            "First split the hands into those with a Fire and those without. Use different places for the "
            "two.",
            "Then split further: does it show a Door? A Web? A Combat? Four yes-or-no answers need 16 "
            "places.",
            "`icons = {edition.shows(card) for card in hand}`, then a number from 0 to 15, then "
            "`signals[number]`.",
        ),
        solution="For each of the four icons, encode whether the hand shows it: add 1 for Fire, 2 for Door, "
        "4 "
        "for Web, 8 for Combat, and return `signals[number]`. Three cards can't show all combinations "
        "equally often, so it conveys less than 4 bits, but more than 3. No four friends would remember it "
        "in the heat of a game; a code that is easy to remember is worth more than its bits.",
        model="def code(hand):\n"
        "    icons = {edition.shows(card) for card in hand}\n"
        "    return signals[sum(2**k for k, icon in enumerate(SHEET) if icon in icons)]\n\n\n"
        "answer = code",
        picture=lambda: svg(_marker_position(), 3),
    ),
    Exercise(
        "04.4",
        "You play with two friends who have never played before. You may make **one** agreement before "
        "the level. Write it down as text that they would understand, and say how you would find out "
        "what it is worth: by which measure, in how many games, on which deals?",
        check=_agreement,
        expects="a text in quotes, of at least 20 words",
        hints=(
            "Which question comes up most often in a game? What could answer it at no cost?",
            "Is it easy to remember, and obvious to read? What if somebody slips?",
            "What do 16 games show about a difference of 3 points in 100? And if both teams play the same "
            "deals?",
        ),
        solution="One of many: *a player who can pay for the next in line does so at once; a player who "
        "rests can't.* "
        "It answers the question of every turn, costs nothing, and a slip does little harm. For bots it "
        "was worth 0.8 to 4.6 games in 100 (`resting`, above), measured on 1,000 deals, each played with "
        "it and without it.",
        model='answer = """A player who can pay for the next in line does so at once, so a Rest means: I '
        "cannot.\n"
        "We play forty deals with it and the same forty without it, and count the games that\n"
        'end differently."""',
        open=True,
    ),
)

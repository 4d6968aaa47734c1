"""Exercises of `04_talking_without_words`: an entropy, what acts tell, a code for the marker, a sentence."""

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
"""So many bits the code of 04.3 has to tell."""


def entropy(chances: Mapping[Any, float]) -> float:
    """In bits."""
    return sum(chance * log2(1 / chance) for chance in chances.values() if chance)


def _shares(things: list[Any]) -> dict[Any, float]:
    return {thing: count / len(things) for thing, count in Counter(things).items()}


def _lesson() -> Position:
    return sample("lesson-what-silence-costs").node("4").position


@cache
def _cases() -> tuple[str, ...]:
    """Wukong's hidden card of the lesson, either way up."""
    area = _lesson().view(1).seats[2]
    owned = Edition.load().characters["wukong"].cards
    return tuple(card + turned for card in owned if card not in area.discards for turned in ("", "'"))


def _icon(answer: Any) -> Result:
    edition = Edition.load()
    icons = _shares([edition.shows(card) for card in _cases()])
    slips = [
        (
            log2(12),
            "That is the entropy of the *card* and how it lies. Several of these cases show the same icon.",
        ),
        (log2(6), "That would be six icons, all alike likely. They are not."),
        (entropy(icons) * log(2), "That is in natural logarithms: bits take `log2`."),
        (1.959, "That is Bajie's card, from above. Wukong owns other cards."),
    ]
    why = "Combat 4 of 12, three icons 2 of 12 each, two 1 of 12: a little less than six icons alike likely."
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
            "So much three acts would tell if they were alike likely. How many of the twelve cases has each?",
        ),
        (entropy(two), "That is for two acts, serve or rest. The rotation is a third one."),
        (log2(12), "That is what there is to learn. How much of it is left after each act?"),
        (log2(12) - entropy(acts), "That is what is *left* on average, not what was told."),
    ]
    why = "Two cases serve, two rotate, eight just rest: the entropy of (1/6, 1/6, 2/3)."
    return answer_checks.number(answer, entropy(acts), within=0.006, slips=slips, why=why)


def _marker_position() -> Position:
    return sample("four-convention-won").node("18").position


@cache
def _hands() -> tuple[Hand, ...]:
    """Tang's hands there, as the others see it."""
    area = _marker_position().view(3).seats[2]
    cards = [card for card in Edition.load().characters["tang"].cards if card not in area.discards]
    return tuple(
        tuple(card + turned for card, turned in zip(three, turns, strict=True))
        for three in combinations(cards, 3)
        for turns in product(("", "'"), repeat=3)
    )


def _code(answer: Callable[[Hand], Any]) -> Result:
    if not callable(answer):
        raise Misread("The answer should be a function of a hand, such as `leftmost` (its name, no quotes).")
    signals = {move.split()[1] for move in _marker_position().legal_moves() if move.kind == "signal"}
    said = {hand: answer(hand) for hand in _hands()}
    wrong = next((place for place in said.values() if place is not None and place not in signals), None)
    if wrong is not None:
        shown = quote(wrong, 40)
        return not_yet(
            f"{shown} is no place for the marker here: `signals` lists all, and None is no signal."
        )
    if any(answer(hand) != said[hand] for hand in reversed(_hands())):
        return not_yet("Given the same hand twice, it gives two signals. A code depends on the hand only.")
    told = entropy(_shares(list(said.values())))
    edition = Edition.load()
    means: dict[Any, set[bool]] = {}
    for hand, place in said.items():
        means.setdefault(place, set()).add(any(edition.shows(card) == "fire" for card in hand))
    mixed = next((place for place, fire in means.items() if len(fire) == 2), means)
    measured = f"It tells {told:.2f} bits."
    if mixed is not means:
        return not_yet(f"{measured} But `{mixed}` can mean a hand with a Fire, and one without.")
    if told < ENOUGH:
        return not_yet(f"{measured} About the Fire it leaves no doubt, but {ENOUGH} bits are asked for.")
    return right(f"{measured} Every signal says whether there is a Fire. Could your friends keep it in mind?")


def _agreement(answer: Any) -> Result:
    answer_checks.as_words(answer, 20, "the agreement, and how you would measure what it is worth")
    return handed_in(
        "No check can judge this. Let somebody who was not there read the agreement: what do they think it "
        "means in this row?"
    )


EXERCISES = (
    Exercise(
        "04.1",
        "The second game, at the same moment (`view`), through Tang's eyes: **Wukong** holds one card, "
        "too. What is the **entropy of the icon** that it shows, in bits? (Three digits.)",
        check=_icon,
        expects="a number of bits, such as `1.25`",
        hints=(
            "Which six cards can it be? `unseen`, above, lists them. Each lies either way up.",
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
        "The same card of Wukong's. A **Web** is next in line, and he keeps to the agreement with three "
        "acts: he serves if his card shows a Web; he rests and rotates if it would show one after that; "
        'else he just rests. How many bits does his act tell, on average? ("Serve" is one act, whichever '
        "card it is.)",
        check=_three_acts,
        expects="a number of bits, such as `1.25`",
        hints=(
            "Each case has one act. So what does an act tell on average?",
            "In how many of the twelve cases does he serve, rotate, rest?",
            "`tells(belief, three)`, with a belief of twelve cases of *his* card.",
        ),
        solution="Only `WK2` and `WK6` have a Web. So he serves in two cases of twelve, rotates in two and "
        "rests in eight. Each case has one act, so the act tells as much as there is to wonder about the "
        "act: the entropy of (1/6, 1/6, 2/3), **1.252** bits. Bajie told more, for he has more Webs.",
        model='answer = tells({card + turned: 1 / 12 for card in unseen for turned in ("", "\'")}, three)',
        picture=lambda: svg(_lesson(), 1),
    ),
    Exercise(
        "04.3",
        "Tang's marker in the first game again. **Design a code**: a function that takes a hand (a tuple "
        "such as `hands[0]`) and gives one of the `signals`, or None for no signal. It must tell at least "
        f"**{ENOUGH} bits**, and from every signal it must be certain whether the hand shows a **Fire**.",
        check=_code,
        expects="a function of a hand that gives one of `signals`, or None",
        hints=(
            "First split the hands: with a Fire, without. Use different places for the two.",
            "Then split further: does it show a Door? A Web? A Combat? Four yes-or-no answers need 16 "
            "places.",
            "`icons = {edition.shows(card) for card in hand}`, then a number from 0 to 15, then "
            "`signals[number]`.",
        ),
        solution="Say of each of the four icons whether the hand shows it: add 1 for Fire, 2 for Door, 4 "
        "for Web, 8 for Combat, and take `signals[number]`. Three cards can't show all combinations alike "
        "often, so it tells less than 4 bits, but more than 3. No four friends would remember it in the "
        "heat of a game; what is easy to keep in mind is worth more than its bits.",
        model="def code(hand):\n"
        "    icons = {edition.shows(card) for card in hand}\n"
        "    return signals[sum(2**k for k, icon in enumerate(SHEET) if icon in icons)]\n\n\n"
        "answer = code",
        picture=lambda: svg(_marker_position(), 3),
    ),
    Exercise(
        "04.4",
        "You sit down with two friends who have never played. You may make **one** agreement before the "
        "level. Write it down as a text, so that they would understand it, and say how you would find out "
        "what it is worth: by which measure, in how many games, on which deals?",
        check=_agreement,
        expects="a text in quotes, of at least 20 words",
        hints=(
            "Which question comes up most often in a game? What could answer it for nothing?",
            "Is it easy to remember, and obvious to read? What if somebody slips?",
            "Of a difference of 3 points in 100, what do 16 games tell? And if both teams play the same "
            "deals?",
        ),
        solution="One of many: *who can serve what is next in line serves it at once; who rests cannot.* "
        "It answers the question of every turn, costs nothing, and a slip hurts nobody much. For bots it "
        "was worth 0.8 to 4.6 games in 100 (`resting`, above), measured on 1,000 deals, each played with "
        "it and without it.",
        model='answer = """Who can serve what is next in line serves it at once, so a Rest means: I cannot.\n'
        "We play forty deals with it and the same forty without it, and count the games that\n"
        'come out differently."""',
        open=True,
    ),
)

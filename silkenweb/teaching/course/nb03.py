"""Exercises of `03_what_can_i_know`: counting, hidden piles, a partner's act, your own question."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from silkenweb.game import Position
from silkenweb.replay import Node, sample
from silkenweb.study import Belief, belief
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet
from silkenweb.widgets import svg


def _second() -> Node:
    """Return the node of the second game; the reader is in seat 0, as Wukong."""
    return sample("three-won").node("33")


def _belief() -> Belief:
    return belief(_second().view(0))


def _one_web(answer: Any) -> Result:
    held = 1 - comb(4, 4) / comb(7, 4)  # at least one of the three cards with a Web
    slips = [
        (held, "Holding such a card is not enough: its Web must be upright."),
        (4 * 3 / 14, "That is the *mean number* of Webs: a hand with two of them is counted twice."),
        (1 - (11 / 14) ** 4, "A card that is drawn is not put back, so the four are not independent."),
        (3 / 14, "That is one card's chance. Bajie holds four."),
    ]
    why = "Three of the seven cards have a Web on one face: `shows_at_least_one(7, 3, 4)` gives 23/35."
    return answer_checks.number(answer, _belief().hands[2].some["web"], slips=slips, why=why)


def _relic(answer: Any) -> Result:
    none = comb(32, 6) / comb(42, 6)
    slips = [
        (
            1 - comb(35, 6) / comb(45, 6),
            "The three Threats of the row are face up: they are not in the deck.",
        ),
        (1 - (32 / 42) ** 6, "A card that is dealt is not put back."),
        (6 * 10 / 42, "That is the *mean number* of Relics, not a probability: it is more than 1."),
        (none, "That is the chance of *none*."),
    ]
    why = "Count the decks that have none, and subtract."
    return answer_checks.number(answer, 1 - none, slips=slips, why=why)


def _after_rest(answer: Any) -> Result:
    node = sample("lesson-what-silence-costs").node("8")
    found = belief(node.view(1), node.seen(1), by="convention")
    slips = [
        (1 / 3, "That was before the Rest (or is divided by all twelve cases): a Rest rules out some cases."),
        (4 / 7, "The agreement rules out only a *Combat x2*, not every Combat."),
    ]
    why = "Two of the twelve cases show a *Combat x2*; of the other ten, four show a Web."
    return answer_checks.number(answer, found.serves(0, "T18"), slips=slips, why=why)


def _own_question(answer: Callable[..., Any]) -> Result:
    if not callable(answer):
        raise Misread("The answer should be a function of a world, such as `pays`: its name, without quotes.")
    wavers = []

    def holds(world: Position) -> bool:
        first, second = bool(answer(world)), bool(answer(world))
        wavers.append(first != second)
        return first

    estimate = _belief().chance(holds, worlds=300)
    if any(wavers):
        return not_yet(
            "It gives two different answers for the same world. It should depend only on the world."
        )
    if estimate.value in (0, 1):
        worlds = "no world" if estimate.value == 0 else "every world"
        return not_yet(f"It is true in {worlds} of 300. Ask something that Wukong cannot be sure of.")
    share = f"{estimate.value:.0%} of 300 worlds that agree with what Wukong sees (± {estimate.error:.0%})"
    return handed_in(
        f"It is true in {share}. Is it what Wukong needs to know? Discuss that: no check can judge it."
    )


EXERCISES = (
    Exercise(
        "03.1",
        """
        Second game, as Wukong sees it. Bajie holds four of the seven cards that `unseen_of(view, 2)` lists.
        How likely is his hand to show **at least one Web**, without rotating it?
        """,
        check=_one_web,
        expects="a number such as `3 / 8`",
        hints=(
            "How many of the seven cards have a Web on one of their faces? On how many faces?",
            "Split the cases by how many of those cards the hand has, as with Bailoong's Doors.",
            "`shows_at_least_one(total=7, good=..., drawn=4)` does the sum.",
        ),
        solution="""
            `BJ3`, `BJ7` and `BJ8` have one Web each (`BJ2` is face up). Of the 35 hands 1 holds none of them,
            12 hold one, 18 two, 4 all three. The chance of no Web is (1 + 12/2 + 18/4 + 4/8) / 35 = 12/35.
            So the chance of at least one is **23/35**, about 0.657.
            """,
        model="answer = shows_at_least_one(total=7, good=3, drawn=4)",
        picture=lambda: svg(_second(), 0),
    ),
    Exercise(
        "03.2",
        """
        Second game. Of 45 Threat Cards ten are Relics. The three cards in the row are not Relics, and nobody
        holds a Relic; so the six of the Threat Deck are six of the other 42. How likely is **at least one
        Relic** among these six?
        """,
        check=_relic,
        expects="a number such as `3 / 8`",
        hints=(
            "It is easier to count the decks that have *none*.",
            "Of 42 cards 32 are not Relics. How many ways are there to take six of 42, and how many of 32?",
        ),
        solution="""
            There are `comb(42, 6)` ways to take six cards, and `comb(32, 6)` of them have no Relic. So the
            chance is 1 − `comb(32, 6) / comb(42, 6)`, about **0.827**. Sampling agrees:
            `belief.chance(lambda world: any(card.startswith("R") for card in world.deck))`.
            """,
        model="answer = at_least_one(total=42, good=10, drawn=6)",
    ),
    Exercise(
        "03.3",
        """
        First game. After Wukong, Bajie rests too (`lesson.node("8")`), and you, Tang Sanzang, interpret
        it by the same agreement: *I rest if I cannot pay for the next in line with one card.* How likely is
        Bajie's card to show a **Web** now?
        """,
        check=_after_rest,
        expects="a number such as `3 / 8`",
        hints=(
            "Begin with the twelve cases of Bajie's card. Which of them does the Rest rule out?",
            "Next in line is `T11`, two Combat: one card pays for it only if it is a *Combat x2*.",
            '`update(prior, likelihood)` from above, with a prior for seat 0, then `chance(..., {"web"})`.',
        ),
        solution="""
            There are twelve equally likely cases; four show a Web, two a *Combat x2*. The Rest rules those
            two out, and ten are left: 4/10 = **2/5**. It was 1/3 before.
            """,
        model="""
            faces = [(card, face) for card in unseen_of(start, 0) for face in cards[card].faces]
            after = update({case: Fraction(1, 12) for case in faces}, rests)
            answer = chance(after, {"web"})
            """,
        picture=lambda: svg(sample("lesson-what-silence-costs").node("8"), 1),
    ),
    Exercise(
        "03.4",
        """
        Second game, as Wukong sees it. What does he need to know in order to decide? Write it as a **function
        of a world** that returns True or False (as `pays` does), and give its name as your answer.

        Then continue on your own: write a `weigh` for how *your* friends keep, rest and play. Does it change
        your decision? At what likelihood does it begin to?
        """,
        check=_own_question,
        expects="a function of a world that says True or False",
        hints=(
            "`shows(world, seat)` lists the icons that a hand shows; `world.deck` is the Threat Deck.",
            "A question is worth asking if its answer would change your move. What would make you rest?",
        ),
        solution="""
            One of many: *will the Door be paid without me?* is
            `lambda world: "door" in shows(world, 1) + shows(world, 2)`. If that is likely, Wukong need not
            keep his own Door for it. With a `weigh` that says that friends keep a Door when one is in the
            row, it becomes more likely still; if they keep at random, nothing changes.
            """,
        model='answer = lambda world: "door" in shows(world, 1) + shows(world, 2)',
        picture=lambda: svg(_second(), 0),
        open=True,
    ),
)

"""Exercises of `06_solving_a_level`: a matching, the move that lost, a Pareto set, levels that start lost."""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Any, Final

from silkenweb import bots
from silkenweb.game import Position, deal
from silkenweb.replay import Replay, sample
from silkenweb.study import solve_level
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Result, not_yet, right
from silkenweb.widgets import svg

LAST_LEVEL: Final = 205
"""The node at which the turns of the last level begin in the game of 06.2."""

DEALT: Final = 200
ASKED: Final = 100
ERRORS: Final = 2.5
"""Of 06.4: the deals of the check, those of the answer, and by how many standard errors the two may differ;
1 right answer in 100 differs by more.
"""


def _four() -> Replay:
    return sample("four-lost-late")


def _matching(answer: Any) -> Result:
    slips = [
        (4, "That is the number of slots. Look for a set of slots that is short."),
        (
            2,
            "If the card that a slot needs is already used, ask the slot that has it whether another card "
            "would do.",
        ),
    ]
    return answer_checks.whole(answer, _largest(), slips=slips, why="Nobody in the team has a Door in hand.")


@cache
def _largest() -> int:
    """Return the size of the largest matching of slots and cards in hand, without Wujing's storage."""
    position = _four().node("5").position
    cards = position.edition.cards
    hands = [card.rstrip("'") for seat in position.seats for card in seat.hand]
    edges = []
    for threat in [*[target.card for target in position.row], *position.deck]:
        asked = cards[threat]
        icons = getattr(asked, "icons", ())
        wanted = {"combat", "combat2", "ranged", *icons} if "combat" in icons else set(icons)
        fit = [card for card in hands if wanted & set(getattr(cards[card], "faces", ()))]
        edges += [fit] * getattr(asked, "count", 0)
    taken: dict[str, int] = {}
    return sum(_placed(slot, edges, taken, set()) for slot in range(len(edges)))


def _placed(slot: int, edges: list[list[str]], taken: dict[str, int], asked: set[str]) -> bool:
    for card in edges[slot]:
        if card not in asked:
            asked.add(card)
            if card not in taken or _placed(taken[card], edges, taken, asked):
                taken[card] = slot
                return True
    return False


@cache
def _lost_at() -> int:
    line = _four().main_line()[LAST_LEVEL - 1 :]
    return next(int(node.path) for node in line if not solve_level(node.position).clearable)


def _lost(answer: Any) -> Result:
    slips = [
        (len(_four().main_line()), "That is where the game ended; the level was lost earlier."),
        (_lost_at() - 1, "Close: this is the last node from which it could be cleared."),
    ]
    return answer_checks.whole(answer, _lost_at(), slips=slips, why="Notebook 07 asks who could have known.")


def _beaten(answer: Any) -> Result:
    slips = [
        (2, "More Relics gained can be worth a price: no line beats the one that gains three."),
        (5, "Compare the first with the last: it is no better in any number, and worse in one."),
        (4, "One more is beaten: compare the two that pay one Blessing."),
    ]
    return answer_checks.whole(
        answer, 3, slips=slips, why="(0, 1, 0, 2), (1, 0, 0, 2) and (0, 1, 1, 3) are left."
    )


@cache
def _lost_from_the_start(keeper: str) -> int:
    """Count the first levels, of DEALT without a Blessing, that are lost with the keeps of this bot."""
    lost = 0
    for number in range(DEALT):
        position = Position.start(["tang", "bajie"], blessings=0)
        position = position.apply(deal(position, seed=f"check {number}"))
        seated = bots.seat_bots(position.characters, keeper, f"check {number}")
        while position.phase == "keep" and position.seat is not None:
            bot = seated[position.seat]
            position = position.apply(bot.choose(position.view(position.seat), position.legal_moves(), ()))
        lost += solve_level(position).clearable is False
    return lost


def _share(answer: Any) -> Result:
    value = answer_checks.as_number(answer)
    share, greedy = (_lost_from_the_start(keeper) / DEALT for keeper in ("random", "greedy"))
    error = ERRORS * sqrt(share * (1 - share) * (1 / DEALT + 1 / ASKED))
    ours = f"The check dealt {DEALT} levels, and {share:.0%} of them were lost before the first turn."
    if abs(value - share) <= error:
        return right(f"{ours} Your share is as close as two samples can be expected to be.")
    if abs(1 - value - share) <= error:
        return not_yet("That looks like the share that *can* be cleared.")
    if not 0 <= value <= 1:
        return not_yet("Give the share, from 0 to 1.")
    if abs(value - greedy) <= error:
        return not_yet(
            "Too few are lost: that happens if the cards are kept *well*, by `greedy` for instance. "
            "Let each player keep at random."
        )
    return not_yet("The check deals many levels, and gets a very different share.")


EXERCISES = (
    Exercise(
        "06.1",
        "Four players, level 1, after all have kept their cards. How many slots does the **largest "
        "matching** "
        "fill with the cards in hand alone (without Wujing's storage)? Try it by eye first.",
        check=_matching,
        expects="a whole number",
        hints=(
            "Write down the slots, and beside each the cards that have a face for it.",
            "`edges = {slot: fitting(position, slot) for slot in slots(position)}`, then `match(edges)`.",
        ),
        solution='`position = sw.sample("four-lost-late").node("5").position`, then `len(match(edges))`; '
        "and `short(edges)` shows the set of slots that is short.",
        model='position = sw.sample("four-lost-late").node("5").position\n'
        "answer = len(match({slot: fitting(position, slot) for slot in slots(position)}))",
        picture=lambda: svg(_four().node("5")),
    ),
    Exercise(
        "06.2",
        'The game of exercise 06.1, `sw.sample("four-lost-late")`, was lost at level 7. Its turns begin at '
        f"node {LAST_LEVEL}. Which **decision** (the number of its node) was the first after which the level "
        "could no longer be cleared?",
        check=_lost,
        expects="a whole number, the number of a node",
        hints=(
            "Ask `sw.solve_level` after every decision of the last level, as in the trace above.",
            f"`four.main_line()[{LAST_LEVEL - 1}:]` are its nodes. From the one you look for on, "
            "`.clearable` is False.",
        ),
        solution="Go through the nodes and take the first whose `sw.solve_level(node.position).clearable` "
        "is False. Before it there was a line; the solution of the previous node shows one.",
        model='four = sw.sample("four-lost-late")\n'
        f"line = four.main_line()[{LAST_LEVEL - 1}:]\n"
        "answer = next(int(node.path) for node in line if not sw.solve_level(node.position).clearable)",
    ),
    Exercise(
        "06.3",
        "Five lines clear a level at these prices (Blessings, abilities, Relics spent, Relics gained): "
        "`(0, 1, 0, 2)`, `(1, 0, 0, 2)`, `(0, 1, 1, 3)`, `(1, 0, 0, 1)`, `(0, 2, 0, 2)`. How many of them "
        "does **no other price beat**?",
        check=_beaten,
        expects="a whole number",
        hints=(
            "A price beats another if it is no worse in any of the four numbers, and better in one. More "
            "Relics gained is better.",
            "Put the five into a list, and call `pareto(prices)`.",
        ),
        solution="`(1, 0, 0, 1)` is beaten by `(1, 0, 0, 2)`, and `(0, 2, 0, 2)` by `(0, 1, 0, 2)`. The "
        "other **three** remain: none of them is better than another in every number.",
        model="answer = len(pareto([(0, 1, 0, 2), (1, 0, 0, 2), (0, 1, 1, 3), (1, 0, 0, 1), (0, 2, 0, 2)]))",
    ),
    Exercise(
        "06.4",
        "How often is a level **lost before the first turn**, whatever the players do? Deal a hundred first "
        'levels to Tang Sanzang and Bajie without a Blessing (`sw.Position.start(["tang", "bajie"], '
        "blessings=0)`, `sw.deal(position, seed=...)`), let each keep at random, ask the solver, and give "
        "the share. Then continue: for which reasons? How much better do they do if they keep well? And "
        "`match` does not know that a *Combat x2* can fill two slots. Teach it.",
        check=_share,
        expects="a share from 0 to 1",
        hints=(
            "In `keep`, choose one of `position.legal_moves()` with your own random generator, until the "
            "phase is `turn`.",
            "Count `sw.solve_level(position).clearable is False`; `.reason` says why.",
        ),
        solution="Between a fifth and a third. There are two kinds of reasons: too few cards for an icon (a "
        "bound), or enough cards but too few turns (after an exhaustive search). Of the 200 deals of the "
        "check 49 are lost with random keeps, 14 with those of `greedy`, 8 with those of `convention`: "
        "most of these levels are lost in the keep.",
        model="""from random import Random

rng, lost = Random("mine"), 0
for number in range(100):
    position = sw.Position.start(["tang", "bajie"], blessings=0)
    position = position.apply(sw.deal(position, seed=f"mine {number}"))
    while position.phase == "keep":
        position = position.apply(rng.choice(position.legal_moves()))
    lost += sw.solve_level(position).clearable is False
answer = lost / 100""",
        open=True,
    ),
)

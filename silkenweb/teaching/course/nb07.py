"""Exercises of `07_post_game_review`: the costliest decision, bad luck, the luck of deals, a puzzle."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from silkenweb.replay import Node, Replay, sample
from silkenweb.study import Puzzle, puzzles
from silkenweb.study.review import Finding
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet, right
from silkenweb.widgets import svg

GAME: Final = "reviewed-two-lost-late"
BAJIE: Final = 1
DEALS: Final = (3, 4, 5)
PUZZLE: Final = "3-players-level-5-2"
"""The puzzle of 07.4."""


@cache
def _replay() -> Replay:
    return sample(GAME)


@cache
def _findings() -> dict[str, tuple[Node, Finding]]:
    """Return the findings of the review for the recorded line, by path."""
    found = ((node, Finding.of_review(node.review)) for node in _replay().main_line())
    return {node.path: (node, finding) for node, finding in found if finding is not None}


def _dearest(answer: Any) -> Result:
    losses = {
        path: finding.loss.value
        for path, (_, finding) in _findings().items()
        if finding.seat == BAJIE and finding.loss is not None
    }
    hindsight = {
        path: finding.hindsight.value
        for path, (_, finding) in _findings().items()
        if finding.hindsight is not None
    }
    wanted, first = (
        int(max(losses, key=lambda path: losses[path])),
        int(max(hindsight, key=hindsight.__getitem__)),
    )
    slips = [(first, "That one cost most with all cards visible. And whose decision was it?")]
    return answer_checks.whole(
        answer, wanted, slips=slips, why="After it the level could no longer be cleared."
    )


def _unlucky(answer: Any) -> Result:
    value = answer_checks.as_number(answer)
    path = f"{value:.0f}" if value == int(value) else ""
    if path not in _findings() or _findings()[path][1].loss is None:
        raise Misread("Give the number of a node at which a player had a choice.")
    node, finding = _findings()[path]
    assert finding.loss is not None
    assert finding.hindsight is not None
    known, open_loss = f"{finding.loss.value:.1%}", f"{finding.hindsight.value:.1%}"
    if finding.label == "unlucky":
        return right(
            f"`{node.move}` lost {known} given what was known, and {open_loss} with all cards visible."
        )
    if finding.label == "lucky":
        return not_yet("It is the other way round: this one was wrong, and the cards were kind.")
    if finding.grade not in ("best", "good"):
        return not_yet(f"This one lost {known} given what its player could know: that was not bad luck.")
    return not_yet(f"It was right; but with all cards visible it lost only {open_loss}.")


def _luck(answer: Any) -> Result:
    deals = {node.level: finding for node, finding in _findings().values() if finding.luck is not None}
    total = sum(finding.luck.value for level in DEALS if (finding := deals[level]).luck is not None)
    slips = [
        (-total, "The size is right. Was it good luck or bad? Check the sign."),
        (
            sum(deals[level].open.value for level in DEALS),
            "That is the chance after each deal: `open`, not `luck`.",
        ),
        (
            sum(finding.luck.value for finding in deals.values() if finding.luck is not None),
            "That is all deals together; the question is about three of them.",
        ),
    ]
    return answer_checks.number(
        answer, total, within=0.0055, slips=slips, why="Three bad deals in a row: a third of a game."
    )


@cache
def _puzzle() -> Puzzle:
    (puzzle,) = puzzles(PUZZLE)
    return puzzle


def _solved(answer: Any) -> Result:
    verdict = _puzzle().check(answer_checks.as_move_text(answer))
    picture = svg(_puzzle().view)
    if verdict.state == "right":
        return right(_puzzle().explanation, picture=picture)
    return not_yet(verdict.text, picture=picture)


def _story(answer: Any) -> Result:
    text = answer_checks.as_words(answer, 30, "three sentences of your own")
    numbers = [word.strip(".,;:()") for word in text.split()]
    if not any(word in _findings() for word in numbers):
        return not_yet("Name at least one node by its number, so that others can look at it.")
    if "%" not in text and "percent" not in text.casefold():
        return not_yet("How certain is it? Include at least one chance or loss, in percent.")
    return handed_in("Now read another student's: do you blame the same player? For the same reason?")


EXERCISES = (
    Exercise(
        "07.1",
        "Which of **Bajie's** decisions in the other game (`other`) lost most, given what he could know? "
        "Give the number of its node.",
        check=_dearest,
        expects="a whole number, the number of a node",
        hints=(
            "The column is `loss`. `hindsight` is the loss with all cards visible.",
            "`other.filter(pl.col('character') == 'bajie').sort('loss', nulls_last=True)` has it in "
            "its last row with a loss.",
        ),
        solution="`bajie = other.filter(pl.col('character') == 'bajie')`, then "
        "`bajie.sort('loss', descending=True, nulls_last=True)['path'][0]`.",
        model="bajie = other.filter(pl.col('character') == 'bajie')\n"
        "answer = int(bajie.sort('loss', descending=True, nulls_last=True)['path'][0])",
    ),
    Exercise(
        "07.2",
        "Find a decision of the other game (`other`) that was **right and unlucky**: the best or nearly the "
        "best given what could be known, and yet costly with all cards visible. Give the number of its "
        "node; there are several.",
        check=_unlucky,
        expects="a whole number, the number of a node",
        hints=(
            "In `sw.charts.losses(other)`: a short bar above, a tall one below it.",
            "The column `label` has a word for it.",
        ),
        solution="`other.filter(pl.col('label') == 'unlucky')` has all of them. Look at one through its "
        "player's eyes: nothing showed that the other move would have been better.",
        model="answer = int(other.filter(pl.col('label') == 'unlucky')['path'][0])",
    ),
    Exercise(
        "07.3",
        "In the other game (`other`) the deals of levels 3, 4 and 5 were not kind. How much luck did the "
        "three bring **together**, as a fraction of a game (bad luck is negative)?",
        check=_luck,
        expects="a number, such as -0.12",
        hints=(
            "Deals are the rows whose `kind` is `deal`; their column is `luck`.",
            "Also filter by `pl.col('level').is_in([3, 4, 5])`, and add up.",
        ),
        solution="`other.filter((pl.col('kind') == 'deal') & pl.col('level').is_in([3, 4, "
        "5]))['luck'].sum()`: "
        "about -0.30. With three average deals, the team would have had a third of a game more.",
        model="three = other.filter((pl.col('kind') == 'deal') & pl.col('level').is_in([3, 4, 5]))\n"
        "answer = three['luck'].sum()",
    ),
    Exercise(
        "07.4",
        f'A puzzle from another game: `puzzle = sw.puzzles("{PUZZLE}")[0]`. What would you do? Give a '
        "move. "
        "The picture shows all you may know; `puzzle.legal` lists the moves, and `puzzle.words(move)` "
        "describes one.",
        check=_solved,
        expects="a move in quotes, one of `puzzle.legal`",
        hints=(
            "`puzzle.hint(1)`, and then 2 and 3.",
            "Ask what each choice leaves for the later players, and what the Rests in a row will cost.",
        ),
        solution="`puzzle.answers` has the right moves, and `puzzle.explanation` says why. "
        "`puzzle.costs` has the loss of each of the others.",
        model=f'puzzle = sw.puzzles("{PUZZLE}")[0]\nanswer = puzzle.answers[0]',
        picture=lambda: svg(_puzzle().view),
    ),
    Exercise(
        "07.5",
        'Write a review of the other game, `sw.sample("reviewed-two-lost-late")`, for its two players, in '
        "three sentences: **where** was it lost, **by whom**, and was it **error or bad luck**? Name nodes "
        "and chances. Then review your own game, `sw.review(replay)`, and do the same for it.",
        check=_story,
        expects="a text of at least thirty words",
        hints=(
            "Begin with the decision after which the level could no longer be cleared.",
            "Then ask about that decision: what could its player know? Given that, was another choice "
            "better?",
        ),
        solution="One of many: at node 88 Bailoong Horse wasted the ability, which cost 35% (± 6) given "
        "what was "
        "known; one node later Bajie put the Fire card on the wrong target, and the level was permanently "
        "lost. Three bad deals had cost a third of a game before, but both could have known better moves: "
        "more error than bad luck.",
        model='answer = """The game was lost at nodes 88 and 89 of level 6: first Bailoong Horse used '
        "the ability, "
        "which cost 35% given what was known, then Bajie played Fire on the wrong target. The deals of "
        "levels 3 to "
        '5 were unlucky, but both had better moves that they could have known of."""',
        open=True,
    ),
)

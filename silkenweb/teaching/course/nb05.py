"""Exercises of `05_many_games`: an interval, how many games a question needs, a frame, a better bot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import sqrt
from random import Random
from typing import Any, Final

from silkenweb.game import Event, Move, View
from silkenweb.teaching import answer_checks
from silkenweb.teaching.course.bot_comparison import as_own_bot, difference, levels_cleared, library_twin
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Result, not_yet, right

GAMES: Final = 40
PLAYERS: Final = ("wukong", "bajie")
RUN: Final = 60
"""The games of the run in the notebook."""

LEVEL: Final = 6
"""The level that 05.3 is about."""


class Eager:
    """The bot `eager` of the notebook, available even if its cell was not run."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
        """Claim, play a card or use the ability if that is legal; otherwise choose any move."""
        for kind in ("claim", "play", "ability"):
            if moves := [move for move in legal if move.kind == kind]:
                return self.rng.choice(moves)
        return self.rng.choice(legal)


def _lower(answer: Any) -> Result:
    from silkenweb.stats.rates import wilson

    low, high = wilson(24, 80)
    error = sqrt(0.3 * 0.7 / 80)
    slips = [
        (high, "That is the upper end."),
        (0.3, "That is the rate itself."),
        (0.3 - error, "That is one standard error below the rate; an interval of 95% takes about two."),
        (0.3 - 1.96 * error, "That is the simple formula; this notebook uses the Wilson interval."),
    ]
    return answer_checks.number(
        answer, low, within=0.003, slips=slips, why="`sw.frames.wilson(24, 80)` gives both ends."
    )


def _games(answer: Any) -> Result:
    spread = 0.3 * 0.7
    slips = [
        (
            spread / 0.02**2,
            "That is a quarter of it: ± 2 points is half of an interval, or two standard errors.",
        ),
        (1.96**2 * 0.25 / 0.02**2, "That is for a rate of one half, which needs the most; here it is 30%."),
    ]
    why = "About 2,000: 1.96² · 0.3 · 0.7 / 0.02². A class that plays thirty games is far from that."
    return answer_checks.number(answer, 1.96**2 * spread / 0.02**2, within=100, slips=slips, why=why)


@cache
def _at_level() -> dict[str, float]:
    """Return shares of games in the notebook's run.

    They are those that cleared the level, of those that reached it and of all; those that reached it; and
    those that were won.
    """
    from silkenweb.stats import simulate

    run = simulate(players=2, bots="greedy", games=RUN, seed="class-7", progress=False)
    cleared = [
        row["cleared"] for row in run.levels.lazy().collect().iter_rows(named=True) if row["level"] == LEVEL
    ]
    return {
        "right": sum(cleared) / len(cleared),
        "of all": sum(cleared) / RUN,
        "there": len(cleared) / RUN,
        "won": run.win_rate.rate,
    }


def _cleared(answer: Any) -> Result:
    shares = _at_level()
    slips = [
        (shares["of all"], f"That is the share of all games; count only those that reached level {LEVEL}."),
        (shares["won"], "That is the win rate: the share of all games that cleared the last level."),
        (shares["there"], f"That is the share of games that reached level {LEVEL}."),
        (1 - shares["right"], "That is the share that was *lost* there."),
    ]
    why = "A rate depends on what it is a rate *of*: games lost before that level do not count here."
    return answer_checks.number(answer, shares["right"], within=0.002, slips=slips, why=why)


def _better(answer: Any) -> Result:
    name = as_own_bot(answer)
    if twin := library_twin(name, "better", PLAYERS):
        return not_yet(
            f"It makes the same moves as the library's `{twin}`. Change what you think it does wrong."
        )
    ones, others = (levels_cleared(bot, GAMES, "better", PLAYERS) for bot in (name, Eager))
    found = difference(ones, others)
    text = f"Against `eager`, on the same deals: {found.text('levels')}."
    if found.low > 0:
        return right(
            f"{text} The interval is above 0. Would it be if you had tried twenty bots and kept the best?"
        )
    if found.high < 0:
        return not_yet(
            f"{text} It clears *fewer*. Step through one of its games in the player: where does it wait?"
        )
    return not_yet(f"{text} The interval contains 0: these games cannot distinguish the two.")


EXERCISES = (
    Exercise(
        "05.1",
        "A class played 80 games and won 24. What is the **lower end** of the 95% interval of its win rate "
        "(from 0 to 1, three digits)?",
        check=_lower,
        expects="a number from 0 to 1",
        hints=(
            "Which function above calculates an interval from a number of wins and a number of games?",
            "`sw.frames.wilson(wins, games)` gives the lower and the upper end.",
        ),
        solution="`low, high = sw.frames.wilson(24, 80)`: from **0.211** to 0.408. The class won 30%, and "
        "its true rate may be anything from a fifth to two fifths.",
        model="answer = sw.frames.wilson(24, 80)[0]",
    ),
    Exercise(
        "05.2",
        "A bot wins about 30% of its games. You want to know its rate to within **± 2 points** of a "
        "hundred (95%). About how many games does that take? (To the nearest hundred.)",
        check=_games,
        expects="a number of games",
        hints=(
            "Half of the interval is about two standard errors, and a standard error is √(p(1 − p)/n).",
            "Solve 1.96 · √(0.3 · 0.7 / n) = 0.02 for n.",
        ),
        solution="n = 1.96² · 0.3 · 0.7 / 0.02², about **2,017**. For ± 1 point it would be four times as "
        "many.",
        model="answer = 1.96**2 * 0.3 * 0.7 / 0.02**2",
    ),
    Exercise(
        "05.3",
        f"Of the games in `run` that **reached** level {LEVEL}, what share cleared it? Use `run.levels`; "
        "three digits.",
        check=_cleared,
        expects="a number from 0 to 1",
        hints=(
            f"`run.levels` has a row for each level that was begun. Which rows are about level {LEVEL}?",
            f'`run.levels.filter(pl.col("level") == {LEVEL})`: how often is `cleared` true there?',
        ),
        solution=f'`run.levels.filter(pl.col("level") == {LEVEL})["cleared"].mean()`. It is more than the '
        f"share of all games: games that were lost before level {LEVEL} do not count here.",
        model=f'answer = run.levels.filter(pl.col("level") == {LEVEL})["cleared"].mean()',
    ),
    Exercise(
        "05.4",
        "Make a **better bot** than `eager`, register it, and give its name. (Does it end its turn when its "
        "partner could continue? Which cards does it keep? When is a Relic worth its point?) First state "
        f"which measure decides and how many games you will play. The check plays {GAMES} deals with two "
        "of yours, and the same deals with two of `eager`, and counts levels cleared.",
        check=_better,
        expects="the name of a registered bot, in quotes",
        hints=(
            "`eager` keeps playing until it has nothing left. What would a partner have done with the next "
            "card?",
            "`eager` keeps cards and rotates at random. In `keep`, count the remaining cards that match the "
            "row.",
            "Your class can be `class Mine(Eager)` with a `choose` that calls "
            "`super().choose(...)` only if it has no better idea. Classes of the library do not count.",
        ),
        solution="""
            There is no single solution. `print(exercise("05.4").model)` shows one: it keeps
            the cards that match most of the row, plays one
            card per turn and leaves the next to its partner, turns its hand toward the row when it rests, and
            spends an ability or a Relic only if a Rest would cost a Blessing. On the 40 deals of the check it
            clears 0.68 levels more per game (95%: from 0.07 to 1.28), and 0.65 more (from 0.29 to 1.01) on 40
            other deals. Notebook 09 builds a better one step by step.
            """,
        model='''
            edition = sw.Edition.load()
            COMBAT = {"combat", "combat2", "ranged"}


            def match(view, hand):
                """How much of the row a hand matches; the further right, the less it counts."""
                total = 0.0
                for place, target in enumerate(view.row):
                    icons = set(getattr(edition.cards[target.card], "icons", ()))
                    icons |= COMBAT if "combat" in icons else set()
                    total += 0.8**place * any(edition.shows(card) in icons for card in hand)
                return total


            def turned(hand):
                return [card[:-1] if card.endswith("'") else card + "'" for card in hand if card[0] != "R"]


            class Mine:
                """One card per turn, the better side up, what is rare only before a Blessing is lost."""

                def __init__(self, rng):
                    self.rng = rng

                def choose(self, view, legal, seen):
                    hand = list(view.seats[view.viewer].hand)
                    if view.phase == "keep":
                        return max(legal, key=lambda move: self.kept(view, hand, move))
                    claims, ends, plays, abilities = (
                        [move for move in legal if move.kind == kind]
                        for kind in ("claim", "end", "play", "ability")
                    )
                    plain = [move for move in plays if move.card[0] != "R"]
                    if done := [*claims, *ends, *plain]:
                        return done[0]
                    if view.phase != "turn":
                        return self.rng.choice(legal)
                    rare = [*abilities, *plays]
                    if rare and view.rests + 1 == len(view.characters):
                        return rare[0]
                    return "rest ~" if match(view, turned(hand)) > match(view, hand) else "rest"

                def kept(self, view, hand, move):
                    stays = [card for card in hand if card.rstrip("'") not in (*move.discards, *move.stored)]
                    stays = turned(stays) if move.rotates else stays
                    return match(view, stays) + 0.3 * match(view, turned(stays))


            sw.bots.register("mine", Mine)
            answer = "mine"
            ''',
        open=True,
    ),
)

"""Exercises of `09_your_own_bot`: repeatability, a paired interval, beating `greedy`, strangers."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from silkenweb.teaching import answer_checks
from silkenweb.teaching.course.bot_comparison import (
    as_own_bot,
    difference,
    levels_cleared,
    levels_cleared_by,
    library_twin,
)
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Result, handed_in, not_yet, right

TABLE: Final = ("wukong", "bajie")
GAMES: Final = 60
THREE: Final = ("tang", "wukong", "bajie")
MIXED: Final = 24
LINES: Final = {
    "a": "`return random.choice(legal)`",
    "b": "`return self.rng.choice(legal)`",
    "c": "`return sorted(set(legal))[0]`",
    "d": "`return list(set(legal))[0]`",
    "e": "`return legal[int(time.time()) % len(legal)]`",
    "f": "`return max(legal, key=len)`",
}
UNREPEATABLE: Final = {"a", "d", "e"}
OUTCOMES: Final = (30, 18, 200)
"""For 09.2: deals won only by one bot, only by the other, and all deals."""


def _repeatable(answer: Any) -> Result:
    given = answer_checks.as_letters(answer, LINES)
    if given == UNREPEATABLE:
        return right(
            "A global random generator, a clock, and a set of texts: its order differs in every process, "
            "because "
            "Python salts the hash of texts."
        )
    if given == UNREPEATABLE - {"d"}:
        return not_yet("The missing one does the same twice in *this* kernel. And after a restart?")
    extra = sorted(given - UNREPEATABLE)
    if extra:
        return not_yet(f"{LINES[extra[0]]} does the same for the same seed. Why should it not?")
    return not_yet(f"{len(UNREPEATABLE - given)} more of them cannot be repeated.")


def _paired(answer: Any) -> Result:
    one, other, deals = OUTCOMES
    mean = (one - other) / deals
    error = sqrt(((one + other) / deals - mean**2) / deals)
    first, second = 82 / 200, 70 / 200
    strangers = sqrt((first * (1 - first) + second * (1 - second)) / deals)
    slips = [
        (mean - 1.96 * strangers, "That treats the two as independent. They have played the same deals."),
        (mean - error, "That is one standard error below; an interval of 95% takes about two."),
        (mean + 1.96 * error, "That is the upper end."),
        (mean, "That is the difference itself."),
    ]
    why = (
        "From a little below 0 to almost 13 points: 200 deals do not decide it, though A won more. The exact "
        "sign test on the 48 deals that differ agrees: p = 0.11."
    )
    return answer_checks.number(answer, mean - 1.96 * error, within=0.0015, slips=slips, why=why)


def _beats(answer: Any) -> Result:
    name = as_own_bot(answer)
    again = [levels_cleared(name, 3, "beat", TABLE) for _ in range(2)]
    if again[0] != again[1]:
        return not_yet(
            "The same seed gives different games the second time: is there randomness other than `self.rng`?"
        )
    if twin := library_twin(name, "beat", TABLE):
        return not_yet(f"It makes the same moves as the library's `{twin}`. What would you do better?")
    ones, others = (levels_cleared(bot, GAMES, "beat", TABLE) for bot in (name, "greedy"))
    found = difference(ones, others)
    text = f"Against `greedy`: {found.text('levels')}."
    if found.low > 0:
        return right(f"{text} The interval is above 0: you beat it.")
    if found.high < 0:
        return not_yet(
            f"{text} `greedy` is still better. At which level do your games end, and which cards are in hand?"
        )
    return not_yet(f"{text} The interval contains 0: these deals cannot distinguish the two.")


def _guest(answer: Any) -> Result:
    name = as_own_bot(answer)
    if twin := library_twin(name, "guest", TABLE):
        return not_yet(f"It makes the same moves as the library's `{twin}`. Seat your own bot.")
    mixed, plain = (
        levels_cleared_by([first, "greedy", "greedy"], MIXED, "guest", THREE) for first in (name, "greedy")
    )
    found = difference(mixed, plain)
    return handed_in(
        f"In Tang Sanzang's seat, with two `greedy` bots, instead of a third one: {found.text('levels')}. "
        "Is a bot that plays well with copies of itself a good partner for strangers?"
    )


EXERCISES = (
    Exercise(
        "09.1",
        "Each of these is the last line of a bot's `choose`. For which of them can a stranger, **on another "
        "machine**, not repeat your games from their seed?\n"
        "\n"
        + "\n".join(f"- **{letter}** {line}" for letter, line in LINES.items())
        + "\n\nAnswer with the letters.",
        check=_repeatable,
        expects='a set of letters, such as `{"a", "b"}`',
        hints=(
            "Where does each get its randomness from? Its own generator, the global one, a clock, or none?",
            "`legal` is sorted. What order does a `set` of texts have?",
            'Start Python twice and print `list({"rest", "end", "hold"})`.',
        ),
        solution="**a** uses the global generator, **e** the clock. **d** is the tricky one: the "
        "order of a set of texts is constant within one process and different in the next, so the test "
        "above, run in one kernel, does not find it. **c** sorts, and **f** takes the first of the "
        "longest, in the order of `legal`.",
        model='answer = {"a", "d", "e"}',
    ),
    Exercise(
        "09.2",
        "Two bots play the same 200 deals: 30 are won by A only, 18 by B only, 52 by both, 100 by neither. "
        "What is the **lower end** of the 95% interval of the difference of their win rates, paired? (From "
        "−1 to 1, three digits.)",
        check=_paired,
        expects="a number from -1 to 1",
        hints=(
            "Each deal has a difference: +1, −1 or 0. How many are there of each?",
            "The mean is (30 − 18)/200. The mean of the squares is (30 + 18)/200.",
            "`gain(ones, others)` does it: make two lists of 200 zeros and ones.",
        ),
        solution="The mean is 0.06, the variance of one difference 48/200 − 0.06² = 0.2364, the standard "
        "error √(0.2364/200) = 0.0344. So the interval is from 0.06 − 1.96 · 0.0344 = **−0.007** to "
        "0.127. The 152 deals with equal results contribute only their number to the error.",
        model="ones = [1] * 30 + [0] * 18 + [1] * 52 + [0] * 100\n"
        "others = [0] * 30 + [1] * 18 + [1] * 52 + [0] * 100\n"
        "answer = gain(ones, others)[1]",
    ),
    Exercise(
        "09.3",
        "**Beat `greedy`.** Give the name of a registered bot of yours. The check plays "
        f"{GAMES} deals with two of yours and the same deals with two of `greedy`; the interval of the "
        "difference in levels cleared must be above 0.",
        check=_beats,
        expects="the name of a registered bot, in quotes",
        hints=(
            "Look at three games that yours lost. What do they have in common?",
            "Two Combat: who commits first? Your partner may have the other half: "
            "`sw.belief(view).serves(seat, "
            "threat)`.",
            "The bot `convention` interprets each Rest of its partner and spends rare cards by the odds. "
            "You can build on `sw.bots.ConventionBot`: `class Mine(sw.bots.ConventionBot)`.",
        ),
        solution="The shortest way is to build on `convention`, a team that agreed beforehand, and to change "
        "what you would do differently: here, the orientation of the hand after a Rest. Notebook 04 shows "
        "what makes it strong: it estimates the odds that no later player can serve, and spends Relics, "
        "abilities and Ranged Combat according to them, not only at the last moment. Your own bot can use "
        "the same idea in about fifty lines.",
        model='''
            class Mine(sw.bots.ConventionBot):
                """Convention, but it rotates its hand if the other side is worth more."""

                def choose(self, view, legal, seen):
                    move = super().choose(view, legal, seen)
                    if not move.startswith("rest"):
                        return move
                    hand = view.seats[view.viewer].hand
                    return "rest ~" if worth(turned(hand), view) > worth(hand, view) else "rest"


            sw.bots.register("mine", Mine)
            answer = "mine"
            ''',
    ),
    Exercise(
        "09.4",
        "Your bot has only played with copies of itself. Seat it with **two `greedy` bots**, as Tang "
        "Sanzang. "
        "First say what you expect, and why. The check measures it. Then continue: which of its habits hurts "
        "with strangers? Teach it to find out from `seen` whom it plays with, and to trust only players who "
        "have earned it.",
        check=_guest,
        expects="the name of a registered bot, in quotes",
        hints=(
            '`sw.simulate(characters=("tang", "wukong", "bajie"), bots=["saver", "greedy", "greedy"], ...)`.',
            "A Rest of `greedy` means something different from a Rest of your bot. What does it mean?",
        ),
        solution="There is no single answer. A bot that *waits* for its partner to do something (because a "
        "copy of "
        "itself would) waits in vain with strangers; one that reads nothing into their Rests loses "
        'little. Watch one game with `sw.play(["tang", "wukong", "bajie"], ["saver", "greedy", "greedy"], '
        'seed="guest|0")`.',
        model='answer = "saver"',
        open=True,
    ),
)

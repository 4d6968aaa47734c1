"""Exercises of `08_the_missing_cards`: facts, two kinds of error, your own edition, a change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any, Final

from silkenweb.edition import Edition, check
from silkenweb.errors import SilkenwebError, shorten
from silkenweb.teaching import answer_checks
from silkenweb.teaching.course.bot_comparison import difference, levels_cleared
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet, right

STATED: Final = {
    "a": "Five players start without a Blessing.",
    "b": "With four players `convention` wins about nine games of ten.",
    "c": "Of the 45 Threat Cards ten are Relics.",
    "d": "For each Fire that is required there are about two faces with a Fire.",
    "e": "At level 1 each player discards two of three cards.",
    "f": "At level 2 each player keeps three of four cards.",
}
ASKED: Final = ("edition", "version", "title", "levels[3].draw", "levels[3].source", "levels[3].note")
"""Places where the answer to 08.3 may differ from the built-in edition."""
FACTS: Final = {"a", "c", "e"}
GAMES: Final = 30
PLAYERS: Final = ("tang", "wukong", "bajie", "wujing")


def _facts(answer: Any) -> Result:
    given = answer_checks.as_letters(answer, STATED)
    if given == FACTS:
        return right(
            "The other three are true of the reconstructed edition, and say nothing about the printed game."
        )
    if "b" in given:
        return not_yet("A number measured with bots is a number about an edition's cards.")
    if given - FACTS:
        return not_yet(
            "One of yours depends on a value that the preview does not show. Use `edition.provenance`."
        )
    return not_yet(f"{len(FACTS - given)} more of them are printed.")


def _share(answer: Any) -> Result:
    sampling, seen = 0.4 * 0.6 / 50, 0.12**2
    slips = [
        (
            (sampling / seen) ** 0.5,
            "That compares standard deviations. Variances add up; standard deviations do not.",
        ),
        (1 - sampling / seen, "That is the share of the *editions*. The question is about sampling."),
        (sampling, "That is the variance of sampling itself. What share of 0.12² is it?"),
        (seen / sampling, "That is the other way round."),
    ]
    why = "A third. Two thirds are between the editions, and more games would not make that smaller."
    return answer_checks.number(answer, sampling / seen, within=0.01, slips=slips, why=why)


def _own(answer: Any) -> Result:
    if not isinstance(answer, Mapping):
        raise Misread(
            "The answer should be the data of an edition: a dict, such as `sw.Edition.load().data`."
        )
    faults = check(answer)
    if faults:
        more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
        return not_yet(f"`check` reports: {shorten(str(faults[0]), 200)}{more}.")
    edition = Edition.from_dict(answer)
    built_in = Edition.load()
    if edition == built_in:
        return not_yet("It is still the built-in edition.")
    if edition.levels[3].draw != 7:
        return not_yet(f"Level 4 draws {edition.levels[3].draw}. (Lists count from 0.)")
    if edition.provenance("levels.4").source != "printed":
        return not_yet("Level 4 draws seven. But its source does not say yet that you read it off the card.")
    others = [place for place in _differences(answer, built_in.data) if place not in ASKED]
    if others:
        return not_yet(
            f"`{shorten(others[0], 80)}` differs from the built-in edition. You read only level 4 off its "
            f"card, "
            "so nothing else may change or claim to be printed."
        )
    if edition.name == built_in.name:
        return right(
            "No fault. One more thing: give it its own name (`edition`), so that people can distinguish it."
        )
    return right("No fault, and it claims no more than you know.")


def _differences(one: Any, other: Any, place: str = "") -> Iterator[str]:
    """Yield the places at which two JSON values differ, written as `check` writes them: `levels[3].draw`."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in sorted({*one, *other}, key=str):
            yield from _differences(one.get(key), other.get(key), f"{place}.{key}" if place else str(key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (each, its) in enumerate(zip(one, other, strict=True)):
            yield from _differences(each, its, f"{place}[{number}]")
    elif one != other:
        yield place


def _change(answer: Any) -> Result:
    if not callable(answer):
        raise Misread("The answer should be a function that changes data, such as `draw_less` (no quotes).")
    data: dict[str, Any] = deepcopy(Edition.load().data)
    answer(data)
    errors = [fault for fault in check(data) if fault.severity == "error"]
    if errors:
        return not_yet(f"That cannot be played: {shorten(str(errors[0]), 200)}.")
    try:
        edition = Edition.from_dict(data)
    except SilkenwebError as error:
        return not_yet(shorten(str(error), 200))
    if edition == Edition.load():
        return not_yet(
            "That changes nothing. A change modifies the dict that it receives: `data[...] = ...`."
        )
    differs = [fault for fault in check(data) if fault.severity == "unprinted"]
    if differs:
        fault = shorten(str(differs[0]), 120)
        return not_yet(f"That contradicts what is printed, so the preview would not allow it: {fault}.")
    ones, others = (
        levels_cleared("greedy", GAMES, "change", PLAYERS, edition=one) for one in (edition, Edition.load())
    )
    found = difference(ones, others)
    return handed_in(
        f"Four `greedy` bots, the same deals: {found.text('levels')}. Did you expect that? "
        "Defend your change."
    )


EXERCISES = (
    Exercise(
        "08.1",
        "Which of these may you state as a **fact about the printed game**?\n\n"
        + "\n".join(f"- **{letter}** {text}" for letter, text in STATED.items())
        + "\n\nAnswer with the letters.",
        check=_facts,
        expects='a set of letters, such as `{"a", "b"}`',
        hints=(
            "Check each value that a statement depends on: `edition.provenance(...)`.",
            "`blessings.5`, `relics`, `threats`, `equipment`, `levels.1`, `levels.2`. And what does a win "
            "rate depend on?",
        ),
        solution="**a**, **c** and **e** are printed. **f** depends on level 2, **d** on faces and Threats, "
        "all reconstructed; **b** depends on all of them at once, and on the behaviour of bots.",
        model='answer = {"a", "c", "e"}',
    ),
    Exercise(
        "08.2",
        "Eight editions, 50 games each: the eight win rates have a mean of 0.4 and a standard deviation of "
        "0.12. The variance of a rate from `n` games by sampling alone is p(1 − p)/n. About **what share "
        "of the variance** of the eight rates is sampling? (From 0 to 1, two digits.)",
        check=_share,
        expects="a number from 0 to 1",
        hints=(
            "The observed variance is 0.12². What is the sampling variance, with p = 0.4 and n = 50?",
            "Independent variances add up: observed = sampling + editions. Divide.",
        ),
        solution="Sampling: 0.4 · 0.6 / 50 = 0.0048. Observed: 0.12² = 0.0144. So sampling makes up **a "
        "third**, and the editions differ with a standard deviation of √(0.0144 − 0.0048), about 0.10.",
        model="answer = (0.4 * 0.6 / 50) / 0.12**2",
    ),
    Exercise(
        "08.3",
        "Suppose that level 4 of your copy draws **seven** cards. Make the data of an edition that says so, "
        "and that says that you **read it off the card**; no other value may claim more than before. "
        "`check` must find no fault.",
        check=_own,
        expects="the data of an edition, a dict",
        hints=(
            "Begin with `answer = sw.Edition.load().data`. Its levels are a list, counted from 0.",
            "A level also has a `source`: `printed`, `ruling` or `reconstructed`.",
            '`answer["levels"][3] |= {"draw": 7, "source": "printed"}`, and its own name.',
        ),
        solution='`answer = sw.Edition.load().data`, `answer["edition"] = "mine"`, `answer["levels"][3] |= '
        '{"draw": 7, "source": "printed"}`. The source of a level covers all of its values: make sure that '
        "you also read its discards and segments off the card.",
        model='answer = sw.Edition.load().data\nanswer["edition"] = "mine"\n'
        'answer["levels"][3] |= {"draw": 7, "source": "printed"}',
    ),
    Exercise(
        "08.4",
        "Write **your own change**, a function like `draw_less`, that the preview would allow. First "
        f"predict how many levels per game it will cost or gain. The check plays {GAMES} games with it and "
        "without it. Then continue: find a change that reverses the order of two bots. Is there one that "
        "you would defend?",
        check=_change,
        expects="a function that changes the data of an edition",
        hints=(
            "These are reconstructed: faces, the mix of Threats, six levels, three abilities.",
            '`data["threats"]["cards"]` and `data["equipment"]["cards"]` are lists of dicts; look at one.',
            "A change modifies its argument, and returns nothing.",
        ),
        solution="One of many: three flexible Threats (Combat or Web) become plain Webs, `for card in "
        'data["threats"]["cards"][28:31]: card["icons"] = ["web"]`. It looks small, but costs four `greedy` '
        "bots about half a level per game. One card fewer in hand costs much more, as above.",
        model="def change(data):\n"
        '    for card in data["threats"]["cards"][28:31]:\n'
        '        card["icons"] = ["web"]\n\n\n'
        "answer = change",
        open=True,
    ),
)

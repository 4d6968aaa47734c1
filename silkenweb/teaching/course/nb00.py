"""Exercises of `00_start_here`: a rotated hand, a lost Blessing, a chain of Rests, a decision."""

from __future__ import annotations

from typing import Any

from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, sample, samples
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet, right
from silkenweb.widgets import svg

_LESSON = "lesson-what-silence-costs"
_AFTER = ("combat", "fire", "web")
_BEFORE = ("combat", "combat2", "fire")
_EXAMPLE = '("two-lost-late", "46", "play BJ8>T31")'
"""An answer to 00.4: a legal move that was not played there."""


def _rotated(answer: Any) -> Result:
    if isinstance(answer, str):
        answer = answer.split("," if "," in answer else None)
    icons = sorted(answer_checks.as_icon(icon) for icon in answer)
    if len(icons) != 3:
        raise Misread(f"Name three icons, in any order; yours are {len(icons)}.")
    if icons == sorted(_AFTER):
        return right("Every card turned over: `BJ5'` to Combat, `BJ6` to Fire, `BJ8` to Web.")
    if icons == sorted(_BEFORE):
        return not_yet("That is what shows *before* it is rotated.")
    return not_yet("Each of the three cards turns over, and shows its other face.")


def _blessing(answer: Any) -> Result:
    slips = [
        (17, "There the *game* is lost. The Blessing went before."),
        (9, "Two had rested in a row, and Tang Sanzang's ability broke the chain: no Blessing is lost."),
        (8, "Two Rests in a row are not three."),
        (13, "One more: after node 13 two of three have rested."),
        (15, "One less: there it has gone already."),
    ]
    why = "The third Rest in a row. The next in line, `T11`, went with the Blessing."
    return answer_checks.whole(answer, 14, slips=slips, why=why)


def _chain(answer: Any) -> Result:
    before = sample(_LESSON).node("15").position
    move = answer_checks.as_move(answer, before)
    after = before.apply(move)
    picture = svg(after)
    if after.rests:
        said = "Now two have rested in a row. Tang Sanzang's hand is empty: what can he do but rest?"
        return not_yet(said, picture=picture)
    said = "The chain is broken: no Rest in a row any more. Somebody has a card again, and a turn to come."
    return right(f"{said} (Both ways to use the ability would do.)", picture=picture)


def _other_decision(answer: Any) -> Result:
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        raise Misread(f"Give three texts: a game, a node, your move, as in `{_EXAMPLE}`.")
    name, path, wanted = (str(part).strip() for part in answer)
    name = name.casefold()
    if name not in samples():
        raise Misread(
            f"There is no game of that name. There are {', '.join(f'`{one}`' for one in samples())}."
        )
    node = _decision(name, path)
    before = node.parent
    assert before is not None
    move = answer_checks.as_move(wanted, before.position)
    picture = svg(before.branch(str(move)))
    if str(move) == str(node.move):
        return not_yet("That is what was played. What would you have done *instead*?", picture=picture)
    said = f"Instead of `{node.move}` you choose `{move}`, and the table looks like this."
    return handed_in(
        f"{said} Let bots play on from there. Was your move better? Discuss it.", picture=picture
    )


def _decision(name: str, path: str) -> Node:
    try:
        node = sample(name).node(path)
    except SilkenwebError:
        raise Misread("That game has no such node: take the number that the player shows.") from None
    if node.parent is None or node.move is None:
        raise Misread("There the cards are dealt, and nobody decides. Take another node.")
    return node


EXERCISES = (
    Exercise(
        "00.1",
        """
        Bajie holds `BJ5'`, `BJ6` and `BJ8`, as the picture shows. He **rotates his hand**. Which three icons
        show then? Write them as a list of words: `combat`, `combat2`, `ranged`, `web`, `door`, `fire`.
        """,
        check=_rotated,
        expects='a list of three icons, such as `["door", "web", "fire"]`',
        hints=(
            "The small face of each card lies upside down at its bottom: it shows after a rotation.",
            '`replay.edition.cards["BJ6"].faces` gives both faces of a card; `\'` means the second.',
        ),
        solution="""
            A hand is rotated as a whole. `BJ5'` (combat / fire) lay on its second face and turns to Combat,
            `BJ6` (combat2 / fire) to Fire, `BJ8` (combat / web) to Web: **combat, fire, web**. So a hand that
            has what you need on different sides cannot show all of it at once.
            """,
        model='answer = ["combat", "fire", "web"]',
        picture=lambda: svg(sample(_LESSON).node("1"), 0),
    ),
    Exercise(
        "00.2",
        """
        Step through the lesson game once more (`sw.Player(replay)`). After which node is the team's
        **Blessing lost**? Give its number.
        """,
        check=_blessing,
        expects="a whole number, such as 5",
        hints=(
            "Blessings are the tokens above the row. Each Rest in a row adds a link to the chain there.",
            "All three have to rest, one after another, with nothing else between.",
            "`[node.path for node in replay.main_line() if node.position.blessings == 0]` lists the rest.",
        ),
        solution="""
            After node **14**. Wukong, Bajie and Tang Sanzang had rested in a row (nodes 12, 13 and 14). Two
            Rests had come before (7 and 8), but Tang Sanzang's ability broke that chain.
            """,
        model="answer = 14",
    ),
    Exercise(
        "00.3",
        """
        This is the lesson game after node 15. **Bajie** decides; Wukong has just rested, no Blessing is left,
        and Tang Sanzang, who is next, has no card. Recorded was `rest ~`, and that lost the game. Find a move
        for Bajie that does not. Write it as a text; `replay.node("15").position.legal_moves()` lists all.
        """,
        check=_chain,
        expects='a move as a text, such as `"rest"`',
        hints=(
            "How many Rests in a row lose the game here? Who will surely rest?",
            "What is neither a card nor a Rest? Look at Bajie's sheet.",
        ),
        solution="""
            Three Rests in a row lose the game, and Tang Sanzang cannot but rest. So Bajie must not: his
            **ability** (`ability -BJ8 wukong` or `ability -BJ8 tang`) lays his card away and lets another
            draw one, which breaks the chain. With the cards as they lay the level can still be cleared then.
            """,
        model='answer = "ability -BJ8 wukong"',
        picture=lambda: svg(sample(_LESSON).node("15")),
    ),
    Exercise(
        "00.4",
        f"""
        Pick one of the recorded games (`sw.samples()`), step to where it was lost, or nearly, and find a
        decision that **you** would change. Your answer has three texts: the game, the number of the
        decision's node, and your move instead, as in `{_EXAMPLE}`.

        Then play your branch on, by hand or with bots. Did it help? Could the player have known?
        """,
        check=_other_decision,
        expects=f"three texts, such as `{_EXAMPLE}`",
        hints=(
            "A node's number is that of the position *after* its move: to change move 46, stand on 45.",
            '`sw.sample("two-lost-late").node("45").position.legal_moves()` lists what was allowed there.',
        ),
        solution="""
            There are many. In `two-lost-late` the last level could still be cleared until node 88; at 89
            Bajie pays for the wrong card with his only Fire. `("two-lost-late", "89", "play BJ6>spirit")`
            keeps it within reach. Whether he could know is what notebooks 03 and 07 are about.
            """,
        model='answer = ("two-lost-late", "89", "play BJ6>spirit")',
        open=True,
    ),
)

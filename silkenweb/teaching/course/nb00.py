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
"""An answer to 00.4: a legal move that was not the recorded one."""


def _rotated(answer: Any) -> Result:
    if isinstance(answer, str):
        answer = answer.replace(" and ", ", " if "," in answer else " ")
        answer = [word for word in answer.split("," if "," in answer else None) if word.strip()]
    icons = sorted(answer_checks.as_icon(icon) for icon in answer)
    if len(icons) != 3:
        raise Misread(f"Name three icons, in any order; you named {len(icons)}.")
    if icons == sorted(_AFTER):
        return right("Every card turned: `BJ5'` to Combat, `BJ6` to Fire, `BJ8` to Web.")
    if icons == sorted(_BEFORE):
        return not_yet("Those are the icons *before* the rotation.")
    return not_yet("Each of the three cards turns, and shows its other face.")


def _blessing(answer: Any) -> Result:
    slips = [
        (17, "There the *game* is lost. The Blessing was lost earlier."),
        (9, "Two had rested in a row, and Tang Sanzang's ability broke the chain: no Blessing is lost."),
        (8, "Two Rests in a row are not three."),
        (13, "One step more: after node 13 two of three have rested."),
        (15, "One step back: there it is already lost."),
    ]
    why = "It is the third Rest in a row. The next in line, `T11`, was removed with the Blessing."
    return answer_checks.whole(answer, 14, slips=slips, why=why)


def _chain(answer: Any) -> Result:
    before = sample(_LESSON).node("15").position
    move = answer_checks.as_move(answer, before)
    after = before.apply(move)
    picture = svg(after)
    if after.rests:
        said = "Now two have rested in a row. Tang Sanzang's hand is empty: what can he do but rest?"
        return not_yet(said, picture=picture)
    said = (
        "The chain is broken: there are no Rests in a row now. One player has a card again, and a turn "
        "to come."
    )
    return right(f"{said} (Both ways to use the ability are right.)", picture=picture)


def _other_decision(answer: Any) -> Result:
    if not isinstance(answer, (tuple, list)) or len(answer) != 3:
        raise Misread(f"Give three texts: a game, a node, your move, as in `{_EXAMPLE}`.")
    name, path, wanted = (str(part).strip() for part in answer)
    name = name.casefold()
    if name not in samples():
        raise Misread(
            f"There is no game with that name. The games are {', '.join(f'`{one}`' for one in samples())}."
        )
    node = _decision(name, path)
    before = node.parent
    assert before is not None
    move = answer_checks.as_move(wanted, before.position)
    picture = svg(before.branch(str(move)))
    if str(move) == str(node.move):
        return not_yet("That is the recorded move. What would you have done *instead*?", picture=picture)
    said = f"You choose `{move}` instead of `{node.move}`, and the table looks like this."
    return handed_in(
        f"{said} Let bots continue from there. Was your move better? Discuss it.", picture=picture
    )


def _decision(name: str, path: str) -> Node:
    try:
        node = sample(name).node(path)
    except SilkenwebError:
        raise Misread("That game has no such node: use the number that the player shows.") from None
    if node.parent is None or node.move is None:
        raise Misread("That node is a deal, so nobody decides there. Choose another node.")
    return node


EXERCISES = (
    Exercise(
        "00.1",
        """
        Bajie holds `BJ5'`, `BJ6` and `BJ8`, as the picture shows. He **rotates his hand**. Which three icons
        does it show then? Write them as a list of words: `combat`, `combat2`, `ranged`, `web`, `door`,
        `fire`.
        """,
        check=_rotated,
        expects='a list of three icons, such as `["door", "web", "fire"]`',
        hints=(
            "The small face at the bottom of each card is upside down: a rotation turns it upright.",
            '`replay.edition.cards["BJ6"].faces` gives both faces of a card; `\'` means the second.',
        ),
        solution="""
            The whole hand is rotated. `BJ5'` (combat / fire) showed its second face and turns to Combat,
            `BJ6` (combat2 / fire) turns to Fire, `BJ8` (combat / web) to Web: **combat, fire, web**. So if
            the icons you need are on different sides, a hand cannot show all of them at once.
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
            "All three have to rest, one after another, with no other decision in between.",
            "`[node.path for node in replay.main_line() if node.position.blessings == 0]` lists the others.",
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
        and Tang Sanzang, who is next, has no card. The recorded move is `rest ~`, and it lost the game. Find
        a move for Bajie that does not. Write it as text; `replay.node("15").position.legal_moves()` lists all
        moves.
        """,
        check=_chain,
        expects='a move as a text, such as `"rest"`',
        hints=(
            "How many Rests in a row lose the game here? Who will certainly rest?",
            "What can he do that is neither a card nor a Rest? Look at Bajie's sheet.",
        ),
        solution="""
            Three Rests in a row lose the game, and Tang Sanzang can only rest. So Bajie must not: his
            **ability** (`ability -BJ8 wukong` or `ability -BJ8 tang`) discards his card and lets another
            player draw one, which breaks the chain. With the actual cards the level can still be cleared.
            """,
        model='answer = "ability -BJ8 wukong"',
        picture=lambda: svg(sample(_LESSON).node("15")),
    ),
    Exercise(
        "00.4",
        f"""
        Pick one of the recorded games (`sw.samples()`), step to the point where it was lost, or nearly lost,
        and find a decision that **you** would change. Your answer has three texts: the game, the number of
        the decision's node, and your move instead, as in `{_EXAMPLE}`.

        Then continue your variation, by hand or with bots. Did it help? Could the player have known?
        """,
        check=_other_decision,
        expects=f"three texts, such as `{_EXAMPLE}`",
        hints=(
            "A node's number is that of the position *after* its move: to change move 46, go to 45.",
            '`sw.sample("two-lost-late").node("45").position.legal_moves()` lists the legal moves there.',
        ),
        solution="""
            There are many answers. In `lesson-what-silence-costs`, node 7, Wukong rests although he holds
            half of what `T11` requires. After `("lesson-what-silence-costs", "7", "play WK6>T11")` Bajie can
            add the other half. Notebooks 03 and 07 are about what a player could have known.
            """,
        model='answer = ("lesson-what-silence-costs", "7", "play WK6>T11")',
        open=True,
    ),
)

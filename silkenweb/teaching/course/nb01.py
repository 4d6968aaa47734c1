"""Exercises of `01_reading_a_replay`: places, a seat's view, a variation, notes."""

from __future__ import annotations

from typing import Any, TypeVar

from silkenweb.edition.icons import ICONS
from silkenweb.game.events import BlessingLost, Event, RelicClaimed
from silkenweb.replay import Node, Replay, sample
from silkenweb.study.chances import hand_chances
from silkenweb.teaching import answer_checks
from silkenweb.teaching.exercises import Exercise
from silkenweb.teaching.results import Misread, Result, handed_in, not_yet, right
from silkenweb.widgets import svg

E = TypeVar("E", bound=Event)

_LOST, _WON = "two-lost-late", "three-won"
_ABILITY = "74"  # where Wukong uses it in the game that was won
_HAND = "46"  # the question about Bajie's hand


def _events(kind: type[E]) -> list[tuple[Node, E]]:
    """Return all events of this kind in the recorded lost game, each with its node."""
    line = sample(_LOST).main_line()
    return [(node, event) for node in line for event in node.events if isinstance(event, kind)]


def _first_blessing(answer: Any) -> Result:
    first, second = (int(node.path) for node, _ in _events(BlessingLost)[:2])
    slips = [
        (first - 1, "One step more: the Blessing is lost *at* the next node."),
        (first + 1, "One step back: there it is already lost."),
        (second, "That is the second one."),
    ]
    return answer_checks.whole(
        answer, first, slips=slips, why="It is the second Rest in a row, with two players."
    )


def _relics(answer: Any) -> Result:
    claims = [event.seat for _, event in _events(RelicClaimed)]
    each = sorted(claims.count(seat) for seat in set(claims))
    slips = [
        (len(claims), "That is the number for both together."),
        (each[0], "That is the other player."),
    ]
    return answer_checks.whole(
        answer, each[-1], slips=slips, why="Search for `Bajie claims`: Bajie has more."
    )


def _likeliest(answer: Any) -> Result:
    node = sample(_LOST).node(_HAND)
    some = hand_chances(node.view(0), node.seen(0))[1].some
    likeliest = max(some, key=lambda icon: some[icon])
    slips = {"combat": "It is second: *Combat x2* pays for Combat, but is a different icon."}
    why = f"The chance of at least one is {some[likeliest]:.0%}."
    return answer_checks.choice(answer_checks.as_icon(answer), likeliest, list(ICONS), slips=slips, why=why)


def _instead(answer: Any) -> Result:
    replay = _replay(answer, _WON)
    before = replay.node(_ABILITY).parent
    assert before is not None
    tried = [node for node in before.children if node in replay.added]
    if not tried:
        return not_yet(
            "You have no variation right before Wukong's ability. Go to the node before it "
            "and choose another move; then run the cell again."
        )
    longest = max((list(node.line()) for node in tried), key=len)
    moves = f"`{longest[0].move}`, followed by {len(longest) - 1} more nodes"
    said = f"Your variation begins with {moves}. The picture shows its end."
    return right(said, picture=svg(longest[-1]))


def _note(answer: Any) -> Result:
    replay = _replay(answer, _LOST)
    noted = [node for node in replay.nodes() if node.comment and node.glyph and node.move]
    if not noted:
        half = any(node.comment or node.glyph for node in replay.nodes())
        return not_yet("Your note needs both, a comment and a mark." if half else "There is no note yet.")
    node = max(noted, key=lambda one: len(one.comment or ""))
    if len((node.comment or "").split()) < 4:
        return not_yet("Say in a few words *why* you think so.", picture=svg(node))
    said = f"Your note is at node {node.path}, `{node.move}`. Would the others at the table agree?"
    return handed_in(said, picture=svg(node))


def _replay(answer: Any, name: str) -> Replay:
    """Return the replay, or that of a player. Raises Misread for another game."""
    replay = getattr(answer, "replay", answer)
    if not isinstance(replay, Replay) or replay.seed != sample(name).seed:
        shown = {_LOST: "lost", _WON: "won"}[name]
        raise Misread(f"The answer should be the game of this notebook: `{shown}`, without quotes.")
    return replay


EXERCISES = (
    Exercise(
        "01.1",
        """
        In the lost game: the team begins with two Blessings, and the board shows how many are left. Find
        the place where the **first Blessing** is lost: click in the timeline to get near, then step until
        you are exactly there. Which node is it?
        """,
        check=_first_blessing,
        expects="a whole number, such as 12",
        hints=(
            "Go from level to level (Page Down). In which level are there fewer Blessings at the end?",
            "The player shows your position: `12 / 102` is node 12.",
        ),
        solution="""
            At node **65**, in level 5, with the second Rest in a row. In Python: the first node in
            `lost.main_line()` whose `events` contain a `BlessingLost`.
            """,
        model='answer = int(where(lost, "BlessingLost")[0])',
    ),
    Exercise(
        "01.2",
        """
        You can search the list of *Moves*. Type `claims` into its field: only the decisions in which a
        **Relic** was claimed in the lost game remain. Who claimed more of them? Answer with that player's
        number of Relics. (Clear the search afterwards.)
        """,
        check=_relics,
        expects="a whole number, such as 2",
        hints=(
            "Search for `Bajie claims`, and for the other player.",
            "The list shows how many lines remain.",
        ),
        solution="Bajie claimed **four**. In Python: count the seats of the `RelicClaimed` events.",
        model="answer = 4",
    ),
    Exercise(
        "01.3",
        """
        At node 46 of the lost game Bailoong Horse decides, and Bajie holds two cards that are hidden from it.
        Which icon is Bajie's hand most likely to show **at least once**? Write its key in the edition:
        `combat`, `combat2`, `ranged`, `web`, `door` or `fire`.
        """,
        check=_likeliest,
        expects='an icon as a text, such as `"web"`',
        hints=(
            "Choose *Bailoong Horse's view + odds*.",
            "Beside Bajie's cards is *at least one*, the most likely icon first.",
        ),
        solution="""
            **combat2**. The view counts which of Bajie's eight cards have been seen, and how many faces of
            the others show each icon.
            """,
        model='answer = "combat2"',
        picture=lambda: svg(sample(_LOST).node(_HAND), 0),
    ),
    Exercise(
        "01.4",
        """
        In the game that was won, Wukong used his ability once (search for `ability`). **What if he had kept
        it?** Go to the node *before* it and choose another move; let bots continue if you like. Your
        answer is the game itself: replace `None` with `won`.
        """,
        check=_instead,
        expects="the game `won`",
        hints=(
            "It is in level 4. The possible moves are below the table.",
            'In Python: `won.node("74").parent.branch("rest")`.',
        ),
        solution="""
            Wukong's ability is node 74. Instead he could also have rested, with or without rotating:
            `won.node("74").parent.branch("rest ~")`. No move is right or wrong here; the point is to look
            at both lines side by side.
            """,
        model='won.node("74").parent.branch("rest ~")\nanswer = won',
    ),
    Exercise(
        "01.5",
        """
        Find the decision that you think **lost the first game**. Comment on it under *Notes* in a sentence
        or two, and give it a mark. Your answer is the game: replace `None` with `lost`. Then look at the
        position as the player who decided saw it. Do you still think so?
        """,
        check=_note,
        expects="the game `lost`",
        hints=(
            "*Notes* is next to the list of moves. A note belongs to the current node.",
            "Begin at the end: which segment was left, who held a card for it, and where did that card go?",
        ),
        solution="""
            At the end one segment of the Spider Spirit was left, which requires Fire. The only card with a
            Fire, `BJ6`, had been played on `T26` at node 89. That is one answer; an earlier Rest may be
            another. Notebook 06 proves which positions could still have been cleared.
            """,
        model="""
            lost.node("89").comment = "The only Fire goes to a card that a Blessing could have removed."
            lost.node("89").glyph = "??"
            answer = lost
            """,
        open=True,
    ),
)

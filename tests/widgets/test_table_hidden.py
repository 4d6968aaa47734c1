"""What a table sends to the browser: nothing that the seat in view can't know. Every byte is read."""

from __future__ import annotations

import json
import re
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.widgets import table_setup
from silkenweb.widgets.table import Table
from silkenweb.widgets.table_game import Sitting
from silkenweb.widgets.table_payload import level_nodes
from tests.twins import twin
from tests.widgets.seated import ALL, Seated, busy
from tests.widgets.test_lens import named, open_to, recovered

pytestmark = pytest.mark.usefixtures("no_loop")
SEED = "secret-seed"
NOBODY = -1
ANSWERS = (
    "legal", "move", "deal", "back", "look", "start", "ready", "pace", "here", "again", "table", "language",
    "continue", "auto-end", "cheat",
)  # fmt: skip
NEW = "new"  # this ends the game
UNDO = "undo"  # requested whenever possible, and then the same is played again


class Scripted(Sitting):
    """A game in which bots make the moves of another game's line."""

    script: tuple[str, ...] = ()

    def question(self) -> Any:
        """Return a function with the next decision of that line."""
        return partial(str, self.script[len([node for node in self.replay.main_line() if node.move])])


def games(characters: tuple[str, ...], length: int, random: Random) -> sw.Replay:
    """A random game with the given number of nodes, or to its end."""
    replay = sw.Replay.start(characters, seed=SEED, blessings=30)
    while replay.count < length and not replay.end.position.over:
        position = replay.end.position
        moves = [str(move) for move in position.legal_moves()]
        replay.record(busy(moves, random) if moves else None)
    return replay


def told(replay: sw.Replay, people: tuple[int, ...]) -> list[str]:
    """Everything that a table sends while this game is played again, with refused and idle requests between.

    It ends before the first move that the given game does not have.
    """
    random = Random("what is asked")
    asked = table_setup.seating(
        replay.characters, seats=people, bots="greedy", seed=SEED, blessings=30, pace=0
    )
    table = Table(
        list(replay.characters), seats=list(people), seed=SEED, blessings=30, pace=0, autosave=False
    )
    sitting = Scripted(asked, asked.start(), keeps=False)
    line = replay.main_line()
    moves = tuple(str(node.move) for node in line if node.move is not None)
    sitting.script = (*moves, "that is all")
    table.sitting = sitting
    table._begin()
    seated = Seated(table)
    for _ in range(len(line) * 2):
        if sitting.replay.count == len(line):
            break
        step(seated, sitting, replay, random)
    seated.ask(NEW)
    return seated.traffic


def step(seated: Seated, sitting: Sitting, replay: sw.Replay, random: Random) -> None:
    """Let people do the next thing of the other game, after requests that no page should send."""
    for kind in ANSWERS:
        if not (kind == "deal" and sitting.node.position.seat is None):
            seated.ask(kind, move=f"play {random.choice(list(replay.edition.cards))}>T01", form={}, pace=-1)
    if seated.stage["name"] == "cover":
        seated.must("ready", seat=seated.stage["seat"])
        return
    following = replay.main_line()[sitting.replay.count]
    if following.deal is None:
        seated.must("move", move=str(following.move))
        if seated.stage.get("undo"):
            seated.must(UNDO)
            seated.must("move", move=str(following.move))
        return
    given, sitting.replay._head["seed"] = sitting.replay.record, SEED
    sitting.replay.record = lambda what=None: given(following.deal if what is None else what)  # type: ignore[method-assign]
    seated.must("deal")
    del sitting.replay.record


@settings(max_examples=12)
@given(st.data())
def test_two_games_that_a_seat_cannot_tell_apart_are_the_same_to_the_byte(data: st.DataObject) -> None:
    """In any order of the cards where the seat can't look, the table sends the same, from the first deal to
    the end: traits, offers, refusals, one after the other.
    """
    characters = tuple(data.draw(st.permutations(ALL))[: data.draw(st.integers(2, 5))])
    viewer = data.draw(st.integers(0, len(characters) - 1))
    random = Random(data.draw(st.integers(0, 10**6)))
    one = games(characters, data.draw(st.integers(2, 90)), random)
    other = twin(one, viewer, random)
    assert one.end.view(viewer) == other.end.view(viewer)
    assert told(one, (viewer,)) == told(other, (viewer,))


def test_the_twins_differ() -> None:
    """Otherwise the test above would prove nothing: hidden hands, discards and face-down Threats differ."""
    random, differ = Random(3), {"hands": 0, "chosen": 0, "deck": 0, "moves": 0}
    for number in range(40):
        one = games(ALL[:4], 3 + number, random)
        other = twin(one, 0, random)
        a, b = one.end.position, other.end.position
        differ["hands"] += any(a.seats[seat].hand != b.seats[seat].hand for seat in (1, 2, 3))
        differ["chosen"] += any(a.seats[seat].chosen != b.seats[seat].chosen for seat in (1, 2, 3))
        differ["deck"] += a.deck != b.deck
        differ["moves"] += [node.move for node in one.main_line()] != [
            node.move for node in other.main_line()
        ]
    assert all(count > 2 for count in differ.values()), differ


def known_to(sitting: Sitting, viewer: int) -> set[str]:
    """What may be named in messages to a seat, or on a cover (NOBODY), after these nodes."""
    known: set[str] = set()
    for node in level_nodes(sitting.node):
        known |= open_to(node.position, viewer) | recovered(node)
        if node.parent is not None:
            known |= open_to(node.parent.position, viewer)
    return known


def read(seated: Seated, since: int, sitting: Sitting) -> None:
    """Read what has been sent, each message as seen by the seat in view at that time."""
    sent = zip(seated.traffic[since:], seated.lookers[since:], strict=True)
    known = {viewer: known_to(sitting, viewer) for viewer in (NOBODY, *sitting.seating.people)}
    for text, viewer in sent:
        message = json.loads(text)
        message.pop("game", None)  # all cards of the edition, for drawing them
        assert all(node["text"].startswith(f"view={viewer} ") for node in message.get("line", ()))
        assert named(message) <= known[NOBODY if viewer is None else viewer], (viewer, text)
        assert SEED not in text


@pytest.mark.parametrize("players", [2, 3, 5])
def test_between_people_the_screen_holds_nothing_of_either(players: int) -> None:
    """Every message of a game with several people and, if there is room, a bot: what a seat sees is sent
    when that person says that they are ready, and removed from the page before the next person is called.
    """
    random = Random(players)
    people = list(range(players))[: max(2, players - 1)]
    table = Table(
        random.sample(ALL, players),
        seats=people,
        seed=SEED,
        blessings=20,
        pace=0,
        bots="greedy",
        autosave=False,
    )
    seated, covers = Seated(table), 0
    assert table.sitting is not None
    for _ in range(90):
        if seated.stage["name"] == "cover":
            covers += 1
            assert [table.line, table.game, table.setup, table.keeping] == [[], {}, {}, {}]
            assert set(seated.stage) == {"name", "seat", "who", "said"}
        since = len(seated.traffic)
        going_on = seated.act(random)
        read(seated, since, table.sitting)
        if not going_on:
            break
    assert covers > 10


@pytest.mark.parametrize("kind", ["hand", "seed"])
def test_nothing_of_the_deal_is_sent_before_somebody_is_ready(kind: str) -> None:
    """With several people a new level begins with the cover, whoever dealt it."""
    table = Table(["wukong", "bajie", "wujing"], seats=[0, 1], seed=SEED, pace=0, autosave=False)
    seated = Seated(table)
    before = len(seated.traffic)
    seated.must("deal")
    text = "".join(seated.traffic[before:])
    if kind == "seed":
        assert SEED not in text
    else:
        hands = {card.rstrip("'") for seat in table.replay.end.position.seats for card in seat.hand}
        assert not hands & set(re.findall(r"\b[A-Z]{2}\d\b", text))

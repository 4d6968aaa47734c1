"""Nothing sent to a seat depends on what that seat cannot know: every channel, byte for byte."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import silkenweb as sw
from silkenweb.cli.entry import silkenweb as commands
from silkenweb.teaching.practice_session import PracticeRequests
from silkenweb.widgets import export
from silkenweb.widgets.player import Player
from silkenweb.widgets.player_requests import PlayerRequests
from silkenweb.widgets.scribe_form import ScribeRequests, ScribeWidget
from silkenweb.widgets.table import Table
from silkenweb.widgets.table_requests import TableRequests
from tests.channels import CHANNELS, OPEN
from tests.twins import difference, twin
from tests.widgets.seated import busy

pytestmark = pytest.mark.usefixtures("no_loop")
GAMES = ((("wukong", "wujing", "bajie"), 24, 1), (("bajie", "bailoong"), 14, 0))
SEATS = {"seat", "seats", "lens", "lenses", "viewer"}


@pytest.fixture(autouse=True)
def _no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SILKENWEB_LANGUAGE", raising=False)


@cache
def pair(number: int) -> tuple[str, str]:
    """Two games that a seat cannot distinguish.

    Each has its own hidden alternatives and comments, a visible alternative that is the same in both, and a
    review with the same options.
    """
    characters, length, seat = GAMES[number]
    random = Random(f"twins {number}")
    one = sw.Replay.start(characters, blessings=30)
    while one.count < length:
        position = one.end.position
        moves = [str(move) for move in position.legal_moves()]
        one.record(busy(moves, random) if moves else sw.deal(position, seed=f"level {position.level}"))
    other = twin(one, seat, random)
    games = one, other
    own = [node.path for node in one.main_line() if node.seat == seat]
    assert any(tried(games, path, seat) for path in own)
    for more, replay in enumerate(games):
        others = [node for node in replay.main_line() if node.seat not in (None, seat)]
        for node in random.sample(others, 4 + 3 * more):
            assert node.parent is not None
            for move in random.sample(node.parent.position.legal_moves(), 1):
                if move != node.move:
                    node.parent.branch(move)
        for node in replay.main_line():
            node.comment = f"game {more}: {node.move}"
        sw.review(replay, worlds=16, error=0.5, solver=200, branches=True)
    return one.dumps(), other.dumps()


def tried(games: tuple[sw.Replay, sw.Replay], path: str, seat: int) -> bool:
    """Try another move of the seat in both games; undo it if it reveals hidden cards."""
    node = games[0].node(path)
    assert node.parent is not None
    moves = [str(move) for move in node.parent.position.legal_moves() if move != node.move]
    if not moves:
        return False
    made = []
    for game in games:
        before = game.node(path).parent
        assert before is not None
        made.append(before.branch(moves[0]))
    if made[0].view(seat) == made[1].view(seat) and made[0].seen(seat) == made[1].seen(seat):
        return True
    for branch in made:
        branch.delete()
    return False


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_the_games_are_twins(number: int) -> None:
    """For the seat they are equal at each node; otherwise hands, decks and hidden alternatives differ."""
    one, other = map(sw.Replay.loads, pair(number))
    seat = GAMES[number][2]
    nodes = list(zip(one.main_line(), other.main_line(), strict=True))
    assert all(a.view(seat) == b.view(seat) and a.seen(seat) == b.seen(seat) for a, b in nodes)
    assert sum(a.position.text != b.position.text for a, b in nodes) > len(nodes) // 3
    assert one.count != other.count
    assert [node.review for node in one.nodes()] != [node.review for node in other.nodes()]


@pytest.mark.parametrize("number", range(len(GAMES)))
@pytest.mark.parametrize("name", CHANNELS)
def test_twin_worlds_are_the_same_to_the_byte(name: str, number: int) -> None:
    """In each channel, for a seat that cannot distinguish the two games."""
    one, other = (CHANNELS[name](sw.Replay.loads(text), GAMES[number][2]) for text in pair(number))
    assert one
    assert difference(one, other) == ""


def test_another_seat_would_see_the_difference() -> None:
    """The comparison can fail: a seat whose own cards differ gets other bytes."""
    characters, _, seat = GAMES[0]
    another = (seat + 1) % len(characters)
    for name in ("trait: Player.line", "name: svg", "command: log", "name: export_html"):
        one, other = (CHANNELS[name](sw.Replay.loads(text), another) for text in pair(0))
        assert difference(one, other), name


# -- the list is complete ----------------------------------------------------------------------------------


def message_kinds() -> Iterator[str]:
    yield from (f"player: {kind}" for kind in PlayerRequests.KINDS)
    yield from (f"table: {kind}" for kind in TableRequests.KINDS)
    yield from (f"scribe: {kind}" for kind in ScribeRequests.KINDS)
    yield from (f"practice: {kind}" for kind in PracticeRequests.KINDS)


def synced_traits() -> Iterator[str]:
    for widget in (Player, Table, ScribeWidget):
        for name, trait in widget.class_traits(sync=True).items():
            if trait.this_class is widget:
                yield f"trait: {widget.__name__}.{name}"


def seat_commands() -> Iterator[str]:
    for name, command in commands.commands.items():
        if any({"--seat", "--lens", "--view"} & set(option.opts) for option in command.params):
            yield f"command: {name}"


def has_seat(act: object) -> bool:
    return callable(act) and bool(SEATS & set(inspect.signature(act).parameters))


def public_names() -> Iterator[str]:
    """Functions, classes and their public methods that take a seat or a lens."""
    for name in sw.__all__:
        what = getattr(sw, name)
        if inspect.isfunction(what) and has_seat(what):
            yield f"name: {name}"
        if not inspect.isclass(what):
            continue
        if what.__init__ is not object.__init__ and has_seat(what.__init__):
            yield f"name: {name}"
        ours = [each for each in what.__mro__ if each.__module__.startswith("silkenweb")]
        for method, act in ((key, act) for each in ours for key, act in vars(each).items()):
            if inspect.isfunction(act) and not method.startswith("_") and has_seat(act):
                yield f"name: {name}.{method}"
    yield from (f"name: export {name}" for name in ("page",) if has_seat(getattr(export, name)))


@pytest.mark.parametrize("found", [message_kinds, synced_traits, seat_commands, public_names])
def test_no_channel_is_missing(found: object) -> None:
    """Everything new must be compared, or be listed with the reason why it belongs to no seat."""
    assert callable(found)
    names = set(found())
    assert len(names) > 2
    assert names - CHANNELS.keys() - OPEN.keys() == set()

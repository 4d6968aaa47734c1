"""Through a seat's lens nothing is sent that the seat cannot know. Every byte that leaves Python is read."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.game.events import Recovered
from tests.twins import difference, twin
from tests.widgets.helpers import Asked, Message

pytestmark = pytest.mark.usefixtures("no_loop")
CARD = re.compile(r"\b(?:(?:TS|WK|BJ|WJ|BH)[1-8]|T\d\d|R\d\d)\b")
SEED, SECRET = "secret-seed", "secret-comment"
TABLES = (
    ("tang", "wukong", "bajie", "wujing", "bailoong"),
    ("bajie", "wujing", "bailoong"),
    ("wujing", "bajie"),
)


@cache
def recorded(characters: tuple[str, ...]) -> str:
    """A game with every event that hides something, with variations and comments everywhere."""
    replay = sw.Replay.start(characters, seed=SEED, blessings=30)
    random = Random(",".join(characters))
    while len(replay.main_line()) < 170 and not replay.end.position.over:
        position = replay.end.position
        replay.record(chosen(position, random) if position.seat is not None else None)
    nodes = replay.main_line()[:-1]
    for node in random.sample(nodes, 40):
        for _ in range(3):
            if node.position.over or node is replay.end:
                break
            node = node.branch(chosen(node.position, random) if node.position.seat is not None else None)
    for node in replay.nodes():
        if node.parent is not None and random.random() < 0.3:
            node.comment, node.glyph = f"{SECRET} {node.path}", "!?"
            replay.annotate(node, "x_own", SECRET)
    return replay.dumps()


def chosen(position: sw.Position, random: Random) -> str:
    """A random move, the rarer kinds more often, and Rests seldom."""
    moves = [str(move) for move in position.legal_moves()]
    rare = [move for move in moves if "^" in move or move.startswith(("claim", "signal"))]
    rare += [move for move in moves if move.startswith("ability") and random.random() < 0.1]
    busy = [move for move in moves if not move.startswith(("rest", "signal", "ability"))]
    return random.choice((rare if rare and random.random() < 0.4 else busy) or moves)


def bare(cards: Any) -> set[str]:
    return {str(card).rstrip("'") for card in cards}


def open_to(position: sw.Position, seat: int) -> set[str]:
    """By rules K1 and K2, the cards of a complete position whose place this seat may know."""
    known = {target.card for target in position.row} | bare(position.done)
    for target in (*position.row, *([position.spirit] if position.spirit else [])):
        known |= {paid.card.rstrip("'") for paid in target.committed}
    for index, area in enumerate(position.seats):
        known |= bare(area.discards) | bare(area.storage)
        hidden = {
            *bare(area.hand),
            *bare(area.deck),
            *(mark.lstrip("-^").rstrip("'") for mark in area.chosen),
        }
        known |= {card for card in hidden if card.startswith("R")}  # every claim was public
        if index == seat:
            known |= bare(area.hand) | {mark.lstrip("-^").rstrip("'") for mark in area.chosen}
    if position.taking is not None and (position.seat == seat or position.taking.startswith("R")):
        known.add(position.taking.rstrip("'"))
    return known


def recovered(node: sw.Node) -> set[str]:
    """The cards that were recovered openly since the deal (A4)."""
    found: set[str] = set()
    at: sw.Node | None = node
    while at is not None and at.deal is None:
        for event in at.events:
            if isinstance(event, Recovered):
                found |= bare(event.cards)
        at = at.parent
    return found


def allowed(node: sw.Node, seat: int) -> set[str]:
    """What this node may name: the cards that are open before or after it, and the events."""
    known = open_to(node.position, seat) | recovered(node)
    if node.parent is not None:
        known |= open_to(node.parent.position, seat)
    return known


def named(data: Any) -> set[str]:
    return set(CARD.findall(json.dumps(data)))


def lenses(players: int) -> Iterator[tuple[str, int]]:
    for seat in range(players):
        yield f"seat:{seat}", seat
        yield f"infer:{seat}", seat


def test_the_games_have_all_that_hides_something() -> None:
    """Otherwise these tests would prove little: keeps, storage, drawn cards, Relics, Spirit levels."""
    seen: Counter[str] = Counter()
    for characters in TABLES:
        for node in sw.Replay.loads(recorded(characters)).nodes():
            seen[node.position.phase] += 1
            seen["stored"] += "^" in (node.move or "")
            seen["relics"] += any(card.startswith("R") for area in node.position.seats for card in area.hand)
            seen["branch"] += not node.recorded
            seen["recovered"] += bool(recovered(node))
            seen["hidden deck"] += bool(node.position.deck)
    wanted = ("keep", "take", "rotate", "stored", "relics", "branch", "recovered", "hidden deck")
    assert all(seen[what] > 1 for what in wanted), seen


@pytest.mark.parametrize("characters", TABLES, ids=len)
def test_no_node_names_a_card_that_the_seat_cannot_know(characters: tuple[str, ...]) -> None:
    """Hands, decks, hidden discards and drawn cards of all nodes, compared with what the rules reveal."""
    for lens, seat in lenses(len(characters)):
        asked = Asked(sw.Replay.loads(recorded(characters)), lens=lens)
        replay, checked = asked.player.replay, 0
        for sent in (*asked.player.line, *asked.player.branches):
            node = replay.node(sent["path"])
            assert named({**sent, "path": ""}) <= allowed(node, seat), (lens, sent)
            checked += 1
        assert checked > 120
        everything = json.dumps(asked.traits())
        assert SEED not in everything
        assert SECRET not in everything
        assert "!?" not in everything


@pytest.mark.parametrize("characters", TABLES, ids=len)
def test_no_answer_names_a_card_that_the_seat_cannot_know(characters: tuple[str, ...]) -> None:
    """Legal moves, refusals, variations, edits, and changes of the lens."""
    random = Random(7)
    for lens, seat in lenses(len(characters)):
        asked = Asked(sw.Replay.loads(recorded(characters)), lens=lens)
        for sent in random.sample(asked.player.line[1:-1], 12):
            node = asked.player.replay.node(sent["path"])
            tell(asked, seat, node, random)
        for sent in asked.player.branches:
            node = asked.player.replay.node(sent["path"])
            assert named({**sent, "path": ""}) <= allowed(node, seat)
        assert SECRET not in json.dumps([asked.sent, asked.traits()])
        assert SEED not in json.dumps([asked.sent, asked.traits()])


def tell(asked: Asked, seat: int, node: sw.Node, random: Random) -> None:
    """Send every request that a page can send about a node."""
    known = allowed(node, seat)
    number = asked.player.showing.number(node)
    position = node.position
    moves = [str(move) for move in position.legal_moves()] or ["rest"]
    for message in (
        asked.ask("legal", node=number),
        *(asked.ask("move", node=number, move=f"play {card}>T01") for card in ("WK1", "BJ1", "R01", "T02")),
        asked.ask("comment", node=number, text="mine"),
        asked.ask("glyph", node=number, glyph="?"),
        asked.ask("glyph", node=number, glyph="none of these"),
        asked.ask("deal", node=number),
        asked.ask("promote", node=number),
        asked.ask("delete", node=number),
        asked.ask("save"),
    ):
        assert named(without_request(message)) <= known | {"WK1", "BJ1", "R01", "T01", "T02"}, message
    answer = asked.ask("move", node=number, move=random.choice(moves))
    if position.seat not in (None, seat):
        assert answer["kind"] == "error"
        assert named(answer) == set()
    elif answer["kind"] == "ok" and not asked.player.replay.node(node.path).position.over:
        assert asked.ask("bots", node=answer["node"], bot="random", until="turn")["kind"] == "ok"
    assert asked.ask("undo")["kind"] == asked.ask("redo")["kind"] == "ok"


def without_request(message: Message) -> Message:
    return {key: value for key, value in message.items() if key != "node"}


def test_a_lens_may_not_be_left_where_it_is_the_only_one() -> None:
    """After a change of the lens, nothing of the previous one remains: everything is sent again."""
    asked = Asked(sw.Replay.loads(recorded(TABLES[0])), lens="seat:1", lenses=["seat:1", "infer:1"])
    assert asked.ask("lens", lens="all")["reason"] == (
        "there is no lens 'all'; the lenses are seat:1, infer:1"
    )
    assert asked.ask("lens", lens="seat:2")["kind"] == "error"
    assert asked.ask("lens", lens="infer:1")["kind"] == "lens"
    assert all(sent["text"].startswith("view=1 ") for sent in (*asked.player.line, *asked.player.branches))
    assert SECRET not in json.dumps([asked.traits(), asked.sent])


def test_numbers_stay_while_the_reader_adds_and_undoes() -> None:
    """A seat's nodes are numbered as if there were no others, and keep their numbers in its lens."""
    asked = Asked(sw.Replay.loads(recorded(TABLES[1])), lens="seat:0", autosave=False)
    sent = (*asked.player.line, *asked.player.branches)
    assert [node["id"] for node in sent] == list(range(len(sent)))
    assert len(sent) < asked.player.replay.count + 1
    before = {node["path"]: node["id"] for node in sent}
    own = next(node for node in asked.player.replay.main_line() if node.position.seat == 0)
    moves = [
        move for move in own.position.legal_moves() if move not in [child.move for child in own.children]
    ]
    made = asked.ask("move", node=asked.number(own.path), move=str(moves[0]))["node"]
    assert made == len(sent)
    asked.ask("undo")
    assert {node["path"]: node["id"] for node in (*asked.player.line, *asked.player.branches)} == before
    asked.ask("redo")
    assert made in [node["id"] for node in asked.player.branches]
    asked.player.look_through("all")
    assert len(asked.player.line) + len(asked.player.branches) == asked.player.replay.count + 1
    asked.player.look_through("infer:0")
    assert (
        before.items()
        <= {node["path"]: node["id"] for node in (*asked.player.line, *asked.player.branches)}.items()
    )


def test_the_place_is_kept_when_the_lens_is_changed() -> None:
    """If both lenses show the node; otherwise the last node before it that is shown."""
    asked = Asked(sw.Replay.loads(recorded(TABLES[1])), autosave=False)
    replay = asked.player.replay
    hidden = next(head for node in replay.main_line() for head in node.alternatives if node.seat == 1)
    for node, shown in ((replay.node("60"), replay.node("60")), (hidden, hidden.parent)):
        asked.player.look_through("all")
        asked.player.show(node)
        asked.player.look_through("seat:0")
        assert asked.player.node is shown


def twins(number: int) -> tuple[sw.Replay, sw.Replay]:
    """Two games that seat 2 cannot distinguish, with comments about hidden cards."""
    random = Random(number)
    one = sw.Replay.start(["wukong", "wujing", "bajie"], meta={"title": "Twins"})
    one.record(sw.deal(one.end.position, seed=f"twin {number}"))
    for _ in range(3):
        one.record(random.choice(one.end.position.legal_moves()))
    pair = one, twin(one, 2, random)
    for name, replay in zip(("one", "other"), pair, strict=True):
        for node in replay.main_line()[1:]:
            node.comment = f"{SECRET} {name} {node.move}"
    return pair


@pytest.mark.parametrize("number", range(12))
@pytest.mark.parametrize("lens", ["seat:2", "infer:2"])
def test_two_games_that_a_seat_cannot_tell_apart_are_the_same_to_the_byte(lens: str, number: int) -> None:
    """Traits and all answers: legal moves, refusals of every card on every target, requests of all kinds."""
    games = twins(number)
    assert games[0].node("3").position.text != games[1].node("3").position.text
    told = []
    for replay in games:
        asked = Asked(replay, lens=lens)
        cards = [*replay.edition.cards]
        for node in range(4):
            asked.ask("legal", node=node)
            for card in cards:
                asked.ask("move", node=node, move=f"play {card}>T01")
                asked.ask("move", node=node, move=f"keep -{card}")
                asked.ask("move", node=node, move=f"take {card}")
            for kind in ("delete", "promote", "comment", "glyph", "undo", "redo", "save", "bots", "deal"):
                if (kind, node) not in (("bots", 2), ("bots", 3)):
                    asked.ask(kind, node=node, text="t", glyph="!", bot="nobody", until="turn")
        traits = {**asked.traits(), "line": asked.player.line[:4]}
        told.append(json.dumps([asked.sent, traits]))
    assert difference(*told) == ""

"""Each kind of fault has a clear error with its place, the deciding player, and the expected value."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from tests.replay.replay_files import CHARACTERS, Data, data_of, fault, fault_of, played, text_of

GAME = played("a", 60)
PLAIN = [node for node in GAME.main_line() if node.turn > 1 and node.move][:1][0]
INDEX = int(PLAIN.path) - 1


def node(data: Data, index: int = INDEX) -> Data:
    """A node of the line."""
    found: Data = data["line"][index]
    return found


# -- moves ---------------------------------------------------------------------------------------------


def test_an_illegal_move_tells_where_who_and_what_is_legal() -> None:
    error = fault_of(lambda data: node(data).update(move="hold"), GAME)
    before = PLAIN.parent
    assert before is not None
    assert error.kind == "illegal"
    assert error.node == PLAIN.path
    assert (error.level, error.turn, error.seat) == (PLAIN.level, PLAIN.turn, PLAIN.seat)
    assert PLAIN.seat is not None
    assert error.character == GAME.characters[PLAIN.seat]
    assert error.rule == "T1"
    assert error.found == '"hold"'
    assert error.legal == before.position.legal_moves()
    assert "Legal: " in str(error)


@pytest.mark.parametrize(
    "move", ["", "rest  ~", "REST", "play WK1", "keep -WK1'", "fly", "rest\n", "x" * 100_000, "játék"]
)
def test_a_text_that_is_no_move_is_illegal_and_shown_shortened(move: str) -> None:
    error = fault_of(lambda data: node(data).update(move=move), GAME)
    assert (error.kind, error.node) == ("illegal", PLAIN.path)
    assert len(str(error)) < 2_000


def test_moves_swapped_are_illegal() -> None:
    def swap(data: Data) -> None:
        data["line"][1], data["line"][2] = data["line"][2], data["line"][1]

    assert fault_of(swap).node == "2"


def test_a_move_where_a_deal_must_come_is_illegal() -> None:
    error = fault_of(lambda data: data["line"].pop(0), GAME)
    assert (error.kind, error.node, error.rule, error.seat) == ("illegal", "1", "S2", None)


def test_a_move_after_the_end_is_illegal() -> None:
    over = played("a", 1000)
    assert over.end.position.over
    error = fault_of(lambda data: data["line"].append({"move": "rest"}), over)
    assert (error.kind, error.node) == ("illegal", str(len(over.main_line()) + 1))


# -- deals ---------------------------------------------------------------------------------------------


def deck(data: Data, character: str = "wukong") -> list[Any]:
    cards: list[Any] = data["line"][0]["deal"]["decks"][character]
    return cards


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (lambda data: data["line"][0]["deal"].update(level=2), "S2"),
        (lambda data: data["line"][0]["deal"]["threats"].pop(), "S2"),
        (lambda data: data["line"][0]["deal"]["threats"].append("T99"), "S2"),
        (lambda data: data["line"][0]["deal"].update(threats=["T01", "T01"]), "S2"),
        (lambda data: deck(data).pop(), "S4"),
        (lambda data: deck(data).append(deck(data)[0]), "S4"),
        (lambda data: deck(data).__setitem__(0, "BJ1"), "S4"),
        (lambda data: deck(data).__setitem__(0, deck(data)[1]), "S4"),
        (lambda data: deck(data).__setitem__(0, "R01"), "S4"),
        (lambda data: data["line"][0]["deal"]["decks"].pop("bajie"), "S4"),
        (lambda data: data["line"][0]["deal"]["decks"].update(tang=[]), "S4"),
    ],
)
def test_an_impossible_deal_tells_the_rule(change: Callable[[Data], object], rule: str) -> None:
    error = fault_of(change)
    assert (error.kind, error.node, error.level, error.rule) == ("deal", "1", 1, rule)
    assert "a deal of level 1" in error.expected


def test_a_deal_in_the_middle_of_a_level_is_impossible() -> None:
    error = fault_of(lambda data: data["line"].insert(2, data["line"][0]))
    assert (error.kind, error.node, error.expected) == ("deal", "3", "a move")


def test_the_deals_count_and_not_the_seed() -> None:
    """A seed that does not give the deals of the line is accepted: the deals are authoritative."""
    data = data_of(GAME)
    data["seed"] = "another"
    assert sw.Replay.loads(text_of(data)).end.position == GAME.end.position


# -- checks and result ---------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [0, 1, INDEX])
def test_a_check_that_does_not_hold_is_found_on_any_node(index: int) -> None:
    error = fault_of(lambda data: node(data, index).update(check="0" * 16), GAME)
    assert (error.kind, error.node) == ("check", str(index + 1))
    assert error.expected.strip('"') == sw_check(GAME.main_line()[index])


def sw_check(node: sw.Node) -> str:
    """As in the format: BLAKE2b of the position text."""
    from hashlib import blake2b

    return blake2b(node.position.text.encode(), digest_size=8).hexdigest()


def test_a_check_that_holds_is_allowed_on_any_node() -> None:
    data = data_of(GAME)
    node(data)["check"] = sw_check(PLAIN)
    replay = sw.Replay.loads(text_of(data))
    assert replay.node(PLAIN.path).check == sw_check(PLAIN)
    assert json.loads(replay.dumps()) == data


@pytest.mark.parametrize(
    ("key", "value", "kind"),
    [
        ("phase", "won", "result"),
        ("level", 7, "result"),
        ("score", 3, "result"),
        ("check", "0" * 16, "check"),
    ],
)
def test_a_result_that_does_not_hold_is_a_fault(key: str, value: Any, kind: str) -> None:
    error = fault_of(lambda data: data["result"].update({key: value}), GAME)
    assert (error.kind, error.key) == (kind, f"result.{key}")


@pytest.mark.parametrize("missing", ["check"])
def test_what_may_be_missing_from_the_result(missing: str) -> None:
    data = data_of(GAME)
    del data["result"][missing]
    assert json.loads(sw.Replay.loads(text_of(data)).dumps()) == data


# -- shapes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["edition", "players", "blessings", "line", "result"])
def test_a_needed_key_that_is_missing_is_named(key: str) -> None:
    error = fault_of(lambda data: data.pop(key))
    assert (error.kind, error.key, error.found) == ("key", key, "nothing")


@pytest.mark.parametrize("key", ["seed", "meta"])
def test_a_key_that_may_be_left_out(key: str) -> None:
    data = data_of(played("a", 4))
    data.pop(key, None)
    assert json.loads(sw.Replay.loads(text_of(data)).dumps()) == data


PLACES: list[tuple[str, Callable[[Data], Data]]] = [
    ("", lambda data: data),
    ("edition.", lambda data: data["edition"]),
    ("players[0].", lambda data: data["players"][0]),
    ("result.", lambda data: data["result"]),
    ("meta.", lambda data: data.setdefault("meta", {})),
    ("", lambda data: data["line"][INDEX]),
    ("deal.", lambda data: data["line"][0]["deal"]),
]


@pytest.mark.parametrize(("prefix", "place"), PLACES)
def test_an_unknown_key_is_named_in_any_object(prefix: str, place: Callable[[Data], Data]) -> None:
    error = fault_of(lambda data: place(data).update(moved=1), GAME)
    assert (error.kind, error.key, error.found) == ("key", f"{prefix}moved", '"moved"')


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda data: data.update(blessings="6"), "blessings"),
        (lambda data: data.update(blessings=True), "blessings"),
        (lambda data: data.update(blessings=6.0), "blessings"),
        (lambda data: data.update(blessings=-1), "blessings"),
        (lambda data: data.update(seed=7), "seed"),
        (lambda data: data.update(players={}), "players"),
        (lambda data: data["players"].__setitem__(0, "wukong"), "players[0]"),
        (lambda data: data["players"][1].update(name=None), "players[1].name"),
        (lambda data: data["edition"].update(sha256="0" * 63), "edition.sha256"),
        (lambda data: data["edition"].update(version="1"), "edition.version"),
        (lambda data: data["result"].update(phase="turn"), "result.phase"),
        (lambda data: data["result"].update(phase=[]), "result.phase"),
        (lambda data: data["result"].update(level=0), "result.level"),
        (lambda data: data["result"].update(score=-1), "result.score"),
        (lambda data: data.update(line={}), "line"),
        (lambda data: data.update(meta={"tags": ["a", 1]}), "meta.tags[1]"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(change: Callable[[Data], object], key: str) -> None:
    error = fault_of(change)
    assert (error.kind, error.key) == ("shape", key)
    assert error.expected


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (lambda node: node.update(move=7), "move"),
        (lambda node: node.update(move=["rest"]), "move"),
        (lambda node: node.update(comment=7), "comment"),
        (lambda node: node.update(glyph="???"), "glyph"),
        (lambda node: node.update(glyph=["!"]), "glyph"),
        (lambda node: node.update(check="0" * 15), "check"),
        (lambda node: node.update(check="G" * 16), "check"),
        (lambda node: node.update(review=[]), "review"),
        (lambda node: node.update(review={"by": 1}), "review.by"),
        (lambda node: node.update(luck=1), "luck"),
        (lambda node: node.update(alternatives={}), "alternatives"),
        (lambda node: (node.pop("move"), node.update(deal=7)), "deal"),
    ],
)
def test_a_value_of_the_wrong_kind_in_a_node(change: Callable[[Data], object], key: str) -> None:
    error = fault_of(lambda data: change(node(data)), GAME)
    assert (error.kind, error.key, error.node) == ("shape", key, PLAIN.path)
    assert error.seat == PLAIN.seat


@pytest.mark.parametrize(
    "change", [lambda node: node.clear(), lambda node: node.update(deal=data_of(GAME)["line"][0]["deal"])]
)
def test_a_node_is_one_move_or_one_deal(change: Callable[[Data], object]) -> None:
    error = fault_of(lambda data: change(node(data)), GAME)
    assert (error.kind, error.node) == ("shape", PLAIN.path)


@pytest.mark.parametrize("value", [None, 7, "rest", [], [{"move": "rest"}]])
def test_a_node_is_an_object(value: Any) -> None:
    error = fault_of(lambda data: data["line"].__setitem__(INDEX, value), GAME)
    assert (error.kind, error.node, error.expected) == ("shape", PLAIN.path, "a node")


# -- format, edition, players --------------------------------------------------------------------------


@pytest.mark.parametrize("version", [0, 2, "1", True, 1.5, None])
def test_an_unknown_version_is_told_before_anything_else(version: Any) -> None:
    error = fault_of(lambda data: data.update(version=version, new_in_2=[]))
    assert (error.kind, error.expected) == ("version", "1")


@pytest.mark.parametrize("name", ["chess", None, 1])
def test_another_format_is_no_replay(name: Any) -> None:
    assert fault_of(lambda data: data.update(format=name)).key == "format"


@pytest.mark.parametrize("name", ["other", "../edition", "/etc/passwd", ""])
def test_an_unknown_edition_has_to_be_given_and_is_never_looked_for_on_the_disk(name: str) -> None:
    error = fault_of(lambda data: data["edition"].update(name=name))
    assert (error.kind, error.key) == ("edition", "edition.name")


def test_another_digest_is_told() -> None:
    error = fault_of(lambda data: data["edition"].update(sha256="0" * 64))
    assert (error.kind, error.key) == ("digest", "edition.sha256")
    assert sw.Edition.load().sha256 in error.expected


def test_an_edition_that_is_given_is_used_if_its_digest_is_the_files() -> None:
    data = sw.Edition.load().data
    data["edition"] = "mine"
    mine = sw.Edition.from_dict(data)
    text = played("a", 30, edition=mine).dumps()
    assert fault(text).kind == "edition"
    assert sw.Replay.loads(text, edition=mine).edition == mine
    assert fault(text, sw.Edition.load()).kind == "digest"
    assert fault(played("a", 3).dumps(), mine).kind == "digest"
    changed = json.loads(text)
    changed["edition"]["name"] = "other"
    assert fault(changed, mine).key == "edition.name"


@pytest.mark.parametrize(
    "players",
    [
        [],
        ["wukong"],
        ["wukong", "wukong"],
        ["wukong", "Wukong"],
        ["wukong", "monkey"],
        [*CHARACTERS, "wukong"],
    ],
)
def test_impossible_players_are_refused(players: list[str]) -> None:
    error = fault_of(lambda data: data.update(players=[{"character": key} for key in players]))
    assert (error.kind, error.key) == ("players", "players")


def test_too_many_blessings_are_refused() -> None:
    assert fault_of(lambda data: data.update(blessings=10**30)).key == "blessings"


# -- files ---------------------------------------------------------------------------------------------


def test_the_file_is_named_in_each_error(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    for text in ("{", "[]", GAME.dumps().replace("rest", "test"), GAME.dumps().replace('"level"', '"lev"')):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(sw.ReplayError) as caught:
            sw.Replay.load(path)
        assert caught.value.file == str(path)
        assert str(path) in str(caught.value)


@pytest.mark.parametrize("name", ["missing.json", ".", "nul\0l"])
def test_a_file_that_cannot_be_read_is_a_replay_error(tmp_path: Path, name: str) -> None:
    with pytest.raises(sw.ReplayError, match="can't be read"):
        sw.Replay.load(f"{tmp_path}/{name}")


def test_errors_travel_between_processes() -> None:
    import pickle

    error = fault_of(lambda data: node(data).update(move="hold"), GAME)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))
    with pytest.raises(sw.IllegalMove) as caught:
        GAME.root.position.apply("rest")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)

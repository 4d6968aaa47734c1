"""Salvage returns the valid part of a damaged file, and all its faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from tests.replay.replay_files import Data, branched, data_of, played, same_tree, text_of

GAME = branched(played("salvage", 60, blessings=20), "salvage", 15)


@pytest.fixture
def salvage(tmp_path: Path) -> Callable[[Any], tuple[sw.Replay, list[sw.ReplayError]]]:
    """Salvage JSON, a text or bytes, and check that the result is a valid replay."""

    def go(data: Any) -> tuple[sw.Replay, list[sw.ReplayError]]:
        path = tmp_path / "game.json"
        if isinstance(data, bytes):
            path.write_bytes(data)
        else:
            path.write_text(data if isinstance(data, str) else text_of(data), encoding="utf-8")
        replay, faults = sw.Replay.salvage(path)
        assert all(fault.file == str(path) for fault in faults)
        assert same_tree(sw.Replay.loads(replay.dumps()), replay)
        assert replay.count == sum(1 for _ in replay.nodes()) - 1
        return replay, faults

    return go


Salvage = Callable[[Any], tuple[sw.Replay, list[sw.ReplayError]]]


def test_a_good_file_has_no_faults(salvage: Salvage) -> None:
    replay, faults = salvage(GAME.dumps())
    assert faults == []
    assert replay.dumps() == GAME.dumps()


def test_the_line_ends_before_an_illegal_move_and_the_result_is_made_anew(salvage: Salvage) -> None:
    data = data_of(GAME)
    data["line"][9]["move"] = "hold"
    replay, faults = salvage(data)
    assert [(fault.kind, fault.node) for fault in faults[:1]] == [("illegal", "10")]
    assert len(replay.main_line()) == 9
    assert replay.end.position == GAME.node("9").position
    assert replay.outcome.phase == "open"
    assert {fault.kind for fault in faults[1:]} <= {"result", "check"}


def test_other_alternatives_and_what_comes_before_stay(salvage: Salvage) -> None:
    """A fault in an alternative removes only the rest of that alternative."""
    data = data_of(GAME)
    index = next(k for k, node in enumerate(data["line"]) if len(node.get("alternatives", [[]])[0]) > 1)
    data["line"][index]["alternatives"][0][1]["move"] = "hold"
    replay, faults = salvage(data)
    path = f"{index + 1}/1/2"
    assert [(fault.kind, fault.node) for fault in faults] == [("illegal", path)]
    kept = {node.path for node in replay.nodes()}
    lost = {node.path for node in GAME.nodes()} - kept
    assert lost
    assert all(each.startswith(f"{index + 1}/1/") for each in lost)
    assert replay.dumps().count("\n") < GAME.dumps().count("\n")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("comment", 7),
        ("comment", "x" * 20_001),
        ("glyph", "???"),
        ("review", {}),
        ("what", 1),
        ("alternatives", 1),
    ],
)
def test_a_note_at_fault_is_left_out_and_the_game_goes_on(salvage: Salvage, key: str, value: Any) -> None:
    data = data_of(GAME)
    index = next(k for k, node in enumerate(data["line"]) if len(node) == 1)
    data["line"][index][key] = value
    replay, faults = salvage(data)
    assert [(fault.kind in ("shape", "key", "bound"), fault.node) for fault in faults] == [
        (True, str(index + 1))
    ]
    assert replay.dumps() == GAME.dumps()


@pytest.mark.parametrize("key", ["check", "luck"])
def test_a_check_or_luck_at_fault_ends_the_line(salvage: Salvage, key: str) -> None:
    """The game was not as recorded."""
    data = data_of(GAME)
    data["line"][8][key] = "0" * 16
    replay, faults = salvage(data)
    assert faults[0].node == "9"
    assert len(replay.main_line()) == 8


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["result"].update(phase="won"),
        lambda data: data["result"].update(check="0" * 16),
        lambda data: data["result"].update(score="many"),
        lambda data: data.pop("result"),
        lambda data: data.update(meta=7),
        lambda data: data.update(seen=7),
        lambda data: data["result"].update(seen=7),
    ],
)
def test_a_result_or_what_is_told_about_the_game_can_be_done_without(
    salvage: Salvage, change: Callable[[Data], object]
) -> None:
    data = data_of(GAME)
    change(data)
    replay, faults = salvage(data)
    assert len(faults) == 1
    assert same_tree(replay, GAME)
    assert data_of(replay)["result"] == data_of(GAME)["result"]


def test_several_faults_are_all_listed(salvage: Salvage) -> None:
    data = data_of(GAME)
    plain = [k for k, node in enumerate(data["line"]) if len(node) == 1]
    for index in plain[:3]:
        data["line"][index]["glyph"] = "?????"
    data["meta"] = {"title": 1}
    _, faults = salvage(data)
    assert [fault.node for fault in faults] == ["", *(str(index + 1) for index in plain[:3])]


@pytest.mark.parametrize("part", [0.3, 0.5, 0.9, 0.97])
def test_a_file_cut_off_gives_what_came_before_the_cut(salvage: Salvage, part: float) -> None:
    """As after a crash of another program."""
    text = GAME.dumps()
    cut = text[: int(len(text) * part)]
    replay, faults = salvage(cut)
    assert faults[0].kind == "json"
    whole = sum(line.lstrip().startswith("{") for line in cut.splitlines()[8:-1])
    assert replay.count >= whole - 1 > 5
    for node in replay.nodes():
        assert GAME.node(node.path).position == node.position


@pytest.mark.parametrize("byte", [b"\xff", b'"', b"\x00", b"{", b"]"])
def test_a_flipped_byte_costs_what_comes_after_it(salvage: Salvage, byte: bytes) -> None:
    raw = GAME.dumps().encode()
    place = raw.index(b'{"move": "', len(raw) // 2) + 12
    replay, faults = salvage(raw[:place] + byte + raw[place + 1 :])
    assert faults
    assert replay.count > GAME.count // 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"format": "silkenweb-replay", "version": 1, "line": []}',
        "[" * 100_000,
        "\xff",
    ],
)
def test_where_not_even_the_setting_can_be_read_there_is_nothing_to_salvage(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "game.json"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(sw.ReplayError):
        sw.Replay.salvage(path)
    with pytest.raises(sw.ReplayError):
        sw.Replay.salvage(tmp_path / "missing.json")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["edition"].update(sha256="0" * 64),
        lambda data: data.update(version=9),
        lambda data: data["players"].pop(),
        lambda data: data.pop("line"),
        lambda data: data.update(blessings=None),
    ],
)
def test_without_its_setting_a_game_cannot_be_run(tmp_path: Path, change: Callable[[Data], object]) -> None:
    data = data_of(GAME)
    change(data)
    path = tmp_path / "game.json"
    path.write_text(text_of(data), encoding="utf-8")
    with pytest.raises(sw.ReplayError):
        sw.Replay.salvage(path)


def test_the_list_of_faults_ends_somewhere(tmp_path: Path) -> None:
    data = data_of(played("many", 5))
    data["line"][2]["alternatives"] = [[{"move": f"play X{number}>T1"}] for number in range(3000)]
    path = tmp_path / "game.json"
    path.write_text(text_of(data), encoding="utf-8")
    replay, faults = sw.Replay.salvage(path)
    assert len(faults) == 1001
    assert "too many faults" in faults[-1].reason
    assert len(replay.main_line()) == 5


@pytest.mark.parametrize(
    "damaged",
    [
        b"\xef\xbb\xbf" + GAME.dumps().encode(),
        GAME.dumps().replace('"version": 1', '"version": NaN').encode(),
        GAME.dumps().replace('"version": 1', '"version": ' + "7" * 6_000).encode(),
        GAME.dumps().replace('"version": 1', '"version": "\\ud800"').encode(),
        b'{"format": "\x80"}',
        GAME.dumps().encode("utf-16"),
        b"",
        b'{"format": "silkenweb-replay", "version": 1, "x_',
    ],
    ids=["mark", "nan", "number", "surrogate", "byte", "utf-16", "empty", "cut in the setup"],
)
def test_a_file_without_a_readable_setup_raises_the_syntax_error(tmp_path: Path, damaged: bytes) -> None:
    """Salvage raises what the strict reader raises, with its place."""
    path = tmp_path / "game.json"
    path.write_bytes(damaged)
    with pytest.raises(sw.ReplayError) as strict:
        sw.Replay.load(path)
    with pytest.raises(sw.ReplayError) as salvaged:
        sw.Replay.salvage(path)
    assert strict.value.kind == "json"
    assert str(salvaged.value) == str(strict.value)


def test_a_file_cut_off_within_its_line_has_no_fault_but_the_cut(salvage: Salvage) -> None:
    """The result is missing only because it is behind the cut."""
    text = GAME.dumps()
    _, faults = salvage(text[: int(len(text) * 0.7)])
    assert [fault.kind for fault in faults] == ["json"]

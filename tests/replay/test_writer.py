"""Writing is canonical: a fixed layout and order of keys, and always the same bytes."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from tests.replay.replay_files import branched, data_of, played, text_of

LAYOUT = """\
{
  "format": "silkenweb-replay",
  "version": 1,
  "edition": {"name": "reconstructed", "version": 1, "sha256": "%s"},
  "players": [{"character": "wukong", "name": "Ana"}, {"character": "bajie"}],
  "blessings": 2,
  "seed": "class-7",
  "line": [
    {"deal": %s, "check": "%s"},
    {"move": "keep -WK1"},
    {"move": "keep -BJ1"},
    {"move": "rest", "comment": "Waiting.", "glyph": "?", "alternatives": [[
      {"move": "rest ~", "comment": "“So?”"},
      {"move": "rest", "alternatives": [[
        {"move": "rest ~", "glyph": "!"}
      ]]}
    ], [
      {"move": "%s"}
    ]], "x_a": 1, "x_b": {"z": 1, "a": 2}},
    {"move": "rest"}
  ],
  "result": {"phase": "open", "level": 1, "score": null, "check": "%s"},
  "meta": {"recorded": "2026-11-29", "by": "hand", "title": "Two rests", "tags": ["lesson-2"]}
}
"""


def laid_out() -> sw.Replay:
    """Return a small game with every feature of the format."""
    replay = sw.Replay.start(
        ["wukong", "bajie"],
        names=["Ana", None],
        blessings=2,
        seed="class-7",
        meta={"tags": ["lesson-2"], "title": "Two rests", "by": "hand", "recorded": "2026-11-29"},
    )
    replay.record()
    for kept in ("wukong", "bajie"):
        card = {"wukong": "WK", "bajie": "BJ"}[kept]
        first = next(move for move in replay.end.position.legal_moves() if move.startswith(f"keep -{card}"))
        replay.record(first)
    replay.record("rest")
    replay.record("rest")
    return replay


def test_the_layout_is_two_spaces_down_to_the_line_then_one_node_a_line() -> None:
    """Alternatives are indented below their node; `x_` keys come last, sorted, with their values as given."""
    replay = laid_out()
    dealt, wukong, bajie, rest, _ = replay.main_line()
    other = bajie.branch("rest ~")
    other.branch("rest")
    other.branch("rest ~").glyph = "!"
    third = bajie.branch(next(move for move in bajie.position.legal_moves() if not move.startswith("rest")))
    other.comment, rest.comment, rest.glyph = "“So?”", "Waiting.", "?"
    replay.annotate(rest, "x_b", {"z": 1, "a": 2})
    replay.annotate(rest, "x_a", 1)
    deal = replay.root.children[0].deal
    assert deal is not None
    expected = LAYOUT % (
        replay.edition.sha256,
        json.dumps(deal.to_dict()),
        dealt.check,
        third.move,
        json.loads(replay.dumps())["result"]["check"],
    )
    expected = expected.replace("keep -WK1", str(wukong.move)).replace("keep -BJ1", str(bajie.move))
    assert replay.dumps() == expected
    assert sw.Replay.loads(expected).dumps() == expected


@pytest.mark.parametrize("seed", range(12))
def test_what_was_written_comes_back_byte_for_byte(seed: int, tmp_path: Path) -> None:
    """As text and as a file, with alternatives, notes, and with or without a seed."""
    replay = branched(played(str(seed), 80, seeded=bool(seed % 2)), str(seed))
    text = replay.dumps()
    assert sw.Replay.loads(text).dumps() == text
    assert sw.Replay.loads(text.encode()).dumps() == text
    replay.save(tmp_path / "a.json")
    sw.Replay.load(tmp_path / "a.json").save(tmp_path / "b.json")
    assert (tmp_path / "b.json").read_bytes() == text.encode()


def test_any_layout_and_order_of_keys_is_read_and_written_the_one_way() -> None:
    """Reversed keys and no spaces give the same file."""

    def backwards(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: backwards(value[key]) for key in reversed(value)}
        return [backwards(each) for each in value] if isinstance(value, list) else value

    replay = branched(played("b", 80), "b")
    data = data_of(replay)
    for text in (json.dumps(backwards(data)), json.dumps(data, separators=(",", ":")), text_of(data)):
        assert sw.Replay.loads(text).dumps() == replay.dumps()


def test_the_users_own_keys_survive_in_every_object() -> None:
    """Including those within a deal and its decks, with any JSON value."""
    own = {"x_b": [1, 2.5, None, True, {"k": "é", "a": 10**30}], "x_": "", "x_a": -0.0}
    data = data_of(branched(played("c", 40), "c"))
    objects: list[dict[str, Any]] = [data, data["edition"], data["result"], *data["players"], *data["line"]]
    objects += [data.setdefault("meta", {}), data["line"][0]["deal"], data["line"][0]["deal"]["decks"]]
    alternatives = next(node["alternatives"] for node in data["line"] if "alternatives" in node)
    objects.append(alternatives[0][0])
    for each in objects:
        each |= own
    text = sw.Replay.loads(text_of(data)).dumps()
    assert json.loads(text) == data
    assert sw.Replay.loads(text).dumps() == text
    assert text.count('"x_": "", "x_a": -0.0, "x_b": [1') == len(objects) - 1
    assert text.index('"meta"') < text.index('\n  "x_": "",\n  "x_a": -0.0,\n  "x_b": [1')


def test_a_review_of_an_analysis_that_nobody_knows_is_kept_as_it_is() -> None:
    """This includes the order of its keys."""
    review = {"zeta": [1, {"b": 2, "a": 1}], "by": "somebody 3", "alpha": None}
    data = data_of(played("d", 20))
    data["line"][3]["review"] = review
    replay = sw.Replay.loads(text_of(data))
    assert replay.node("4").review == review
    assert json.dumps(review) in replay.dumps()


def test_the_recorder_writes_a_check_on_every_deal_and_in_the_result() -> None:
    data = data_of(played("e", 120, blessings=30))
    deals = [node for node in data["line"] if "deal" in node]
    assert len(deals) > 1
    assert all(len(node["check"]) == 16 for node in [*deals, data["result"]])


def test_a_replay_too_large_for_a_file_is_not_written(tmp_path: Path) -> None:
    """Reading would refuse it; the existing file is not changed."""
    replay = played("f", 60)
    path = tmp_path / "game.json"
    replay.save(path)
    before = path.read_bytes()
    for node in replay.main_line():
        replay.annotate(node, "x_long", "x" * 400_000)
    with pytest.raises(sw.ReplayError, match="too large") as caught:
        replay.save(path)
    assert caught.value.kind == "bound"
    assert path.read_bytes() == before


def test_saving_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash while writing leaves the old file, and no temporary one."""
    path = tmp_path / "game.json"
    played("g", 5).save(path)
    before = path.read_bytes()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="disk full"):
        played("g", 9).save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_saving_through_a_link_keeps_the_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("")
    link.symlink_to(real)
    played("h", 5).save(link)
    assert link.is_symlink()
    assert sw.Replay.load(real).count == 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_what_is_no_file_is_refused_at_once_and_stays(tmp_path: Path) -> None:
    """Nothing would ever read a pipe in the place of the file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="this is not a regular file"):
        played("g", 3).save(pipe)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_saving_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        played("i", 2).save(tmp_path / "no" / "game.json")

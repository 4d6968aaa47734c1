"""`silkenweb review`: a short report, the findings in the file, and interruptions."""

from __future__ import annotations

from pathlib import Path

import pytest

from silkenweb import play
from silkenweb.cli import run
from silkenweb.replay import Replay
from silkenweb.study.review import analysis

QUICK = ("--worlds", "24", "--error", "0.5")


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    """A short lost game."""
    path = tmp_path / "lost.json"
    play(["wukong", "bajie"], "random", seed="s3").save(path)
    return path


def test_a_review_is_told_and_kept(lost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Team, players, deals, where the level was lost, and the moments; the written file has the complete
    review.
    """
    out = lost.with_name("reviewed.json")
    assert run(["review", str(lost), "-o", str(out), "--better", *QUICK]) == 0
    told = capsys.readouterr().out
    for word in ("Team", "Wukong", "Bajie", "mean loss", "Deals", "all cards visible, after node", "Saved"):
        assert word in told
    replay = Replay.load(out)
    assert all(node.review is not None for node in replay.main_line())
    assert any(node.alternatives for node in replay.main_line())
    assert all(node.review is None for node in Replay.load(lost).main_line())


def test_standard_output_is_the_replay_alone(lost: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """With `-o -` the report goes to standard error."""
    assert run(["review", str(lost), "-o", "-", *QUICK]) == 0
    out, errors = capfdbinary.readouterr()
    assert Replay.loads(out).main_line()[0].review
    assert b"Team" in errors


def test_help_has_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    """Like that of every command."""
    assert run(["review", "--help"]) == 0
    assert "  silkenweb review game.json" in capsys.readouterr().out


def test_wrong_wishes(lost: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown bot and a missing folder are reported in a sentence, before any work."""
    assert run(["review", str(lost), "--bot", "nobody"]) == 1
    assert "there is no bot 'nobody'" in capsys.readouterr().err
    assert run(["review", str(lost), "-o", str(lost.parent / "no" / "a.json")]) == 1
    assert "no such folder" in capsys.readouterr().err


def test_stopped_it_keeps_what_it_has(
    lost: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C ends it with 130; the finished part is reported and written."""
    calls = []
    real = analysis.review_node

    def stopping(judge: object, node: object) -> object:
        calls.append(node)
        if len(calls) == 6:
            raise KeyboardInterrupt
        return real(judge, node)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis, "review_node", stopping)
    assert run(["review", str(lost), "-o", str(lost), *QUICK]) == 130
    assert "Interrupted" in capsys.readouterr().out
    assert sum(node.review is not None for node in Replay.load(lost).main_line()) == 5


def test_log_tells_what_a_review_found_wrong(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is beside the decision, with its error and the better move; a seat's log has nothing of it."""
    file = str(root / "replays" / "reviewed-two-lost-late.json")
    assert run(["log", file]) == 0
    text = capsys.readouterr().out
    found = "review: blunder, 24.7% ± 2.3 of wins lost, given what was known; better: rest ~"
    assert found in text
    assert text.index(found) > text.index("plays the Relic R08 on T34")
    assert run(["log", file, "--seat", "0"]) == 0
    assert "review:" not in capsys.readouterr().out

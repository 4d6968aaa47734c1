"""Recorded games for the commands, and the command itself as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from silkenweb import play

HOSTILE = "Eva\x1b[2J\x1b]0;owned\x07 [red]Rot[/red]\u202eabc"

Silkenweb = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three players with a hostile name, title and comments, and two alternatives to its 7th
    node.
    """
    replay = play(
        ["wukong", "bajie", "wujing"],
        "greedy",
        seed="class-7",
        blessings=3,
        names=["Ana", None, HOSTILE],
        meta={"title": f"Game of {HOSTILE}"},
    )
    replay.node("6").comment = f"First line, {HOSTILE}\nsecond line"
    replay.node("6").glyph = "?!"
    first, *others = [
        move for move in replay.node("6").position.legal_moves() if move != replay.node("7").move
    ]
    alternative = replay.node("6").branch(first)
    alternative.comment = f"Better: {HOSTILE}"
    replay.node("6").branch(others[-1])
    path = tmp_path_factory.mktemp("games") / "game.json"
    replay.save(path)
    return path


@pytest.fixture(scope="session")
def silkenweb(root: Path) -> Silkenweb:
    """Runs the command in a separate process, with a plain environment and the given additions."""

    def run(
        *words: str | Path, cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        plain = {key: os.environ[key] for key in ("PATH", "HOME", "SYSTEMROOT") if key in os.environ}
        return subprocess.run(
            [sys.executable, "-m", "silkenweb", *map(str, words)],
            env=plain | {"PYTHONPATH": str(root), "PYTHONUTF8": "1"} | environment,
            cwd=cwd,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
        )

    return run

"""Golden games, re-run and compared line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.game import golden


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem) for path in golden.files()])
def test_a_golden_game_goes_as_it_is_written(path: Path) -> None:
    """Line by line; what was meant to change is written by `python -m tests.game.golden --write`."""
    old = path.read_text("utf-8")
    pairs = zip(golden.again(old).splitlines(), old.splitlines(), strict=False)
    for number, (made, written) in enumerate(pairs, 1):
        assert made == written, f"{path.name}, line {number}"
    assert golden.again(old) == old


def test_there_are_golden_games() -> None:
    """Of two to five players, from beginnings and from the middle."""
    assert len(golden.files()) >= 6

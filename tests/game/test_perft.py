"""Positions reachable in k moves from six set positions, against the counts in `perft.json`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.game import perft


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry["name"]) for entry in perft.load()])
def test_perft(entry: dict[str, Any]) -> None:
    """As many positions, in as many ways, as written there by `python -m tests.game.perft --write`."""
    for depth, (made, written) in enumerate(zip(perft.again(entry)["after"], entry["after"], strict=True), 1):
        assert made == written, f"after {depth} moves"

"""A very large tree opens with a message, and then steps."""

from __future__ import annotations

import pytest

from tests.browser import fixtures
from tests.browser.conftest import Show

pytestmark = pytest.mark.browser


def test_a_very_large_tree_is_announced_and_opens(show: Show) -> None:
    """A hundred thousand nodes: a message first, then a player that steps."""
    line = list(fixtures.state()["line"])
    while len(line) < 100_000:
        again = line[20:168]
        start = len(line)
        line += [
            {**node, "id": start + i, "parent": start + i - 1, "path": str(start + i)}
            for i, node in enumerate(again)
        ]
    page = show(fixtures.state() | {"line": line, "branches": []})
    page.wait_for_selector(".sw-table", timeout=20000)
    page.locator(".sw-player").press("End")
    assert page.evaluate("model.get('cursor')") == len(line) - 1
    assert page.locator(".sw-move").count() < 100

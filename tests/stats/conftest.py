"""Registers the bots of these tests while the tests run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.stats import players


@pytest.fixture(autouse=True, scope="package")
def _bots() -> Iterator[None]:
    players.register()
    yield
    players.unregister()

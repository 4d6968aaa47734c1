"""The bots that these tests need are in the registry while they run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.stats import players


@pytest.fixture(autouse=True, scope="package")
def _bots() -> Iterator[None]:
    players.register()
    yield
    players.unregister()

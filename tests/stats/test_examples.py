"""The examples in the docstrings hold."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["frames", "charts", "rates"])
def test_examples_hold(module: str) -> None:
    """Each prints what it says that it prints."""
    found = doctest.testmod(import_module(f"silkenweb.stats.{module}"))
    assert found.attempted
    assert not found.failed

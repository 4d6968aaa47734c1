"""The examples in the docstrings are correct."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["frames", "charts", "rates"])
def test_examples_hold(module: str) -> None:
    """Each prints the output that it shows."""
    found = doctest.testmod(import_module(f"silkenweb.stats.{module}"))
    assert found.attempted
    assert not found.failed

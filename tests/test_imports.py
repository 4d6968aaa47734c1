"""`import silkenweb` is light: rarely needed libraries are imported when they are used."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("heavy", ["polars", "altair", "IPython", "ipywidgets", "anywidget", "click", "rich"])
def test_importing_the_package_does_not_import(heavy: str) -> None:
    """Each of these takes time, or may be missing where the engine and the replays must still work."""
    code = f"import silkenweb, sys; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0

"""Without polars, Altair or tqdm everything else works, and an error says what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import sys
sys.modules[sys.argv[2]] = None
import silkenweb as sw
assert sw.play(["wukong", "bajie"], "random", seed="x").outcome.phase == "lost"
try:
    getattr(sw, sys.argv[1])
except sw.SilkenwebError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("name", "missing"), [("frames", "polars"), ("charts", "altair"), ("simulate", "tqdm")]
)
def test_what_is_missing_is_named(name: str, missing: str) -> None:
    """The error says what to install."""
    done = subprocess.run([sys.executable, "-c", CODE, name, missing], capture_output=True, text=True)
    assert done.stdout.strip() == f"{name} needs {missing}: pip install 'silkenweb[lab]'", done.stderr

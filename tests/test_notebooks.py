"""Each notebook runs as it is, from its first cell to its last, and its saved outputs match."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"


NOTEBOOKS = [*sorted(FOLDER.glob("*.ipynb")), *sorted(FOLDER.glob("*/*.ipynb"))]


def named(path: Path) -> str:
    """The number of a notebook, and its language if that is not English."""
    language = "" if path.parent == FOLDER else f"-{path.parent.name}"
    return f"{path.stem[:2]}{language}"


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=named)
def test_a_notebook_runs_under_nbval(notebook: Path, root: Path) -> None:
    """In a separate process, since nbval does not share one with pytest-xdist."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(notebook)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]

"""What tracked files must not contain."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def tracked(root: Path) -> list[Path]:
    """The files under version control; without git or outside a clone the tests are skipped."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True, text=True
        )
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("not a git clone")
    return [root / name for name in listed.stdout.split("\0") if name and (root / name).is_file()]


def test_notebooks_name_their_kernel_and_hold_no_widget_state(tracked: list[Path]) -> None:
    """Lab asks for a kernel if its name is missing; saved widget state only grows, and is stale at once."""
    for path in tracked:
        if path.suffix == ".ipynb":
            metadata = json.loads(path.read_text("utf-8"))["metadata"]
            assert metadata["kernelspec"]["name"] == "python3", path.name
            assert "widgets" not in metadata, path.name


def test_no_file_names_a_place_on_someones_machine(tracked: list[Path], root: Path) -> None:
    """No home folder, nor the folder of this clone or its Python."""
    here = {str(path) for path in (root, Path.home(), Path(sys.prefix))}
    places = [r"/(?:home|Users)/\w", r"[A-Z]:\\Users\\\w", *map(re.escape, here)]
    pattern = re.compile("|".join(places).encode())
    found = {
        str(path.relative_to(root)): match[0].decode()
        for path in tracked
        if (match := pattern.search(path.read_bytes()))
    }
    assert found == {}

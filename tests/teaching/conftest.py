"""What tests of teaching share: progress in a folder of its own, and the notebooks of the course."""

from __future__ import annotations

from pathlib import Path

import pytest

from silkenweb.teaching import course, progress_file
from tests.teaching.notebooks import numbered


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where progress is kept while a test runs; hints begin anew."""
    path = tmp_path / "progress.json"
    monkeypatch.setenv(progress_file.VARIABLE, str(path))
    course._of.cache_clear()
    return path


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test that takes `notebook` is run for each of the course."""
    if "notebook" in metafunc.fixturenames:
        metafunc.parametrize("notebook", numbered(), ids=lambda path: path.stem)

"""One JupyterLab for all tests of this folder, on a copy of the notebooks and replays."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.lab.labserver import Lab, LabServer, lab_server

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.fixture(scope="session")
def lab_folder(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What Lab shows: `notebooks/` and `replays/` as they lie in the project. A test may add notebooks."""
    folder = tmp_path_factory.mktemp("project")
    for name in ("notebooks", "replays"):
        if (root / name).exists():
            shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    return folder


@pytest.fixture
def folder(lab_folder: Path, request: pytest.FixtureRequest) -> Path:
    """An empty folder of the test's own in what Lab shows."""
    own = lab_folder / str(request.node.name).removeprefix("test_")
    shutil.rmtree(own, ignore_errors=True)  # of a first try
    own.mkdir()
    return own


@pytest.fixture(scope="session")
def server(chromium: str, lab_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabServer]:
    """The running JupyterLab; not started where there is no browser."""
    with lab_server(lab_folder, tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture
def _no_kernel_left(server: LabServer) -> Iterator[None]:
    """What a kernel still computes would slow the next test down."""
    yield
    server.shut_down_kernels()


@pytest.fixture
def lab(server: LabServer, _no_kernel_left: None, page: Page) -> Lab:
    """A fresh page in that JupyterLab."""
    return Lab(server, page)

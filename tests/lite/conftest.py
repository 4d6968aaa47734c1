"""One site for all tests of this folder, opened in a browser that reaches nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.lab.labserver import LabServer
from tests.lite.litesite import Lite, drivable, sealed, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOT_FETCHED = 3  # the exit code


@pytest.fixture(scope="session")
def site(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `binder/lite/build` makes it. What that needs must have been fetched before: without it the
    tests are skipped, but fail where CI is set.
    """
    folder = tmp_path_factory.mktemp("lite") / "site"
    command = [sys.executable, root / "binder" / "lite" / "build", "--offline", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == NOT_FETCHED:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    drivable(folder)
    return folder


@pytest.fixture(scope="session")
def server(chromium: str, site: Path) -> Iterator[LabServer]:
    """The site's address on loopback; not there where there is no browser."""
    with served(site) as server:
        yield server


@pytest.fixture(scope="session")
def pages(server: LabServer, browser: Browser, site: Path) -> Iterator[dict[str, Lite]]:
    """Two notebooks of the site by their numbers, each opened in a page of its own as `sealed` has them. They
    load their Pythons at the same time.
    """
    with sealed(browser, server) as fresh:
        opened = {}
        for path in (site / "files" / "notebooks").glob("0[04]*.ipynb"):
            opened[path.name[:2]] = page = fresh()
            page.begin(f"notebooks/{path.name}")
        for page in opened.values():
            page.ready()
        yield opened

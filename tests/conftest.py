"""Fixtures and settings of all tests: Hypothesis, the project's folder, a browser, the order of tests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.chromium import Watch, find_browser, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# "ci" always tries the same examples, however slow the machine is; "dev" looks for new ones in each run.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


LONGEST = ("lite", "lab", "test_model_answers.py", "test_notebooks.py")
"""Folders and files whose tests take longest. They come first, so that none is left at the end."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests that take longest first, and try those that need a server or a kernel twice."""
    items.sort(key=lambda item: min(map(_turn, (item.path.parent.name, item.path.name))))
    for item in items:
        if item.get_closest_marker("lab") or item.get_closest_marker("lite"):
            item.add_marker(pytest.mark.flaky(reruns=1))


def _turn(name: str) -> int:
    return LONGEST.index(name) if name in LONGEST else len(LONGEST)


@pytest.fixture(autouse=True)
def _no_foreign_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hide Playwright's event loop from a test without one.

    Once a browser is started, it runs in this thread, and anything such a test does at once would wait for
    it.
    """
    running = None if "chromium" in request.fixturenames else asyncio._get_running_loop()
    if running is None:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


@pytest.fixture(scope="session")
def root() -> Path:
    """The project's folder."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a browser. Without one the test is skipped, but fails if CI is set."""
    found = find_browser()
    if found is None:
        told = "no Chromium, Chrome or Edge was found; SILKENWEB_BROWSER may name one"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(told)
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for the whole run; each test takes its own `page`."""
    with started(chromium) as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh page of 1280 x 900. The test fails if it logs an error or sends a request off this machine."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    watch = Watch(page)
    yield page
    context.close()
    watch.check()

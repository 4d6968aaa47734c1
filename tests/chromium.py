"""A real browser for the tests: how it is found and started, and what a page must not do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

# The first has the engine alone, without the windows around it: tests take two thirds of the time.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "msedge",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
)
# Without a sandbox only for root; no requests of the browser's own.
ARGUMENTS = [
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-sync",
    "--no-first-run",
]
# Lab's own words: when a kernel is restarted, and now and then when its theme changes (nothing in our front
# end calls removeChild).
NOT_OURS = ("Could not restore the debugger state", "Failed to execute 'removeChild' on 'Node'")
HERE = ("127.0.0.1", "localhost")


def find_browser() -> str | None:
    """The path of a Chromium, Chrome or Edge of this machine, or None; SILKENWEB_BROWSER names another."""
    candidates = (os.environ.get("SILKENWEB_BROWSER"), *map(shutil.which, NAMES), *PLACES)
    return next((path for path in candidates if path and Path(path).exists()), None)


@contextmanager
def started(executable: str) -> Iterator[Browser]:
    """The browser at `executable`, without a window, until the block ends."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Watch:
    """Records what a page must not do.

    `errors`: logged to the console or not caught; `outside`: requests that would leave the machine.
    """

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.on("pageerror", lambda error: self._error(str(error)))
        page.on("console", self._console)
        page.on("request", self._request)

    def check(self) -> None:
        """Raise AssertionError if anything was seen."""
        assert not self.errors, self.errors
        assert not self.outside, self.outside

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self._error(message.text)

    def _error(self, text: str) -> None:
        if not text.removeprefix("NotFoundError: ").startswith(NOT_OURS):
            self.errors.append(text)

    def _request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob", "file", "about") and url.hostname not in HERE:
            self.outside.append(request.url)

"""The static site on this machine's loopback address, and a trap for what would leave the machine."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tests.chromium import Watch
from tests.lab.labserver import IS_READY, Lab, LabServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

READY_WITHIN = 300_000  # milliseconds, for Python to be loaded into a browser on a busy machine

ADD_CELL = """source => window.jupyterapp.shell.currentWidget.content.model.sharedModel.insertCell(
  0, { cell_type: 'code', source, metadata: { trusted: true } })"""

# What Chromium asks by itself, whatever page is open.
BROWSERS_OWN = ("CONNECT content-autofill.googleapis.com:443",)


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing."""

    def log_message(self, *words: Any) -> None:
        pass


class Trap(ThreadingHTTPServer):
    """A proxy that lets nothing through: `asked` is what it was asked for."""

    daemon_threads = True

    def __init__(self) -> None:
        self.asked: list[str] = []
        super().__init__(("127.0.0.1", 0), Refuse)

    def caught(self) -> list[str]:
        """What was asked for by pages and their workers, not by the browser itself."""
        return [request for request in self.asked if request not in BROWSERS_OWN]


class Refuse(BaseHTTPRequestHandler):
    """Notes each request, and refuses it."""

    server: Trap

    def do_GET(self) -> None:
        self.server.asked.append(f"{self.command} {self.path}")
        self.send_error(403)

    do_POST = do_HEAD = do_OPTIONS = do_CONNECT = do_GET

    def log_message(self, *words: Any) -> None:
        pass


@contextmanager
def running(server: ThreadingHTTPServer) -> Iterator[str]:
    """Its address, while it serves in a thread of its own."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextmanager
def sealed(browser: Browser, server: LabServer) -> Iterator[Callable[[], Lite]]:
    """Gives a fresh page for the site each time it is called, in a browser context of its own.

    At the end of the block AssertionError if one of them logged an error, or if anything at all was asked of
    another machine, by a page or by one of its workers.
    """
    trap = Trap()
    watches: list[Watch] = []
    with running(trap) as proxy, ExitStack() as opened:

        def fresh() -> Lite:
            context = browser.new_context(
                viewport={"width": 1280, "height": 900}, proxy={"server": proxy, "bypass": "127.0.0.1"}
            )
            opened.callback(context.close)
            page = context.new_page()
            watches.append(Watch(page))
            return Lite(server, page)

        yield fresh
    caught = trap.caught()
    assert not caught, caught
    for watch in watches:
        watch.check()


@contextmanager
def served(folder: Path) -> Iterator[LabServer]:
    """The files of a folder on loopback, until the block ends."""
    with running(ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))) as url:
        yield LabServer(url, token="")


def drivable(site: Path) -> None:
    """Let the page be driven by its `window.jupyterapp`, which a site has not unless it is asked for."""
    for file in (site / "jupyter-lite.json", site / "lab" / "jupyter-lite.json"):
        settings = json.loads(file.read_text("utf-8"))
        settings.setdefault("jupyter-config-data", {})["exposeAppInBrowser"] = True
        file.write_text(json.dumps(settings), "utf-8")


class Lite(Lab):
    """One page on that site; all that a `Lab` can do, without a server behind it."""

    def open(self, notebook: str, *, whole: bool = True) -> None:
        """Show a notebook in the whole Lab, and wait until its Python has been loaded."""
        assert whole, "the site has only the whole Lab"
        self.begin(notebook)
        self.ready()

    def begin(self, notebook: str) -> None:
        """Show a notebook, and leave it at that."""
        self.page.goto(f"{self.server.url}/lab/index.html?path={quote(notebook)}")

    def ready(self) -> None:
        """Wait until Python has been loaded."""
        self.page.wait_for_function(IS_READY, timeout=READY_WITHIN)

    def add_cell(self, source: str) -> None:
        """Add a cell at the top, and run it; AssertionError with the errors that cells show."""
        self.page.evaluate(ADD_CELL, source)
        self.run_cell(0)

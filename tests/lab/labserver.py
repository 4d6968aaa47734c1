"""A real JupyterLab on this machine's loopback address, and a notebook in it, driven as a person would."""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

STARTED_WITHIN = 60  # seconds
PRINTED_WITHIN = 20  # seconds
READY_WITHIN = 60_000  # milliseconds, for a notebook's kernel on a busy machine
OPTIONS = [
    "--no-browser",
    "--allow-root",
    "--ip=127.0.0.1",
    "--ServerApp.port_retries=0",
    "--LabApp.expose_app_in_browser=True",  # window.jupyterapp, by which the notebook is driven
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
]
QUIET = '{"fetchNews": "false", "checkForUpdates": false, "doNotDisturbMode": true}'

IS_READY = """() => {
  const panel = window.jupyterapp?.shell.currentWidget;
  return panel?.context?.isReady && panel.sessionContext.session?.kernel?.status === 'idle';
}"""
RUN_ALL = "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
ERRORS = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .filter(cell => cell.model.type === 'code')
  .flatMap(cell => cell.model.sharedModel.getOutputs())
  .filter(output => output.output_type === 'error')
  .map(output => `${output.ename}: ${output.evalue}`)"""
SOURCES = """() => window.jupyterapp.shell.currentWidget.content.widgets
  .map(cell => cell.model.sharedModel.getSource())"""
EXECUTE = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({ code, store_history: false });
  let text = '', error = null;
  future.onIOPub = ({ header, content }) => {
    if (header.msg_type === 'stream') text += content.text;
    if (header.msg_type === 'error') error = `${content.ename}: ${content.evalue}`;
  };
  await future.done;
  return { text, error };
}"""


@contextmanager
def lab_server(folder: Path, own: Path) -> Iterator[LabServer]:
    """A JupyterLab that serves `folder` until the block ends, with settings and log in the folder `own`."""
    port = free_port()
    server = LabServer(f"http://127.0.0.1:{port}", secrets.token_hex(16))
    options = [*OPTIONS, f"--port={port}", f"--ServerApp.root_dir={folder}"]
    ready = f"{server.url}/api?token={server.token}"
    with running("jupyterlab", options, _environment(own, server.token), own, ready):
        yield server


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


@contextmanager
def running(
    module: str, options: list[str], environment: dict[str, str], own: Path, ready: str
) -> Iterator[None]:
    """`python -m module` in the folder `own`; the block begins when the address `ready` answers.

    Raises RuntimeError with what it printed if it ends before, or takes too long.
    """
    log = own / f"{module}.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", module, *options],
            cwd=own,
            env=environment,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(module, ready, process, log)
        yield
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _environment(own: Path, token: str) -> dict[str, str]:
    """Nothing of the settings of whoever runs the tests, and no news."""
    settings = own / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    (settings / "notification.jupyterlab-settings").write_text(QUIET)
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    return (
        os.environ | {name: str(own / folder) for name, folder in folders.items()} | {"JUPYTER_TOKEN": token}
    )


def _wait(module: str, ready: str, process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + STARTED_WITHIN
    while time.monotonic() < until and process.poll() is None:
        try:
            urllib.request.urlopen(ready, timeout=1).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise RuntimeError(f"{module} did not start:\n{log.read_text(errors='replace')}")


@dataclass(frozen=True)
class LabServer:
    """Where a JupyterLab listens, and the token that lets one in."""

    url: str
    token: str

    def shut_down_kernels(self) -> None:
        """End every kernel, with whatever it still computes."""
        for kernel in json.loads(self._request("GET", "kernels")):
            with suppress(urllib.error.HTTPError):  # one that ended by itself since
                self._request("DELETE", f"kernels/{kernel['id']}")

    def _request(self, method: str, resource: str) -> bytes:
        request = urllib.request.Request(
            f"{self.url}/api/{resource}", method=method, headers={"Authorization": f"token {self.token}"}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: bytes = answer.read()
        return found


@dataclass(frozen=True)
class Lab:
    """One page in a JupyterLab; the methods after `open` act on the notebook that it shows."""

    server: LabServer
    page: Page

    def open(self, notebook: str, *, whole: bool = False) -> None:
        """Show a notebook, alone or in the `whole` Lab, and wait for its kernel."""
        view = "lab" if whole else "doc"
        self.page.goto(f"{self.server.url}/{view}/tree/{notebook}?reset&token={self.server.token}")
        self.page.wait_for_selector("#jupyterlab-splash", state="detached", timeout=READY_WITHIN)
        self.page.wait_for_function(IS_READY, timeout=READY_WITHIN)

    def run_all(self) -> None:
        """Run every cell; AssertionError with the errors that cells show."""
        went_well = self.page.evaluate(RUN_ALL)
        errors = self.page.evaluate(ERRORS)
        assert went_well is not False, errors
        assert not errors, errors

    def kernel(self, code: str) -> str:
        """What `code` prints in the notebook's kernel, run without a cell; AssertionError if it raises."""
        answer = self.page.evaluate(EXECUTE, code)
        assert answer["error"] is None, answer["error"]
        return str(answer["text"]).strip()

    def prints(self, code: str, expected: str) -> None:
        """Wait until `code` prints `expected` in the kernel, which hears of a click after the page;
        AssertionError with what it prints if that takes too long.
        """
        last = time.monotonic() + PRINTED_WITHIN
        while (found := self.kernel(code)) != expected and time.monotonic() < last:
            self.page.wait_for_timeout(100)
        assert found == expected

    def run_cell(self, number: int) -> None:
        """Run one cell, the first is 0; AssertionError with the errors that cells show."""
        self.page.evaluate(
            "number => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = number; }", number
        )
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-cell')")
        errors = self.page.evaluate(ERRORS)
        assert not errors, errors

    def restart(self) -> None:
        """Restart the notebook's kernel, and wait until it is there again."""
        self.page.evaluate(
            "() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
        )
        self.page.wait_for_function(IS_READY, timeout=READY_WITHIN)

    def save(self) -> None:
        """Save the notebook."""
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")

    def cells(self) -> list[str]:
        """What stands in the notebook's cells."""
        found: list[str] = self.page.evaluate(SOURCES)
        return found

    def theme(self, name: str) -> None:
        """Change to the theme `name`, "JupyterLab Light" or "JupyterLab Dark"."""
        self.page.evaluate(
            "name => window.jupyterapp.commands.execute('apputils:change-theme', { theme: name })", name
        )
        light = str(name != "JupyterLab Dark").lower()
        self.page.locator(f"body[data-jp-theme-light={light}]").wait_for(state="attached")

"""Pictures of the table to look at: `python -m tests.browser.table_pictures` takes them again.

Two for the README, and moments for `docs/pictures/`. No test compares them: fonts differ from machine to
machine. They are real tables; what the page asks, Python answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from silkenweb import bots
from silkenweb.widgets.table import Table
from tests.browser.acts import CORNER
from tests.browser.few_colours import few_colours
from tests.browser.table_bridge import TableBridge
from tests.chromium import find_browser, started
from tests.widgets.seated import Seated

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCS = Path(__file__).resolve().parents[2] / "docs"
THREE = ["wukong", "bajie", "wujing"]


def _nothing(page: Page) -> None:
    """Leave the table as it opens."""


class Moment(NamedTuple):
    """A table made by `table`, and what is done before the picture is taken."""

    name: str
    table: Callable[[], Table]
    theme: str = "light"
    width: int = 1200
    act: Callable[[Page], None] = _nothing


def well_played(level: int) -> Callable[[], Table]:
    """A table at which the person has played as the bots do, up to a turn of theirs in this level."""

    def made() -> Table:
        table = Table(THREE, seed="class-7", names=["Ana", None, None], pace=0, take_back=True)
        seated, person = Seated(table), bots.make("convention", "Ana")
        while not (table.stage["mine"] and at_turn(table, level)):
            end = table.replay.end
            if table.stage["mine"]:
                choice = person.choose(end.view(0), end.position.legal_moves(), end.seen(0))
                seated.must("move", move=choice)
            else:
                seated.must("deal")
        seated.must("pace", pace=1.5)
        return table

    return made


def at_turn(table: Table, level: int) -> bool:
    """Whether a turn of this level has a card to be played."""
    position = table.replay.end.position
    plays = [move for move in position.legal_moves() if move.kind == "play"]
    return position.level >= level and position.phase == "turn" and len(plays) > 1


def covered() -> Table:
    """Two people, between whom the screen is covered."""
    table = Table(THREE, seats={0: "Ana", 2: "Bo"}, seed="class-7", pace=0, autosave=False)
    Seated(table).must("deal")
    return table


def pick(page: Page) -> None:
    """A card is picked, and where it can go lights up."""
    page.wait_for_selector(".sw-hand [data-can=pick]")
    page.locator(".sw-hand [data-can=pick]").first.click(position=CORNER)


README = [
    Moment("table-light", well_played(3), act=pick),
    Moment("table-dark", well_played(3), "dark", act=pick),
]
MOMENTS = [
    Moment("11-a-table-is-set-up", Table),
    Moment("12-the-cover-between-two-people", covered, "dark"),
    Moment("13-the-table-on-a-narrow-screen", well_played(2), "dark", 420, pick),
]


def take(browser: Browser, moment: Moment, folder: Path) -> bytes:
    """A picture of the whole table."""
    context = browser.new_context(reduced_motion="reduce", offline=True)
    page = context.new_page()
    with ThreadPoolExecutor(1) as thread:  # bots play at once where no event loop runs
        bridge = TableBridge(thread.submit(moment.table).result(), page)
    bridge.open(folder, width=moment.width, theme=moment.theme)
    page.add_style_tag(content="body { margin: 0 }")
    height = 780 if moment.width < 860 else 640
    page.evaluate("h => document.getElementById('root').style.setProperty('--height', `${h}px`)", height)
    moment.act(page)
    page.wait_for_timeout(400)
    height = page.evaluate("Math.ceil(document.getElementById('root').getBoundingClientRect().height)")
    page.set_viewport_size({"width": moment.width, "height": height})
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    data = few_colours(page, page.screenshot())
    context.close()
    return data


def main(only: list[str]) -> int:
    """Take those pictures whose names are given, or all."""
    found = find_browser()
    if found is None:
        print("no Chromium, Chrome or Edge was found; SILKENWEB_BROWSER may name one", file=sys.stderr)
        return 1
    folders = {DOCS: README, DOCS / "pictures": MOMENTS}
    with started(found) as browser:
        for folder, moments in folders.items():
            for moment in moments:
                if not only or any(name in moment.name for name in only):
                    with TemporaryDirectory() as scratch, chdir(scratch):
                        data = take(browser, moment, Path(scratch))
                    (folder / f"{moment.name}.png").write_bytes(data)
                    print(f"{moment.name}  {len(data) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

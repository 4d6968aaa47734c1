"""Pictures of the player to look at: `python -m tests.browser.pictures` takes them again.

Two for the README, and a dozen typical moments for `docs/pictures/`. No test compares them: fonts differ from
machine to machine. They are real players; what the page asks, Python answers.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import silkenweb as sw
from silkenweb.widgets.player import Player
from tests.browser.acts import CORNER, bots_continue, large_type, open_tab
from tests.browser.conftest import page_text
from tests.browser.few_colours import few_colours
from tests.browser.test_with_python import TRAITS, Bridge
from tests.chromium import find_browser, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DOCS = Path(__file__).resolve().parents[2] / "docs"


def _nothing(page: Page) -> None:
    """Leave the player as it opens."""


class Moment(NamedTuple):
    """What is shown, and what is done before the picture is taken. `name` says what to look for."""

    name: str
    replay: str
    at: str
    theme: str = "light"
    lens: str = "all"
    width: int = 1280
    height: int = 720
    act: Callable[[Page], None] = _nothing


def pick(card: str) -> Callable[[Page], None]:
    """A card is picked, and where it can go lights up."""
    return lambda page: page.locator(f".sw-hand [data-can=pick][data-card={card}]").click(position=CORNER)


def branch_and_go_on(page: Page) -> None:
    """A branch of the reader's, which bots continue."""
    page.get_by_role("button", name="Rest", exact=True).click()
    page.wait_for_selector(".sw-player[data-by=reader]")
    bots_continue(page, until="level")
    page.wait_for_function("model.get('branches').filter((node) => node.by === 'reader').length > 12")
    page.locator(".sw-hint", has_text="The bots made").wait_for()
    for _ in range(9):
        page.locator(".sw-player").press("ArrowLeft")


def compare(page: Page) -> None:
    """A recorded move and an alternative to it, side by side."""
    open_tab(page, "Compare")
    page.get_by_role("button", name="Pin").first.click()
    page.locator(".sw-player").press("ArrowDown")
    for _ in range(2):
        page.keyboard.press("ArrowRight")


def open_notes(page: Page) -> None:
    """The comment of the node, and the place to write one."""
    page.get_by_role("tab", name="Notes").click()


def open_review(page: Page) -> None:
    """What the review says of the decision shown."""
    page.get_by_role("tab", name="Review").click()


def try_again(page: Page) -> None:
    """A decision that is tried again: a wrong answer, and a hint."""
    open_review(page)
    page.get_by_role("button", name="Retry this decision").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator(".sw-hand [data-can=pick][data-card=R08]").click(position=CORNER)
    page.locator("[data-target=T34]").click()


def for_the_back_row(page: Page) -> None:
    """Large type."""
    large_type(page)
    open_tab(page, "Moves")


README = [
    Moment("player-light", "three-won", "156", width=1200, act=pick("BH2")),
    Moment("player-dark", "three-won", "156", "dark", width=1200, act=pick("BH2")),
]
MOMENTS = [
    Moment("01-a-card-is-picked", "four-nine-relics", "238", act=pick("WK4")),
    Moment("02-a-long-row-and-the-spirit", "five-won", "58", "dark"),
    Moment("03-as-one-seat-sees-it", "four-nine-relics", "229", lens="seat:1"),
    Moment("04-what-a-seat-could-infer", "three-no-seed", "177", "dark", "infer:0"),
    Moment("05-bots-go-on-in-a-branch", "three-won", "93", act=branch_and_go_on),
    Moment("06-two-nodes-compared", "lesson-what-silence-costs", "7", "dark", act=compare),
    Moment("07-comments-and-alternatives", "lesson-what-silence-costs", "7/1/1", act=open_notes),
    Moment("08-the-game-is-won", "two-won", "114", "dark"),
    Moment("09-on-a-narrow-screen", "two-won", "71", width=420),
    Moment(
        "10-large-type-for-the-back-row",
        "two-won",
        "24",
        "dark",
        width=1600,
        height=900,
        act=for_the_back_row,
    ),
    Moment("14-a-review", "reviewed-two-lost-late", "40", act=open_review),
    Moment("15-a-decision-tried-again", "reviewed-two-lost-late", "40", "dark", act=try_again),
]


def take(browser: Browser, moment: Moment, page_file: Path) -> bytes:
    """A picture of the whole player."""
    height = 780 if moment.width < 860 else moment.height
    window = {"width": moment.width, "height": height}
    context = browser.new_context(viewport=window, reduced_motion="reduce", offline=True)  # type: ignore[arg-type]
    page = context.new_page()
    player = Player(sw.sample(moment.replay), at=moment.at, lens=moment.lens, autosave=False)
    Bridge(player, page)
    state = {name: getattr(player, name) for name in TRAITS}
    page_file.write_text(page_text(state, {}, moment.theme), "utf-8")
    page.goto(page_file.as_uri())
    page.wait_for_selector("[data-ready]", state="attached")
    page.add_style_tag(content=f"body {{ margin: 0 }} #root {{ --height: {height}px }}")
    page.locator(".sw-tour-offer button").last.dispatch_event("click")
    page.wait_for_timeout(400)
    moment.act(page)
    page.wait_for_timeout(400)
    page.mouse.move(0, 0)
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
    with TemporaryDirectory() as scratch, started(found) as browser:
        for folder, moments in folders.items():
            folder.mkdir(parents=True, exist_ok=True)
            for moment in moments:
                if not only or any(name in moment.name for name in only):
                    data = take(browser, moment, Path(scratch) / "player.html")
                    (folder / f"{moment.name}.png").write_bytes(data)
                    print(f"{moment.name}  {len(data) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

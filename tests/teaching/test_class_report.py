"""All games of a class side by side: what is said of each, and what no file can do to the report."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import silkenweb as sw
from silkenweb.teaching import class_report
from silkenweb.teaching.classroom import ClassReport, Game
from silkenweb.teaching.classroom import folder as gathering
from silkenweb.teaching.classroom.student_progress import CSV_BYTES
from silkenweb.teaching.progress_file import Entry, Guess, Progress
from tests.teaching import classes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

VOID = {"meta", "br"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class's folder. No test changes it."""
    return classes.write(tmp_path_factory.mktemp("class") / "7b")


@pytest.fixture(scope="module")
def report(folder: Path) -> ClassReport:
    return class_report(folder)


def one(report: ClassReport, file: str) -> Game:
    return next(game for game in report.games if game.file == file)


def test_all_games_are_told_and_bad_files_listed(report: ClassReport) -> None:
    """A bad file stops nothing, and is told with its reason; folders in the folder are looked through."""
    assert [game.file for game in report.games] == [
        "blue.json", "green.json", "red.json", "reviewed.json", "late/no-seed.json", "late/red-again.json",
    ]  # fmt: skip
    reasons = {refused.file: refused.reason for refused in report.refused}
    assert sorted(reasons) == ["broken.json", "illegal.json", "kept.json", "list.csv", "red.branches.json"]
    assert "not JSON" in reasons["broken.json"]
    assert "only a card at the front of the row can be claimed" in reasons["illegal.json"]
    assert not any(file in reason for file, reason in reasons.items())


def test_what_is_said_of_a_game_is_what_happened_in_it(report: ClassReport, folder: Path) -> None:
    """Against the replay itself."""
    for game in report.games:
        replay = sw.Replay.load(folder / game.file)
        assert (game.phase, game.level, game.score) == tuple(replay.outcome)
        assert game.seed == replay.seed
        assert [seat.person for seat in game.seats] == [player.name for player in replay.players]
        assert game.blessings == (replay.head["blessings"], replay.end.position.blessings)
        assert game.decisions == sum(level.decisions for level in game.levels)
        assert game.cleared == game.level - (game.phase != "won")
        lost = [moment for moment in game.happened if moment.what.startswith("A Blessing")]
        assert len(lost) == game.blessings[0] - game.blessings[1]
        for moment in game.happened:
            assert replay.node(moment.node).level == moment.level


def test_a_review_is_told_as_the_file_has_it(report: ClassReport) -> None:
    """The dearest moments, the mean informed loss and the luck of each deal; of others nothing is made up."""
    game = one(report, "reviewed.json")
    assert [moment.node for moment in game.moments] == ["88", "40", "89", "89"]
    assert game.moments[0].better == "rest"
    assert game.loss is not None
    assert 0.01 < game.loss.value < 0.04
    assert [level for level, _ in game.luck] == [1, 2, 3, 4, 5, 6]
    assert all((g.loss, g.moments, g.luck) == (None, (), ()) for g in report.games if g is not game)


def test_games_with_the_same_cards_stand_together(report: ClassReport) -> None:
    """Characters and cards count, not the name of the seed; who decided the same throughout is told."""
    assert [[game.file for game in group] for group in report.groups] == [
        ["blue.json", "green.json", "red.json", "late/red-again.json"],
        ["reviewed.json"],
        ["late/no-seed.json"],
    ]  # fmt: skip
    assert report.twins(one(report, "red.json")) == ("late/red-again.json",)
    assert report.twins(one(report, "blue.json")) == ()


def test_house_rules_do_not_part_games_with_the_same_cards(tmp_path: Path) -> None:
    """The deal is the same whatever Blessings a team began with; other seats are another deal."""
    two = ["wukong", "bajie"]
    for name, seats, blessings in (("a", two, 2), ("b", two, 5), ("c", two[::-1], 2)):
        sw.play(seats, "greedy", seed="1", blessings=blessings).save(tmp_path / f"{name}.json")
    assert [len(group) for group in class_report(tmp_path).groups] == [2, 1]


def damaged(folder: Path, change: object) -> ClassReport:
    """A report of the reviewed game with its reviews changed."""
    replay = sw.sample("reviewed-two-lost-late")
    for node in replay.main_line():
        node.review = {**dict(node.review or {}), **change(node)}  # type: ignore[operator]
    replay.save(folder / "game.json")
    return class_report(folder)


@pytest.mark.parametrize("value", [[1e300, 0.1], [0.1, -5], "much", None])
def test_a_review_with_impossible_numbers_is_none(value: object, tmp_path: Path) -> None:
    """Anybody may write a review into a file; what is no chance is not told."""
    (game,) = damaged(tmp_path, lambda node: {"value": value}).games
    assert (game.reviewed, game.loss, game.moments) == (0, None, ())


def test_a_review_of_a_part_is_told_as_such(tmp_path: Path) -> None:
    """No mean is made of it."""
    report = damaged(tmp_path, lambda node: {"by": "another/1"} if int(node.path) > 50 else {})
    (game,) = report.games
    assert (game.reviewed, game.nodes, game.loss) == (50, 102, None)
    assert "reviewed in part (50 of 102)" in report.to_html()


def test_a_game_without_a_decision_is_told(tmp_path: Path) -> None:
    """A game that was abandoned as soon as it began."""
    sw.Replay.start(["wukong", "bajie"]).save(tmp_path / "begun.json")
    (game,) = class_report(tmp_path).games
    assert (game.result, game.decisions, game.levels) == ("unfinished at level 1", 0, ())
    assert "begun.json" in class_report(tmp_path).to_html()


def test_a_folder_is_bounded_and_links_are_not_followed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What goes beyond is listed, not read."""
    (tmp_path / "away").symlink_to(folder)
    (tmp_path / "link.json").symlink_to(folder / "red.json")
    (tmp_path / ".hidden.json").write_text("{}")
    for name in "abc":
        (tmp_path / f"{name}.json").write_bytes((folder / "red.json").read_bytes())
    report = class_report(tmp_path)
    assert [game.file for game in report.games] == ["a.json", "b.json", "c.json"]
    assert [(each.file, each.reason[:10]) for each in report.refused] == [("link.json", "not a regu")]
    monkeypatch.setattr(gathering, "MOST_FILES", 2)
    assert [each.file for each in class_report(tmp_path).refused] == ["c.json", "link.json"]
    monkeypatch.setattr(gathering, "MOST_BYTES", 10)
    with pytest.raises(sw.SilkenwebError, match=r"contains no game to report \(4 files left out, the first"):
        class_report(tmp_path)
    monkeypatch.setattr(gathering, "MOST_NAMES", 1)
    with pytest.raises(sw.SilkenwebError, match="1 files: the others were not read"):
        class_report(tmp_path)


def test_a_file_that_cannot_be_looked_at_stops_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One in a folder that may not be entered, or that is gone by now."""
    for name in "ab":
        (tmp_path / f"{name}.json").write_bytes((folder / "red.json").read_bytes())
    plainly = Path.is_symlink

    def looked(path: Path) -> bool:
        if path.name == "a.json":
            raise PermissionError(13, "Permission denied")
        return plainly(path)

    monkeypatch.setattr(Path, "is_symlink", looked)
    report = class_report(tmp_path)
    assert [game.file for game in report.games] == ["b.json"]
    assert [(each.file, each.reason) for each in report.refused] == [("a.json", "Permission denied")]


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere", "there is no such folder"), ("file", "this is a file; name a folder")]
)
def test_what_is_no_folder_is_named(name: str, reason: str, tmp_path: Path) -> None:
    """The error names the path and says what is there."""
    (tmp_path / "file").write_text("x")
    with pytest.raises(sw.SilkenwebError, match=f"{name}: {reason}"):
        class_report(tmp_path / name)
    (tmp_path / "empty").mkdir()
    with pytest.raises(sw.SilkenwebError, match="this folder contains no game to report"):
        class_report(tmp_path / "empty")


def test_exported_progress_is_counted(report: ClassReport) -> None:
    """By student and by exercise; a cell that looks like a formula stays text."""
    told = {
        each.student: (each.count("right"), each.count("not yet"), each.count("untried"))
        for each in report.progress
    }
    assert told == {"Ana": (2, 0, 1), "Bo": (1, 1, 1), "=1+1<b>": (1, 0, 0)}


@pytest.mark.parametrize(
    "text",
    [
        "student,exercise,state,attempts,hints,solution\n", "a,b\n1,2\n", "", "\x00", "\xff",
        "student,exercise,state,attempts,hints,solution\nAna,03.1,great,1,0,no\n",
        "student,exercise,state,attempts,hints,solution\nAna,03.1,right,²,0,no\n",
        "student,exercise,state,attempts,hints,solution\nAna,03.1,right,-1,0,no\n",
        "student,exercise,state,attempts,hints,solution\nAna,03.1\n",
        "student,exercise,state,attempts,hints,solution\n" + 'x"' * 200_000 + "\n",
        "student,exercise,state,attempts,hints,solution\n" + "x" * CSV_BYTES,
    ],
)  # fmt: skip
def test_a_csv_that_is_no_progress_is_refused(text: str, folder: Path, tmp_path: Path) -> None:
    """Whatever else it may be."""
    (tmp_path / "red.json").write_bytes((folder / "red.json").read_bytes())
    (tmp_path / "other.csv").write_bytes(text.encode("latin-1"))
    report = class_report(tmp_path)
    assert ([each.file for each in report.refused], report.progress) == (["other.csv"], ())


# -- the page ----------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """Elements of a page in order, checking that each is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_holds_no_script_and_only_its_own_style(report: ClassReport) -> None:
    """Its policy allows the style sheet in it, by its digest, and nothing else; all texts are escaped."""
    page = report.to_html()
    reader = Reader()
    reader.feed(page)
    assert reader.open == []
    assert reader.tags <= {
        "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "ul", "li", "div",
        "table", "thead", "tbody", "tr", "th", "td", "span", "bdi", "code", "section",
    }  # fmt: skip
    assert reader.attributes <= {
        "lang", "charset", "http-equiv", "content", "name", "class", "scope", "tabindex", "role",
        "aria-label",
    }  # fmt: skip
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    assert f'content="{policy}"' in page
    assert "url(" not in style[1]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", page)


def test_the_page_says_that_it_grades_nobody_by_luck(report: ClassReport) -> None:
    """And sorts by file, not by result."""
    page = report.to_html()
    assert "do not grade anyone by them" in page
    assert "it is nobody&#x27;s merit or fault" in page
    order = [page.index(f"<h3><bdi>{game.file}</bdi>") for game in report.games]
    assert order == sorted(order)


def test_a_hostile_move_of_a_review_is_text(tmp_path: Path) -> None:
    """The better move in a file's review is whatever somebody wrote there."""
    page = damaged(tmp_path, lambda node: {"best": "<b>" + "x" * 5_000}).to_html()
    assert "<b>" not in page
    assert "x" * 50 not in page


@pytest.mark.browser
def test_the_page_in_a_browser(report: ClassReport, browser: Browser, tmp_path: Path) -> None:
    """Both themes, nothing wider than the window, nothing refused by its policy, no script run."""
    path = tmp_path / "report.html"
    path.write_text(report.to_html(), "utf-8")
    seen = {}
    for theme, width in (("light", 1280), ("dark", 420)):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=theme)  # type: ignore[arg-type]
        page = context.new_page()
        faults: list[str] = []
        page.on("console", lambda message, faults=faults: faults.append(message.text))
        page.on("dialog", lambda dialog, faults=faults: faults.append(dialog.message))
        page.goto(path.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("main table").count() == 5
        seen[theme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
        context.close()
        assert faults == []
    assert seen == {"light": "rgb(250, 245, 233)", "dark": "rgb(18, 24, 40)"}


def test_it_is_the_same_page_each_time(folder: Path, report: ClassReport) -> None:
    """No clock, no chance, no order of the disk."""
    assert class_report(folder).to_html() == report.to_html()
    assert json.dumps(str(folder)) not in report.to_html()


# -- predictions, copies, the next lesson --------------------------------------------------------------


def exported(folder: Path, student: str, **guesses: tuple[str, float, bool]) -> Path:
    """Write the progress of a student with these predictions: `b=("yes", 0.95, False)` for 02.b."""
    known = {f"02.{name}": Guess(*guess) for name, guess in guesses.items()}
    entries = {"02.1": Entry("not yet", 3, 1), "02.2": Entry("right", 1)}
    return Progress(entries, None, "", known).to_csv(folder / f"{student}.csv", student=student)


def test_the_report_says_how_well_calibrated_the_class_is(tmp_path: Path) -> None:
    """Certainty beside the share of right answers, the most common wrong answer, and what to discuss."""
    exported(tmp_path, "Ana", b=("=3+4", 0.95, False), c=("no", 0.6, True))
    exported(tmp_path, "Bo", b=("=3+4", 0.95, False))
    exported(tmp_path, "Chidi", b=("3", 0.95, True))
    report = class_report(tmp_path)
    assert report.progress[0].guesses["02.b"] == Guess("=3+4", 0.95, False)
    assert report.progress[0].count("right") == 1
    page = report.to_html()
    assert '<th scope="row">over 90%</th><td class="n">3</td><td class="n">33%</td>' in page
    assert (
        '<th scope="row">02.b</th><td class="n">3</td><td class="n">33%</td><td>=3+4 (2 times)</td>' in page
    )
    assert "Prediction 02.b: 1 of 3 right, 95% sure on average; most common: =3+4 (2 times)." in page
    assert "On average the class was 86% sure, and 50% of its answers were right." in page
    assert "Exercise 02.1: 3 of 3 not right yet." in page
    assert "02.c" in page
    assert "Prediction 02.c" not in page


def test_the_report_says_where_games_with_the_same_cards_first_differ(
    report: ClassReport, folder: Path
) -> None:
    """The one that got farthest and the one that got least far, for the next lesson."""
    games = {game.file: game for game in report.groups[0]}
    best = max(games.values(), key=lambda game: game.cleared)
    worst = min(games.values(), key=lambda game: game.cleared)
    assert best.cleared > worst.cleared
    lines = [sw.Replay.load(folder / game.file).main_line() for game in (best, worst)]
    node = next(one.path for one, other in zip(*lines, strict=False) if one.move != other.move)
    page = report.to_html()
    point = page[page.index("The same cards, different results") :].partition("</li>")[0]
    assert f"<bdi>{best.file}</bdi>" in point
    assert f"<bdi>{worst.file}</bdi>" in point
    assert point.endswith(f"They first differ at node {node}.")


def test_files_that_are_copies_are_named(tmp_path: Path) -> None:
    """Equal answers and attempts under another name; untouched files are all alike and say nothing."""
    for student in ("Ana", "Bo"):
        exported(tmp_path, student, b=("4", 0.6, False))
    exported(tmp_path, "Chidi", b=("4", 0.8, False))
    assert "<bdi>Ana.csv</bdi>, <bdi>Bo.csv</bdi>. Ask before you judge." in class_report(tmp_path).to_html()
    empty = tmp_path / "empty"
    empty.mkdir()
    for student in ("Ana", "Bo"):
        Progress({"02.1": Entry()}, None).to_csv(empty / f"{student}.csv", student=student)
    assert "Ask before you judge" not in class_report(empty).to_html()


@pytest.mark.parametrize("sure", ["", "2", "nan", "x"])
def test_a_prediction_without_a_certainty_is_refused(sure: str, tmp_path: Path) -> None:
    path = exported(tmp_path, "Ana", b=("4", 0.625, False))
    path.write_text(path.read_text("utf-8").replace("0.625", sure), "utf-8")
    exported(tmp_path, "Bo")
    (refused,) = class_report(tmp_path).refused
    assert "the row of '02.b' is not valid" in refused.reason

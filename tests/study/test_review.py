"""The review of a game: what it stores where, and that it is the same for everyone, in any order."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import silkenweb as sw
from silkenweb import Node, Replay
from silkenweb.bots import win_model
from silkenweb.errors import SilkenwebError
from silkenweb.study import html
from silkenweb.study.review import BY, Finding, Mean, Parameters, Report, analysis, grades, thresholds
from silkenweb.study.review.decision import forced, review_node
from silkenweb.study.review.evaluation import Evaluator
from silkenweb.study.review.turning_point import find_turning_point
from silkenweb.study.solver import solve_level

QUICK = {"worlds": 24, "error": 0.5}


def lost_game() -> Replay:
    """A short game of two players who chose at random, lost at level 2."""
    return sw.play(["wukong", "bajie"], "random", seed="s3")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return lost_game()


@pytest.fixture(scope="module")
def report(replay: Replay) -> Report:
    return sw.review(replay, **QUICK)


def values(report: Report) -> dict[str, Finding]:
    return {node.path: finding for node, finding in report.main.entries}


def test_every_node_is_reviewed(replay: Replay, report: Report) -> None:
    """Each node has its finding, with who made it and how, and the file remains valid."""
    line = replay.main_line()
    assert [node for node, _ in report.main.entries] == line
    for node, finding in report.main.entries:
        assert node.review is not None
        assert node.review["by"] == BY
        assert node.review["with"]["worlds"] == 24
        kept = Finding.of_review(node.review, report.parameters)
        assert kept is not None
        assert kept == finding
        assert (finding.luck is None) == (node.deal is None)
        assert finding.seat == node.seat
    again = Replay.loads(replay.dumps())
    assert again.dumps() == replay.dumps()


def test_forced_moves_are_not_counted(replay: Replay, report: Report) -> None:
    """If there is one move, or all have the same effect, there is neither loss nor grade."""
    found = 0
    for node, finding in report.main.entries:
        if node.move is None:
            continue
        assert node.parent is not None
        single = len(node.parent.position.legal_moves()) == 1
        assert finding.forced == forced(node)
        assert finding.forced or not single
        assert (finding.loss is None) == finding.forced == (finding.grade is None)
        found += finding.forced
    assert found
    assert report.main.summary().forced == found


def test_the_same_seed_says_the_same(report: Report) -> None:
    """Another copy of the game gets the same review; another seed gives another one."""
    again = sw.review(lost_game(), **QUICK)
    assert values(again) == values(report)
    assert values(sw.review(lost_game(), seed="other", **QUICK)) != values(report)


@pytest.mark.parametrize(("bot", "seed", "phase"), [("random", "s3", "lost"), ("convention", "s6", "won")])
def test_an_end_is_known(bot: str, seed: str, phase: str) -> None:
    """After the last node of a lost game the chance is 0, and of a won game 1."""
    replay = sw.play(["wukong", "bajie"], bot, seed=seed)
    assert replay.outcome.phase == phase
    last = review_node(Evaluator(replay.root.state.tables, Parameters(worlds=8)), replay.end)
    assert last.value == last.open == Mean(float(phase == "won"), 0.0)
    assert (
        find_turning_point(replay.end, 100) is None if phase == "won" else find_turning_point(replay.end, 100)
    )


def test_it_is_one_edit() -> None:
    """One undo takes back the whole review."""
    replay = lost_game()
    before = replay.dumps()
    sw.review(replay, worlds=8, error=0.9, solver=0)
    assert replay.dumps() != before
    assert replay.undo()
    assert replay.dumps() == before


def test_a_branch_is_reviewed_for_itself(report: Report) -> None:
    """Alternatives have their own reports, and change nothing in the report of the main line."""
    replay = lost_game()
    node = next(node for node in replay.main_line() if node.move and not forced(node) and node.level == 1)
    assert node.parent is not None
    other = next(move for move in node.parent.position.legal_moves() if move != node.move)
    branch = node.parent.branch(other)
    alone = sw.review(replay, **QUICK)
    assert [line.recorded for line in alone.lines] == [True]
    assert branch.review is None
    both = sw.review(replay, branches=True, **QUICK)
    assert [line.recorded for line in both.lines] == [True, False]
    assert both.lines[1].head is branch
    assert branch.review is not None
    assert values(both) == values(alone) == values(report)
    assert both.main.summary() == report_summary(alone)


def report_summary(report: Report) -> object:
    return report.main.summary()


def test_a_reviewed_node_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted review keeps its findings; the next one continues there, with the same result."""
    replay, calls = lost_game(), []
    real = analysis.review_node

    def stopping(evaluator: object, node: Node) -> Finding:
        calls.append(node.path)
        if len(calls) == 10:
            raise KeyboardInterrupt
        return real(evaluator, node)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis, "review_node", stopping)
    part = sw.review(replay, **QUICK)
    assert not part.complete
    assert len(part.main.entries) == 9
    assert sum(node.review is not None for node in replay.main_line()) == 9
    whole = sw.review(replay, **QUICK)
    assert whole.complete
    assert calls[10:] == [node.path for node in replay.main_line()[9:]]
    rounded = {path: finding.grade for path, finding in values(whole).items()}
    assert rounded == {
        path: finding.grade for path, finding in values(sw.review(lost_game(), **QUICK)).items()
    }


def test_reviews_of_others_are_left_alone_until_replaced() -> None:
    """A review by another analysis is not read as one by this analysis."""
    replay = lost_game()
    node = replay.node("2")
    node.review = {"by": "somebody", "value": 1}
    assert Finding.of_review(node.review) is None
    sw.review(replay, keep=False, worlds=8, error=0.9, solver=0)
    assert node.review == {"by": "somebody", "value": 1}


def test_the_error_is_as_asked() -> None:
    """The standard error of a value is at most the requested one, unless the budget was spent."""
    report = sw.review(lost_game(), worlds=240, error=0.04, solver=0)
    for _, finding in report.main.entries:
        assert finding.value.error <= 0.04 or finding.worlds >= 240


def test_where_the_level_was_lost(replay: Replay, report: Report) -> None:
    """The solver finds a line before that node and none after it."""
    turned = report.main.turning
    assert turned is not None
    assert turned.exact
    assert turned.node is not None
    assert solve_level(turned.node.position).clearable is False
    chance_by_marker = [node for node, finding in report.main.entries if finding.lost_level]
    assert chance_by_marker == [turned.node]
    if turned.last is not None:
        assert turned.last is turned.node.parent
        assert solve_level(turned.last.position).clearable


def test_better_lines(report: Report) -> None:
    """On request the better move of each critical moment is added as an alternative that plays on; the main
    line stays.
    """
    replay = lost_game()
    mine = sw.review(replay, worlds=96, error=0.04)
    before = [node.move for node in replay.main_line()]
    heads = mine.add_better_lines()
    assert 1 <= len(heads) <= 3
    for (node, finding), head in zip(mine.main.moments, heads, strict=True):
        assert str(head.move) == finding.best
        assert head in node.alternatives
        assert head.next is not None or head.position.over
        assert head.review is None
    assert [node.move for node in replay.main_line()] == before
    assert replay.undo()
    assert not any(node.alternatives for node in replay.main_line())
    assert Replay.loads(replay.dumps())


def test_impossible_budgets_are_refused(replay: Replay) -> None:
    """The error says what is wrong."""
    for wrong in ({"worlds": 0}, {"error": 0.0}, {"bot": "nobody"}, {"reading": "tea leaves"}):
        with pytest.raises(SilkenwebError):
            sw.review(replay, **wrong)  # type: ignore[arg-type]
    with pytest.raises(SilkenwebError):
        sw.review(Replay.start(["wukong", "bajie"]))


def test_other_bots_and_full_playouts() -> None:
    """Any bot can play the rollouts, to the end of the game; then levels are counted."""
    replay = Replay.start(["wukong", "bajie"], seed="full")
    for what in (None, "keep -WK1 -WK2"):
        move = what and next(move for move in replay.end.position.legal_moves() if move.kind == "keep")
        replay.record(move)
    for bot in ("convention", "random"):
        finding = sw.review(replay, bot=bot, full=True, worlds=8, error=0.9, solver=0).main.entries[1][1]
        assert finding.levels is not None
        assert 0 <= finding.levels <= 7


def test_summaries_add_up(replay: Replay, report: Report) -> None:
    """The team's decisions are those of its players."""
    team = report.main.summary()
    players = [report.main.summary(seat) for seat in range(2)]
    assert team.decisions == sum(player.decisions for player in players)
    assert team.total == pytest.approx(sum(player.total for player in players))
    assert sum(team.grades.values()) == team.decisions - team.forced
    low, high = team.interval
    assert low <= team.loss.value <= high


def test_luck_is_what_losses_do_not_explain(report: Report) -> None:
    """The chance before the first deal, minus all losses, plus the luck of deals and players, is
    the result.
    """
    line = report.main
    team, players = line.summary(), [line.summary(seat) for seat in range(2)]
    deals = sum(finding.luck.value for _, finding in line.luck if finding.luck)
    assert team.luck.value == pytest.approx(deals + sum(player.luck.value for player in players))
    assert line.start is not None
    end = line.entries[-1][1].open.value
    assert end == 0
    # Stored values are rounded to four digits, and a level ends at what the model expects of the next.
    assert line.start - team.total + team.luck.value == pytest.approx(end, abs=0.005)
    assert all(player.luck.error > 0 for player in players)


def test_expected_levels_stand_beside_the_value(report: Report) -> None:
    """They are between the levels cleared so far and all levels, exact at the end, and have an error."""
    for node, finding in report.main.entries:
        assert finding.levels is not None
        assert finding.levels_error is not None
        assert node.level - 1 <= finding.levels <= 7
    last = report.main.entries[-1][1]
    assert (last.levels, last.levels_error) == (report.replay.outcome.level - 1, 0)
    model = win_model.level_model()
    assert model.edition == sw.Edition.load().sha256
    assert model.games >= 1000  # with a tenth of that the error is more than twice as large
    assert 0 < model.error < 0.25
    assert model.command.startswith("python -m tools.win_model_fit --what levels")


def test_it_is_readable_in_a_notebook(report: Report) -> None:
    """The text is short; the HTML has all tables, names each character, sets no colours, and has no active
    text.
    """
    assert re.fullmatch(r"<Report of .*: \d+ decisions and deals reviewed; mean loss .*>", repr(report))
    page = report._repr_html_()
    for word in ("Wukong", "Bajie", "team", "Critical moments", "Deals", "forced", "luck", "with all cards"):
        assert word in page
    assert "Expected levels cleared" in page
    assert not re.search(r"<script|background:#|[^-]color:#", page)
    assert html.table(("<b>",), [("<script>",)], caption="&").count("<script>") == 0


def test_a_report_of_nothing_is_readable(monkeypatch: pytest.MonkeyPatch) -> None:
    """This is a review that is interrupted at once."""

    def stop(_evaluator: object, _node: Node) -> Finding:
        raise KeyboardInterrupt

    monkeypatch.setattr(analysis, "review_node", stop)
    nothing = sw.review(lost_game(), **QUICK)
    assert "nothing reviewed" in repr(nothing)
    assert "Interrupted" in nothing._repr_html_()


# -- words ---------------------------------------------------------------------------------------------


def finding(
    loss: float, hindsight: float = 0.0, *, error: float = 0.005, lead: float | None = None, lay: float = 0.6
) -> Finding:
    by = grades.thresholds()
    made = Finding(
        level=1,
        value=Mean(0.5, 0.02),
        open=Mean(lay, 0.02),
        clears=0.5,
        worlds=100,
        seat=0,
        loss=Mean(loss, error if loss else 0.0),
        hindsight=Mean(hindsight, error),
        best="rest" if loss else None,
        lead=None if lead is None else Mean(lead, error),
        close=bool(loss) and loss <= 2 * error,
    )
    return grades.graded(made, by)


def cases() -> Iterator[tuple[Finding, str, str | None]]:
    by = grades.thresholds()
    yield finding(0.0), "best", None
    yield finding(by.inaccuracy / 2, error=0.0001), "good", None
    yield finding(by.inaccuracy, error=0.0001), "inaccuracy", None
    yield finding(by.mistake, by.mistake), "mistake", "mistake"
    yield finding(by.blunder, 0.3), "blunder", "mistake"
    yield finding(by.blunder, 0.0), "blunder", "lucky"
    yield finding(by.blunder, 0.0, lay=0.0), "blunder", "mistake"
    yield finding(0.0, 0.4), "best", "unlucky"
    yield finding(0.0, 0.4, lead=0.5), "best", "brilliant"
    yield finding(0.2, error=0.15), "good", None
    yield finding(0.0, lead=by.blunder + 0.01, error=0.02), "best", None


@pytest.mark.parametrize("number", range(11))
def test_words_go_by_the_informed_loss(number: int) -> None:
    """Grades depend only on what could be known; labels say what the cards made of it."""
    made, grade, label = list(cases())[number]
    assert (made.grade, made.label) == (grade, label)


def test_thresholds_are_of_this_game() -> None:
    """They increase, and say where they come from."""
    by = thresholds()
    assert 0 < by.inaccuracy < by.mistake < by.blunder < 1
    assert by.decisions > 1000
    assert by.edition == sw.Edition.load().sha256
    assert by.command.startswith("python -m tools.grade_fit")

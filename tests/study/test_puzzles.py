"""Puzzles: what is found is true, depends only on what the seat knew, and round-trips through its file."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import silkenweb as sw
from silkenweb.cli import run
from silkenweb.errors import ReplayError, SilkenwebError
from silkenweb.replay.samples import folder
from silkenweb.study.belief import Belief
from silkenweb.study.puzzles import Cost, Puzzle, find_puzzles, puzzle_schema
from silkenweb.study.puzzles.answers import LEAD, TOLERANCE, MoveSampler, answers
from silkenweb.study.puzzles.explanation import SAME, Case, explanation, hints
from silkenweb.study.puzzles.finder import BOTS, LEAST, RIGHT, puzzle_at
from silkenweb.study.puzzles.puzzle import SUFFIX, dumps, loads
from silkenweb.study.review.evaluation import Evaluator, Parameters
from tools.puzzle_collection import chosen, games, lead_again, save, significant

PROMISE_KEPT = sorted((folder() / "puzzles").glob(f"*{SUFFIX}"))
PARAMETERS = Parameters(worlds=240, seed="puzzles")


@pytest.fixture(scope="module")
def found() -> Puzzle:
    """A puzzle from a game that comes with the package."""
    replay = sw.sample("reviewed-two-lost-late")
    puzzle = puzzle_at(Evaluator(replay.root.state.tables, PARAMETERS), replay.node("40"))
    assert puzzle is not None
    return puzzle


def again(puzzle: Puzzle) -> MoveSampler:
    """A MoveSampler made only from the contents of a puzzle's file."""
    copy = loads(Puzzle, dumps(puzzle).encode())
    evaluator = Evaluator(copy.view.tables, Parameters(**copy.found["with"]))
    return MoveSampler(evaluator, copy.view, copy.seen, copy.legal)


def test_one_choice_is_clearly_best(found: Puzzle) -> None:
    """Accepted moves are within the tolerance, all others cost at least the lead, and somebody got
    it wrong.
    """
    assert len(found.legal) >= LEAST
    assert 1 <= len(found.answers) <= RIGHT
    for cost in found.costs:
        assert (cost.loss <= TOLERANCE) == (cost.move in found.answers)
        assert cost.move in found.answers or cost.loss >= LEAD
    choices = [found.found["played"], *(found.found["bots"][bot] for bot in BOTS)]
    assert any(move not in found.answers for move in choices)


def test_it_rests_on_what_the_seat_knew(found: Puzzle) -> None:
    """Evaluated and explained again from its file alone, everything is the same."""
    sampler = again(found)
    right = answers(sampler, PARAMETERS.worlds)
    assert right is not None
    assert right.accepted == found.answers
    for cost in found.costs:
        assert round(max(0.0, sampler.found.better(right.best, cost.move).value), 3) == cost.loss
    known = Belief(found.view, found.seen)
    worlds = tuple(world for world, _ in zip(known.worlds("puzzle"), range(SAME), strict=False))
    case = Case(found.view, known, worlds, sampler.found, right, found.found["bots"], found.found["played"])
    assert explanation(case) == found.explanation
    assert hints(case) == found.hints


@pytest.mark.parametrize("path", PROMISE_KEPT, ids=lambda path: path.name.removesuffix(SUFFIX))
def test_what_is_kept_tells_nothing_hidden(path: Path) -> None:
    """No card is named that is not in the view, the events or the legal moves; there is no seed, deal or
    digest of a game; the file round-trips byte for byte.
    """
    puzzle = Puzzle.load(path)
    assert dumps(puzzle) == path.read_text("utf-8")
    shown = " ".join([puzzle.view.text, *map(str, puzzle.seen), *map(str, puzzle.legal)])
    inferences = " ".join([puzzle.title, puzzle.explanation, *puzzle.hints, json.dumps(puzzle.found)])
    cards = set(puzzle.view.edition.cards)
    assert {card for card in re.findall(r"\w+", inferences) if card in cards} <= set(
        re.findall(r"\w+", shown)
    )
    assert set(puzzle.found) <= {"game", "node", "played", "bots", "value", "with"}
    assert all(event.seen_by(puzzle.view.viewer) == event for event in puzzle.seen)
    assert set(puzzle.answers) <= set(map(str, puzzle.legal))
    assert puzzle.explanation.startswith(tuple(puzzle.words(move) for move in puzzle.answers))


def test_what_is_kept_is_mixed() -> None:
    """There are thirty: for two to five players, of all levels with not too many of the first, with several
    kinds of moves; and at least one bot got each wrong.
    """
    kept = sw.puzzles()
    assert len(kept) == 30
    players = Counter(puzzle.players for puzzle in kept)
    assert min(players[number] for number in (2, 3, 4)) >= 7
    assert players[5] >= 4
    levels = Counter(puzzle.level for puzzle in kept)
    assert set(levels) == set(range(1, 8))
    assert levels[1] <= len(kept) / 4
    assert levels[7] >= 2
    assert all(set(puzzle.found["bots"].values()) - set(puzzle.answers) for puzzle in kept)
    for cost in (cost for puzzle in kept for cost in puzzle.costs if cost.move not in puzzle.answers):
        assert cost.loss >= LEAD
    assert len({sw.Move.parse(puzzle.answers[0]).kind for puzzle in kept}) >= 4
    assert all(puzzle.players == 3 for puzzle in sw.puzzles(players=3))
    assert sw.puzzles(kept[4].name)[0].view == kept[4].view
    with pytest.raises(SilkenwebError, match="there is no puzzle 'x'"):
        sw.puzzles("x")


def test_answers_are_checked(found: Puzzle) -> None:
    """Check a right move, a wrong one with its cost, an illegal one with its rule, an unreadable one, and
    none.
    """
    assert found.check().state == found.check(...).state == "untried"
    for answer in found.answers:
        assert found.check(answer).state == "right"
    wrong = next(cost for cost in found.costs if cost.move not in found.answers)
    verdict = found.check(wrong.move)
    assert verdict.state == "not yet"
    assert "games in 100" in verdict.text
    assert not any(answer in verdict.text for answer in found.answers)
    assert "is not legal" in found.check("claim R01").text
    assert found.check("dance").state == "not yet"
    assert "<b>right</b>" in found.check(found.answers[0])._repr_html_()


def test_hints_tell_more_and_more(found: Puzzle) -> None:
    """The first hint gives nothing away; there is no fourth."""
    assert [found.hint(n) for n in (1, 2, 3)] == list(found.hints)
    assert not any(answer in found.hint(1) for answer in found.answers)
    for wrong in (0, 4, True):
        with pytest.raises(SilkenwebError, match="number: expected a whole number from 1 to 3"):
            found.hint(wrong)


def test_it_is_readable(found: Puzzle) -> None:
    """It has a one-line repr, and HTML with the situation and the moves but without the answer; its view can
    be drawn.
    """
    assert re.fullmatch(r"<Puzzle: Level \d, 2 players: what would you do as .*\?.*>", repr(found))
    page = found._repr_html_()
    assert "in hand" in page
    assert found.words(str(found.legal[0])) in page.replace("&#x27;", "'")
    assert found.explanation not in page
    assert "<svg" in sw.svg(found.view)
    hostile = loads(Puzzle, dumps(found).replace(found.title, "<img src=x>").encode())
    assert "<img" not in hostile._repr_html_()


def change(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update({key: value})


BROKEN: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "format": (change("format", "silkenweb-replay"), "format"),
    "unknown key": (change("secret", 1), "unknown key"),
    "no view": (lambda data: data.pop("view"), "missing key"),
    "a position": (change("view", sw.Position.start(["wukong", "bajie"]).text), "expected field 'view'"),
    "other hand": (lambda data: data.update(view=data["view"].replace("view=0", "view=1")), "view"),
    "no answers": (change("answers", []), "answers"),
    "illegal answer": (change("answers", ["rest ~~"]), "not legal"),
    "a move too few": (lambda data: data["costs"].pop(), "not the legal moves"),
    "no event": (lambda data: data["seen"].append({"event": "Danced"}), "not a valid event"),
    "a key too many": (lambda data: data["seen"][0].update(x=1), "unknown or missing keys"),
    "chance": (change("tolerance", 2), "tolerance"),
    "long": (change("explanation", "x" * 6000), "explanation"),
    "edition": (lambda data: data["edition"].update(sha256="0" * 64), "edition"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_what_does_not_hold_is_refused(what: str, found: Puzzle, tmp_path: Path) -> None:
    """The error gives file, place and reason."""
    alter, said = BROKEN[what]
    data = json.loads(dumps(found))
    alter(data)
    path = tmp_path / f"broken{SUFFIX}"
    path.write_text(json.dumps(data))
    with pytest.raises(ReplayError, match=said) as caught:
        Puzzle.load(path)
    assert "broken" in str(caught.value)


def test_an_event_that_the_seat_did_not_see_is_refused(found: Puzzle) -> None:
    """For example another seat's keep with all its cards."""
    data = json.loads(dumps(found))
    kept = next(event for event in data["seen"] if event["event"] == "Kept" and event["discards"] is None)
    kept.update(rotated=True, discards=["WK1"], stored=[])
    with pytest.raises(ReplayError, match="did not see in this form"):
        loads(Puzzle, json.dumps(data).encode())


def test_files_are_bounded(tmp_path: Path) -> None:
    """Files that are too large, not JSON, or missing are refused."""
    path = tmp_path / f"a{SUFFIX}"
    path.write_bytes(b" " * (1 << 21))
    with pytest.raises(ReplayError, match="too large"):
        Puzzle.load(path)
    path.write_text("{")
    with pytest.raises(ReplayError, match="not JSON"):
        Puzzle.load(path)
    with pytest.raises(ReplayError, match="can't be read"):
        Puzzle.load(tmp_path / "none")


def test_the_schema_says_what_is_kept(found: Puzzle) -> None:
    """Puzzle files match the schema, and broken shapes do not."""
    schema = puzzle_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(json.loads(dumps(found)))
    assert json.loads((folder() / "puzzles" / "puzzle.schema.json").read_text("utf-8")) == schema
    assert not validator.is_valid({**json.loads(dumps(found)), "version": 2})


def test_a_puzzle_is_weighed_again(found: Puzzle) -> None:
    """In other worlds the right move leads too; a move that is wrongly said to be right does not."""
    assert significant(lead_again(found, 96, "again"))
    worst = max(found.costs, key=lambda cost: cost.loss).move
    costs = tuple(Cost(cost.move, 0.0 if cost.move == worst else 0.5, 0.01) for cost in found.costs)
    assert not significant(lead_again(replace(found, answers=(worst,), costs=costs), 96, "again"))


def test_the_same_games_give_the_same_puzzles() -> None:
    """Another seed may give others; too few worlds are refused."""

    def texts() -> list[str]:
        return [dumps(puzzle) for puzzle in find_puzzles(games(sw.Edition.load(), [0], "s"), worlds=48)]

    assert texts() == texts()
    with pytest.raises(SilkenwebError, match="worlds: expected a whole number of at least 48"):
        list(find_puzzles([], worlds=7))


def test_a_mixture_is_chosen(found: Puzzle, tmp_path: Path) -> None:
    """At most two come from a game and level; names give players and level."""
    assert chosen([found, found, found], 5) == [found, found]
    (path,) = save([found], tmp_path)
    assert path.name == f"2-players-level-4-1{SUFFIX}"
    assert Puzzle.load(path).name == "2-players-level-4-1"


def test_the_command_writes_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command prints a line for each; existing files are not overwritten."""
    game = tmp_path / "game.json"
    replay = sw.sample("reviewed-two-lost-late")
    for node in replay.main_line():
        if node.path not in ("26", "40"):
            node.review = None if node.review is None else {**node.review, "loss": [0.0, 0.0], "lead": None}
    replay.save(game)
    assert run(["puzzles", str(game), "-o", str(tmp_path / "out")]) == 0
    inferences = capsys.readouterr().out
    assert "node 40" in inferences
    first = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert first
    assert all(Puzzle.load(tmp_path / "out" / name) for name in first)
    assert run(["puzzles", str(game), "-o", str(tmp_path / "out")]) == 0
    assert len(list((tmp_path / "out").iterdir())) == 2 * len(first)
    assert run(["puzzles", str(game), "-o", str(tmp_path / "no" / "out")]) == 1

"""Reviews in the browser: a seat's lens shows nothing that it could not know; invalid files do no harm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import silkenweb as sw
from silkenweb import Node, Replay
from silkenweb.study.review import BY, Finding, Mean, Parameters, thresholds
from silkenweb.text import Words
from silkenweb.widgets.export import page
from silkenweb.widgets.review_payload import Reviews
from tests.widgets.helpers import Asked, Message
from tests.widgets.sample_games import HOSTILE
from tests.widgets.test_lens import CARD, open_to

pytestmark = pytest.mark.usefixtures("no_loop")
HINDSIGHT = {"open", "hindsight", "bestOpen", "luck", "lost"}


def reviewed() -> Replay:
    """The sample that includes a review."""
    return sw.sample("reviewed-two-lost-late")


def told(replay: Replay, viewer: int | None = None) -> Message:
    """Everything sent about it, by the paths of nodes."""
    nodes = [replay.root, *replay.main_line()]
    nodes += [node for node in replay.nodes() if not node.recorded]
    numbers = {node: number for number, node in enumerate(nodes)}
    message = Reviews(Words("en")).told(replay, nodes, viewer, numbers.__getitem__)
    message["nodes"] = {nodes[int(key)].path: value for key, value in message["nodes"].items()}
    json.dumps(message, allow_nan=False)
    return message


def by_lens() -> Iterator[tuple[int, Node, Message]]:
    """The nodes that each seat gets results for."""
    replay = reviewed()
    for viewer in range(len(replay.characters)):
        for path, message in told(replay, viewer)["nodes"].items():
            yield viewer, replay.node(path), message


def changed(node: Node, **fields: Any) -> None:
    """Change values in a node's review."""
    assert node.review is not None
    node.review = {**node.review, **fields}


# -- everything open ---------------------------------------------------------------------------------


def test_where_everything_is_open_all_is_told() -> None:
    """Every node has its values; decisions with a choice have both losses and the moves, best first."""
    replay = reviewed()
    message = told(replay)
    assert message["game"] == [102, 102]
    assert message["branches"][0] == message["branches"][1] > 0
    for node in replay.main_line():
        finding = Finding.of_review(node.review)
        sent = message["nodes"][node.path]
        assert finding is not None
        assert sent["value"] == pytest.approx(list(finding.value), abs=1e-4)
        assert sent["open"] == pytest.approx(list(finding.open), abs=1e-4)
        assert ("luck" in sent) == (node.deal is not None)
        if node.move is None or finding.forced:
            continue
        assert {"loss", "hindsight", "moves", "grade", "before"} <= sent.keys()
        assert sent["moves"][0]["move"] == (finding.best or str(node.move))
        assert str(node.move) in [each["move"] for each in sent["moves"]]
        assert sent["moves"][0]["right"]
        assert all(each["words"] for each in sent["moves"])


def test_lines_are_summed_up_each_for_itself() -> None:
    """The team and each player; alternatives have separate sums, which do not include the game's nodes."""
    replay = reviewed()
    message = told(replay)
    recorded = [line for line in message["lines"] if line["recorded"]]
    assert len(recorded) == 1
    assert [each["seat"] for each in recorded[0]["summaries"]] == [None, 0, 1]
    team, *players = recorded[0]["summaries"]
    assert team["decisions"] == sum(each["decisions"] for each in players)
    report = sw.review(reviewed(), solver=0)
    assert team["worst"] == [int(node.path) for node, _ in report.main.moments]
    assert team["loss"] == pytest.approx(list(report.main.summary().loss), abs=1e-4)
    assert len(message["lines"]) == 1 + sum(1 for node in replay.nodes() for _ in node.alternatives)
    for line in message["lines"]:
        for each in line["summaries"]:
            numbers = [*each["worst"], *each["best"]]
            assert all((number <= 102) == line["recorded"] for number in numbers)


def test_the_summary_says_how_it_ended_and_what_mattered() -> None:
    """The result; at most three significant moments, the greatest first; each deal; and each player."""
    replay = reviewed()
    sent = told(replay)["summary"]
    end = replay.outcome
    assert sent["result"] == {"won": False, "level": end.level, "score": end.score, "why": "rests"}
    changes = {}
    for node in replay.main_line():
        finding = Finding.of_review(node.review)
        assert finding is not None
        if finding.luck is not None:
            if abs(finding.luck.value) >= max(thresholds().mistake, 2 * finding.luck.error):
                changes[int(node.path)] = finding.luck.value
        elif finding.grade in ("inaccuracy", "mistake", "blunder"):
            assert finding.loss is not None
            changes[int(node.path)] = -finding.loss.value
    order = sorted(changes, key=lambda node: -abs(changes[node]))
    assert [moment["node"] for moment in sent["moments"]] == order[:3]
    for moment in sent["moments"]:
        node = replay.main_line()[moment["node"] - 1]
        assert moment["change"][0] == pytest.approx(changes[moment["node"]], abs=1e-4)
        assert moment["kind"] == ("loss" if node.deal is None else "luck")
        assert moment["seat"] == (node.seat if node.deal is None else None)
    dealt = [node for node in replay.main_line() if node.deal is not None]
    assert [(deal["node"], deal["level"]) for deal in sent["deals"]] == [
        (int(node.path), node.level) for node in dealt
    ]
    assert [player["seat"] for player in sent["players"]] == [0, 1]
    assert sum(player["mistakes"] for player in sent["players"]) == sum(
        getattr(Finding.of_review(node.review), "grade", None) in ("mistake", "blunder")
        for node in replay.main_line()
    )


def test_a_game_without_a_review_has_no_summary() -> None:
    """Not even its result, which appears elsewhere."""
    assert told(sw.sample("lesson-what-silence-costs"))["summary"] is None


# -- through a seat's lens ---------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_summary_of_a_seat_is_about_its_own_decisions(viewer: int) -> None:
    """It contains its own losses only, and nothing about the luck of the deals."""
    sent = told(reviewed(), viewer)["summary"]
    assert sent["moments"]
    assert {(moment["kind"], moment["seat"]) for moment in sent["moments"]} == {("loss", viewer)}
    assert sent["deals"] is None
    assert [player["seat"] for player in sent["players"]] == [viewer]


def test_a_seat_is_told_of_its_own_decisions_alone() -> None:
    """And the deals that make it start player; never anything that depends on hidden cards."""
    count = 0
    for viewer, node, message in by_lens():
        count += 1
        assert node.deal is not None or node.seat == viewer
        assert node.deal is None or node.position.seat == viewer
        assert not message.keys() & HINDSIGHT
        assert message.get("label") in (None, "mistake", "brilliant")
        assert message.get("label") == "brilliant" or (message.get("label") == "mistake") == (
            message.get("grade") in ("mistake", "blunder")
        )
    assert count > 90


def test_a_seat_reads_of_no_card_that_it_cannot_know() -> None:
    """Neither in a move nor in its words."""
    seen = 0
    for viewer, node, message in by_lens():
        assert node.parent is not None
        named = set(CARD.findall(json.dumps(message)))
        seen += len(named)
        assert named <= open_to(node.parent.position, viewer), node.path
    assert seen > 100


@pytest.mark.parametrize("viewer", [0, 1])
def test_what_a_seat_is_told_hangs_on_nothing_hidden(viewer: int) -> None:
    """If the others had other cards, everything shown with all cards visible and about others' decisions
    would differ. With all of that changed, every byte for the seat stays the same.
    """
    replay = reviewed()
    before = told(replay, viewer)
    for node in replay.nodes():
        if node.parent is None:
            continue
        own = (node.seat if node.deal is None else node.position.seat) == viewer
        if own:
            changed(node, open=[0.123, 0.01], hindsight=[0.9, 0.01], lost_level=True)
            changed(node, luck=[0.5, 0.1] if node.deal else None, label="unlucky", grade="blunder")
        else:
            node.review = Finding(1, Mean(0.5, 0.1), Mean(0.5, 0.1), 0.5, 9).to_review(Parameters())
    assert told(replay, viewer) == before
    assert told(replay) != told(reviewed())


def test_a_players_lens_is_kept_to(no_loop: None) -> None:
    """In the player, and on a page made for a seat."""
    asked = Asked(reviewed(), lens="seat:1", autosave=False)
    nodes = asked.player.reviews["nodes"]
    assert nodes
    for key in nodes:
        node = asked.player.showing.at(int(key))
        assert (node.seat if node.move else node.position.seat) == 1
    assert not any(f'"{word}"' in json.dumps(asked.player.reviews) for word in (*HINDSIGHT, "unlucky"))
    asked.player.look_through("all")
    assert len(asked.player.reviews["nodes"]) > 2 * len(nodes) - 10
    data = data_of(page(reviewed(), "seat:1"))
    assert len(data["reviews"]["nodes"]) == len(nodes)
    assert not any(f'"{word}"' in json.dumps(data["reviews"]) for word in (*HINDSIGHT, "unlucky"))


def test_a_review_seeded_by_hidden_cards_is_for_no_seat() -> None:
    """Reviews of the first version are shown with all cards visible, and redone if a seat reviews."""
    replay = reviewed()
    for node in replay.nodes():
        if node.review is not None:
            changed(node, by="silkenweb-review/1")
    assert told(replay)["nodes"] == told(reviewed())["nodes"]
    for viewer in (0, 1):
        assert told(replay, viewer)["nodes"] == {}
        assert told(replay, viewer)["game"][0] == 0
    assert Finding.of_review(replay.node("40").review, Parameters()) is None
    refused = Asked(replay, lens="seat:0", autosave=False).ask("weigh", node=40, move="rest")
    assert refused["kind"] == "error"


def data_of(text: str) -> Message:
    start = text.index('id="silkenweb-data">') + len('id="silkenweb-data">')
    found: Message = json.loads(text[start : text.index("</script>", start)])
    return found


def test_a_page_holds_the_review_unless_it_is_left_out() -> None:
    """The page uses the places of nodes in the page as their numbers."""
    replay = reviewed()
    data = data_of(page(replay))
    assert len(data["reviews"]["nodes"]) == sum(node.review is not None for node in replay.nodes())
    assert data["reviews"]["nodes"]["40"]["grade"] == "blunder"
    assert data_of(page(replay, reviews=False))["reviews"] == {}


# -- what a file may hold ----------------------------------------------------------------------------


def test_reviews_of_others_are_not_shown_and_left_alone() -> None:
    """Results of another analysis stay unchanged, and are not shown."""
    replay = sw.sample("two-lost-late")
    node = replay.node("5")
    node.review = {"by": "somebody", "value": [0.1, 0.1], "x": HOSTILE[0]}
    before = dict(node.review)
    message = told(replay)
    assert message["nodes"] == {}
    assert message["lines"] == []
    assert message["game"] == [0, 102]
    assert node.review == before


def odd_review(**changes: Any) -> tuple[sw.Replay, sw.Node]:
    """A game with one review that has hostile texts for moves; and the reviewed node."""
    replay = sw.sample("two-lost-late")
    node = next(node for node in replay.main_line() if node.position.phase == "turn" and node.move).next
    assert node is not None
    assert node.move is not None
    moves = [[text, [0.5, 0.1]] for text in (*HOSTILE, "rest", "rest ~")] * 50
    node.review = {
        "by": BY,
        "level": 9,
        "seat": 4,
        "value": [0.5, 2.0],
        "open": [0.5, 0.1],
        "clears": 1,
        "worlds": 8,
        "loss": [0.9, 0.1],
        "hindsight": [0.1, 0.1],
        "best": HOSTILE[0],
        "best_open": HOSTILE[1],
        "moves": [*moves[-2:], *moves],
        **changes,
    }
    return replay, node


def test_of_the_moves_in_a_review_only_legal_ones_are_sent() -> None:
    """Texts that are not moves do not reach the page; the grade is computed again."""
    replay, node = odd_review(grade="blunder", label="lucky")
    sent = told(replay)["nodes"][node.path]
    assert sent["value"] == [0.5, 1.0]
    assert sent["grade"] == "best"
    assert {each["move"] for each in sent["moves"]} <= {"rest", "rest ~", str(node.move)}
    assert not any(text in json.dumps(sent, ensure_ascii=False) for text in HOSTILE)
    assert all(seat["seat"] in (None, 0, 1) for seat in told(replay)["lines"][0]["summaries"])


@pytest.mark.parametrize(
    "changes",
    [
        {"level": 10**9},
        {"seat": 77},
        {"value": [1e300, 0.1]},
        {"value": ["much", None]},
        {"open": [0.5, -5.0]},
        {"clears": 12.5},
        {"worlds": -4},
        {"worlds": 10**30},
        {"loss": [1e300, 1e300]},
        {"lead": [9.0, 9.0]},
        {"levels": 1e300},
        {"levels_error": -1.0},
        {"grade": HOSTILE[2]},
        {"label": HOSTILE[3]},
        {"with": 5},
        {"with": {"bot": 1}},
        {"moves": [["rest", [7.0, 0.1]]]},
        {"moves": [["x" * 201, [0.5, 0.1]]]},
        {"hindsight": None},
    ],
)
def test_a_review_that_is_not_valid_is_counted_and_not_shown(changes: Message) -> None:
    """It stays in the file unchanged."""
    replay, node = odd_review(**changes)
    review = node.review
    assert told(replay)["nodes"] == {}
    assert told(replay)["invalid"] == 1
    assert sw.Replay.loads(replay.dumps()).node(node.path).review == review


def test_a_review_of_another_analysis_is_left_alone() -> None:
    """Whatever it contains, it is neither shown nor called invalid."""
    replay, node = odd_review(by="another analysis/7", grade=[[]])
    assert told(replay)["nodes"] == {}
    assert told(replay)["invalid"] == 0
    assert sw.Replay.loads(replay.dumps()).node(node.path).review == node.review


def test_moves_are_told_in_the_readers_language() -> None:
    """The words of the compared moves."""
    replay = reviewed()
    line = [replay.root, *replay.main_line()]
    message = Reviews(Words("zh-Hant")).told(replay, line, None, line.index)
    assert message["nodes"]["40"]["moves"][1] == {
        **told(replay)["nodes"]["40"]["moves"][1],
        "words": Words("zh-Hant")("move.rest"),
    }

"""Single facts: their effects, refusals, and files."""

from __future__ import annotations

from pathlib import Path

import pytest

import silkenweb as sw
from silkenweb.replay.assumed import KEY, assumed, sight_of
from silkenweb.scribe import Scribe, conflict
from silkenweb.scribe.completion import Search

TOLD = ("row T02 T12", "keep wukong -WK1 -WK7", "keep bajie -BJ6 -BJ8")


def told(*more: str, characters: tuple[str, ...] = ("wukong", "bajie")) -> Scribe:
    scribe = Scribe(characters)
    for text in (*TOLD, *more):
        scribe.move(text)
    return scribe


def refused(scribe: Scribe, text: str) -> sw.FactRefused:
    before = scribe.position.text
    with pytest.raises(sw.FactRefused) as caught:
        scribe.move(text)
    assert scribe.position.text == before
    return caught.value


def test_what_is_told_is_in_the_game_and_the_rest_is_marked() -> None:
    """A played card was in the hand, and the target implies its upright icon."""
    scribe = told("play WK2>T02")
    assert [node.move for node in scribe.replay.main_line()][-1] == "play WK2>T02"
    first = scribe.replay.main_line()[0]
    assert "WK2" in {card.rstrip("'") for card in first.position.seats[0].hand}
    marks = first.extra[KEY]
    assert "WK2" not in marks["decks"]["wukong"].get("places", [])
    assert "WK3" in marks["decks"]["wukong"]["places"]


def test_a_fact_replaces_a_guess() -> None:
    scribe = told()
    scribe.knows("bajie", hand="BJ3'")
    assert scribe.position.seats[1].hand == ("BJ3'",)
    scribe.undo()
    scribe.knows("bajie", hand="BJ5")
    assert scribe.position.seats[1].hand == ("BJ5",)
    marks = assumed(scribe.replay.end)
    assert marks is not None
    assert not marks.of("bajie", "BJ5")
    assert marks.of("bajie", "BJ3")


@pytest.mark.parametrize(
    ("text", "rule", "against"),
    [
        ("play WK1>T02", "T1", ("level 1: keep wukong -WK1 -WK7",)),
        ("play BJ1>T02", "T1", ()),
        ("play WK6>T12", "T3", ("level 1: row T02 T12",)),
        ("claim T02", "T11", ()),
        ("ability", "A3", ()),
        ("keep wukong -WK3", "S5", ("level 1: keep wukong -WK1 -WK7",)),
        ("dealt wukong WK2 WK3 WK4", "S4", ("level 1: keep wukong -WK1 -WK7",)),
        ("reveal T20", "E1", ()),
    ],
)
def test_what_cannot_have_been_is_refused_with_the_rule(
    text: str, rule: str, against: tuple[str, ...]
) -> None:
    error = refused(told(), text)
    assert error.rule == rule
    assert set(error.against) <= {f"level 1: {each}" for each in TOLD}
    assert set(against) <= set(error.against)


LONG = """
keep bajie ~ -BJ1 -BJ2|rest|play BJ8>T10|end|play TS7>T10|end|rest|ability|hold|rest|rest|row T26 T33 R08
keep tang ~ -TS7|keep bajie ~ -BJ2|play TS5>T26|end|play BJ4>T33|rest|ability -BJ3 tang|took tang TS1
rest|rest ~
row T10 R10 R07 T05 T23|dealt bajie BJ1' BJ2'|keep bajie ~ -BJ7|keep tang ~ -TS3|play BJ3>T10|claim R07
play BJ6>T05
"""


def test_why_a_fact_is_refused_is_not_searched_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if a game leaves much open, contradictions are found within a bounded number of tries."""
    tried: list[int] = []

    class Counted(Search):
        def find(self):  # type: ignore[no-untyped-def]
            try:
                return super().find()
            finally:
                tried.append(self.tried)

    monkeypatch.setattr(conflict, "Search", Counted)
    scribe = Scribe(["tang", "bajie"])
    for text in LONG.replace("\n", "|").strip("|").split("|"):
        scribe.tell(text)
    with pytest.raises(sw.FactRefused) as caught:
        scribe.tell("end", level=9, after=0)
    assert caught.value.rule == "E1"
    assert caught.value.against == ("level 2: row T26 T33 R08", "level 3: row T10 R10 R07 T05 T23")
    assert sum(tried) < 9_000


def test_T12_a_hand_is_turned_whole() -> None:
    """A card with a known side, a Rest that rotates, and the same card with the same side again."""
    scribe = told("hand bajie BJ3", "rest", "rest ~")
    error = refused(scribe, "hand bajie BJ3")
    assert error.rule == "C4"
    assert "level 1: hand bajie BJ3" in error.against
    scribe.tell("hand bajie BJ3'")


def test_S3_a_row_that_would_go_on_is_refused() -> None:
    error = refused(Scribe(["wukong", "bajie", "wujing"]), "row T01 T02")
    assert error.rule == "S3"


def test_S6_what_lay_in_storage_is_told_and_played() -> None:
    """Another player's stored card is played, which implies its side."""
    scribe = Scribe(["wukong", "wujing"])
    scribe.row("T01 T24").keep("wujing", "WJ2", stores="WJ1?")
    assert "WJ1" in refused(Scribe(["wukong", "wujing"]).row("T01 T24"), "play WJ1>T01").reason
    stored = scribe.position.seats[1].storage
    assert [card.rstrip("'") for card in stored] == ["WJ1"]


def test_an_end_that_was_not_said_is_added() -> None:
    scribe = told("play WK2>T02", "rest")
    assert scribe.moves == ("play WK2>T02", "end", "rest")
    scribe.undo()
    assert scribe.moves == ("play WK2>T02",)


def test_a_rest_of_which_nobody_remembers_the_rotation() -> None:
    scribe = told("rest ?")
    node = scribe.replay.end
    assert node.move in ("rest", "rest ~")
    assert node.extra[KEY] == {"rotated": True}


def test_held_all_along_is_known_from_keep_to_now() -> None:
    scribe = told("rest", "rest ~").held("wukong", "WK3")
    start = next(node for node in scribe.replay.main_line() if node.position.phase == "turn")
    assert "WK3" in {card.rstrip("'") for card in start.position.seats[0].hand}
    assert refused(scribe, "hand wukong only WK4?").rule == "T1"


def test_a_seats_lens_names_no_hidden_card() -> None:
    scribe = told("play WK2>T02")
    seen = sight_of(scribe.replay.end, viewer=0)
    assert seen.assumed <= seen.shown_cards
    assert not {card for card in seen.assumed if card.startswith("BJ")} - set(seen.areas[1].seen.discards)


def test_a_file_goes_on_where_it_was_left(tmp_path: Path) -> None:
    """Comments on its moves are kept."""
    scribe = told("play WK2>T02")
    scribe.replay.end.comment = "Quick."
    scribe.save(tmp_path / "game.json")
    again = Scribe.load(tmp_path / "game.json")
    assert again.facts == scribe.facts
    again.rest()
    commented = [node.move for node in again.replay.main_line() if node.comment]
    assert commented == ["play WK2>T02"]


@pytest.mark.parametrize(
    "data",
    [
        None,
        3,
        {"seed": 1},
        {"seed": "a", "facts": [[["1", 0, "row"]]]},
        {"seed": "a", "facts": [3]},
        {"seed": "a", "facts": [[[1, -1, "rest"]]]},
    ],
)
def test_a_file_that_tells_no_facts_is_refused(data: object) -> None:
    replay = told().replay
    replay._head["x_scribe"] = data
    with pytest.raises(sw.SilkenwebError):
        Scribe.resume(replay)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ([[[1, 0, "keep wukong ^WK3 -WK4"]]], r"x_scribe: these facts are impossible \(S6\): "),
        ([[[1, 0, "play WK2>T02"]], [[1, 0, "play WK2>T02"]]], "x_scribe: these facts are impossible"),
        ([[[1, 0, "nonsense"]]], "a fact begins with one of"),
    ],
)
def test_facts_of_a_file_that_cannot_have_been_are_refused(facts: object, said: str) -> None:
    """A file that was edited by hand."""
    replay = told().replay
    replay._head["x_scribe"] = {"seed": "a", "facts": facts}
    with pytest.raises(sw.SilkenwebError, match=said):
        Scribe.resume(replay)


def test_marks_of_another_shape_count_for_nothing() -> None:
    """Anyone may write `x_assumed`."""
    for value in (1, [], {"decks": 3, "threats": [1, None]}, {"decks": {"wukong": [1]}}):
        replay = told("play WK2>T02").replay
        node = replay.main_line()[0]
        node._notes = {**(node._notes or {}), KEY: value}
        assert assumed(replay.end) is None


def test_a_review_works_on_the_result() -> None:
    report = sw.review(told("play WK2>T02", "rest").replay)
    assert "decisions" in repr(report)


def test_the_share_of_what_is_assumed_falls_with_facts() -> None:
    scribe = told()
    before = scribe.share
    scribe.knows("bajie", hand="BJ3'")
    assert scribe.share.places < before.places
    assert scribe.share.cards == before.cards == 16
    assert str(before.cards) in str(before)

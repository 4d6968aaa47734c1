"""Faults: each names its place, what was found and what is expected; all of them are found at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from silkenweb.edition import Edition, Fault, check
from silkenweb.errors import EditionError
from tests.edition.invalid_editions import DELETE, changed

ERRORS: list[tuple[str, Any, str]] = [
    # an unplayable value, its place, and a part of what is expected
    ("edition", 3, "a text on one line"),
    ("edition", "two\nlines", "a text on one line"),
    ("title", "", "a text on one line"),
    ("version", 0, "from 1"),
    ("version", True, "a whole number"),
    ("version", 1.0, "a whole number"),
    ("icons[2]", "sword", "one of combat"),
    ("icons[2]", "combat", "each icon once"),
    ("provenance.printed", 7, "a text"),
    ("characters", [], "a list of 2 to"),
    ("characters[0].key", "Tang", "small letters"),
    ("characters[0].key", "t\u00e4ng", "small letters"),
    ("characters[0].key", "deck", "no other meaning"),
    ("characters[1].key", "tang", "no other character"),
    ("characters[1].seniority", 0, "no other character"),
    ("characters[1].seniority", -1, "from 0"),
    ("characters[1].seniority_source", "guess", "one of printed"),
    ("characters[1].prefix", "W K", "letters"),
    ("characters[1].name", "\u202eWukong", "a text on one line"),
    ("characters[1].ability.effect", "fly", "one of others-may-rotate"),
    ("characters[4].ability.effect", "storage", "only one character"),
    ("characters[1].ability.note", 5, "a text"),
    ("equipment.cards[8].id", "WK", "ending in a digit"),
    ("equipment.cards[8].id", "WK1'", "ending in a digit"),
    ("equipment.cards[8].id", "WK1\n", "ending in a digit"),
    ("equipment.cards[8].id", "WK\u0661", "ending in a digit"),
    ("equipment.cards[9].id", "WK1", "no other card"),
    ("threats.cards[9].id", "WK1", "no other card"),
    ("equipment.cards[9].owner", "monkey", "one of bailoong"),
    ("equipment.cards[9].faces", ["web"], "a list of 2"),
    ("equipment.cards[9].faces[1]", "water", "one of combat"),
    ("threats.cards", [], "a list of 1 to"),
    ("threats.cards[9].count", 0, "from 1"),
    ("threats.cards[9].count", 10**30, "to 20"),
    ("threats.cards[9].icons", [], "a list of 1 to 4"),
    ("threats.cards[9].icons[0]", "combat2", "one of combat, web, door, fire"),
    ("threats.cards[9].icons[0]", "ranged", "one of combat, web, door, fire"),
    ("threats.cards[28].icons[1]", "combat", "each icon once"),
    ("threats.cards[28].count", 2, "more than one icon"),
    ("threats.cards[9].locking", 0, "true or false"),
    ("relics.ids[3]", "Relic", "ending in a digit"),
    ("relics.ids[3]", "R01", "no other card"),
    ("levels", [], "a list of 1 to"),
    ("levels[2].level", 4, "numbered from 1"),
    ("levels[2].draw", -1, "from 0"),
    ("levels[2].discard", 61, "to 60"),
    ("levels[4].segments[0].count", 21, "to 20"),
    ("levels[4].segments[0].icons[0]", "ranged", "one of combat"),
    ("levels[6].segments[1].count", 2, "more than one icon"),
    ("blessings.by_players.3", DELETE, "a whole number"),
    ("blessings.by_players.6", 0, "one of 2, 3, 4, 5"),
    ("blessings.by_players.3", None, "a whole number"),
    ("reputation.titles[2].relics[0]", 2, "from 3"),
    ("reputation.titles[2].relics[1]", 2, "from 3"),
    ("reputation.titles[2].title", None, "a text"),
    ("reputation.source", "me", "one of printed"),
    ("threats.cards[9].source", None, "one of printed"),
    ("threats.cards[9].colour", "red", "a key beginning with x_"),
    ("threats", [], "an object"),
    ("levels[2]", None, "an object"),
]


@pytest.mark.parametrize(("place", "value", "expected"), ERRORS)
def test_what_cannot_be_played_is_refused_with_its_place(place: str, value: Any, expected: str) -> None:
    """`check` names the place and the expected value; loading raises an EditionError with the same text."""
    data = changed(place, value)
    fault = next(fault for fault in check(data) if fault.place == place and fault.severity == "error")
    assert expected in fault.expected
    with pytest.raises(EditionError) as caught:
        Edition.from_dict(data)
    assert str(fault) in str(caught.value)


@pytest.mark.parametrize(
    "place",
    [
        *["edition", "version", "title", "icons", "characters", "equipment", "threats", "relics", "levels"],
        *["blessings", "reputation", "characters[0].key", "characters[0].ability", "equipment.cards"],
        *["equipment.cards[0].owner", "threats.cards[0].id", "threats.cards[0].locking", "relics.ids"],
        *[
            "levels[0].level",
            "levels[4].segments",
            "levels[4].segments[0].icons",
            "reputation.titles[0].relics",
        ],
    ],
)
def test_what_is_missing_is_named(place: str) -> None:
    fault = next(fault for fault in check(changed(place, DELETE)) if fault.place == place)
    assert (fault.found, fault.severity) == ("nothing", "error")


UNPRINTED: list[tuple[str, Any, str]] = [
    ("threats.cards[34]", DELETE, "threats.cards"),
    ("relics.ids[9]", DELETE, "relics.ids"),
    ("equipment.cards[39]", DELETE, "equipment.cards"),
    ("levels[6]", DELETE, "levels"),
    ("levels[0].draw", 4, "levels[0].draw"),
    ("levels[0].discard", 1, "levels[0].discard"),
    ("levels[0].segments", [{"icons": ["web"], "count": 1}], "levels[0].segments"),
    ("levels[4].segments", [], "levels[4].segments"),
    ("blessings.by_players.5", 1, "blessings.by_players.5"),
    ("reputation.titles[5].title", "Legends", "reputation.titles[5]"),
    ("reputation.titles[5]", DELETE, "reputation.titles"),
    ("characters[0].seniority", 9, "characters"),
    ("threats.cards[18].locking", False, "threats.cards[18].locking"),
    ("threats.cards[0].locking", True, "threats.cards[0].locking"),
    ("threats.cards[28].locking", True, "threats.cards[28].locking"),
    ("threats.source", DELETE, "threats.source"),
    ("levels[3].source", DELETE, "levels[3].source"),
    ("characters[2].ability.source", DELETE, "characters[2].ability.source"),
    ("characters[2].seniority_source", DELETE, "characters[2].seniority_source"),
]


@pytest.mark.parametrize(("changed_place", "value", "place"), UNPRINTED)
def test_what_differs_from_print_is_told_and_loads(changed_place: str, value: Any, place: str) -> None:
    """Such an edition can be played; its owner is informed that it differs from the printed game, or lacks a
    source.
    """
    data = changed(changed_place, value)
    faults = check(data)
    assert place in [fault.place for fault in faults]
    assert {fault.severity for fault in faults} == {"unprinted"}
    Edition.from_dict(data)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("characters[4].seniority", 17),  # that Bailoong Horse comes last is a ruling
        ("threats.cards[33].locking", True),  # C3: Web or Fire: its card says
        ("threats.cards[31].locking", False),
        ("threats.cards[0].icons", ["web"]),
        ("levels[2].draw", 9),
        ("levels[2].source", "printed"),
        ("equipment.cards[0].source", "printed"),
    ],
)
def test_what_is_not_printed_may_differ(place: str, value: Any) -> None:
    assert check(changed(place, value)) == []


@pytest.mark.parametrize(("draw", "discard"), [(30, 15), (30, 60), (18, 9)])
def test_a_level_with_too_many_ways_to_keep_is_refused(draw: int, discard: int) -> None:
    """All of them are listed as legal moves: millions would fill the memory."""
    data = changed("levels[2].draw", draw)
    data["levels"][2]["discard"] = discard
    (fault,) = [fault for fault in check(data) if fault.severity == "error"]
    assert (fault.place, fault.expected) == (
        "levels[2].discard",
        f"a hand of {draw} with fewer ways to discard",
    )


def test_all_faults_are_found_at_once() -> None:
    """Errors first, in the order of the file, then differences from print."""
    data = Edition.load().data
    data["characters"][3]["ability"]["effect"] = "swim"
    data["threats"]["cards"][9]["count"] = -1
    data["levels"][2]["draw"] = "five"
    data["blessings"]["by_players"]["5"] = 1
    assert check(data) == [
        Fault(
            "characters[3].ability.effect",
            "'swim'",
            "one of others-may-rotate, resolve-next, discard-then-other-draws, storage, recover-two",
        ),
        Fault("threats.cards[9].count", "-1", "a whole number from 1 to 20"),
        Fault("levels[2].draw", "'five'", "a whole number from 0 to 60"),
        Fault("blessings.by_players.5", "1", "0, as printed", "unprinted"),
    ]
    with pytest.raises(EditionError) as caught:
        Edition.from_dict(data)
    assert str(caught.value).splitlines() == [
        "edition: 3 faults",
        *(f"  {fault}" for fault in check(data)[:3]),
    ]


def test_one_bad_key_does_not_make_its_cards_wrong() -> None:
    assert [fault.place for fault in check(changed("characters[0].key", "TANG"))][:1] == ["characters[0].key"]
    assert "owner" not in str(check(changed("characters[0].key", "TANG")))


def test_a_card_that_cannot_be_read_still_counts() -> None:
    """A typing error in one card is one fault, not also a missing card."""
    assert [fault.place for fault in check(changed("equipment.cards[0].faces[0]", "wbe"))] == [
        "equipment.cards[0].faces[0]"
    ]


def test_a_slip_in_a_key_gets_a_hint() -> None:
    data = changed("threats.cards[0].lokcing", False)
    assert "did you mean locking?" in check(data)[0].expected


def test_a_long_value_is_cut() -> None:
    """A hostile file cannot fill the screen."""
    data = changed("edition", "x" * 100_000)
    data["y" * 100_000] = 1
    assert all(len(str(fault)) < 400 for fault in check(data))


FILES: list[tuple[bytes, str]] = [
    (b"", "no JSON at line 1, column 1"),
    (b'{\n "edition": }', "no JSON at line 2, column 13"),
    (b"\xff\xfe{}", "not UTF-8"),
    (b"\xef\xbb\xbf{}", "BOM"),
    (b"[" * 500_000, "more than 32 deep"),
    (b'{"x_a":' * 40 + b"1" + b"}" * 40, "more than 32 deep"),
    (b'"' + b'\\"' * 500_000, "no JSON"),
    (b" " * (1 << 20) + b"{}", "more than 1048576 bytes"),
    (b'{"version": ' + b"9" * 10_000 + b"}", "digits"),
    (b"3", "found 3, expected an object"),
    (b'{"edition": NaN}', "edition: found nan"),
    (b'{"x_far": -1e999}', "x_far: found -inf"),
    (b'{"levels": [{"draw": 3, "draw": 4}]}', "levels[0].draw: found the same key twice"),
    (b'{"title": "\\ud800"}', "title: found '\\ud800'"),
    (b'{"\\udfff": 1}', "a lone surrogate"),
]


@pytest.mark.parametrize(("content", "told"), FILES, ids=[told for _, told in FILES])
def test_a_file_that_is_no_edition_is_refused(content: bytes, told: str, tmp_path: Path) -> None:
    """With an EditionError that names the file and the reason, and no other exception."""
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    assert any(told in str(fault) for fault in check(path))
    with pytest.raises(EditionError, match=r"bad\.json") as caught:
        Edition.load(path)
    assert told in str(caught.value)


@pytest.mark.parametrize("name", ["/", "no-such-edition", "a\0b", "\ud800"])
def test_a_path_that_cannot_be_opened_is_refused(name: str) -> None:
    assert [fault.place for fault in check(name)] == ["file"]
    with pytest.raises(EditionError, match="or the name of a built-in edition"):
        Edition.load(name)


@pytest.mark.parametrize("data", [None, 3, [], b"{}", {"a": {1}}, {("a",): 1}, {"version": float("inf")}])
def test_what_is_no_json_is_refused(data: Any) -> None:
    assert check(data)[0].severity == "error"
    with pytest.raises(EditionError):
        Edition.from_dict(data)


def test_a_circle_is_refused() -> None:
    data = Edition.load().data
    data["x_self"] = data
    with pytest.raises(EditionError, match="Circular"):
        Edition.from_dict(data)


def test_the_number_of_faults_is_bounded() -> None:
    data = {**Edition.load().data, **{f"key{number}": 0 for number in range(5000)}}
    assert len(check(data)) == 200
    assert len(json.dumps(data)) > 50_000

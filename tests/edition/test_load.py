"""Loading: the contents of an edition, and how editions are compared, copied and named."""

from __future__ import annotations

import copy
import dataclasses
import gc
import hashlib
import json
import pickle
import weakref
from pathlib import Path

import pytest

from silkenweb.edition import Edition, Equipment, Level, Relic, Reputation, Segment, Threat, check
from silkenweb.errors import EditionError
from tests.edition.invalid_editions import changed


def test_the_built_in_edition_has_what_is_printed() -> None:
    """C1: 45 Threats, 10 of them Relics, 8 Equipment for each of 5 characters, 7 levels, the Blessings."""
    edition = Edition.load()
    kinds = [type(card) for card in edition.cards.values()]
    assert (kinds.count(Threat), kinds.count(Relic), kinds.count(Equipment)) == (35, 10, 40)
    assert [len(character.cards) for character in edition.characters.values()] == [8] * 5
    assert [level.level for level in edition.levels] == [1, 2, 3, 4, 5, 6, 7]
    assert dict(edition.blessings) == {2: 2, 3: 1, 4: 1, 5: 0}
    assert edition.levels[0] == Level(1, 3, 2, ())
    assert edition.reputation[1] == Reputation(1, 2, "Lucky pilgrims")
    assert check("reconstructed") == []


def test_records_say_what_stands_in_the_file() -> None:
    edition = Edition.load()
    assert (edition.name, edition.version) == ("reconstructed", 1)
    assert edition.icons == ("combat", "combat2", "ranged", "web", "door", "fire")
    assert edition.cards["WK2"] == Equipment("WK2", "wukong", ("combat2", "web"))
    assert edition.cards["T10"] == Threat("T10", ("combat",), 2, False)
    assert edition.cards["T32"] == Threat("T32", ("door", "fire"), 1, True)
    assert edition.cards["R10"] == Relic("R10")
    assert edition.levels[6].segments[1] == Segment(("web", "fire"), 1)
    wukong = edition.characters["wukong"]
    assert (wukong.name, wukong.prefix, wukong.seniority, wukong.effect) == (
        "Wukong",
        "WK",
        1,
        "resolve-next",
    )
    assert wukong.cards == tuple(f"WK{number}" for number in range(1, 9))
    assert list(edition.characters) == ["tang", "wukong", "bajie", "wujing", "bailoong"]


def test_a_card_shows_the_icon_of_the_face_that_lies_upright() -> None:
    """C4: the first face, or with `'` the second; a Relic is a Relic, and cannot be turned."""
    edition = Edition.load()
    assert (edition.shows("WK3"), edition.shows("WK3'"), edition.shows("R04")) == ("combat", "door", "relic")
    for wrong in ("T10", "R04'", "WK3''", "WK9", "", "combat"):
        with pytest.raises(EditionError, match="as WK3 or WK3'"):
            edition.shows(wrong)


def test_the_digest_is_that_of_the_replay_format() -> None:
    """SHA-256 of the JSON with sorted keys and no spaces, in UTF-8: not of the file's bytes."""
    data = {**Edition.load().data, "x_note": "悟空"}
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert Edition.from_dict(data).sha256 == hashlib.sha256(text.encode()).hexdigest()
    shuffled = dict(reversed(data.items()))
    assert Edition.from_dict(shuffled) == Edition.from_dict(data)


def test_editions_are_equal_by_their_data() -> None:
    built_in = Edition.load()
    same, other = Edition.from_dict(built_in.data), Edition.from_dict(changed("levels[2].draw", 6))
    assert same == built_in
    assert hash(same) == hash(built_in)
    assert other != built_in
    assert built_in != "reconstructed"
    assert {built_in: 1}[same] == 1


def test_the_built_in_edition_is_read_once() -> None:
    assert Edition.load() is Edition.load("reconstructed")


def test_a_copy_or_a_pickle_is_the_same_edition() -> None:
    """Thousands of positions are sent to other processes, so the built-in edition is not part of a pickle."""
    built_in, other = Edition.load(), Edition.from_dict(changed("levels[2].draw", 6))
    assert copy.deepcopy(other) is copy.copy(other) is other
    assert pickle.loads(pickle.dumps(built_in)) is built_in
    assert len(pickle.dumps(built_in)) < 200
    assert pickle.loads(pickle.dumps(other)) == other
    impostor = Edition.from_dict(changed("title", "Not the built-in one"))
    assert pickle.loads(pickle.dumps(impostor)) == impostor


def test_an_edition_cannot_be_changed() -> None:
    """Neither through its attributes nor through the data that it was made from or returns."""
    data = Edition.load().data
    edition = Edition.from_dict(data)
    before = edition.sha256
    data["levels"][0]["draw"] = 9
    edition.data["levels"][0]["draw"] = 9
    assert edition.data["levels"][0]["draw"] == 3
    with pytest.raises(dataclasses.FrozenInstanceError):
        edition.name = "mine"  # type: ignore[misc]
    with pytest.raises(TypeError):
        edition.cards["T99"] = Relic("T99")  # type: ignore[index]
    assert Edition.from_dict(edition.data).sha256 == before


def test_nothing_holds_on_to_an_edition() -> None:
    """Tables made for an edition may only keep a weak reference to it."""
    edition = Edition.from_dict(changed("levels[2].draw", 6))
    gone = weakref.ref(edition)
    del edition
    gc.collect()
    assert gone() is None


def test_an_edition_loads_from_a_path(tmp_path: Path) -> None:
    """As text or as a Path. A Path is never read as the name of a built-in edition."""
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(changed("edition", "mine")), "utf-8")
    assert Edition.load(path) == Edition.load(str(path))
    assert Edition.load(path).name == "mine"
    with pytest.raises(EditionError, match="No such file"):
        Edition.load(tmp_path / "reconstructed")


def test_an_edition_may_have_other_numbers_than_the_printed() -> None:
    """Targets of several icons, other sources, fewer levels, fewer characters: all of these load."""
    data = Edition.load().data
    data["threats"]["cards"][12].update(count=3, locking=True, source="ruling")
    data["levels"] = data["levels"][:2]
    data["levels"][1]["segments"] = [{"icons": ["fire"], "count": 4}]
    data["characters"] = data["characters"][:2]
    data["equipment"]["cards"] = data["equipment"]["cards"][:10]
    data["relics"]["ids"] = []
    data["blessings"]["by_players"]["5"] = 7
    data["reputation"]["titles"] = []
    edition = Edition.from_dict(data)
    assert edition.cards["T13"] == Threat("T13", ("web",), 3, True)
    assert edition.levels[1].segments == (Segment(("fire",), 4),)
    assert [len(character.cards) for character in edition.characters.values()] == [8, 2]
    assert edition.blessings[5] == 7


def test_an_effect_may_go_to_another_character() -> None:
    """The edition chooses the effect of each ability; two of the effects may occur several times."""
    data = Edition.load().data
    for character, effect in zip(
        data["characters"],
        ["resolve-next", "storage", "recover-two", "resolve-next", "recover-two"],
        strict=True,
    ):
        character["ability"]["effect"] = effect
    edition = Edition.from_dict(data)
    assert edition.characters["wukong"].effect == "storage"


def test_the_users_own_keys_are_kept() -> None:
    """Keys that begin with `x_` may be in any object, with any value."""
    data = changed("threats.cards[3].x_seen", {"at": [1.5, None, "café"]})
    edition = Edition.from_dict(data)
    assert edition.data == data
    assert check(data) == []
    assert edition != Edition.load()

"""Provenance: printed, ruling and reconstructed are distinguished, for every value."""

from __future__ import annotations

import pytest

from silkenweb.edition import Edition, Provenance
from silkenweb.errors import EditionError
from tests.edition.invalid_editions import DELETE, changed


@pytest.mark.parametrize(
    ("what", "source"),
    [
        ("WK3", "reconstructed"),
        ("WK3.faces", "reconstructed"),
        ("T10", "reconstructed"),
        ("T10.count", "reconstructed"),
        ("R04", "printed"),
        ("levels.1", "printed"),
        ("levels.1.draw", "printed"),
        ("levels.3", "reconstructed"),
        ("levels.7.segments", "reconstructed"),
        ("levels", "reconstructed"),
        ("tang.ability", "reconstructed"),
        ("wukong.ability", "ruling"),
        ("bajie.ability", "printed"),
        ("wukong.seniority", "printed"),
        ("bailoong.seniority", "ruling"),
        ("wukong.name", "printed"),
        ("equipment", "reconstructed"),
        ("threats", "reconstructed"),
        ("relics", "printed"),
        ("blessings", "printed"),
        ("blessings.4", "printed"),
        ("reputation", "printed"),
        ("icons", "printed"),
    ],
)
def test_each_value_says_where_it_comes_from(what: str, source: str) -> None:
    provenance = Edition.load().provenance(what)
    assert provenance.source == source
    assert provenance.reconstructed == (source == "reconstructed")


def test_everything_on_the_table_can_be_asked_for() -> None:
    edition = Edition.load()
    for card in edition.cards:
        assert isinstance(edition.provenance(card), Provenance)
    for level in edition.levels:
        assert isinstance(edition.provenance(f"levels.{level.level}"), Provenance)
    for key in edition.characters:
        assert isinstance(edition.provenance(f"{key}.ability"), Provenance)


def test_the_words_are_the_editions_own() -> None:
    given = Edition.load().provenance("wukong.ability")
    assert given.words == "follows from printed text, read one way"
    assert "which ones is not legible" in given.note
    told = Edition.from_dict(changed("provenance.ruling", "as we play it")).provenance("wukong.ability")
    assert told.words == "as we play it"
    bare = Edition.from_dict(changed("provenance", DELETE)).provenance("wukong.ability")
    assert bare.words == given.words


def test_a_card_may_have_a_source_of_its_own() -> None:
    """It takes precedence over that of its group, whose note then does not apply."""
    data = changed("equipment.cards[10].source", "printed")
    data["threats"]["cards"][9].update(source="ruling", note="Seen on a photograph.")
    data["threats"]["cards"][8]["note"] = "A guess."
    edition = Edition.from_dict(data)
    words = edition.provenance("R01").words
    assert edition.provenance("WK3") == edition.provenance("WK3.faces") == Provenance("printed", "", words)
    assert edition.provenance("WK4").source == "reconstructed"
    assert (edition.provenance("T10").source, edition.provenance("T10").note) == (
        "ruling",
        "Seen on a photograph.",
    )
    assert (edition.provenance("T09").source, edition.provenance("T09").note) == ("reconstructed", "A guess.")


def test_what_has_no_source_is_never_taken_for_printed() -> None:
    edition = Edition.from_dict(changed("blessings.source", DELETE))
    assert edition.provenance("blessings").reconstructed
    assert "does not say" in edition.provenance("blessings.2").note


def test_levels_as_a_whole_are_as_unsure_as_the_least_sure() -> None:
    data = Edition.load().data
    for level in data["levels"]:
        level["source"] = "printed"
    assert Edition.from_dict(data).provenance("levels").source == "printed"
    data["levels"][3]["source"] = "ruling"
    assert Edition.from_dict(data).provenance("levels").source == "ruling"


def test_a_name_from_outside_the_rulebook_is_not_printed() -> None:
    edition = Edition.from_dict(changed("characters[1].name", "Ana the Brave"))
    assert edition.provenance("wukong.name").reconstructed


@pytest.mark.parametrize("what", ["", "T99", "levels.8", "levels.0", "WK3.count", "wukong", "x" * 10_000])
def test_what_is_no_value_is_refused(what: str) -> None:
    """The error lists the kinds of valid names."""
    with pytest.raises(EditionError, match=r"Ask for a card's id .*levels\.3\.draw") as caught:
        Edition.load().provenance(what)
    assert len(str(caught.value)) < 500


def test_a_slip_gets_a_hint() -> None:
    with pytest.raises(EditionError, match=r"Did you mean wukong\.ability"):
        Edition.load().provenance("wukong.abilty")

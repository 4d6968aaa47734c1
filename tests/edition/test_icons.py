"""Icons: one table for everything that shows them."""

from __future__ import annotations

import itertools

import pytest

from silkenweb.edition.cards import EFFECTS
from silkenweb.edition.icons import ICONS, RELIC, TARGETS, asked, brings

LIGHT_SURFACE, DARK_SURFACE = "#f3ecdd", "#243052"  # the least bright paper and the least dark cave


def test_C2_icons_have_names_and_letters() -> None:
    assert {icon.key: (icon.name, icon.letter) for icon in ICONS.values()} == {
        "combat": ("Combat", "C"),
        "combat2": ("Combat x2", "2"),
        "ranged": ("Ranged Combat", "R"),
        "web": ("Web", "W"),
        "door": ("Door", "D"),
        "fire": ("Fire", "F"),
    }
    assert TARGETS == ("combat", "web", "door", "fire")


def test_C5_ranged_and_combat_x2_satisfy_combat() -> None:
    """Combat x2 provides two; no other face provides an icon that it does not show."""
    brought = {pair: brings(*pair) for pair in itertools.product(ICONS, TARGETS)}
    assert {pair: number for pair, number in brought.items() if number} == {
        ("combat", "combat"): 1,
        ("combat2", "combat"): 2,
        ("ranged", "combat"): 1,
        ("web", "web"): 1,
        ("door", "door"): 1,
        ("fire", "fire"): 1,
    }


@pytest.mark.parametrize(
    ("icons", "count", "words"),
    [
        (("web",), 1, "Web"),
        (("combat",), 2, "Combat x2"),
        (("door", "fire"), 1, "Door or Fire"),
        (("web", "fire", "combat"), 1, "Web or Fire or Combat"),
    ],
)
def test_what_a_target_asks_for_in_words(icons: tuple[str, ...], count: int, words: str) -> None:
    assert asked(icons, count) == words


@pytest.mark.parametrize("icon", [*ICONS.values(), RELIC], ids=lambda icon: icon.key)
def test_letters_can_be_read_in_their_colours(icon: object) -> None:
    """Contrast of text, 4.5:1 or more, on both surfaces."""
    assert _contrast(icon.light, LIGHT_SURFACE) >= 4.5  # type: ignore[attr-defined]
    assert _contrast(icon.dark, DARK_SURFACE) >= 4.5  # type: ignore[attr-defined]


def test_no_two_icons_look_the_same() -> None:
    shown = [*ICONS.values(), RELIC]
    for sign in ("name", "letter", "light", "dark"):
        assert len({getattr(icon, sign) for icon in shown}) == len(shown)


def test_effects_that_need_room_in_the_position_text_are_single() -> None:
    """One marker, one flag for a stored card, one card being taken."""
    single = {effect.key for effect in EFFECTS.values() if effect.single}
    assert single == {"others-may-rotate", "discard-then-other-draws", "storage"}
    assert len(EFFECTS) == 5


def _contrast(one: str, other: str) -> float:
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb`, as WCAG defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue

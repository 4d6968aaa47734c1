"""The colours are distinguishable from the surface and from each other, with any kind of colour vision."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from silkenweb.edition.colours import RAMP, SERIES, THEME

# Colours as seen without one kind of cone (Machado, Oliveira and Fernandes 2009), in linear RGB.
VISIONS = {
    "typical": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
THEMES = {"light": 0, "dark": 1}


def linear(colour: str) -> list[float]:
    """The red, green and blue light of a colour."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one: str, other: str) -> float:
    """The contrast as WCAG defines it."""
    low, high = sorted(
        sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear(x), strict=True)) for x in (one, other)
    )
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, vision: str) -> tuple[float, float, float]:
    """The place of a colour in CIELAB."""
    light = linear(colour)
    seen = [min(max(sum(w * c for w, c in zip(row, light, strict=True)), 0), 1) for row in VISIONS[vision]]
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    xyz = [sum(w * c for w, c in zip(row, seen, strict=True)) for row in rows]
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("theme", THEMES)
def test_series_stand_out_from_every_surface(theme: str) -> None:
    """3:1 for shapes; 4.5:1 for text."""
    place = THEMES[theme]
    for surface in ("surface", "panel"):
        for pair in SERIES:
            assert contrast(pair[place], THEME[surface][place]) >= 2.9, pair
        for text in ("ink", "muted", "accent"):
            assert contrast(THEME[text][place], THEME[surface][place]) >= 4.5, text


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES)
def test_no_two_series_look_alike(theme: str, vision: str) -> None:
    """With any kind of colour vision: 20 units of CIELAB between any two."""
    for one, other in combinations(SERIES, 2):
        apart = math.dist(lab(one[THEMES[theme]], vision), lab(other[THEMES[theme]], vision))
        assert apart > 20, (one, other, apart)


@pytest.mark.parametrize("theme", THEMES)
def test_the_ramp_goes_one_way(theme: str) -> None:
    """Each step is further from the surface than the one before, with any kind of colour vision."""
    place = THEMES[theme]
    for vision in VISIONS:
        light = [lab(pair[place], vision)[0] for pair in RAMP]
        assert light == sorted(light, reverse=theme == "light")
        assert min(abs(a - b) for a, b in pairwise(light)) > 5

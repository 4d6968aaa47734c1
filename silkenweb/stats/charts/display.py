"""Pictures of charts: SVG that asks no server, and that turns dark where the reader's screen does."""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from itertools import zip_longest
from typing import Any, Final

from altair.utils.mimebundle import spec_to_mimebundle

from silkenweb.stats.charts.themes import FOLLOWS, pairs

SVG, TEXT = "image/svg+xml", "text/plain"

_TAG: Final = re.compile(r"<[a-zA-Z][^<>]*>")
_ID: Final = re.compile(r' id="([^"]*)"')
_COLOUR: Final = re.compile(r'(fill|stroke|stop-color)="(#[0-9a-f]{6}|rgb\([^"]*\))"')
_CLASS: Final = re.compile(r'\bclass="')
_RGB: Final = re.compile(r"rgb\((\d+), *(\d+), *(\d+)\)")
_HEX: Final = re.compile(r"#[0-9a-f]{6}\b")


def picture(spec: dict[str, Any]) -> str:
    """A Vega-Lite chart as SVG; if it follows the reader's colour scheme, with both sets of colours."""
    light = _svg(spec)
    if any(spec.get("usermeta", {}).get(key) != value for key, value in FOLLOWS.items()):
        return light
    return _both(light, _svg(_darkened(spec)))


def bundle(spec: dict[str, Any]) -> dict[str, str]:
    """What a notebook keeps of a chart: its picture, and its sentence."""
    told = spec.get("description") or "A chart."
    return {SVG: picture(spec), TEXT: str(told)}


def renderer(spec: dict[str, Any], **_options: Any) -> dict[str, str]:
    """The same as a renderer of Altair's."""
    return bundle(spec)


def _svg(spec: dict[str, Any]) -> str:
    made: Any = spec_to_mimebundle(spec, format="svg", mode="vega-lite")
    return _own_names(str(made[SVG]))


def _own_names(svg: str) -> str:
    """The picture with names of its own for gradients and clips.

    Vega numbers them as it goes: then no two pictures of a chart are equal, and those of two charts in one
    page may have the same names.
    """
    names = list(dict.fromkeys(_ID.findall(svg)))
    for place, name in enumerate(names):
        svg = _renamed(svg, name, f"part-{place}")
    own = blake2b(svg.encode(), digest_size=6).hexdigest()
    for place in range(len(names)):
        svg = _renamed(svg, f"part-{place}", f"sw-{own}-{place}")
    return svg


def _renamed(svg: str, name: str, other: str) -> str:
    return svg.replace(f' id="{name}"', f' id="{other}"').replace(f"url(#{name})", f"url(#{other})")


def _darkened(spec: dict[str, Any]) -> Any:
    """The chart with the dark colour in place of each light one. Its data stay as they are."""
    dark = pairs()
    colours = json.dumps({key: value for key, value in spec.items() if key != "datasets"})
    turned = json.loads(_HEX.sub(lambda found: dark.get(found[0], found[0]), colours))
    return turned | {key: value for key, value in spec.items() if key == "datasets"}


def _both(light: str, dark: str) -> str:
    """The light picture, with the colours of the dark one in a style sheet, by class.

    A class is named by what it does, so that pictures can stand side by side in a page.
    """
    rules: dict[str, str] = {}
    tags = list(zip_longest(_TAG.findall(light), _TAG.findall(dark), fillvalue=""))
    if any(one.split()[:1] != other.split()[:1] for one, other in tags):
        return light  # not the same elements: the light one will do
    others = (other for _, other in tags)
    turned = _TAG.sub(lambda found: _classed(found[0], next(others), rules), light)
    style = "".join(f".{name}{{{rule}}}" for name, rule in sorted(rules.items()))
    sheet = f"<style>@media (prefers-color-scheme:dark){{{style}}}</style>"
    return turned.replace(">", f">{sheet}", 1)


def _hex(found: re.Match[str]) -> str:
    return "#" + bytes(map(int, found.groups())).hex()


def _classed(tag: str, other: str, rules: dict[str, str]) -> str:
    """A tag with a class for each of its colours that is another in the dark."""
    dark = dict(_COLOUR.findall(other))
    names = []
    for what, colour in _COLOUR.findall(tag):
        if dark.get(what, colour) != colour:
            value = _RGB.sub(_hex, dark[what])
            name = f"sw-{what}-{value.strip('#')}"
            rules[name] = f"{what}:{value}"
            names.append(name)
    if not names:
        return tag
    told = " ".join(names)
    if _CLASS.search(tag):
        return _CLASS.sub(f'class="{told} ', tag, count=1)
    return re.sub(r"^<[\w:]+", lambda found: f'{found[0]} class="{told}"', tag)

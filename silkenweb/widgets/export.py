"""An exported page: the player in one HTML file that requests nothing.

Its Content Security Policy allows only its own style and script, by their digests.
"""

from __future__ import annotations

import html
import json
import os
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from silkenweb import arguments, files
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.game_record import Place, node_of
from silkenweb.replay.samples import ReplayLike, replay_of
from silkenweb.text import Words
from silkenweb.widgets import assets, payload
from silkenweb.widgets.review_payload import Reviews

_PAGE = """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<style>{style}</style>
</head>
<body>
{body}
</body>
</html>
"""


def document(*, title: str, style: str, body: str, script: str = "", language: str = "en") -> str:
    """Return the text of a page.

    `title` and `body` are HTML in which all untrusted text has been escaped; `script` is a module, which
    runs at the end of the body.
    """
    sources = {"script-src": script, "style-src": style}
    allowed = "".join(f" {kind} {_digest(text)};" for kind, text in sources.items() if text)
    if script:
        body = f'{body}\n<script type="module">{script}</script>'
    return _PAGE.format(
        language=language,
        policy=f"default-src 'none';{allowed} base-uri 'none'; form-action 'none'",
        title=title,
        style=style,
        body=body,
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


_BODY = """<main id="silkenweb"></main>
<noscript>{noscript}</noscript>
<script type="application/json" id="silkenweb-data">{data}</script>"""


def export_html(
    replay: ReplayLike,
    path: str | os.PathLike[str],
    lens: str | int = payload.ALL,
    *,
    lenses: Sequence[str | int] | None = None,
    at: Place = "0",
    branches: bool = True,
    notes: bool | None = None,
    reviews: bool = True,
    language: str | None = None,
    edition: EditionLike | None = None,
) -> Path:
    """Write the player of a replay as one HTML file, which opens without a network; return its path.

    `replay`: a Replay, the path of its file, or the name of a sample; `edition` is required for a file that
    was not played with a built-in one. `lens`: `all`, `seat:N` or `infer:N`; a seat's number or its character
    means what that seat sees. `lenses`: several of them, instead of `lens`; a reader can switch between them,
    and sees the first one first. The file contains only what these show, the data of each on its own.

    `at`: the node shown first, as a Node, a path, a link or its number in the recorded line; a reader can
    name another one after the page's address (`game.html#12/1/3`). `branches`: whether variations are
    included; a seat's lens always leaves out those that begin with another player's decision, since they
    reveal that player's cards. `notes`: whether comments and marks are included; by default only where
    everything is visible, since comments speak of hidden hands. `reviews`: whether review results are
    included, as far as the lens may know them. `language`: `en` or `zh-Hant` (Traditional Chinese), by
    default what the environment variable SILKENWEB_LANGUAGE names, else English.

    An existing file is replaced, completely or not at all. Raises SilkenwebError for an unknown lens or
    language, and if there are more nodes than a page can hold (20,000).
    """
    replay = replay_of(replay, edition=edition)
    path = Path(arguments.path("path", path))
    for name, value in (("branches", branches), ("reviews", reviews), ("notes", notes)):
        if name != "notes" or value is not None:
            arguments.flag(name, value)
    text = page(
        replay, lens, lenses=lenses, at=at, branches=branches, notes=notes, reviews=reviews, language=language
    )
    files.write(path, text.encode())
    return path


def page(
    replay: Replay,
    lens: str | int = payload.ALL,
    *,
    lenses: Sequence[str | int] | None = None,
    at: Place = "0",
    branches: bool = True,
    notes: bool | None = None,
    reviews: bool = True,
    language: str | None = None,
) -> str:
    """Return the text of an exported page; the parameters are those of `export_html`."""
    words = Words(language)
    shown = _Shown(words, _lenses(replay, lens, lenses), at, branches, notes, reviews)
    views = [_data(replay, eyes, shown) for eyes in shown.lenses]
    return document(
        title=html.escape(_title(replay, words)),
        style=assets.page_css(),
        body=_BODY.format(
            noscript=html.escape(words("page.noscript")),
            data=_inline_json(views[0] if len(views) == 1 else {"views": views}),
        ),
        script=assets.page_script(words.language),
        language=words.language,
    )


def _lenses(replay: Replay, lens: str | int, lenses: Sequence[str | int] | None) -> list[payload.Lens]:
    """Return the lenses of a page, the first one first, each once."""
    if lenses is None:
        given: Sequence[str | int] = [lens]
    elif lens != payload.ALL:
        raise arguments.wrong("lens", "lens or lenses, not both", lens)
    else:
        given = arguments.items("lenses", lenses, "a list of lenses") or [payload.ALL]
    names = [payload.lens_of(each, replay.characters, "lenses") for each in given]
    return [payload.Lens(name, len(replay.characters)) for name in dict.fromkeys(names)]


def _title(replay: Replay, words: Words) -> str:
    title = replay.meta.get("title")
    if isinstance(title, str) and title.strip():
        return title
    names = words("list.comma").join(words.character(replay.edition, key) for key in replay.characters)
    return words("page.title", names=names)


def _inline_json(data: Any) -> str:
    """Return JSON in which no text can end the element that contains it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# -- what is in the file -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the exporter chose to include."""

    words: Words
    lenses: list[payload.Lens]
    at: Place
    branches: bool
    notes: bool | None
    reviews: bool


def _data(replay: Replay, eyes: payload.Lens, shown: _Shown) -> dict[str, Any]:
    """Return the player's traits for one lens, packed.

    The id of a node is its place in the lists, and its position is given by the fields that differ from its
    parent's.
    """
    words = shown.words
    nodes = list(payload.shown(replay, eyes.viewer, shown.branches))
    payload.check_size(len(nodes))
    numbers = {node: number for number, node in enumerate(nodes)}
    first = _first(replay, eyes, shown, numbers)
    with_notes = eyes.viewer is None if shown.notes is None else shown.notes
    line: list[dict[str, Any]] = []
    branches: list[dict[str, Any]] = []
    texts: dict[Node, str] = {}
    for node in nodes:
        packed = payload.node(node, eyes, words)
        texts[node] = packed["text"]
        if node.parent is not None:
            packed["text"] = _changes(texts[node.parent], packed["text"])
        if node.recorded:
            line.append(packed)
        else:
            assert node.parent is not None
            branches.append({"parent": numbers[node.parent], "path": node.path, **packed})
    return {
        "game": payload.game(replay, eyes, words, lenses=[each.name for each in shown.lenses], kernel=False),
        "line": line,
        "branches": branches,
        "notes": {str(numbers[node]): note for node in nodes if (note := payload.notes(node))}
        if with_notes
        else {},
        "reviews": Reviews(words).told(replay, nodes, eyes.viewer, numbers.__getitem__)
        if shown.reviews
        else {},
        "cursor": numbers[first],
    }


def _first(replay: Replay, eyes: payload.Lens, shown: _Shown, numbers: Mapping[Node, int]) -> Node:
    """Return the node that this lens shows first: the chosen one.

    If the lens is not the page's first one and does not show that node, it is the last node before it that
    the lens shows. Raises SilkenwebError if the page's first lens does not show the chosen node.
    """
    if eyes is shown.lenses[0]:
        first = payload.find(replay, shown.at, eyes.viewer)
        if first not in numbers:
            raise SilkenwebError(f"node {first.path} cannot be shown first: it is not in the page")
        return first
    node: Node | None = node_of(replay, shown.at, "at")
    while node is not None and node not in numbers:
        node = node.parent
    return node or replay.root


def _changes(before: str, after: str) -> str:
    """Return the fields of a position text that differ from those of another with the same fields."""
    fields = zip(before.split(" "), after.split(" "), strict=True)
    return " ".join(new for old, new in fields if new != old)

"""An HTML page in one file that asks nothing of anybody.

It may use its own style and script and nothing else, which its Content Security Policy says by their digests.
"""

from __future__ import annotations

import html
import json
import os
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

from silkenweb import arguments, files
from silkenweb.edition.edition_argument import EditionLike
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.game_record import Place
from silkenweb.replay.replay_argument import ReplayLike, replay_of
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
    """The text of a page. `title` and `body` are HTML, in which what is not trusted has been escaped.
    `script`: a module, run at the body's end.
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
    at: Place = "0",
    branches: bool = True,
    notes: bool | None = None,
    reviews: bool = True,
    language: str | None = None,
    edition: EditionLike | None = None,
) -> Path:
    """Write the player of a replay as one HTML file, which opens without network; gives its path.

    `replay`: a Replay, the path of its file, or the name of a sample; `edition` is needed for a file that was
    not played with a built-in one. `lens`: `all`, `seat:N` or `infer:N`; a seat's number or its character is
    taken for what that seat sees. Only what that lens shows is in the file. `at`: the node shown first, as a
    Node, a path, a link or its number in the recorded line; a reader may name another behind the page's
    address (`game.html#12/1/3`). `branches`: whether alternatives to the recorded line are in it; through a
    seat's lens those that begin with another's decision never are, since they tell what that player holds.
    `notes`: whether comments and marks are in it; by default where everything is open, since comments speak
    of hidden hands. `reviews`: whether what reviews found is in it, as far as that lens may know. `language`:
    `en` or `zh-Hant` (Traditional Chinese), by default what the environment variable SILKENWEB_LANGUAGE
    names, else English.

    A file that is there is replaced, as a whole or not at all. Raises SilkenwebError for an unknown lens
    or language, and where more nodes are to be shown than a page can hold (20,000).
    """
    replay = replay_of(replay, edition=edition)
    path = Path(arguments.path("path", path))
    for name, value in (("branches", branches), ("reviews", reviews), ("notes", notes)):
        if name != "notes" or value is not None:
            arguments.flag(name, value)
    text = page(replay, lens, at=at, branches=branches, notes=notes, reviews=reviews, language=language)
    files.write(path, text.encode())
    return path


def page(
    replay: Replay,
    lens: str | int = payload.ALL,
    *,
    at: Place = "0",
    branches: bool = True,
    notes: bool | None = None,
    reviews: bool = True,
    language: str | None = None,
) -> str:
    """The text of that file."""
    words = Words(language)
    eyes = payload.Lens(payload.lens_of(lens, replay.characters), len(replay.characters))
    nodes = list(payload.shown(replay, eyes.viewer, branches))
    payload.check_size(len(nodes))
    return document(
        title=html.escape(_title(replay, words)),
        style=assets.page_css(),
        body=_BODY.format(
            noscript=html.escape(words("page.noscript")),
            data=_inline_json(_data(replay, eyes, words, nodes, at, notes, reviews)),
        ),
        script=assets.page_script(words.language),
        language=words.language,
    )


def _title(replay: Replay, words: Words) -> str:
    title = replay.meta.get("title")
    if isinstance(title, str) and title.strip():
        return title
    names = words("list.comma").join(words.character(replay.edition, key) for key in replay.characters)
    return words("page.title", names=names)


def _inline_json(data: Any) -> str:
    """JSON in which no text can end the element that it stands in."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


# -- what is in the file -------------------------------------------------------------------------------


def _data(
    replay: Replay,
    eyes: payload.Lens,
    words: Words,
    nodes: list[Node],
    at: Place,
    notes: bool | None,
    reviews: bool,
) -> dict[str, Any]:
    """The player's traits, packed: the place of a node in the lists is its id, and its position is told by
    the fields that differ from its parent's."""
    numbers = {node: number for number, node in enumerate(nodes)}
    first = payload.find(replay, at, eyes.viewer)
    if first not in numbers:
        raise SilkenwebError(f"node {first.path} cannot be shown first: it is not in the page")
    with_notes = eyes.viewer is None if notes is None else notes
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
        "game": payload.game(replay, eyes, words, lenses=[eyes.name], kernel=False),
        "line": line,
        "branches": branches,
        "notes": {str(numbers[node]): told for node in nodes if (told := payload.notes(node))}
        if with_notes
        else {},
        "reviews": Reviews(words).told(replay, nodes, eyes.viewer, numbers.__getitem__) if reviews else {},
        "cursor": numbers[first],
    }


def _changes(before: str, after: str) -> str:
    """The fields of a position text that differ from those of another; both have the same fields."""
    fields = zip(before.split(" "), after.split(" "), strict=True)
    return " ".join(new for old, new in fields if new != old)

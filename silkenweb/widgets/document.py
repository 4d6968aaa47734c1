"""An HTML page in one file that asks nothing of anybody.

It may use its own style and script and nothing else, which its Content Security Policy says by their digests.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

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

"""Handouts for teachers: the answer key, and practice positions on paper for lessons without computers."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator

from silkenweb.game.choice import move_words
from silkenweb.teaching import course, markup
from silkenweb.teaching.practice_position import PracticePosition, themes
from silkenweb.teaching.predictions import known
from silkenweb.text import Words
from silkenweb.widgets.picture import svg

RULES = """
body { max-width: 60em; margin: 1em auto; font: 15px/1.5 system-ui, sans-serif; }
body { color: #000; background: #fff; }
section { break-inside: avoid; border-top: 1px solid #999; padding: .5em 0; }
h2 { break-before: page; } h2:first-of-type { break-before: auto; }
img { display: block; max-width: 100%; height: auto; color-scheme: light; }
.line { border-bottom: 1px solid #000; height: 2em; }
pre { white-space: pre-wrap; border-left: 3px solid #999; padding-left: .6em; }
@page { size: A4; margin: 15mm; }
"""
RUBRIC = (
    ("claim", "answers the question with one sentence that could be wrong"),
    ("evidence", "names the game, the node or the number, and how sure it is"),
    ("knowledge", "uses only what the player could know at that point"),
    ("alternative", "says what else could explain it, and how to find out"),
)
"""What a person looks for in the answer to an open exercise: 0, 1 or 2 points each."""


def answer_key() -> str:
    """Return the answers of the course as one HTML page: predictions, exercises, a rubric for open ones."""
    body = ["<h1>Answer key</h1>", "<p>For teachers. It has the answers of all notebooks.</p>", _rubric()]
    for notebook in course.notebooks():
        body.append(f"<h2>Notebook {notebook}</h2>")
        answers = [(name, one) for name, one in known().items() if name.startswith(notebook)]
        items = [f"**{name}** {one.answer}. {one.why}" for name, one in answers]
        body += [markup.markdown("\n".join(f"- {item}" for item in items))] if items else []
        body += [_exercise(name) for name in course.names() if name.startswith(notebook)]
    return _page("Answer key", body, "en")


def _exercise(name: str) -> str:
    one = course.exercise(name)
    kind = " (open: use the rubric)" if one.open else ""
    parts = [f"<h3>{name}{kind}</h3>", markup.markdown(one.question), markup.markdown(one.solution().text)]
    return f"<section>{''.join(parts)}<pre><code>{html.escape(one.model)}</code></pre></section>"


def _rubric() -> str:
    rows = "".join(f"<li><b>{name}</b>: the answer {said} (0 to 2 points)</li>" for name, said in RUBRIC)
    return f"<h3>Rubric for open exercises</h3><ul>{rows}</ul>"


def practice_sheets(chosen: Iterable[str] = (), *, language: str | None = None) -> str:
    """Return practice positions of these themes (by default all) as HTML to print.

    Each has a picture, a task and two lines for an answer; the solutions are on the last page. Raises
    SilkenwebError for an unknown language, KeyError for an unknown theme.
    """
    words, names = Words(language), tuple(chosen) or tuple(themes())
    body = [f"<h1>{html.escape(words('sheet.title'))}</h1>"]
    for name in names:
        body.append(f"<h2>{html.escape(words(f'lesson.{name}'))}</h2>")
        body.append(f"<p>{html.escape(words(f'lesson.{name}.rule'))}</p>")
        body += [_task(each, words) for each in themes()[name]]
    solutions = words("sheet.solutions")
    body.append(f"<h2>{html.escape(solutions)}</h2><ul>")
    body += [_solution(each, words) for name in names for each in themes()[name]]
    return _page(words("sheet.title"), [*body, "</ul>"], words.language)


def _task(position: PracticePosition, words: Words) -> str:
    title = f"{words(f'lesson.{position.theme}')} {position.number}"
    task = html.escape(words(f"lesson.{position.name}.task"))
    picture = markup.image(svg(position.start, language=words.language))
    lines = '<div class="line"></div>' * 2
    return f"<section><h3>{html.escape(title)}</h3><p>{task}</p>{picture}{lines}</section>"


def _solution(position: PracticePosition, words: Words) -> str:
    title = f"{words(f'lesson.{position.theme}')} {position.number}"
    moves = words("list.clauses").join(_moves(position, words))
    return f"<li><b>{html.escape(title)}</b>: {html.escape(moves)}</li>"


def _moves(position: PracticePosition, words: Words) -> Iterator[str]:
    line = (position.start, 0)
    for move in position.solution:
        before = line[0]
        found = next(each for each in before.legal_moves() if each == move)
        yield move_words(words, before.state, found)
        line = position.apply(line, move)


_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>{style}</style></head>
<body><main>
{body}
</main></body></html>
"""


def _page(title: str, body: list[str], language: str) -> str:
    """Return a page that needs no other file and no script. Its pictures are data, so they need `img-src`."""
    text = "\n".join(body)
    return _PAGE.format(language=language, title=html.escape(title), style=RULES, body=text)

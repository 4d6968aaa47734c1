"""The commands for teachers: `class report` compares the games of a class."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click
from rich import box
from rich.table import Table
from rich.text import Text

from silkenweb import files
from silkenweb.cli.game_file import STDOUT, check_folder, load_edition
from silkenweb.cli.root import EDITION, example, silkenweb
from silkenweb.cli.table_text import BOLD, DIM, shorten, wrap
from silkenweb.cli.terminal import console, look_of, plain
from silkenweb.teaching.classroom import ClassReport, Game, Moment, class_report
from silkenweb.teaching.classroom.folder import FAIRNESS, interval
from silkenweb.teaching.classroom.handouts import answer_key, practice_sheets
from silkenweb.teaching.practice_position import themes as practice_themes
from silkenweb.teaching.results import STATES
from silkenweb.text import LANGUAGES
from silkenweb.text.names import counted

FILE, NAME, SEED, MOVE = 40, 24, 24, 40  # columns, at most
WIDE = 110
"""From this width on, players and seed have their own columns."""
WIDE_COLUMNS = ("file", "players", "seed", "result", "Blessings", "decisions", "mean informed loss")
MOST_MOMENTS = 4


@silkenweb.group(
    "class", epilog=example("silkenweb class report games/", "silkenweb class report games/ -o report.html")
)
def classes() -> None:
    """Compare the games of a class."""


@classes.command(
    epilog=example("silkenweb class report games/", "silkenweb class report games/ -o report.html")
)
@click.argument("folder", type=click.Path())
@click.option(
    "-o", "--output", type=click.Path(), help="Write an HTML page here (replacing the file); - is stdout."
)
@EDITION
def report(folder: str, output: str | None, edition: str | None) -> None:
    """Report on all recorded games in a folder.

    The report has results, games with the same cards side by side, key moments of games with a review (see
    `silkenweb review`), and progress that students have exported as CSV. It does not grade players by their
    luck. Files that cannot be read are listed with the reason.
    """
    check_folder(output)
    found = class_report(folder, edition=load_edition(edition))
    if output == STDOUT:
        sys.stdout.buffer.write(found.to_html().encode())
        return
    made = console()
    for part in report_parts(found, look_of(made).width):
        made.print(part, soft_wrap=isinstance(part, Text))
    if output is not None:
        files.write(output, found.to_html().encode(), devices=True)
        click.echo(f"\nSaved      {plain(output)}")


@classes.command(epilog=example("silkenweb class key -o key.html"))
@click.option("-o", "--output", required=True, type=click.Path(), help="Write the page here; - is stdout.")
def key(output: str) -> None:
    """Write the answer key of the course, for teachers: predictions, exercises, and a rubric."""
    _write(output, answer_key())


@classes.command(
    epilog=example(
        "silkenweb class sheets -o sheets.html", "silkenweb class sheets locking pairs -o two.html"
    )
)
@click.argument("themes", nargs=-1, metavar="[THEME]...", type=click.Choice(list(practice_themes())))
@click.option("-o", "--output", required=True, type=click.Path(), help="Write the page here; - is stdout.")
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of the sheets.")
def sheets(themes: tuple[str, ...], output: str, language: str | None) -> None:
    """Write practice positions to print, for a lesson without computers. Solutions are on the last page."""
    _write(output, practice_sheets(themes, language=language))


def _write(output: str, page: str) -> None:
    check_folder(output)
    if output == STDOUT:
        sys.stdout.buffer.write(page.encode())
        return
    files.write(output, page.encode(), devices=True)
    click.echo(f"Saved      {plain(output)}")


def report_parts(found: ClassReport, width: int) -> Iterator[Text | Table]:
    """Return the report in lines and tables of at most `width` columns."""
    yield Text(f"{counted(len(found.games), 'game')} in {shorten(found.folder, FILE)}", BOLD)
    if found.games:
        yield from wrap(Text(" ".join(FAIRNESS.split()), DIM), width)
        yield Text()
        yield _games(found, width)
        yield from _moments(found, width)
    if found.progress:
        yield Text()
        yield _progress(found)
    if found.refused:
        yield Text()
        yield Text(f"{counted(len(found.refused), 'file')} not in the report", BOLD)
        for one in found.refused:
            yield from wrap(Text(f"{shorten(one.file, FILE)}: {plain(one.reason)}"), width)


def _table(*columns: str) -> Table:
    made = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style=DIM, padding=(0, 1))
    for name in columns:
        number = name in ("Blessings", "decisions", *STATES)
        made.add_column(name, justify="right" if number else "left", overflow="fold")
    return made


def _games(found: ClassReport, width: int) -> Table:
    """Return the table of games, with a line after each group of games with the same cards.

    Games with the same cards are adjacent.
    """
    wide = width >= WIDE
    made = _table(*(WIDE_COLUMNS if wide else ("game", "result")))
    for group in found.groups:
        for place, one in enumerate(group, start=1):
            last = len(group) > 1 and place == len(group)
            made.add_row(*map(Text, _in_columns(one) if wide else _in_two(one)), end_section=last)
    return made


def _in_columns(one: Game) -> list[str]:
    before, left = one.blessings
    first = [shorten(one.file, FILE), _people(one), _seed(one), one.result]
    return [*first, f"{left} of {before}", str(one.decisions), _loss(one)]


def _in_two(one: Game) -> list[str]:
    before, left = one.blessings
    loss = f"loss {_loss(one)}" if one.loss else _loss(one)
    return [
        f"{shorten(one.file, FILE)}\n{_people(one)}; {_named_seed(one)}",
        f"{one.result}\nBlessings {left} of {before}, {one.decisions} decisions\n{loss}",
    ]


def _seed(one: Game) -> str:
    return shorten(one.seed, SEED) if one.seed else "none"


def _named_seed(one: Game) -> str:
    return f"seed {_seed(one)}" if one.seed else "no seed"


def _people(one: Game) -> str:
    return ", ".join(shorten(seat.person or seat.character, NAME) for seat in one.seats)


def _loss(one: Game) -> str:
    if one.loss is not None:
        return interval(one.loss)
    return f"reviewed in part ({one.reviewed} of {one.nodes})" if one.reviewed else "not reviewed"


def _moments(found: ClassReport, width: int) -> Iterator[Text]:
    for one in found.games:
        if not one.moments:
            continue
        yield Text()
        yield Text(shorten(one.file, width), BOLD)
        for moment in one.moments[:MOST_MOMENTS]:
            yield from wrap(Text(_moment(moment)), width)
        if one.luck:
            deals = ", ".join(f"level {level} {100 * mean.value:+.0f}%" for level, mean in one.luck)
            yield from wrap(Text(f"Luck of the deals: {deals}", DIM), width)


def _moment(one: Moment) -> str:
    said = f"Node {one.node}, level {one.level}. {plain(one.what)}"
    if one.better is None or one.cost is None:
        return said
    cost = f"{100 * one.cost.value:.0f}% ± {100 * one.cost.error:.0f}"
    return f"{said}: given what was known, {shorten(one.better, MOVE)} wins {cost} more often"


def _progress(found: ClassReport) -> Table:
    made = _table("student", "file", *STATES)
    for one in found.progress:
        counts = [Text(str(one.count(state))) for state in STATES]
        made.add_row(Text(shorten(one.student, NAME)), Text(shorten(one.file, FILE)), *counts)
    return made

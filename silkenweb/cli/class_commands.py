"""The commands for teachers: `silkenweb class ...`."""

from __future__ import annotations

import click

from silkenweb.cli.root import EDITION, example, silkenweb


@silkenweb.group(
    "class", epilog=example("silkenweb class report games/", "silkenweb class report games/ -o report.html")
)
def classes() -> None:
    """For teachers: all games of a class side by side."""


@classes.command(
    epilog=example("silkenweb class report games/", "silkenweb class report games/ -o report.html")
)
@click.argument("folder", type=click.Path())
@click.option(
    "-o", "--output", type=click.Path(), help="Write an HTML page here (replacing the file); - is stdout."
)
@EDITION
def report(folder: str, output: str | None, edition: str | None) -> None:
    """Tell of all recorded games in a folder.

    Results, games with the same cards side by side, key moments where a file has a review (`silkenweb review`
    writes one), and progress that students exported as CSV. It grades nobody by luck. A file that cannot be
    read is listed with its reason.
    """
    from silkenweb.cli import classroom

    classroom.report(folder, output, edition)

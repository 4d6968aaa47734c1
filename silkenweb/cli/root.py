"""The command group `silkenweb`, and the options that several commands share."""

from __future__ import annotations

import click

import silkenweb as sw

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def example(*lines: str) -> str:
    """Return an epilog with command lines that are not wrapped."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"silkenweb {sw.__version__}")
        context.exit()


@click.group(
    context_settings=_SETTINGS,
    epilog=example(
        "silkenweb play --players 3 --seed class-7 -o game.json",
        "silkenweb show game.json --at 12",
        "silkenweb COMMAND --help",
    ),
)
@click.option(
    "--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Print the version."
)
def silkenweb() -> None:
    """Play, show, check and study games of Escape from the Silken Web."""


FILE = click.argument("file", type=click.Path())
SEAT = click.option(
    "--seat", metavar="SEAT", help="Show only what this seat knows: its number (from 0) or character."
)
EDITION = click.option(
    "--edition", metavar="EDITION", help="A file with card data, or a name. Default: the built-in edition."
)
BRANCHES = click.option(
    "--branches/--no-branches",
    default=True,
    help="Include what readers added to game.json in a player, from game.branches.json. Default: yes.",
)

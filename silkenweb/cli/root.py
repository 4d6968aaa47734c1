"""The command that all others belong to, and the options that several of them have."""

from __future__ import annotations

import click

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def example(*lines: str) -> str:
    """An epilog with command lines that are not wrapped."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            click.echo(f"silkenweb {version('silkenweb')}")
        except PackageNotFoundError:
            click.echo("silkenweb, not installed")
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
    "--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="The version."
)
def silkenweb() -> None:
    """Play, look at, check and study games of Escape from the Silken Web."""


FILE = click.argument("file", type=click.Path())
SEAT = click.option(
    "--seat", metavar="SEAT", help="Show only what this seat knows: its number (from 0) or character."
)
EDITION = click.option(
    "--edition", metavar="EDITION", help="A file with card data (or a name); by default the built-in edition."
)
BRANCHES = click.option(
    "--branches/--no-branches",
    default=True,
    help="Include what readers added to game.json in a player, from game.branches.json; default.",
)

"""The commands that find out about games after they were played."""

from __future__ import annotations

import click

from silkenweb.cli.root import EDITION, FILE, example, silkenweb


@silkenweb.command(
    epilog=example(
        "silkenweb review game.json",
        "silkenweb review game.json -o reviewed.json --better",
        "silkenweb review game.json --worlds 96 --error 0.04     (quick)",
    )
)
@FILE
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Write the replay with its review here (replacing the file); - is stdout.",
)
@click.option(
    "--bot", default="convention", show_default=True, metavar="BOT", help="Who plays on from a position."
)
@click.option(
    "--worlds", type=click.IntRange(8), default=480, show_default=True, help="At most so many for a move."
)
@click.option(
    "--error",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.02,
    show_default=True,
    help="The standard error of a value that is good enough.",
)
@click.option(
    "--seed", default="review", show_default=True, metavar="TEXT", help="Where all chance comes from."
)
@click.option("--full", is_flag=True, help="Play on to the end of the game, not of the level; slow.")
@click.option(
    "--reading",
    type=click.Choice(["convention"]),
    help="Take Rests to tell what that bot's agreements say; by default nothing but what was seen counts.",
)
@click.option("--branches", is_flag=True, help="Review the alternatives too, each for itself.")
@click.option(
    "--better",
    is_flag=True,
    help="Put the better line of the critical moments into the file as alternatives.",
)
@EDITION
def review(
    file: str,
    output: str | None,
    bot: str,
    worlds: int,
    error: float,
    seed: str,
    full: bool,
    reading: str | None,
    branches: bool,
    better: bool,
    edition: str | None,
) -> int:
    """Say of each decision of a recorded game what it was worth.

    Once by what the player could know, and once with the cards as they lay: so a move can be right and
    unlucky. Ctrl-C stops it; with -o, what was found by then is written, and another run goes on from there.
    """
    from silkenweb.cli import review_output

    wanted = review_output.Wanted(bot, worlds, error, seed, full, reading, branches, better, edition)
    return review_output.review(file, output, wanted)


@silkenweb.command(
    epilog=example(
        "silkenweb puzzles game.json -o mine",
        "silkenweb puzzles replays/*.json -o mine --worlds 480     (surer, and slower)",
    )
)
@click.argument("files", type=click.Path(), nargs=-1, required=True)
@click.option(
    "-o", "--output", type=click.Path(), required=True, help="The folder for them; made if it is not there."
)
@click.option(
    "--worlds", type=click.IntRange(48), default=240, show_default=True, help="So many weigh a choice."
)
@click.option(
    "--seed", default="puzzles", show_default=True, metavar="TEXT", help="Where all chance comes from."
)
@EDITION
def puzzles(files: tuple[str, ...], output: str, worlds: int, seed: str, edition: str | None) -> int:
    """Find decisions with one clearly best choice, and write each as a puzzle.

    A puzzle holds what its seat could know, the right moves, hints and an explanation, and nothing that tells
    hidden cards. It takes some seconds a game; a game that was reviewed takes less. Files that are there
    already are left alone.
    """
    from silkenweb.cli import puzzle_search

    return puzzle_search.puzzles(files, output, worlds, seed, edition)

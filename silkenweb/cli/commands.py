"""The commands for games and their files. What one needs is imported when it runs: `--help` is quick."""

from __future__ import annotations

import click

from silkenweb.cli.root import BRANCHES, EDITION, FILE, SEAT, example, silkenweb


@silkenweb.command(
    epilog=example(
        "silkenweb play",
        "silkenweb play --players 3 --bots greedy --seed class-7 -o game.json",
        "silkenweb play --characters wukong,bajie --bots greedy,random --blessings 5 -o game.json",
    )
)
@click.option(
    "--players", type=click.IntRange(2, 5), help="How many play: the most senior characters. Default: 4."
)
@click.option("--characters", metavar="A,B,...", help="Who plays, clockwise, instead of --players.")
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="BOT[,BOT...]",
    help="One for all seats, or one a seat.",
)
@click.option(
    "--seed", metavar="TEXT", help="Where all chance comes from; by default a new one, which is told."
)
@click.option(
    "--blessings", type=click.IntRange(0), metavar="N", help="What the team starts with; default: as printed."
)
@EDITION
@click.option(
    "-o", "--output", type=click.Path(), help="Write the replay here (replacing the file); - is stdout."
)
def play(
    players: int | None,
    characters: str | None,
    bots: str,
    seed: str | None,
    blessings: int | None,
    edition: str | None,
    output: str | None,
) -> None:
    """Let bots play a game, tell how it went, and record it."""
    from silkenweb.cli import bot_game

    wanted = bot_game.Wanted(players, characters, bots, seed, blessings, edition)
    bot_game.play(wanted, output)


@silkenweb.command(
    epilog=example(
        "silkenweb simulate --games 1000 --seed class-7",
        "silkenweb simulate --players 2,3,4,5 --games 100000 --jobs 8 --seed 1 -o runs/greedy",
        "silkenweb simulate --players 2,3,4,5 --games 100000 --jobs 8 --seed 1 -o runs/greedy --resume",
    )
)
@click.option(
    "--players", metavar="N[,N...]", help="How many play; several numbers are taken in turn. Default: 4."
)
@click.option(
    "--characters", metavar="A,B,...", help="Who plays, clockwise; by default drawn anew for each game."
)
@click.option(
    "--bots",
    default="greedy",
    show_default=True,
    metavar="BOT[,BOT...]",
    help="One for all seats, or one a seat.",
)
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True, help="How many games.")
@click.option(
    "--seed", metavar="TEXT", help="Game n is that of TEXT|n; by default a new seed, which is told."
)
@click.option(
    "--blessings", type=click.IntRange(0), metavar="N", help="What the team starts with; default: as printed."
)
@EDITION
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that play.")
@click.option("-o", "--output", type=click.Path(), help="A new folder for the tables, as Parquet files.")
@click.option("--resume", is_flag=True, help="Go on with the run that is in the folder, if there is one.")
@click.option(
    "--tables",
    default="games,levels",
    show_default=True,
    help="What is kept, of games, levels, decisions, cards.",
)
@click.option("--quiet", is_flag=True, help="No progress bar.")
def simulate(
    players: str | None,
    characters: str | None,
    bots: str,
    games: int,
    seed: str | None,
    blessings: int | None,
    edition: str | None,
    jobs: int,
    output: str | None,
    resume: bool,
    tables: str,
    quiet: bool,
) -> None:
    """Let bots play many games, and tell how often they win.

    The same seed gives the same games, whatever the number of processes. A run that was stopped goes on with
    --resume, and so can be made longer.
    """
    from silkenweb.cli import simulation_output

    wanted = simulation_output.Wanted(players, characters, bots, games, seed, blessings, edition, tables)
    simulation_output.simulate(wanted, jobs, output, resume, not quiet)


@silkenweb.command(
    epilog=example(
        "silkenweb show game.json",
        "silkenweb show game.json --at 12          (after the 12th node of the line)",
        "silkenweb show game.json --at 12/1/3      (in the first alternative to it)",
        "silkenweb show game.json --at 12 --seat bajie",
    )
)
@FILE
@click.option(
    "--at", "path", metavar="PATH", help="The node to show, as `silkenweb log` names it; default: the last."
)
@SEAT
@EDITION
@click.option("--all", "everything", is_flag=True, help="List all legal moves, however many.")
@BRANCHES
def show(
    file: str, path: str | None, seat: str | None, edition: str | None, everything: bool, branches: bool
) -> None:
    """Draw the table at a node of a recorded game.

    It also lists the legal moves, the next node, its comment and its alternatives.
    """
    from silkenweb.cli import position_output

    position_output.show(file, path, seat, edition, everything, branches)


@silkenweb.command(
    epilog=example(
        "silkenweb log game.json", "silkenweb log game.json --seat 1", "silkenweb log game.json | grep Relic"
    )
)
@FILE
@SEAT
@EDITION
@BRANCHES
def log(file: str, seat: str | None, edition: str | None, branches: bool) -> None:
    """Tell a recorded game in sentences.

    They stand by level and turn, each decision behind the path that `silkenweb show --at` takes.
    """
    from silkenweb.cli import log_output

    log_output.log(file, seat, edition, branches)


@silkenweb.command(
    epilog=example(
        "silkenweb export game.json                (writes game.html beside it)",
        "silkenweb export game.json -o lesson.html --at 12 --lens seat:bajie",
        "silkenweb export game.json --no-branches --no-notes",
    )
)
@FILE
@click.option(
    "-o", "--output", type=click.Path(), help="Write the page here (replacing the file); - is stdout."
)
@click.option(
    "--lens",
    default="all",
    show_default=True,
    metavar="LENS",
    help="What the page shows: all, seat:SEAT (what that seat knows) or infer:SEAT (and could infer).",
)
@click.option("--at", "path", default="0", metavar="PATH", help="The node shown first; default: the start.")
@click.option(
    "--branches/--no-branches",
    default=True,
    help="Include the alternatives to the recorded game, and what readers added to game.json in a player, "
    "from game.branches.json; default.",
)
@click.option(
    "--notes/--no-notes",
    default=None,
    help="With comments and marks; by default only through the lens all, since they may tell hidden cards.",
)
@click.option(
    "--language",
    metavar="CODE",
    help="The page's language: en or zh-Hant; default: what SILKENWEB_LANGUAGE names, else en.",
)
@EDITION
def export(
    file: str,
    output: str | None,
    lens: str,
    path: str,
    branches: bool,
    notes: bool | None,
    language: str | None,
    edition: str | None,
) -> None:
    """Write a recorded game as one HTML page.

    It opens in any browser, without network, and shows all that the player in a notebook does, including
    branches and notes that readers have added there. Only what the lens shows is in the file.
    """
    from silkenweb.cli import page_export

    page_export.export(file, output, lens, path, branches, notes, edition, language)


@silkenweb.command(
    epilog=example(
        "silkenweb validate game.json",
        "silkenweb validate replays/*.json",
        "silkenweb validate --deep game.json       (and game.branches.json)",
    )
)
@click.argument("files", type=click.Path(), nargs=-1, required=True)
@click.option(
    "--deep",
    is_flag=True,
    help="Also check the branches file beside each file, and list what it would add and change.",
)
@EDITION
def validate(files: tuple[str, ...], deep: bool, edition: str | None) -> int:
    """Check replay files against the format and the rules.

    Reads all files and lists all errors of each with their place. Exits with 1 if there are any.
    """
    from silkenweb.cli import validation

    return validation.validate(files, edition, deep)


@silkenweb.command(epilog=example("silkenweb schema > replay.schema.json"))
def schema() -> None:
    """Print the JSON Schema of replay files."""
    from silkenweb.cli import validation

    validation.schema()


@silkenweb.group(
    epilog=example(
        "silkenweb edition show", "silkenweb edition show mine.json", "silkenweb edition check mine.json"
    )
)
def edition() -> None:
    """Card data: check a file of your own, or show what is in one."""


@edition.command(epilog=example("silkenweb edition check mine.json"))
@click.argument("file", type=click.Path())
def check(file: str) -> int:
    """List what is wrong with an edition, and where it differs from print.

    Exits with 1 if it cannot be played.
    """
    from silkenweb.cli import editions

    return editions.check(file)


@edition.command("show", epilog=example("silkenweb edition show", "silkenweb edition show mine.json"))
@click.argument("file", type=click.Path(), default="reconstructed")
def show_edition(file: str) -> None:
    """List the cards, levels and numbers of an edition, each with where it comes from."""
    from silkenweb.cli import editions

    editions.show(file)


@silkenweb.command(
    context_settings={"ignore_unknown_options": True},
    epilog=example("silkenweb lab", "silkenweb lab --folder ~/silkenweb -- --no-browser --port 8899"),
)
@click.option(
    "--folder",
    type=click.Path(),
    metavar="FOLDER",
    help="Where your copy of the notebooks is, or is to be made.",
)
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[-- OPTIONS OF JUPYTERLAB]")
def lab(folder: str | None, options: tuple[str, ...]) -> int:
    """Open JupyterLab on the notebooks.

    They are copied first, into the folder silkenweb-notebooks unless another is named; files that are there
    already are never changed.
    """
    from silkenweb.cli import lab as opening

    return opening.lab(folder, options)

"""The commands that make and check games: `play`, `simulate`, `export`, `validate`, `schema`."""

from __future__ import annotations

import json
import re
import secrets
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from silkenweb import files
from silkenweb.bots import play as play_game
from silkenweb.cli.game_file import (
    STDOUT,
    changes,
    check_folder,
    load_edition,
    load_with_branches,
    outcome,
    players_of,
)
from silkenweb.cli.root import EDITION, FILE, example, silkenweb
from silkenweb.cli.terminal import console, plain
from silkenweb.edition import Edition
from silkenweb.errors import ReplayError, SilkenwebError, quote
from silkenweb.replay import Replay, replay_schema
from silkenweb.replay.branch_file import file_beside, included
from silkenweb.study.review import invalid_reviews
from silkenweb.text.names import counted

if TYPE_CHECKING:
    from silkenweb.stats import Run

PLAYERS = 4
MOST_GAMES = 1_000_000_000
SCHEMA = ".schema.json"

BOTS = click.option(
    "--bots",
    default="convention",
    show_default=True,
    metavar="BOT[,BOT...]",
    help="One bot, or one per seat.",
)
BLESSINGS = click.option(
    "--blessings",
    type=click.IntRange(0),
    metavar="N",
    help="Blessings at the start. Default: the printed number.",
)


def bots_named(text: str) -> list[str]:
    """Return the bots that an option names.

    A comma may also separate parameters: `search:samples=20,time=1`.
    """
    return re.split(r",(?![^,=]*=)", text)


# -- play ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of `play`; None if not given."""

    players: int | None
    characters: str | None
    bots: str
    seed: str | None
    blessings: int | None
    edition: str | None


@silkenweb.command(
    epilog=example(
        "silkenweb play",
        "silkenweb play --players 3 --bots greedy --seed class-7 -o game.json",
        "silkenweb play --characters wukong,bajie --bots greedy,random --blessings 5 -o game.json",
    )
)
@click.option(
    "--players",
    type=click.IntRange(2, 5),
    help="Number of players; the most senior characters play. Default: 4.",
)
@click.option("--characters", metavar="A,B,...", help="The characters, clockwise, instead of --players.")
@BOTS
@click.option("--seed", metavar="TEXT", help="Random seed. Default: a new one, which is printed.")
@BLESSINGS
@EDITION
@click.option(
    "-o", "--output", type=click.Path(), help="Write the replay here (replacing the file); - is stdout."
)
def play(output: str | None, **options: Any) -> None:
    """Have bots play a game, print a summary, and record it."""
    asked = GameOptions(**options)
    check_folder(output)
    edition = load_edition(asked.edition) or Edition.load()
    characters = _characters(asked, edition)
    seed = secrets.token_hex(4) if asked.seed is None else asked.seed
    try:
        replay = _play(asked, characters, edition, seed)
    except SilkenwebError as error:
        raise click.UsageError(str(error), click.get_current_context()) from error
    if output == STDOUT:
        sys.stdout.buffer.write(replay.dumps().encode())
    elif output is not None:
        files.write(output, replay.dumps().encode(), devices=True)
    for line in _summary(replay, asked, output):
        click.echo(line, err=output == STDOUT)


def _play(asked: GameOptions, characters: list[str], edition: Edition, seed: str) -> Replay:
    """Play the game; in a terminal, a line shows the progress."""
    with console(sys.stderr).status("The bots are playing", spinner="line") as status:
        return play_game(
            characters,
            _bots(asked.bots, len(characters)),
            seed=seed,
            blessings=asked.blessings,
            edition=edition,
            meta={
                "recorded": date.today().isoformat(),  # noqa: DTZ011 - the date of the player
                "by": f"silkenweb, bots {asked.bots}",
            },
            told=lambda node: status.update(f"Level {node.level}, node {node.path}"),
        )


def _characters(asked: GameOptions, edition: Edition) -> list[str]:
    """Return the named characters, or else the most senior ones."""
    if asked.characters is None:
        ranked = sorted(edition.characters.values(), key=lambda character: character.seniority)
        count = PLAYERS if asked.players is None else asked.players
        return [character.key for character in ranked[:count]]
    named = [key.strip().lower() for key in asked.characters.split(",") if key.strip()]
    if asked.players not in (None, len(named)):
        raise click.UsageError(f"{len(named)} characters are named, but --players is {asked.players}")
    return named


def _bots(text: str, seats: int) -> list[str]:
    """Return one bot per seat."""
    named = bots_named(text)
    return named * seats if len(named) == 1 else named


def _summary(replay: Replay, asked: GameOptions, output: str | None) -> list[str]:
    deals = [node for node in replay if node.deal is not None]
    cleared = replay.outcome.level - (replay.outcome.phase != "won")
    lines = [
        f"Players    {players_of(replay)}",
        f"Bots       {plain(asked.bots)}",
        f"Seed       {plain(replay.seed or '')}",
        f"Blessings  {replay.blessings} at the start, {replay.end.position.blessings} at the end",
        f"Result     {outcome(replay)}; {counted(cleared, 'level')} cleared, "
        f"{len(replay) - len(deals)} decisions",
    ]
    return [*lines, f"Saved      {plain(output)}"] if output not in (None, STDOUT) else lines


# -- simulate ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunOptions:
    """The options of `simulate` that say what is played; None if not given."""

    players: str | None
    characters: str | None
    bots: str
    games: int
    seed: str | None
    blessings: int | None
    edition: str | None
    tables: str


@silkenweb.command(
    epilog=example(
        "silkenweb simulate --games 1000 --seed class-7",
        "silkenweb simulate --players 2,3,4,5 --games 100000 --jobs 8 --seed 1 -o runs/all",
        "silkenweb simulate --players 2,3,4,5 --games 100000 --jobs 8 --seed 1 -o runs/all --resume",
    )
)
@click.option(
    "--players", metavar="N[,N...]", help="Number of players; several numbers take turns. Default: 4."
)
@click.option(
    "--characters",
    metavar="A,B,...",
    help="The characters, clockwise. Default: drawn at random for each game.",
)
@BOTS
@click.option(
    "--games", type=click.IntRange(0, MOST_GAMES), default=1000, show_default=True, help="Number of games."
)
@click.option(
    "--seed",
    metavar="TEXT",
    help="Seed of the run; game n uses TEXT|n. Default: a new seed, which is printed.",
)
@BLESSINGS
@EDITION
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Number of processes.")
@click.option(
    "-o", "--output", type=click.Path(), help="A new folder to write the tables to, as Parquet files."
)
@click.option("--resume", is_flag=True, help="Continue the run in the folder, if there is one.")
@click.option(
    "--tables",
    default="games,levels",
    show_default=True,
    help="The tables to record, out of games, levels, decisions, cards.",
)
@click.option("--quiet", is_flag=True, help="Show no progress bar.")
def simulate(jobs: int, output: str | None, resume: bool, quiet: bool, **options: Any) -> None:
    """Have bots play many games, and print how often they win.

    The same seed gives the same games, whatever the number of processes. --resume continues a run that was
    stopped, and can also extend a finished one.
    """
    from silkenweb.stats import simulate as run_games

    asked = RunOptions(**options)
    if resume and output is None:
        raise click.UsageError("--resume continues the run in a folder: name the folder with -o")
    if resume and asked.seed is None:
        raise click.UsageError("--resume needs the --seed that the run was started with")
    run = run_games(
        asked.games,
        players=_numbers(asked.players),
        characters=_listed(asked.characters),
        bots=bots_named(asked.bots),
        seed=asked.seed,
        blessings=asked.blessings,
        edition=load_edition(asked.edition),
        jobs=jobs,
        out=output,
        resume=resume,
        tables=_listed(asked.tables) or (),
        progress=not quiet,
    )
    for line in _run_summary(run, output):
        click.echo(line)


def _listed(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _numbers(text: str | None) -> list[int] | None:
    try:
        return None if text is None else [int(part) for part in text.split(",")]
    except ValueError:
        raise click.UsageError(
            f"--players: expected numbers separated by commas, got {quote(text)}"
        ) from None


def _run_summary(run: Run, output: str | None) -> list[str]:
    from silkenweb.stats import frames

    rates = frames.win_rates(run.games, "players").rows(named=True)
    lines = [
        f"Bots       {plain(', '.join(run.task.bots))}",
        f"Seed       {plain(run.task.seed)}",
        *(
            f"{row['players']} players  {row['rate']:6.1%} won [{row['low']:.1%} to {row['high']:.1%}] "
            f"of {row['games']:,} games"
            for row in rates
        ),
    ]
    return lines if output is None else [*lines, f"Saved      {plain(output)}: {', '.join(run.task.tables)}"]


# -- export --------------------------------------------------------------------------------------------


@silkenweb.command(
    epilog=example(
        "silkenweb export game.json                (writes game.html beside it)",
        "silkenweb export game.json -o lesson.html --at 12 --lens seat:bajie",
        "silkenweb export game.json --view wukong --view everything",
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
    help="What the page shows: all, seat:SEAT (what that seat knows) or infer:SEAT (what it could infer).",
)
@click.option(
    "--view",
    "views",
    multiple=True,
    metavar="VIEW",
    help="A view to include, instead of --lens: everything, a seat, or infer:SEAT. Repeat the option to let "
    "readers switch between several views; the first one is shown first.",
)
@click.option("--at", "path", default="0", metavar="PATH", help="The node shown first. Default: the start.")
@click.option(
    "--branches/--no-branches",
    default=True,
    help="Include variations: those in the file, and those that readers added in a player, from "
    "game.branches.json. Default: yes.",
)
@click.option(
    "--notes/--no-notes",
    default=None,
    help="Include comments and marks. Default: only with the lens all, since notes may reveal hidden cards.",
)
@click.option(
    "--language",
    metavar="CODE",
    help="The page's language: en or zh-Hant. Default: SILKENWEB_LANGUAGE, else en.",
)
@EDITION
def export(
    file: str,
    output: str | None,
    lens: str,
    views: tuple[str, ...],
    path: str,
    branches: bool,
    notes: bool | None,
    language: str | None,
    edition: str | None,
) -> None:
    """Write a recorded game as one HTML page.

    The page opens in any browser, without a network. It works like the player in a notebook, and includes the
    variations and notes that readers have added there. The file contains only what the lens shows.
    """
    from silkenweb.widgets.export import page

    if views and lens != "all":
        raise SilkenwebError("--lens and --view exclude each other; name each view with --view")
    lenses = [f"seat:{view}" if view.isdecimal() else view for view in views or (lens,)]
    every = any(each in ("all", "everything") for each in lenses)
    noted = every if notes is None else notes
    replay = load_with_branches(file, edition, branches, output == STDOUT, noted, every)
    text = page(replay, lenses=lenses, at=path, branches=branches, notes=notes, language=language)
    if output == STDOUT:
        sys.stdout.buffer.write(text.encode())
        return
    target = Path(file).with_suffix(".html") if output is None else Path(output)
    check_folder(str(target))
    if target.exists() and target.samefile(file):
        raise SilkenwebError(f"{plain(str(target))} is the replay itself; name another file with -o")
    files.write(target, text.encode(), devices=output is not None)
    size = len(text.encode()) / 1000
    click.echo(f"Saved      {plain(str(target))} ({size:,.0f} kB)")


# -- validate and schema -------------------------------------------------------------------------------


@silkenweb.command(
    epilog=example(
        "silkenweb validate game.json",
        "silkenweb validate replays/*.json",
        "silkenweb validate --deep game.json       (and game.branches.json)",
    )
)
@click.argument("paths", metavar="FILES...", type=click.Path(), nargs=-1, required=True)
@click.option(
    "--deep",
    is_flag=True,
    help="Also check the branches file beside each file, and list what it would add and change.",
)
@EDITION
def validate(paths: tuple[str, ...], deep: bool, edition: str | None) -> int:
    """Check replay files against the format and the rules.

    Reads all files and lists every error with its place. Exits with 1 if there is any.
    """
    given = load_edition(edition)
    invalid = checked = 0
    for file in paths:
        if file.endswith(SCHEMA):  # `validate replays/*.json` includes it
            click.echo(f"{plain(file)}: skipped, a JSON Schema")
            continue
        replay = _checked(file, given)
        results = [replay is not None]
        path = Path(file)
        if deep and path.name and (branches := file_beside(path)) != path and branches.exists():
            results.append(_check_branches(branches, replay, given))
        checked += len(results)
        invalid += results.count(False)
    if invalid and checked > 1:
        click.echo(f"{invalid} of {checked} files are invalid", err=True)
    return 1 if invalid else 0


def _checked(file: str, edition: Edition | None) -> Replay | None:
    """Return the replay in a file; None if the file has errors, which are listed."""
    try:
        replay, errors = Replay.salvage(file, edition=edition)
    except ReplayError as error:
        errors = [error]
    for each in errors:
        click.echo(plain(str(each)), err=True)
    if errors:
        return None
    for invalid in invalid_reviews(replay, file):
        click.echo(plain(f"warning: {invalid}"), err=True)
    click.echo(f"{plain(file)}: valid; {replay.count} nodes, {outcome(replay)}")
    return replay


def _check_branches(path: Path, game: Replay | None, edition: Edition | None) -> bool:
    """Return whether a branches file is valid and fits its game; print what it would change there."""
    if _checked(str(path), edition) is None:
        return False
    if game is None:
        return True
    try:
        found = included(game)
    except ReplayError as error:
        click.echo(f"{plain(str(path))}: cannot be merged: {plain(error.reason)}", err=True)
        return False
    if found is not None:
        click.echo(f"{plain(str(path))}: would be merged: {changes(found[1])}")
    return True


@silkenweb.command(epilog=example("silkenweb schema > replay.schema.json"))
def schema() -> None:
    """Print the JSON Schema of replay files."""
    click.echo(json.dumps(replay_schema(), indent=2, ensure_ascii=False))

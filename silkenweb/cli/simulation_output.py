"""`simulate`: bots play many games; how often they won is told, and the tables are kept."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import click

from silkenweb.cli.bot_game import bots_named
from silkenweb.cli.inputs import load_edition
from silkenweb.cli.terminal import plain
from silkenweb.errors import quote
from silkenweb.stats import Run, frames
from silkenweb.stats import simulate as run_games


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played; None where the command line does not say."""

    players: str | None
    characters: str | None
    bots: str
    games: int
    seed: str | None
    blessings: int | None
    edition: str | None
    tables: str


def simulate(wanted: Wanted, jobs: int, output: str | None, resume: bool, progress: bool) -> None:
    """Play, keep and tell."""
    if resume and output is None:
        raise click.UsageError("--resume goes on with the run in a folder: say which with -o")
    if resume and wanted.seed is None:
        raise click.UsageError("--resume needs the --seed that the run was begun with")
    run = run_games(
        _numbers(wanted.players),
        characters=_listed(wanted.characters),
        bots=bots_named(wanted.bots),
        games=wanted.games,
        seed=secrets.token_hex(4) if wanted.seed is None else wanted.seed,
        blessings=wanted.blessings,
        edition=load_edition(wanted.edition),
        jobs=jobs,
        out=output,
        resume=resume,
        tables=_listed(wanted.tables) or (),
        progress=progress,
    )
    for line in _summary(run, output):
        click.echo(line)


def _listed(text: str | None) -> list[str] | None:
    return None if text is None else [part.strip() for part in text.split(",") if part.strip()]


def _numbers(text: str | None) -> list[int] | None:
    try:
        return None if text is None else [int(part) for part in text.split(",")]
    except ValueError:
        raise click.UsageError(f"--players takes numbers with commas between (found {quote(text)})") from None


def _summary(run: Run, output: str | None) -> list[str]:
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

"""`play`: bots play a game, which is told in short and recorded."""

from __future__ import annotations

import re
import secrets
import sys
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import click

from silkenweb import files
from silkenweb.bots import play as play_game
from silkenweb.cli.inputs import load_edition
from silkenweb.cli.summary import outcome
from silkenweb.cli.summary import players as who_played
from silkenweb.cli.terminal import console, plain
from silkenweb.edition import Edition
from silkenweb.errors import SilkenwebError
from silkenweb.game.narration import counted
from silkenweb.replay import Replay

PLAYERS = 4
STDOUT = "-"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for; None where it does not say."""

    players: int | None
    characters: str | None
    bots: str
    seed: str | None
    blessings: int | None
    edition: str | None


def play(wanted: Wanted, output: str | None) -> None:
    """Play, record and tell. Standard output is the replay's alone where that goes there."""
    if output not in (None, STDOUT) and not Path(output).parent.is_dir():
        raise SilkenwebError(f"{output}: there is no such folder")  # told before the game, not after it
    edition = load_edition(wanted.edition) or Edition.load()
    characters = _characters(wanted, edition)
    seed = secrets.token_hex(4) if wanted.seed is None else wanted.seed
    try:
        replay = _play(wanted, characters, edition, seed)
    except SilkenwebError as error:
        raise click.UsageError(str(error), click.get_current_context()) from error
    if output == STDOUT:
        sys.stdout.buffer.write(replay.dumps().encode())
    elif output is not None:
        files.write(output, replay.dumps().encode(), devices=True)
    for line in _summary(replay, wanted, output):
        click.echo(line, err=output == STDOUT)


def _play(wanted: Wanted, characters: list[str], edition: Edition, seed: str) -> Replay:
    """The game; who waits for it at a terminal sees how far it is."""
    with console(sys.stderr).status("The bots play", spinner="line") as status:
        return play_game(
            characters,
            _bots(wanted.bots, len(characters)),
            seed=seed,
            blessings=wanted.blessings,
            edition=edition,
            meta={"recorded": date.today().isoformat(), "by": f"silkenweb, bots {wanted.bots}"},
            told=lambda node: status.update(f"Level {node.level}, node {node.path}"),
        )


def _characters(wanted: Wanted, edition: Edition) -> list[str]:
    """Those named, or the most senior ones."""
    if wanted.characters is None:
        ranked = sorted(edition.characters.values(), key=lambda character: character.seniority)
        count = PLAYERS if wanted.players is None else wanted.players
        return [character.key for character in ranked[:count]]
    named = [key.strip().lower() for key in wanted.characters.split(",") if key.strip()]
    if wanted.players not in (None, len(named)):
        raise click.UsageError(f"{len(named)} characters are named, but --players says {wanted.players}")
    return named


def bots_named(text: str) -> list[str]:
    """The bots of an option. A comma may also part the parameters of one: `search:samples=20,time=1`."""
    return re.split(r",(?![^,=]*=)", text)


def _bots(text: str, seats: int) -> list[str]:
    """One bot for each seat."""
    named = bots_named(text)
    return named * seats if len(named) == 1 else named


def _summary(replay: Replay, wanted: Wanted, output: str | None) -> list[str]:
    line = replay.main_line()
    deals = [node for node in line if node.deal is not None]
    cleared = replay.outcome.level - (replay.outcome.phase != "won")
    lines = [
        f"Players    {who_played(replay)}",
        f"Bots       {plain(wanted.bots)}",
        f"Seed       {plain(replay.seed or '')}",
        f"Blessings  {replay.blessings} at the start, {replay.end.position.blessings} at the end",
        f"Result     {outcome(replay)}; {counted(cleared, 'level')} cleared, "
        f"{len(line) - len(deals)} decisions",
    ]
    return [*lines, f"Saved      {plain(output)}"] if output not in (None, STDOUT) else lines

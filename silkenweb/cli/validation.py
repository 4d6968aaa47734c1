"""`validate` and `schema`: whether files are replays, and what that means."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import click

from silkenweb.cli.inputs import load_edition, told
from silkenweb.cli.summary import outcome
from silkenweb.cli.terminal import plain
from silkenweb.edition import Edition
from silkenweb.errors import ReplayError
from silkenweb.replay import Replay, replay_schema
from silkenweb.replay.branch_file import file_beside, included
from silkenweb.study.review import invalid_reviews

SCHEMA = ".schema.json"


def validate(files: Sequence[str], edition: str | None, deep: bool = False) -> int:
    """Say of each file whether it is valid, or list all its errors; return 1 if any has one.

    `deep`: also for the branches file beside it, and what it would change in the game.
    """
    given = load_edition(edition)
    faulty = checked = 0
    for file in files:
        if file.endswith(SCHEMA):  # `validate replays/*.json` meets it
            click.echo(f"{plain(file)}: passed over, a JSON Schema")
            continue
        replay = _checked(file, given)
        branches = file_beside(Path(file))
        results = [replay is not None]
        if deep and branches != Path(file) and branches.exists():
            results.append(_check_branches(branches, replay, given))
        checked += len(results)
        faulty += results.count(False)
    if faulty and checked > 1:
        click.echo(f"{faulty} of {checked} files at fault", err=True)
    return 1 if faulty else 0


def _checked(file: str, edition: Edition | None) -> Replay | None:
    """The replay in a file; None if it has errors, which are listed."""
    try:
        replay, faults = Replay.salvage(file, edition=edition)
    except ReplayError as error:
        faults = [error]
    for fault in faults:
        click.echo(plain(str(fault)), err=True)
    if faults:
        return None
    for invalid in invalid_reviews(replay, file):
        click.echo(plain(f"warning: {invalid}"), err=True)
    click.echo(f"{plain(file)}: holds; {replay.count} nodes, {outcome(replay)}")
    return replay


def _check_branches(path: Path, game: Replay | None, edition: Edition | None) -> bool:
    """Whether a branches file is valid and fits its game, and what it would change there."""
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
        click.echo(f"{plain(str(path))}: would be merged: {told(found[1])}")
    return True


def schema() -> None:
    """Print the JSON Schema of replay files."""
    click.echo(json.dumps(replay_schema(), indent=2, ensure_ascii=False))

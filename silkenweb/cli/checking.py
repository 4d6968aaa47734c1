"""`validate` and `schema`: whether files are replays, and what that means."""

from __future__ import annotations

import json
from collections.abc import Sequence

import click

from silkenweb.cli.files import load_edition
from silkenweb.cli.heading import outcome
from silkenweb.cli.plain import plain
from silkenweb.errors import ReplayError
from silkenweb.replay import Replay, replay_schema
from silkenweb.study.review import invalid_reviews

SCHEMA = ".schema.json"


def validate(files: Sequence[str], edition: str | None) -> int:
    """Tell of each file whether it holds, or all its faults; 1 if any has one."""
    given = load_edition(edition)
    faulty = 0
    for file in files:
        if file.endswith(SCHEMA):  # `validate replays/*.json` meets it
            click.echo(f"{plain(file)}: passed over, a JSON Schema")
            continue
        try:
            replay, faults = Replay.salvage(file, edition=given)
        except ReplayError as error:
            faults = [error]
        faulty += bool(faults)
        for fault in faults:
            click.echo(plain(str(fault)), err=True)
        if not faults:
            for invalid in invalid_reviews(replay, file):
                click.echo(plain(f"warning: {invalid}"), err=True)
            click.echo(f"{plain(file)}: holds; {replay.count} nodes, {outcome(replay)}")
    if faulty and len(files) > 1:
        click.echo(f"{faulty} of {len(files)} files at fault", err=True)
    return 1 if faulty else 0


def schema() -> None:
    """Print the JSON Schema of replay files."""
    click.echo(json.dumps(replay_schema(), indent=2, ensure_ascii=False))

"""The JSON Schema is generated from the code, and agrees with the checks of reading."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import silkenweb as sw
from tests.replay.replay_files import branched, data_of, played

GAME = branched(played("schema", 40), "schema")


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    """Return a validator for the schema, after checking the schema itself."""
    schema = sw.replay_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def test_the_kept_copy_is_current(root: Path) -> None:
    """`silkenweb schema > replays/replay.schema.json` regenerates it."""
    kept = (root / "replays" / "replay.schema.json").read_text(encoding="utf-8")
    assert kept == json.dumps(sw.replay_schema(), indent=2, ensure_ascii=False) + "\n"


def test_recorded_games_fit_the_schema(validator: jsonschema.Draft202012Validator, root: Path) -> None:
    validator.validate(data_of(GAME))
    for path in (root / "replays").glob("*.json"):
        if not path.name.endswith(".schema.json"):
            validator.validate(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("format", "chess"),
        ("version", 2),
        ("blessings", -1),
        ("blessings", "2"),
        ("players", []),
        ("seed", 1),
        ("other", 1),
        ("edition.sha256", "0"),
        ("edition.other", 1),
        ("result.phase", "lots"),
        ("result.score", "x"),
        ("meta", {"tags": [1]}),
        ("line.0.deal.level", 0),
        ("line.0.deal.other", 0),
        ("line.0.deal.threats", [1]),
        ("line.0.deal.decks", {"wukong": "WK1"}),
        ("line.0.move", "rest"),
        ("line.1.move", 1),
        ("line.1.glyph", "???"),
        ("line.1.comment", "x" * 20_001),
        ("line.1.check", "xyz"),
        ("line.1.review", {}),
        ("line.1.alternatives", [[]]),
        ("line.1.alternatives", [[{"move": 1}]]),
        ("line.1", {}),
    ],
)
def test_what_has_another_shape_neither_fits_the_schema_nor_loads(
    validator: jsonschema.Draft202012Validator, place: str, value: Any
) -> None:
    data = data_of(GAME)
    *way, last = [int(step) if step.isdecimal() else step for step in place.split(".")]
    at: Any = data
    for step in way:
        at = at[step]
    at[last] = value
    assert not validator.is_valid(data)
    with pytest.raises(sw.ReplayError):
        sw.Replay.loads(json.dumps(data))


def test_the_users_own_keys_fit_anywhere(validator: jsonschema.Draft202012Validator) -> None:
    data = data_of(GAME)
    for each in (
        data,
        data["edition"],
        data["result"],
        data["players"][0],
        data["line"][0],
        data["line"][0]["deal"],
    ):
        each["x_own"] = {"any": ["thing"]}
    data["line"][0]["deal"]["decks"]["x_own"] = 1
    validator.validate(data)
    sw.Replay.loads(json.dumps(data))

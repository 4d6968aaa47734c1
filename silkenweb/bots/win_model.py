"""The value of a game when a level begins: the chance that players by the agreements win it from there.

Everything is shuffled between levels, so this chance depends on little: the number of players, the next
level, Blessings, unflipped sheets, Relics held and cards in storage. `win_model.json` holds a logistic model
of it for each number of players and level, fitted to games that the policy played with itself
(`tools/win_model_fit.py`). For other editions it still orders positions fairly well. `level_model.json`
holds the same for the share of the remaining levels that will be cleared, with its error in held-out games.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

import msgspec

from silkenweb.files import packaged
from silkenweb.game.state import DEAL, WON, State
from silkenweb.game.tables import OTHER_DRAWS, OTHERS_MAY_ROTATE, RECOVER_TWO, RESOLVE_NEXT, STORAGE

EFFECTS = (OTHERS_MAY_ROTATE, RESOLVE_NEXT, OTHER_DRAWS, STORAGE, RECOVER_TWO)
FEATURES = ("one", "blessings", *(f"{effect} left" for effect in EFFECTS), *EFFECTS, "relics", "stored")
RELIC_BONUS = 0.002  # the value of one more Relic, relative to a win


class WinModel(msgspec.Struct, frozen=True):
    """Weights of FEATURES by `players/level`, for levels 2 to the last."""

    edition: str
    games: int
    features: tuple[str, ...]
    weights: dict[str, tuple[float, ...]]


def features_of(state: State) -> list[float]:
    """Return the FEATURES of a State in which a level is about to be dealt."""
    tables = state.tables
    present = [effect in tables.effects for effect in EFFECTS]
    left = [
        here and state.sheets >> tables.effects.index(effect) & 1
        for here, effect in zip(present, EFFECTS, strict=True)
    ]
    stored = sum(store.bit_count() for store in state.stores)
    return [
        1.0,
        state.blessings,
        *map(float, left),
        *map(float, present),
        state.held_relics().bit_count(),
        stored,
    ]


@lru_cache(maxsize=1)
def model() -> WinModel:
    """Return the win model that comes with the package."""
    return msgspec.json.decode(packaged("silkenweb.bots", "win_model.json"), type=WinModel)


class LevelModel(msgspec.Struct, frozen=True):
    """Weights of FEATURES for the share of the remaining levels, including this one, that is cleared.

    `error`: in `held_out` other games, sorted by prediction and cut into fifths for each number of players
    and level, the root mean square difference in levels between a fifth's mean prediction and its mean
    result (partly due to chance in these games). `spread`: the same for single games. `command` made the
    model.
    """

    edition: str
    games: int
    features: tuple[str, ...]
    weights: dict[str, tuple[float, ...]]
    held_out: int
    error: float
    spread: float
    command: str


@lru_cache(maxsize=1)
def level_model() -> LevelModel:
    """Return the level model that comes with the package."""
    return msgspec.json.decode(packaged("silkenweb.bots", "level_model.json"), type=LevelModel)


def expected_levels(state: State) -> float:
    """Return the expected number of levels cleared in total, at the end of a level.

    It is exact if the game has ended.
    """
    total = len(state.tables.edition.levels)
    if state.phase == WON:
        return float(total)
    done = state.level - 1
    if state.phase != DEAL:
        return float(done)
    known = _weights(level_model().weights, state)
    share = _logistic(sum(w * x for w, x in zip(known, features_of(state), strict=True)))
    return done + (total - done) * share


def _weights(weights: dict[str, tuple[float, ...]], state: State) -> tuple[float, ...]:
    players, level = state.tables.players, state.level
    return weights.get(f"{players}/{level}") or weights[f"{players}/{min(level, 7)}"]


def worth(state: State) -> float:
    """Return the chance to win from the end of a level, plus a small bonus per Relic held.

    The chance is 0 if the game is lost.
    """
    if state.phase == WON:
        return 1.0 + RELIC_BONUS * state.held_relics().bit_count()
    if state.phase != DEAL:
        return 0.0
    known = _weights(model().weights, state)
    return _logistic(sum(w * x for w, x in zip(known, features_of(state), strict=True)))


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x))

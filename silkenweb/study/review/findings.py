"""What a review says of one node, as it is kept in the node's `review`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

import msgspec

from silkenweb.study.review.judging import Parameters
from silkenweb.study.review.racing import Mean

BY = "silkenweb-review/2"
SEEDED_BY_HIDDEN_CARDS = "silkenweb-review/1"
"""The earlier analysis, whose worlds came from a generator seeded with the whole position: its numbers are as
good, but they depend on cards that the seat that decided could not see."""
DIGITS = 4


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was found of a decision or a deal. Values are chances to win, losses differences of them; each
    comes as a pair with its standard error.

    `value`: after the node, by what the seat that decided knew (after a deal: what the start player knows).
    `open`: after the node, with the cards as they lay. `clears`: the chance that the level is cleared;
    `levels`: how many levels are cleared in all, and `levels_error` its standard error: counted where
    playouts went to the end of the game, else expected by a fitted model from the end of the level on, whose
    own error (`silkenweb.bots.continuation.level_model().error`) comes on top. None in reviews made before
    it was there.
    `loss`: informed, against the best move by what the seat knew; `hindsight`: against the best move with the
    cards as they lay. `best` and `best_open` are those moves. `lead`: of a best move, before the next.
    `moves`: other moves with their values. `close`: no loss that stands out from its error.
    `luck`: of a deal, `open` less what is to be expected before a deal.
    `lost_level`: here the level stopped being clearable at all, with everything open.
    """

    level: int
    value: Mean
    open: Mean
    clears: float
    worlds: int
    seat: int | None = None
    levels: float | None = None
    levels_error: float | None = None
    forced: bool = False
    loss: Mean | None = None
    hindsight: Mean | None = None
    best: str | None = None
    best_open: str | None = None
    lead: Mean | None = None
    close: bool = False
    grade: str | None = None
    label: str | None = None
    luck: Mean | None = None
    moves: tuple[tuple[str, Mean], ...] = ()
    lost_level: bool = False

    def to_review(self, parameters: Parameters) -> dict[str, Any]:
        """The JSON for a node's `review`."""
        return {"by": BY, "with": msgspec.to_builtins(parameters), **_rounded(msgspec.to_builtins(self))}

    def rounded(self) -> Self:
        """With numbers as they are kept, so that what is read again is what was found."""
        return msgspec.convert(_rounded(msgspec.to_builtins(self)), type(self))

    @classmethod
    def of_review(cls, review: Mapping[str, Any] | None, parameters: Parameters | None = None) -> Self | None:
        """What a node's `review` says, in any version of this analysis. With `parameters`, only what this
        version found with them. None if it says nothing of that kind.
        """
        if review is None or review.get("by") not in (BY, SEEDED_BY_HIDDEN_CARDS):
            return None
        if parameters is not None and not for_seats(review):
            return None
        if parameters is not None and review.get("with") != msgspec.to_builtins(parameters):
            return None
        data = {key: value for key, value in review.items() if key not in ("by", "with")}
        try:
            return msgspec.convert(data, cls)
        except msgspec.ValidationError:
            return None


def for_seats(review: Mapping[str, Any]) -> bool:
    """Whether the informed values of a review rest only on what the seat that decided could know."""
    return bool(review.get("by") == BY)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value

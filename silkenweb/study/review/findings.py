"""The review of one node, as it is stored in the node's `review`, and a check of reviews in a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal, Self

import msgspec
from msgspec import Meta

from silkenweb.errors import ReplayError, SilkenwebError
from silkenweb.replay import Replay
from silkenweb.study.review.evaluation import Mean, Parameters

BY = "silkenweb-review/2"
SEEDED_BY_HIDDEN_CARDS = "silkenweb-review/1"
"""The earlier analysis, whose worlds came from a generator seeded with the whole position. Its numbers are as
good, but they depend on cards that the deciding seat could not see.
"""
VERSIONS: Final = (BY, SEEDED_BY_HIDDEN_CARDS)
DIGITS = 4

MAX_LEVELS: Final = 99.0
MAX_ERROR: Final = 10.0
MAX_OTHERS: Final = 1_000
ROOM: Final = 1.0
"""How far the value of another move may be outside 0 to 1: it is a value plus a difference."""

NAMED: Final = ("bot", "worlds", "error", "seed")
"""The parameters that every version of the analysis has written beside its review."""

Count = Annotated[int, Meta(ge=1, lt=2**31)]
Levels = Annotated[float, Meta(ge=0, le=MAX_LEVELS)]
MoveText = Annotated[str, Meta(max_length=200)]


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """The review of a decision or a deal.

    Values are chances to win, losses are differences between them; each comes with its standard error.

    `value`: after the node, by what the deciding seat knew (after a deal: what the start player knows).
    `open`: after the node, with all cards visible. `clears`: the chance that the level is cleared. `levels`:
    the number of levels cleared in total, with the standard error `levels_error`: counted in rollouts to the
    end of the game, otherwise expected by a fitted model from the end of the level, whose own error
    (`silkenweb.bots.win_model.level_model().error`) is not included. None in older reviews. `loss`:
    informed, against the best move by what the seat knew; `hindsight`: against the best move with all cards
    visible. `best` and `best_open` are those moves. `lead`: of a best move, over the next. `moves`: other
    moves with their values. `close`: no loss that is significant. `luck`: of a deal, `open` minus the
    expected value before a deal. `lost_level`: after this node the level could no longer be cleared, with
    all cards visible.
    """

    level: Annotated[int, Meta(ge=1, le=int(MAX_LEVELS))]
    value: Mean
    open: Mean
    clears: Annotated[float, Meta(ge=0, le=1)]
    worlds: Count
    seat: Annotated[int, Meta(ge=0, le=4)] | None = None
    levels: Levels | None = None
    levels_error: Levels | None = None
    forced: bool = False
    loss: Mean | None = None
    hindsight: Mean | None = None
    best: MoveText | None = None
    best_open: MoveText | None = None
    lead: Mean | None = None
    close: bool = False
    grade: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None = None
    label: Literal["mistake", "unlucky", "lucky", "brilliant"] | None = None
    luck: Mean | None = None
    moves: Annotated[tuple[tuple[MoveText, Mean], ...], Meta(max_length=MAX_OTHERS)] = ()
    lost_level: bool = False

    def to_review(self, parameters: Parameters) -> dict[str, Any]:
        """Return the JSON for a node's `review`."""
        return {"by": BY, "with": msgspec.to_builtins(parameters), **_rounded(msgspec.to_builtins(self))}

    def rounded(self) -> Self:
        """Return the finding with numbers rounded as they are stored.

        Reading it again gives the same.
        """
        return msgspec.convert(_rounded(msgspec.to_builtins(self)), type(self))

    @classmethod
    def of_review(cls, review: Mapping[str, Any] | None, parameters: Parameters | None = None) -> Self | None:
        """Return the finding in a node's `review`, validated, made by any version of this analysis.

        With `parameters`, only a finding that this version made with them. None if the review is not valid,
        or of another analysis; `fault_of` says what is wrong with it.
        """
        if review is None or review.get("by") not in VERSIONS:
            return None
        if parameters is not None and not for_seats(review):
            return None
        if parameters is not None and review.get("with") != msgspec.to_builtins(parameters):
            return None
        try:
            return cls._read(review)
        except SilkenwebError:
            return None

    @classmethod
    def fault_of(cls, review: Mapping[str, Any] | None) -> str:
        """Return what is wrong with a `review` that claims to be of this analysis.

        Empty if it is valid, or of another analysis.
        """
        if review is None or review.get("by") not in VERSIONS:
            return ""
        try:
            cls._read(review)
        except SilkenwebError as error:
            return str(error)
        return ""

    @classmethod
    def _read(cls, review: Mapping[str, Any]) -> Self:
        """Return the finding in a review. Raises SilkenwebError if the review is not valid."""
        data = {key: value for key, value in review.items() if key not in ("by", "with")}
        try:
            found = msgspec.convert(data, cls)
            if "with" in review:
                msgspec.convert(review["with"], Parameters)
                _check_complete(review["with"])
        except msgspec.ValidationError as error:
            raise SilkenwebError(str(error)) from None
        if found.loss is not None and found.hindsight is None:
            raise SilkenwebError("expected `hindsight` beside `loss`, got `loss` alone")
        for name, mean, least, most in found._means():
            if not (least <= mean.value <= most and 0 <= mean.error <= MAX_ERROR):
                wanted = f"a number from {least:g} to {most:g} and its standard error"
                raise SilkenwebError(
                    f"expected {wanted}, got {mean.value:g} and {mean.error:g} - at `$.{name}`"
                )
        return found

    def _means(self) -> Iterator[tuple[str, Mean, float, float]]:
        """Yield every mean with its name and the bounds of its value."""
        chances = (("value", self.value), ("open", self.open))
        yield from ((name, mean, 0.0, 1.0) for name, mean in chances)
        differences = (
            ("loss", self.loss), ("hindsight", self.hindsight), ("lead", self.lead), ("luck", self.luck),
        )  # fmt: skip
        yield from ((name, mean, -1.0, 1.0) for name, mean in differences if mean is not None)
        yield from (("moves", mean, -ROOM, 1.0 + ROOM) for _, mean in self.moves)


class FirstFinding(Finding, frozen=True):
    """A provisional finding from a few rollouts: values without a loss. It is never stored."""


def _check_complete(used: Mapping[str, Any]) -> None:
    """Raise SilkenwebError if parameters that every review of this analysis names are missing."""
    missing = [name for name in NAMED if name not in used]
    if missing:
        raise SilkenwebError(f"Object missing required field `{missing[0]}` - at `$.with`")


def for_seats(review: Mapping[str, Any]) -> bool:
    """Return whether the informed values of a review depend only on what the deciding seat could know."""
    return bool(review.get("by") == BY)


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    return value


def invalid_reviews(replay: Replay, file: str = "") -> list[ReplayError]:
    """Return an error for each invalid review of this analysis.

    Such a review stays in the file unchanged, and is not used.
    """
    return [
        ReplayError(f"not valid: {fault}", kind="review", file=file, node=node.path, key="review")
        for node in replay.nodes()
        if (fault := Finding.fault_of(node.review))
    ]

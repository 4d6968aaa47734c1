"""Reviews in a file that say they are of this analysis, but are not valid."""

from __future__ import annotations

from silkenweb.errors import ReplayError
from silkenweb.replay import Replay
from silkenweb.study.review.findings import Finding


def invalid_reviews(replay: Replay, file: str = "") -> list[ReplayError]:
    """What is wrong with each review of this analysis that is not valid. Such a review is kept in the file
    as it is, and not used.
    """
    return [
        ReplayError(f"not valid: {fault}", kind="review", file=file, node=node.path, key="review")
        for node in replay.nodes()
        if (fault := Finding.fault_of(node.review))
    ]

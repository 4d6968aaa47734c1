"""The figures of a review's panel and of its report are the same, digit by digit."""

from __future__ import annotations

import silkenweb as sw
from silkenweb.widgets import review_payload


def test_the_panel_is_sent_what_the_report_rounds() -> None:
    """A mean of 1.648% is 1.6% in both; rounded to four places first, it would be 1.7% in the panel."""
    line = sw.review(sw.sample("reviewed-two-lost-late")).main
    for seat in (None, 0, 1):
        summary = line.summary(seat)
        sent = review_payload._summary(summary, lambda node: int(node.path), None)
        figures = [summary.loss.value, *summary.interval]
        shown = [sent["loss"][0], *sent["interval"]]
        assert [f"{100 * value:.1f}" for value in shown] == [f"{100 * value:.1f}" for value in figures]

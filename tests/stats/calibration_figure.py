"""The figure of the review's forecasts in `docs/`: `python -m tests.stats.calibration_figure` draws it again.

No test compares it; what it shows is in `silkenweb/study/review/forecasts.json`, and tested there.
"""

from __future__ import annotations

from pathlib import Path

import vl_convert

import silkenweb as sw

DOCS = Path(__file__).resolve().parents[2] / "docs"


def main() -> None:
    """Both themes."""
    for dark in (False, True):
        chart = sw.charts.calibration(sw.frames.forecasts(), dark=dark)
        path = DOCS / f"calibration-{'dark' if dark else 'light'}.png"
        path.write_bytes(vl_convert.vegalite_to_png(chart.to_dict(), scale=1.5))
        print(path)


if __name__ == "__main__":
    main()

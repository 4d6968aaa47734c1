"""How long a step takes in the browser, beside drawing the first position in the same page.

    python run.py bench tests/bench/bench_player.py -s

Nothing here passes or fails by time. The aim is 50 ms a step for about 400 decisions with 100 branch nodes.
"""

from __future__ import annotations

import pytest

from tests.browser import fixtures
from tests.browser.conftest import Show, show

pytestmark = [pytest.mark.bench, pytest.mark.browser]
ALL = ("wukong", "bajie", "wujing", "tang", "bailoong")
__all__ = ["show"]  # the fixture
MEASURE = """async () => {
  const ids = model.get('line').map((node) => node.id);
  const branches = model.get('branches').map((node) => node.id);
  const time = async (act) => {
    const start = performance.now();
    await act();
    document.body.offsetHeight;                       // the layout belongs to the step
    const spent = performance.now() - start;
    await new Promise((next) => setTimeout(next, 0));
    return spent;
  };
  const firsts = [];
  for (let i = 0; i < 5; i += 1) {
    views.forEach((close) => close());
    firsts.push(await time(addView));
  }
  const steps = [];
  for (const id of [...ids, ...branches, ...ids.toReversed().filter((_id, i) => i % 5 === 0)]) {
    steps.push(await time(() => model.set('cursor', id)));
  }
  const jumps = [];
  for (let i = 0; i < 30; i += 1) {
    jumps.push(await time(() => model.set('cursor', ids[(i * 197) % ids.length])));
  }
  const part = (all, share) => all.sort((a, b) => a - b)[Math.floor((all.length - 1) * share)];
  const [median, most, jump] = [part(steps, 0.5), part(steps, 0.95), part(jumps, 0.5)];
  return { first: part(firsts, 0.5), median, most, jump };
}"""


def test_steps_beside_drawing_the_first_position(show: Show) -> None:
    """Prints milliseconds and the ratio of a step to the first drawing."""
    state = fixtures.state(ALL, "perf-1", 20, 420, 25)
    nodes = len(state["line"]) + len(state["branches"])
    took = show(state).evaluate(MEASURE)
    told = ", ".join(f"{name} {value:.1f} ms" for name, value in took.items())
    print(f"\n{nodes} nodes: {told}; a step is {took['median'] / took['first']:.3f} of the first drawing")
    assert nodes > 400

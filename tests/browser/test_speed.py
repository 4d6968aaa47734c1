"""How long a step takes in the browser; a very large tree opens with a message."""

from __future__ import annotations

import pytest

from tests.browser import fixtures
from tests.browser.conftest import Show

pytestmark = pytest.mark.browser
ALL = ("wukong", "bajie", "wujing", "tang", "bailoong")
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


def test_a_step_is_a_small_part_of_drawing_the_first_position(show: Show) -> None:
    """About 400 nodes with branches: within 50 ms, and a fraction of drawing the first position."""
    state = fixtures.state(ALL, "perf-1", 20, 420, 25)
    assert len(state["line"]) + len(state["branches"]) > 400
    page = show(state)
    took = page.evaluate(MEASURE)
    print({name: round(value, 1) for name, value in took.items()})
    assert took["median"] < 50
    assert took["median"] < took["first"] / 2


def test_a_very_large_tree_is_announced_and_opens(show: Show) -> None:
    """A hundred thousand nodes: a message first, then a player that steps."""
    line = list(fixtures.state()["line"])
    while len(line) < 100_000:
        again = line[20:168]
        start = len(line)
        line += [
            {**node, "id": start + i, "parent": start + i - 1, "path": str(start + i)}
            for i, node in enumerate(again)
        ]
    page = show(fixtures.state() | {"line": line, "branches": []})
    page.wait_for_selector(".sw-table", timeout=20000)
    page.locator(".sw-player").press("End")
    assert page.evaluate("model.get('cursor')") == len(line) - 1
    assert page.locator(".sw-move").count() < 100
    assert page.locator(".sw-entry").count() < 100

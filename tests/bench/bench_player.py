"""The time of a step in the browser, compared with drawing the first position in the same page.

    python run.py bench tests/bench/bench_player.py -s

Nothing here passes or fails by time. The aim is 50 ms per step for 400 decisions with 100 branches.
"""

from __future__ import annotations

from random import Random

import pytest

import silkenweb as sw
from silkenweb.widgets.player import Player
from tests.browser.conftest import Show, show
from tests.widgets.helpers import TRAITS

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


def branched() -> sw.Replay:
    """A game of 420 decisions and deals, with a hundred branches of up to four."""
    replay, random = sw.play(ALL, "random", seed="perf-a", blessings=40), Random(1)
    turns = [node for node in replay.main_line()[:-1] if len(node.position.legal_moves()) > 1]
    for node in random.sample(turns, 100):
        first = node.children[0].move
        node = node.branch(random.choice([move for move in node.position.legal_moves() if move != first]))
        for _ in range(3):
            if legal := node.position.legal_moves():
                node = node.branch(random.choice(legal))
    return replay


def test_steps_beside_drawing_the_first_position(show: Show) -> None:
    """Prints milliseconds and the ratio of a step to the first drawing."""
    replay = branched()
    player = Player(replay)
    took = show({name: getattr(player, name) for name in TRAITS}).evaluate(MEASURE)
    told = ", ".join(f"{name} {value:.1f} ms" for name, value in took.items())
    share = took["median"] / took["first"]
    print(f"\n{replay.count} nodes: {told}; a step is {share:.3f} of the first drawing")
    assert len(replay.main_line()) > 400
    assert sum(len(node.children) > 1 for node in replay.main_line()) == 100

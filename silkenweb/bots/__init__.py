"""Programs that play. A bot gets its View, the legal moves and the level's events as its seat saw them.

- `random`, `greedy` (baseline.py): baselines to compare other bots with.
- `convention`: knowledge.py has the agreements and what is known of others, hand_value.py values hands, and
  convention.py chooses the move.
- `search`: worlds.py samples what may be true, rollout.py says which moves to try and plays on, and
  win_model.py estimates the value of the end of a level.
- `Clairvoyant` (search.py) sees everything, so it is not a Bot but a yardstick.

A bot of your own:

>>> from silkenweb import bots
>>> class Patient:
...     def __init__(self, rng, *, rests=0.5):
...         self.rng, self.rests = rng, rests
...
...     def choose(self, view, legal, seen):
...         if "rest" in legal and self.rng.random() < self.rests:
...             return "rest"
...         return self.rng.choice(legal)
>>> bots.register("patient", Patient)
>>> bots.play(["wukong", "bajie"], "patient:rests=0.2", seed="class-7").outcome.phase
'lost'
"""

from silkenweb.bots.baseline import GreedyBot, RandomBot
from silkenweb.bots.convention import ConventionBot
from silkenweb.bots.registry import Bot, make, names, register
from silkenweb.bots.search import SearchBot
from silkenweb.bots.selfplay import Taken, game, play, seat_bots

register("random", RandomBot)
register("greedy", GreedyBot)
register("convention", ConventionBot)
register("search", SearchBot)

__all__ = [
    "Bot",
    "ConventionBot",
    "GreedyBot",
    "RandomBot",
    "SearchBot",
    "Taken",
    "game",
    "make",
    "names",
    "play",
    "register",
    "seat_bots",
]


def __dir__() -> list[str]:
    return sorted(__all__)

"""Players by program. A bot sees its View, the legal moves and the level's events as its seat saw them.

- `random`, `greedy` (simple.py): to measure others by.
- `convention`: agreements.py says what is agreed, reckoning.py what is known of others, valuing.py what hands
  are worth, policy.py what is played.
- `search`: worlds.py thinks up what may be true, candidates.py says what is tried, playout.py goes on,
  and continuation.py tells what a level's end is worth (fitting.py makes its data).
- `Clairvoyant` (clairvoyant.py) sees everything, so it is no Bot: a yardstick.

A bot of one's own:

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

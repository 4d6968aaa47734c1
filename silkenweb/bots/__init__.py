"""Players by program. A bot sees its View, the legal moves and the level's events as its seat saw them.

>>> from silkenweb import bots
>>> bots.names()[:2]
('convention', 'greedy')
"""

from silkenweb.bots.convention import ConventionBot
from silkenweb.bots.playing import play
from silkenweb.bots.protocol import Bot
from silkenweb.bots.registry import make, names, register
from silkenweb.bots.search import SearchBot
from silkenweb.bots.simple import GreedyBot, RandomBot
from silkenweb.bots.table import Taken, game, seat_bots

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

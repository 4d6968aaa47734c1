"""The rules of the game: deals, positions, moves, legality, events, and the view of each seat.

The rules read no file and no clock, and deals are their only source of chance.
"""

from silkenweb.game.deal import Deal
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.position import Position, Step, deal
from silkenweb.game.view import View

__all__ = ["Deal", "Event", "Move", "Position", "Step", "View", "deal"]

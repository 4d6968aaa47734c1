"""The rules of the game, one home each: deals, positions, moves, what is legal, what happens, who sees
what.

No file, no clock, no source of chance but a deal.
"""

from silkenweb.game.deal import Deal
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.position import Position, Step, deal
from silkenweb.game.view import View

__all__ = ["Deal", "Event", "Move", "Position", "Step", "View", "deal"]

"""The rules of the game: deals, positions, moves, legality, events, and what each seat may know.

No module here reads files or a clock; the only source of chance is a deal.
"""

from silkenweb.game.deal import Deal
from silkenweb.game.events import Event
from silkenweb.game.move import Move
from silkenweb.game.position import Position, Step, deal
from silkenweb.game.view import View

__all__ = ["Deal", "Event", "Move", "Position", "Step", "View", "deal"]

"""Every sentence that people read about a game, in every language.

`catalogue` holds the texts by key, one JSON file per language; `names` says what things are called;
`event_text` says what happened, `decision_text` who decides and what a move would do, and `refusals` why
something was refused, each from facts: the kind or code, and its parameters.
"""

from silkenweb.text.catalogue import ENGLISH, LANGUAGES, Words, as_script, chosen, english, table
from silkenweb.text.event_text import Scene, sentence

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "Scene",
    "Words",
    "as_script",
    "chosen",
    "english",
    "sentence",
    "table",
]

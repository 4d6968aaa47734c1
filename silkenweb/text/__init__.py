"""Every sentence that people read about a game, in every language.

`catalogue` holds the texts by key, one JSON file per language; `names` says what things are called;
`refusals` says why something was refused, from a code and parameters.
"""

from silkenweb.text.catalogue import ENGLISH, LANGUAGES, Words, as_script, chosen, table

__all__ = ["ENGLISH", "LANGUAGES", "Words", "as_script", "chosen", "table"]

"""The command line, `silkenweb` or `python -m silkenweb`; it imports polars and widgets only when needed.

Exit codes: 0 success, 1 an error in a file or a value, 2 an error in the command line, 130 stopped by Ctrl-C.
"""

from silkenweb.cli.entry import main, run

__all__ = ["main", "run"]

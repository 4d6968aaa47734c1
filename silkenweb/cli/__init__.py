"""The command line, `silkenweb` or `python -m silkenweb`. Each command imports what it needs when it runs.

Exit codes: 0 all went well, 1 a file or a value is at fault, 2 the command line is, 130 stopped by Ctrl-C.
"""

from silkenweb.cli.entry import main, run

__all__ = ["main", "run"]

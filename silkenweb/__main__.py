"""`python -m silkenweb` is the command `silkenweb`."""

import sys

from silkenweb.cli import main

if __name__ == "__main__":
    sys.exit(main())

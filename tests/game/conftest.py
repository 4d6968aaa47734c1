"""What the tests of the rules share: the second edition, and a quicker look at failures."""

from __future__ import annotations

import json
from gzip import decompress
from pathlib import Path

import pytest

from silkenweb.edition import Edition

HERE = Path(__file__).parent


@pytest.fixture(scope="session")
def wide() -> Edition:
    """A made-up edition with other numbers: targets of several icons, four levels."""
    return Edition.from_dict(json.loads(decompress((HERE / "conformance/edition-wide.json.gz").read_bytes())))

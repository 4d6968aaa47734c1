"""The public names, their signatures, and that no other names are visible."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import pytest

import silkenweb as sw
from tests.public_api import GOLDEN, PUBLIC, listing


def test_public_names_change_only_on_purpose() -> None:
    """Names and signatures match the golden file.

    `python -m tests.public_api --write` accepts a change, which then belongs in the changelog.
    """
    assert listing() == GOLDEN.read_text("utf-8")


@pytest.mark.parametrize("name", PUBLIC)
def test_dir_lists_public_names_only(name: str) -> None:
    """Completion in a notebook offers neither imports nor helpers, and every offered name exists."""
    module = importlib.import_module(name)
    assert dir(module) == sorted(module.__all__)
    assert all(hasattr(module, each) for each in module.__all__)


def test_the_version_is_that_of_the_project(root: Path) -> None:
    """`silkenweb.__version__` is the version of pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    assert sw.__version__ == project["version"]


def test_an_unknown_name_is_an_attribute_error() -> None:
    """It names the module and the attribute, as for any other module."""
    with pytest.raises(AttributeError, match="module 'silkenweb' has no attribute 'nothing'"):
        sw.nothing  # noqa: B018

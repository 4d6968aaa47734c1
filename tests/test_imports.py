"""`import silkenweb` is light, no module imports another one that imports it back, and names are unique."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import TopologicalSorter

import grimp
import pytest


@pytest.mark.parametrize("heavy", ["polars", "altair", "IPython", "ipywidgets", "anywidget", "click", "rich"])
def test_importing_the_package_does_not_import(heavy: str) -> None:
    """Each of these takes time, or may be missing where the engine and the replays must still work."""
    code = f"import silkenweb, sys; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


@cache
def _imports() -> dict[str, set[str]]:
    """Return what each module imports, inside functions and for type checking too."""
    graph = grimp.build_graph("silkenweb", cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_there_is_no_import_cycle() -> None:
    """No module imports one that imports it back, not even inside a function or for type checking."""
    TopologicalSorter(_imports()).prepare()  # raises CycleError with the modules of the cycle


def test_module_names_are_unique() -> None:
    """The name of a module means one thing in the whole package."""
    names = Counter(module.rpartition(".")[2] for module in _imports())
    assert [name for name, count in names.items() if count > 1] == []

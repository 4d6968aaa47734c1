"""The means by which notebooks are tested in a real JupyterLab."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from tests.lab.labserver import Lab

pytestmark = pytest.mark.lab


def write(folder: Path, name: str, *cells: str) -> str:
    """A notebook of these cells; its name. It names its kernel, else Lab would ask for one."""
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=kernel)
    nbformat.write(notebook, folder / name)
    return name


def test_cells_run_and_the_kernel_answers(lab: Lab, lab_folder: Path) -> None:
    """What the cells made can be asked for; an error in a cell or a question is reported, with its text."""
    lab.open(write(lab_folder, "fine.ipynb", "a = 40", "a += 2\na", "a / (a - 42)"))
    with pytest.raises(AssertionError, match="ZeroDivisionError: division by zero"):
        lab.run_all()
    assert lab.kernel("print(a)") == "42"
    with pytest.raises(AssertionError, match="NameError: name 'b'"):
        lab.kernel("b")


def test_both_themes_in_the_whole_lab(lab: Lab, lab_folder: Path) -> None:
    """Lab itself logs no error and asks nothing of other machines, in either theme."""
    lab.open(write(lab_folder, "empty.ipynb"), whole=True)
    lab.theme("JupyterLab Dark")
    lab.theme("JupyterLab Light")

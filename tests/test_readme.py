"""The examples of README, CONTRIBUTING and the teaching guide are run, in order, in the project's folder."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import pytest

from silkenweb.bots import registry

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def examples(text: str) -> str:
    """The Python blocks of a Markdown text that show a session (>>>), each on its own line numbers."""
    kept = [""] * (text.count("\n") + 1)
    for block in BLOCK.finditer(text):
        if ">>>" in block[1]:
            first = text.count("\n", 0, block.start(1))
            lines = block[1].splitlines()
            kept[first : first + len(lines)] = lines
    return "\n".join(kept) + "\n"


def run(text: str, name: str) -> tuple[int, str]:
    """How many examples were tried, and the report of those that failed."""
    test = doctest.DocTestParser().get_doctest(examples(text), {}, name, name, 0)
    report: list[str] = []
    tried = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=report.append).attempted
    return tried, "".join(report)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "notebooks/teaching_guide.md"])
def test_the_examples_hold(name: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example prints what the text says that it prints. A bot that one registers is gone afterwards, and
    answers to exercises are kept elsewhere.
    """
    monkeypatch.chdir(root)
    monkeypatch.setenv("SILKENWEB_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.setattr(registry, "_makers", dict(registry._makers))
    tried, report = run((root / name).read_text(encoding="utf-8"), name)
    assert not report, report
    assert tried


def test_each_notebook_has_its_link(root: Path) -> None:
    """README's table is as `python3 binder/links.py` writes it."""
    links = runpy.run_path(str(root / "binder" / "links.py"))
    readme = (root / "README.md").read_text("utf-8")
    assert links["table"](links["repository"](readme)) in readme


def test_a_wrong_example_is_told_with_its_line() -> None:
    """Other languages and blocks without a prompt are not run; names carry over from block to block."""
    shell, plain, one, two = "sh\n>>> 1", "python\n1 / 0", "python\n>>> a = 1", "python\n>>> a + 1\n3"
    text = "".join(f"```{block}\n```\nwords\n" for block in (shell, plain, one, two))
    tried, report = run(text, "it.md")
    assert tried == 2
    assert 'File "it.md", line 14' in report
    assert "Expected:\n    3\nGot:\n    2" in report

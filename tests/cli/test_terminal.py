"""Untrusted texts are printed harmlessly."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silkenweb.cli.table_text import shorten
from silkenweb.cli.terminal import plain, plain_lines


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[2J\x1b]0;title\x07", r"\x1b[2J\x1b]0;title\x07"),
        ("a\rb\tc\nd\x00", r"a\rb\tc\nd\x00"),
        ("\x9b31m", r"\x9b31m"),
        ("abc\u202ecba\u2066", r"abc\u202ecba\u2066"),
        ("\u200bzero\ufeff", r"\u200bzero\ufeff"),
        ("two\u2028lines\x85", r"two\u2028lines\x85"),
        ("\udc80", r"\udc80"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_steers_a_terminal_is_escaped(hostile: str, shown: str) -> None:
    """Control characters, marks that reverse the writing, and invisible characters."""
    assert plain(hostile) == shown


@pytest.mark.parametrize(
    "harmless", ["Ana", "José Müller", "李雷", "دانیال", "👩‍🏫", "[red]x[/red]", ":smile:", r"\x1b"]
)
def test_ordinary_texts_stay_as_they_are(harmless: str) -> None:
    """Names in any script, and text that is markup elsewhere."""
    assert plain(harmless) == harmless


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_invisible_is_left(text: str) -> None:
    """Any text becomes one printable line."""
    shown = plain(text)
    assert len(shown.splitlines()) <= 1
    assert all(
        unicodedata.category(character)[0] != "C" or character in "\u200c\u200d" for character in shown
    )
    shown.encode("utf-8")


def test_lines_stay_lines() -> None:
    """Only real line breaks split the text; a lone carriage return does not."""
    assert plain_lines("one\r\ntwo\n\nthr\ree") == ["one", "two", "", r"thr\ree"]


def test_long_texts_are_cut() -> None:
    """By columns, not by characters."""
    assert shorten("x" * 1000, 10) == "x" * 9 + "…"
    assert shorten("李" * 1000, 10) == "李" * 4 + "…"

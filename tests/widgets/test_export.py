"""The page without a kernel: what the file contains, and what it does not, byte for byte."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.cli import run
from silkenweb.widgets import payload
from silkenweb.widgets.export import export_html, page
from tests.widgets.sample_games import HOSTILE, SEED, hostile, lesson

Parts = dict[str, str]


class Elements(HTMLParser):
    """All elements with their attributes, and the texts of title, style and the scripts."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: Parts = {}
        self.inside = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.inside = f"{tag} {dict(attrs).get('type', '')}".strip()

    def handle_data(self, data: str) -> None:
        self.texts[self.inside] = self.texts.get(self.inside, "") + data

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""


def told(text: str) -> dict[str, Any]:
    """The data of a page with every position in full, as its script reads them."""
    data: dict[str, Any] = json.loads(Elements(text).texts["script application/json"])
    nodes = data["line"] + data["branches"]
    for number, node in enumerate(nodes):
        parent = node.get("parent", number - 1)
        if parent >= 0:
            changed = {field.split("=")[0]: field for field in node["text"].split(" ")}
            before = nodes[parent]["text"].split(" ")
            node["text"] = " ".join(changed.get(field.split("=")[0], field) for field in before)
    return data


def test_the_page_may_run_its_own_script_and_style_and_nothing_else() -> None:
    """The policy names them by their digests; no element requests anything."""
    elements = Elements(page(hostile()))
    (policy,) = (a["content"] for _, a in elements.tags if a.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.split(" ", 1) for rule in str(policy).split("; "))
    digests = {
        kind: f"'sha256-{b64encode(sha256(elements.texts[text].encode()).digest()).decode()}'"
        for kind, text in (("script-src", "script module"), ("style-src", "style"))
    }
    assert rules == {"default-src": "'none'", "base-uri": "'none'", "form-action": "'none'", **digests}
    asking = {"src", "href", "action", "data", "srcset", "style", "background", "poster"}
    assert [(tag, attrs) for tag, attrs in elements.tags if asking & attrs.keys()] == []
    assert not re.search(r"url\(|@import|import\(|fetch\(|XMLHttpRequest", page(lesson()))
    assert set(re.findall(r"https?://[^\s\"'`]+", page(lesson()))) == {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", sw.samples())
def test_the_page_is_small(name: str) -> None:
    """At most 325 kB more than the replay."""
    replay = sw.sample(name)
    assert len(page(replay).encode()) < 325_000 + len(replay.dumps().encode())


def test_what_the_player_shows_is_in_the_page() -> None:
    """Each node with its position, sentences, notes and place in the tree."""
    replay = lesson()
    data = told(page(replay, at="7"))
    nodes = data["line"] + data["branches"]
    assert data["cursor"] == 7
    line, others = replay.main_line(), [node for node in replay.nodes() if not node.recorded]
    expected = [replay.root, *line, *others]
    assert [node["text"] for node in nodes] == [node.position.text for node in expected]
    assert [node["move"] for node in nodes] == [node.move for node in expected]
    assert [node["path"] for node in data["branches"]] == [node.path for node in others]
    assert data["notes"]["5"] == {"comment": "Only Wukong can."}
    assert data["notes"]["6"] == {"glyph": "?!"}
    assert data["game"]["kernel"] is False
    assert data["game"]["lenses"] == ["all"]


def test_branches_and_notes_are_left_out_on_request() -> None:
    """Both by the exporter's choice."""
    data = told(page(lesson(), branches=False, notes=False))
    assert (data["branches"], data["notes"]) == ([], {})
    assert "was better" not in str(told(page(lesson(), branches=False)))
    assert "was better" in str(told(page(lesson())))


def test_the_seed_is_never_in_a_page() -> None:
    """Nor anything else of the file's head except title and names."""
    for lens in payload.lens_names(3):
        assert SEED not in page(lesson(), lens)


@pytest.mark.parametrize("lens", ["seat:0", "infer:0"])
def test_what_a_seat_cannot_tell_apart_gives_the_same_page(lens: str) -> None:
    """Two games that differ in another's hand and deck, and in comments."""
    pages = []
    for held in ("BJ5", "BJ4"):
        replay = sw.Replay.start(["wukong", "bajie"])
        deal = sw.deal(replay.root.position, seed="class-7").to_dict()
        if held == "BJ4":
            deck = deal["decks"]["bajie"]
            deck[2], deck[3] = deck[3], deck[2]
        replay.record(deal)
        replay.record("keep -WK1 -WK7")
        replay.record("keep -BJ6 -BJ8")
        assert [card.rstrip("'") for card in replay.end.position.seats[1].hand] == [held]
        replay.end.comment = f"Bajie holds {held}"
        pages.append(page(replay, lens))
    assert pages[0] == pages[1]
    assert "Bajie holds" not in pages[0]


def test_through_a_seats_lens_no_alternative_tells_what_another_holds() -> None:
    """Those that begin with another's decision are left out, with everything after it; the seat's own
    stay.
    """
    replay = lesson()
    begun = {node.path: node.seat for node in replay.nodes() if not node.recorded}
    assert len(set(begun.values())) > 1
    for seat in range(3):
        data = told(page(replay, f"seat:{seat}"))
        kept = [node["path"] for node in data["branches"]]
        assert kept == [path for path, mover in begun.items() if mover == seat]
        texts = [node["text"] for node in data["line"]]
        assert texts == [node.view(seat).text for node in (replay.root, *replay.main_line())]
        assert data["notes"] == {}


def test_notes_go_through_a_seats_lens_only_if_the_exporter_says_so() -> None:
    """For a puzzle with the teacher's questions."""
    assert told(page(lesson(), "seat:1", notes=True))["notes"]["5"] == {"comment": "Only Wukong can."}


def test_hostile_texts_are_data() -> None:
    """They neither end nor begin an element; the title is the title."""
    text = page(hostile())
    elements = Elements(text)
    assert [tag for tag, _ in elements.tags] == [tag for tag, _ in Elements(page(lesson())).tags]
    assert elements.texts["title"] == HOSTILE[1]
    notes = told(text)["notes"]
    assert [notes[str(i + 1)]["comment"] for i in range(len(HOSTILE))] == list(HOSTILE)


def test_a_page_without_a_title_is_named_after_its_players() -> None:
    """So that a tab or a bookmark has a useful name."""
    replay = sw.Replay.start(["wukong", "bajie"])
    assert Elements(page(replay)).texts["title"] == "A recorded game: Wukong, Bajie"


def test_too_many_nodes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error has both numbers; without its variations the same game may fit."""
    replay = lesson()
    monkeypatch.setattr(payload, "MAX_SHOWN", len(replay.main_line()) + 1)
    with pytest.raises(sw.SilkenwebError, match=r"at most \d+ nodes, but this replay has \d+"):
        page(replay)
    assert page(replay, branches=False)


@pytest.mark.parametrize("lens", ["seat:3", "seat", "", "infer:-1", "ALL"])
def test_an_unknown_lens_is_refused(lens: str) -> None:
    """The error lists the lenses."""
    with pytest.raises(sw.SilkenwebError, match=r"the lenses are all, seat:0, .*infer:2"):
        page(lesson(), lens)


def test_a_node_that_is_left_out_cannot_be_shown_first() -> None:
    """No other node is shown in its place."""
    replay = lesson()
    branch = next(node for node in replay.nodes() if not node.recorded)
    assert told(page(replay, at=branch))["cursor"] == len(replay.main_line()) + 1
    with pytest.raises(sw.SilkenwebError, match="not in the page"):
        page(replay, at=branch.path, branches=False)


def test_the_file_is_replaced_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If writing fails, the old file stays, and no other file is left behind."""
    path = tmp_path / "game.html"
    path.write_text("before", "utf-8")

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", fail)
        with pytest.raises(OSError, match="full"):
            export_html(lesson(), path)
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [("game.html", "before")]
    assert export_html(lesson(), path) == path
    assert path.read_text("utf-8") == page(lesson())


@pytest.mark.parametrize("name", ["export_html", "svg"])
def test_neither_page_nor_picture_needs_what_a_notebook_needs(name: str) -> None:
    """anywidget, ipywidgets and IPython are not imported for them."""
    heavy = {"anywidget", "ipywidgets", "IPython"}
    code = f"import silkenweb, sys; silkenweb.{name}; sys.exit(bool({heavy} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_command_writes_beside_the_replay(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Or to the file after -o; a seat may be named by its character; - is stdout."""
    game = tmp_path / "game.json"
    lesson().save(game)
    assert run(["export", str(game), "--lens", "seat:bajie", "--at", "7"]) == 0
    assert (tmp_path / "game.html").read_text("utf-8") == page(lesson(), "seat:1", at="7")
    assert capfdbinary.readouterr().out.startswith(b"Saved      ")
    assert run(["export", str(game), "-o", "-", "--no-branches", "--no-notes"]) == 0
    assert capfdbinary.readouterr().out.decode() == page(lesson(), branches=False, notes=False)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--lens", "seat:9"], "there is no lens"),
        (["--at", "999"], "999"),
        (["-o", "{game}"], "is the replay itself"),
        (["-o", "{folder}/none/game.html"], "there is no such folder"),
    ],
)
def test_what_the_command_refuses(
    words: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a sentence, and without a file."""
    game = tmp_path / "game.json"
    lesson().save(game)
    before = game.read_bytes()
    assert run(["export", str(game), *(word.format(game=game, folder=tmp_path) for word in words)]) == 1
    assert complaint in capsys.readouterr().err
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [before]


def views(text: str) -> list[dict[str, Any]]:
    """The data of each view in a page."""
    found: list[dict[str, Any]] = json.loads(Elements(text).texts["script application/json"])["views"]
    return found


def test_several_views_are_in_a_page_each_with_its_own_data() -> None:
    """In the exporter's order, each once; each is the same as in a page with only this view."""
    replay = lesson()
    found = views(page(replay, lenses=["bajie", "everything", "infer:wukong", 0]))
    names = [view["game"]["lens"] for view in found]
    characters = replay.characters
    assert names == [f"seat:{characters.index('bajie')}", "all", f"infer:{characters.index('wukong')}"] + (
        ["seat:0"] if characters[0] != "bajie" else []
    )
    for name, view in zip(names, found, strict=True):
        alone = json.loads(Elements(page(replay, name)).texts["script application/json"])
        assert view["game"].pop("lenses") == names
        del alone["game"]["lenses"]
        assert view == alone


def test_one_view_is_a_page_as_before() -> None:
    """Whether it is named by `lens` or as the only one of `lenses`."""
    assert page(lesson(), lenses=[1]) == page(lesson(), "seat:1") == page(lesson(), 1)
    assert page(lesson(), lenses=[]) == page(lesson())


def test_views_of_seats_alone_hold_nothing_that_none_of_them_knows() -> None:
    """A page for two seats has no notes, and nothing of the third player's hand."""
    replay = lesson()
    text = page(replay, lenses=[0, 1])
    alone = page(replay, 0) + page(replay, 1)
    for card in replay.edition.cards:
        named = f'"text":"{card}'
        assert text.count(named) <= alone.count(named)
    assert [view["notes"] for view in views(text)] == [{}, {}]


def test_a_view_that_hides_the_first_node_begins_before_it() -> None:
    """Only the first view must show the requested node."""
    replay = lesson()
    hidden = next(
        node for node in replay.nodes()
        if not node.recorded and not payload.may_show(node, 0) and payload.may_show(node, None)
    )  # fmt: skip
    everything, seat = views(page(replay, lenses=["all", 0], at=hidden))
    paths = [str(number) for number in range(len(seat["line"]))] + [node["path"] for node in seat["branches"]]
    assert everything["cursor"] > 0
    assert hidden.path.startswith(paths[seat["cursor"]].rpartition("/")[0])
    with pytest.raises(sw.SilkenwebError):
        page(replay, lenses=[0, "all"], at=hidden.path)


def test_lens_and_lenses_exclude_each_other(tmp_path: Path) -> None:
    """In Python and on the command line, where a view may be a seat's number."""
    with pytest.raises(sw.SilkenwebError, match="lens or lenses, not both"):
        sw.export_html(lesson(), tmp_path / "x.html", "seat:0", lenses=["all"])
    lesson().save(tmp_path / "game.json")
    file, out = str(tmp_path / "game.json"), tmp_path / "game.html"
    assert run(["export", file, "--view", "1", "--view", "everything"]) == 0
    assert [view["game"]["lens"] for view in views(out.read_text("utf-8"))] == ["seat:1", "all"]
    assert run(["export", file, "--view", "1", "--lens", "seat:0"]) != 0
    assert run(["export", file, "--view", "nobody"]) != 0

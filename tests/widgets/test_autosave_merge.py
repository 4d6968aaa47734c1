"""Several readers of one game at once: nothing saved is ever lost, and in the end all see the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import silkenweb as sw
from silkenweb import files
from silkenweb.replay.samples import folder
from silkenweb.replay.value_merge import SEPARATOR
from tests.widgets.helpers import Asked

pytestmark = pytest.mark.usefixtures("no_loop")
NAME = "lesson-what-silence-costs"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A copy of a recorded game in its own folder."""
    return Path(shutil.copy(folder() / f"{NAME}.json", tmp_path / "game.json"))


def opened(game: Path, **options: Any) -> Asked:
    """The game in a separate player, as a cell opens it."""
    return Asked(sw.Replay.load(game), **options)


def saved(game: Path) -> sw.Replay:
    """The contents of the branches file."""
    return sw.Replay.load(game.with_name("game.branches.json"))


def note(asked: Asked, path: str, text: str) -> None:
    asked.ask("comment", node=asked.number(path), text=text)


def words(asked: Asked) -> str:
    return str(asked.player.keeping["words"])


# -- two players on one file -------------------------------------------------------------------------


def test_a_newer_comment_is_not_overwritten_by_an_older_one(game: Path) -> None:
    """The other player saved between the two; both of its comments are there too."""
    one, two = opened(game), opened(game)
    note(one, "5", "one")
    note(two, "3", "three")
    note(one, "5", "two, better")
    assert saved(game).node("5").comment == one.player.replay.node("5").comment == "two, better"
    assert saved(game).node("3").comment == one.player.replay.node("3").comment == "three"
    assert words(one) == "Kept in game.branches.json."


def test_what_one_deletes_stays_deleted(game: Path) -> None:
    """A glyph, a comment, a variation, and a variation that is undone; each after the other player has
    saved.
    """
    one, two = opened(game), opened(game)
    kept = one.player.replay.node("7").branch("rest ~").path
    note(one, "5", "one")
    one.ask("glyph", node=one.number("6"), glyph="!!")
    undone = one.player.replay.node("8").branch("rest ~").path
    note(two, "3", "three")
    one.ask("undo")
    note(two, "3", "again")
    one.ask("glyph", node=one.number("6"), glyph="")
    note(two, "3", "and again")
    note(one, "5", "")
    note(two, "3", "at last")
    one.ask("delete", node=one.number(kept))
    two.ask("save")
    for replay in (saved(game), one.player.replay, two.player.replay):
        assert replay.node("5").comment is None
        assert replay.node("6").glyph is None
        assert replay.node("3").comment == "at last"
        for path in (kept, undone):
            with pytest.raises(sw.ReplayError):
                replay.node(path)


def test_what_was_deleted_of_the_game_itself_stays_deleted(game: Path) -> None:
    """Also in the next kernel, until the game's own file changes."""
    asked = opened(game)
    before, count = game.read_bytes(), asked.player.replay.count
    assert asked.player.replay.node("7").comment is not None
    note(asked, "7", "")
    asked.ask("delete", node=asked.number("7/1/1"))
    asked.ask("glyph", node=asked.number("8"), glyph="")
    text = asked.player.replay.dumps()
    again = opened(game).player.replay
    assert again.dumps() == text
    assert again.count < count
    assert "x_leaves_out" not in again.extra
    assert "x_leaves_out" in saved(game).extra
    assert game.read_bytes() == before
    changed = sw.Replay.load(game)
    changed.node("10").comment = "from the teacher"
    changed.save(game)
    fresh = opened(game).player.replay
    assert fresh.node("10").comment == "from the teacher"
    assert fresh.node("7").comment is not None


def test_a_conflict_is_reported_and_both_texts_are_kept(game: Path) -> None:
    """The next edit removes the message, the texts stay; the other player gets both, and no message."""
    one, two = opened(game), opened(game)
    note(one, "5", "mine")
    note(two, "5", "yours")
    assert saved(game).node("5").comment == f"yours{SEPARATOR}mine"
    conflict = "Another reader changed the same comment; both texts are kept (nodes: 5)."
    assert words(two) == f"Kept in game.branches.json. {conflict}"
    one.ask("save")
    assert one.player.notes[str(one.number("5"))]["comment"] == f"yours{SEPARATOR}mine"
    assert words(one) == "Kept in game.branches.json."
    note(two, "3", "three")
    assert words(two) == "Kept in game.branches.json."
    assert saved(game).node("5").comment == f"yours{SEPARATOR}mine"


def test_a_comment_that_another_has_deleted_is_not_told_as_two_texts(game: Path) -> None:
    """The changed text stays, and the player says what happened."""
    one, two = opened(game), opened(game, language="zh-Hant")
    note(one, "5", "first")
    two.ask("save")
    note(one, "5", "")
    two.player.replay.node("5").comment = "changed"
    assert saved(game).node("5").comment == "changed"
    assert words(two) == (
        "已保存在 game.branches.json。"
        "有評論、標記或覆盤被一方全部或部分刪除，同時又被另一方修改；新寫的內容已保留（節點：5）。"
    )


def test_a_conflict_names_no_node_through_a_seat(game: Path) -> None:
    """Paths would reveal variations that only another seat may know."""
    one, two = opened(game), opened(game, lens="seat:0")
    note(one, "5", "mine")
    two.player.replay.node("5").comment = "yours"
    assert words(two) == "Kept in game.branches.json."


def test_a_deleted_branch_that_another_has_changed_comes_back_with_a_word(game: Path) -> None:
    """Also in Chinese."""
    one, two = opened(game, language="zh-Hant"), opened(game)
    path = one.player.replay.node("7").branch("rest ~").path
    two.ask("save")
    note(two, path, "in it")
    one.ask("delete", node=one.number(path))
    assert one.player.replay.node(path).comment == "in it"
    assert words(one) == (
        "已保存在 game.branches.json。有分支被一方刪除、又被另一方修改，因此保留下來（節點：7）。"
    )


def test_save_merges_what_another_player_has_saved_there(game: Path) -> None:
    """With a file of the reader's choice as well; its contents before this player was made are replaced."""
    named = game.with_name("mine.json")
    old = sw.Replay.load(game)
    old.node("9").comment = "old"
    old.save(named)
    one, two = (opened(game, save_to=named, autosave=False) for _ in range(2))
    note(one, "5", "one")
    one.ask("save")
    assert sw.Replay.load(named).node("9").comment == sw.Replay.load(game).node("9").comment
    note(two, "3", "three")
    two.ask("save")
    note(one, "5", "")
    assert one.ask("save")["words"] == f"Saved as {named}."
    two.ask("save")
    for replay in (sw.Replay.load(named), one.player.replay, two.player.replay):
        assert (replay.node("5").comment, replay.node("3").comment) == (None, "three")
    note(one, "5", "mine")
    one.ask("save")
    note(two, "5", "yours")
    assert two.ask("save")["words"] == (
        f"Saved as {named}. Another reader changed the same comment; both texts are kept (nodes: 5)."
    )
    named.write_text("{")
    assert one.ask("save")["reason"].startswith("Not kept: mine.json is there and left as it is; not JSON")
    assert named.read_text() == "{"


def test_a_message_that_nothing_is_saved_goes_once_saving_works(game: Path) -> None:
    """After the broken file was removed or repaired, with the next edit or the next Save; nothing is lost."""
    asked = opened(game)
    note(asked, "5", "one")
    file = game.with_name("game.branches.json")
    good = file.read_bytes()
    for number, mend in enumerate([file.unlink, lambda: file.write_bytes(good)]):
        for retry in ("save", "edit"):
            file.write_bytes(good[:100])
            broken = opened(game)
            assert broken.player.keeping["fault"]
            note(broken, "3", f"three {number} {retry}")
            note(asked, "9", f"nine {number} {retry}")
            for player in (broken, asked):
                assert player.player.keeping["fault"]
                assert words(player).startswith("Not kept: game.branches.json is there and left as it is;")
            assert file.read_bytes() == good[:100]
            mend()
            for player in (broken, asked):
                if retry == "save":
                    assert player.ask("save")["words"].startswith("Kept in game.branches.json.")
                else:
                    note(player, "11", f"eleven {number}")
                assert not player.player.keeping["fault"]
                assert words(player).startswith("Kept in game.branches.json.")
            replay = saved(game)
            assert replay.node("3").comment == f"three {number} {retry}"
            assert f"nine {number} {retry}" in (replay.node("9").comment or "")
            assert replay.node("5").comment == "one"


def test_a_broken_file_that_is_gone_is_no_fault_any_more(game: Path) -> None:
    """Even if there is nothing to save yet."""
    file = game.with_name("game.branches.json")
    file.write_text("{")
    asked = opened(game)
    file.unlink()
    assert asked.ask("save")["words"] == "There is nothing to keep yet."
    assert not asked.player.keeping["fault"]
    assert not file.exists()


# -- two processes ------------------------------------------------------------------------------------

WRITER = """
import sys
import silkenweb as sw
from silkenweb.widgets.player import Player

game, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
player = Player(sw.Replay.load(game))
nodes = player.replay.main_line()
for number in range(count):
    node = nodes[number % len(nodes)]
    player.replay.annotate(node, f"x_{name}_{number}", number)
    node.comment = f"{name} {number}"
    assert player.keeping["words"].startswith("Kept in game.branches.json."), player.keeping
"""


def test_two_processes_lose_no_note(game: Path) -> None:
    """Each writes on the same nodes as fast as it can; in the end every note of both is there."""
    count = 60
    jobs = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(game), name, str(count)]) for name in ("a", "b")
    ]
    assert [job.wait(60) for job in jobs] == [0, 0]
    replay = saved(game)
    line = replay.main_line()
    found = {key: value for node in line for key, value in node.extra.items()}
    assert found == {f"x_{name}_{number}": number for name in ("a", "b") for number in range(count)}
    for place, node in enumerate(line):
        last = max(number for number in range(count) if number % len(line) == place)
        texts = (node.comment or "").split(SEPARATOR)
        assert {f"a {last}", f"b {last}"} & set(texts)


# -- any number of edits, in any order -----------------------------------------------------------------

Way = tuple[str, ...]


def way(node: sw.Node) -> Way:
    """The moves that lead to a node."""
    moves: list[str] = []
    at: sw.Node | None = node
    while at is not None and at.parent is not None:
        moves.append(str(at.move or at.deal))
        at = at.parent
    return tuple(reversed(moves))


def at_way(replay: sw.Replay, wanted: Way) -> sw.Node | None:
    node: sw.Node | None = replay.root
    for move in wanted:
        assert node is not None
        node = next((each for each in node.children if str(each.move or each.deal) == move), None)
        if node is None:
            return None
    return node


def texts(node: sw.Node | None) -> set[str]:
    return set() if node is None or not node.comment else set(node.comment.split(SEPARATOR))


@contextmanager
def full_disk() -> Iterator[None]:
    """Make all writing fail."""

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "write", refuse)
        yield


class Readers(RuleBasedStateMachine):
    """Two players and a reader in Python on one game's file, who save, crash and open it again.

    `alive` are texts that somebody has saved and that nobody who saw them has changed, each at its node;
    `dead` are variations that were deleted by somebody who saw all of them, and not added again.
    """

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.game = Path(shutil.copy(folder() / f"{NAME}.json", self.folder / "game.json"))
        original = sw.Replay.load(self.game)
        self.line = [way(node) for node in original.main_line()]
        self.alive = {(text, way(node)) for node in original.nodes() for text in texts(node)}
        self.dead: set[Way] = set()
        self.author: dict[str | Way, int] = {}  # of texts and branches
        self.number = 0
        self.readers: list[Asked] = []
        self.undos: list[list[tuple[str, Any]]] = [[], [], []]
        for _ in range(3):
            self.readers.append(opened(self.game))

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            self.converge()
            shutil.rmtree(self.folder)

    # -- what readers do -------------------------------------------------------------------------------

    def replay(self, who: int) -> sw.Replay:
        return self.readers[who].player.replay

    def node(self, who: int, choice: int) -> sw.Node:
        """Nodes of alternatives are more likely."""
        nodes = [node for node in self.replay(who).nodes() if node.parent is not None]
        others = [node for node in nodes if not node.recorded]
        nodes = others if others and choice % 3 else nodes[:8]
        return nodes[choice % len(nodes)]

    def file_text(self) -> str:
        exists = self.game.with_name("game.branches.json").exists()
        return self.without_mark(saved(self.game)) if exists else ""

    def stored(self) -> set[Way]:
        """The nodes of the file."""
        exists = self.game.with_name("game.branches.json").exists()
        return {way(node) for node in saved(self.game).nodes()} if exists else set()

    def acknowledged(self, who: int) -> None:
        assert words(self.readers[who]).startswith("Kept in game.branches.json."), words(self.readers[who])

    def revive(self, lived: Way) -> None:
        """Somebody edits this variation, so it and its ancestors are no longer deleted."""
        self.dead = {each for each in self.dead if lived[: len(each)] != each and each[: len(lived)] != lived}

    @rule(who=st.integers(0, 2), choice=st.integers(0, 999), clears=st.integers(0, 4))
    def comment(self, who: int, choice: int, clears: int) -> None:
        """Replace the text that the reader sees, or clear it."""
        node = self.node(who, choice)
        self.number += 1
        text = "" if clears == 0 else f"text {self.number}"
        if text != (node.comment or ""):
            self.write(who, node, text)
            self.acknowledged(who)
        self.check()

    def write(self, who: int, node: sw.Node, text: str) -> None:
        before, place = texts(node), way(node)
        if who == 2:
            node.comment = text
        else:
            note(self.readers[who], node.path, text)
        self.revive(place)
        self.alive -= {(each, place) for each in before}
        if text:
            self.alive.add((text, place))
            self.author[text] = who

    @rule(who=st.integers(0, 2), choice=st.integers(0, 999), glyph=st.sampled_from(["!", "??", ""]))
    def glyph(self, who: int, choice: int, glyph: str) -> None:
        """Once it is saved, the reader's own glyph takes precedence."""
        node = self.node(who, choice)
        place, changes = way(node), (node.glyph or "") != glyph
        node.glyph = glyph
        if changes:
            self.revive(place)
            self.acknowledged(who)
            there = at_way(saved(self.game), place)
            assert there is not None
            assert (there.glyph or "") == glyph or not glyph  # a glyph removed here may be new elsewhere
        self.check()

    @rule(who=st.integers(0, 2), choice=st.integers(0, 999), which=st.integers(0, 999))
    def branch(self, who: int, choice: int, which: int) -> None:
        """Any move, from any node except the last."""
        node = self.node(who, choice)
        replay = self.replay(who)
        if node is replay.end or node.position.over:
            return
        legal, stored = node.position.legal_moves(), self.stored()
        made = node.branch(legal[which % min(3, len(legal))] if legal else None)
        self.author |= dict.fromkeys(self.stored() - stored, who)
        if replay.history.length and not made.recorded:
            self.revive(way(made))
            for child in made.children:
                self.revive(way(child))
        self.check()

    @rule(who=st.integers(0, 2), choice=st.integers(0, 999))
    def delete(self, who: int, choice: int) -> None:
        """Delete a node and everything after it, as far as the reader saw it."""
        node = self.node(who, choice)
        if node.recorded:
            return
        in_step = self.file_text() == self.replay(who).dumps()
        gone = {way(each) for each in self.replay(who).nodes() if way(each)[: len(way(node))] == way(node)}
        seen = {(text, way(each)) for each in self.replay(who).nodes() for text in texts(each)}
        try:
            node.delete()
        except sw.ReplayError:
            return
        self.acknowledged(who)
        self.alive -= {(text, place) for text, place in seen if place in gone}
        if in_step:
            assert at_way(saved(self.game), min(gone, key=len)) is None
            self.dead |= gone
        self.check()

    @rule(who=st.integers(0, 2), choice=st.integers(0, 999))
    def promote(self, who: int, choice: int) -> None:
        node = self.node(who, choice)
        if not node.recorded:
            try:
                node.promote()
            except sw.ReplayError:
                return
            self.revive(way(node))
        self.check()

    @rule(who=st.integers(0, 2), redo=st.booleans())
    def undo(self, who: int, redo: bool) -> None:
        """Anything that others have saved since stays: only texts that this reader saw can go."""
        seen = {(text, way(each)) for each in self.replay(who).nodes() for text in texts(each)}
        before = {way(each) for each in self.replay(who).nodes()}
        stored = self.stored()
        done = self.replay(who).redo() if redo else self.replay(who).undo()
        if not done:
            return
        self.acknowledged(who)
        now = saved(self.game)
        after = {(text, way(each)) for each in now.nodes() for text in texts(each)}
        if not redo:
            assert all(self.author.get(text) == who for text, _ in self.alive & (seen - after))
            assert all(self.author.get(place) == who for place in stored - self.stored())
        self.alive -= seen - after
        self.alive |= after - seen
        for each in {way(each) for each in self.replay(who).nodes()} - before:
            self.revive(each)
        self.check()

    @rule(
        who=st.integers(0, 2), choice=st.integers(0, 999), which=st.integers(0, 999), branches=st.booleans()
    )
    def answered(self, who: int, choice: int, which: int, branches: bool) -> None:
        """Another reader continues a variation that this one has just added; then this one undoes it."""
        other, place = (who + 1 + which % 2) % 3, way(self.node(who, choice))
        if branches:
            self.branch(who, choice, which)
        else:
            self.comment(who, choice, 1)
        self.save(other)
        node = at_way(self.replay(other), place)
        if node is not None:
            nodes = [node, *node.children]
            at = nodes[which % len(nodes)]
            self.number += 1
            self.write(other, at, f"text {self.number}")
        self.save(who)
        self.undo(who, False)

    @rule(who=st.integers(0, 2))
    def save(self, who: int) -> None:
        self.readers[who].ask("save")
        self.check()

    @rule(who=st.integers(0, 2))
    def crash(self, who: int) -> None:
        """The kernel dies and the game is opened again: everything that was reported as saved is there."""
        self.readers[who] = opened(self.game)
        assert not self.replay(who).undo()
        if self.game.with_name("game.branches.json").exists():
            assert self.replay(who).dumps() == sw.Replay.loads(self.without_mark(saved(self.game))).dumps()

    @staticmethod
    def without_mark(replay: sw.Replay) -> str:
        replay._head.pop("x_leaves_out", None)
        return replay.dumps()

    @rule(who=st.integers(0, 2), choice=st.integers(0, 999), crashes=st.booleans())
    def disk_is_full(self, who: int, choice: int, crashes: bool) -> None:
        """Only an edit that was not saved is lost in a crash; otherwise it is saved the next time."""
        node, before = self.node(who, choice), deepcopy((self.alive, self.dead))
        self.number += 1
        with full_disk():
            self.write(who, node, f"text {self.number}")
            assert self.readers[who].player.keeping["fault"]
        if crashes:
            self.alive, self.dead = before
            self.crash(who)
        else:
            self.save(who)
            self.acknowledged(who)

    # -- what has to be true ---------------------------------------------------------------------------

    def check(self) -> None:
        """Check the file after each edit."""
        if not self.game.with_name("game.branches.json").exists():
            return
        replay = saved(self.game)
        there = {(text, way(node)) for node in replay.nodes() for text in texts(node)}
        assert self.alive <= there, self.alive - there
        for place in self.dead:
            assert at_way(replay, place) is None, place

    @rule()
    def converge(self) -> None:
        """Once everybody has saved, all screens and the file show the same."""
        for _ in range(2):
            for asked in self.readers:
                asked.ask("save")
        shown = [self.replay(who).dumps() for who in range(3)]
        assert shown[0] == shown[1] == shown[2]
        if self.game.with_name("game.branches.json").exists():
            assert self.without_mark(saved(self.game)) == shown[0]
            assert opened(self.game).player.replay.dumps() == shown[0]
        self.check()


TestReaders = Readers.TestCase
TestReaders.settings = settings(max_examples=10, stateful_step_count=15, deadline=None)

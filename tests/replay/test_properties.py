"""Properties of any replay: random trees by random play, saved and loaded, edited, undone and redone."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import silkenweb as sw
from tests.game.random_editions import editions
from tests.replay.replay_files import CHARACTERS, branched, data_of, played, same_tree, text_of

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
SEATINGS = st.lists(st.sampled_from(CHARACTERS), min_size=2, max_size=5, unique=True).map(tuple)
SEEDS = st.integers(0, 10**6).map(str)


@settings(max_examples=60)
@given(SEEDS, SEATINGS, st.booleans(), st.integers(0, 90), st.integers(0, 20))
def test_a_random_tree_is_saved_and_loaded_as_it_is(
    seed: str, characters: tuple[str, ...], seeded: bool, moves: int, branches: int
) -> None:
    replay = played(seed, moves, characters=characters, seeded=seeded)
    replay = branched(replay, seed, branches if replay.count > 1 else 0)
    text = replay.dumps()
    again = sw.Replay.loads(text)
    assert again.dumps() == text
    assert again.count == replay.count
    assert same_tree(again, replay)


@settings(max_examples=40)
@given(editions(), SEEDS, st.booleans())
def test_a_replay_of_any_edition_is_saved_and_loaded(edition: sw.Edition, seed: str, seeded: bool) -> None:
    """An edition with other levels, card ids and Blessings, which loading requires."""
    characters = tuple(list(edition.characters)[:3])
    replay = played(seed, 60, characters=characters, seeded=seeded, edition=edition)
    replay = branched(replay, seed, 5 if replay.count > 1 else 0)
    text = replay.dumps()
    assert same_tree(sw.Replay.loads(text, edition), replay)


@given(VALUES, st.dictionaries(TEXTS.map("x_{}".format), VALUES, max_size=3), TEXTS, TEXTS)
def test_any_json_of_the_users_own_and_any_text_survive(
    value: Any, own: dict[str, Any], comment: str, name: str
) -> None:
    data = data_of(played("own", 6))
    data |= own
    data["line"][1] |= {"comment": comment, **own, "review": {"by": name, "value": value}}
    data["line"][0]["deal"] |= own
    data["players"][0] |= {"name": name, **own}
    replay = sw.Replay.loads(text_of(data))
    assert json.loads(replay.dumps()) == data
    assert sw.Replay.loads(replay.dumps()).dumps() == replay.dumps()
    review = replay.node("2").review
    assert review is not None
    assert review["value"] == value


class Reader(RuleBasedStateMachine):
    """A reader who makes every kind of edit, and undoes and redoes them."""

    @initialize(seed=SEEDS, seeded=st.booleans())
    def load(self, seed: str, seeded: bool) -> None:
        """Start with a recorded game; `states` are its texts around each edit, `at` is the current one."""
        self.replay = played(seed, 60, seeded=seeded, characters=("tang", "wukong", "bajie"))
        self.line = [(node.path, node.move, node.deal) for node in self.replay.main_line()]
        self.states = [self.replay.dumps()]
        self.at = 0
        self.steps = 0

    def _done(self) -> None:
        """Check the state after a possible edit: only a change of the file counts as an edit."""
        text = self.replay.dumps()
        changed = text != self.states[self.at]
        assert self.replay.history.length == self.steps + changed
        self.steps += changed
        if changed:
            assert self.replay.history.undone == 0
            self.at += 1
            self.states[self.at :] = [text]

    def _node(self, choice: int) -> sw.Node:
        """Nodes of alternatives are more likely."""
        nodes = list(self.replay.nodes())
        others = [node for node in nodes if not node.recorded]
        nodes = others if others and choice % 3 else nodes
        return nodes[choice % len(nodes)]

    @rule(choice=st.integers(0, 10**6), which=st.integers(0, 10**6))
    def branch(self, choice: int, which: int) -> None:
        """Any move or deal from any node except the last recorded one."""
        node = self._node(choice)
        if node is self.replay.end or node.position.over:
            return
        legal = node.position.legal_moves()
        made = node.branch(legal[which % len(legal)] if legal else None)
        assert made in node.children
        self._done()

    @rule(choice=st.integers(0, 10**6), luck=st.sampled_from(["a", "b"]))
    def what_if(self, choice: int, luck: str) -> None:
        """A different shuffle at any deal."""
        node = self._node(choice)
        while node.position.phase != "deal" and node.parent is not None:
            node = node.parent
        if node is self.replay.end or not node.children:
            return
        assert node.branch(luck=luck) in node.children
        self._done()

    @rule(choice=st.integers(0, 10**6), comment=TEXTS, glyph=st.sampled_from(["!", "??", None]))
    def note(self, choice: int, comment: str, glyph: str | None) -> None:
        """Two edits that are one step."""
        node = self._node(choice)
        if node.parent is not None:
            with self.replay.one_step():
                node.comment = comment
                node.glyph = glyph
            assert (node.comment or "", node.glyph) == (comment, glyph)
            self._done()

    @rule(choice=st.integers(0, 10**6), value=st.sampled_from([None, 1, True, 1.0, "1", [1], {"a": None}]))
    def own(self, choice: int, value: Any) -> None:
        """An own key and a review; values that are equal in Python may differ in the file."""
        node = self._node(choice)
        if node.parent is not None:
            self.replay.annotate(node, "x_own", value)
            self._done()
            self.replay.annotate(node, "review", None if value is None else {"by": "me", "value": value})
            self._done()

    @rule(choice=st.integers(0, 10**6), title=st.sampled_from(["", "A", "B"]))
    def several(self, choice: int, title: str) -> None:
        """A reverted change within a step is not an edit; nor is adopting or following known branches."""
        node = self._node(choice)
        before = dict(self.replay.meta)
        self.replay.meta = {"title": title} if title else {}
        self._done()
        with self.replay.one_step():
            self.replay.meta = {"title": "other"}
            self.replay.meta = {"title": title} if title else {}
            if node.parent is not None:
                comment, node.comment = node.comment, "other"
                node.comment = comment
        self._done()
        self.replay.meta = before
        self._done()
        self.replay.adopt(sw.Replay.loads(self.replay.dumps()))
        self._done()
        assert self.replay.find(node.link) is node
        self._done()

    @rule(choice=st.integers(0, 10**6), deletes=st.booleans())
    def promote_or_delete(self, choice: int, deletes: bool) -> None:
        """Refused on the recorded line, and where a deal would have the wrong luck; nothing changes then."""
        node = self._node(choice)
        try:
            if deletes:
                node.delete()
            else:
                node.promote()
        except sw.ReplayError as error:
            assert node.recorded or error.kind == "luck"  # noqa: PT017
            assert self.replay.dumps() == self.states[self.at]
        self._done()

    @rule()
    def undo(self) -> None:
        """Return to the previous state, if there is one."""
        done = self.replay.undo()
        assert done == (self.at > 0)
        self.at -= done
        self.steps -= done
        assert self.replay.dumps() == self.states[self.at]

    @rule()
    def redo(self) -> None:
        """Return to the next state, if there is one."""
        done = self.replay.redo()
        self.at += done
        self.steps += done
        assert self.replay.dumps() == self.states[self.at]

    @invariant()
    def the_recorded_line_is_as_it_was(self) -> None:
        """For any sequence of edits."""
        if hasattr(self, "replay"):
            now = [(node.path, node.move, node.deal) for node in self.replay.main_line()]
            assert now == self.line

    @invariant()
    def the_tree_is_a_valid_replay(self) -> None:
        """The file round-trips, and each node has its path."""
        if hasattr(self, "replay"):
            assert same_tree(sw.Replay.loads(self.replay.dumps()), self.replay)
            assert self.replay.count == sum(1 for _ in self.replay.nodes()) - 1


Reader.TestCase.settings = settings(max_examples=25, stateful_step_count=20)
TestReader = Reader.TestCase

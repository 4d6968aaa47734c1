"""Two readers' changes to a game are merged, based on their last common state."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import silkenweb as sw
from silkenweb.replay.merge import Base, Merged, merge
from silkenweb.replay.schema import MAX_COMMENT
from silkenweb.replay.value_merge import SEPARATOR, arranged, joined
from tests.replay.replay_files import played, rested, same_tree

Edit = Callable[[sw.Replay], object]
PLACE = "5"  # the node after which the first rest comes


def nothing(_: sw.Replay) -> None:
    pass


def comment(path: str, text: str | None) -> Edit:
    return lambda replay: setattr(replay.node(path), "comment", text)


def glyph(path: str, value: str | None) -> Edit:
    return lambda replay: setattr(replay.node(path), "glyph", value)


def common() -> sw.Replay:
    """Return a game with an alternative of two moves, comments, a glyph, a review and an own key."""
    replay = rested()
    head = replay.node(PLACE).branch("rest ~")
    head.branch("rest").comment = "in the branch"
    for path in ("5", "6"):
        replay.node(path).comment = "old"
    replay.node("5").glyph = "?"
    replay.node("7").review = {"by": "a", "loss": 1}
    replay.annotate(replay.node("7"), "x_a", [1])
    replay.meta = {"title": "Title", "by": "Ana"}
    return sw.Replay.loads(replay.dumps())


def merged(mine: Edit, theirs: Edit, base: sw.Replay | None = None) -> tuple[sw.Replay, Merged]:
    """Return the replay after merging two readers' changes; merging again changes nothing."""
    own = base or common()
    other = sw.Replay.loads(own.dumps())
    before = Base.of(own)
    mine(own)
    theirs(other)
    done = merge(own, before, other)
    text = own.dumps()
    assert sw.Replay.loads(text).dumps() == text
    again = merge(other, Base.of(sw.Replay.loads(other.dumps())), own)  # the other reader takes all of it
    assert other.dumps() == text
    assert again.conflicts == ()
    merge(own, Base.of(own), other)
    assert own.dumps() == text
    return own, done


HEAD = "6/1/1"  # of the alternative in `common`


@pytest.mark.parametrize(
    "edit",
    [
        comment("5", "new"),
        comment("5", None),
        comment("8", "added"),
        comment("6/1/2", None),
        glyph("5", "!!"),
        glyph("5", None),
        glyph("9", "!"),
        lambda replay: setattr(replay.node("7"), "review", {"by": "b"}),
        lambda replay: setattr(replay.node("7"), "review", None),
        lambda replay: replay.annotate(replay.node("7"), "x_a", None),
        lambda replay: replay.annotate(replay.node("7"), "x_b", "b"),
        lambda replay: replay.node(HEAD).delete(),
        lambda replay: replay.node("6/1/2").delete(),
        lambda replay: replay.node("7").branch("rest ~"),
        lambda replay: replay.node(HEAD).branch("rest ~"),
        lambda replay: replay.node(HEAD).branch("rest ~").promote(),
        lambda replay: setattr(replay, "meta", {"title": "Other", "by": "Ana"}),
        lambda replay: setattr(replay, "meta", {"by": "Ana"}),
    ],
)
def test_what_one_reader_changed_is_taken_and_stays(edit: Edit) -> None:
    """An addition, a change and a deletion of anything, whichever side made it; there is no conflict."""
    changed = common()
    edit(changed)
    for mine, theirs in ((edit, nothing), (nothing, edit), (edit, edit)):
        replay, done = merged(mine, theirs)
        assert replay.dumps() == changed.dumps()
        assert done.conflicts == ()


def test_changes_in_different_places_are_joined() -> None:
    """The result is the same as if one reader had made both."""
    mine = [comment("5", "two, better"), glyph("5", None), lambda replay: replay.node("7").branch("rest ~")]
    theirs = [comment("3", "three"), lambda replay: replay.node(HEAD).delete()]

    def both(edits: list[Edit]) -> Edit:
        return lambda replay: [edit(replay) for edit in edits]

    replay, done = merged(both(mine), both(theirs))
    wanted = common()
    both([*mine, *theirs])(wanted)
    assert same_tree(replay, wanted)
    assert (done.added, done.removed, done.notes, done.conflicts) == (0, 2, 1, ())


def test_both_texts_of_a_comment_are_kept() -> None:
    """The reader's own comes first; identical ones appear once."""
    replay, done = merged(comment("5", "mine"), comment("5", "theirs"))
    assert replay.node("5").comment == f"mine{SEPARATOR}theirs"
    assert [(node.path, name) for node, name in done.conflicts] == [("5", "comment")]
    replay, done = merged(comment("5", "same"), comment("5", "same"))
    assert (replay.node("5").comment, done.conflicts) == ("same", ())
    replay, _ = merged(comment("3", "mine"), comment("3", "theirs"))
    assert replay.node("3").comment == f"mine{SEPARATOR}theirs"


def test_a_text_that_one_deleted_and_the_other_changed_stays() -> None:
    """Regardless of which side changed it; the same for a glyph and a review."""
    for mine, theirs in (
        (comment("5", None), comment("5", "new")),
        (comment("5", "new"), comment("5", None)),
    ):
        replay, done = merged(mine, theirs)
        assert replay.node("5").comment == "new"
        assert [name for _, name in done.conflicts] == ["cleared"]
    for mine, theirs in ((glyph("5", None), glyph("5", "!!")), (glyph("5", "!!"), glyph("5", None))):
        replay, done = merged(mine, theirs)
        assert replay.node("5").glyph == "!!"
        assert [name for _, name in done.conflicts] == ["cleared"]


def test_of_two_glyphs_the_readers_own_is_kept() -> None:
    """The same for two reviews, own keys and orders; each conflict is reported."""
    replay, done = merged(glyph("5", "!"), glyph("5", "??"))
    assert replay.node("5").glyph == "!"
    assert [name for _, name in done.conflicts] == ["glyph"]
    replay, done = merged(
        lambda replay: replay.annotate(replay.node("7"), "x_a", [2]),
        lambda replay: replay.annotate(replay.node("7"), "x_a", [3]),
    )
    assert replay.node("7").extra == {"x_a": [2]}
    assert [name for _, name in done.conflicts] == ["x_a"]


def test_texts_that_are_too_long_together_are_both_kept() -> None:
    """The other reader's text is kept in an `x_` key."""
    one, other = "a" * (MAX_COMMENT - 5), "b" * (MAX_COMMENT - 5)
    replay, _ = merged(comment("5", one), comment("5", other))
    assert replay.node("5").comment == one
    assert replay.node("5").extra == {"x_other_comment": other}


@pytest.mark.parametrize(
    "edit",
    [
        comment("6/1/2", "changed"),
        comment(HEAD, "new"),
        lambda replay: replay.node("6/1/2").branch("rest ~"),
        lambda replay: replay.node(HEAD).branch("rest ~"),
    ],
)
def test_a_branch_that_one_deleted_and_the_other_changed_stays(edit: Edit) -> None:
    """The complete branch is kept, regardless of which side changed it."""
    changed = common()
    edit(changed)

    def delete(replay: sw.Replay) -> None:
        replay.node(HEAD).delete()

    for mine, theirs in ((delete, edit), (edit, delete)):
        replay, done = merged(mine, theirs)
        assert same_tree(replay, changed)
        assert [name for _, name in done.conflicts] == ["branch"]


def test_undo_takes_back_only_the_readers_own_edits() -> None:
    """The other reader's changes survive undo and redo; a merge is not a step."""
    own = common()
    other = sw.Replay.loads(own.dumps())
    base = Base.of(own)
    own.node("5").comment = "mine"
    added = own.node("7").branch("rest ~")
    own.node(HEAD).delete()
    other.node("5").comment = "theirs"
    other.node("7").branch("rest ~").branch("rest").comment = "in it"
    other.node("8").comment = "eight"
    merge(own, base, other)
    assert own.undo()  # the deletion
    assert own.node(HEAD).move is not None
    assert own.undo()  # the branch, in which the other reader has moved on
    assert own.node(added.path) is added
    assert own.undo()
    assert own.node("5").comment == f"old{SEPARATOR}theirs"
    assert not own.undo()
    assert own.node("8").comment == "eight"
    for _ in range(3):
        assert own.redo()
    assert own.node("5").comment == f"mine{SEPARATOR}theirs"
    assert [node.comment for node in own.node(added.path).line()] == [None, "in it"]
    assert same_tree(sw.Replay.loads(own.dumps()), own)


def test_undo_brings_nothing_back_that_the_other_reader_replaced() -> None:
    """Neither a text, nor a glyph, nor a branch."""
    own = common()
    own.node("5").comment, own.node("5").glyph = "mine", "!"
    branch = own.node("7").branch("rest ~")
    other = sw.Replay.loads(own.dumps())
    base = Base.of(own)
    other.node("5").comment, other.node("5").glyph = "better", "!!"
    other.node(branch.path).delete()
    merge(own, base, other)
    while own.undo():
        pass
    assert own.dumps() == other.dumps()
    branch_again = own.node("7").branch("rest ~")
    assert own.undo()
    assert branch_again not in own.node("7").children
    assert own.count == sum(1 for _ in own.nodes()) - 1


def test_a_move_that_both_made_is_there_once_after_undo_and_redo() -> None:
    """The node that undo knows is kept."""
    own = common()
    other = sw.Replay.loads(own.dumps())
    base = Base.of(own)
    mine = own.node("7").branch("rest ~")
    own.undo()
    other.node("7").branch("rest ~").comment = "theirs"
    merge(own, base, other)
    own.redo()
    assert own.node("7").children[1:] == (mine,)
    assert mine.comment == "theirs"
    assert own.undo()
    assert own.dumps() == other.dumps()


def test_what_would_be_too_large_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the tree nor the history has changed then."""
    own = played()
    own.node("5").comment = "mine"
    base, other = Base.of(own), sw.Replay.loads(own.dumps())
    for move in other.node("4").position.legal_moves():
        other.node("4").branch(move)
    other.node("2").comment = "theirs"
    before = own.dumps()
    monkeypatch.setattr("silkenweb.replay.merge.MAX_NODES", own.count)
    with pytest.raises(sw.ReplayError, match="full"):
        merge(own, base, other)
    assert own.dumps() == before
    assert own.undo()
    assert not own.undo()


@pytest.mark.parametrize(
    ("own", "base", "other", "wanted"),
    [
        ("abc", "abc", "abc", "abc"),
        ("abx", "ab", "aby", "abyx"),
        ("xab", "ab", "aby", "xaby"),
        ("abx", "ab", "yab", "yabx"),
        ("a", "ab", "abc", "ac"),
        ("ba", "abc", "ab", "ba"),
        ("", "ab", "ab", ""),
        ("cab", "abc", "bca", "cab"),
    ],
)
def test_two_orders_are_merged(own: str, base: str, other: str, wanted: str) -> None:
    """The order is the other side's if this side has only appended, else this side's."""
    assert "".join(arranged(own, base, other)) == wanted


def test_joining_texts_again_changes_nothing() -> None:
    """With either of the two, from any base."""
    both = joined("one", None, "two")
    for base in (None, "one", "two", both):
        for other in ("one", "two", both):
            if base != other:
                assert set((joined(both, base, other) or "").split(SEPARATOR)) <= {"one", "two"}
    assert joined(both, None, "one") == joined(both, None, "two") == both

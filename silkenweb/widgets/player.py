"""The player: a replay to step through, look at through a seat's eyes, and branch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import traitlets

from silkenweb import arguments, bots
from silkenweb.edition.edition_argument import EditionLike
from silkenweb.errors import ReplayError, SilkenwebError, quote
from silkenweb.replay import Node, Replay
from silkenweb.replay.branch_file import Copy
from silkenweb.replay.game_record import Place, node_of
from silkenweb.replay.replay_argument import ReplayLike, replay_of
from silkenweb.study.review import Report, review
from silkenweb.text import Words
from silkenweb.text.refusals import Cause, refused
from silkenweb.widgets import assets, payload
from silkenweb.widgets.attributes import STANDARD, standard
from silkenweb.widgets.autosave import Autosave, autosave_of, conflict_words
from silkenweb.widgets.comm import CommWidget
from silkenweb.widgets.debounce import Debounced
from silkenweb.widgets.fallback import with_picture
from silkenweb.widgets.player_requests import PlayerRequests
from silkenweb.widgets.session import Message
from silkenweb.widgets.tree_view import TreeView

if TYPE_CHECKING:
    from silkenweb.stats.charts.look import Chart
    from silkenweb.stats.charts.selection import Clicked

SPEEDS: Final = (0.5, 1, 2, 4, "weight")
"""Decisions per second of autoplay; "weight" stays longer where there is more to read."""


class Player(CommWidget):
    """Step through a replay, branch it, and write notes; `player.replay` holds what was done.

    `replay`: a Replay, the path of its file, or the name of a sample; `edition` is needed for a file that was
    not played with a built-in one. `at`: the node shown first, as a Node, a path, a link or its number in the
    recorded line. `lens`: `all`, `seat:N` or `infer:N`, what the browser gets to know, by default the first
    of `lenses`: those that may be chosen there, by default all, everything first. A seat's number or its
    character is taken for `seat:N`. `save_to`: the file that the button "Save" writes.

    `autosave`: whether branches and notes are saved as they are made. Those of a replay that was loaded from
    `game.json` are saved in `game.branches.json` beside it, a whole replay file of its own, and loaded from
    there; `game.json` itself is never changed. A sample, or a game that was never in a file, is saved only if
    `autosave` names a file. What other players have changed in that file is merged with each save: both texts
    of a comment that two readers changed are kept, of anything else your own, and `keeping` says so.

    A notebook stores a picture and a text of the node, as the lens showed it when the cell ran. A lens chosen
    later does not change that: run the cell again, or clear its output, before you share the notebook.

    What a review found stands in the tab "Review" and in a graph under the table, as far as the lens may
    know; the game is reviewed there, or by `review`.

    `language`: `en` or `zh-Hant` (Traditional Chinese), by default what the environment variable
    SILKENWEB_LANGUAGE names, else English.

    `speed`: decisions per second of autoplay, 0.5, 1, 2 or 4, or "weight", which stays longer where there is
    more to read. `lens` and `speed` can be set later too. `layout`, `tooltip` and `tabbable` are those of
    every Jupyter widget.

    Raises SilkenwebError for an unknown lens, language or speed, or a replay of more than 20,000 nodes.
    """

    SETTABLE = ("lens", "speed", "save_to", "cursor", *STANDARD)
    words: Final[Words]
    autosave: Final[Autosave | None]
    replay: Final[Replay]
    showing: Final[TreeView]
    save_to: str | Path | None

    _css = assets.css()
    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    line: traitlets.List[Message] = traitlets.List().tag(sync=True)
    branches: traitlets.List[Message] = traitlets.List().tag(sync=True)
    notes: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    reviews: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    keeping: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    cursor = traitlets.Int(0).tag(sync=True)
    speed = traitlets.Enum(SPEEDS, 1).tag(sync=True)

    def __init__(
        self,
        replay: ReplayLike,
        *,
        at: Place = "0",
        lens: str | int | None = None,
        lenses: Sequence[str | int] | None = None,
        save_to: str | Path | None = None,
        autosave: bool | str | Path = True,
        language: str | None = None,
        speed: float | str = 1,
        edition: EditionLike | None = None,
        **widget: Any,
    ) -> None:
        options = standard(Player, widget)
        if isinstance(speed, bool) or speed not in SPEEDS:
            raise arguments.wrong("speed", "0.5, 1, 2, 4 or 'weight'", speed)
        self.words = Words(language)
        replay = replay_of(replay, edition=edition)
        if not isinstance(autosave, bool):
            arguments.path("autosave", autosave, "True, False or a path")
        self.autosave = autosave_of(replay, autosave)
        payload.check_size(replay.count + 1)
        self.replay = replay
        self.save_to = None if save_to is None else Path(arguments.path("save_to", save_to))
        self._copy = None if self.save_to is None else self._copy_in(self.save_to)
        self._saved: object = None
        self._lenses = payload.lens_names(len(replay.characters))
        if lenses is not None:
            offered = arguments.items("lenses", lenses, "a list of lenses") or self._lenses
            self._lenses = [payload.lens_of(each, replay.characters, "lenses") for each in offered]
        self.showing = TreeView(replay, self._chosen(self._lenses[0] if lens is None else lens), self.words)
        self._requests = PlayerRequests(self)
        self._refresher = Debounced(self.refresh)
        self._esm = assets.player_esm(self.words.language)
        super().__init__(speed=speed, **options)
        self._send_all()
        self.show(node_of(replay, at, "at"))
        replay.history.listen(self._refresher.call)
        if self.autosave is not None:
            self.autosave.listen(self._saved_now)
        self._connect(self._requests)

    def __repr__(self) -> str:
        if self.showing.lens.viewer is None:
            return f"<Player of {self.replay!r}>"
        # The replay's own words count alternatives that a seat may not see.
        return f"<Player of {', '.join(self.replay.characters)}, through the lens {self.showing.lens.name}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget, and for viewers without widgets the position shown as a picture and in words."""
        bundle, viewer = super()._repr_mimebundle_(**kwargs), self.showing.lens.viewer
        return with_picture(bundle, self.node, viewer, self.words.language)

    # -- from Python -------------------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The node that is shown."""
        return self.showing.at(self.cursor)

    @property
    def lens(self) -> str:
        """What the browser gets to know: `all`, `seat:N` or `infer:N`. Setting it is `look_through`."""
        return self.showing.lens.name

    @lens.setter
    def lens(self, lens: str) -> None:
        self.look_through(lens)

    def show(self, node: Place) -> None:
        """Show a node: itself, a path, a link or a number. Raises SilkenwebError if the lens hides it."""
        found = node_of(self.replay, node)
        if not self.showing.shows(found):
            self.refresh()
        if not self.showing.shows(found):
            raise refused("node.hidden", path=found.path)
        self.cursor = self.showing.number(found)

    def link(self, chart: Chart | Clicked) -> Clicked:
        """The chart to show, linked to this player: a click on one of its points shows that node here.

        `chart` is a trajectory of this replay (`sw.charts.trajectory(sw.frames.decisions(replay))`), or an
        `alt.JupyterChart` of one. What the lens hides is shown by the last node before it; what has been
        undone since, not at all. Raises SilkenwebError for another chart.
        """
        from silkenweb.stats import charts

        return charts.on_click(chart, self._clicked)

    def _clicked(self, path: str) -> None:
        try:
            node = self.replay.find(path)
        except SilkenwebError:
            return
        self.cursor = self.showing.nearest(node)

    def review(self, **options: Any) -> Report:
        """Review this game here and now, with a progress bar, and show what was found; `options` are those of
        `sw.review`. The button "Review this game" does the same while the notebook goes on. An interrupt
        keeps what there is, and asked again it goes on there.
        """
        return review(self.replay, **options)

    def look_through(self, lens: str | int) -> None:
        """Change the lens: from now on the browser has only what it shows. The picture that a notebook stored
        of the cell stays as it was; run the cell again, or clear its output.
        """
        chosen, node = self._chosen(lens), self.showing.numbered(self.cursor)
        with self.hold_sync():
            self.showing.look_through(chosen)
            self.cursor = self.showing.nearest(node)
            self._send_all()

    def _chosen(self, lens: str | int) -> payload.Lens:
        """One of the lenses that may be chosen; SilkenwebError for another, or where one is unknown."""
        lens = payload.lens_of(lens, self.replay.characters)
        found = {name: payload.Lens(name, len(self.replay.characters)) for name in self._lenses}
        if lens not in found:
            raise refused("lens.none", found=quote(lens), known=", ".join(found))
        return found[lens]

    def save(self) -> str:
        """Write the replay to `save_to`, or to where it is saved automatically; in words, where that is.

        What another player has written to that file since this one read or wrote it is merged first.
        """
        if self.save_to is not None:
            return self._save_to(Path(self.save_to))
        if self.autosave is None:
            raise refused("keep.nowhere")
        self.autosave.save()
        return self.autosave.message(self.words, self._place) or self.words("keep.nothing")

    def _save_to(self, path: Path) -> str:
        if self._copy is None or self._copy.path != path:
            self._copy = self._copy_in(path)
        try:
            merged = self._copy.sync()
        except ReplayError as error:
            raise refused("keep.not.there", file=path.name, why=Cause(error)) from error
        except OSError as error:
            raise refused("keep.not.written", file=path.name, why=Cause(error)) from error
        self._saved = self.replay.history.last
        self.keeping = self._keeping()
        told = self.words("keep.saved", file=path)
        return told if merged is None else told + conflict_words(self.words, merged.conflicts, self._place)

    def _copy_in(self, path: Path) -> Copy:
        """The copy that Save writes; it may replace what the file holds now."""
        copy = Copy(self.replay, path)
        copy.overwrite()
        return copy

    def _place(self, node: Node) -> str | None:
        """The path of a node for messages; None through a seat's lens, where it could tell of hands."""
        named = self.showing.lens.viewer is None and self.showing.shows(node)
        return node.path if named else None

    def _saved_now(self) -> None:
        self.keeping = self._keeping()

    def refresh(self) -> None:
        """Send what has changed in the replay. It is done by itself, soon after each change."""
        with self.hold_sync():
            if len(self.line) != len(self.replay.main_line()) + 1:
                self.line = self.showing.line()
            self.branches = self.showing.branches()
            self.notes = self.showing.notes()
            self.reviews = self.showing.reviews(self._requests.reviewed)
            self.keeping = self._keeping()
            self.cursor = self.showing.nearest(self.showing.numbered(self.cursor))

    def refresh_later(self) -> None:
        """As `refresh`, once what is running now has ended."""
        self._refresher.call()

    def close(self) -> None:
        """Take the player away. What was done stays in its replay."""
        if self.comm is not None:
            self._requests.stop()
            self._requests.stop_review()
            self._refresher.stop()
        super().close()

    # -- what the browser gets ---------------------------------------------------------------------

    def _send_all(self) -> None:
        with self.hold_sync():
            eyes = self.showing.lens
            self.game = payload.game(
                self.replay, eyes, self.words, lenses=self._lenses, kernel=True, bots=bots.names()
            )
            self.line = self.showing.line()
            self.refresh()

    def _keeping(self) -> dict[str, Any]:
        """Where it is kept, or why it is not; whether there is anything to undo or to redo, and what."""
        history, told = self.replay.history, self._requests.words_of
        steps: dict[str, Any] = {"undo": history.length > 0, "redo": history.undone > 0}
        steps |= {"undoes": told(history.last), "redoes": told(history.next)}
        if self.autosave is not None:
            return {
                "words": self.autosave.message(self.words, self._place),
                "fault": self.autosave.fault,
                **steps,
            }
        words = self.words("keep.memory")
        if history.last is self._saved:
            words = "" if history.last is None else self.words("keep.unchanged")
        return {"words": words, "fault": False, **steps}

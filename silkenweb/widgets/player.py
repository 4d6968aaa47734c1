"""The player: step through a replay, look at it through a seat's eyes, and branch it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import traitlets

from silkenweb import arguments, bots
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import ReplayError, SilkenwebError, quote
from silkenweb.replay import Node, Replay
from silkenweb.replay.branch_file import Copy
from silkenweb.replay.game_record import Place, node_of
from silkenweb.replay.samples import ReplayLike, replay_of
from silkenweb.study.review import Report, review
from silkenweb.text import Words
from silkenweb.text.refusals import Cause, refused
from silkenweb.widgets import assets, payload
from silkenweb.widgets.autosave import Autosave, Debounced, autosave_of, conflict_words
from silkenweb.widgets.comm import PACKED, STANDARD, CommWidget, standard
from silkenweb.widgets.picture import with_picture
from silkenweb.widgets.player_requests import PlayerRequests
from silkenweb.widgets.session import Message
from silkenweb.widgets.tree_view import TreeView

if TYPE_CHECKING:
    from silkenweb.stats.charts.look import Chart
    from silkenweb.stats.charts.trajectory import Clicked

SPEEDS: Final = (0.5, 1, 2, 4, "weight")
"""Decisions per second of autoplay; "weight" stays longer at nodes with more text."""


class Player(CommWidget):
    """Step through a replay, branch it, and write notes; `player.replay` contains the result.

    `replay`: a Replay, the path of its file, or the name of a sample; `edition` is required for a file that
    was not played with a built-in one. `at`: the node shown first, as a Node, a path, a link or its number in
    the recorded line. `lens`: `all`, `seat:N` or `infer:N`, what the browser may know; a seat's number or its
    character means `seat:N`. `lenses`: those that can be chosen in the browser, by default all of them; the
    first one is the default of `lens`. `save_to`: the file that the button "Save" writes.

    `autosave`: whether variations and notes are saved automatically. If the replay was loaded from
    `game.json`, they are saved next to it in `game.branches.json`, a complete replay file, and loaded from
    there; `game.json` itself never changes. A sample, or a game that was never in a file, is saved only if
    `autosave` names a file. Each save merges what other players have changed in that file: if two readers
    changed the same comment, both texts are kept; of anything else your own version is kept, and the player
    says so.

    A notebook stores a picture and a text of the node, as the lens showed it when the cell ran. Choosing
    another lens later does not change that: run the cell again, or clear its output, before you share the
    notebook.

    Review results are in the tab "Review" and in a graph, as far as the lens may know them; the button there
    reviews the game, as does `review`.

    `language`: `en` or `zh-Hant` (Traditional Chinese), by default what the environment variable
    SILKENWEB_LANGUAGE names, else English.

    `speed`: decisions per second of autoplay, 0.5, 1, 2 or 4, or "weight", which stays longer at nodes with
    more text. `lens` and `speed` can be changed later.

    `height`: the height in pixels, from 400 to 4000, for hosts in which the window's height means nothing,
    such as a page within a page; by default the player follows the window. `layout`, `tooltip` and `tabbable`
    are those of every Jupyter widget.

    Raises SilkenwebError for an unknown lens, language or speed, or a replay of more than 20,000 nodes.
    """

    SETTABLE = ("lens", "speed", "save_to", "cursor", *STANDARD)
    words: Final[Words]
    autosave: Final[Autosave | None]
    replay: Final[Replay]
    showing: Final[TreeView]
    save_to: str | Path | None

    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    line: traitlets.List[Message] = traitlets.List().tag(**PACKED)
    branches: traitlets.List[Message] = traitlets.List().tag(**PACKED)
    notes: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    reviews: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
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
        super().__init__(assets.player_esm, self.words, speed=speed, **options)
        self._send_all()
        self.show(node_of(replay, at, "at"))
        replay.history.listen(self._refresher.call)
        if self.autosave is not None:
            self.autosave.listen(self._saved_now)
        self._connect(self._requests)

    def __repr__(self) -> str:
        if self.showing.lens.viewer is None:
            return f"<Player of {self.replay!r}>"
        # The repr of the replay counts alternatives that a seat may not see.
        return f"<Player of {', '.join(self.replay.characters)}, through the lens {self.showing.lens.name}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget and, for viewers without widgets, the position as a picture and as text."""
        bundle, viewer = super()._repr_mimebundle_(**kwargs), self.showing.lens.viewer
        return with_picture(bundle, self.node, viewer, self.words.language)

    # -- from Python -------------------------------------------------------------------------------

    @property
    def node(self) -> Node:
        """The node that is shown."""
        return self.showing.at(self.cursor)

    @property
    def lens(self) -> str:
        """The lens of the browser: `all`, `seat:N` or `infer:N`. Setting it calls `look_through`."""
        return self.showing.lens.name

    @lens.setter
    def lens(self, lens: str) -> None:
        self.look_through(lens)

    def show(self, node: Place) -> None:
        """Show a node: a Node, a path, a link or a number. Raises SilkenwebError if the lens hides it."""
        found = node_of(self.replay, node)
        if not self.showing.shows(found):
            self.refresh()
        if not self.showing.shows(found):
            raise refused("node.hidden", path=found.path)
        self.cursor = self.showing.number(found)

    def link(self, chart: Chart | Clicked) -> Clicked:
        """Return the chart to display, linked to this player: a click on one of its points shows that node.

        `chart` is a trajectory of this replay (`sw.charts.trajectory(sw.frames.decisions(replay))`), or an
        `alt.JupyterChart` of one. For a node that the lens hides, the last node before it is shown; a click
        on a node that has been undone does nothing. Raises SilkenwebError for another chart.
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
        """Review this game now, with a progress bar, and show the results; `options` as of `sw.review`.

        The button "Review this game" does the same in the background. An interrupt keeps the results so far,
        and the next call continues from there.
        """
        return review(self.replay, **options)

    def look_through(self, lens: str | int) -> None:
        """Change the lens: from now on, the browser has only what it shows.

        The picture that the notebook stored for the cell does not change; run the cell again, or clear its
        output.
        """
        chosen, node = self._chosen(lens), self.showing.numbered(self.cursor)
        with self.hold_sync():
            self.showing.look_through(chosen)
            self.cursor = self.showing.nearest(node)
            self._send_all()

    def _chosen(self, lens: str | int) -> payload.Lens:
        """Return a lens that may be chosen. Raises SilkenwebError for any other."""
        lens = payload.lens_of(lens, self.replay.characters)
        found = {name: payload.Lens(name, len(self.replay.characters)) for name in self._lenses}
        if lens not in found:
            raise refused("lens.none", found=quote(lens), known=", ".join(found))
        return found[lens]

    def save(self) -> str:
        """Write the replay to `save_to` or, without it, to the file of the autosave.

        Returns a sentence that names the file. Changes that another player has written to that file
        meanwhile are merged first.
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
        message = self.words("keep.saved", file=path)
        return (
            message if merged is None else message + conflict_words(self.words, merged.conflicts, self._place)
        )

    def _copy_in(self, path: Path) -> Copy:
        """Return the copy that Save writes; it may replace the current content of the file."""
        copy = Copy(self.replay, path)
        copy.overwrite()
        return copy

    def _place(self, node: Node) -> str | None:
        """Return the path of a node for messages; None through a seat's lens, where it could reveal hands."""
        named = self.showing.lens.viewer is None and self.showing.shows(node)
        return node.path if named else None

    def _saved_now(self) -> None:
        self.keeping = self._keeping()

    def refresh(self) -> None:
        """Send what has changed in the replay. This happens automatically after each change."""
        with self.hold_sync():
            if len(self.line) != len(self.replay.main_line()) + 1:
                self.line = self.showing.line()
            self.branches = self.showing.branches()
            self.notes = self.showing.notes()
            self.reviews = self.showing.reviews(self._requests.reviewed)
            self.keeping = self._keeping()
            self.cursor = self.showing.nearest(self.showing.numbered(self.cursor))

    def refresh_later(self) -> None:
        """Call `refresh` when the current cell or request has ended."""
        self._refresher.call()

    def close(self) -> None:
        """Remove the player. All changes remain in its replay."""
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
        """Return where the replay is saved, or why it is not, and what can be undone and redone."""
        history, words_of = self.replay.history, self._requests.words_of
        steps: dict[str, Any] = {"undo": history.length > 0, "redo": history.undone > 0}
        steps |= {"undoes": words_of(history.last), "redoes": words_of(history.next)}
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

"""The player: a replay to step through, look at through a seat's eyes, and branch."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from silkenweb import bots
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.study.review import Report, review
from silkenweb.widgets import assets, payload
from silkenweb.widgets.keeping import keeper_of
from silkenweb.widgets.requests import Requests
from silkenweb.widgets.showing import Showing
from silkenweb.widgets.soon import Soon
from silkenweb.widgets.still import with_picture
from silkenweb.widgets.words import Words

if TYPE_CHECKING:
    from silkenweb.stats.charts.clicking import Clickable, Clicked

Message = dict[str, Any]


class Player(anywidget.AnyWidget):
    """Step through a replay, branch it, and write notes; `player.replay` holds what was done.

    `at`: the node shown first, as a path, a link or a Node. `lens`: `all`, `seat:N` or `infer:N`, what the
    browser gets to know, by default the first of `lenses`: those that may be chosen there, by default all,
    everything first. `save_to`: the file that the button "Save" writes.

    `autosave`: whether branches and notes are kept as they are made. A replay that was loaded from
    `game.json` is kept in `game.branches.json` beside it, a whole replay file of its own, and gets them back
    from there; `game.json` itself is never changed. A sample, or a game that was never in a file, is kept
    only where `autosave` names a file.

    A notebook stores a picture and a text of the node, as the lens showed it when the cell ran. A lens chosen
    later does not change that: run the cell again, or clear its output, before you share the notebook.

    What a review found stands in the tab "Review" and in a graph under the table, as far as the lens may
    know; the game is reviewed there, or by `review`.

    `language`: `en` or `zh-Hant` (Traditional Chinese), by default what the environment variable
    SILKENWEB_LANGUAGE names, else English.

    Raises SilkenwebError for an unknown lens or language, or a replay of more than 20,000 nodes.
    """

    _css = assets.css()
    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    line: traitlets.List[Message] = traitlets.List().tag(sync=True)
    branches: traitlets.List[Message] = traitlets.List().tag(sync=True)
    notes: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    reviews: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    keeping: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    cursor = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        replay: Replay,
        *,
        at: str | Node = "0",
        lens: str | None = None,
        lenses: Sequence[str] | None = None,
        save_to: str | Path | None = None,
        autosave: bool | str | Path = True,
        language: str | None = None,
    ) -> None:
        self.words = Words(language)
        self.keeper = keeper_of(replay, autosave)
        payload.check_size(replay.count + 1)
        self.replay = replay
        self.save_to = None if save_to is None else Path(save_to)
        self._saved: object = None
        self._lenses = list(lenses or payload.lens_names(len(replay.characters)))
        self.showing = Showing(replay, self._chosen(self._lenses[0] if lens is None else lens), self.words)
        self._requests = Requests(self)
        self._soon = Soon(self.refresh)
        self._esm = assets.player_esm(self.words.language)
        super().__init__()
        self._send_all()
        self.show(at)
        replay.history.listen(self._soon.call)
        self.on_msg(self._receive)

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

    def show(self, node: str | Node) -> None:
        """Show a node, given as a path, a link or itself. Raises SilkenwebError where the lens hides it."""
        found = self.replay.find(node) if isinstance(node, str) else node
        if not self.showing.shows(found):
            self.refresh()
        if not self.showing.shows(found):
            raise SilkenwebError(f"node {found.path} is not shown here")
        self.cursor = self.showing.number(found)

    def link(self, chart: Clickable) -> Clicked:
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
        return review(self.replay, **{"progress": True, **options})

    def look_through(self, lens: str) -> None:
        """Change the lens: from now on the browser has only what it shows. The picture that a notebook stored
        of the cell stays as it was; run the cell again, or clear its output.
        """
        chosen, node = self._chosen(lens), self.showing.numbered(self.cursor)
        with self.hold_sync():
            self.showing.look_through(chosen)
            self.cursor = self.showing.nearest(node)
            self._send_all()

    def _chosen(self, lens: str) -> payload.Lens:
        """One of the lenses that may be chosen; SilkenwebError for another, or where one is unknown."""
        found = {name: payload.Lens(name, len(self.replay.characters)) for name in self._lenses}
        if lens not in found:
            raise SilkenwebError(f"this player offers the lenses {', '.join(found)}, and not {lens!r}")
        return found[lens]

    def save(self) -> str:
        """Write the replay to `save_to`, or to where it is kept; in words, where that is."""
        if self.save_to is not None:
            self.replay.save(self.save_to)
            self._saved = self.replay.history.last
            self.keeping = self._keeping()
            return self.words("keep.saved", file=self.save_to)
        if self.keeper is None:
            raise SilkenwebError(self.words("keep.nowhere"))
        self.keeper.keep()
        return self.keeper.told(self.words) or self.words("keep.nothing")

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

    def refresh_soon(self) -> None:
        """As `refresh`, once what is running now has ended."""
        self._soon.call()

    def close(self) -> None:
        """Take the player away. What was done stays in its replay."""
        if self.comm is not None:
            self._requests.stop()
            self._requests.stop_review()
            self._soon.stop()
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
        """Where it is kept, or why it is not; and whether there is anything to undo, or to do again."""
        history = self.replay.history
        steps = {"undo": history.length > 0, "redo": history.undone > 0}
        if self.keeper is not None:
            return {"words": self.keeper.told(self.words), "fault": self.keeper.fault, **steps}
        words = self.words("keep.memory")
        if history.last is self._saved:
            words = "" if history.last is None else self.words("keep.unchanged")
        return {"words": words, "fault": False, **steps}

    def _receive(self, _widget: object, message: Any, _buffers: object) -> None:
        self._requests.receive(message)

"""The table: people play one or more seats, bots play the others."""

from __future__ import annotations

import asyncio
import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets

from silkenweb import arguments, files
from silkenweb.edition import Edition
from silkenweb.edition.card_data import EditionLike, edition_or_none
from silkenweb.edition.source import BUILT_IN
from silkenweb.errors import SilkenwebError
from silkenweb.replay import Node, Replay
from silkenweb.replay.schema import MAX_BYTES
from silkenweb.text import Words
from silkenweb.text.refusals import Cause, refused
from silkenweb.widgets import assets, table_payload, table_setup
from silkenweb.widgets.comm import PACKED, CommWidget, standard
from silkenweb.widgets.picture import with_picture
from silkenweb.widgets.table_game import Sitting, all_at_once, bots_play
from silkenweb.widgets.table_requests import TableRequests
from silkenweb.widgets.table_setup import DEFAULT_BOT, DEFAULT_PACE, Bots, Pace, Seating, Seats, unfinished

if TYPE_CHECKING:
    from silkenweb.widgets.player import Player

Message = dict[str, Any]
SETUP, COVER, TABLE, LOOK = "setup", "cover", "table", "look"

HAND_OVER = 1.5
"""The minimum number of seconds that a decision's result is shown before the screen is covered."""


class Table(CommWidget):
    """A table to play at: people take one or more seats, bots take the others.

    Without `characters` the table is set up on the screen, and the other arguments fill in the setup. With
    characters, in clockwise order, the game can begin at once. A seat is a number from 0 or a character.

    `seat`: the seat of the person. `seats`: those of several people at one screen, as a list or with names,
    `{0: "Ana", "bajie": "Bo"}`; between their decisions the screen is covered until the next person is ready.
    `bots`: the name of a bot for all other seats, or a list or dict with one per seat. `names`: the names of
    all players in order. `seed`: the random seed, text or a whole number; by default a new one, which
    `table.replay.seed` gives. The same seed and seats deal the same cards, so a class can share them.
    `blessings`: the number of Blessings, by default as printed. `edition`: an Edition, the name of a built-in
    one, or the path of its file. `pace`: seconds per turn of a bot, or "at once", "quick", "normal", "slow"
    or "very slow". `take_back`: whether earlier decisions may be taken back; the file keeps a record of it.
    `auto_end`: whether a person's turn ends automatically when nothing else is possible; if not, the last
    play can be undone until the person ends the turn.

    The browser gets only what the seat in view may know. The game is recorded after each deal and decision,
    in the new file that `autosave` names, or in the first of `silkenweb-game-1.json`,
    `silkenweb-game-2.json`, ... that is free in the working folder; `autosave=False` records nothing.
    `Table.resume(path)` continues a recorded game, and the setup offers the unfinished games of the folder.
    `table.replay` is the game so far, with everything open.

    `height`, `layout`, `tooltip` and `tabbable` are those of every widget.

    Raises SilkenwebError if an argument is not valid, and says which values are.
    """

    words: Words
    sitting: Sitting | None
    viewer: int | None
    """The seat in view; None while the screen is covered and before the game."""
    player: Player | None
    """The player that shows the finished game, once somebody has opened it here."""

    game: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    line: traitlets.List[Message] = traitlets.List().tag(**PACKED)
    branches: traitlets.List[Message] = traitlets.List().tag(**PACKED)
    notes: traitlets.Dict[str, Any] = traitlets.Dict().tag(**PACKED)
    keeping: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    cursor = traitlets.Int(0).tag(sync=True)
    stage: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)
    setup: traitlets.Dict[str, Any] = traitlets.Dict().tag(sync=True)

    def __init__(
        self, characters: Sequence[str] | None = None, *, seat: int | str = 0, seats: Seats | None = None,
        bots: Bots = DEFAULT_BOT, seed: str | int | None = None, blessings: int | None = None,
        edition: EditionLike | None = None, names: Sequence[str | None] | None = None,
        pace: Pace = DEFAULT_PACE, take_back: bool = False, auto_end: bool = False,
        autosave: bool | str | Path = True, language: str | None = None, **widget: Any,
    ) -> None:  # fmt: skip
        self._widget_options = standard(Table, widget)
        edition = edition_or_none(edition)
        self._editions = _editions(edition)
        asked = table_setup.seating(
            _default_characters(edition, bots, names) if characters is None else characters, seat=seat,
            seats=seats, bots=bots, seed=seed, blessings=blessings, edition=edition, names=names, pace=pace,
            take_back=take_back, auto_end=auto_end,
        )  # fmt: skip
        self._path = _own_path(autosave)
        self._keeps = autosave is not False
        sitting = None if characters is None else Sitting(asked, asked.start(), self._path, self._keeps)
        self._prepare(asked, sitting, "" if seed is None else asked.seed, language)

    @classmethod
    def resume(
        cls,
        path: str | Path,
        *,
        edition: EditionLike | None = None,
        language: str | None = None,
        **widget: Any,
    ) -> Table:
        """Continue a game that a table has recorded, with the same seats, bots and pace, in the same file.

        `edition` is required if the game was not played with a built-in one. Bots and a pace that are
        out of bounds (`silkenweb.bots.registry`) are replaced by the default, with a warning. Raises
        SilkenwebError if the file is not valid, or was not recorded at a table.
        """
        replay = Replay.load(path, edition)
        asked, replaced = table_setup.resumed(replay)
        for each in replaced:
            warnings.warn(f"{Path(path).name}: {each}", stacklevel=2)
        table = cls.__new__(cls)
        table._widget_options = standard(Table, widget)
        table._editions = _editions(replay.edition)
        table._path, table._keeps = None, True
        table._prepare(asked, Sitting(asked, replay, Path(path).absolute()), "", language)
        return table

    def _prepare(self, asked: Seating, sitting: Sitting | None, seed: str, language: str | None) -> None:
        self.words = Words(language)
        self.sitting = sitting
        self.viewer = None
        self.player = None
        self._allows_back = asked.take_back
        self._draft = table_payload.draft_of(asked, self._edition_key(asked.edition), seed)
        self._numbers = table_payload.Numbers()
        self._looked: dict[int, Node] = {}
        self._since: int | None = None
        self._bot_fault = ""
        self._task: asyncio.Task[None] | None = None
        super().__init__(assets.table_esm, self.words, **self._widget_options)
        self._begin()
        self._connect(TableRequests(self))

    def __repr__(self) -> str:
        if self.sitting is None:
            return "<Table, not set up yet>"
        phase, level, _ = self.sitting.replay.outcome
        return f"<Table of {', '.join(self.sitting.seating.characters)}: {phase} at level {level}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Return the widget, and for viewers without widgets a picture and a text of what the seat sees.

        If several people play, there is no picture, since a notebook would keep it uncovered.
        """
        bundle = super()._repr_mimebundle_(**kwargs)
        if self.sitting is None or self.viewer is None or len(self.sitting.seating.people) > 1:
            return bundle
        return with_picture(bundle, self.sitting.node, self.viewer, self.words.language)

    @property
    def shows_all(self) -> bool:
        """Whether the page has all decisions; it has not while a bot's turn waits for its beat."""
        sitting, viewer = self.sitting, self.viewer
        return sitting is not None and viewer is not None and self._looked.get(viewer) is sitting.node

    # -- from Python -------------------------------------------------------------------------------

    @property
    def replay(self) -> Replay:
        """The game so far, with everything open. Raises SilkenwebError before a game has begun."""
        if self.sitting is None:
            raise refused("table.none")
        return self.sitting.replay

    @property
    def path(self) -> Path | None:
        """The file in which the game is recorded; None if there is none, or none yet."""
        return None if self.sitting is None else self.sitting.path

    def look(self) -> Player:
        """Return a player that shows the finished game. Raises SilkenwebError before the game is over."""
        from silkenweb.widgets.player import Player

        if not self.replay.end.position.over:
            raise SilkenwebError(
                "the game is not over, and the player shows all hands; for that use sw.Player(table.replay)"
            )
        return Player(self.replay, language=self.words.language)

    def close(self) -> None:
        """Close the widget. The game stays in its file."""
        if self.comm is not None:
            self.stop()
        super().close()

    # -- the screens ---------------------------------------------------------------------------------

    def _begin(self) -> None:
        """Show the game at its current position, or the setup."""
        self.stop()
        self._looked.clear()
        self._numbers.told.clear()
        self._bot_fault = ""
        if self.sitting is None:
            self.show_setup()
            return
        people = self.sitting.seating.people
        open_to_all = self.sitting.node.position.seat is None
        if len(people) == 1 or open_to_all:
            self.uncover(people[0] if len(people) == 1 else self.sitting.next_person)
        else:
            self.cover()

    def sit_down(self, form: Any) -> None:
        """Begin the game that was set up on the screen."""
        asked = table_setup.filled_in(form, self._editions, self._allows_back)
        path = self._path if self._path is None or not self._path.exists() else None
        self.sitting = Sitting(asked, asked.start(), path, self._keeps)
        self._draft = table_payload.draft_of(asked, self._edition_key(asked.edition))
        self._begin()

    def continue_game(self, name: Any) -> None:
        """Continue one of the unfinished games that the setup offers.

        Raises SilkenwebError if the setup did not offer it, or if the file cannot be read any more.
        """
        offered = next((each for each in self.setup.get("unfinished", []) if each["file"] == name), None)
        if offered is None:
            raise refused("setup.offer")
        path = self._folder() / name
        edition = next((each for each in self._editions.values() if each.sha256 == offered["edition"]), None)
        try:
            raw = files.read(path, MAX_BYTES)
        except OSError as error:
            raise refused("setup.file", file=name, why=Cause(error)) from error
        replay = Replay.loads(raw, edition)
        asked, replaced = table_setup.resumed(replay)
        for each in replaced:
            warnings.warn(f"{name}: {each}", stacklevel=2)
        self.sitting = Sitting(asked, replay, path)
        self._draft = table_payload.draft_of(asked, self._edition_key(asked.edition))
        self._begin()

    def show_setup(self, draft: Message | None = None) -> None:
        """Show the setup, filled in as `draft` or as it was last; this abandons the current game."""
        self.stop()
        self.viewer = None
        self._draft = self._draft if draft is None else draft
        with self.hold_sync():
            self._send_nothing()
            offered = unfinished(self._folder(), self.words) if self._keeps else []
            self.setup = table_payload.setup(
                self._editions, self._draft, self.words, self._allows_back, self._where_kept(), offered
            )
            self.stage = {"name": SETUP}

    def cover(self) -> None:
        """Hide everything until the person who decides next is ready."""
        sitting = self.sitting
        assert sitting is not None
        self.viewer = None
        seat = sitting.next_person
        told = table_payload.level_nodes(sitting.node)[1:]
        looked = self._looked.get(seat)
        new = told[told.index(looked) + 1 :] if looked in told else told
        with self.hold_sync():
            self._send_nothing()
            self.stage = {
                "name": COVER,
                "seat": seat,
                "who": table_payload.who(sitting, seat, self.words),
                "said": table_payload.said_openly(new, self.words),
            }

    def uncover(self, seat: int) -> None:
        """Show the table as a seat sees it."""
        sitting = self.sitting
        assert sitting is not None
        self.viewer = seat
        looked = self._looked.get(seat)
        self._since = None if looked is None else self._numbers.of(looked)
        with self.hold_sync():
            self.setup = {}
            self.game = table_payload.game(sitting, seat, self.words)
            self.show_table()

    def show_table(self) -> None:
        """Send what has changed at the table to the browser, as the seat in view sees it."""
        sitting, viewer = self.sitting, self.viewer
        assert sitting is not None
        assert viewer is not None
        self._looked[viewer] = sitting.node
        with self.hold_sync():
            self.line = table_payload.line(sitting, viewer, self._numbers, self.words)
            self.cursor = self._numbers.of(sitting.node)
            self.keeping = {"words": self._where_kept(), "fault": bool(sitting.fault)}
            self.stage = self._table_stage(sitting, viewer)

    def show_player(self) -> None:
        """Show the finished game in the table's place."""
        self.player = self.look()
        self.stage = {"name": LOOK, "player": f"IPY_MODEL_{self.player.model_id}"}

    def _table_stage(self, sitting: Sitting, viewer: int) -> Message:
        why = sitting.why_not_back(viewer)
        return {
            "name": TABLE,
            "viewer": viewer,
            "started": sitting.node.parent is not None,
            "since": self._since,
            "mine": sitting.decides == viewer,
            "bots": sitting.bot_decides,
            "next": None
            if sitting.decides is None
            else table_payload.who(sitting, sitting.decides, self.words),
            "several": len(sitting.seating.people) > 1,
            "take_back": sitting.seating.take_back,
            "why_not_back": why and self.words(why),
            "undo": sitting.may_undo(viewer),
            "auto_end": sitting.seating.auto_end,
            "pace": sitting.seating.pace,
            "paces": table_payload.paces(self.words, sitting.seating.pace),
            "over": sitting.node.position.over,
            "final": table_payload.final(sitting, self.words) if sitting.node.position.over else None,
            "fault": self._bot_fault,
            "resume": self._resume_call(),
        }

    def _send_nothing(self) -> None:
        """Remove everything that a seat saw from the browser."""
        self.line, self.game, self.setup, self.cursor, self.keeping = [], {}, {}, 0, {}

    def _folder(self) -> Path:
        """Return the folder in which this table keeps its games."""
        return Path.cwd() if self._path is None else self._path.parent

    def _resume_call(self) -> str:
        """Return the Python call that continues this game after a restart; "" if the game has no file."""
        sitting = self.sitting
        path = None if sitting is None or not sitting.keeps else sitting.path
        if path is None or not path.is_file():
            return ""
        name = path.name if path.parent == Path.cwd() else str(path)
        return f"sw.Table.resume({json.dumps(name, ensure_ascii=False)})"

    def _where_kept(self) -> str:
        if not self._keeps:
            return self.words("sit.kept.nowhere")
        sitting = self.sitting
        if sitting is not None and sitting.fault and self.viewer is not None:
            return self.words("sit.kept.fault", why=sitting.fault)
        if sitting is None or sitting.path is None or self.viewer is None:
            return self.words("sit.kept.soon")
        return self.words("sit.kept.in", file=sitting.path.name)

    # -- bots --------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Let bots play at the table's pace until a person decides.

        If that is not the person in view, the screen is covered. Without an event loop, bots play at once.
        """
        sitting = self.sitting
        if sitting is None or self.viewer is None or self._bot_fault:
            return
        self.stop()
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self._go_on_at_once(sitting)
        else:
            self._task = loop.create_task(self._go_on(sitting))

    def try_again(self) -> None:
        """Ask the failed bot again."""
        self._bot_fault = ""
        self.show_table()
        self.go_on()

    def stop(self) -> None:
        """Stop the bots."""
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _go_on_at_once(self, sitting: Sitting) -> None:
        try:
            all_at_once(sitting)
        except Exception as error:
            self._bot_failed(error)
        self.show_table()
        if self._another_decides(sitting):
            self.cover()

    async def _go_on(self, sitting: Sitting) -> None:
        def still() -> bool:
            return self.sitting is sitting and self.viewer is not None

        try:
            await bots_play(sitting, still, self.show_table)
        except Exception as error:
            if still():
                self._bot_failed(error)
                self.show_table()
            return
        if still() and self._another_decides(sitting):
            node = sitting.node
            await asyncio.sleep(max(HAND_OVER, sitting.seating.pace))
            if still() and sitting.node is node:
                self.cover()

    def _another_decides(self, sitting: Sitting) -> bool:
        return sitting.decides in sitting.seating.people and sitting.decides != self.viewer

    def _bot_failed(self, error: Exception) -> None:
        """Report that a bot has failed: only the type of its error, since the text may name its cards."""
        assert self.sitting is not None
        seat = self.sitting.decides
        assert seat is not None
        who = table_payload.who(self.sitting, seat, self.words)
        self._bot_fault = self.words("sit.bot.failed", who=who, error=type(error).__name__)

    # -- the browser -------------------------------------------------------------------------------

    def speak(self, language: str, draft: Message | None) -> None:
        """Change the language while the table is set up."""
        self.words = Words(language)
        self._reload(assets.table_esm, self.words)
        self.show_setup(draft)

    def _edition_key(self, edition: Edition) -> str:
        return next((key for key, each in self._editions.items() if each is edition), edition.name)


def _editions(given: Edition | None) -> dict[str, Edition]:
    """Return the editions that can be played, by their displayed names."""
    found = {name: Edition.load(name) for name in BUILT_IN}
    if given is not None and all(given.sha256 != each.sha256 for each in found.values()):
        found = {(given.name if given.name not in found else f"{given.name} 2"): given, **found}
    elif given is not None:
        found = {key: given if each.sha256 == given.sha256 else each for key, each in found.items()}
    return found


def _default_characters(edition: Edition | None, bots: Bots, names: Sequence[str | None] | None) -> list[str]:
    """Return the characters of a table before its setup: three, or one for each given bot or name."""
    known = list((edition or Edition.load()).characters)
    asked = [len(each) for each in (bots, names) if isinstance(each, Sequence) and not isinstance(each, str)]
    first = [key for key in ("wukong", "bajie", "wujing") if key in known]
    return [*first, *(key for key in known if key not in first)][: max(2, *asked, 0) if asked else 3]


def _own_path(autosave: bool | str | Path) -> Path | None:
    if isinstance(autosave, bool):
        return None
    path = Path(arguments.path("autosave", autosave, "True, False or the path of a new file")).absolute()
    if path.exists():
        raise SilkenwebError(
            f"{autosave} already exists, and a game never overwrites another file; "
            "Table.resume(path) continues a game"
        )
    if not path.parent.is_dir():
        raise SilkenwebError(f"{autosave}: there is no such folder")
    return path

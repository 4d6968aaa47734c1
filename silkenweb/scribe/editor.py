"""The Scribe: a game entered from a real table, with a method for each kind of fact."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from silkenweb import arguments
from silkenweb.edition.card_data import EditionLike
from silkenweb.errors import FactRefused, SilkenwebError
from silkenweb.game import Position, legality
from silkenweb.game.state import PLAYED, TURN, State, sealed
from silkenweb.game.tables import STORAGE, Tables
from silkenweb.replay.game_record import Replay
from silkenweb.scribe.completion import Search, TooOpen
from silkenweb.scribe.conflict import ConflictSearch
from silkenweb.scribe.facts import FACTS, MOST_FACTS, MOVES, Fact, as_data, facts_in, read_fact
from silkenweb.scribe.reconstruction import Reconstruction, Share, share_of
from silkenweb.scribe.trail import Trail
from silkenweb.text.refusals import Reason, in_english, refused, unreadable

Cards = str | Iterable[str]
"""Cards as one text with spaces, or as separate texts."""


class FactMethods:
    """Methods that add facts of each kind, for Scribe."""

    tables: Tables
    characters: Sequence[str]
    _names: list[str | None] | None

    def tell(self, *texts: str, level: int | None = None, after: int | None = None) -> Self:
        """See Scribe.tell."""
        raise NotImplementedError

    def move(self, text: str) -> Self:
        """See Scribe.move."""
        raise NotImplementedError

    def row(self, cards: Cards, *, level: int | None = None) -> Self:
        """Add the Threat Row at the start of the level, left to right (S3); `?` is an unknown card."""
        return self.tell(f"row {words_of(cards)}", level=level)

    def reveal(self, cards: Cards, *, after: int | None = None, level: int | None = None) -> Self:
        """Add the Threats that the last move revealed (T9), or the move with the number `after`."""
        return self.tell(f"reveal {words_of(cards)}", level=level, after=after)

    def keep(
        self,
        who: str | int,
        discards: Cards = (),
        stores: Cards = (),
        *,
        rotated: bool | None = None,
        level: int | None = None,
    ) -> Self:
        """Add a keep: the known cards that a player discarded (S5) and stored (S6: `WJ4'`).

        `rotated`: whether the hand was rotated, which usually only its owner knows.
        """
        turned = "" if rotated is None else "~" if arguments.flag("rotated", rotated) else "="
        laid = [f"-{card}" for card in words_of(discards, "discards").split()] + [
            f"^{card}" for card in words_of(stores, "stores").split()
        ]
        return self.tell(" ".join(filter(None, ["keep", self._key(who), turned, *laid])), level=level)

    def dealt(self, who: str | int, cards: Cards, *, level: int | None = None) -> Self:
        """Add cards that a player drew at the start of the level (S4), as they were before any rotation."""
        return self.tell(f"dealt {self._key(who)} {words_of(cards)}", level=level)

    def knows(
        self,
        who: str | int,
        *,
        hand: Cards | None = None,
        whole_hand: Cards | None = None,
        deck: Cards | None = None,
        level: int | None = None,
        after: int | None = None,
    ) -> Self:
        """Add cards that a player had at a moment.

        They are cards of the hand, the whole hand, or (once all cards are open) the Equipment Deck from the
        top. `WK3` has its first face up, `WK3'` its second, `WK3?` either.
        """
        key = self._key(who)
        told = [] if hand is None else [f"hand {key} {words_of(hand, 'hand')}"]
        told += (
            [] if whole_hand is None else [f"hand {key} only {words_of(whole_hand, 'whole_hand')}".rstrip()]
        )
        told += [] if deck is None else [f"deck {key} {words_of(deck, 'deck')}".rstrip()]
        return self.tell(*told, level=level, after=after)

    def threat_deck(self, cards: Cards, *, level: int | None = None, after: int | None = None) -> Self:
        """Add the rest of the Threat Deck, next card first, once all cards are open."""
        return self.tell(f"threats {words_of(cards)}".rstrip(), level=level, after=after)

    def took(self, who: str | int, card: str, *, level: int | None = None) -> Self:
        """Add the card that a player drew (A1), in the chosen orientation."""
        return self.tell(f"took {self._key(who)} {_one(card, 'card', 'a card')}", level=level)

    def play(self, text: str, *, showing: str | None = None) -> Self:
        """Add a play: `WK6>T25`, `WK3>T12+T13`, `WK3>spirit`. `showing`: the icon, if it is ambiguous."""
        icon = "" if showing is None else f" showing {_one(showing, 'showing', 'an icon, or None')}"
        return self.move(f"play {_one(text, 'text', 'a card and its target, as in WK6>T25')}{icon}")

    def end(self) -> Self:
        """Add that the player ended the turn (T2)."""
        return self.move("end")

    def rest(self, rotating: bool | None = False) -> Self:
        """Add a Rest (T12); `rotating` is None if nobody remembers whether the hand was rotated."""
        if rotating is None:
            return self.move("rest ?")
        return self.move("rest ~" if arguments.flag("rotating", rotating) else "rest")

    def claim(self, relic: str) -> Self:
        """Add the claim of a Relic (T11)."""
        return self.move(f"claim {_one(relic, 'relic', 'a Relic, as in R04')}")

    def signal(self, place: str) -> Self:
        """Add the place where Tang Sanzang put the marker (A5)."""
        return self.move(f"signal {_one(place, 'place', 'a place of the marker')}")

    def ability(self, what: str = "") -> Self:
        """Add an ability (A1-A4), as in replays: `-BJ3 wukong`, `T12`, nothing, `+BH3 +BH5'`."""
        return self.move(f"ability {_one(what, 'what', 'what the ability does, as in replays')}".rstrip())

    def _key(self, who: str | int) -> str:
        """Return the character of a seat, given by its character, its number or its player's name."""
        if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < self.tables.players:
            return self.characters[who]
        if isinstance(who, str):
            if who in self.tables.seats_by_name:
                return who
            named = [
                key for key, name in zip(self.characters, self._names or (), strict=False) if name == who
            ]
            if len(named) == 1:
                return named[0]
        known = ", ".join(self.characters)
        if isinstance(who, str):
            raise unreadable("fact.who", "who", who, known=known)
        raise arguments.unreadable("who", f"a seat, or a name of one; there are {known}", who)


def _one(value: str, name: str, expected: str) -> str:
    return arguments.text(name, value, expected)


def words_of(cards: Cards, name: str = "cards") -> str:
    """Return the cards as one text; `name` is the name of the parameter."""
    if isinstance(cards, str):
        return " ".join(cards.split())
    return " ".join(arguments.texts(name, cards, 'cards, as in "WK1 WK7" or ["WK1", "WK7"]'))


class Scribe(FactMethods):
    """Records a game that is played with real cards, during the game or from memory.

    You add facts. The Scribe fills in the unseen cards so that they agree with all facts, marks them as
    assumed, and revises them with each new fact. It refuses an impossible fact (FactRefused), with the rule
    and the earlier facts that it contradicts.

    >>> scribe = Scribe(["wukong", "bajie"])
    >>> scribe.row("T02 T12").keep("wukong", "WK1 WK7").play("WK2>T02")
    Scribe(level 1, turn: wukong decides, 3 facts)
    """

    path: Path | None = None
    """The file of the game: where it was saved last, or loaded from; None if there is none."""
    _saved: tuple[Fact, ...] = ()

    def __init__(
        self,
        characters: Sequence[str],
        *,
        blessings: int | None = None,
        edition: EditionLike | None = None,
        names: Sequence[str | None] | None = None,
        seed: str | int | None = "scribe",
        meta: Mapping[str, Any] | None = None,
    ) -> None:
        """Create a Scribe for these `characters`, in clockwise order.

        `names` of the players; `seed`: text or a whole number that determines the assumed cards, so that the
        same facts give the same game. `meta`: information about the game, as in Replay.start.
        """
        self.seed = arguments.seed(seed)
        self._start = Position.start(characters, edition, blessings)
        self.tables = self._start.state.tables
        self.characters: tuple[str, ...] = self.tables.characters
        count = len(self.characters)
        self._names = None if names is None else list(arguments.names("names", names, count))
        self._meta = meta
        self._told: list[tuple[Fact, ...]] = []
        self._trail: Trail
        self._search: Search
        self._replay: Replay | None = None
        self._fresh_replay()  # refuses wrong names and meta now
        self._complete(())

    # -- reading -----------------------------------------------------------------------------------

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in the order in which they were added."""
        return tuple(fact for group in self._told for fact in group)

    @property
    def told(self) -> tuple[tuple[Fact, ...], ...]:
        """The facts in the groups in which they were added; `undo` removes one group."""
        return tuple(self._told)

    @property
    def state(self) -> State:
        """The current state of the game, without hands and decks; read-only."""
        return sealed(self._trail.state)

    @property
    def unseen_turned(self) -> bool:
        """Whether the last move revealed Threats about which there is no fact."""
        made = self._trail.stretches[-1].made if self._trail.stretches else ()
        number = len(self.moves)
        told = any(fact.kind == "reveal" and fact.after == number for fact in self.facts)
        return bool(made and made[-1].turned and not told)

    @property
    def reserve(self) -> list[str]:
        """The Threat Cards and Relics that may be revealed next."""
        held = {relic for seat in range(self.tables.players) for relic in self.cards_of(seat)}
        seen: set[str] = set()
        if self._trail.now is not None and not self._row_open:
            turned = self._trail.now.turned
            shown = turned[:-1] if self.unseen_turned else turned
            seen = {self.tables.targets[card] for group in shown for card in group.cards}
        return [card for card in self.tables.targets if card not in held | seen]

    @property
    def _row_open(self) -> bool:
        """Whether there is no fact about the Threat Row, or a move, of the current level."""
        return not any(
            fact.level == self._level and (fact.kind == "row" or fact.is_move) for fact in self.facts
        )

    def playable(self, seat: int | str) -> list[str]:
        """Return the cards that a player may have in hand or storage now, according to all facts."""
        seat = arguments.seat(seat, self.characters)
        if self._trail.now is None:
            return []
        ledger, stored = self._trail.ledger(seat), self.stored_by(seat)
        return [card for card in self.cards_of(seat) if card in stored or ledger.may_hold(card)]

    def stored_by(self, seat: int | str) -> set[str]:
        """Return the cards in a player's storage."""
        seat = arguments.seat(seat, self.characters)
        tables, store = self.tables, self._trail.state.stores[seat]
        return set(tables.cards(seat, tables.without_orientation(seat, store)))

    def cards_of(self, seat: int | str) -> list[str]:
        """Return a player's cards that have not left the hand, including Relics and stored cards."""
        seat = arguments.seat(seat, self.characters)
        tables, state = self.tables, self._trail.state
        if self._trail.now is None:
            own = set(tables.cards(seat, state.discards[seat]))
        else:
            ledger = self._trail.ledger(seat)
            own = (set(ledger.cards) - ledger.gone) | {card for card, _, _ in ledger.inhand}
        return sorted(own | self.stored_by(seat))

    def may_store(self, seat: int | str) -> bool:
        """Return whether this player may store cards in keep (S6)."""
        seat = arguments.seat(seat, self.characters)
        return legality.may_store(self._trail.state, seat)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves so far, in order; the first one has the number 1."""
        return tuple(fact.text for fact in self.facts if fact.is_move)

    @property
    def position(self) -> Position:
        """The current position, including assumed cards."""
        return self.replay.end.position

    @property
    def replay(self) -> Replay:
        """The game so far, for review, pictures and the player; each fact makes a new replay."""
        if self._replay is None:
            replay = self._fresh_replay()
            replay._head[FACTS] = as_data(self.seed, self._told)
            self._replay = Reconstruction(self._search, replay).build(self._trail)
        return self._replay

    @property
    def share(self) -> Share:
        """How much of the game is assumed."""
        return share_of(self.replay)

    def __repr__(self) -> str:
        position, count = self._phase(), len(self.facts)
        return f"Scribe({position}, {count} fact{'' if count == 1 else 's'})"

    def _phase(self) -> str:
        state = self._trail.state
        level = f"level {self._level}"
        if state.phase == TURN:
            return f"{level}, turn: {self.characters[state.seat]} decides"
        return f"{level}, {state.phase}"

    @property
    def _level(self) -> int:
        """The current level, or the next one between levels."""
        return self._trail.state.level

    # -- adding facts -----------------------------------------------------------------------------------

    def tell(self, *texts: str, level: int | None = None, after: int | None = None) -> Self:
        """Add facts, given as texts; either all of them or none.

        `level`: the level that they are about, by default the current one. `after`: for a fact about a moment
        (reveal, hand, deck, threats), the number of moves of the whole game before it; by default now, or the
        end of an earlier level. Raises FactRefused for impossible facts, and NotationError for a text that is
        not a fact.
        """
        new: list[Fact] = []
        for text in arguments.texts("texts", texts, "facts in their texts"):
            new += self._read(text, level, after)
        if new:
            self._complete(tuple(new))
        return self

    def _read(self, text: str, level: int | None, after: int | None) -> list[Fact]:
        text = " ".join(text.split()) if isinstance(text, str) else text
        now = self._level
        level = now if level is None else level
        if not isinstance(level, int) or isinstance(level, bool) or level < 1:
            raise arguments.unreadable("level", "a number from 1", level)
        if isinstance(text, str) and text.split(" ")[0] in ("keep", "take"):
            text = self._own(text)
        made = len(self.moves)
        if after is None:
            after = made if level >= now else self._end_of(level)
        elif not isinstance(after, int) or isinstance(after, bool) or not 0 <= after <= made:
            raise arguments.unreadable("after", f"a number from 0 to {made}, the moves told so far", after)
        return [read_fact(self.tables, text, level, after)]

    def _own(self, text: str) -> str:
        """Convert `keep -WK1 -WK7` and `take WK3`, as in replays, to facts about the deciding seat."""
        kind, *words = text.split()
        if words[:1] and words[0] in self.tables.seats_by_name:
            return text
        if kind == "take":
            seats = [made.drawer for made in self._trail.stretches[-1].made if made.drawer >= 0] or [-1]
            return f"took {self.characters[seats[-1]]} {' '.join(words)}" if seats[-1] >= 0 else text
        kept = {fact.seat for fact in self.facts if fact.kind == "keep" and fact.level == self._level}
        start, players = self._trail.state.start, self.tables.players
        order = [(start + step) % players for step in range(players)]
        waiting = [seat for seat in order if seat not in kept]
        if not waiting:
            raise unreadable("fact.keeps", "fact", text)
        turned = [] if "~" in words else ["="]
        return " ".join(["keep", self.characters[waiting[0]], *turned, *words])

    def _end_of(self, level: int) -> int:
        """Return the number of moves made by the end of a level."""
        return sum(len(stretch.made) for stretch in self._trail.stretches if stretch.level <= level)

    def _complete(self, new: tuple[Fact, ...]) -> None:
        old = self.facts
        if len(old) + len(new) > MOST_FACTS:
            raise refused("fact.most", most=f"{MOST_FACTS:,}")
        search = Search(self.tables, self._start.blessings, (*old, *new), self.seed)
        try:
            trail = search.find()
        except TooOpen:
            raise self._refused(new, "", Reason("fact.open", {})) from None
        if trail is None:
            conflict = ConflictSearch(self.tables, self._start.blessings, self.seed, old, new)
            _, rule, reason = search.failed
            against = conflict.find() if new else ()
            raise self._refused(new, rule, self._with_storage_hint(new, reason), against)
        self._search, self._trail = search, trail
        if new:
            self._told.append(new)
        self._renew()

    def _with_storage_hint(self, new: tuple[Fact, ...], reason: Reason) -> Reason:
        """Add that a card could have come from storage, if no fact mentions it (S6).

        Stored cards are open to all, so the Scribe does not guess them.
        """
        played = {move.split(">")[0].removeprefix("play ") for fact in new for move in fact.moves}
        for seat, effect in enumerate(self.tables.effects):
            own = played & set(self.tables.equipment[seat])
            if effect == STORAGE and own and not self.stored_by(seat) & own:
                return Reason("fact.storage", {"reason": reason, "card": min(own)})
        return reason

    def _refused(
        self, new: tuple[Fact, ...], rule: str, reason: Reason, against: tuple[Fact, ...] = ()
    ) -> SilkenwebError:
        if not new:  # the facts of a file, which are not trusted
            broken = f" ({rule})" if rule else ""
            return SilkenwebError(
                f"{FACTS}: these facts are impossible{broken}: {in_english(reason.code, reason.parameters)}"
            )
        return FactRefused(
            ", ".join(fact.text for fact in new),
            rule,
            in_english(reason.code, reason.parameters),
            [fact.placed for fact in against],
            code=reason.code,
            parameters=reason.parameters,
        )

    def _renew(self) -> None:
        """Discard the replay, so that it is rebuilt, keeping the notes on moves that stay the same."""
        old, self._replay = self._replay, None
        if old is None or not any(node.comment or node.glyph for node in old.main_line()):
            return
        for before, node in zip(old.main_line(), self.replay.main_line(), strict=False):
            if before.move != node.move:
                break
            for name in ("comment", "glyph"):
                if before._note(name):
                    self.replay.annotate(node, name, before._note(name))
        self.replay.history.forget()

    def undo(self) -> bool:
        """Remove the facts that were added last. Return False if there are none."""
        if not self._told:
            return False
        last = self._told.pop()
        try:
            self._complete(())
        except SilkenwebError:
            self._told.append(last)
            raise
        return True

    def move(self, text: str) -> Self:
        """Add the next move, in the notation of replays. A missing `end` of the player before is added.

        `rest ?` and `rotate ?`: nobody remembers whether the hand was rotated.
        """
        try:
            return self.tell(arguments.text("text", text, "the text of a move"))
        except FactRefused:
            state = self._trail.state
            ending = state.phase == TURN and state.flags & PLAYED and text.split()[0] in MOVES
            if not ending or text.split()[0] == "end":
                raise
            try:
                return self.tell("end", text)
            except SilkenwebError:
                pass
            raise

    def held(self, who: str | int, cards: Cards, *, level: int | None = None) -> Self:
        """Add that a player had cards in hand from keep until now, or until the end of an earlier level."""
        number = self._level if level is None else arguments.whole("level", level, 1)
        begins = self._end_of(number - 1)
        text = f"hand {self._key(who)} " + " ".join(
            f"{card.rstrip('?')}?" for card in words_of(cards).split()
        )
        first = self._read(text, number, begins)
        last = self._read(text, number, None)
        self._complete(tuple(dict.fromkeys([*first, *last])))
        return self

    # -- files -------------------------------------------------------------------------------------

    def _fresh_replay(self) -> Replay:
        return Replay.start(
            self.characters,
            names=self._names,
            edition=self._start.edition,
            blessings=self._start.blessings,
            meta=self._meta,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the replay with all facts, so that `Scribe.load` can continue it."""
        self.replay.save(path)
        self._keep_in(path)

    @property
    def saved(self) -> bool:
        """Whether the file of the game has all facts."""
        return self.path is not None and self._saved == self.facts

    def _keep_in(self, path: str | os.PathLike[str]) -> None:
        self.path, self._saved = Path(path), self.facts

    @classmethod
    def load(cls, path: str | os.PathLike[str], edition: EditionLike | None = None) -> Self:
        """Continue a game that a Scribe saved.

        Raises ReplayError if the file is not a replay, and SilkenwebError if it has no facts.
        """
        scribe = cls.resume(Replay.load(path, edition))
        scribe._keep_in(path)
        return scribe

    @classmethod
    def resume(cls, replay: Replay) -> Self:
        """Continue a replay that a Scribe wrote."""
        arguments.instance("replay", replay, Replay, "a Replay", "Scribe.load takes a path")
        seed, told = facts_in(replay)
        scribe = cls(
            replay.characters,
            blessings=replay.blessings,
            edition=replay.edition,
            names=[player.name for player in replay.players],
            seed=seed,
            meta=replay.meta or None,
        )
        scribe._told = [
            tuple(read_fact(scribe.tables, text, level, after) for level, after, text in group)
            for group in told
        ]
        scribe._complete(())
        scribe._replay = replay
        scribe._renew()
        return scribe

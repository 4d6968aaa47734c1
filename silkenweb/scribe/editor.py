"""Facts in the words of the table, as methods; what they become is in facts.py."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

from silkenweb import arguments
from silkenweb.edition.edition_argument import EditionLike
from silkenweb.errors import FactRefused, SilkenwebError
from silkenweb.game import Position
from silkenweb.game.state import PLAYED, TURN, State, sealed
from silkenweb.game.tables import STORAGE, Tables
from silkenweb.replay.tree import Replay
from silkenweb.scribe.completion import Search, TooOpen
from silkenweb.scribe.conflict import Refusing
from silkenweb.scribe.facts import FACTS, MOST_FACTS, MOVES, Fact, as_data, read_fact, told_in
from silkenweb.scribe.reconstruction import Building, Share, share_of
from silkenweb.scribe.trail import Trail
from silkenweb.text.refusals import Reason, in_english, refused, unreadable

Cards = str | Iterable[str]
"""Cards as one text with spaces, or one by one."""


class InWords:
    """For a Scribe, which knows how to take facts."""

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
        """The Threats turned up as the level began, left to right (S3); `?` for one nobody remembers."""
        return self.tell(f"row {words_of(cards)}", level=level)

    def reveal(self, cards: Cards, *, after: int | None = None, level: int | None = None) -> Self:
        """The Threats that the last move turned up (T9), or the move number `after`."""
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
        """S5: what a player discarded, and stored (S6: `WJ4'` as it lay), as far as it is known; and whether
        the hand was rotated, which mostly only its owner can tell."""
        turned = "" if rotated is None else "~" if arguments.flag("rotated", rotated) else "="
        laid = [f"-{card}" for card in words_of(discards, "discards").split()] + [
            f"^{card}" for card in words_of(stores, "stores").split()
        ]
        return self.tell(" ".join(filter(None, ["keep", self._key(who), turned, *laid])), level=level)

    def dealt(self, who: str | int, cards: Cards, *, level: int | None = None) -> Self:
        """S4: cards that a player drew as the level began, as they lay before any rotation."""
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
        """What a player tells of a moment: cards of the hand, the whole hand, or (when all lies open) the
        Equipment Deck from the top. `WK3` lies first face up, `WK3'` second, `WK3?` either way."""
        key = self._key(who)
        told = [] if hand is None else [f"hand {key} {words_of(hand, 'hand')}"]
        told += (
            [] if whole_hand is None else [f"hand {key} only {words_of(whole_hand, 'whole_hand')}".rstrip()]
        )
        told += [] if deck is None else [f"deck {key} {words_of(deck, 'deck')}".rstrip()]
        return self.tell(*told, level=level, after=after)

    def threat_deck(self, cards: Cards, *, level: int | None = None, after: int | None = None) -> Self:
        """What is left of the Threat Deck, next first, when all lies open."""
        return self.tell(f"threats {words_of(cards)}".rstrip(), level=level, after=after)

    def took(self, who: str | int, card: str, *, level: int | None = None) -> Self:
        """A1: the card that this player drew, in the orientation that was chosen."""
        return self.tell(f"took {self._key(who)} {_one(card, 'card', 'a card')}", level=level)

    def play(self, text: str, *, showing: str | None = None) -> Self:
        """`WK6>T25`, `WK3>T12+T13`, `WK3>spirit`; `showing`: the icon that was up, if it could be either."""
        icon = "" if showing is None else f" showing {_one(showing, 'showing', 'an icon, or None')}"
        return self.move(f"play {_one(text, 'text', 'a card and its target, as in WK6>T25')}{icon}")

    def end(self) -> Self:
        """The player has played enough (T2)."""
        return self.move("end")

    def rest(self, rotating: bool | None = False) -> Self:
        """T12; None where nobody remembers whether the hand was rotated."""
        if rotating is None:
            return self.move("rest ?")
        return self.move("rest ~" if arguments.flag("rotating", rotating) else "rest")

    def claim(self, relic: str) -> Self:
        """T11."""
        return self.move(f"claim {_one(relic, 'relic', 'a Relic, as in R04')}")

    def signal(self, place: str) -> Self:
        """A5: where Tang Sanzang put the marker."""
        return self.move(f"signal {_one(place, 'place', 'a place of the marker')}")

    def ability(self, what: str = "") -> Self:
        """A1-A4, as in replays: `-BJ3 wukong`, `T12`, nothing, `+BH3 +BH5'`."""
        return self.move(f"ability {_one(what, 'what', 'what the ability does, as in replays')}".rstrip())

    def _key(self, who: str | int) -> str:
        """A seat, by its character, its number or its player's name."""
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
    """The cards as one text; `name` is that of the parameter."""
    if isinstance(cards, str):
        return " ".join(cards.split())
    return " ".join(arguments.texts(name, cards, 'cards, as in "WK1 WK7" or ["WK1", "WK7"]'))


class Scribe(InWords):
    """Puts in a game that was played with the real cards, as it goes or from memory.

    What is told are facts; the cards that nobody saw are filled in with a guess that agrees with all of them,
    marked as assumed, and changed as facts come. What can't have happened is refused (FactRefused), with the
    rule and the earlier facts that it contradicts.

    >>> scribe = Scribe(["wukong", "bajie"])
    >>> scribe.row("T02 T12").keep("wukong", "WK1 WK7").play("WK2>T02")
    Scribe(level 1, turn: wukong decides, 3 facts)
    """

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
        """`characters` in clockwise order; `names` of the players; `seed`: text or a whole number from which
        guesses come, so that the same facts give the same game. `meta`: what is told about the game, as in
        Replay.start.
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
        """All that was told, in the order in which it was."""
        return tuple(fact for group in self._told for fact in group)

    @property
    def told(self) -> tuple[tuple[Fact, ...], ...]:
        """The facts in the groups in which they were told, each of which `undo` takes back as one."""
        return tuple(self._told)

    @property
    def state(self) -> State:
        """Where the game stands, without its hands and decks; read-only."""
        return sealed(self._trail.state)

    @property
    def unseen_turned(self) -> bool:
        """Whether the last move turned Threats up of which nothing was told."""
        made = self._trail.stretches[-1].made if self._trail.stretches else ()
        number = len(self.moves)
        told = any(fact.kind == "reveal" and fact.after == number for fact in self.facts)
        return bool(made and made[-1].turned and not told)

    @property
    def reserve(self) -> list[str]:
        """The Threat Cards and Relics that may be turned up next."""
        held = {relic for seat in range(self.tables.players) for relic in self.cards_of(seat)}
        seen: set[str] = set()
        if self._trail.now is not None and not self._row_open:
            turned = self._trail.now.turned
            shown = turned[:-1] if self.unseen_turned else turned
            seen = {self.tables.targets[card] for group in shown for card in group.cards}
        return [card for card in self.tables.targets if card not in held | seen]

    @property
    def _row_open(self) -> bool:
        """Whether nothing was told of the running level's row, nor of any move in it."""
        return not any(
            fact.level == self._level and (fact.kind == "row" or fact.is_move) for fact in self.facts
        )

    def playable(self, seat: int | str) -> list[str]:
        """The cards that a player may have in hand or storage now, by all that was told."""
        seat = arguments.seat(seat, self.characters)
        if self._trail.now is None:
            return []
        ledger, stored = self._trail.ledger(seat), self.stored_by(seat)
        return [card for card in self.cards_of(seat) if card in stored or ledger.may_hold(card)]

    def stored_by(self, seat: int | str) -> set[str]:
        """What lies in a player's storage."""
        seat = arguments.seat(seat, self.characters)
        tables, store = self.tables, self._trail.state.stores[seat]
        return set(tables.cards(seat, tables.without_orientation(seat, store)))

    def cards_of(self, seat: int | str) -> list[str]:
        """A player's cards of this level, Relics and storage among them, that have not left the hand."""
        seat = arguments.seat(seat, self.characters)
        tables, state = self.tables, self._trail.state
        if self._trail.now is None:
            own = set(tables.cards(seat, state.discards[seat]))
        else:
            ledger = self._trail.ledger(seat)
            own = (set(ledger.cards) - ledger.gone) | {card for card, _, _ in ledger.inhand}
        return sorted(own | self.stored_by(seat))

    def may_store(self, seat: int | str) -> bool:
        """S6: whether what this player lays away in keep may go into storage."""
        seat = arguments.seat(seat, self.characters)
        return self.tables.effects[seat] == STORAGE and bool(self._trail.state.sheets >> seat & 1)

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that were told, in order; the n-th has the number n, from 1."""
        return tuple(fact.text for fact in self.facts if fact.is_move)

    @property
    def position(self) -> Position:
        """Where the game stands now, guesses included."""
        return self.replay.end.position

    @property
    def replay(self) -> Replay:
        """The game as far as it was told, for review, pictures and the player; a new one after each fact."""
        if self._replay is None:
            replay = self._fresh_replay()
            replay._head[FACTS] = as_data(self.seed, self._told)
            self._replay = Building(self._search, replay).build(self._trail)
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
        """The level that is played, or that is to come."""
        return self._trail.state.level

    # -- telling -----------------------------------------------------------------------------------

    def tell(self, *texts: str, level: int | None = None, after: int | None = None) -> Self:
        """Facts in their texts; all of them are taken, or none.

        `level`: of which level they speak, by default the one that is played. `after`: for what speaks of a
        moment (reveal, hand, deck, threats), how many moves of the whole game had been made by then; by
        default now, or the end of an earlier level. Raises FactRefused, or NotationError where a text is no
        fact's.
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
        """`keep -WK1 -WK7` and `take WK3`, as replays have them, told of the seat whose decision it is."""
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
        """How many moves had been made when a level was over."""
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
            refusing = Refusing(self.tables, self._start.blessings, self.seed, old, new)
            _, rule, reason = search.failed
            against = refusing.against() if new else ()
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
        if not new:  # a file's facts, which anybody may have changed
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
        """The replay is to be made anew; what people wrote on the old one's line stays with its moves."""
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
        """Take back what was told last; False where nothing was."""
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
        """The next move, in the notation of replays. Where the player before has only not said `end`, that is
        added. `rest ?`: nobody remembers whether the hand was rotated; `rotate ?` likewise."""
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
        """ "I held it all along": in the hand from keep on until now, or until the level was over."""
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
        """Write the replay, with all that was told, so that `Scribe.load` can go on."""
        self.replay.save(path)

    @classmethod
    def load(cls, path: str | os.PathLike[str], edition: EditionLike | None = None) -> Self:
        """Go on with a game that a Scribe saved. Raises ReplayError, or SilkenwebError where the file holds
        none."""
        return cls.resume(Replay.load(path, edition))

    @classmethod
    def resume(cls, replay: Replay) -> Self:
        """Go on with a replay that a Scribe wrote."""
        arguments.instance("replay", replay, Replay, "a Replay", "Scribe.load takes a path")
        seed, told = told_in(replay)
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

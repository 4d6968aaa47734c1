"""The events as the rules tell them: from the engine's numbers to records with their sentences.

Made only when somebody asks what happened (`step`), never by `apply`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from silkenweb.edition import Equipment, Relic
from silkenweb.edition.icons import ICONS, asked
from silkenweb.game import events as ev
from silkenweb.game.state import Commitment, State
from silkenweb.game.tables import SPIRIT, STORAGE, Tables, bits

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """A small count in words."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def counted(count: int, noun: str) -> str:
    """ "one card", "two cards"."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def listed(parts: Iterable[str]) -> str:
    """ "a", "a and b", "a, b and c"; "nothing" for none."""
    found = list(parts)
    if not found:
        return "nothing"
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"


def card_words(tables: Tables, text: str) -> str:
    """A card's text with what it is: "WK3' (Door)", "T12 (Combat x2)", "R04 (Relic)"."""
    card = tables.edition.cards[text.rstrip("'")]
    if isinstance(card, Equipment):
        return f"{text} ({ICONS[card.faces[1 if text.endswith(chr(39)) else 0]].name})"
    if isinstance(card, Relic):
        return f"the Relic {text}"
    return f"{text} ({asked(card.icons, card.count)}{', locking' if card.locking else ''})"


def pile_words(tables: Tables, text: str) -> str:
    """A card as a Discard Pile shows it, whatever its orientation was: "WK3 (Combat/Door)"."""
    card = tables.edition.cards[text]
    if isinstance(card, Equipment):
        return f"{text} ({'/'.join(ICONS[face].name for face in card.faces)})"
    return card_words(tables, text)


class Narrator:
    """Collects what the rules tell about one step of `state`, which changes under its hands."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.events: list[ev.Event] = []

    # -- words -------------------------------------------------------------------------------------

    def who(self, seat: int) -> str:
        """The character's name."""
        return self.tables.names[seat]

    def face(self, owner: int, face: int) -> str:
        """A card as it lies, in words."""
        return card_words(self.tables, self.tables.text_of[owner][face])

    def cards(self, seat: int, faces: int) -> str:
        """The cards of a mask in words."""
        return listed(card_words(self.tables, text) for text in self.tables.cards(seat, faces))

    def pile(self, seat: int, faces: int) -> tuple[str, ...]:
        """The cards of a mask without their orientation: what a Discard Pile tells of them."""
        return self.tables.cards(seat, self.tables.without_orientation(seat, faces))

    def pile_cards(self, cards: Iterable[str]) -> str:
        """Cards of a Discard Pile in words."""
        return listed(pile_words(self.tables, card) for card in cards)

    def place(self, state: State, target: int) -> tuple[str, str]:
        """A target's text and its words."""
        if target == SPIRIT:
            segment = self.tables.segments[state.level][state.segments]
            asks = asked(segment.icons, segment.count)
            return "spirit", f"the Spider Spirit's segment {state.segments + 1} ({asks})"
        text = self.tables.targets[target]
        return text, card_words(self.tables, text)

    # -- set-up ------------------------------------------------------------------------------------

    def dealt(self, state: State, threats: int) -> None:
        """S2: how many cards lie in row and Threat Deck, and whose Relics are whose."""
        piles = state.discards
        relics = tuple(
            self.tables.cards(seat, pile & self.tables.relic_mask) for seat, pile in enumerate(piles)
        )
        self.events.append(
            ev.Dealt(
                level=state.level,
                threats=threats,
                relics=relics,
                sentence=f"Level {state.level} is dealt: {counted(threats, 'Threat Card')}.",
            )
        )

    def revealed(self, targets: Sequence[int]) -> None:
        """S3, T9."""
        if targets:
            cards = tuple(self.tables.targets[target] for target in targets)
            words = listed(card_words(self.tables, card) for card in cards)
            verb = "joins" if len(cards) == 1 else "join"
            self.events.append(ev.Revealed(cards=cards, sentence=f"{_upper(words)} {verb} the Threat Row."))

    def drew(self, seat: int, faces: int) -> None:
        """S4, A1."""
        count, who = faces.bit_count(), self.who(seat)
        self.events.append(
            ev.Drew(
                seat=seat,
                count=count,
                cards=self.tables.cards(seat, faces),
                sentence=f"{who} draws {self.cards(seat, faces)}.",
                open_sentence=f"{who} draws {counted(count, 'card')}.",
            )
        )

    def drew_one(self, seat: int, first: int) -> None:
        """A1: the card drawn, whose orientation is still to be chosen."""
        text, who = self.tables.text_of[seat][first], self.who(seat)
        self.events.append(
            ev.Drew(
                seat=seat,
                count=1,
                cards=(text,),
                sentence=f"{who} draws {text}, and chooses how to hold it.",
                open_sentence=f"{who} draws one card, and chooses how to hold it.",
            )
        )

    def kept(self, seat: int, rotated: bool, chosen: int, storing: int) -> None:
        """S5, S6."""
        who = self.who(seat)
        done = f"{who} {'rotates the hand' if rotated else 'holds the hand as it is'}"
        if chosen:
            done += f", lays away {self.cards(seat, chosen)}"
        if storing:
            done += f", puts {self.cards(seat, storing)} into storage"
        self.events.append(
            ev.Kept(
                seat=seat,
                rotated=rotated,
                discards=self.tables.cards(seat, chosen),
                stored=self.tables.cards(seat, storing),
                sentence=f"{done}.",
                open_sentence=f"{who} has chosen what to keep.",
            )
        )

    def discards_revealed(self, state: State) -> None:
        """S5: everybody's together; S7: then the Spider Spirit."""
        for seat in range(self.tables.players):
            discards = self.pile(seat, state.chosen[seat])
            stored = self.tables.cards(seat, state.storing[seat])
            if discards or stored:
                said = [f"discards {self.pile_cards(discards)}"] if discards else []
                said += [f"stores {self.cards(seat, state.storing[seat])}"] if stored else []
                sentence = f"{self.who(seat)} {' and '.join(said)}."
                self.events.append(
                    ev.DiscardsRevealed(seat=seat, discards=discards, stored=stored, sentence=sentence)
                )
        segments = tuple(asked(s.icons, s.count) for s in self.tables.segments[state.level])
        if segments:
            self.events.append(
                ev.SpiritRevealed(
                    segments=segments, sentence=f"The Spider Spirit shows itself: {', then '.join(segments)}."
                )
            )

    # -- turns -------------------------------------------------------------------------------------

    def turn_began(self, seat: int) -> None:
        """T1."""
        self.events.append(ev.TurnBegan(seat=seat, sentence=f"It is {self.who(seat)}'s turn."))

    def turn_ended(self, seat: int) -> None:
        """T2."""
        self.events.append(
            ev.TurnEnded(seat=seat, sentence=f"{self.who(seat)} plays no more cards this turn.")
        )

    def expired(self, state: State, target: int, commits: Sequence[Commitment]) -> None:
        """T0."""
        text, words = self.place(state, target)
        cards = tuple(self.tables.text_of[owner][face] for _, owner, face, _ in commits)
        said = _upper(listed(self.face(owner, face) for _, owner, face, _ in commits))
        gone = "is" if len(cards) == 1 else "are"
        self.events.append(
            ev.Expired(
                target=text,
                cards=cards,
                sentence=f"{said}, committed to {words}, {gone} discarded.",
            )
        )

    def played(self, state: State, owner: int, face: int, targets: Sequence[int], stored: bool) -> None:
        """T3, T6, T7, A6."""
        seat = state.seat
        places = [self.place(state, target) for target in targets]
        source = ""
        if stored:
            source = " from storage" if owner == seat else f" from {self.who(owner)}'s storage"
        onto = listed(words for _, words in places)
        self.events.append(
            ev.Played(
                seat=seat,
                owner=owner,
                card=self.tables.text_of[owner][face],
                targets=tuple(text for text, _ in places),
                stored=stored,
                sentence=f"{self.who(seat)} plays {self.face(owner, face)}{source} on {onto}.",
            )
        )

    def committed(self, state: State, owner: int, face: int, target: int, missing: int) -> None:
        """T4."""
        text, words = self.place(state, target)
        self.events.append(
            ev.Committed(
                seat=state.seat,
                card=self.tables.text_of[owner][face],
                target=text,
                missing=missing,
                sentence=f"It stays committed to {words}, which needs {number(missing)} more, "
                f"until {self.who(state.seat)}'s next turn.",
            )
        )

    def resolved(self, state: State, targets: Sequence[int], cards: Sequence[tuple[int, int]]) -> None:
        """T8."""
        places = [self.place(state, target) for target in targets]
        self.events.append(
            ev.Resolved(
                seat=state.seat,
                targets=tuple(text for text, _ in places),
                cards=tuple(self.tables.text_of[owner][face] for owner, face in cards),
                sentence=f"{_upper(listed(words for _, words in places))} "
                f"{'is' if len(places) == 1 else 'are'} resolved.",
            )
        )

    def claimed(self, seat: int, target: int) -> None:
        """T10, T11."""
        relic = self.tables.targets[target]
        self.events.append(
            ev.RelicClaimed(seat=seat, relic=relic, sentence=f"{self.who(seat)} claims the Relic {relic}.")
        )

    def rested(self, seat: int, rotated: bool, in_a_row: int) -> None:
        """T12."""
        turned = " and rotates the hand" if rotated else ""
        chain = f"{in_a_row} of {self.tables.players} in a row"
        self.events.append(
            ev.Rested(
                seat=seat,
                rotated=rotated,
                in_a_row=in_a_row,
                sentence=f"{self.who(seat)} rests{turned} ({chain}).",
            )
        )

    def blessing_lost(self, left: int, target: int | None) -> None:
        """B1."""
        removed = None if target is None else self.tables.targets[target]
        gone = "" if removed is None else f", and {card_words(self.tables, removed)} is taken from the row"
        said = f"Everybody has rested: a Blessing is lost ({number(left) if left else 'none'} left){gone}."
        self.events.append(ev.BlessingLost(left=left, removed=removed, sentence=said))

    def marker_moved(self, seat: int, place: str) -> None:
        """A5."""
        character, dot, icon = place.partition(".")
        if dot:
            words = f"{self.tables.edition.characters[character].name}'s {ICONS[icon].name}"
        else:
            words = card_words(self.tables, place)
        self.events.append(
            ev.MarkerMoved(seat=seat, place=place, sentence=f"{self.who(seat)} puts the marker on {words}.")
        )

    def marker_returned(self) -> None:
        """A5, E3."""
        self.events.append(ev.MarkerReturned(sentence="The marker comes back to its sheet."))

    # -- abilities ---------------------------------------------------------------------------------

    def ability_used(self, seat: int) -> None:
        """A1-A4."""
        gone = "; the marker is gone for good" if seat == self.tables.marker_seat else ""
        effect = self.tables.effects[seat]
        assert effect != STORAGE
        self.events.append(
            ev.AbilityUsed(
                seat=seat, effect=effect, sentence=f"{self.who(seat)} uses the Action Ability{gone}."
            )
        )

    def card_discarded(self, seat: int, face: int) -> None:
        """A1."""
        (card,) = self.pile(seat, face)
        said = f"{self.who(seat)} discards {pile_words(self.tables, card)}."
        self.events.append(ev.CardDiscarded(seat=seat, card=card, sentence=said))

    def took(self, seat: int, face: int) -> None:
        """A1."""
        who = self.who(seat)
        self.events.append(
            ev.Took(
                seat=seat,
                card=self.tables.text_of[seat][face],
                sentence=f"{who} takes it in hand as {self.face(seat, face)}.",
                open_sentence=f"{who} takes it in hand.",
            )
        )

    def recovered(self, seat: int, faces: int) -> None:
        """A4."""
        self.events.append(
            ev.Recovered(
                seat=seat,
                cards=self.tables.cards(seat, faces),
                sentence=f"{self.who(seat)} takes {self.cards(seat, faces)} back from the Discard Pile.",
            )
        )

    def hand_rotated(self, seat: int, rotated: bool) -> None:
        """A3."""
        done = "rotates the hand" if rotated else "holds the hand as it is"
        self.events.append(ev.HandRotated(seat=seat, rotated=rotated, sentence=f"{self.who(seat)} {done}."))

    def storage_emptied(self, seat: int, faces: int) -> None:
        """A6."""
        self.events.append(
            ev.StorageEmptied(
                seat=seat,
                cards=self.tables.cards(seat, faces),
                sentence=f"The rest of {self.who(seat)}'s storage is discarded: {self.cards(seat, faces)}.",
            )
        )

    # -- endings -----------------------------------------------------------------------------------

    def level_cleared(self, seat: int, level: int) -> None:
        """E1, E2."""
        self.events.append(
            ev.LevelCleared(seat=seat, level=level, sentence=f"Level {level} is cleared by {self.who(seat)}.")
        )

    def won(self, state: State) -> None:
        """E4."""
        score = sum(1 for _ in bits(state.held_relics()))
        titles = self.tables.edition.reputation
        title = next((t.title for t in titles if t.least <= score <= t.most), "")
        said = f"The pilgrims escape with {counted(score, 'Relic')}{f': {title}' if title else ''}."
        self.events.append(ev.Won(score=score, reputation=title, sentence=said))

    def lost(self, level: int) -> None:
        """B2."""
        self.events.append(
            ev.Lost(
                level=level, sentence=f"Everybody has rested and no Blessing is left: lost at level {level}."
            )
        )


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]

"""Random editions, random tables, random play: what holds of every game that can be played."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import silkenweb as sw
from silkenweb.edition import Edition, Relic
from silkenweb.errors import IllegalMove
from silkenweb.game import Deal, Position
from tests.game.invariants import check_cards, check_moves, check_text, held_relics
from tests.game.pool import pool
from tests.game.positions import chosen
from tests.game.random_editions import editions


def most_decisions(position: Position) -> int:
    """More decisions than a whole game can have.

    In a level each card is played once at most (and two more for each who takes cards back), each Relic
    claimed once, each ability used once. Between two such turns there are fewer Rests than players, or a
    Blessing goes. Each turn has one signal and one `end` at most, an ability a decision of each other player.
    """
    players, cards = len(position.seats), position.edition.cards
    relics = sum(isinstance(card, Relic) for card in cards.values())
    busy = len(cards) + relics + 3 * players
    level = 2 * busy + 2 * players * (busy + 1) + players * players + players
    return len(position.edition.levels) * level + 2 * players * (position.blessings + 1)


class Play(RuleBasedStateMachine):
    """A game of a random edition, played by drawn numbers, then to its end."""

    @initialize(
        edition=editions(),
        seating=st.permutations(range(5)),
        players=st.integers(2, 5),
        blessings=st.none() | st.integers(0, 4),
    )
    def begin(self, edition: Edition, seating: list[int], players: int, blessings: int | None) -> None:
        keys = list(edition.characters)
        characters = [keys[seat] for seat in seating[:players]]
        self.position = Position.start(characters, edition, blessings)
        self.dealt: list[str] = []
        self.decisions, self.most, self.signalled = 0, most_decisions(self.position), 0

    # -- what is done --------------------------------------------------------------------------------

    @rule(picks=st.lists(st.integers(0, 1 << 16), min_size=1, max_size=8))
    def decide(self, picks: list[int]) -> None:
        """Some moves, or the deal where one must come."""
        for pick in picks:
            if self.position.phase == "deal":
                self.deal(sw.deal(self.position, str(pick)))
            elif not self.position.over:
                self.move(chosen(self.position, pick))
            check_text(self.position)

    @rule(seed=st.integers(0, 1 << 16))
    def deal_from_a_generator(self, seed: int) -> None:
        """Any deal will do where one must come."""
        if self.position.phase == "deal":
            self.deal(sw.deal(self.position, rng=random.Random(seed)))

    @rule(seed=st.integers(0, 1 << 32))
    def try_other_moves(self, seed: int) -> None:
        """Each legal move applies, every other is refused, and the position stays as it was."""
        position, before, legal = self.position, self.position.text, set(self.position.legal_moves())
        for move in [*sorted(legal)[:40], *pool(position, random.Random(seed), 12)]:
            if move in legal:
                position.apply(move)
            else:
                with pytest.raises(IllegalMove) as caught:
                    position.apply(move)
                assert caught.value.legal == position.legal_moves()
        assert position.text == before

    def move(self, move: str) -> None:
        self.decisions += 1
        assert self.decisions <= self.most
        signal = move.startswith("signal")
        seat, before = self.position.seat, self.position.text
        after, told = self.position.step(move)
        assert self.position.text == before
        assert self.position.apply(move) == after
        assert told
        assert all(event.sentence for event in told)
        if signal:  # once a turn, and it ends none
            assert (after.seat, after.phase, self.position.turn) == (seat, "turn", "-")
        self.position = after

    def deal(self, deal: Deal) -> None:
        self.dealt = [*deal.threats, *held_relics(self.position)]
        before = self.position.text
        after, _ = self.position.step(deal)
        assert self.position.text == before
        assert self.position.apply(deal.to_dict()) == after
        self.position = after

    # -- what holds ----------------------------------------------------------------------------------

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        check_cards(self.position, self.dealt)

    @invariant()
    def somebody_has_a_legal_move_until_the_end(self) -> None:
        check_moves(self.position)

    @invariant()
    def the_text_is_the_position(self) -> None:
        check_text(self.position)

    def teardown(self) -> None:
        """Every game ends, and the score is the Relics held."""
        if not hasattr(self, "position"):
            return
        rng = random.Random(self.position.text)
        while not self.position.over:
            if self.position.phase == "deal":
                self.deal(sw.deal(self.position, rng=rng))
            else:
                self.move(chosen(self.position, rng.randrange(1 << 16)))
            if rng.random() < 0.3:
                check_cards(self.position, self.dealt)
                check_moves(self.position)
                check_text(self.position)
        check_cards(self.position, self.dealt)
        check_text(self.position)
        won = self.position.phase == "won"
        assert self.position.score == (len(held_relics(self.position)) if won else None)


TestPlay = Play.TestCase
TestPlay.settings = settings(
    max_examples=60,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

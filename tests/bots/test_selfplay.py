"""The registry, and tables of bots."""

from __future__ import annotations

import doctest
from collections.abc import Sequence
from random import Random

import pytest

from silkenweb import bots
from silkenweb.errors import IllegalMove, SilkenwebError
from silkenweb.game import Event, Move, Position, View


def played(spec: str, seed: str, characters: Sequence[str] = ("tang", "bajie", "wujing")) -> list[str]:
    """The positions of a game."""
    start = Position.start(list(characters))
    players = bots.seat_bots(characters, spec, seed)
    return [taken.step.position.text for taken in bots.game(start, players, seed)]


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_same_seed_same_game(spec: str) -> None:
    """A seed determines a game; another seed gives another game."""
    assert played(spec, "a") == played(spec, "a")
    assert played(spec, "a") != played(spec, "b")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_game_ends(players: int) -> None:
    """Random and greedy bots finish games with every number of players."""
    characters = ["bailoong", "tang", "wukong", "wujing", "bajie"][:players]
    for spec in ("random", "greedy"):
        assert Position.parse(played(spec, f"end-{players}", characters)[-1]).over


def test_generators_may_deal() -> None:
    """A generator may provide the deals of a rollout."""
    start = Position.start(["tang", "bajie"])

    def end() -> str:
        players = bots.seat_bots(start.characters, "greedy", "x")
        return list(bots.game(start, players, Random(5)))[-1].step.position.text

    assert end() == end()


def test_bots_see_only_their_part() -> None:
    """A bot gets a View of its own seat, and the events since the deal without the others' secrets."""

    class Watching(bots.RandomBot):
        def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
            assert isinstance(view, View)
            assert view.seat == view.viewer
            assert type(seen[0]).__name__ == "Dealt"
            assert sum(type(event).__name__ == "Dealt" for event in seen) == 1
            drawn = [event for event in seen if type(event).__name__ == "Drew"]
            assert all((event.cards is None) == (event.seat != view.viewer) for event in drawn)  # type: ignore[attr-defined]
            return super().choose(view, legal, seen)

    start = Position.start(["tang", "bajie"])
    for _ in bots.game(start, [Watching(Random("0")), Watching(Random("1"))], "watching"):
        pass


def test_illegal_choice_is_refused() -> None:
    """A bot that chooses an illegal move stops the game with an error that names the rule."""

    class Cheating(bots.RandomBot):
        def choose(self, view: View, legal: Sequence[Move], seen: Sequence[Event]) -> str:
            return "claim R01"

    start = Position.start(["tang", "bajie"])
    with pytest.raises(IllegalMove):
        list(bots.game(start, [Cheating(Random("0")), Cheating(Random("1"))], "cheating"))


def test_registry() -> None:
    """Bots are made by name; unknown names and parameters, and names that cannot be written, are refused."""

    class Mine(bots.RandomBot):
        def __init__(self, rng: Random, *, depth: int = 1, mood: str = "calm") -> None:
            super().__init__(rng)
            self.depth, self.mood = depth, mood

    bots.register("mine", Mine)
    try:
        made = bots.make("mine:depth=3,mood=grim", "seed")
        assert isinstance(made, Mine)
        assert (made.depth, made.mood) == (3, "grim")
        assert "mine" in bots.names()
        for wrong in ("nobody", "mine:height=3", "mine:depth", "mine:=3"):
            with pytest.raises(SilkenwebError):
                bots.make(wrong, "seed")
        with pytest.raises(SilkenwebError):
            bots.register("two words", Mine)
    finally:
        bots.registry._makers.pop("mine")


def test_generators_differ_by_seat_only_by_text() -> None:
    """Each seat's randomness is `Random(f"{seed}|{seat}")`, regardless of everything else."""
    bot = bots.make("random", "class-7", 2)
    assert isinstance(bot, bots.RandomBot)
    assert bot.rng.random() == Random("class-7|2").random()


def test_seats_and_bots_must_agree() -> None:
    """One name serves all seats; a list must have the right length; one bot object cannot sit at
    every seat.
    """
    assert len(bots.seat_bots(["tang", "bajie"], "greedy", "s")) == 2
    with pytest.raises(SilkenwebError):
        bots.seat_bots(["tang", "bajie"], ["greedy"], "s")
    with pytest.raises(SilkenwebError):
        bots.seat_bots(["tang", "bajie"], bots.RandomBot(Random("0")), "s")


def test_the_example_runs() -> None:
    """The custom bot in the package's docstring works as shown."""
    try:
        result = doctest.testmod(bots)
        assert result.attempted >= 4
        assert result.failed == 0
    finally:
        bots.registry._makers.pop("patient", None)


def test_who_waits_is_told_of_each_node() -> None:
    """The callback gets the nodes in the order in which they are played."""
    paths: list[str] = []
    replay = bots.play(["tang", "bajie"], "random", seed="x", told=lambda node: paths.append(node.path))
    assert paths == [node.path for node in replay.main_line()]

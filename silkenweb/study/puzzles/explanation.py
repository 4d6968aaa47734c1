"""A puzzle in plain words: hints, and an explanation based on measured values and on what the seat can know.

Nothing depends on the true hidden cards: the chances are those of worlds that agree with what the seat knew,
and the effect of a move is described only as far as it is the same in all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from silkenweb.game import Event, Move, Position, View
from silkenweb.game import events as ev
from silkenweb.game.choice import move_words
from silkenweb.game.state import TURN
from silkenweb.study.belief import Belief
from silkenweb.study.puzzles.answers import Answers, MoveRollouts
from silkenweb.study.review.evaluation import Mean, mean
from silkenweb.text import english
from silkenweb.text.names import listed

SAME = 12  # worlds in which to compare the effects of a move
PLAIN = 2.5  # a consequence must exceed this many standard errors to be mentioned
LEAST_DIFFERENCE = {"cleared": 0.03, "lost": 0.1, "relics": 0.15, "sheets": 0.1}
"""The smallest difference that is mentioned."""
_FORMATS: Final = {"cleared": ".0%", "lost": ".2f", "relics": ".1f", "sheets": ".1f"}


class Case(NamedTuple):
    """Everything that hints and explanation can use."""

    view: View
    known: Belief
    worlds: tuple[Position, ...]
    found: MoveRollouts
    answers: Answers
    bots: Mapping[str, str]
    played: str | None

    @property
    def who(self) -> str:
        """The character's name."""
        return self.view.tables.naming(english()).who(self.view.viewer)

    def words(self, move: str) -> str:
        """Return a legal move in words."""
        return move_words(english(), self.worlds[0].state, Move(move), price=False)


NOT_REPEATED: Final = (
    ev.AbilityUsed, ev.CardDiscarded, ev.DiscardsRevealed, ev.HandRotated, ev.MarkerMoved, ev.Played,
    ev.Rested, ev.Revealed, ev.Secret, ev.TurnBegan, ev.TurnEnded,
)  # fmt: skip
"""Events that the move itself states, that are obvious, or that are chance."""


# -- hints -----------------------------------------------------------------------------------------------


def hints(case: Case) -> tuple[str, ...]:
    """Return hints, from what to think about to nearly the answer."""
    kind = english()(f"puzzle.kind.{Move(case.answers.best).kind}")
    return _first(case), english()("puzzle.hint.kind", kind=kind), _third(case)


def _first(case: Case) -> str:
    consequences = _consequences(case)
    view, team, words = case.view, len(case.view.characters), english()
    if view.phase == TURN and view.rests + 1 == team:
        return words("puzzle.hint.rests", rests=view.rests, players=team)
    if "lost" in consequences:
        return words("puzzle.hint.blessing")
    if "cleared" in consequences:
        return words("puzzle.hint.level")
    if "relics" in consequences or "sheets" in consequences:
        return words("puzzle.hint.rare")
    return words("puzzle.hint.compare")


def _third(case: Case) -> str:
    moves = [Move(move) for move in case.answers.accepted]
    first, words = moves[0], english()
    if first.kind in ("play", "ability") and first.targets:
        targets = {move.targets for move in moves}
        if len(targets) == 1:
            places = listed(_place(case, target) for target in first.targets)
            return words("puzzle.hint.target", targets=places)
    if first.kind == "rest":
        turns = {move.rotates for move in moves}
        way = "rotate.either" if len(turns) == 2 else "rotate" if first.rotates else "hold"
        return words(f"puzzle.hint.{way}")
    if first.kind == "keep":
        common = set.intersection(*(set(move.laid) for move in moves))
        if common:
            return words("puzzle.hint.discard", card=min(common))
    if first.kind == "ability" and first.drawer:
        return words("puzzle.hint.draws", who=words.character(case.view.edition, first.drawer))
    return words("puzzle.hint.answer", move=_small(case.words(case.answers.best)))


def _place(case: Case, target: str) -> str:
    words = english()
    return words("puzzle.spirit") if target == "spirit" else case.view.tables.naming(words).card(target)


def in_100(chance: Mean) -> str:
    """Return a difference of chances as "12 games in 100 (± 3)"; the error is always shown as at least 1."""
    games, error = f"{100 * chance.value:.0f}", max(1, round(100 * chance.error))
    return english()("puzzle.in100", games=games, error=error)


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


# -- the explanation ---------------------------------------------------------------------------------------


def explanation(case: Case) -> str:
    """Return what the best move does, what it is better for, and what the others cost."""
    best = case.answers.best
    parts = [f"{case.words(best)}.", *_does(case, best)]
    also = [_small(case.words(move)) for move in case.answers.accepted if move != best]
    if also:
        parts.append(english()("puzzle.also", moves=english()("puzzle.also.or").join(also)))
    parts += [*_situation(case), _numbers(case), *_better_for(case), *_costs(case)]
    return " ".join(parts)


def _does(case: Case, move: str) -> list[str]:
    """Return the effects of a move that are the same in every world, as the seat sees them."""
    seen: list[list[str]] = []
    for world in case.worlds[:SAME]:
        events: Sequence[Event] = world.step(move).events
        plain = [event for event in events if not isinstance(event, NOT_REPEATED)]
        seen.append([event.seen_by(case.view.viewer).sentence for event in plain])
    return [sentence for sentence in seen[0] if all(sentence in each for each in seen)]


def _situation(case: Case) -> Iterator[str]:
    view, naming, words = case.view, case.view.tables.naming(english()), english()
    if view.phase != TURN:
        return
    if view.rests:
        team = len(view.characters)
        key = "puzzle.rests.blessing" if view.blessings else "puzzle.rests.game"
        yield words.count(key, team - view.rests, rests=view.rests, players=team)
    if view.row and not view.tables.is_relic[view.open_state.row[0]]:
        front = view.row[0].card
        others = [seat for seat in _order(view) if view.seats[seat].hand_count]
        chances = [
            words("puzzle.chance", who=naming.who(seat), chance=f"{case.known.serves(seat, front):.0%}")
            for seat in others
        ]
        if chances:
            said = words("list.comma").join(chances)
            yield words("puzzle.chances", place=_place(case, front), chances=said)


def _order(view: View) -> list[int]:
    """Return the other seats, in turn order."""
    team = len(view.characters)
    return [(view.viewer + k) % team for k in range(1, team)]


def _numbers(case: Case) -> str:
    best, rival = case.answers.best, case.answers.rival
    lead = case.found.better(best, rival)
    return english()(
        "puzzle.rollouts",
        worlds=len(case.found.after[best]),
        who=case.who,
        chance=f"{case.found.value(best).value:.0%}",
        lead=in_100(lead),
        move=_small(case.words(rival)),
    )


def _difference(case: Case, what: str) -> Mean:
    """Return the best move's result minus that of the next best, in the worlds that both share."""
    pairs = zip(case.found.after[case.answers.best], case.found.after[case.answers.rival], strict=False)
    return mean([float(getattr(a, what)) - float(getattr(b, what)) for a, b in pairs])


def _consequences(case: Case) -> dict[str, Mean]:
    """Return how the best and the next-best move differ significantly, the clearest difference first."""
    found = {what: _difference(case, what) for what in LEAST_DIFFERENCE}
    plain = {
        what: by
        for what, by in found.items()
        if abs(by.value) >= LEAST_DIFFERENCE[what] and abs(by.value) > PLAIN * by.error
    }
    return dict(sorted(plain.items(), key=lambda item: -abs(item[1].value) / max(item[1].error, 1e-9)))


def _better_for(case: Case) -> Iterator[str]:
    best, rival = case.answers.best, case.answers.rival
    count = min(len(case.found.after[best]), len(case.found.after[rival]))

    def both(what: str) -> tuple[float, float]:
        first, second = (
            [float(getattr(later, what)) for later in case.found.after[move][:count]]
            for move in (best, rival)
        )
        return sum(first) / count, sum(second) / count

    differences = []
    for what in _consequences(case):
        mine, other = (format(value, _FORMATS[what]) for value in both(what))
        differences.append(english()(f"puzzle.compared.{what}", best=mine, other=other))
    if differences:
        yield english()("puzzle.compared", differences=listed(differences))


def _costs(case: Case) -> Iterator[str]:
    """Yield a sentence for each worse move that the player or a bot chose."""
    by_move: dict[str, list[str]] = {}
    for bot, move in case.bots.items():
        by_move.setdefault(move, []).append(english()("puzzle.bot", bot=bot))
    if case.played is not None:
        by_move.setdefault(case.played, []).insert(0, english()("puzzle.played", who=case.who))
    for move, who in by_move.items():
        if move not in case.answers.accepted:
            cost = case.found.better(case.answers.best, move)
            said = {"move": case.words(move), "cost": in_100(cost), "who": listed(who)}
            yield english()("puzzle.cost", **said)

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
from silkenweb.text.english import listed

SAME = 12  # worlds in which to compare the effects of a move
PLAIN = 2.5  # a consequence must exceed this many standard errors to be mentioned
LEAST_DIFFERENCE = {"cleared": 0.03, "lost": 0.1, "relics": 0.15, "sheets": 0.1}
"""The smallest difference that is mentioned."""


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
        return self.view.tables.names[self.view.viewer]

    def words(self, move: str) -> str:
        """Return a legal move in words."""
        return move_words(english(), self.worlds[0].state, Move(move), price=False)


NOT_REPEATED: Final = (
    ev.AbilityUsed, ev.CardDiscarded, ev.DiscardsRevealed, ev.HandRotated, ev.MarkerMoved, ev.Played,
    ev.Rested, ev.Revealed, ev.Secret, ev.TurnBegan, ev.TurnEnded,
)  # fmt: skip
"""Events that the move itself states, that are obvious, or that are chance."""


# -- hints -----------------------------------------------------------------------------------------------

KINDS = {
    "keep": "choosing what to discard",
    "play": "playing a card",
    "end": "ending the turn",
    "claim": "claiming the Relic",
    "rest": "a Rest",
    "signal": "moving the marker",
    "ability": "using the ability",
    "take": "choosing which way up to take the drawn card",
    "hold": "keeping the hand as it is",
    "rotate": "rotating the hand",
}


def hints(case: Case) -> tuple[str, ...]:
    """Return hints, from what to think about to nearly the answer."""
    return _first(case), f"The best choice is {KINDS[Move(case.answers.best).kind]}.", _third(case)


def _first(case: Case) -> str:
    consequences = _consequences(case)
    view, team = case.view, len(case.view.characters)
    if view.phase == TURN and view.rests + 1 == team:
        return f"{view.rests} of {team} Rests have been taken in a row: think of what one more would do."
    if "lost" in consequences:
        return "Above all, a Blessing is at stake: who can still act before it is lost?"
    if "cleared" in consequences:
        return "Above all, this level is at stake: what will the team lack later in it?"
    if "relics" in consequences or "sheets" in consequences:
        return "What is rare and what is not? Think of what the team could still use later."
    return "Compare what each choice leaves for those who come after."


def _third(case: Case) -> str:
    moves = [Move(move) for move in case.answers.accepted]
    first = moves[0]
    if first.kind in ("play", "ability") and first.targets:
        targets = {move.targets for move in moves}
        if len(targets) == 1:
            return f"Its target is {listed(_place(case, target) for target in first.targets)}."
    if first.kind == "rest":
        turns = {move.rotates for move in moves}
        return "Rotating the hand makes little difference." if len(turns) == 2 else _turning(first.rotates)
    if first.kind == "keep":
        common = set.intersection(*(set(move.laid) for move in moves))
        if common:
            return f"One of the cards to discard is {min(common)}."
    if first.kind == "ability" and first.drawer:
        return f"{case.view.edition.characters[first.drawer].name} draws the card."
    return f"One answer is: {_small(case.words(case.answers.best))}."


def _turning(rotates: bool) -> str:
    return "Rotate the hand." if rotates else "Keep the hand as it is."


def _place(case: Case, target: str) -> str:
    return "the Spider Spirit" if target == "spirit" else case.view.tables.naming(english()).card(target)


def in_100(chance: Mean) -> str:
    """Return a difference of chances as "12 games in 100 (± 3)"; the error is always shown as at least 1."""
    return f"{100 * chance.value:.0f} games in 100 (± {max(1, round(100 * chance.error))})"


def _small(words: str) -> str:
    return words[:1].lower() + words[1:]


# -- the explanation ---------------------------------------------------------------------------------------


def explanation(case: Case) -> str:
    """Return what the best move does, what it is better for, and what the others cost."""
    best = case.answers.best
    parts = [f"{case.words(best)}.", *_does(case, best)]
    also = [_small(case.words(move)) for move in case.answers.accepted if move != best]
    if also:
        parts.append(f"As good, within the tolerance: {'; or '.join(also)}.")
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
    view, tables = case.view, case.view.tables
    if view.phase != TURN:
        return
    if view.rests:
        left = len(view.characters) - view.rests
        price = "a Blessing" if view.blessings else "the game"
        more = "one more" if left == 1 else f"{left} more"
        yield f"{view.rests} of {len(view.characters)} Rests in a row are taken; {more} would cost {price}."
    if view.row and not tables.is_relic[view.open_state.row[0]]:
        front = view.row[0].card
        others = [seat for seat in _order(view) if view.seats[seat].hand_count]
        chances = [f"{tables.names[seat]} {case.known.serves(seat, front):.0%}" for seat in others]
        if chances:
            yield (
                f"Next in line is {_place(case, front)}. The exact chances that a hand, as it is, holds"
                f" Equipment for it: {', '.join(chances)}."
            )


def _order(view: View) -> list[int]:
    """Return the other seats, in turn order."""
    team = len(view.characters)
    return [(view.viewer + k) % team for k in range(1, team)]


def _numbers(case: Case) -> str:
    best, rival = case.answers.best, case.answers.rival
    lead = case.found.better(best, rival)
    worlds = len(case.found.after[best])
    return (
        f"In rollouts from {worlds} worlds that agree with what {case.who} knows, the team wins"
        f" {case.found.value(best).value:.0%} of games. All other choices win at least {in_100(lead)} fewer;"
        f" the next best is: {_small(case.words(rival))}."
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
        mine, other = both(what)
        differences.append(
            {
                "cleared": f"this level is cleared in {mine:.0%} against {other:.0%}",
                "lost": f"Blessings lost by its end are {mine:.2f} on average against {other:.2f}",
                "relics": f"Relics held then are {mine:.1f} against {other:.1f}",
                "sheets": f"abilities left then are {mine:.1f} against {other:.1f}",
            }[what]
        )
    if differences:
        yield f"Compared with the next best, {listed(differences)}."


def _costs(case: Case) -> Iterator[str]:
    """Yield a sentence for each worse move that the player or a bot chose."""
    by_move: dict[str, list[str]] = {}
    for bot, move in case.bots.items():
        by_move.setdefault(move, []).append(f"the bot {bot}")
    if case.played is not None:
        by_move.setdefault(case.played, []).insert(0, f"{case.who} in the game")
    for move, who in by_move.items():
        if move not in case.answers.accepted:
            cost = case.found.better(case.answers.best, move)
            yield f"{case.words(move)}: costs {in_100(cost)}; chosen by {listed(who)}."

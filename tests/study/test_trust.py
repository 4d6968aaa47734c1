"""Whether a review can be trusted: positions with known answers, and games with known outcomes."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import msgspec
import pytest

import silkenweb as sw
from silkenweb import Position
from silkenweb.bots.knowledge import Inferences
from silkenweb.bots.rollout import finish_level
from silkenweb.bots.search import clairvoyant_game
from silkenweb.game.transition import apply
from silkenweb.study.belief import belief
from silkenweb.study.review import Parameters
from silkenweb.study.review.decision import review_node
from silkenweb.study.review.evaluation import TABLES, Comparison, ComparisonResult, Evaluator
from silkenweb.study.review.grades import Forecasts
from tests.study.test_belief import TARGETS
from tools.forecast_calibration import forecasts, in_tenths

ENDGAME = (
    "level=7 phase=turn seat=0 start=0 blessings={blessings} rests={rests} turn=- row={row} deck={deck} "
    "done={done} spirit=3/3 marker=- queue=- taking=- "
    "wukong=u/{hand}/{wdeck}/{wpile}/-/- bajie=u/{other}/{bdeck}/{bpile}/-/-"
)


def endgame(
    row: str,
    *,
    hand: str,
    other: str,
    wdeck: str = "",
    bdeck: str = "",
    deck: str = "",
    rests: int = 0,
    blessings: int = 0,
    unseen: str = "",
) -> Position:
    """The last level with little left, from lists of cards separated by commas. No abilities are left."""
    dealt = {*row.split(","), *deck.split(","), *unseen.split(",")}

    def pile(owner: str, *lists: str) -> str:
        away = {card.rstrip("'") for cards in lists for card in cards.split(",")}
        return ",".join(f"{owner}{n}" for n in range(1, 9) if f"{owner}{n}" not in away) or "-"

    return Position.parse(
        ENDGAME.format(
            blessings=blessings,
            rests=rests,
            row=row,
            deck=deck or "-",
            done=",".join(sorted(set(TARGETS) - dealt)),
            hand=hand or "-",
            wdeck=wdeck or "-",
            wpile=pile("WK", hand, wdeck),
            other=other or "-",
            bdeck=bdeck or "-",
            bpile=pile("BJ", other, bdeck),
        )
    )


def compared(position: Position, played: str, *, worlds: int = 480) -> ComparisonResult:
    """The informed comparison of a position's legal moves."""
    assert position.seat is not None
    evaluator = Evaluator(position.state.tables, Parameters(worlds=worlds, error=0.01))
    known, rng = belief(position.view(position.seat)), Random("trust")
    moves = [str(move) for move in position.legal_moves()]
    return Comparison(evaluator, lambda: known.draw(rng), Inferences(evaluator.tables), moves, played).run(
        worlds
    )


def exact(position: Position, evaluator: Evaluator) -> dict[str, float]:
    """The value of each move over every world that agrees with what the seat knows, and every team."""
    assert position.seat is not None
    worlds = list(belief(position.view(position.seat)).all_worlds())
    total = sum(deals for _, deals in worlds) * TABLES
    values = {}
    for move in map(str, position.legal_moves()):
        value = 0.0
        for world, deals in worlds:
            for number in range(TABLES):
                inferences = Inferences(evaluator.tables)
                inferences.record_move(world.state, move, evaluator.policy.agreed)
                value += deals * evaluator.run(apply(world.state, move), inferences, number).value
        values[move] = value / total
    return values


def front(icon: str) -> str:
    """A Threat Card that requires one of only this icon."""
    cards = sw.Edition.load().cards
    return next(
        key for key in TARGETS if getattr(cards[key], "icons", ()) == (icon,) and cards[key].count == 1
    )  # type: ignore[union-attr]


def showing(owner: str, icon: str, *, shown: bool) -> list[str]:
    """Faces of a character's cards that show an icon, or do not (Combat of any kind counts as combat)."""
    cards = sw.Edition.load().cards
    kinds = {"combat", "combat2", "ranged"} if icon == "combat" else {icon}
    found = []
    for number in range(1, 9):
        for face, mark in enumerate(("", "'")):
            if (cards[f"{owner}{number}"].faces[face] in kinds) == shown:  # type: ignore[union-attr]
                found.append(f"{owner}{number}{mark}")
    return found


def test_a_sure_win_thrown_away() -> None:
    """One card wins, a Rest loses: the loss is 1, and that of the winning move 0."""
    target = front("web")
    card = showing("WK", "web", shown=True)[0]
    position = endgame(target, hand=card, other="BJ1", rests=1)
    win = f"play {card.rstrip(chr(39))}>{target}"
    bad = compared(position, "rest")
    assert bad.best == win
    assert bad.loss == (1.0, 0.0)
    assert bad.value == (0.0, 0.0)
    good = compared(position, win)
    assert good.value == (1.0, 0.0)
    assert good.loss == (0.0, 0.0)
    assert good.lead == (1.0, 0.0)


def test_a_rest_is_worth_the_odds_that_the_other_can() -> None:
    """A player who can do nothing rests; the value is the exact chance that the other hand serves."""
    target = front("web")
    card = showing("WK", "web", shown=False)[0]
    position = endgame(target, hand=card, other="BJ1,BJ2'", bdeck="BJ3,BJ4',BJ5")
    odds = belief(position.view(0)).serves(1, target)
    assert 0.1 < odds < 0.9
    result = compared(position, "rest")
    assert result.value.error <= 0.03
    assert abs(result.value.value - odds) < 4 * result.value.error


@pytest.mark.parametrize("number", range(4))
def test_endgames_are_valued_as_enumeration_says(number: int) -> None:
    """With few hidden cards, the values of the moves equal those over all worlds within four standard
    errors, and the loss is the difference to the best of them.
    """
    rng = Random(f"endgame {number}")
    cards = sw.Edition.load().cards
    threats = [card for card in TARGETS if card.startswith("T")]
    locking = rng.choice([card for card in threats if cards[card].locking])  # type: ignore[union-attr]
    row = rng.sample([card for card in threats if card != locking], 4)
    row[1] = locking  # else the Threat Deck would be open
    ours, theirs = (rng.sample([f"{owner}{n}" for n in range(1, 9)], 4) for owner in ("WK", "BJ"))
    turned = [[card + rng.choice(("", "'")) for card in cards] for cards in (ours, theirs)]
    position = endgame(
        ",".join(row[:2]),
        hand=",".join(sorted(turned[0])),
        other=",".join(sorted(turned[1][:2])),
        bdeck=turned[1][2],
        deck=row[2],
        unseen=row[3],
        blessings=number % 2,
    )
    evaluator = Evaluator(position.state.tables, Parameters())
    values = exact(position, evaluator)
    played = min(values, key=lambda move: (values[move], move))
    result = compared(position, played)
    assert abs(result.value.value - values[played]) <= 4 * result.value.error + 1e-9
    loss = max(values.values()) - values[played]
    assert abs(result.loss.value - loss) <= 4 * result.loss.error + 0.02
    for move, value in result.others:
        assert abs(value.value - values[move]) <= 4 * (value.error + result.value.error) + 0.03


def test_who_sees_all_loses_little_by_hindsight() -> None:
    """In a game by the yardstick that sees everything, no move is much worse than the best with all cards
    visible; a random game has clear losses.
    """
    start = Position.start(["tang", "wukong"])
    replays = [sw.Replay.start(start.characters, seed="yard")]
    for taken in clairvoyant_game(replays[0].root.position, "yard"):
        replays[0].record(taken.what)
    replays.append(sw.play(start.characters, "random", seed="yard"))
    evaluator = Evaluator(start.state.tables, Parameters(worlds=8))
    means = []
    for replay in replays:
        found = [review_node(evaluator, node) for node in replay.main_line() if node.move is not None]
        losses = [finding.hindsight.value for finding in found if finding.hindsight is not None]
        means.append(sum(losses) / len(losses))
    assert means[0] < 0.01
    assert means[1] > 5 * max(means[0], 0.005)


def test_values_of_deals_are_the_rates_of_games() -> None:
    """Over games by the convention, the mean value after the first deal is the rate of games won (with few
    games here; the shipped data have many).
    """
    predicted, won = 0.0, 0
    games = 60
    for number in range(games):
        start = Position.start(["tang", "bajie", "wukong", "wujing"])
        position = start.apply(sw.deal(start, f"c{number}"))
        evaluator = Evaluator(start.state.tables, Parameters())
        predicted += evaluator.run(position.state, Inferences(evaluator.tables), number).value
        state = finish_level(position.state, evaluator.policy, Inferences(evaluator.tables))
        rng = Random(number)
        while state.phase == "deal":
            after = Position._of(state).apply(sw.deal(Position._of(state), rng=rng))
            state = finish_level(after.state, evaluator.policy, Inferences(evaluator.tables))
        won += state.phase == "won"
    error = (0.25 / games) ** 0.5
    assert abs(predicted / games - won / games) < 3 * error


def test_chances_told_are_those_of_games() -> None:
    """In the shipped data, each tenth's rate of wins agrees with the forecasts within four standard errors;
    and the forecasts are better than the overall rate.
    """
    text = files("silkenweb.study.review").joinpath("forecasts.json").read_bytes()
    kept = msgspec.json.decode(text, type=Forecasts)
    assert kept.games >= 2000
    assert kept.edition == sw.Edition.load().sha256
    assert sum(tenth.forecasts for tenth in kept.tenths if tenth) == kept.games
    for tenth in kept.tenths:
        assert tenth is None or abs(tenth.mean - tenth.rate) < 4 * tenth.error
    assert abs(kept.mean - kept.rate) < 4 * (0.25 / kept.games) ** 0.5
    assert kept.brier < kept.brier_of_rate


def test_tenths() -> None:
    """Forecasts are sorted into tenths, with a sure win in the last one."""
    tenths = in_tenths([(0.05, False), (1.0, True), (0.95, False), (0.05, True)])
    assert [place for place, tenth in enumerate(tenths) if tenth] == [0, 9]
    assert tenths[9] is not None
    assert (tenths[9].forecasts, tenths[9].rate, tenths[9].mean) == (2, 0.5, 0.975)


def test_forecasts_are_settled_by_their_seed() -> None:
    """The same seed gives the same games and forecasts."""

    def inferences() -> list[tuple[float, bool]]:
        return list(forecasts(sw.Edition.load(), 2, Parameters(worlds=8), "t"))

    assert inferences() == inferences()

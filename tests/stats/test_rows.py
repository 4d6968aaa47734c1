"""The four tables agree with each other and with the games."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import silkenweb as sw
from silkenweb.edition.icons import ICONS
from silkenweb.stats.columns import TABLES, TARGET_ICONS
from tests.game.random_editions import editions

GAME = ["run", "game"]
DONE = [
    "decisions",
    "turns",
    "plays",
    "rests",
    "abilities",
    "relics_claimed",
    "relics_played",
    "blessings_lost",
]


@pytest.fixture(scope="module")
def run() -> sw.stats.Run:
    """Games of two to five players by two bots."""
    made = sw.simulate(
        players=(2, 3, 4, 5), bots="greedy", games=24, seed="rows", tables=list(TABLES), progress=False
    )
    assert made.win_rate.rate > 0
    return made


def check(run: sw.stats.Run) -> None:
    """Check all relations between the tables of a run."""
    games, levels, decisions, cards = (run.table(table).lazy().collect() for table in TABLES)
    sums = levels.group_by(GAME, maintain_order=True).agg(pl.col(DONE).sum())
    assert sums.select(DONE).rows() == games.select(DONE).rows()
    made = decisions.filter(pl.col("kind") != "deal").group_by(*GAME, "level", maintain_order=True)
    counted = made.agg(
        pl.len().alias("decisions"),
        (pl.col("kind") == "play").sum().alias("plays"),
        (pl.col("kind") == "rest").sum().alias("rests"),
        (pl.col("kind") == "ability").sum().alias("abilities"),
        pl.col("claimed").sum().alias("relics_claimed"),
        ((pl.col("face") == "relic") & (pl.col("resolved") > 0))
        .fill_null(False)
        .sum()
        .alias("relics_played"),
    )
    some = counted.columns[3:]
    assert counted.select(some).rows() == levels.select(some).rows()
    assert (
        games["levels_cleared"].to_list()
        == sums.join(
            levels.group_by(GAME).agg((pl.col("end") == "cleared").sum().alias("n")), on=GAME, how="left"
        )["n"].to_list()
    )
    lost = pl.col("blessings_start") - pl.col("blessings_left")
    assert games.filter(lost != pl.col("blessings_lost")).is_empty()
    check_cards(run, levels, cards)


def check_cards(run: sw.stats.Run, levels: pl.DataFrame, cards: pl.DataFrame) -> None:
    """Check that no card is lost or invented: each card of each finished level has a row."""
    level = [*GAME, "level"]
    in_row = cards.filter(pl.col("seat").is_null()).group_by(level).agg(
        pl.len().alias("rows"), pl.col("card").n_unique().alias("unique"),
        (pl.col("use") == "claimed").sum().alias("claimed"),
        (pl.col("use") == "removed").sum().alias("removed"),
    )  # fmt: skip
    both = levels.filter(pl.col("threats") > 0).join(in_row, on=level, how="left")
    assert both.filter(
        (pl.col("rows") != pl.col("threats")) | (pl.col("unique") != pl.col("threats"))
        | (pl.col("claimed") != pl.col("relics_claimed")) | (pl.col("removed") > pl.col("blessings_lost"))
    ).is_empty()  # fmt: skip
    equipment = (
        cards.filter(pl.col("type") == "equipment")
        .group_by(*level, "character")
        .agg(pl.col("card").unique().sort())
    )
    for _, _, _, character, told in equipment.rows():
        assert told == sorted(run.task.edition.characters[character].cards)
    again = (
        cards.filter(pl.col("seat").is_not_null())
        .group_by(*level, "card")
        .agg(pl.len())
        .filter(pl.col("len") > 1)
    )
    recovered = run.table("decisions").lazy().filter(pl.col("move").str.starts_with("ability +")).collect()
    assert again.join(recovered, on=level, how="anti").is_empty()  # only cards that A4 recovers
    held = (
        cards.filter((pl.col("type") == "relic") & pl.col("seat").is_not_null()).group_by(level).len("held")
    )
    many = levels.join(held, on=level, how="left").with_columns(pl.col("held").fill_null(0))
    assert many.filter(pl.col("held") < pl.col("relics_start")).is_empty()


def test_the_tables_of_a_run_agree(run: sw.stats.Run) -> None:
    """Games are the sums of their levels, and these of their decisions; each card of a level has one row."""
    check(run)


@settings(max_examples=15, deadline=None)
@given(editions(), st.integers(2, 5))
def test_so_they_do_in_any_edition(edition: sw.Edition, players: int) -> None:
    """The same with other numbers, icons and levels."""
    check(
        sw.simulate(
            players=players, bots="random", games=3, edition=edition, tables=list(TABLES), progress=False
        )
    )


def test_they_agree_with_the_positions(run: sw.stats.Run) -> None:
    """The numbers after each decision are those of the replayed game."""
    for number in range(4):
        replay = run.replay(number)
        rows = run.decisions.filter(pl.col("game") == number).rows(named=True)
        nodes = replay.main_line()
        assert len(nodes) == len(rows)
        for node, row in zip(nodes, rows, strict=True):
            position = node.position
            assert (row["path"], row["step"], row["level"], row["turn"], row["seat"], row["move"]) == (
                node.path, int(node.path), node.level, node.turn, node.seat, node.move,
            )  # fmt: skip
            assert (row["blessings"], row["rests"], row["row"], row["deck"]) == (
                position.blessings, position.rests, len(position.row), len(position.deck),
            )  # fmt: skip
            assert row["hands"] == sum(len(seat.hand) for seat in position.seats)
            assert row["equipment"] == sum(len(seat.deck) for seat in position.seats)
            assert row["relics"] == node.state.held_relics().bit_count()
        (game,) = run.games.filter(pl.col("game") == number).rows(named=True)
        assert (game["result"], game["level"], game["score"]) == replay.outcome
        assert (game["seed"], tuple(game["characters"])) == (replay.seed, replay.characters)


def test_icons_needed_and_held(run: sw.stats.Run) -> None:
    """Counted independently from the positions' texts, card by card."""
    edition = run.task.edition
    replay = run.replay(3)
    levels = run.levels.filter(pl.col("game") == 3).rows(named=True)
    for row in levels:
        nodes = [node for node in replay.main_line() if node.level == row["level"]]
        (deal,) = [node.deal for node in nodes if node.deal is not None]
        asks = [edition.cards[card] for card in deal.threats if not card.startswith("R")]
        asks += list(edition.levels[row["level"] - 1].segments)
        for icon in TARGET_ICONS:
            assert row[f"need_{icon}"] == sum(ask.count for ask in asks if ask.icons == (icon,))
            assert row[f"may_{icon}"] == sum(len(ask.icons) > 1 and icon in ask.icons for ask in asks)
        first = next(node.position for node in nodes if node.position.phase == "turn")
        upright, turned = dict.fromkeys(TARGET_ICONS, 0), dict.fromkeys(TARGET_ICONS, 0)
        for seat in first.seats:
            for text in (*seat.hand, *seat.storage):
                card = edition.cards[text.rstrip("'")]
                if text.startswith("R"):
                    continue
                up = ICONS[card.faces[text.endswith("'")]]
                down = ICONS[card.faces[not text.endswith("'")]]
                upright[up.pays] += up.worth
                if text in seat.hand:
                    turned[down.pays] += down.worth
        assert [row[f"held_{icon}"] for icon in TARGET_ICONS] == list(upright.values())
        assert [row[f"turned_{icon}"] for icon in TARGET_ICONS] == list(turned.values())

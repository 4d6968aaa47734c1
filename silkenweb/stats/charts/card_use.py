"""Charts of the use of cards, and of final scores."""

from __future__ import annotations

from typing import Final

import altair as alt
import polars as pl

from silkenweb.edition.icons import ICONS
from silkenweb.stats.charts.look import (
    WIDTH,
    Chart,
    Frame,
    Look,
    categories,
    character_name,
    edition_note,
    layered,
    percent,
    quantity,
    require_rows,
    select_columns,
    tooltip,
)

NOT_PLAYED: Final = {
    "wasted": "committed in vain",
    "discarded": "discarded at the start",
    "given": "discarded for an ability",
    "stored": "stored",
    "unused": "kept, not played",
    "undrawn": "not drawn",
}
"""The uses of a card other than being played, in words, in stacking order."""

PLAYED: Final = {icon.key: f"played as {icon.name} ({icon.letter})" for icon in ICONS.values()}
LETTERS: Final = {PLAYED[icon.key]: icon.letter for icon in ICONS.values()}
ROOM: Final = 0.06
"""The minimum share of a bar that has room for a letter."""


def card_uses(cards: Frame, *, dark: bool | None = None) -> Chart:
    """Draw the uses of each Equipment Card, one row per card: plays by icon, and all other uses.

    Every use in every level counts.
    """
    look = Look(dark)
    whole = select_columns(
        cards, "run", "game", "level", "character", "card", "type", "source", "use", "face"
    )
    held = require_rows(whole.filter(pl.col("type") == "equipment"), "Equipment Card")
    greys = [look.accent, look.edge, look.series[3], look.series[1], look.muted, look.thread]
    colours = {words: look.icons[key] for key, words in PLAYED.items()}
    colours |= dict(zip(NOT_PLAYED.values(), greys, strict=True))
    data = _shares(held, list(colours))
    there = {name: colour for name, colour in colours.items() if name in set(data["series"])}
    order = [key for key in categories(held, "character") if key in set(data["character"])]
    panels = [_card_panel(data.filter(pl.col("character") == key), there, look) for key in order]
    helped = int((held["use"] == "played").sum()) / held.height
    levels = held.select(pl.struct("run", "game", "level").n_unique()).item()
    return look.finish(
        alt.concat(*panels, columns=2, spacing=18),
        "What the cards were used for",
        [f"Share of {quantity(held.height, 'use')} in {quantity(levels, 'level')}", _note(held)],
        f"The uses of each Equipment Card; {percent(helped)} of them were plays that helped.",
    )


def _shares(held: pl.DataFrame, order: list[str]) -> pl.DataFrame:
    """Return the share of each use of each card, and the position of its bar."""
    face, use = pl.col("face").cast(pl.String), pl.col("use").cast(pl.String)
    words = pl.when(use == "played").then(face.replace(PLAYED)).otherwise(use.replace(NOT_PLAYED))
    counts = held.group_by(pl.col("character").cast(pl.String), "card", words.alias("series")).agg(
        pl.len().alias("n")
    )
    place = pl.col("series").replace_strict({name: place for place, name in enumerate(order)})
    shares = counts.with_columns((pl.col("n") / pl.col("n").sum().over("card")).alias("share"))
    end = pl.col("share").cum_sum().over("card")
    letter = pl.col("series").replace_strict(LETTERS, default="")
    room = pl.when(pl.col("share") < ROOM).then(pl.lit("")).otherwise(letter)
    stacked = shares.sort("card", place).with_columns(end.alias("to"), (end - pl.col("share")).alias("from"))
    return stacked.with_columns(((pl.col("from") + pl.col("to")) / 2).alias("middle"), room.alias("letter"))


def _note(cards: pl.DataFrame) -> str:
    known = cards.unique("card")
    odd = known.filter(pl.col("source") == "reconstructed").height
    return f"Icons of {odd} of the {known.height} cards are reconstructed, not printed" if odd else ""


def _card_panel(data: pl.DataFrame, colours: dict[str, str], look: Look) -> alt.LayerChart:
    """Return the panel of one character's cards."""
    scale = alt.Scale(domain=list(colours), range=list(colours.values()))
    legend = alt.Legend(orient="bottom", columns=3, symbolType="square")
    axis = alt.Axis(format="%", tickCount=4)
    base = alt.Chart(data).encode(
        alt.Y("card:N", title=None),
        tooltip=[
            tooltip("card:N"),
            tooltip("series:N", "use"),
            tooltip("share:Q", "of its uses", ".1%"),
            tooltip("n:Q", "times", ","),
        ],
    )
    bar = base.mark_bar(stroke=look.surface, strokeWidth=0.5).encode(
        alt.X("from:Q", title="share of uses", axis=axis, scale=alt.Scale(domain=[0, 1])), alt.X2("to:Q"),
        alt.Color("series:N", title=None, sort=list(colours), scale=scale, legend=legend),
    )  # fmt: skip
    letter = base.mark_text(fontSize=10, fontWeight="bold", color=look.surface).encode(
        alt.X("middle:Q"), text="letter:N"
    )
    chart = layered(bar, letter)
    heading = look.heading(character_name(data["character"][0]))
    panel: alt.LayerChart = chart.properties(width=WIDTH // 2, height=alt.Step(17), title=heading)
    return panel


def scores(games: Frame, *, dark: bool | None = None) -> Chart:
    """Draw the number of Relics held at the end of won games, with the resulting reputation (E4)."""
    look = Look(dark)
    whole = require_rows(select_columns(games, "won", "score", "reputation", "edition"), "game")
    won = require_rows(whole.filter(pl.col("won")), "game that was won")
    counts = won.group_by("score", "reputation").agg(pl.len().alias("n")).sort("score")
    data = counts.with_columns((pl.col("n") / won.height).alias("share"))
    all_scores = list(range(max(10, *data["score"]) + 1))
    lowest = dict(data.group_by("reputation").agg(pl.col("score").min()).sort("score").rows())
    titles = list(lowest)
    ramp = [look.ramp[1 + 5 * score // all_scores[-1]] for score in lowest.values()]
    axis = alt.Axis(labelAngle=0)
    base = alt.Chart(data).encode(
        alt.X("score:O", title="Relics held at the end", axis=axis, scale=alt.Scale(domain=all_scores)),
        tooltip=[
            tooltip("score:O", "Relics"),
            tooltip("reputation:N"),
            tooltip("share:Q", "of won games", ".1%"),
            tooltip("n:Q", "games", ","),
        ],
    )  # fmt: skip
    bar = base.mark_bar(stroke=look.edge).encode(
        alt.Y("share:Q", title="share of won games", axis=alt.Axis(format="%", tickCount=5)),
        alt.Color(
            "reputation:N", title="reputation", sort=titles, scale=alt.Scale(domain=titles, range=ramp)
        ),
    )
    text = base.mark_text(dy=-7).encode(alt.Y("share:Q"), text=alt.Text("n:Q", format=","))
    chart = layered(bar, text)
    mean = sum(won["score"]) / won.height
    summary = f"{quantity(won.height, 'game')} won of {whole['won'].count():,}"
    return look.finish(
        chart.properties(width=WIDTH, height=260),
        "Scores and reputation",
        [f"{summary}; numbers on bars: games", edition_note(won["edition"])],
        f"Relics held at the end of won games, {summary}: {mean:.1f} on average.",
    )

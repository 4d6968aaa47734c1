"""The facts of a class report about one game, and the findings of its file's review, if it has one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import pairwise

from silkenweb.errors import shorten
from silkenweb.game.events import BlessingLost, Lost
from silkenweb.replay import Node, Replay
from silkenweb.replay.assumed import KEY as ASSUMED
from silkenweb.study.review import Finding, LineReport, Mean

LONGEST_MOVE = 40


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a game: the number of decisions, and the Blessings left after it."""

    level: int
    decisions: int
    blessings: int
    cleared: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game to discuss. `node` is its path, `what` a sentence.

    `better` and `cost` come from a review: the best move given what the player could know, and how much more
    often the team would have won with it.
    """

    node: str
    level: int
    what: str
    better: str | None = None
    cost: Mean | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Character and person of a seat; from a review, the mean informed loss of decisions with a choice."""

    character: str
    person: str | None
    loss: Mean | None = None


@dataclass(frozen=True)
class Game:
    """A game of the class. `file` is its path within the folder.

    `same_deal`: equal for games with the same characters and the same first deal. `line`: equal for games
    with identical decisions; `steps`: the move of each node. `reviewed`: how many of its `nodes` have a
    review. `loss`: the team's mean informed loss over decisions with a choice. `luck`: the
    luck of the deal of each level.
    """

    file: str
    title: str
    seats: tuple[Seat, ...]
    seed: str | None
    phase: str
    level: int
    last_level: int
    score: int | None
    blessings: tuple[int, int]
    decisions: int
    levels: tuple[Level, ...]
    happened: tuple[Moment, ...]
    alternatives: int
    comments: int
    assumed: bool
    same_deal: str
    line: str
    steps: tuple[str, ...]
    nodes: int
    reviewed: int
    by: str = ""
    moments: tuple[Moment, ...] = ()
    loss: Mean | None = None
    luck: tuple[tuple[int, Mean], ...] = ()

    @property
    def result(self) -> str:
        """The result in words, such as `won, 3 Relics`."""
        if self.phase == "won":
            return f"won, {self.score} Relic{'' if self.score == 1 else 's'}"
        return f"lost at level {self.level}" if self.phase == "lost" else f"unfinished at level {self.level}"

    @property
    def fully_reviewed(self) -> bool:
        """Whether every node has a review."""
        return self.nodes > 0 and self.reviewed == self.nodes

    @property
    def cleared(self) -> int:
        """The number of levels cleared."""
        return sum(level.cleared for level in self.levels)


def game(replay: Replay, file: str) -> Game:
    """Return the facts and findings of a replay for the report."""
    line = replay.main_line()
    entries = tuple((node, found) for node in line if (found := _found(node)) is not None)
    whole = LineReport(entries, None) if entries and len(entries) == len(line) else None
    title = replay.meta.get("title")
    return Game(
        file=file,
        title=title if isinstance(title, str) else "",
        seats=tuple(_seats(replay, whole)),
        seed=replay.seed,
        phase=replay.outcome.phase,
        level=replay.outcome.level,
        last_level=len(replay.edition.levels),
        score=replay.outcome.score,
        blessings=(replay.root.position.blessings, replay.end.position.blessings),
        decisions=sum(node.move is not None for node in line),
        levels=tuple(_levels(line)),
        happened=tuple(_happened(line)),
        alternatives=sum(not node.recorded for node in replay.nodes()),
        comments=sum(node.comment is not None for node in replay.nodes()),
        assumed=any(ASSUMED in node.extra for node in line),
        same_deal=_same_deal(replay, line),
        line=_digest([replay.root.position.text, *(node.position.text for node in line)]),
        steps=tuple(str(node.move or "deal") for node in line),
        nodes=len(line),
        reviewed=len(entries),
        by=_by(line) if entries else "",
        moments=tuple(_moments(whole)) if whole else (),
        loss=whole.summary().loss if whole else None,
        luck=tuple((node.level, found.luck) for node, found in whole.luck if found.luck) if whole else (),
    )


def _found(node: Node) -> Finding | None:
    """Return the finding stored on a node, or None if there is no valid one."""
    return Finding.of_review(node.review)


def _same_deal(replay: Replay, line: list[Node]) -> str:
    deal = line[0].deal if line else None
    if deal is None:
        return ""
    return _digest([*replay.characters, replay.head["edition"]["sha256"], json.dumps(deal.to_dict())])


def _seats(replay: Replay, whole: LineReport | None) -> Iterator[Seat]:
    for seat, player in enumerate(replay.players):
        character = replay.edition.characters[player.character].name
        loss = whole.summary(seat).loss if whole else None
        yield Seat(character, player.name, loss)


def _levels(line: list[Node]) -> Iterator[Level]:
    """Yield one entry for each level that was dealt."""
    starts = [place for place, node in enumerate(line) if node.deal is not None]
    for start, end in pairwise([*starts, len(line)]):
        nodes = line[start:end]
        last = nodes[-1].position
        cleared = last.phase in ("won", "deal")
        decisions = sum(node.move is not None for node in nodes)
        yield Level(nodes[0].level, decisions, last.blessings, cleared)


def _happened(line: list[Node]) -> Iterator[Moment]:
    """Yield the moments that need no review: where Blessings and the game were lost."""
    for node in line:
        for event in node.events:
            if isinstance(event, BlessingLost):
                yield Moment(node.path, node.level, f"A Blessing is lost ({node.position.blessings} left).")
            elif isinstance(event, Lost):
                yield Moment(node.path, node.level, "The game is lost.")


def _moments(whole: LineReport) -> Iterator[Moment]:
    """Yield the costliest decisions given what could be known, and where the level was permanently lost."""
    for node, found in whole.moments:
        what = f"{_who(node)}: {node.move}"
        yield Moment(node.path, node.level, what, shorten(found.best or "?", LONGEST_MOVE), found.loss)
    for node, found in whole.entries:
        if found.lost_level:
            after = f"after {_who(node)}'s {node.move}"
            yield Moment(node.path, node.level, f"The level could no longer be cleared {after}.")


def _who(node: Node) -> str:
    replay = node.replay
    return "the deal" if node.seat is None else replay.edition.characters[replay.characters[node.seat]].name


def _by(line: list[Node]) -> str:
    """Return the bot and the budget of the review, as recorded in the file."""
    used = (node.review or {}).get("with") if (node := line[-1]) else None
    if not isinstance(used, dict):
        return ""
    bot, worlds = (shorten(str(used.get(key)), LONGEST_MOVE) for key in ("bot", "worlds"))
    return f"bot {bot}, at most {worlds} worlds per move"


def _digest(texts: list[str]) -> str:
    return blake2b("\n".join(texts).encode(), digest_size=8).hexdigest()

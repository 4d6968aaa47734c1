"""`simulate`: many games by bots, on any executor, into memory or into Parquet files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from types import TracebackType
from typing import Self

import polars as pl
from tqdm.auto import tqdm

from silkenweb import arguments
from silkenweb.bots import registry
from silkenweb.bots.registry import Maker
from silkenweb.bots.selfplay import seat_bots
from silkenweb.edition.card_data import EditionLike, edition_of
from silkenweb.errors import SilkenwebError
from silkenweb.stats.columns import TABLES, to_frame
from silkenweb.stats.rates import wilson
from silkenweb.stats.run import Rate, Run, RunFolder
from silkenweb.stats.task import Plan, Played, Task
from silkenweb.stats.workers import (
    Job,
    WorkerProcesses,
    Workers,
    exit_if_imported,
    play_here,
    play_on_workers,
)

__all__ = ["Run", "simulate"]

MOST_PLAYERS = 5
MOST_GAMES = 10**9
MOST_JOBS = 10_000


def simulate(
    games: int = 1000,
    *,
    players: int | Sequence[int] | None = None,
    characters: Sequence[str] | Sequence[Sequence[str]] | None = None,
    bots: str | Sequence[str] = "convention",
    seed: str | int | None = "0",
    blessings: int | None = None,
    edition: EditionLike | None = None,
    executor: Executor | None = None,
    jobs: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    tables: Sequence[str] = ("games", "levels"),
    name: str | None = None,
    chunk: int | None = None,
    progress: bool = True,
) -> Run:
    """Have bots play many games, and return their tables.

    The same seed gives the same tables, on any executor and with any chunks, if the bots use no clock.

    - `games`: the number of games.
    - `players`: the number of players, or several numbers used in rotation, game by game; default 4. The
      characters are drawn for each game, or given by `characters`: one list (clockwise), or several lists
      used in rotation.
    - `bots`: one name for all seats, or one per seat; your own bots after `sw.bots.register`.
    - `seed`: text or a whole number; game n has the seed `f"{seed}|{n}"`, and `run.replay(n)` plays it again.
      None draws a new seed, which is in `run.seed`.
    - `executor`: any of `concurrent.futures`, such as dask's `client.get_executor()`. Without one the games
      are played in this process, or in `jobs` processes (a script must then have its own code under
      `if __name__ == "__main__":`, as always with processes). If an executor does not report its number of
      workers, `jobs` gives it.
    - `out`: a new folder for Parquet files, written during the run, so that memory does not grow with the
      games; without it the tables stay in memory. `resume=True` continues an existing run (or begins one),
      up to `games` games. Only one program at a time can write to a folder.
    - `tables`: the tables to keep, of games (always), levels, decisions, cards.
    - `name`: the value of the column `run`; by default bots, players or characters, and seed.
    - `chunk`: games that are played and written together; by default as many as take about two seconds.
    - `progress`: False for no progress bar. The bar shows the games done and the win rate with its 95%
      interval. It appears after one second, in a terminal or a notebook.

    Raises SilkenwebError, which names the game, if a bot fails or chooses an illegal move.
    """
    task = _task(players, characters, bots, seed, blessings, edition, tables, name)
    games = arguments.whole("games", games, 0, MOST_GAMES)
    chunk = None if chunk is None else arguments.whole("chunk", chunk, 1)
    jobs = None if jobs is None else arguments.whole("jobs", jobs, 1, MOST_JOBS)
    progress, resume = arguments.flag("progress", progress), arguments.flag("resume", resume)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise arguments.wrong("executor", "an Executor, with a method `submit`, or None", executor)
    if out is not None:
        arguments.new_path("out", out)
    if resume and seed is None:
        raise arguments.wrong("seed", "the seed of the run to resume", seed)
    if executor is not None or (jobs or 1) > 1:
        exit_if_imported()
    if resume and out is None:
        raise SilkenwebError("resume=True continues the run in a folder: give the folder with out=")
    folder = None if out is None else RunFolder(out)
    with nullcontext() if folder is None else folder.locked(task.settings(), resume):
        todo = [range(games)] if folder is None else folder.missing(games)
        job = (task, _makers(task))
        workers = _workers(executor, jobs, job)
        plan = Plan(todo, chunk, 1 if workers is None else workers.count)
        results = play_here(job, plan) if workers is None else play_on_workers(job, plan, workers)
        keep = _Sink(task, folder)
        run = Run(task, folder)
        with _ProgressBar(games, games - plan.left, run if folder is not None else None, progress) as bar:
            for played in results:
                keep.add(played)
                bar.add(played)
    return run if folder is not None else Run(task, None, keep.frames())


def _task(
    players: int | Sequence[int] | None,
    characters: Sequence[str] | Sequence[Sequence[str]] | None,
    bots: str | Sequence[str],
    seed: str | int | None,
    blessings: int | None,
    edition: EditionLike | None,
    tables: Sequence[str],
    name: str | None,
) -> Task:
    if players is not None and characters is not None:
        raise SilkenwebError("give either players or characters, not both")
    counts, tuples, seed = _counts(players), _tuples(characters), arguments.seed(seed)
    for table in arguments.items("tables", tables, f"a list of {', '.join(TABLES)}"):
        arguments.choice("tables", table, TABLES)
    if name is not None:
        arguments.encodable("name", name)
    expected = "the name of a bot, or a list of names, one per seat"
    named = (bots,) if isinstance(bots, str) else arguments.texts("bots", bots, expected)
    who = " ".join("+".join(each) for each in tuples) or f"{', '.join(map(str, counts))} players"
    task = Task(
        name=name if name is not None else f"{', '.join(named)}; {who}; {seed}",
        seed=seed,
        players=() if tuples else counts,
        characters=tuples,
        bots=named,
        blessings=blessings,
        edition=edition_of(edition),
        tables=tuple(table for table in TABLES if table in tables or table == "games"),
    )
    task.check()
    seating = task.seating(0)
    seat_bots(seating, list(task.bots_of(len(seating))), task.seed)
    return task


def _counts(players: int | Sequence[int] | None) -> tuple[int, ...]:
    """Return the numbers of players, used in rotation."""
    expected = "a number of players, or a list of numbers"
    many = isinstance(players, Iterable) and not isinstance(players, str)
    each = arguments.items("players", players, expected) if many else (4 if players is None else players,)
    return tuple(arguments.whole("players", count, 2, MOST_PLAYERS) for count in each)


def _tuples(characters: Sequence[str] | Sequence[Sequence[str]] | None) -> tuple[tuple[str, ...], ...]:
    """Return the lists of characters, used in rotation."""
    expected = 'a list of characters, as in ["wukong", "bajie"], or a list of such lists'
    given = () if characters is None else arguments.items("characters", characters, expected)
    if given and all(isinstance(each, str) for each in given):
        return (given,)
    return tuple(arguments.texts("characters", each, expected) for each in given)


def _makers(task: Task) -> dict[str, Maker]:
    """Return the makers of bots that another process would not know."""
    names = {registry.parse(bot)[0] for bot in task.bots}
    found = {name: registry.maker(name) for name in names}
    return {name: maker for name, maker in found.items() if not _ours(maker)}


def _ours(maker: Maker) -> bool:
    return (getattr(maker, "__module__", None) or "").split(".")[0] == "silkenweb"


def _workers(executor: Executor | None, jobs: int | None, job: Job) -> Workers | None:
    """Return the workers that play, or None for this process."""
    if executor is not None:
        return Workers(executor, jobs)
    return WorkerProcesses(jobs, job[1]) if jobs is not None and jobs > 1 else None


class _Sink:
    """Collects the rows: in a folder at once, or in memory."""

    def __init__(self, task: Task, folder: RunFolder | None) -> None:
        self.task = task
        self.folder = folder
        self.parts: dict[int, dict[str, pl.DataFrame]] = {}

    def add(self, played: Played) -> None:
        edition = self.task.edition
        frames = {table: to_frame(table, columns, edition) for table, columns in played.columns.items()}
        if self.folder is not None:
            self.folder.add(played.first, frames)
        else:
            self.parts[played.first] = frames

    def frames(self) -> dict[str, pl.DataFrame]:
        """Return the tables in memory, in the order of the games."""
        parts = [self.parts[first] for first in sorted(self.parts)]
        return {table: pl.concat([part[table] for part in parts]) for table in self.task.tables if parts}


class _ProgressBar:
    """The progress bar: games done, and the win rate."""

    def __init__(self, games: int, done: int, run: Run | None, shown: bool) -> None:
        self.won, self.played = run._counts() if run is not None and done and shown else (0, 0)
        self.bar = tqdm(
            total=games,
            initial=done,
            unit="game",
            disable=None if shown else True,  # None: not if standard error is a file or a pipe
            delay=1,
            smoothing=0.1,
            postfix=self._win_rate(),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.bar.close()

    def add(self, played: Played) -> None:
        self.won += played.won
        self.played += played.games
        self.bar.set_postfix_str(self._win_rate(), refresh=False)
        self.bar.update(played.games)

    def _win_rate(self) -> str:
        if not self.played:
            return ""
        return f"won {Rate(self.won / self.played, *wilson(self.won, self.played))}"

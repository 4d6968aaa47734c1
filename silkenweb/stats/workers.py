"""Having chunks played: here, in processes of our own, or on any executor; a chunk that is lost is done
again.
"""

from __future__ import annotations

import ast
import multiprocessing
import os
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from multiprocessing.context import BaseContext
from typing import Final, TypeAlias

from silkenweb import files
from silkenweb.bots.protocol import Maker
from silkenweb.errors import SilkenwebError
from silkenweb.stats.task import Chunk, Failed, Plan, Played, Task, play_chunk

ATTEMPTS: Final = 3
"""How often a chunk is tried where the worker that has it dies or the executor fails."""

Job: TypeAlias = tuple[Task, Mapping[str, Maker]]


def play_here(job: Job, plan: Plan) -> Iterator[Played]:
    """Play all chunks in this process, one after the other."""
    while chunk := plan.next():
        yield _checked(play_chunk(*job, chunk.first, chunk.games), plan)


def play_on_workers(job: Job, plan: Plan, workers: Workers) -> Iterator[Played]:
    """Play all chunks by way of an executor, in whatever order they are finished."""
    pending: dict[Future[Played | Failed], Chunk] = {}
    again: deque[Chunk] = deque()
    try:
        while True:
            _submit(job, plan, workers, pending, again)
            if not pending:
                return
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            broken: BaseException | None = None
            for future in done:
                chunk = pending.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor as error:
                    broken = error
                    again.append(_retry(chunk, error))
                except (Exception, CancelledError) as error:
                    again.append(_retry(chunk, error))
                else:
                    yield _checked(result, plan)
            if broken is not None:
                # Every chunk under way is lost with the executor, or about to be.
                again += [_retry(chunk, broken) for chunk in pending.values()]
                pending.clear()
                workers.renew(broken)
    finally:
        for future in pending:
            future.cancel()
        workers.close()


def _submit(
    job: Job, plan: Plan, workers: Workers, pending: dict[Future[Played | Failed], Chunk], again: deque[Chunk]
) -> None:
    """Keep as many chunks under way as there are hands for, those first that have to be done again."""
    while len(pending) < 2 * workers.count:
        chunk = again.popleft() if again else plan.next()
        if chunk is None:
            return
        try:
            pending[workers.executor.submit(play_chunk, *job, *chunk)] = chunk
        except BrokenExecutor as error:
            again.appendleft(chunk)
            if not pending:
                workers.renew(error)
                continue
            return  # those under way will tell


def _checked(result: Played | Failed, plan: Plan) -> Played:
    if isinstance(result, Failed):
        raise SilkenwebError(result.reason)
    plan.learn(result.games, result.seconds)
    return result


def _retry(chunk: Chunk, error: BaseException) -> Chunk:
    if chunk.attempt >= ATTEMPTS:
        reason = f"{type(error).__name__}: {error}"
        raise SilkenwebError(f"{chunk}: lost {ATTEMPTS} times by the executor ({reason})") from error
    return chunk._replace(attempt=chunk.attempt + 1)


class Workers:
    """An executor of the user's, which is used and left alone."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.executor = executor
        self.count = workers or _workers_of(executor)

    def renew(self, error: BaseException) -> None:
        """It can't be used again, and is not ours to make anew."""
        check_guarded()
        raise SilkenwebError(
            f"the executor broke, most likely as one of its processes died ({error}); what was written so "
            "far is whole: go on with a new executor, the same out=, and resume=True"
        ) from error

    def close(self) -> None:
        """It stays as it is."""


class WorkerProcesses(Workers):
    """So many processes of our own, made anew when one of them dies."""

    def __init__(self, jobs: int, makers: Mapping[str, Maker]) -> None:
        self.context = _context(makers)
        super().__init__(self._made(jobs), jobs)

    def _made(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, mp_context=self.context)

    def renew(self, error: BaseException) -> None:
        """Other processes take over. Raises SilkenwebError if none could ever work."""
        check_guarded()
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._made(self.count)

    def close(self) -> None:
        """They end as soon as their chunk is done."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def _workers_of(executor: Executor) -> int:
    """How many chunks an executor can play at once, as far as it can be seen."""
    known = getattr(executor, "_max_workers", None)  # concurrent.futures
    client = getattr(executor, "_client", None)  # dask.distributed
    view = getattr(executor, "view", None)  # ipyparallel
    if client is not None:
        known = sum(client.nthreads().values())
    elif view is not None:
        known = len(view.client.ids)
    return known or os.cpu_count() or 1


def exit_if_imported() -> None:
    """End this process if it is a new one that only imports the program, as `check_guarded` will tell."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)


def check_guarded() -> None:
    """Raise SilkenwebError if a new process, which imports the program, would come by this call again."""
    main = sys.modules["__main__"]
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
    file = getattr(main, "__file__", None)
    if file is None or frame.f_globals is not vars(main) or _guarded(file, frame.f_lineno):
        return
    raise SilkenwebError(
        f"{os.path.basename(file)}, line {frame.f_lineno}: other processes import this file and would run "
        'this line again; put it under `if __name__ == "__main__":`'
    )


def _guarded(file: str, line: int) -> bool:
    """Whether a line of a program is under `if __name__ == ...`, as far as the program can be read."""
    try:
        tree = ast.parse(files.read(file))
    except (OSError, SyntaxError, ValueError):
        return True
    tests = [
        node.test
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return any(
        isinstance(part, ast.Name) and part.id == "__name__" for test in tests for part in ast.walk(test)
    )


def _main_not_importable() -> tuple[bool, bool]:
    """Whether this program's own definitions can't be imported by another process, as there is no file of
    them; and whether another process would even try to find one (as with a program read from standard input).
    """
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    nowhere = getattr(main, "__spec__", None) is None and (file is None or not os.path.isfile(file))
    return nowhere, nowhere and file is not None


def _context(makers: Mapping[str, Maker]) -> BaseContext:
    """How processes begin. A fork of a process with threads, as a notebook's is, may hang; so it is used only
    where other processes could not import what they need.
    """
    methods = multiprocessing.get_all_start_methods()
    nowhere, looked_for = _main_not_importable()
    typed_in = any(getattr(maker, "__module__", "") == "__main__" for maker in makers.values())
    if looked_for or (nowhere and typed_in):
        if "fork" not in methods:
            raise SilkenwebError(
                "a bot made in a notebook can't go to other processes here: put it into a file and import "
                "it, or leave out jobs="
            )
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")

"""Workers that play chunks: this process, several processes, or any executor. A lost chunk is retried."""

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
from silkenweb.bots.registry import Maker
from silkenweb.errors import SilkenwebError
from silkenweb.stats.task import Chunk, Failed, Plan, Played, Task, play_chunk

ATTEMPTS: Final = 3
"""Maximum attempts for a chunk if its worker dies or the executor fails."""

Job: TypeAlias = tuple[Task, Mapping[str, Maker]]


def play_here(job: Job, plan: Plan) -> Iterator[Played]:
    """Play all chunks in this process, one after another."""
    while chunk := plan.next():
        yield _checked(play_chunk(*job, chunk.first, chunk.games), plan)


def play_on_workers(job: Job, plan: Plan, workers: Workers) -> Iterator[Played]:
    """Play all chunks on an executor, and yield them in the order in which they finish."""
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
                # All running chunks are lost with the executor.
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
    """Keep the workers busy; chunks to retry come first."""
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
            return  # the running chunks will report the failure


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
    """The user's executor, which is used but never shut down."""

    def __init__(self, executor: Executor, workers: int | None = None) -> None:
        self.executor = executor
        self.count = workers or _workers_of(executor)

    def renew(self, error: BaseException) -> None:
        """Raise SilkenwebError: the executor belongs to the user, so it cannot be replaced."""
        check_guarded()
        raise SilkenwebError(
            f"the executor broke, probably because one of its processes died ({error}); everything written "
            f"so "
            "far is complete: continue with a new executor, the same out=, and resume=True"
        ) from error

    def close(self) -> None:
        """Leave the executor running."""


class WorkerProcesses(Workers):
    """A pool of `jobs` processes, which is replaced if one of them dies."""

    def __init__(self, jobs: int, makers: Mapping[str, Maker]) -> None:
        self.context = _context(makers)
        super().__init__(self._made(jobs), jobs)

    def _made(self, jobs: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(jobs, mp_context=self.context)

    def renew(self, error: BaseException) -> None:
        """Replace the processes. Raises SilkenwebError if no process could ever work."""
        check_guarded()
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._made(self.count)

    def close(self) -> None:
        """Let each process end after its chunk."""
        self.executor.shutdown(wait=False, cancel_futures=True)


def _workers_of(executor: Executor) -> int:
    """Return how many chunks an executor can play at once, as far as it reports that."""
    known = getattr(executor, "_max_workers", None)  # concurrent.futures
    client = getattr(executor, "_client", None)  # dask.distributed
    view = getattr(executor, "view", None)  # ipyparallel
    if client is not None:
        known = sum(client.nthreads().values())
    elif view is not None:
        known = len(view.client.ids)
    return known or os.cpu_count() or 1


def exit_if_imported() -> None:
    """End this process if it is a child that only imports the program; `check_guarded` reports that."""
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(1)


def check_guarded() -> None:
    """Raise SilkenwebError if a child process, which imports the program, would repeat this call."""
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
    """Return whether a line of a program is under `if __name__ == ...`; True if it can't be read."""
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
    """Return whether another process can't import this program's definitions.

    It can't if the program has no file. Also returns whether it would look for a file anyway (as with a
    program read from standard input).
    """
    main = sys.modules["__main__"]
    file = getattr(main, "__file__", None)
    nowhere = getattr(main, "__spec__", None) is None and (file is None or not os.path.isfile(file))
    return nowhere, nowhere and file is not None


def _context(makers: Mapping[str, Maker]) -> BaseContext:
    """Return the context that starts processes.

    Forking a process with threads, such as a notebook's, may hang, so fork is used only if other processes
    could not import what they need.
    """
    methods = multiprocessing.get_all_start_methods()
    nowhere, looked_for = _main_not_importable()
    typed_in = any(getattr(maker, "__module__", "") == "__main__" for maker in makers.values())
    if looked_for or (nowhere and typed_in):
        if "fork" not in methods:
            raise SilkenwebError(
                "a bot defined in a notebook can't be sent to other processes here: put it into a file and "
                "import "
                "it, or leave out jobs="
            )
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")

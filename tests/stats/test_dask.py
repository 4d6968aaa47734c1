"""A real Dask cluster of two worker processes on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import silkenweb as sw
from silkenweb.stats.columns import TABLES
from tests.stats.test_simulation import same

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Two processes of one thread each, with the dashboard on any free port."""
    two = {"n_workers": 2, "threads_per_worker": 1, "processes": True}
    with (
        distributed.LocalCluster(**two, dashboard_address=":0", silence_logs=50) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def test_the_cluster_changes_nothing(client: Any, tmp_path: Path) -> None:
    """The same seed gives the same tables; both workers play; bots known only to this process are sent with
    the games.
    """
    given: dict[str, Any] = {"games": 60, "seed": "d", "tables": TABLES, "progress": False, "bots": "resting"}
    with client.get_executor() as executor:
        run = sw.simulate(players=(2, 3), **given, executor=executor, chunk=4, out=tmp_path / "run")
    same(sw.simulate(players=(2, 3), **given), run)
    keys = client.run(lambda dask_worker: dask_worker.state.executed_count)
    assert len(keys) == 2
    assert all(keys.values())


def test_a_worker_that_dies_loses_only_its_chunk(client: Any, tmp_path: Path) -> None:
    """Dask plays the chunk on another worker; the tables are unchanged."""
    flag = tmp_path / "flag"
    given: dict[str, Any] = {"bots": f"dying:flag={flag}", "games": 12, "chunk": 2, "progress": False}
    whole = sw.simulate(players=2, **given)
    flag.touch()
    with client.get_executor() as executor:
        same(whole, sw.simulate(players=2, **given, executor=executor))
    assert not flag.exists()


def test_a_bot_that_fails_is_told_of(client: Any) -> None:
    """With its game, whichever worker played it."""
    told = pytest.raises(sw.SilkenwebError, match=r"(?s)game \d+ .*ZeroDivisionError")
    with client.get_executor() as executor, told:
        sw.simulate(players=2, bots="faulty", games=3, progress=False, executor=executor)

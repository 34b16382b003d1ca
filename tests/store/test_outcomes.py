"""What became of a job is heard by the queue, whatever is in the way; else its lock would be held for ever."""

import asyncio
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, LiteralString, cast

import pytest
from procrastinate import App, PsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from support.postgres import needed

from referee.desk.report import Done
from referee.post.posting import Posted
from referee.store import jobs
from referee.store.database import connect, migrate
from referee.store.working import Worker

if TYPE_CHECKING:
    from referee.store.database import Link

pytestmark = needed


@pytest.fixture
def link(database: str) -> Iterator["Link"]:
    """A connection to a store in which nothing is."""
    with connect(database) as one:
        migrate(one)
        yield one


def told(_: Done | Posted) -> None:
    """Nobody is told."""


def serve(url: str, is_time: Callable[[], bool]) -> None:
    """Do the jobs of the house until none is left that may be done now."""
    worker = cast("Worker", SimpleNamespace(is_time=is_time))
    made = jobs.app(url, worker, worker, jobs.Calls(), jobs.Told(told, told))

    async def works() -> None:
        async with made.open_async():
            await made.run_worker_async(
                queues=[jobs.WORK], wait=False, delete_jobs="successful", install_signal_handlers=False
            )

    asyncio.run(works())


def test_a_job_that_failed_while_another_like_it_waits_holds_nothing(database: str, link: "Link") -> None:
    """It cannot wait again beside the other one, so it is dropped; the other one is done."""
    done: list[str] = []

    def is_time() -> bool:
        if not done:
            done.append("failed")
            jobs.Calls().tick(link)
            raise ConnectionError
        done.append("done")
        return False

    jobs.Calls().tick(link)
    serve(database, is_time)
    assert done == ["failed", "done"]
    assert jobs.counts(link) == {"todo": 1, "doing": 0, "failed": 0}  # of letters out, in a queue of its own


class Lossy(PsycopgConnector):
    """A connection that is lost a few times: before the store heard, or before its answer came."""

    def __init__(self, url: str, lost: int, *, heard: bool) -> None:
        """It loses the first so many of what is told; heard or not."""
        super().__init__(conninfo=url, min_size=1, max_size=2)
        self.lost, self.heard, self.said = lost, heard, 0

    async def execute_query_async(self, query: LiteralString, **arguments: Any) -> None:
        """Tell the store, if it is our day."""
        self.said += 1
        losing = self.said <= self.lost
        if self.heard or not losing:
            await super().execute_query_async(query, **arguments)
        if losing:
            raise ConnectorException


@pytest.mark.parametrize("heard", [True, False])
@pytest.mark.parametrize("again", [True, False])
def test_an_outcome_is_said_until_it_is_heard(
    database: str, link: "Link", monkeypatch: pytest.MonkeyPatch, again: bool, heard: bool
) -> None:
    """Twice the connection is lost as a job is over, or is to be tried again; it is said once too much at most."""
    monkeypatch.setattr(jobs, "PAUSE", 0.01)
    jobs.Calls()(link, "g1")

    async def ends() -> None:
        lossy = Lossy(database, 2, heard=heard)
        made = App(connector=lossy)
        async with made.open_async():
            manager = jobs.Outcomes(lossy)
            job = await manager.fetch_job([jobs.WORK], await manager.register_worker())
            assert job is not None
            if again:
                await manager.retry_job(job)
            else:
                await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)
        assert lossy.said == (1 if heard else 3)

    asyncio.run(asyncio.wait_for(ends(), 20))
    assert jobs.counts(link) == {"todo": int(again), "doing": 0, "failed": 0}


def test_what_others_took_over_is_theirs(
    database: str, link: "Link", monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that could not say for long what became of its job says nothing about a job of somebody else."""
    monkeypatch.setattr(jobs, "PAUSE", 0.01)
    jobs.Calls()(link, "g1")

    async def ends() -> None:
        lossy = Lossy(database, 1, heard=False)
        async with App(connector=lossy).open_async():
            manager = jobs.Outcomes(lossy)
            job = await manager.fetch_job([jobs.WORK], await manager.register_worker())
            other = await manager.register_worker()
            link.execute("UPDATE procrastinate_jobs SET worker_id = %s", (other,))
            assert job is not None
            await manager.finish_job(job, Status.SUCCEEDED, delete_job=True)

    asyncio.run(asyncio.wait_for(ends(), 20))
    assert jobs.counts(link)["doing"] == 1

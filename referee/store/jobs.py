"""Jobs: what has to be looked at, told to whoever serves the home first. The queue is procrastinate, in the same store.

    game     the letters to a game; the lock `game g1` has one of them done at a time, in their order
    house    letters that belong to no game; deadlines (`tick`); alone with everything (`referee.store.leases`)
    post     letters out

A job only says where to look. What waits is what stands in the spool and in the outbox, and what was done stands there
too, in the same transaction. So a job that is done twice finds nothing the second time, and where one is lost the next
`tick` finds what waits. Jobs of a worker that is no longer heard of are given to others.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from procrastinate import App, JobContext, PsycopgConnector, RetryStrategy, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

from referee.desk.report import Done
from referee.post.posting import Posted
from referee.store.working import ONLY, Worker
from referee.util.values import Value

# How a job came out, told to the queue until the queue has heard it.
#
# A worker tells the queue once what became of a job. Where that fails the job stays as being done, by a worker
# that lives and does nothing for it; nobody takes it over, and all later jobs of its lock wait for it. Two
# things make it fail: the store is lost just then, or the job is to be tried again while another one like it
# waits already, which the queue refuses. So what became of a job is said again until the store is there, and a
# job of which another one like it waits is dropped: that one finds whatever is left.


PAUSE = 0.5
"""Seconds until what a store did not hear is said again."""


class Outcomes(JobManager):
    """The manager of jobs of a worker."""

    async def finish_job(self, job: Job, status: Status, delete_job: bool) -> None:
        """Say that a job is over."""
        await self._until_heard(job, lambda: super(Outcomes, self).finish_job(job, status, delete_job))

    async def retry_job(
        self,
        job: Job,
        retry_at: datetime | None = None,
        priority: int | None = None,
        queue: str | None = None,
        lock: str | None = None,
    ) -> None:
        """Say that a job is to be tried again, at a time if one is given; or drop it where one like it waits."""
        again = super().retry_job
        try:
            await self._until_heard(job, lambda: again(job, retry_at, priority, queue, lock))
        except UniqueViolation:
            await self.finish_job(job, Status.FAILED, delete_job=True)

    async def _until_heard(self, job: Job, say: Callable[[], Awaitable[None]]) -> None:
        """Say it until the store takes it; a failed answer may have been heard, so we look before we say it again.

        Raises `UniqueViolation` where the job cannot wait again since one like it does.
        """
        heard = await self._is_heard(say)
        while not heard:
            await asyncio.sleep(PAUSE)
            heard = await self._is_heard(lambda: self._say_if_ours(job, say))

    async def _is_heard(self, say: Callable[[], Awaitable[None]]) -> bool:
        try:
            await say()
        except UniqueViolation:
            raise
        except ConnectorException:
            return False
        return True

    async def _say_if_ours(self, job: Job, say: Callable[[], Awaitable[None]]) -> None:
        """Say it, unless it was heard the first time, or others have taken the job over."""
        found = await self.list_jobs_async(id=job.id, status=Status.DOING.value, worker_id=job.worker_id)
        if list(found):
            await say()


if TYPE_CHECKING:
    from referee.store.database import Link

WORK, POST = "referee", "referee-post"
"""The queues: what is done at the desk, and letters out."""
GAME, HOUSE, SEND = "referee.game", "referee.house", "referee.post"
AGAIN = RetryStrategy(max_attempts=8, linear_wait=1)
"""Where a job fails because something is in the way; after that the next `tick` looks."""


class Calls:
    """Puts jobs into the queue, within the transaction of whoever does."""

    def __init__(self) -> None:
        """It has no connection of its own."""
        self._manager = App(connector=SyncPsycopgConnector()).job_manager

    def __call__(self, link: "Link", game: str) -> None:
        """Have the letters to a game looked at, or those that belong to none ("")."""
        if game:
            self._put(link, GAME, WORK, lock=f"game {game}", args={"game": game})
        else:
            self._once(link, HOUSE, WORK, {"tick": False})

    def tick(self, link: "Link") -> None:
        """Have deadlines looked at, and everything else that may have been left."""
        self._once(link, HOUSE, WORK, {"tick": True})
        self.post(link)

    def post(self, link: "Link") -> None:
        """Have letters sent."""
        self._once(link, SEND, POST, {})

    def _once(self, link: "Link", task: str, queue: str, args: dict[str, Any]) -> None:
        """Put a job in, unless the same waits already; only after what it is about stands in the store."""
        same = f"{task} {args.get('tick', '')}"
        try:
            with link.transaction():
                self._put(link, task, queue, lock=task, once=same, args=args)
        except AlreadyEnqueued:
            return

    def _put(
        self, link: "Link", task: str, queue: str, *, lock: str, args: dict[str, Any], once: str | None = None
    ) -> None:
        job = Job(queue=queue, lock=lock, queueing_lock=once, task_name=task, task_kwargs=args)
        self._manager.defer_job(job, connection=link)


class Told(Value):
    """Who is told what a job did."""

    passed: Callable[[Done], None]
    posted: Callable[[Posted], None]


def app(url: str, worker: Worker, sender: Worker, calls: Calls, told: Told) -> App:
    """The jobs as `worker` and `sender` do them; `calls` puts new ones in."""
    made = App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=4))
    made.job_manager = Outcomes(made.connector)

    def game(context: JobContext, game: str) -> None:
        if waits(worker.link, game):
            _finish(worker.game(game, context.job.attempts))

    def house(tick: bool) -> None:
        if (tick and worker.is_time()) or (not tick and waits(worker.link, "")):
            _finish(worker.house(swept=tick))

    def _finish(done: Done) -> None:
        told.passed(done)
        if done.written:
            calls.post(worker.link)

    def post() -> None:
        told.posted(sender.post())

    made.task(name=GAME, queue=WORK, retry=AGAIN, pass_context=True)(game)
    made.task(name=HOUSE, queue=WORK, retry=AGAIN)(house)
    made.task(name=SEND, queue=POST, retry=AGAIN)(post)
    return made


def waits(link: "Link", game: str) -> bool:
    """Whether a letter to a game waits; for "" one that belongs to none."""
    found = link.execute(
        "SELECT 1 FROM referee_file WHERE part = %s AND path LIKE ANY (%s) AND NOT gone LIMIT 1",
        (game, list(ONLY)),
    )
    return found.fetchone() is not None


async def take_over(made: App, unheard: timedelta) -> int:
    """Give jobs of workers that were not heard of for so long to others; returns how many.

    procrastinate leaves such jobs as they are, and with them all later ones of their lock. A job of which another one
    like it waits is dropped: it would be done twice.
    """
    count = 0
    for job in await made.job_manager.get_stalled_jobs(seconds_since_heartbeat=unheard.total_seconds()):
        with suppress(ConnectorException):  # another process was faster
            try:
                await made.job_manager.retry_job(job)
            except UniqueViolation:
                await made.job_manager.finish_job(job, Status.FAILED, delete_job=True)
            count += 1
    return count


def counts(link: "Link") -> dict[str, int]:
    """How many jobs wait, are being done, and have failed."""
    found = link.execute("SELECT status::text, count(*) FROM procrastinate_jobs GROUP BY status").fetchall()
    known: dict[str, int] = dict(found)
    return {
        name: known.get(status, 0)
        for name, status in (("todo", "todo"), ("doing", "doing"), ("failed", "failed"))
    }

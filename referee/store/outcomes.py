"""How a job came out, told to the queue until the queue has heard it.

A worker tells the queue once what became of a job. Where that fails the job stays as being done, by a worker that lives
and does nothing for it; nobody takes it over, and all later jobs of its lock wait for it. Two things make it fail: the
store is lost just then, or the job is to be tried again while another one like it waits already, which the queue
refuses. So what became of a job is said again until the store is there, and a job of which another one like it waits is
dropped: that one finds whatever is left.
"""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

from procrastinate.exceptions import ConnectorException, UniqueViolation
from procrastinate.jobs import Job, Status
from procrastinate.manager import JobManager

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

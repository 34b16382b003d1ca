"""`referee serve` on a home that is kept in a store: one of any number of processes, on any number of hosts.

Letters come to each host as ever, by LMTP, from the sources under `fetch`, by `referee mail`; first they are safe on
this host, then in the store. Whatever is to be done there is done by whoever is free: two threads do jobs
(`referee.store.jobs`), one at the desk, one that sends. A process that ends, or a host that is lost, loses nothing that
is in the store: others take its jobs over.
"""

import asyncio
import math
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING

from referee.desk.desk import Desk
from referee.desk.report import Done
from referee.desk.serving import Serving, described
from referee.home import config
from referee.home.home import Home
from referee.home.seats import Seat
from referee.post.posting import Posted
from referee.store import database, jobs
from referee.store.leases import Known
from referee.store.working import Open, Worker
from referee.util.bell import GRACE, Bell
from referee.util.errors import Faulty, WrongConfig
from referee.util.times import seconds

if TYPE_CHECKING:
    from procrastinate import App

    from referee.post.ways.lmtp import Listener
    from referee.store.database import Link

MISSED = 3
"""So many heartbeats may be missed before a process counts as lost, and its jobs are given to others."""
PAUSE = 1.0
"""Seconds until a lost connection is tried again."""


class Asked:
    """The seats of a store, for a listener that asks from several threads."""

    def __init__(self, url: str) -> None:
        """Nothing is connected yet."""
        self._url, self._lock = url, threading.Lock()
        self._link: Link | None = None

    def at(self, token: str) -> Seat | None:
        """The seat that a secret or code is or was for. Raises `Faulty` where the store cannot be asked."""
        with self._lock:
            if self._link is None or self._link.closed:
                self._link = database.connect(self._url)
            return Known(self._link).at(token)

    def close(self) -> None:
        """End the connection."""
        if self._link is not None:
            self._link.close()


class Serve(Serving):
    """A process that serves a home in a store."""

    def __init__(self, home: Home, *, bell: Bell | None = None, desk: Open = Desk) -> None:
        """Nothing is done before `run`. Raises `Faulty` for a configuration that cannot be read."""
        super().__init__(home, bell=bell)
        self._url, self._opens = config.read(home).store, desk
        self._calls, self._telling = jobs.Calls(), threading.Lock()
        self._taker = self._worker()
        self._lost = False
        self._name = f"{socket.gethostname()} {os.getpid()}"

    def _worker(self) -> Worker:
        return Worker(self.home, self._url, call=self._calls, desk=self._opens, leaving=self.bell.late)

    def run(self) -> None:
        """Serve until a signal asks us to stop. Others may serve here too. Raises `Faulty` if that cannot begin."""
        self._refuse_other()
        with ExitStack() as held:
            held.callback(self._taker.close)
            held.enter_context(self.bell.hung())
            while not self.bell.stopping:
                self.bell.reread = False
                with self._parts(), self._at_jobs():
                    self._rounds()
                if not self.bell.stopping:
                    self._read_again()
            self._part("store", self._leave)
            self.journal.tell("stop")

    def _refuse_other(self) -> None:
        """Raise `Faulty` for a store that is not ours; one that does not answer may do so later."""
        if (self.home.path / "games").exists():
            raise WrongConfig("store-not-imported", where=str(self.home.path))
        try:
            database.refuse_older(self._taker.link)
        except Faulty as fault:
            if fault.why.key != database.UNREACHED:
                raise
            self.journal.wrong("store", described(fault))

    # Its parts

    @contextmanager
    def _heard(self) -> Iterator["Listener"]:
        from referee.post.ways.lmtp import Listener  # noqa: PLC0415  of a package that need not be there

        asked = Asked(self._url)
        listener = Listener(self.home, self.config, self.journal, self.bell.ring, asked)
        listener.start()
        try:
            yield listener
        finally:
            listener.stop(GRACE)
            asked.close()

    @contextmanager
    def _at_jobs(self) -> Iterator[None]:
        """While the block runs, do jobs: at the desk in one thread, letters out in another."""
        over = threading.Event()
        threads = [
            threading.Thread(target=self._does_jobs, args=(queue, over), name=queue, daemon=True)
            for queue in (jobs.WORK, jobs.POST)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            over.set()
            for thread in threads:
                thread.join(2 * GRACE)

    def _does_jobs(self, queue: str, over: threading.Event) -> None:
        worker = self._worker()
        told = jobs.Told(self._passed, self._posted)
        while not over.is_set():
            self._part(queue, lambda: asyncio.run(self._jobs(queue, worker, told, over)))
            over.wait(PAUSE)
        with suppress(Exception):
            worker.close()

    async def _jobs(self, queue: str, worker: Worker, told: jobs.Told, over: threading.Event) -> None:
        """Do jobs until it is over, or the store is lost; then whoever called tries again."""
        beat = float(seconds(self.config.serve.heartbeat))
        made = jobs.app(self._url, worker, worker, self._calls, told)
        async with made.open_async():
            works = asyncio.create_task(
                made.run_worker_async(
                    queues=[queue],
                    name=queue,
                    install_signal_handlers=False,
                    delete_jobs="successful",
                    update_heartbeat_interval=beat,
                    stalled_worker_timeout=MISSED * beat,
                    shutdown_graceful_timeout=GRACE,
                )
            )
            try:
                await self._until(over, works, made, beat if queue == jobs.WORK else None)
            finally:
                works.cancel()
                await asyncio.wait([works], timeout=2 * GRACE)
        if not works.cancelled() and (error := works.exception()):
            raise error

    async def _until(
        self, over: threading.Event, works: "asyncio.Task[None]", made: "App", beat: float | None
    ) -> None:
        """Wait until it is over or the work ended; every `beat` seconds take over what others left."""
        looked = -math.inf
        while not (over.is_set() or works.done()):
            if beat and time.monotonic() - looked > beat:
                looked = time.monotonic()
                if count := await jobs.take_over(made, timedelta(seconds=MISSED * beat)):
                    self.journal.tell("jobs-taken-over", count=count)
            await asyncio.wait([works], timeout=0.1)

    def _passed(self, done: Done) -> None:
        with self._telling:
            self._tell(done)

    def _posted(self, done: Posted) -> None:
        with self._telling:
            self._tell_posted(done)

    # Its rounds

    def _until_next_try(self) -> float:
        """Seconds until a store that could not be reached is tried again."""
        return PAUSE if self._lost else super()._until_next_try()

    def _pass(self) -> None:
        """Put what came to this host into the store; and when it is time, have everything looked at."""
        self._lost = True
        self._offer()
        self._lost = False
        self.journal.right("store")

    def _offer(self) -> None:
        taken = self._taker.take_in()
        if self._on_time or taken:
            self._there(self._taker.link)
        if self._on_time:
            self._calls.tick(self._taker.link)

    def _there(self, link: "Link") -> None:
        """Say that this process is there, and whether letters may lie where it could not fetch them."""
        link.execute(
            "INSERT INTO referee_host (name, unseen) VALUES (%s, %s)"
            " ON CONFLICT (name) DO UPDATE SET at = now(), unseen = excluded.unseen",
            (self._name, bool(self._unseen)),
        )

    def _leave(self) -> None:
        self._taker.link.execute("DELETE FROM referee_host WHERE name = %s AND NOT unseen", (self._name,))

    def _post(self) -> None:
        """Letters go out by jobs."""

    def _answered(self) -> None:
        """Programs of the house answer within the pass that wrote to them."""

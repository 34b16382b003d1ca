"""What wakes a process that serves, and asks it to stop."""

import os
import select
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

GRACE = 3.0
"""Seconds to finish the letter and the pass at hand, when we are asked to stop."""


class Bell:
    """Wakes the process: for a letter that came, from another thread; or by a signal, which may come at any moment."""

    def __init__(self) -> None:
        """Nothing has rung yet."""
        self._reads, self._writes = os.pipe()
        os.set_blocking(self._reads, False)
        os.set_blocking(self._writes, False)
        self.stopping = False
        self.reread = False
        self.since = 0.0

    def ring(self) -> None:
        """Wake the process now, or when it would next wait."""
        with suppress(BlockingIOError):
            os.write(self._writes, b"!")

    def wait(self, patience: float) -> bool:
        """Wait until it rings, at most this many seconds; returns whether it did."""
        rung, _, _ = select.select([self._reads], [], [], max(0.0, patience))
        with suppress(BlockingIOError):
            os.read(self._reads, 65536)
        return bool(rung)

    def stop(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """We are asked to stop."""
        if not self.stopping:
            self.stopping, self.since = True, time.monotonic()
        self.ring()

    def again(self, _signal: int = 0, _frame: FrameType | None = None) -> None:
        """We are asked to read the configuration again."""
        self.reread = True
        self.ring()

    def late(self) -> bool:
        """Whether we were asked to stop, and have used up the time for that."""
        return self.stopping and time.monotonic() - self.since > GRACE

    @contextmanager
    def hung(self) -> Iterator[None]:
        """While the block runs, signals ring."""
        hooks = {signal.SIGTERM: self.stop, signal.SIGINT: self.stop, signal.SIGHUP: self.again}
        before = {one: signal.signal(one, hook) for one, hook in hooks.items()}
        try:
            yield
        finally:
            for one, hook in before.items():
                signal.signal(one, hook)

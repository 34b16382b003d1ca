"""Waiting for news of an IMAP folder (IDLE, RFC 2177), so that a letter is fetched when it comes.

A line may die silently. So IDLE is renewed every nine minutes, with a look at the folder in between. A dead
line is replaced, at first at once, then after longer and longer pauses. A server without IDLE is asked at
intervals.
"""

import threading
import time
from collections.abc import Callable

from imap_tools import BaseMailBox

from referee.home import ways
from referee.home.ways import name_of
from referee.post.ways import imap
from referee.post.ways.fetching import Fetched, Fetching, only_one
from referee.util import files
from referee.util.errors import TryAgain
from referee.util.values import Struct

ANEW = 540.0
"""Seconds after which IDLE is renewed; servers may end it after thirty minutes, and lines die sooner."""
SLICE = 1.0
"""Seconds within which we notice that we are to stop."""
LASTED = 60.0
"""Seconds after which a line counts as having worked."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 300.0


def pause_after(before: float) -> float:
    """How many seconds to wait after trouble; `before` was the last wait (0: there was none)."""
    return min(LONGEST_PAUSE, max(FIRST_PAUSE, before * 2))


class Watch(Struct):
    """One watched folder. `tell` is called with the result of each look; `every` is for servers without IDLE."""

    fetching: Fetching
    source: ways.Imap
    tell: Callable[[Fetched], None]
    stop: threading.Event
    every: float
    pause: float = 0.0

    def run(self) -> None:
        """Watch until told to stop; nothing is raised."""
        while not self.stop.is_set():
            begun = time.monotonic()
            try:
                self._connected()
            except Exception as error:  # noqa: BLE001  nobody would see an error that ends a thread
                lasted = time.monotonic() - begun > LASTED
                self.pause = pause_after(0.0 if lasted else self.pause)
                self.tell(Fetched(name_of(self.source), (), error))
                self.stop.wait(self.pause)

    def _connected(self) -> None:
        """Fetch and wait, as long as the line lives. Raises `Faulty`, OSError."""
        with imap.connected(self.fetching.home.path, self.source) as box:
            while not self.stop.is_set():
                if not self._look(box):
                    self._wait(box)

    def _look(self, box: BaseMailBox) -> bool:
        """Fetch what is there; whether there is more."""
        taking = self.fetching.taking()
        try:
            with only_one(self.fetching.home, self.fetching.config, self.source):
                imap.fetch(box, self.source, taking)
        except files.BusyFile:
            raise TryAgain("source-busy", where=name_of(self.source)) from None
        finally:
            if taking.names:
                self.tell(Fetched(name_of(self.source), tuple(taking.names), more=True))
        self.tell(Fetched(name_of(self.source), (), more=taking.full))
        return taking.full

    def _wait(self, box: BaseMailBox) -> None:
        if "IDLE" not in box.client.capabilities:
            self.stop.wait(self.every)
            return
        imap.idle(box, self.source, ANEW, SLICE, self.stop.is_set)

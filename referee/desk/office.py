"""What those who help at the desk work with; the desk itself is one."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import Seats
from referee.post.outbox import Outbox
from referee.post.spool import Spool


class Office(Protocol):
    """A home at work: its configuration, its seats, letters in and out, and the time."""

    home: Home
    config: Config
    seats: Seats
    spool: Spool
    outbox: Outbox
    now: Callable[[], datetime]

    def date(self) -> datetime:
        """The date of letters out: when the pass began."""

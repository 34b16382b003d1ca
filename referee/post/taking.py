"""How fetched letters get into the spool: safely, before anything changes at their source, with their arrival.

A letter counts as arrived when our own mail server had it, not when somebody came to fetch it:

    IMAP            INTERNALDATE, the time at which the server took it (RFC 3501 2.3.3)
    Maildir, mbox   the topmost field `Received`, if it is by the server that the configuration names (`authserv`);
                    else when the file was last written

Fields further down were in the letter when it reached us, and prove nothing. A time in the future counts as
now.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from referee.home.config import Servers
from referee.post.delivery import KEPT, MOST
from referee.post.reading.received import is_ours, trace_of
from referee.post.spool import Spool

HEAD = 65536
TOPMOST = re.compile(rb"^received[ \t]*:(.*(?:\r?\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE)
FIRST = datetime(1970, 1, 1, tzinfo=UTC)
ONE_AFTER_THE_OTHER = timedelta(microseconds=1)


@dataclass(slots=True)
class Taking:
    """One look at a source: at most `most` letters (0: all) are put into the spool; `names` are theirs there."""

    spool: Spool
    authserv: Servers
    now: Callable[[], datetime]
    most: int = 0
    names: list[str] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Whether this look has taken as many letters as it may."""
        return 0 < self.most <= len(self.names)

    def take(self, raw: bytes, at: datetime | None, *, dated: bool = False) -> None:
        """Put a letter safely into the spool; only then may it be removed from its source. Raises OSError.

        `at` is when it came, as the source knows it, or None. With `dated`, `at` is the server's own word and
        overrules the letter's fields. Letters of one second keep the order in which they are taken.
        """
        now = self.now()
        known = at or now
        if not dated:
            stamped = received(raw, self.authserv)
            known = stamped.replace(microsecond=known.microsecond) if stamped else known
        later = timedelta(0) if dated else len(self.names) * ONE_AFTER_THE_OTHER
        self.names.append(self.spool.put(shortened(raw), at=max(FIRST, min(known, now)) + later))


def shortened(raw: bytes) -> bytes:
    """The letter; if it is too large, only enough of it to show that."""
    return raw if len(raw) <= MOST else raw[:KEPT]


def wanted(size: int) -> int:
    """How many bytes to read of a letter of this size."""
    return size if size <= MOST else KEPT


def received(raw: bytes, servers: Servers) -> datetime | None:
    """When our own server took a letter, by its topmost `Received` (RFC 5321 4.4); None if another wrote that."""
    head = re.split(rb"\r?\n\r?\n", raw[:HEAD], maxsplit=1)[0]
    if not servers or not (topmost := TOPMOST.search(head)):
        return None
    trace = trace_of(topmost[1].decode("ascii", "replace"))
    return moment(trace.date) if trace and is_ours(trace.by, servers) else None


def moment(date: str) -> datetime | None:
    """A date as mails write it (RFC 5322 3.3), in UTC; None if it is malformed."""
    try:
        found = parsedate_to_datetime(date.strip())
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None

"""The spool of the letters in: each is a file, and its state is the folder in which it lies.

    post/tmp      being written; what a killed delivery leaves here does not count as a letter
    post/new      safely here, not yet read
    post/work     being worked on; the number of the try ends the name
    post/done     answered, by the month of arrival: done/2026-11
    post/hold     for the keeper to look at; the reason is in a file NAME.why beside it

A letter changes its state by a rename, so at every moment it is in exactly one of them. Every act can be
repeated after a crash. One process at a time may take letters (the caller holds a lock); any number may put
them in.
"""

import errno
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import NamedTuple

from referee.home.config import Servers
from referee.home.seats import starred
from referee.post import delivery
from referee.post.delivery import KEPT, MOST
from referee.post.reading.fields import Unreadable, one_line, read_fields
from referee.post.reading.headers import is_ours, message_id_of, trace_of, words_of
from referee.util import files
from referee.util.regexes import regex
from referee.util.text import clean
from referee.util.values import Struct, Value, field

TRIES = 3
HEAD = 65536
STALE = 36 * 3600
"""Seconds after which a file in `tmp` counts as abandoned, as in a Maildir."""
WHY = ".why"
TOO_OFTEN = "tries"
"""Why a letter is held: the process ended each time before it was answered."""
CRASHED = "crashed"
"""Why a letter is held: its last try failed with an error, whose kind stands after this word."""

_NAME = regex(r"([0-9]{8}T[0-9]{12})Z-[0-9a-f]{16}")
_IN_WORK = regex(rf"({_NAME.pattern})\.[0-9]+")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Taken(Value):
    """A letter being worked on: its name, its file, its arrival (UTC), the number of this try.

    `held`: it had used up its tries, so it was put on hold instead of being given out.
    """

    name: str
    path: Path
    at: datetime
    tries: int
    held: bool = False

    def raw(self) -> bytes:
        """The letter as it came. Raises OSError."""
        return self.path.read_bytes()


class Held(Value):
    """A letter on hold: its name, its arrival (UTC), and the reason in one line ("" if unknown)."""

    name: str
    at: datetime
    reason: str


class Spool:
    """The letters of a home, in its folder `post`; made when the first letter comes. All acts raise OSError."""

    def __init__(self, folder: Path) -> None:
        """Take a folder as spool; it need not exist."""
        self.folder = folder

    def put(self, raw: bytes, at: datetime | None = None) -> str:
        """Put a letter safely into `new`, and give its name. `at` is when it came, by default now.

        Raises OSError if the letter is not in the spool; ValueError for a time without a zone, or before
        1970.
        """
        at = datetime.now(UTC) if at is None else at
        if at.tzinfo is None or at < _EPOCH:
            raise ValueError(f"no time of arrival: {at}")
        return delivery.store(str(self.folder), raw, (at - _EPOCH) // timedelta(microseconds=1))

    def settle(self, now: float) -> None:
        """Finish what killed processes may have begun; `now` counts seconds since 1970.

        The places of all letters are made durable before anything rests on them. Half-written deliveries are
        removed once they are too old to be going on, and so are the reasons of holds that are over. The
        caller holds the lock.
        """
        for name in self._names("tmp"):
            path = self._at("tmp", name)
            with suppress(FileNotFoundError):  # a delivery may run at the same time
                if path.stat().st_mtime < now - STALE:
                    files.forget(path)
        for state in ("new", "work", "hold", "done", *(f"done/{month}" for month in self._names("done"))):
            if (self.folder / state).is_dir():
                files.sync_folder(self.folder / state)
        held = set(self._names("hold"))
        for name in held:
            if name.endswith(WHY) and name.removesuffix(WHY) not in held:
                files.remove(self._at("hold", name))

    def waiting(self) -> list[str]:
        """The names of all letters in `new` and `work`, the earliest arrival first.

        Those in `work` were taken by a process that died, or that has not yet told what became of them.
        """
        return sorted({*filter(_NAME.fullmatch, self._names("new")), *self.begun()})

    def begun(self) -> frozenset[str]:
        """The names of the letters in `work`: the process that took them never told what became of them."""
        return frozenset(found[1] for name in self._names("work") if (found := _IN_WORK.fullmatch(name)))

    def take(self, name: str) -> Taken:
        """Take a waiting letter to work on it; this counts as a try, noted in the name of its file.

        If the letter has used up its tries, it goes on hold, and is given with `held` set. Raises
        FileNotFoundError if no such letter waits.
        """
        at, path = arrival(name), self._at("new", name)
        for tries in range(1, TRIES + 1):
            to = self._at("work", f"{name}.{tries}")
            try:
                files.move(path, to)
            except FileNotFoundError:
                path = to
            else:
                return Taken(name, to, at, tries)
        if not path.exists():
            raise _no_such(name)
        self._to_hold(name, path, TOO_OFTEN)
        return Taken(name, self._at("hold", name), at, TRIES, held=True)

    def head(self, name: str, size: int = HEAD) -> bytes:
        """The beginning of a waiting or held letter, usually its header. Raises FileNotFoundError if there is none."""
        places = (
            self._at("new", name),
            *(self._at("work", f"{name}.{tries}") for tries in range(1, TRIES + 1)),
            self._at("hold", name),
        )
        path = next((place for place in places if place.exists()), None)
        if path is None:
            raise _no_such(name)
        with path.open("rb") as file:
            return file.read(size).partition(b"\n\n")[0].partition(b"\r\n\r\n")[0]

    def back(self, taken: Taken) -> None:
        """Return a letter to `new`, because something else was in the way. No try is counted."""
        before = (
            self._at("work", f"{taken.name}.{taken.tries - 1}")
            if taken.tries > 1
            else self._at("new", taken.name)
        )
        files.move(taken.path, before)

    def done(self, taken: Taken) -> None:
        """Put away a letter that is answered. Raises FileNotFoundError if it is not in `work`."""
        month = self._at("done", f"{taken.at:%Y-%m}")
        files.private_folder(month)
        files.move(taken.path, month / taken.name)

    def hold(self, taken: Taken, reason: str) -> None:
        """Leave a letter to the keeper; `reason` is one line. Raises FileNotFoundError if it is not in `work`."""
        if not taken.path.exists():
            raise _no_such(taken.name)
        self._to_hold(taken.name, taken.path, reason)

    def held(self) -> list[Held]:
        """The letters on hold, the earliest arrival first."""
        names = sorted(filter(_NAME.fullmatch, self._names("hold")))
        return [Held(name, arrival(name), self._reason(name)) for name in names]

    def release(self, name: str) -> None:
        """Return a letter on hold to `new`, with all its tries before it. Raises FileNotFoundError if there is none."""
        if not _NAME.fullmatch(name):
            raise _no_such(name)
        files.move(self._at("hold", name), self._at("new", name))
        files.remove(self._why(name))

    def drop(self, name: str) -> None:
        """Put away a letter on hold without an answer. Raises FileNotFoundError if there is none."""
        at = arrival(name)
        month = self._at("done", f"{at:%Y-%m}")
        files.private_folder(month)
        files.move(self._at("hold", name), month / name)
        files.remove(self._why(name))

    def _to_hold(self, name: str, path: Path, reason: str) -> None:
        files.replace(self._why(name), f"{reason}\n".encode("utf-8", "backslashreplace"))
        files.move(path, self._at("hold", name))

    def _reason(self, name: str) -> str:
        try:
            return self._why(name).read_text("utf-8", errors="replace").partition("\n")[0]
        except FileNotFoundError:
            return ""

    def _why(self, name: str) -> Path:
        return self._at("hold", f"{name}{WHY}")

    def _at(self, state: str, name: str) -> Path:
        return self.folder / state / name

    def _names(self, state: str) -> Iterable[str]:
        try:
            return [path.name for path in (self.folder / state).iterdir()]
        except FileNotFoundError:
            return ()


def arrival(name: str) -> datetime:
    """When the letter with this name came (UTC, microseconds). Raises FileNotFoundError for any other name."""
    found = _NAME.fullmatch(name)
    if not found:
        raise _no_such(name)
    return datetime.strptime(found[1], "%Y%m%dT%H%M%S%f").replace(tzinfo=UTC)


def _no_such(name: str) -> FileNotFoundError:
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)


# What a log and `status` may show of a mail: its From and its Message-ID; no secret, and none of its text.


LONGEST = 80


class MailTold(NamedTuple):
    """The From field on one line, and the Message-ID; "" where there is none."""

    sender: str = ""
    message: str = ""


def mail_told(raw: bytes) -> MailTold:
    """Read both from a mail, or from its beginning."""
    try:
        fields, _ = read_fields(raw[:HEAD].replace(b"\r\n", b"\n"))
    except Unreadable:
        return MailTold()
    sender = clean(starred(one_line(words_of(fields.first("from")))))
    shown = sender if len(sender) <= LONGEST else f"{sender[:LONGEST]}..."
    return MailTold(shown, starred(message_id_of(fields)))


# How fetched letters get into the spool: safely, before anything changes at their source, with their arrival.
#
# A letter counts as arrived when our own mail server had it, not when somebody came to fetch it. By IMAP
# that is INTERNALDATE, the time at which the server took it (RFC 3501 2.3.3). From a Maildir or an mbox it is the
# topmost field `Received`, if it is by the server that the configuration names (`authserv`); else the time at which
# the file was last written.
#
# Fields further down were in the letter when it reached us, and prove nothing. A time in the future counts as
# now.


TOPMOST = regex(rb"^received[ \t]*:(.*(?:\r?\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE)
FIRST = datetime(1970, 1, 1, tzinfo=UTC)
ONE_AFTER_THE_OTHER = timedelta(microseconds=1)


class Taking(Struct):
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
    trace = trace_of(re.sub(r"[\r\n]+", "", topmost[1].decode("ascii", "replace")))  # unfolded
    return moment(trace.date) if trace and is_ours(trace.by, servers) else None


def moment(date: str) -> datetime | None:
    """A date as mails write it (RFC 5322 3.3), in UTC; None if it is malformed."""
    try:
        found = parsedate_to_datetime(date.strip())
        return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None

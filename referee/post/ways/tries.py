"""How one letter is carried by a way out, and how far its sending has come: a small file beside it, `g1.thor.9.yaml`.

    tries: 3
    since: 2026-11-21T09:05:01Z        when it was first refused
    last: 2026-11-21T09:40:07Z         the last try
    next: 2026-11-21T10:10:07Z         not tried again before
    reply: "450 4.2.0 greylisted"      the last answer to it

A letter without such a file has never been refused. Tries with a way that is out of reach are not counted
here: see `referee.post.ways.reach`. All times are UTC.
"""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Protocol, Self

from msgspec import convert, to_builtins

from referee.home.seats import SUSPECT
from referee.util import files, plainyaml
from referee.util.errors import Faulty
from referee.util.journal import LENGTH
from referee.util.layout import write_document
from referee.util.text import clean
from referee.util.times import stamp
from referee.util.values import Value, replace

# The ways by which letters go out, with one small interface: carry a parcel, get an outcome.


LONGEST_REPLY = 200

ACCEPTED = "accepted"
LATER = "later"
NEVER = "never"
UNREACHED = "unreached"
UNCLEAR = "unclear"
"""What can happen to a parcel: accepted, refused for now, refused for good, way closed, or an unclear failure.

In the last case (`UNCLEAR`) other parcels will show whether the cause is the way.
"""


class Parcel(Value):
    """One mail to one address, in its envelope.

    Attributes:
        name: Which mail it is, `g1.thor.9`.
        sender: May be "", the null sender (RFC 5321, 4.5.5).
        to: The recipient's address.
        data: Its bytes, with CRLF line ends.
    """

    name: str
    sender: str
    to: str
    data: bytes


class Outcome(Value):
    """What happened to a parcel, and the answer: one printable line of at most 200 characters, without secrets."""

    kind: str
    reply: str = ""


class Way(Protocol):
    """A way out. It opens what it needs with the first parcel, and closes it at the end of its `with` block."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Carry one parcel. Raises OSError only for trouble on our own disk, and `Faulty` for a wrong configuration."""

    def __enter__(self) -> Self:
        """Begin to use the way."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close what is open; nothing, if not said otherwise."""
        return  # an empty body would be an abstract one


def told(reply: object) -> str:
    """A server's or program's answer, in the form in which files, `status` and logs may show it."""
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply)
    line = clean(re.sub(r"\s+", " ", text[: 10 * LONGEST_REPLY]).strip())
    return SUSPECT.sub("*" * LENGTH, line)[:LONGEST_REPLY]


SUFFIX = ".yaml"
GIVE_UP = timedelta(days=5)
"""A letter refused for now for this long counts as refused for good (RFC 5321, 4.5.4.1)."""


class Tries(Value):
    """How often a letter was tried, and what came of it; see the module.

    `WAITS` is how long to wait after each try; the last of these also after every further try.
    """

    WAITS: ClassVar = tuple(timedelta(minutes=minutes) for minutes in (5, 15, 30, 60, 120, 240))

    tries: int = 0
    since: str = ""
    last: str = ""
    next: str = ""
    reply: str = ""

    def after(self, reply: str, now: datetime) -> Self:
        """The same with one more try."""
        wait = self.WAITS[min(self.tries, len(self.WAITS) - 1)]
        times = {"since": self.since or stamp(now), "last": stamp(now), "next": stamp(now + wait)}
        return replace(self, tries=self.tries + 1, reply=reply, **times)

    def waits(self, now: datetime) -> bool:
        """Whether it is too early for the next try. A time beyond our longest wait came from a wrong clock."""
        return stamp(now) < self.next <= stamp(now + self.WAITS[-1])

    def overdue(self, now: datetime) -> bool:
        """Whether it has been refused for so long that it is given up."""
        return bool(self.since) and self.since <= stamp(now.astimezone(UTC) - GIVE_UP)


def place(letter: Path) -> Path:
    """The file that belongs to a letter."""
    return letter.with_suffix(SUFFIX)


def read(letter: Path) -> Tries:
    """How far a letter has come. A damaged file counts as missing: then the letter is tried now."""
    try:
        return convert(plainyaml.read_file(place(letter)).value, Tries)
    except (Faulty, ValueError, OSError):
        return Tries()


def write(letter: Path, tries: Tries) -> None:
    """Write down how far a letter has come. Raises OSError."""
    files.replace(place(letter), write_document(to_builtins(tries)))


def forget(letter: Path) -> None:
    """Let a letter count as never tried. Raises OSError."""
    if place(letter).exists():
        files.remove(place(letter))

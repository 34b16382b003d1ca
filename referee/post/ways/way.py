"""The ways by which letters go out, with one small interface: carry a parcel, get an outcome."""

import re
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from referee.home.seats import SUSPECT
from referee.util.journal import LENGTH
from referee.util.text import clean

LONGEST_REPLY = 200

ACCEPTED = "accepted"
LATER = "later"
NEVER = "never"
UNREACHED = "unreached"
UNCLEAR = "unclear"
"""What can happen to a parcel: accepted, refused for now, refused for good, way closed, or an unclear failure.

In the last case (`UNCLEAR`) other parcels will show whether the cause is the way.
"""


@dataclass(frozen=True, slots=True)
class Parcel:
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


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happened to a parcel, and the answer: one printable line of at most 200 characters, without secrets."""

    kind: str
    reply: str = ""


class Way(Protocol):
    """A way out. It opens what it needs with the first parcel, and closes it at the end of its `with` block."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Carry one parcel. Raises OSError only for trouble on our own disk, and `Faulty` for a wrong configuration."""

    def __enter__(self) -> Self:
        """Begin to use the way."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close what is open."""


def told(reply: object) -> str:
    """A server's or program's answer, in the form in which files, `status` and logs may show it."""
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply)
    line = clean(re.sub(r"\s+", " ", text[: 10 * LONGEST_REPLY]).strip())
    return SUSPECT.sub("*" * LENGTH, line)[:LONGEST_REPLY]

"""The ways by which a letter goes out, after one small interface: a parcel is carried, and an outcome comes back."""

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
"""What can become of a parcel: it is accepted; refused for now; refused for good; the way itself is closed, whatever the parcel;
or something went wrong of which other parcels will show whether it lies with the way."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """One mail to one address: its name, the envelope (`sender` may be "", the null sender of RFC 5321, 4.5.5), its bytes with CRLF."""

    name: str
    sender: str
    to: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a parcel, and what was said to it: one printable line of at most 200 characters, without secrets."""

    kind: str
    reply: str = ""


class Way(Protocol):
    """A way out. It opens what it needs with the first parcel, and closes it at the end of its `with` block."""

    def carry(self, parcel: Parcel) -> Outcome:
        """Carry one parcel. Raises OSError only for what is wrong on our own disk, and `Faulty` for a wrong configuration."""

    def __enter__(self) -> Self:
        """Take up the way."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close what is open."""


def told(reply: object) -> str:
    """What a server or program said, as it may stand in a file, in `status` and in a log."""
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else str(reply)
    line = clean(re.sub(r"\s+", " ", text[: 10 * LONGEST_REPLY]).strip())
    return SUSPECT.sub("*" * LENGTH, line)[:LONGEST_REPLY]

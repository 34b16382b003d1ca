"""A letter that every program reads alike, and the part of it that a signature covers.

A mail server, the package that checks signatures and this house each parse the header of a letter. Where it
is odd (a line that is not a field, a blank before the colon, a lone CR) they differ, and what one takes as
signed is not what another reads. So a letter counts as whole only if its header, up to the first blank line,
is nothing but fields and their continuations. What is checked, and what is read, is taken from the fields
found here.
"""

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from referee.post.reading.fields import Fields, read_fields

FIELD = re.compile(rb"([!-9;-~]{1,200}):")
BLANKS = re.compile(rb"[ \t]+")
_SINGLE = (
    "from sender reply-to to cc subject date message-id in-reply-to references auto-submitted mime-version"
)
SINGLE = frozenset(_SINGLE.split())
"""Fields that a letter has only once (RFC 5322 3.6); so has it every field that begins with `content-`."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A letter with LF line ends.

    Attributes:
        fields: Its fields as read.
        stands: The same as they stand: the name, and everything after the colon.
        body: Its body.
    """

    fields: Fields
    stands: tuple[tuple[bytes, bytes], ...]
    body: bytes


def whole(raw: bytes) -> Whole | None:
    """The letter in these bytes; None if programs could disagree on its header, or on where its lines end.

    Raises `Unreadable` as `read_fields` does.
    """
    data = raw.replace(b"\r\n", b"\n")
    end = data.find(b"\n\n")
    if end < 0 or b"\r" in data or b"\0" in data:
        return None
    lines = data[:end].split(b"\n")
    if lines[0].startswith(b"From "):
        del lines[0]  # from an mbox: only a program that stores mails writes this line
    found: list[tuple[bytes, bytes]] = []
    for line in lines:
        name = FIELD.match(line)
        if line[:1] in {b" ", b"\t"} and found and line.strip():
            found[-1] = (found[-1][0], found[-1][1] + b"\n" + line)
        elif name:
            found.append((name[1], line[name.end() :]))
        else:
            return None
    fields, body = read_fields(data)
    if not found or body != end + 2:
        return None
    return Whole(fields, tuple(found), data[body:])


def has_doubles(fields: Fields) -> bool:
    """Whether a field that a letter has only once stands there twice: programs take the first or the last."""
    counted = Counter(name for name, _ in fields.pairs)
    return any(
        times > 1 and (name in SINGLE or name.startswith("content-")) for name, times in counted.items()
    )


def covered(fields: Fields, signed: Collection[str]) -> list[int]:
    """The places of the fields that a list of signed names covers: for each name the last first (RFC 6376 5.4.2)."""
    left = Counter(signed)
    places = []
    for place in range(len(fields.pairs) - 1, -1, -1):
        name = fields.pairs[place][0]
        if left[name] > 0:
            left[name] -= 1
            places.append(place)
    return places[::-1]


def relaxed_body(body: bytes) -> bytes:
    """What a `relaxed` signature covers of a body (RFC 6376 3.4.4), in LF."""
    return BLANKS.sub(b" ", body).replace(b" \n", b"\n").rstrip(b"\n") + b"\n"

"""The header block of a mail as fields, checked against its limits before anything else looks at it."""

from collections.abc import Iterator

from referee.util.errors import Faulty
from referee.util.regexes import regex
from referee.util.values import Value

BLOCK_LIMIT = 64 * 1024
FIELDS_LIMIT = 1_000
FIELD_LIMIT = 8 * 1024
_STRUCTURED = (
    "from sender reply-to to cc delivered-to x-original-to envelope-to x-envelope-to subject message-id auto-submitted"
    " precedence content-type content-disposition content-transfer-encoding"
)
STRUCTURED = frozenset(_STRUCTURED.split())
"""Fields that are parsed, and so are held to `FIELD_LIMIT`.

Others are only scanned from one end to the other, and may be long: `References` of a long game, the notes of
a filter.
"""
NAME = regex(rb"([!-9;-~]{1,200})[ \t]*:")
BLANKS = regex(r"\s+")


class Unreadable(Faulty):
    """A mail exceeds a limit: its key says which, and `limit` how much is allowed."""


class Fields(Value):
    """The fields of one header block in their order: names in lower case, values unfolded.

    Bytes over 127 are kept as lone surrogates (`surrogateescape`), as the standard library does.
    """

    pairs: tuple[tuple[str, str], ...] = ()

    def every(self, name: str) -> list[str]:
        """The values of all fields with that name (in lower case), without blanks at their ends."""
        return [value for one, value in self.pairs if one == name]

    def first(self, name: str) -> str:
        """The value of the first field with that name; "" if there is none."""
        return next((value for one, value in self.pairs if one == name), "")

    def names(self) -> frozenset[str]:
        """The names of the fields that are not empty."""
        return frozenset(name for name, value in self.pairs if value)


def lines_of_mail(raw: bytes) -> bytes:
    """A mail with LF at the end of each line, and without NUL, which no mail may hold (RFC 5322 4)."""
    return raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\0", b"")


def read_fields(data: bytes, start: int = 0, end: int | None = None) -> tuple[Fields, int]:
    """The header block that begins at `start`, and where the body after it begins.

    Line ends must be LF. The block ends at a blank line, or at a line that is not a field and so belongs to
    the body (RFC 5322 2.2). Raises `Unreadable`.
    """
    end = len(data) if end is None else end
    found: list[tuple[str, list[bytes]]] = []
    body = end
    for at, stop in _lines(data, start, end):
        if stop == at:
            body = min(stop + 1, end)
            break
        name = NAME.match(data, at, stop)
        if data[at] in b" \t" and found:
            found[-1][1].append(data[at:stop])
        elif name:
            found.append((name[1].decode("ascii").lower(), [data[name.end() : stop]]))
        elif not data.startswith((b"From ", b">From "), at):
            body = at
            break
        if stop - start > BLOCK_LIMIT:
            raise Unreadable("mail-header-too-large", limit=BLOCK_LIMIT)
        if len(found) > FIELDS_LIMIT:
            raise Unreadable("mail-too-many-fields", limit=FIELDS_LIMIT)
    return Fields(tuple(_unfolded(name, pieces) for name, pieces in found)), body


def _lines(data: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each line begins and ends, not counting its line feed."""
    while start < end:
        stop = data.find(b"\n", start, end)
        stop = end if stop < 0 else stop
        yield start, stop
        start = stop + 1


def _unfolded(name: str, pieces: list[bytes]) -> tuple[str, str]:
    value = b"".join(pieces).strip()
    if len(value) > FIELD_LIMIT and name in STRUCTURED:
        raise Unreadable("mail-header-too-large", limit=FIELD_LIMIT)
    return name, value.decode("ascii", "surrogateescape")


def one_line(text: str) -> str:
    """A text with every run of blanks turned into one, and none at its ends."""
    return BLANKS.sub(" ", text).strip()

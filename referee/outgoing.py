"""A letter out, as mail: `multipart/alternative`, headers of our own making only, and a last gate.

Nothing that a player wrote reaches a header, but for the id of the mail that is answered, and that only in its
strict form (RFC 5322, `msg-id`). The gate reads the finished mail again and compares the names of its fields.
"""

import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.parser import BytesHeaderParser
from email.utils import format_datetime
from typing import NamedTuple

from referee.bodies import Bodies

MESSAGE_ID = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")
VALUE = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,988}[\x21-\x7e])?")
"""One line, blanks at neither end, within what a line may hold (RFC 5322, 2.1.1)."""


class NotFit(ValueError):
    """A mail of our own making that must not go out: a mistake of ours."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a letter; its name is one of ours."""

    name: str
    kind: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """One mail before it is written down.

    `number` is `g1.thor.9`, `id` the Message-ID, `answers` the id of the mail that is answered (or ""), `thread`
    the ids before it, oldest first; `automatic` is `auto-replied` for the answer to a letter, else
    `auto-generated` (RFC 3834).
    """

    number: str
    subject: str
    sender: str
    to: str
    reply_to: str
    id: str
    date: datetime
    bodies: Bodies
    answers: str = ""
    thread: Sequence[str] = ()
    automatic: str = "auto-generated"
    attachments: Sequence[Attachment] = ()


def written(mail: Outgoing) -> bytes:
    """The mail as bytes, with CRLF line ends. Raises `NotFit` for anything that cannot stand in a header."""
    whole = _alternative(mail)
    if mail.attachments:
        whole = _multipart("mixed", _boundary(mail, "m"), [whole, *map(_attached, mail.attachments)])
    fields = [*_headers(mail), *whole.fields]
    data = _block(fields) + b"\r\n" + whole.body
    return _through_the_gate(data, [name for name, _ in fields])


def _headers(mail: Outgoing) -> Iterator[tuple[str, str]]:
    """The fields of a mail in their order; nothing stands in them but what the house has made or checked."""
    yield "From", mail.sender
    yield "To", mail.to
    yield "Subject", mail.subject
    yield "Date", format_datetime(mail.date)
    yield "Message-ID", mail.id
    if MESSAGE_ID.fullmatch(mail.answers):
        yield "In-Reply-To", mail.answers
    if thread := [one for one in (*mail.thread, mail.answers) if MESSAGE_ID.fullmatch(one)]:
        yield "References", " ".join(dict.fromkeys(thread))
    yield "Reply-To", mail.reply_to
    yield "Auto-Submitted", mail.automatic
    yield "X-Auto-Response-Suppress", "All"
    yield "MIME-Version", "1.0"


class Part(NamedTuple):
    """A part of a mail: its fields, and its body with CRLF line ends."""

    fields: Sequence[tuple[str, str]]
    body: bytes


def _block(fields: Sequence[tuple[str, str]]) -> bytes:
    """Header fields as they stand in a mail. Raises `NotFit` for a value that is not one line of printable ASCII."""
    for name, value in fields:
        if not VALUE.fullmatch(value):
            raise NotFit(f"{name}: {value!r}")
    return "".join(f"{name}: {value}\r\n" for name, value in fields).encode("ascii")


def _alternative(mail: Outgoing) -> Part:
    parts = [_text("plain", mail.bodies.text), _text("html", mail.bodies.html)]
    return _multipart("alternative", _boundary(mail, "a"), parts)


def _multipart(kind: str, boundary: str, parts: Sequence[Part]) -> Part:
    """Parts between boundaries (RFC 2046, 5.1)."""
    line = f"--{boundary}".encode("ascii")
    bodies = b"".join(line + b"\r\n" + _block(one.fields) + b"\r\n" + one.body + b"\r\n" for one in parts)
    return Part([("Content-Type", f'multipart/{kind}; boundary="{boundary}"')], bodies + line + b"--\r\n")


def _boundary(mail: Outgoing, kind: str) -> str:
    """A boundary made of the mail's number: it holds `=_`, which quoted-printable text never does (RFC 2045, 6.7)."""
    return f"=_{kind}.{mail.number}"


def _text(kind: str, body: str) -> Part:
    encoded = binascii.b2a_qp(body.encode(), istext=True).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    fields = [
        ("Content-Type", f'text/{kind}; charset="utf-8"'),
        ("Content-Transfer-Encoding", "quoted-printable"),
    ]
    return Part(fields, encoded)


def _attached(attachment: Attachment) -> Part:
    encoded = binascii.b2a_base64(attachment.data, newline=False)
    fields = [
        ("Content-Type", f'{attachment.kind}; name="{attachment.name}"'),
        ("Content-Disposition", f'attachment; filename="{attachment.name}"'),
        ("Content-Transfer-Encoding", "base64"),
    ]
    return Part(fields, b"\r\n".join(encoded[at : at + 76] for at in range(0, len(encoded), 76)))


def _through_the_gate(data: bytes, names: Sequence[str]) -> bytes:
    """The mail, if a reader finds exactly these fields in it, once each and in this order. Raises `NotFit`."""
    head = data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
    found = BytesHeaderParser().parsebytes(head)
    if found.keys() != list(names) or len({name.lower() for name in names}) != len(names) or found.defects:
        raise NotFit(f"fields {found.keys()} instead of {list(names)}")
    return data

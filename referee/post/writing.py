"""One mail of ours, to a player, the arbiter, the keeper or a stranger: the only place that makes one.

The sender, the reply address, the form of the subject and the layout are the same for all of them; so are the form of
their ids and what is enclosed. A letter is `multipart/alternative`, with only headers of our own making, and a last
gate. Nothing that a player wrote reaches a header, except the id of the mail that is answered, and only in its
strict form (RFC 5322, `msg-id`). The page may show one image, which goes with it in a `multipart/related`
(RFC 2387). The gate reads the finished mail again and checks the names of its fields and the page's images.
"""

import base64
import binascii
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from email.errors import MultipartInvariantViolationDefect
from email.header import Header
from email.parser import BytesHeaderParser
from email.utils import format_datetime
from typing import Any, NamedTuple

from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.table.table import Table
from referee.telling.letter import Bodies
from referee.telling.pictures import PNG, Image
from referee.util.packing import ENDING, packed
from referee.util.regexes import regex
from referee.util.values import Value

MESSAGE_ID = regex(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")
VALUE = regex(r"[\x21-\x7e](?:[\x20-\x7e]{0,988}[\x21-\x7e])?")
"""One line without blanks at its ends, no longer than a line may be (RFC 5322, 2.1.1)."""

LOADING = regex(
    r"<(?:img|image|picture|source|svg|object|embed|i?frame|video|audio|track|script|link|base|input)\b[^<>]*>?",
    re.IGNORECASE,
)
"""Elements that load or show something from elsewhere. A player's text can hold none, because it is escaped."""


WHOLE = "board"
"""The image of a whole board, which is named like its letter."""
OF_PARTS = frozenset({"Content-Type", "Content-Transfer-Encoding"})
"""The fields of a mail that tell how its body is to be read."""


class NotFit(ValueError):
    """A mail of our own making must not go out: our mistake."""


class Attachment(Value):
    """A file that goes with a letter; we choose its name."""

    name: str
    kind: str
    data: bytes


class Outgoing(Value, kw_only=True):
    """One mail before it is written as bytes.

    Attributes:
        number: `g1.thor.9`.
        id: The Message-ID.
        answers: The id of the mail that is answered, or "".
        thread: The ids before it, oldest first.
        automatic: `auto-replied` for the answer to a letter, else `auto-generated` (RFC 3834).
        language: The tag of its language (RFC 3282).
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
    language: str = "en"
    attachments: Sequence[Attachment] = ()


def mail_of(
    config: Config,
    number: str,
    *,
    title: str,
    to: str,
    date: datetime,
    bodies: Bodies,
    marks: str = "",
    secret: str = "",
    id: str = "",
    **more: Any,
) -> bytes:
    """A mail as bytes; without a page it is plain text. Raises `NotFit` for anything that cannot stand in a header.

    `title` stands in the subject, after `marks` in brackets, if there are any. `secret` is part of the address to which
    the answer goes; "" for our plain address. The Message-ID is by default the number at our host. What else may be
    given stands in `Outgoing`.
    """
    mail = Outgoing(
        number=number,
        subject=(f"[{marks}] " if marks else "") + in_ascii(title),
        sender=f"{quoted_name(config.name)} <{config.address}>",
        to=to,
        reply_to=config.reply_address(secret) if secret else config.address,
        id=id or f"<{number}@{config.host}>",
        date=date,
        bodies=bodies,
        **more,
    )
    return written(mail)


def in_ascii(text: str) -> str:
    """A text of ours as a header field may hold it: in encoded words if it has letters beyond ASCII (RFC 2047)."""
    return text if text.isascii() else " ".join(Header(text, "utf-8").encode().split())


def written(mail: Outgoing) -> bytes:
    """The mail as bytes, with CRLF line ends. Raises `NotFit` for anything that cannot stand in a header."""
    _images_fit(mail.bodies)
    whole = _alternative(mail) if mail.bodies.html else _text("plain", mail.bodies.text)
    if mail.attachments:
        whole = _multipart("mixed", _boundary(mail, "m"), [whole, *map(_attached, mail.attachments)])
    return _finished(_headers(mail), whole)


def together(mails: Sequence[bytes], number: str, intro: str, subject: str) -> bytes:
    """Mails of ours as one: the head of the first with this subject, a text before them, and what each holds.

    `number` is that of the first. Raises `NotFit`.
    """
    head, parts = list[tuple[str, str]](), [_text("plain", intro)]
    for mail in reversed(mails):
        fields, body = mail.partition(b"\r\n\r\n")[::2]
        items = BytesHeaderParser().parsebytes(fields + b"\r\n\r\n").items()
        of_parts = [one for one in items if one[0] in OF_PARTS]
        parts.insert(1, Part(of_parts, body))
        head = [
            (name, subject if name == "Subject" else value) for name, value in items if name not in OF_PARTS
        ]
    return _finished(head, _multipart("mixed", f"=_d.{number}", parts))


def _headers(mail: Outgoing) -> Iterator[tuple[str, str]]:
    """The fields of a mail in their order; each value was made or checked by us."""
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
    yield "Content-Language", mail.language
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
    bodies = mail.bodies
    shown = _text("html", bodies.html)
    if bodies.images:
        parts = [shown, *(_shown_within(one, mail.number) for one in bodies.images)]
        shown = _multipart("related", _boundary(mail, "r"), parts, '; type="text/html"')
    return _multipart("alternative", _boundary(mail, "a"), [_text("plain", bodies.text), shown])


def _multipart(kind: str, boundary: str, parts: Sequence[Part], more: str = "") -> Part:
    """Parts between boundaries (RFC 2046, 5.1); `more` are further parameters of the type."""
    line = f"--{boundary}".encode("ascii")
    bodies = b"".join(line + b"\r\n" + _block(one.fields) + b"\r\n" + one.body + b"\r\n" for one in parts)
    return Part(
        [("Content-Type", f'multipart/{kind}; boundary="{boundary}"{more}')], bodies + line + b"--\r\n"
    )


def _boundary(mail: Outgoing, kind: str) -> str:
    """A boundary made from the mail's number: it holds `=_`, which quoted-printable never contains (RFC 2045, 6.7)."""
    return f"=_{kind}.{mail.number}"


def _text(kind: str, body: str) -> Part:
    encoded = binascii.b2a_qp(body.encode(), istext=True).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    fields = [
        ("Content-Type", f'text/{kind}; charset="utf-8"'),
        ("Content-Transfer-Encoding", "quoted-printable"),
    ]
    return Part(fields, encoded)


def _attached(attachment: Attachment) -> Part:
    fields = [
        ("Content-Type", f'{attachment.kind}; name="{attachment.name}"'),
        ("Content-Disposition", f'attachment; filename="{attachment.name}"'),
    ]
    return _base64(fields, attachment.data)


def _shown_within(image: Image, number: str) -> Part:
    """An image that the page shows: named by its id, and by a file name for programs that list it."""
    kind = image.id.partition("@")[0]
    name = f"{number}.png" if kind == WHOLE else f"{number}.{kind}.png"
    fields = [
        ("Content-Type", f'image/png; name="{name}"'),
        ("Content-Disposition", f'inline; filename="{name}"'),
        ("Content-ID", f"<{image.id}>"),
    ]
    return _base64(fields, image.data)


def _base64(fields: Sequence[tuple[str, str]], data: bytes) -> Part:
    encoded = binascii.b2a_base64(data, newline=False)
    lines = b"\r\n".join(encoded[at : at + 76] for at in range(0, len(encoded), 76))
    return Part([*fields, ("Content-Transfer-Encoding", "base64")], lines)


def _images_fit(bodies: Bodies) -> None:
    """Check that the page shows the attached images, each once, and loads nothing else. Raises `NotFit`."""
    images, found = bodies.images, LOADING.findall(bodies.html)
    shown = [f'<img src="cid:{one.id}" alt="' for one in images]
    if len(found) != len(shown) or not all(map(str.startswith, found, shown)):
        raise NotFit(f"a page that loads {found} instead of {shown}")
    for one in images:
        if not (MESSAGE_ID.fullmatch(f"<{one.id}>") and one.data.startswith(PNG)):
            raise NotFit(f"no image: {one.id!r}")


def _finished(head: Iterable[tuple[str, str]], whole: Part) -> bytes:
    """The mail, if a reader finds exactly these fields in it, once each and in this order. Raises `NotFit`."""
    fields = [*head, *whole.fields]
    names = [name for name, _ in fields]
    block = _block(fields) + b"\r\n"
    found = BytesHeaderParser().parsebytes(block)
    # Python before 3.11.4 reports the missing parts as a defect: only the head was parsed here.
    defects = [one for one in found.defects if not isinstance(one, MultipartInvariantViolationDefect)]
    if found.keys() != names or len({name.lower() for name in names}) != len(names) or defects:
        raise NotFit(f"fields {found.keys()} instead of {names}")
    return block + whole.body


def quoted_name(name: str) -> str:
    """A display name as RFC 5322 writes it: letters, digits and blanks as they are, anything else in quotes."""
    if all(word.isalnum() for word in name.split(" ")):
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# What goes with letters, unless it is too large: the record with the last one; the replay, where one asks for
# it.


PLAIN = 1_000_000
"""A record of up to this many bytes goes with a letter as it is; a longer one is packed."""
REST = 3_000_000
"""The most bytes that a letter has without the record: what one letter tells is bounded (`referee.telling.paging`)."""


def enclosed(game: str, record: bytes, limits: Limits) -> tuple[Attachment, ...]:
    """The record as it goes with a letter; () if it is too large for one."""
    if len(record) <= PLAIN:
        return (Attachment(f"{game}.record.yaml", "application/yaml", record),)
    small = packed(record)
    if _in_mail(small) > limits.largest_letter - REST:
        return ()
    return (Attachment(f"{game}.record.yaml{ENDING}", "application/gzip", small),)


def paged(game: str, page: str, limits: Limits) -> tuple[Attachment, ...]:
    """The replay of a game as it goes with a letter; () if it is too large for one."""
    data = page.encode()
    if _in_mail(data) > limits.largest_letter - REST:
        return ()
    return (Attachment(f"{game}.replay.html", 'text/html; charset="utf-8"', data),)


def _in_mail(data: bytes) -> int:
    """How many bytes a file takes up in a mail (base64, lines of 76 characters)."""
    return (len(data) + 2) // 3 * 4 * 78 // 76 + 2


# The Message-ID of a letter out: its number, and a mark that no other letter can have, as in
# `<g1.thor.9@r-k7f2c6q4.games.example>`.
#
# The mark is an HMAC with the home's key and the random bytes of the game. It covers the letter's number and
# the salt of the last entry that the letter tells about. A salt is random, so the mark reveals nothing: neither
# what happened nor when, nor how much the reader may not know.
#
# A letter that is made again keeps its id. A letter with the same number that tells about something else gets
# another id, as happens after an old copy of the home was restored. Mail programs then do not take the two for
# one, and we know which of them somebody answers.


MARK = 8
OURS = regex(
    rf"<([a-z][a-z0-9-]{{0,31}}\.[a-z][a-z0-9-]*\.[1-9][0-9]{{0,8}})@r-([a-z2-7]{{{MARK}}})\.[^<>@\s]{{1,255}}>"
)
"""An id of ours: the letter's number, and the mark."""


class Ids:
    """The ids of the letters out of one game."""

    def __init__(self, home: Home, table: Table, host: str) -> None:
        """Take a table; `host` is the domain of the referee's address."""
        self._home, self._table, self._host = home, table, host

    def id(self, seat: str, number: int, *, onlooker: bool = False) -> str:
        """The id of the letter `number` to a seat, or to an `onlooker` (H31).

        Raises `Faulty` for a game whose roster is lost.
        """
        mark = self.mark(seat, number, onlooker=onlooker)
        return f"<{self._table.id}.{seat}.{number}@r-{mark}.{self._host}>"

    def calendar(self, seat: str) -> str:
        """The id of a seat's calendar entry: it never changes, and no other game has it, even one of the same name."""
        made = self._home.derived(self._table.id, "lots", "referee/calendar/v1", f"{self._table.id}.{seat}")
        return marked(made, f"{self._table.id}.{seat}", self._host)[1:-1]

    def mark(self, seat: str, number: int, *, onlooker: bool = False) -> str:
        """The mark of the letter with that number; "" if no entry calls for one."""
        entry = self._table.index.entry_of(None if onlooker else seat, number)
        if entry is None:
            return ""
        salt, game = self._table.points[entry].entry.salt, self._table.id
        told = (f"{game}.{seat}.{number}", salt)
        made = self._home.derived(game, "lots", "referee/letter/v1", *told)
        return base64.b32encode(made).decode().lower()[:MARK]


def marked(home_made: bytes, number: str, host: str) -> str:
    """An id, with a mark made of these bytes, for a letter that no record tells about."""
    return f"<{number}@r-{base64.b32encode(home_made).decode().lower()[:MARK]}.{host}>"

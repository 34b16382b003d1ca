"""The part of a player's mail program, for the sample game and for tests: it answers a letter of ours.

    PROGRAMS["gmail"](Reply.to_letter(letter, "draw", writer, at))

Each program writes its own headers, puts the answered letter below or above the answer, marks it or not, and
encodes the whole in its own way. The same answer at the same time is the same mail to the byte.
"""

import binascii
import hashlib
import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from email.message import Message
from email.parser import BytesParser
from email.utils import format_datetime, formataddr, parseaddr, parsedate_to_datetime

from referee.house.players import Player
from referee.util.values import Value

Header = tuple[str, str]
Part = tuple[Sequence[Header], bytes]
"""The headers that say how a body is to be read, and the body."""
WRAPPED = 76
HOUR = "%I:%M %p"


class Reply(Value, unshown=("token",)):
    """An answer to a letter of ours, before a program has written it down.

    Attributes:
        lines: what the player types.
        quoted: the text of the letter.
        subject, sender, date, id: those of the letter; the sender is a mailbox.
        to: where the letter wants to be answered.
        thread: the ids of the conversation so far, that of the letter last.
        token: what the program takes for chance.
    """

    writer: Player
    at: datetime
    lines: tuple[str, ...]
    quoted: tuple[str, ...]
    subject: str
    sender: str
    to: str
    date: datetime
    id: str
    thread: tuple[str, ...]
    token: str

    @classmethod
    def to_letter(cls, letter: bytes, text: str, writer: Player, at: datetime) -> "Reply":
        """The answer `text` of this player to a letter of ours. Raises ValueError if that has no text."""
        mail = BytesParser().parsebytes(letter)
        answered = str(mail["Message-ID"])
        token = hashlib.sha256(f"{answered} {at.isoformat()} {writer.address}".encode()).hexdigest()
        return cls(
            writer=writer,
            at=at,
            lines=tuple(text.rstrip("\n").split("\n")),
            quoted=tuple(_text_of(mail).rstrip("\n").split("\n")),
            subject=str(mail["Subject"]),
            sender=str(mail["From"]),
            to=str(mail["Reply-To"]),
            date=parsedate_to_datetime(str(mail["Date"])),
            id=answered,
            thread=(*str(mail["References"] or "").split(), answered),
            token=token,
        )

    @property
    def name(self) -> str:
        """The name of the letter's sender."""
        name, address = parseaddr(self.sender)
        return name or address

    @property
    def domain(self) -> str:
        """The domain of the player's mailbox."""
        return self.writer.address.rpartition("@")[2]

    @property
    def mailbox(self) -> str:
        """The player's name and address."""
        return formataddr((self.writer.name, self.writer.address))

    @property
    def answer_to(self) -> str:
        """Where the answer goes, with the name of the letter's sender."""
        return formataddr((self.name, self.to))


Program = Callable[[Reply], bytes]
"""A mail program: it returns the whole mail, with CRLF line ends."""


def thunderbird(reply: Reply) -> bytes:
    """Thunderbird: plain text, flowed, the answer below the marked letter."""
    heading = f"On {reply.date:%d/%m/%Y %H:%M}, {reply.name} wrote:"
    quoted = [f"> {line}" if line else ">" for line in map(str.rstrip, reply.quoted)]
    body = "\r\n".join([heading, *quoted, "", *map(_flowed, reply.lines), ""])
    token = reply.token
    number = "-".join((token[:8], token[8:12], token[12:16], token[16:20], token[20:32]))
    headers = [
        ("Message-ID", f"<{number}@{reply.domain}>"),
        ("Date", _date(reply)),
        ("MIME-Version", "1.0"),
        ("User-Agent", "Mozilla Thunderbird"),
        ("Subject", f"Re: {reply.subject}"),
        ("To", reply.answer_to),
        ("References", " ".join(reply.thread)),
        ("Content-Language", "en-US"),
        ("From", reply.mailbox),
        ("In-Reply-To", reply.id),
    ]
    encoding = "7bit" if body.isascii() else "8bit"
    kind = ("Content-Type", "text/plain; charset=UTF-8; format=flowed")
    return _mail(headers, ([kind, ("Content-Transfer-Encoding", encoding)], body.encode()))


def gmail(reply: Reply) -> bytes:
    """Gmail in a browser: text and HTML, the answer above the marked letter, its heading broken where it is long."""
    name, address = parseaddr(reply.sender)
    hour = f"{reply.date:{HOUR}}".lstrip("0")
    heading = (
        f"On {reply.date:%a, %b} {reply.date.day}, {reply.date.year} at {hour} {name} <{address}> wrote:"
    )
    broken = [heading] if len(heading) <= WRAPPED else heading.replace(" <", " <\n", 1).split("\n")
    quoted = [f"> {line}".rstrip() for line in reply.quoted]
    text = [*reply.lines, "", *broken, "", *quoted]
    markup = (
        f'<div dir="ltr">{_lines(reply.lines)}</div><br><div class="gmail_quote gmail_quote_container">'
        f'<div dir="ltr" class="gmail_attr">{html.escape(heading)}<br></div>'
        '<blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid '
        f'rgb(204,204,204);padding-left:1ex">{_lines(reply.quoted)}</blockquote></div>'
    )
    headers = [
        ("MIME-Version", "1.0"),
        ("References", " ".join(reply.thread)),
        ("In-Reply-To", reply.id),
        ("From", reply.mailbox),
        ("Date", _date(reply)),
        ("Message-ID", f"<CA+{reply.token[:40]}@mail.{reply.domain}>"),
        ("Subject", f"Re: {reply.subject}"),
        ("To", reply.answer_to),
    ]
    parts = [
        _printable('text/plain; charset="UTF-8"', text),
        _printable('text/html; charset="UTF-8"', [markup]),
    ]
    return _mail(headers, _alternative(f"000000000000{reply.token[:16]}", parts))


def outlook(reply: Reply) -> bytes:
    """Outlook: text and HTML in base64, the answer above the letter, which stands bare below its headers."""
    hour = f"{reply.date:{HOUR}}".lstrip("0")
    original = [
        f"From: {reply.sender}",
        f"Sent: {reply.date:%A, %B} {reply.date.day}, {reply.date.year} {hour}",
        f"To: {reply.mailbox}",
        f"Subject: {reply.subject}",
    ]
    text = [*reply.lines, "", "_" * 32, *original, "", *reply.quoted]
    markup = (
        '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body dir="ltr">'
        f'<div class="elementToProof">{_lines(reply.lines)}</div><div id="appendonsend"></div>'
        '<hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr">'
        f"{_lines(original)}</div><div>{_lines(reply.quoted)}</div></body></html>"
    )
    headers = [
        ("From", reply.mailbox),
        ("To", reply.answer_to),
        ("Subject", f"Re: {reply.subject}"),
        ("Thread-Topic", reply.subject),
        ("Date", _date(reply)),
        ("Message-ID", f"<{reply.token[:32].upper()}@OUTLOOK.{reply.domain}>"),
        ("References", " ".join(reply.thread)),
        ("In-Reply-To", reply.id),
        ("Accept-Language", "en-US"),
        ("Content-Language", "en-US"),
        ("X-MS-Has-Attach", ""),
        ("MIME-Version", "1.0"),
    ]
    parts = [_base64('text/plain; charset="utf-8"', text), _base64('text/html; charset="utf-8"', [markup])]
    return _mail(headers, _alternative(f"_000_{reply.token[:32].upper()}_", parts))


def apple(reply: Reply) -> bytes:
    """Apple Mail: plain text in quoted-printable, the answer above the letter, whose heading bears the mark too."""
    original = [f"On {reply.date.day} {reply.date:%b %Y, at %H:%M}, {reply.sender} wrote:", "", *reply.quoted]
    text = [*reply.lines, "", *(f"> {line}" for line in original)]
    token = reply.token.upper()
    number = "-".join((token[:8], token[8:12], token[12:16], token[16:20], token[20:32]))
    headers = [
        ("From", reply.mailbox),
        ("Mime-Version", "1.0 (Mac OS X Mail 16.0 \\(3774.600.62\\))"),
        ("Subject", f"Re: {reply.subject}"),
        ("Date", _date(reply)),
        ("References", " ".join(reply.thread)),
        ("To", reply.answer_to),
        ("In-Reply-To", reply.id),
        ("Message-Id", f"<{number}@{reply.domain}>"),
        ("X-Mailer", "Apple Mail (2.3774.600.62)"),
    ]
    return _mail(headers, _printable("text/plain; charset=utf-8", text))


PROGRAMS: Mapping[str, Program] = {
    "thunderbird": thunderbird,
    "gmail": gmail,
    "outlook": outlook,
    "apple": apple,
}
"""The programs by name, in the order in which the sample game takes turns with them."""


# What they have in common


def _text_of(mail: Message) -> str:
    """The text of a letter of ours. Raises ValueError if it has none."""
    for part in mail.walk():
        if part.get_content_type() == "text/plain" and isinstance(
            body := part.get_payload(decode=True), bytes
        ):
            return body.decode().replace("\r\n", "\n")
    raise ValueError("a letter without text")


def _date(reply: Reply) -> str:
    return format_datetime(reply.at)


def _flowed(line: str) -> str:
    """A line as it stands in flowed text: stuffed where it must be (RFC 3676 4.4), and never continued (4.1)."""
    ended = line if line == "-- " else line.rstrip(" ")
    return f" {ended}" if ended.startswith((" ", ">", "From ")) else ended


def _lines(lines: Sequence[str]) -> str:
    """Lines as HTML."""
    return "<br>\r\n".join(html.escape(line, quote=False) for line in lines)


def _printable(kind: str, lines: Sequence[str]) -> Part:
    body = binascii.b2a_qp("\r\n".join((*lines, "")).encode(), istext=True)
    return [("Content-Type", kind), ("Content-Transfer-Encoding", "quoted-printable")], body


def _base64(kind: str, lines: Sequence[str]) -> Part:
    encoded = binascii.b2a_base64("\r\n".join((*lines, "")).encode(), newline=False)
    body = b"".join(encoded[at : at + WRAPPED] + b"\r\n" for at in range(0, len(encoded), WRAPPED))
    return [("Content-Type", kind), ("Content-Transfer-Encoding", "base64")], body


def _alternative(boundary: str, parts: Sequence[Part]) -> Part:
    pieces = [f"--{boundary}\r\n".encode() + _head(head) + body + b"\r\n" for head, body in parts]
    body = b"".join((*pieces, f"--{boundary}--\r\n".encode()))
    return [("Content-Type", f'multipart/alternative; boundary="{boundary}"')], body


def _mail(headers: Sequence[Header], part: Part) -> bytes:
    head, body = part
    return _head((*headers, *head)) + body


def _head(headers: Sequence[Header]) -> bytes:
    return "".join((*_folded(headers), "\r\n")).encode()


def _folded(headers: Sequence[Header]) -> Iterator[str]:
    """Each field; the ids of a conversation stand on a line each, as most programs fold them."""
    for name, value in headers:
        told = value.replace("> <", ">\r\n <") if name == "References" else value
        yield f"{name}: {told}\r\n"

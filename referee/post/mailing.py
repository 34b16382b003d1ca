"""One mail of ours, to a player, the arbiter, the keeper or a stranger: the only place that makes one.

The sender, the reply address, the form of the subject and the layout are the same for all of them.
`referee.post.outbox.Outbox.put` queues the result, and `referee.post.posting` sends it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.header import Header

from referee.home.config import Config, Limits
from referee.post.writing import Attachment, Outgoing, quoted_name, written, written_plain
from referee.telling.letter import Bodies
from referee.util.packing import ENDING, packed


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What differs between our mails. The fields not listed here are those of `Outgoing`.

    Without a page it is a mail of plain text.

    Attributes:
        number: `g1.thor.9`.
        title: Stands in the subject, after `marks` in brackets, if there are any.
        secret: Part of the address to which the answer goes; "" for our plain address.
        id: The Message-ID; by default the number at our host.
    """

    number: str
    title: str
    to: str
    date: datetime
    bodies: Bodies
    marks: str = ""
    secret: str = ""
    id: str = ""
    answers: str = ""
    thread: Sequence[str] = ()
    automatic: str = "auto-generated"
    language: str = "en"
    attachments: Sequence[Attachment] = ()


def mail_of(config: Config, draft: Draft) -> bytes:
    """The mail as bytes. Raises `NotFit` for anything that cannot stand in a header."""
    mail = Outgoing(
        number=draft.number,
        subject=(f"[{draft.marks}] " if draft.marks else "") + in_ascii(draft.title),
        sender=f"{quoted_name(config.name)} <{config.address}>",
        to=draft.to,
        reply_to=config.reply_address(draft.secret) if draft.secret else config.address,
        id=draft.id or f"<{draft.number}@{config.host}>",
        date=draft.date,
        bodies=draft.bodies,
        answers=draft.answers,
        thread=draft.thread,
        automatic=draft.automatic,
        language=draft.language,
        attachments=draft.attachments,
    )
    return written(mail) if mail.bodies.html else written_plain(mail)


def in_ascii(text: str) -> str:
    """A text of ours as a header field may hold it: in encoded words if it has letters beyond ASCII (RFC 2047)."""
    return text if text.isascii() else " ".join(Header(text, "utf-8").encode().split())


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

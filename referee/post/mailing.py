"""One mail of ours, to a player, the arbiter, the keeper or a stranger: the only place that makes one.

The sender, the reply address, the form of the subject and the layout are the same for all of them; so are
the form of their ids and what is enclosed. `referee.post.outbox.Outbox.put` queues the result, and
`referee.post.posting` sends it.
"""

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.header import Header

from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.post.writing import Attachment, Outgoing, quoted_name, written, written_plain
from referee.table.table import Table
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
OURS = re.compile(
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

"""What a log and `status` may show of a mail: its From and its Message-ID; no secret, and none of its text."""

from typing import NamedTuple

from referee.home.seats import starred
from referee.post.reading.fields import Unreadable, one_line, read_fields
from referee.post.reading.senders import message_id_of, words_of
from referee.post.spool import HEAD
from referee.util.text import clean

LONGEST = 80


class MailTold(NamedTuple):
    """The From field on one line, and the Message-ID; "" where there is none."""

    sender: str = ""
    message: str = ""


def mail_told(raw: bytes) -> MailTold:
    """Read both from a mail, or from its beginning."""
    try:
        fields, _ = read_fields(raw[:HEAD].replace(b"\r\n", b"\n"))
    except Unreadable:
        return MailTold()
    sender = clean(starred(one_line(words_of(fields.first("from")))))
    shown = sender if len(sender) <= LONGEST else f"{sender[:LONGEST]}..."
    return MailTold(shown, starred(message_id_of(fields)))

"""What may be told of a mail in a log and in `status`: whom it says it is from, and its Message-ID; no secret, nothing of its text."""

from typing import NamedTuple

from referee.home.seats import starred
from referee.post.reading.fields import Unreadable, one_line, read_fields
from referee.post.reading.senders import message_id_of, words_of
from referee.post.spool import HEAD
from referee.util.text import clean

LONGEST = 80


class MailTold(NamedTuple):
    """The field From, on one line, and the Message-ID; "" where there is none."""

    sender: str = ""
    message: str = ""


def mail_told(raw: bytes) -> MailTold:
    """The same of a mail, or of the beginning of one."""
    try:
        fields, _ = read_fields(raw[:HEAD].replace(b"\r\n", b"\n"))
    except Unreadable:
        return MailTold()
    sender = clean(starred(one_line(words_of(fields.first("from")))))
    shown = sender if len(sender) <= LONGEST else f"{sender[:LONGEST]}..."
    return MailTold(shown, starred(message_id_of(fields)))

"""Letters in: the bytes of a mail, and what its sender wrote in it. Knows nothing about games or orders."""

from referee.post.reading.fields import Unreadable
from referee.post.reading.mail import Cut, Mail, read_mail
from referee.post.reading.ours import SentText, may_hold_ours, without_ours

__all__ = ["Cut", "Mail", "SentText", "Unreadable", "may_hold_ours", "read_mail", "without_ours"]

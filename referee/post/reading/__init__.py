"""Letters in: the bytes of a mail, and what its sender wrote in it. Knows nothing about games or orders."""

from referee.post.reading.fields import Unreadable
from referee.post.reading.mail import Cut, Mail, read_mail

__all__ = ["Cut", "Mail", "Unreadable", "read_mail"]

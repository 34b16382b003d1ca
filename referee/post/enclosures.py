"""What goes with letters, unless it is too large: the record with the last one; the replay, where one asks for it."""

from referee.home.config import Limits
from referee.post.writing import Attachment
from referee.util.packing import ENDING, packed

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

"""What goes with the last letter of a game: its record, unless even packed it is too large for a letter."""

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


def _in_mail(data: bytes) -> int:
    """How many bytes a file takes up in a mail (base64, lines of 76 characters)."""
    return (len(data) + 2) // 3 * 4 * 78 // 76 + 2

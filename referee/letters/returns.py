"""Mail that came back: what a report on a delivery says (RFC 3464), and of which mail it speaks (RFC 6522).

Only a few fields are read of it; what it returns of the letter is not looked at, but for the head.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from referee.letters import charsets
from referee.letters.fields import Fields, Unreadable, read_fields
from referee.letters.parts import Part, leaves

HARD, SOFT = "hard", "soft"
STATUSES = frozenset({"message/delivery-status", "message/global-delivery-status"})
ORIGINALS = frozenset({"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"})
STATUS = re.compile(r"([245])\.([0-9]{1,3})\.([0-9]{1,3})\b", re.ASCII)
IN_WORDS = re.compile(r"(?:#|\b[45][0-9]{2}[ -])([45]\.[0-9]{1,3}\.[0-9]{1,3})\b", re.ASCII)
"""A status in the text of a report without fields, as qmail writes them: behind a # or a code of three digits."""
MOST_GROUPS = 20
LONGEST_TEXT = 4096


@dataclass(frozen=True, slots=True)
class Returned:
    """What a mail says of the delivery of another.

    `kind` is hard (given up), soft (still tried) or "" (nothing, or that it went well), `status` the code (RFC 3463) or "",
    `original` the head of the mail it speaks of, as far as it came back.
    """

    kind: str
    status: str
    original: Fields


def read_return(raw: bytes) -> Returned:
    """What a mail says of the delivery of another. Whatever the bytes, raises `Unreadable` and nothing else."""
    data = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\0", b"")
    fields, body = read_fields(data)
    parts = leaves(data, fields, body)
    groups = [group for part in parts if part.kind in STATUSES for group in _groups(_body(data, part))]
    original = next((_head(data, part) for part in parts if part.kind in ORIGINALS), Fields())
    judged = [_judged(group) for group in groups] or [_in_words(data, parts)]
    for wanted in (HARD, SOFT):
        if found := [status for kind, status in judged if kind == wanted]:
            return Returned(wanted, found[0], original)
    return Returned("", "", original)


def _body(data: bytes, part: Part) -> bytes:
    return charsets.transferred(
        data[part.start : part.end], part.fields.first("content-transfer-encoding")
    ).replace(b"\r\n", b"\n")


def _groups(body: bytes) -> Iterator[Fields]:
    """The groups of fields, which blank lines part: the first is about the mail, each other about a recipient."""
    at = 0
    for _ in range(MOST_GROUPS):
        while body.startswith(b"\n", at):
            at += 1
        if at >= len(body):
            return
        before = at
        fields, at = read_fields(body, at)
        yield fields
        if at == before:  # a line that is no field
            return


def _judged(group: Fields) -> tuple[str, str]:
    """What a group says of one recipient. A delivery that failed is given up, whatever its status (RFC 3464, 2.3.3)."""
    action = group.first("action").partition(";")[0].strip().lower()
    found = STATUS.search(group.first("status"))
    status = found[0] if found else ""
    if action == "failed" or (not action and status.startswith("5")):
        return HARD, status
    if action == "delayed" or (not action and status.startswith("4")):
        return SOFT, status
    return "", status


def _in_words(data: bytes, parts: list[Part]) -> tuple[str, str]:
    """A report without fields: the first status its text names before anything that it returns."""
    text = next((part for part in parts if part.kind == "text/plain"), None)
    if text is None:
        return "", ""
    said = _body(data, text)[:LONGEST_TEXT].decode("ascii", "replace")
    found = IN_WORDS.search(re.split(r"^---", said, maxsplit=1, flags=re.MULTILINE)[0])
    return (HARD if found[1].startswith("5") else SOFT, found[1]) if found else ("", "")


def _head(data: bytes, part: Part) -> Fields:
    try:
        return read_fields(_body(data, part).lstrip(b"\n"))[0]
    except Unreadable:
        return Fields()

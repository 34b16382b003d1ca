"""What kind of text a body is, judged by the body alone: for a letter whose Content-Type is not signed.

Many providers sign the body but not the fields that say how to read it: Gmail not Content-Type, Yahoo and
Proton not Content-Transfer-Encoding either. A carrier of such a letter could change how it is read, and
declare a line of a quote to be the boundary, or plain words to be base64. So what is declared does not matter
here. Where a body may have been meant in two ways, both are given, and a letter that does not say the same in
both is not believed.
"""

import binascii
import re
from collections.abc import Collection, Iterator

from referee.post.reading import charsets
from referee.post.reading.fields import Fields

BOUNDARY = re.compile(rb"--([0-9A-Za-z'()+_,./:=?-][0-9A-Za-z'()+_,./:=? -]{0,199})--")
BASE64 = re.compile(rb"[A-Za-z0-9+/]+={0,2}")
NOT_QUOTED = re.compile(rb"=(?![0-9A-Fa-f]{2}|[ \t]*(?:\n|\Z))")
HTML = re.compile(
    r"<(?:!doctype|html|head|meta|style|title|body|div|p|span|br|table|font|b|i|u|ul|ol|blockquote|a|pre|h[1-6])\b",
    re.IGNORECASE,
)
SHIFTS = ("\x1b", "~{")
"""What switches ASCII to other letters, in Asian charsets (RFC 1468, 1843)."""
TEXTS = ("text/plain", "text/plain; format=flowed")
FOUR = 4
Content = tuple[tuple[str, str], ...]


def contents(kept: Fields, signed: Collection[str], body: bytes) -> Iterator[Content]:
    """The missing fields that say how to read the body, once for each way in which it may be meant."""
    says_kind, says_code = "content-type" in signed, "content-transfer-encoding" in signed
    code = kept.first("content-transfer-encoding").lower()
    kind = kept.first("content-type").lower()
    boundary = "" if says_kind or code in {"base64", "quoted-printable"} else boundary_of(body)
    if boundary:
        yield (("content-type", f'multipart/mixed; boundary="{boundary}"'),)
        return
    coded: Content = ()
    if not says_code and not kind.startswith(("multipart/", "message/")):
        code = encoding_of(body)
        coded = (("content-transfer-encoding", code),)
    if says_kind:
        yield coded
    else:
        yield from (
            (*coded, ("content-type", one)) for one in kinds_of_text(charsets.transferred(body, code))
        )


def boundary_of(body: bytes) -> str:
    """The boundary of a body of parts: its last line closes them, and the same line opens one with a field; else ""."""
    closing = BOUNDARY.fullmatch(body.rstrip().rpartition(b"\n")[2])
    if closing is None or closing[1].endswith(b" "):
        return ""
    opens = re.compile(
        rb"^--" + re.escape(closing[1]) + rb"[ \t]*\n(content-)?", re.MULTILINE | re.IGNORECASE
    )
    first = opens.search(body)
    return closing[1].decode("ascii") if first and first[1] else ""


def encoding_of(body: bytes) -> str:
    """The transfer encoding in which a body makes sense: base64, quoted-printable, or "" for none."""
    letters = b"".join(body.split())
    if len(letters) % FOUR == 0 and BASE64.fullmatch(letters) and _is_text(binascii.a2b_base64(letters)):
        return "base64"
    return "quoted-printable" if b"=" in body and body.isascii() and not NOT_QUOTED.search(body) else ""


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(char.isprintable() or char in "\r\n\t" for char in text)


def kinds_of_text(data: bytes) -> tuple[str, ...]:
    """The types that a text may have been sent as: HTML by how it begins; else plain, or plain and flowed.

    None if its charset cannot be told.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ()
    if any(shift in text for shift in SHIFTS):
        return ()
    return ("text/html",) if HTML.match(text.lstrip("\ufeff \t\r\n")) else TEXTS

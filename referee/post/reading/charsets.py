"""Bytes to text: transfer encodings read leniently, and a fixed order of character sets instead of guessing."""

import binascii
import codecs
import quopri
from typing import Final

from referee.post.reading.patterns import names, table
from referee.util.regexes import regex

NOT_BASE64 = regex(rb"[^A-Za-z0-9+/]+")
SOFT_END = regex(rb"=[ \t]+(?=\n|\Z)")
"""A soft line break with blanks that were added on its way, which are no part of the text (RFC 2045 6.7, rule 3)."""
NAME = regex(r"[A-Za-z0-9][A-Za-z0-9._:+-]{0,39}")
ALIASES: Final[dict[str, str]] = table("charset_names")
SUPERSETS: Final[dict[str, str]] = table("wider_charsets")
ALLOWED = names("charsets")
"""Codecs that simply turn bytes into text: no escapes, no transforms, nothing slow."""
LOST = "\N{REPLACEMENT CHARACTER}"


def transferred(data: bytes, encoding: str) -> bytes:
    """The bytes after decoding (RFC 2045 6). Damaged parts are left out; for an unknown encoding nothing is decoded."""
    match encoding.partition(";")[0].strip().lower():
        case "base64":
            return _base64(data)
        case "quoted-printable":
            return quopri.decodestring(SOFT_END.sub(b"=", data))
    return data


def _base64(data: bytes) -> bytes:
    """Base64 up to its first padding: foreign characters and an incomplete end are left out."""
    letters = NOT_BASE64.sub(b"", data.partition(b"=")[0])
    if len(letters) % 4 == 1:
        letters = letters[:-1]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def text_of(data: bytes, charset: str) -> tuple[str, tuple[str, ...]]:
    """The text and its notes: read in the declared charset, else UTF-8, else windows-1252, else latin-1.

    The notes: `charset-guessed` if it is not ASCII and no declared charset fitted; `undecodable` if U+FFFD
    stands where something could not be read. UTF-7 is not read, nor UTF-32; see `_wide` for UTF-16.
    """
    if data.startswith(codecs.BOM_UTF8):
        data, charset = data[3:], "utf-8"
    if (refused := _refused(data, charset)) is not None:
        return refused
    for declared in _declared(charset):
        try:
            text = data.decode(declared)
        except (UnicodeError, ValueError):
            continue
        return text.removeprefix("\ufeff"), ()
    return _guessed(data, charset)


def _refused(data: bytes, charset: str) -> tuple[str, tuple[str, ...]] | None:
    """The result for charsets that are not read, because the same bytes can be two texts; None for all others."""
    name = charset.lower().replace("_", "-").replace("-", "").strip()
    if "utf7" in name and b"+" in data:
        return LOST, ("undecodable",)
    if name.startswith(("utf16", "utf32", "ucs2", "ucs4", "iso10646")):
        codec = _wide(data) if name.startswith(("utf16", "ucs2")) else ""
        text = data.decode(codec, "replace") if codec else LOST
        return text, ("undecodable",) if LOST in text else ()
    return None


def _wide(data: bytes) -> str:
    """The codec of a text in UTF-16; "" if it cannot be told.

    Its mark tells it; else the zeros in its letters, where all stand on one side and at least half of the letters have
    one, whatever was declared. Read from the other side, most numbers of its letters would end in two zeros.
    """
    if data.startswith((codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE)):
        return "utf-16"
    sides = data[::2].count(0), data[1::2].count(0)
    if min(sides) or len(data) % 2 or max(sides) * 4 < len(data):
        return ""
    return "utf-16-be" if sides[0] else "utf-16-le"


def _declared(charset: str) -> tuple[str, ...]:
    """The codecs for a declared charset, if it is allowed: a wider one of the same kind first."""
    name = charset.strip(" \"'").lower()
    name = ALIASES.get(name, name)
    if not NAME.fullmatch(name):
        return ()
    try:
        known = codecs.lookup(name).name
    except (LookupError, ValueError):
        return ()
    if known not in ALLOWED:
        return ()
    return (SUPERSETS[known], known) if known in SUPERSETS else (known,)


def _guessed(data: bytes, charset: str) -> tuple[str, tuple[str, ...]]:
    notes = () if data.isascii() else ("charset-guessed",)
    try:
        return data.decode("utf-8"), notes
    except UnicodeDecodeError:
        pass
    if "utf-8" in _declared(charset):
        # It is cut or damaged in a few places: most of it is what it is declared to be.
        text = data.decode("utf-8", "replace")
        right = sum(char > "\x7f" and char != LOST for char in text)
        if right > text.count(LOST):
            return text, ("undecodable",)
    try:
        return data.decode("cp1252"), notes
    except UnicodeDecodeError:
        return data.decode("latin-1"), notes

"""Who a mail says it is from and to, which mails it answers, and its subject: each read in the one possible way."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from referee.post.reading import charsets
from referee.post.reading.fields import Fields, one_line

LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,128}"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.)+[A-Za-z0-9-]{1,63}|localhost"
ADDRESS = re.compile(rf"({LOCAL})@({DOMAIN})")
LOOSE = re.compile(rf"({LOCAL})@([A-Za-z0-9][A-Za-z0-9.-]{{0,254}})")
MARK = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\.)*+)"|<(?P<angle>[^>]*+)>|(?P<sign>[,:;])'
    r'|(?P<word>[^"(<,:;)>\\\x00-\x08\x0a-\x1f\x7f]++)',
    re.DOTALL,
)
MESSAGE_ID = re.compile(r"<[\x21-\x7e]{1,250}>")
IDS = re.compile(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")
ENCODED = re.compile(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?]*)\?=")
BETWEEN = re.compile(r"(\?=)[ \t]+(?==\?)")
RECIPIENT_FIELDS = ("to", "cc", "delivered-to", "x-original-to", "envelope-to", "x-envelope-to")
MOST_RECIPIENTS, MOST_ANSWERS, LONGEST_SUBJECT = 50, 20, 300


def sender_of(fields: Fields) -> tuple[str, str]:
    """The one mailbox of `From`, its domain in lower case, and ""; or "" and what is wrong with the field.

    A field that two programs could read differently gives no sender: several mailboxes, a group, a route, a
    name that contains another address than the brackets, characters over 127 within the address (RFC 5322
    3.4, and its obsolete forms).
    """
    given = fields.every("from")
    if not any(given):
        return "", "from-missing"
    if len(given) > 1:
        return "", "from-twice"
    pieces = list(marks(given[0]))
    if any(mark == "bad" for mark, _ in pieces):
        return "", "from-malformed"
    signs = [mark for mark, _ in pieces if len(mark) == 1]
    if ":" in signs and ";" in signs:
        return "", "from-group"
    if ":" in signs or ";" in signs:
        return "", "from-malformed"
    if "," in signs:
        return "", "from-several"
    return _mailbox(pieces)


def _mailbox(pieces: list[tuple[str, str]]) -> tuple[str, str]:
    """One mailbox, bare or in brackets at the end."""
    words = "".join(text for mark, text in pieces if mark == "word").strip()
    angles = [text for mark, text in pieces if mark == "angle"]
    quoted = any(mark == "quoted" for mark, _ in pieces)
    last = next((mark for mark, text in reversed(pieces) if mark != "comment" and text.strip()), "")
    address = angles[0].strip() if angles else words
    found = ADDRESS.fullmatch(address)
    if not found or len(angles) > 1 or (angles and last != "angle") or (quoted and not angles):
        return "", "from-malformed"
    if angles and "@" in words and words.strip("' ").lower() != address.lower():
        return "", "from-malformed"
    return f"{found[1]}@{found[2].lower()}", ""


def marks(value: str) -> Iterator[tuple[str, str]]:
    """The pieces of a structured value, in linear time.

    They are word, quoted, angle, comment, the signs `,` `:` `;`, and bad.
    """
    at = 0
    while at < len(value):
        if value[at] == "(":
            at, text, closed = _comment(value, at)
            yield ("comment" if closed else "bad"), text
        elif found := MARK.match(value, at):
            kind = str(found.lastgroup)
            yield (found[0] if kind == "sign" else kind), found[kind]
            at = found.end()
        else:
            stop = len(value) if value[at] in '"<' else at + 1  # one that is not closed holds all the rest
            yield "bad", value[at:stop]
            at = stop


def _comment(value: str, at: int) -> tuple[int, str, bool]:
    """A comment with those nested in it: where it ends, its text, whether it is closed."""
    start, deep = at, 0
    while at < len(value):
        deep += {"(": 1, ")": -1}.get(value[at], 0)
        at += 2 if value[at] == "\\" else 1
        if not deep:
            return at, value[start:at], True
    return len(value), value[start:], False


def recipients_of(fields: Fields) -> tuple[str, ...]:
    """Every address the mail was sent or delivered to, in lower case, each once; at most 50. Comments do not count."""
    found = dict.fromkeys(address for name in RECIPIENT_FIELDS for address in addresses_in(fields, name))
    return tuple(found)[:MOST_RECIPIENTS]


def addresses_in(fields: Fields, name: str) -> tuple[str, ...]:
    """Every address in the fields of that name, in lower case, however they are written; comments do not count."""
    found = []
    for value in fields.every(name):
        pieces = [text if mark in {"word", "angle"} else f" {mark} " for mark, text in marks(value)]
        found += [match[0].strip(".").lower() for match in LOOSE.finditer(" ".join(pieces))]
    return tuple(found)


def message_id_of(fields: Fields) -> str:
    """The Message-ID if there is exactly one and it is well formed; else ""."""
    given = fields.every("message-id")
    return given[0] if len(given) == 1 and MESSAGE_ID.fullmatch(given[0]) else ""


def answers_of(fields: Fields) -> tuple[str, ...]:
    """The mails this one answers: `In-Reply-To`, then `References`, the newest first; each once, at most 20."""
    direct = _ids(fields.every("in-reply-to"))
    thread = _ids(fields.every("references"))
    return tuple(dict.fromkeys([*direct, *reversed(thread)]))[:MOST_ANSWERS]


def _ids(values: Iterable[str]) -> list[str]:
    return [found for value in values for found in IDS.findall(words_of(value) if "=?" in value else value)]


def subject_of(fields: Fields) -> str:
    """The subject on one line: encoded words decoded, controls and direction marks removed, at most 300 characters."""
    text = words_of(fields.first("subject"))
    shown = "".join(_harmless(char) for char in text)
    return one_line(shown)[:LONGEST_SUBJECT].rstrip()


def _harmless(char: str) -> str:
    match unicodedata.category(char):
        case "Cc" | "Zl" | "Zp":
            return " "
        case "Cf" | "Cs" | "Co" | "Cn":
            return ""
    return char


def words_of(value: str) -> str:
    """A value with encoded words decoded (RFC 2047), adjacent ones of one charset as one; bare bytes by `text_of`."""
    value = BETWEEN.sub(r"\1", value)
    pieces: list[tuple[str, bytes]] = []
    at = 0
    for word in ENCODED.finditer(value):
        pieces.append(("", value[at : word.start()].encode("utf-8", "surrogateescape")))
        pieces.append((word[1].lower(), _word(word[2], word[3])))
        at = word.end()
    pieces.append(("", value[at:].encode("utf-8", "surrogateescape")))
    joined = groupby((piece for piece in pieces if piece[1]), key=lambda piece: piece[0])
    return "".join(charsets.text_of(b"".join(data for _, data in run), name)[0] for name, run in joined)


def _word(kind: str, text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    if kind in "bB":
        return charsets.transferred(data, "base64")
    return charsets.transferred(data.replace(b"_", b"=20"), "quoted-printable")

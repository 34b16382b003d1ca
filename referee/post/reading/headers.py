"""What the fields of a mail say: who it is from and to, what it answers, its subject, and what mail servers wrote.

Each is read in the one possible way.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import groupby

from referee.home.config import ANY, NAMELESS, Servers
from referee.post.reading import charsets
from referee.post.reading.fields import Fields, one_line
from referee.util.regexes import regex
from referee.util.values import Value

LOCAL = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,128}"
DOMAIN = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}\.)+[A-Za-z0-9-]{1,63}|localhost"
ADDRESS = regex(rf"({LOCAL})@({DOMAIN})")
LOOSE = regex(rf"({LOCAL})@([A-Za-z0-9][A-Za-z0-9.-]{{0,254}})")
MARK = regex(
    r'"(?P<quoted>(?:[^"\\]|\\.)*+)"|<(?P<angle>[^>]*+)>|(?P<sign>[,:;])'
    r'|(?P<word>[^"(<,:;)>\\\x00-\x08\x0a-\x1f\x7f]++)',
    re.DOTALL,
)
MESSAGE_ID = regex(r"<[\x21-\x7e]{1,250}>")
IDS = regex(r"<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>")
ENCODED = regex(r"=\?([^?\s*]{1,60})(?:\*[^?\s]{0,20})?\?([bBqQ])\?([^?]*)\?=")
BETWEEN = regex(r"(\?=)[ \t]+(?==\?)")
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


# What mail servers wrote above a mail: Received, and what ours found out (Authentication-Results).
#
# Received (RFC 5321 4.4) says who had a mail, how it was handed over, and when; only this module reads it. Its
# words come partly from the sender: the name that a host gives itself, the address a mail is for. A quoted name
# in an address may contain `" with LMTP "`. So only what stands outside quotes, brackets and comments is read,
# and each word once.


LONGEST_FIELD = 8192
BARE = {"quoted": "_", "angle": "<>", "comment": " "}
"""What stands for pieces of a field whose words do not count."""
WORDS = frozenset({"from", "by", "via", "with", "id", "for"})
LMTP = regex(r"(?:UTF8)?LMTPS?A?", re.IGNORECASE)


class Trace(Value):
    """One field Received: the host that wrote it, its date as it stands, and whether it is a local hand-over (LMTP)."""

    by: str
    date: str
    handed_over: bool


def trace_of(value: str) -> Trace | None:
    """What a field says; None if it can be read in two ways, or does not say who wrote it."""
    pieces = list(marks(one_line(value[:LONGEST_FIELD])))
    clauses, _, date = "".join(BARE.get(mark, text) for mark, text in pieces).rpartition(";")
    if any(mark == "bad" for mark, _ in pieces) or ";" in clauses:
        return None
    found: dict[str, list[str]] = {}
    into: list[str] | None = None
    for word in clauses.split():
        if (key := word.lower()) in WORDS:
            if key in found:
                return None
            into = found[key] = []
        elif into is None:
            return None
        else:
            into.append(word)
    if len(found.get("by", [])) != 1:
        return None
    way = found.get("with", [])
    simple = all(len(words) == 1 for words in found.values())
    return Trace(found["by"][0], date.strip(), simple and len(way) == 1 and bool(LMTP.fullmatch(way[0])))


def is_ours(name: str, servers: Servers) -> bool:
    """Whether this is the name of our own mail server."""
    name = name.lower()
    for one in (servers,) if isinstance(servers, str) else servers:
        known = one.lower()
        if known.startswith(ANY) and name.endswith(known[1:]) and name != known[1:]:
            return True
        if known and name == known:
            return True
    return False


# What our own mail server found out about a mail: the field Authentication-Results (RFC 8601), if it can be
# believed.
#
# Anyone can write such a field. It counts if it names our server and stands above everything that another host
# can have written: above the first Received, not counting those of a local hand-over (LMTP) by our own server,
# which stand on top. A server that puts its field below its own Received is not believed here; then we check
# signatures ourselves. Our server must remove foreign fields with its name from incoming mail (RFC 8601, 5), as
# common servers do.
#
# A server may write several fields (one program checks DKIM, another DMARC): the topmost that mentions DKIM
# decides.


RESULTS = "authentication-results"
HEAD = regex(r"\s*([A-Za-z0-9._-]{1,255})(?:\s+1)?\s*$")
METHOD = regex(r"\s*([A-Za-z][A-Za-z0-9-]*)(?:\s*/\s*1)?\s*=\s*([A-Za-z]+)(?=\s|$)")
DKIM = regex(r"\s*dkim\s*[/=]", re.IGNORECASE)
PROPERTY = regex(r'\s+(?:([a-z]+)\s*\.\s*)?([A-Za-z0-9_-]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^\s;"]+)')
TOLD = ("header.d", "header.i", "header.s", "header.b")


class Passed(Value):
    """A signature that our server found good, as far as it describes it; "" for what it does not say.

    Attributes:
        domain: The domain of its key (d=).
        identity: The domain it signs for (i=).
        selector: The selector of its key (s=).
        begins: The beginning of its value (b=).
    """

    domain: str = ""
    identity: str = ""
    selector: str = ""
    begins: str = ""


def passed(fields: Fields, servers: Servers) -> list[Passed]:
    """The DKIM signatures that our server says are good; [] if there is no field to believe."""
    for parts in _ours(fields, servers):
        if parts is None:
            return []  # nobody can tell whose field it is: nothing below it is believed
        if any(DKIM.match(one) for one in parts):
            return list(_passed(parts))
    return []


def _ours(fields: Fields, servers: Servers) -> Iterator[list[str] | None]:
    """The results in each field that only our server can have written; None for one that cannot be read."""
    for name, value in fields.pairs:
        if name == "received":
            trace = trace_of(value)
            if trace is None or not trace.handed_over or not is_ours(trace.by, servers):
                return
        elif name == RESULTS:
            parts = _parts(value) if len(value) <= LONGEST_FIELD else None
            if not parts:
                yield None
            elif (head := HEAD.match(parts[0])) and is_ours(head[1], servers):
                yield parts[1:]
            elif METHOD.match(parts[0]) and is_ours(NAMELESS, servers):
                yield parts


def _passed(parts: list[str]) -> Iterator[Passed]:
    for one in parts:
        method = METHOD.match(one)
        if method is None or (method[1].lower(), method[2].lower()) != ("dkim", "pass"):
            continue
        told: dict[str, list[str]] = {name: [] for name in TOLD}
        at = method.end()
        while found := PROPERTY.match(one, at):
            told.setdefault(f"{found[1] or ''}.{found[2]}".lower(), []).append(_bare(found[3]))
            at = found.end()
        domain, identity, selector, begins = (told[name] for name in TOLD)
        if one[at:].strip() or max(map(len, (domain, identity, selector, begins))) > 1:
            continue  # a tag given twice says nothing
        yield Passed(
            "".join(domain).lower(),
            "".join(identity).rpartition("@")[2].lower(),
            "".join(selector),
            "".join(begins),
        )


def _bare(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text


def _parts(value: str) -> list[str] | None:
    """The value split at its semicolons, without comments; None if it is empty, or cannot be read in one way."""
    parts = [""]
    for mark, text in marks(value):
        if mark == "bad":
            return None
        if mark == ";":
            parts.append("")
        else:
            parts[-1] += {"quoted": f'"{text}"', "angle": f"<{text}>", "comment": " "}.get(mark, text)
    return parts if value else None

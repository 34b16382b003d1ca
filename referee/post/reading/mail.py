"""A mail as the desk needs it: who, to whom, in answer to what, whether a person wrote it, and that person's lines."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.post.reading import charsets
from referee.post.reading.fields import Fields, Unreadable, lines_of_mail, one_line, read_fields
from referee.post.reading.flowed import (
    HTML_LIMIT,
    LINES_LIMIT,
    Line,
    broken_again,
    lines_of,
    unarmoured,
    unflowed,
)
from referee.post.reading.headers import answers_of, message_id_of, recipients_of, sender_of, subject_of
from referee.post.reading.markup import lines_of_html
from referee.post.reading.mime import Part, leaves, wanted
from referee.post.reading.patterns import names, pattern
from referee.post.reading.quotes import cut_up
from referee.post.reading.robots import pressed, robot_of
from referee.util.regexes import regex
from referee.util.values import Value, replace

# Letters in text/enriched (RFC 1896), which some programs write instead of HTML: shown as HTML that says the
# same.


PARAM = regex(r"<param>[^<]*</param>", re.IGNORECASE)
AS_TYPED = regex(r"</?nofill>", re.IGNORECASE)
SIGN = regex(r"<<|<(/?)([A-Za-z0-9-]{1,60})>|[<&]")
BREAK = regex(r"\n+")


def html_of(enriched: str) -> str:
    """HTML with the text of a part, its line breaks, and its excerpts as quotes.

    One line break is a blank, and of several one is left out, except where it is to be shown as it was typed.
    """
    pieces = AS_TYPED.split(PARAM.sub("", enriched))
    filled = (SIGN.sub(_shown, piece) for piece in pieces)
    return "".join(
        piece.replace("\n", "<br>") if at % 2 else BREAK.sub(_filled, piece)
        for at, piece in enumerate(filled)
    )


def _filled(breaks: re.Match[str]) -> str:
    """What is shown of line breaks that stand together."""
    return "<br>" * (len(breaks[0]) - 1) or " "


def _shown(sign: re.Match[str]) -> str:
    """What HTML has for a tag, or for a sign that would begin one."""
    if sign[2]:
        return f"<{sign[1]}blockquote>" if sign[2].lower() == "excerpt" else ""
    return "&amp;" if sign[0] == "&" else "&lt;"


# One digest for a mail: the same however often it is delivered, and by whatever way.


TRACE, TRACES = names("trace_fields"), tuple(names("trace_beginnings"))
"""Fields that are written by the servers that carry a mail, not by its sender; how others begin."""


def digest_of(fields: Fields, body: bytes) -> str:
    """SHA-256 in hex of the sender's fields, unfolded, and of the body without line ends at its end.

    The line ends of `body` must be LF. How fields are folded and how many blanks they hold makes no
    difference.
    """
    found = hashlib.sha256()
    for name, value in fields.pairs:
        if name not in TRACE and not name.startswith(TRACES):
            found.update(f"{name}:{one_line(value)}\n".encode("utf-8", "surrogateescape"))
    found.update(b"\n" + body.rstrip(b"\n"))
    return found.hexdigest()


MAIL_LIMIT = 1024 * 1024
TEXT_LIMIT = 64 * 1024
PHONE = regex(r"\+?\d{7,15}@")
SHORT, SHORT_LINES = 400, 8
STANDS_IN = pattern("{instead_of_html}")
"""What programs write into the text beside HTML, where it does not say the same."""
NOTES = (
    "html-only",
    "charset-guessed",
    "undecodable",
    "encrypted",
    "no-text",
    "text-too-long",
    "several-texts",
)
"""Every note there is, in the order in which they are given."""


class Cut(Value):
    """A line that does not count as written by the sender.

    `why` is quoted, original, attribution, signature, footer, forwarded or banner.
    """

    number: int
    text: str
    why: str


class Mail(Value):
    """What a received mail says. Nothing in it is trusted, and no part of it may go into a header or a path.

    Attributes:
        digest: SHA-256 in hex of the mail without trace fields.
        message_id: Like `<...>`, printable ASCII, at most 250 characters; "" if there is none.
        answers: Ids in the same form, those of In-Reply-To first.
        sender: The one mailbox of From, its domain in lower case; or "" with a `sender_fault`.
        sender_fault: "", from-missing, from-twice, from-several, from-group or from-malformed.
        robot: "", auto-submitted, precedence, null-sender, list, bounce, auto-response, out-of-office or own-loop.
        lines: What the sender wrote, numbered as in the text received; empty if nothing was written. Where something
            was cut out there is at least one blank line, but none at either end.
        cut: Every other line that is not blank.
    """

    digest: str
    message_id: str
    answers: tuple[str, ...]
    sender: str
    sender_fault: str
    recipients: tuple[str, ...]
    subject: str
    robot: str
    lines: tuple[tuple[int, str], ...]
    cut: tuple[Cut, ...]
    notes: tuple[str, ...]


def read_mail(raw: bytes, *, own: Collection[str] = (), relaxed: bool = False) -> Mail:
    """The mail in these bytes. `own` are the addresses of the referee itself, in lower case, without `+detail`.

    `relaxed`: the blanks at the ends of its lines are lost, because the signature does not cover them. For a
    mail over a limit raises `Unreadable`: mail-too-large, mail-header-too-large, mail-too-many-fields,
    mail-too-many-parts or mail-too-deep. Nothing else is raised, whatever the bytes.
    """
    if len(raw) > MAIL_LIMIT:
        raise Unreadable("mail-too-large", limit=MAIL_LIMIT)
    data = lines_of_mail(raw)
    fields, body = read_fields(data)
    parts = leaves(data, fields, body)
    sender, fault = sender_of(fields)
    subject = subject_of(fields)
    lines, notes = _text(parts, relaxed=relaxed, phone=PHONE.match(sender) is not None)
    kept, gone = _sorted_out(lines)
    shown = [line.text for line in lines if line.text.strip()]
    return Mail(
        digest=digest_of(fields, data[body:]),
        message_id=message_id_of(fields),
        answers=answers_of(fields),
        sender=sender,
        sender_fault=fault,
        recipients=recipients_of(fields),
        subject=subject,
        robot=robot_of(fields, parts, sender, subject, own)
        or ("auto-response" if pressed(subject, parts, shown) else ""),
        lines=kept,
        cut=gone,
        notes=tuple(note for note in NOTES if note in notes),
    )


def _text(parts: list[Part], *, relaxed: bool, phone: bool) -> tuple[list[Line], set[str]]:
    """The lines of the letter, and its notes: of its text parts or, if these say nothing, of its HTML.

    What the gateway of a telephone network sends holds the text in files.
    """
    notes = {"encrypted"} if any(part.sealed for part in parts) else set()
    files = [part for part in parts if part.kind == "text/plain" and part.attached] if phone else []
    kinds = wanted(parts, "text/plain"), files, wanted(parts, "text/html"), wanted(parts, "text/enriched")
    readings = filter(None, (_reading(some, relaxed=relaxed) for some in kinds))
    lines, found = next(readings, ([], {"no-text"}))
    if _stands_in(lines):
        lines, found = next(readings, (lines, found))
    lines, sealed = unarmoured(_shortened(lines, found))
    return lines, notes | found | ({"encrypted"} if sealed else set())


def _reading(parts: Iterable[Part], *, relaxed: bool) -> tuple[list[Line], set[str]] | None:
    """The lines of some parts as one text, and its notes; None if they say nothing."""
    found: set[str] = set()
    each = [(part.kind, _lines_of_part(part, found, relaxed=relaxed)) for part in parts]
    said = [(kind, lines) for kind, lines in each if any(line.text.strip() for line in lines)]
    found |= {"html-only"} if ("text/html" in (kind for kind, _ in said)) else set()
    found |= {"several-texts"} if len(said) > 1 else set()
    return (_in_one([lines for _, lines in said]), found) if said else None


def _stands_in(lines: Sequence[Line]) -> bool:
    """Whether a text only says that the letter itself is HTML, or a message of a telephone."""
    said = " ".join(line.text.strip() for line in lines[:SHORT_LINES]).strip()
    return len(lines) <= SHORT_LINES and len(said) <= SHORT and STANDS_IN.search(said) is not None


def decoded(part: Part) -> tuple[str, frozenset[str]]:
    """The text of one part as it was before it was coded, and notes on that."""
    text, found = charsets.text_of(part.decoded(), part.param("charset"))
    return text, frozenset(found)


def _lines_of_part(part: Part, notes: set[str], *, relaxed: bool) -> list[Line]:
    """The lines of one part: decoded; HTML as it is shown; flowed text joined."""
    text, found = decoded(part)
    notes.update(found)
    if part.kind != "text/plain":
        shown = text if part.kind == "text/html" else html_of(text[:HTML_LIMIT])
        lines, short = lines_of_html(shown.replace("\0", ""))
        notes |= {"text-too-long"} if short else set()
        return lines
    if len(text) > HTML_LIMIT:
        text = text[:HTML_LIMIT]
        notes.add("text-too-long")
    lines = lines_of(text, LINES_LIMIT)
    if part.param("format").lower() != "flowed":
        return lines
    encoding = part.fields.first("content-transfer-encoding")
    if relaxed and encoding.lower() not in {"base64", "quoted-printable"}:
        lines = broken_again(lines)
    return unflowed(lines, delete_space=part.param("delsp").lower() == "yes")


def _in_one(texts: list[list[Line]]) -> list[Line]:
    """Several texts as one, with a blank line between them; the lines are numbered through."""
    joined: list[Line] = []
    for lines in texts:
        behind = joined[-1].number + 1 if joined else 0
        if joined:
            joined.append(Line(behind, ""))
        joined.extend(replace(line, number=line.number + behind) for line in lines)
    return joined


def _shortened(lines: list[Line], notes: set[str]) -> list[Line]:
    """As many whole lines as are read."""
    size = 0
    for at, line in enumerate(lines):
        size += len(line.text) + 1
        if size > TEXT_LIMIT or at >= LINES_LIMIT:
            notes.add("text-too-long")
            return lines[:at]
    return lines


def _sorted_out(lines: list[Line]) -> tuple[tuple[tuple[int, str], ...], tuple[Cut, ...]]:
    """The sender's own lines, and the others."""
    judged = cut_up(lines)
    gone = tuple(Cut(line.number, line.text, why) for line, why in judged if why)
    return tuple(kept(judged)), gone


def kept(judged: Iterable[tuple[Line, str]]) -> Iterator[tuple[int, str]]:
    """The sender's own lines and the blank ones between them; a blank line is added where something was cut out."""
    blanks: list[int] = []
    holes: list[int] = []
    begun = False
    for line, why in judged:
        if why:
            holes.append(line.number)
        elif not line.text.strip():
            blanks.append(line.number)
        else:
            yield from ((number, "") for number in blanks or holes[:1] if begun)
            blanks.clear()
            holes.clear()
            yield line.number, line.text
            begun = True

"""Mail that no person wrote just now: it is stored and never answered.

It is recognized by its fields and first lines. What was returned tells about which mail (RFC 6522), and why (RFC 3464,
or in words): only a few of its fields are read, and only the header of the returned letter, which is a part of its own,
or quoted in the text.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from referee.post.reading import charsets
from referee.post.reading.fields import Fields, Unreadable, lines_of_mail, read_fields
from referee.post.reading.headers import addresses_in, subject_of, words_of
from referee.post.reading.markup import lines_of_html
from referee.post.reading.mime import Part, kind_of, leaves, param
from referee.post.reading.patterns import DATE, TIME, names, pattern
from referee.util.regexes import regex
from referee.util.values import Value

SUBJECTS = pattern(r"\W{0,4}(?:\[[^\]]{1,30}\]\s*)?(?:\*+\w+\*+\s*)?{report_subjects}")
"""How the subject of a report begins; an answer to one begins with `Re:`."""
MOST_HOPS = 50
MAILERS = pattern(r"{mail_servers}(?:[+=_.-].*)?")
MAILERS_NAMES = pattern(r"\b{mail_server_names}\b")
"""Names of senders that are mail servers."""
MUTE = pattern(r"(?:.*[._+-])?{mute}(?:[+._-].*)?")
LISTERS, OWNERS = pattern("{lists}"), pattern("{list_owners}")
"""Programs that run a mailing list or a tracker, by their addresses."""
BULK, LISTS, AUTOMATS = names("bulk"), names("list_fields"), names("automatic_fields")
RETURNS = names("report_fields")
"""Fields that only a delivery report has."""
AWAY = pattern(r"(?:{reply_marks}\s?:\s*)*{away}")
"""How the subject of an out-of-office note begins, after the marks of an answer."""
CALENDARS = frozenset({"text/calendar", "application/ics"})
METHOD = regex(rb"^METHOD:(\w{1,20})[ \t]*$", re.IGNORECASE | re.MULTILINE)
ATTENDEES = frozenset({"reply", "counter", "declinecounter", "refresh"})
"""The methods by which those who were invited answer (RFC 5546 1.4)."""
MOST_CALENDAR = 64 * 1024
REACTION = regex(r"text/vnd\.[a-z.]{1,40}-reaction\+json")
REACTED = pattern("{reacted}")
"""A line by which a program tells that somebody pressed a sign below a letter."""
RECEIPTS = pattern(r"{receipts}\s?[:：]|{receipt_titles}\b")  # noqa: RUF001  as mail programs write it
"""How the subject of a receipt begins; below it stands when the letter was read."""
TOP, LONGEST = 12, 400
"""How many lines at the top are looked at, and how much of each."""
OURS = regex(
    r"<(?:[a-z][a-z0-9-]{0,31}|0)\.[a-z][a-z0-9-]{0,31}\.\d{1,9}@(?:r-[a-z2-7]{8}\.)?([^<>@\s]{1,255})>"
)
"""The Message-ID of one of our own letters: game (0 for a stranger), seat, number; after the @ its mark."""


def robot_of(
    fields: Fields, parts: Iterable[Part], sender: str, subject: str, own: Collection[str] = ()
) -> str:
    """Why we take a mail as not written by a person, or "". `own` are our addresses, in lower case.

    Where `sender` is "", every address in From counts, and in Sender if there is none: a field that cannot be
    read in one way may hide a machine, or ourselves.

    What could make us answer ourselves comes first: own-loop, bounce, auto-submitted, auto-response,
    null-sender, list, precedence, out-of-office (RFC 3834, 3464, 2369). `X-Auto-Response-Suppress` says
    nothing: Exchange sets it on all mail.
    """
    senders = (sender,) if sender else addresses_in(fields, "from") or addresses_in(fields, "sender")
    mailboxes = [address.partition("@")[0] for address in senders]
    names = fields.names()
    if _own_loop(fields, senders, own):
        return "own-loop"
    if report := _report(fields, parts):
        return report
    if _by_a_server(fields, mailboxes, subject):
        return "bounce"
    submitted = [
        value.partition(";")[0].partition("(")[0].strip() for value in fields.every("auto-submitted")
    ]
    if any(value.lower() not in {"no", ""} for value in submitted):
        return "auto-submitted"
    if any(map(MUTE.fullmatch, mailboxes)) or any(
        name in names and fields.first(name).lower() != "no" for name in AUTOMATS
    ):
        return "auto-response"
    if any(re.fullmatch(r"<\s*>", value) for value in fields.every("return-path")):
        return "null-sender"
    if names & LISTS or any(map(LISTERS.fullmatch, mailboxes)) or any(map(OWNERS.match, senders)):
        return "list"
    if any(value.strip().lower() in BULK for value in fields.every("precedence")):
        return "precedence"
    return "out-of-office" if AWAY.match(subject) else ""


def _report(fields: Fields, parts: Iterable[Part]) -> str:
    """Recognize a report on a mail (RFC 6522): on its delivery, or that its reader was shown it (RFC 8098)."""
    value = fields.first("content-type")
    kinds = {kind_of(fields)} | {part.kind for part in parts}
    if "message/disposition-notification" in kinds or param(value, "report-type").lower().startswith(
        "disposition"
    ):
        return "auto-response"
    return (
        "bounce" if kinds & {"multipart/report", "message/delivery-status", "message/feedback-report"} else ""
    )


def _by_a_server(fields: Fields, mailboxes: Iterable[str], subject: str) -> bool:
    """Whether a mail server reports a mail it could not deliver, in any form: by its name, a field, or its subject."""
    source = " ".join(fields.every("from"))
    name = words_of(source).partition("<")[0] if "<" in source or "@" not in source else ""
    return (
        any(map(MAILERS.fullmatch, mailboxes))
        or bool(MAILERS_NAMES.search(name) or SUBJECTS.match(subject))
        or bool(re.search(r"<\s*>", source))
        or bool(fields.names() & RETURNS)
        or fields.first("content-class").lower().endswith(":dsn")
    )


def _own_loop(fields: Fields, senders: Iterable[str], own: Collection[str]) -> bool:
    """Whether it is our own (our address, our mark, our Message-ID), or has passed through too many servers."""
    if len(fields.every("received")) > MOST_HOPS:
        return True
    hosts = {address.rpartition("@")[2] for address in own}
    ids = (OURS.fullmatch(value) for value in fields.every("message-id"))
    return (
        any(plain(address) in own for address in senders)
        or any(plain(value.strip("<> ")) in own for value in fields.every("x-loop"))
        or any(found and found[1].lower() in hosts for found in ids)
    )


def plain(address: str) -> str:
    """An address in lower case without the part from the plus sign (RFC 5233)."""
    local, at, domain = address.lower().rpartition("@")
    return local.partition("+")[0] + at + domain


# What a program sends because its reader was shown a letter or pressed a button: no letter that somebody wrote.
#
# Answers to a calendar entry (RFC 5546), reactions, and receipts in words, where no field says that a program
# wrote them.


def pressed(subject: str, parts: Iterable[Part], texts: Sequence[str]) -> bool:
    """Whether a mail tells only what its sender pressed or was shown. `texts` are its lines that are not blank."""
    top = [text.strip()[:LONGEST] for text in texts[:TOP]]
    return (
        any(map(_answers, parts))
        or any(REACTED.fullmatch(text.strip("<>")) for text in top)
        or bool(RECEIPTS.match(subject) and any(DATE.search(text) and TIME.search(text) for text in top))
    )


def _answers(part: Part) -> bool:
    """Whether a part is an answer to a calendar entry, or a reaction."""
    if part.kind in CALENDARS:
        found = METHOD.search(part.decoded(MOST_CALENDAR).replace(b"\r", b""))
        return (found[1].decode() if found else part.param("method")).lower() in ATTENDEES
    return REACTION.fullmatch(part.kind) is not None


# How servers say in words that a mail was not delivered.


HARD, SOFT, LATE, WELL = "hard", "soft", "late", "well"
STATUS = regex(r"(?<![\d.])([245])\.([0-9]{1,3})\.([0-9]{1,3})(?![\d.]*\d)", re.ASCII)
_LIKE_A_CODE = r"(?![ -]*(?:k?bytes?|kb|mb|gb|users|messages|mails|e-?mails|recipients|characters|words|lines|days|hours|x)\b)"
IN_WORDS = regex(
    r"(?:#|[(\[<:;,\s]|^)([45]\.[0-79]\.[0-9]{1,3})(?!\d|\.\d)"
    rf"|(?<![\w.:/$€£@+-])([45](?:[0-5][0-9]|7[0-9]))(?=[ \t:;,.)\]>-]|$){_LIKE_A_CODE}",
    re.ASCII | re.MULTILINE | re.IGNORECASE,
)
"""A status in a report without fields (RFC 3463), or a bare code of three digits (RFC 5321, 4.2)."""
HARD_WORDS, SOFT_WORDS, LATE_WORDS = pattern("{hard}"), pattern("{soft}"), pattern("{late}")
FOR_GOOD = pattern("{for_good}")
NO_MORE = pattern(r"{denials}\s(?:{between_denials}\s){0,4}\Z")
"""What stands before words by which a delivery would be tried again, and denies them."""
ORIGINAL_BEGINS = regex(
    r"^(?:---+[ ](?=(?:below|original|the|this|enclosed|begin|copy|message|returned|your)\b).*|-{3,}\s*(?:this\sis\sa\scopy|original\smessage|returned\s(?:mail|message)|message\sheader|the\sheader|the\smessage|unsent\smessage|begin|enclosed).*"
    r"|(?:received|return-path|message-id|dkim-signature|x-originating-ip|mime-version)\s*:.*)",
    re.IGNORECASE | re.MULTILINE,
)
"""Where a report begins to show the mail that it is about."""


def judged(text: str) -> tuple[str, str]:
    """What the text of a report without fields says, and the status it names, or "".

    A warning says that the server will try again; that it will not is no warning. A code counts more than words, a
    permanent code more than a temporary one.
    """
    said = ORIGINAL_BEGINS.split(text, maxsplit=1)[0] or text
    codes = [found[1] or found[2] for found in IN_WORDS.finditer(said)]
    hard = [code for code in codes if code.startswith("5")]
    statuses = [code for code in hard if "." in code]
    tries = [
        NO_MORE.search(said, max(found.start() - 80, 0), found.start()) for found in LATE_WORDS.finditer(said)
    ]
    if None in tries and not statuses:
        return LATE, ""
    if hard or FOR_GOOD.search(said):
        return HARD, (statuses or [""])[0]
    if SOFT_WORDS.search(said) or codes:
        return SOFT, next((code for code in codes if "." in code), "")
    return (HARD, "") if HARD_WORDS.search(said) or any(tries) else ("", "")


STATUSES = regex(r"message/(?:x-?|global-)?delivery-status")
ORIGINALS = frozenset({"message/rfc822", "text/rfc822-headers", "message/global", "message/global-headers"})
FIELD = regex(r"([!-9;-~]{1,60})[ \t]*:(.*)")
MESSAGE_ID = regex(r"^((?:[ \t]|[>|])*)message-id[ \t]*:", re.IGNORECASE | re.MULTILINE)
WORD = regex(r"[a-z]+")
MOST_GROUPS = 20
MOST_PARTS = 3
LONGEST_TEXT = 8 * 1024
LONGEST_STATUSES = 64 * 1024


class Returned(Value):
    """What a mail says about the delivery of another.

    Attributes:
        kind: hard (given up for good), soft (given up, but not said to be for good), late (will be tried again),
            well (delivered), or "" (nothing that we understand).
        status: The code (RFC 3463), or "".
        original: The header of the mail it is about, as far as it was returned.
    """

    kind: str
    status: str
    original: Fields


def read_return(raw: bytes) -> Returned:
    """What a mail says about the delivery of another. Raises `Unreadable`, and nothing else, whatever the bytes."""
    data = lines_of_mail(raw)
    fields, body = read_fields(data)
    parts = leaves(data, fields, body)
    groups = [group for part in parts if STATUSES.fullmatch(part.kind) for group in _groups(_body(part))]
    texts = list(_texts(data, body, parts))
    heads = [_head(part) for part in parts if part.kind in ORIGINALS]
    original = next((one for one in (*heads, *map(_quoted_head, texts)) if one.pairs), Fields())
    said = [_judged(group) for group in groups]
    if not any(kind for kind, _ in said):
        said = [judged("\n".join((subject_of(fields), *(text[:LONGEST_TEXT] for text in texts))))]
    for wanted in (HARD, SOFT, LATE, WELL):
        if found := [status for kind, status in said if kind == wanted]:
            return Returned(wanted, found[0], original)
    return Returned("", "", original)


def _body(part: Part) -> bytes:
    return part.decoded().replace(b"\r\n", b"\n")


def _groups(body: bytes) -> Iterator[dict[str, str]]:
    """The groups of fields, separated by blank lines: the first is about the mail, each other about a recipient.

    A line that is not a field is skipped: servers write long reasons on several lines and forget to fold
    them.
    """
    text = body[:LONGEST_STATUSES].decode("ascii", "replace")
    for group in re.split(r"\n[ \t]*\n", text)[:MOST_GROUPS]:
        found: dict[str, str] = {}
        for line in group.split("\n"):
            if match := FIELD.match(line):
                found.setdefault(match[1].lower(), match[2].strip())
        if found:
            yield found


def _judged(group: dict[str, str]) -> tuple[str, str]:
    """What a group says about one recipient. A failed delivery is given up, whatever its status (RFC 3464, 2.3.3)."""
    word = WORD.match(group.get("action", "").lower())
    action = word[0] if word else ""
    found = STATUS.search(group.get("status", "")) or STATUS.search(group.get("diagnostic-code", ""))
    status = found[0] if found else ""
    match action, status[:1]:
        case (("failed" | "failure" | "fail"), _):
            return HARD, status
        case "delayed", _:
            return LATE, status
        case (("delivered" | "relayed" | "expanded"), _):
            return WELL, status
        case _, "5":
            return HARD, status
        case _, "4":
            return LATE, status
    return "", status


def _texts(data: bytes, body: int, parts: list[Part]) -> Iterator[str]:
    """A report in words: its first texts, else its HTML; all of it if its parts are broken."""
    texts = [part for part in parts if part.kind == "text/plain"] or [
        part for part in parts if part.kind == "text/html"
    ]
    if not parts:
        yield data[body : body + LONGEST_STATUSES].decode("ascii", "replace")
    for part in texts[:MOST_PARTS]:
        text = charsets.text_of(_body(part)[:LONGEST_STATUSES], part.param("charset"))[0]
        yield "\n".join(line.text for line in lines_of_html(text)[0]) if part.kind == "text/html" else text


def _quoted_head(text: str) -> Fields:
    """The header that a text quotes: the fields around the first Message-ID, without the marks of a quote."""
    found = MESSAGE_ID.search(text)
    if found is None:
        return Fields()
    quote, lines = found[1], text.split("\n")
    first = last = text.count("\n", 0, found.start())
    while first and _is_field(lines[first - 1], quote):
        first -= 1
    while last < len(lines) and _is_field(lines[last], quote):
        last += 1
    return _fields("\n".join(line[len(quote) :] for line in lines[first:last]).encode("utf-8", "replace"))


def _is_field(line: str, quote: str) -> bool:
    """Whether a quoted line is a field, or goes on with one."""
    rest = line.removeprefix(quote)
    return line.startswith(quote) and bool(FIELD.match(rest) or (rest[:1] in " \t" and rest.strip()))


def _head(part: Part) -> Fields:
    return _fields(_body(part).lstrip(b"\n"))


def _fields(head: bytes) -> Fields:
    try:
        return read_fields(head)[0]
    except Unreadable:
        return Fields()

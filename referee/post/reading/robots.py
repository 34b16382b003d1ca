"""Mail that no person wrote just now, recognized by its fields and first lines: it is stored and never answered."""

import re
from collections.abc import Collection, Iterable, Sequence

from referee.post.reading.fields import Fields
from referee.post.reading.mime import Part, kind_of, param
from referee.post.reading.patterns import DATE, TIME, names, pattern
from referee.post.reading.returns import SUBJECTS
from referee.post.reading.senders import addresses_in, words_of

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
METHOD = re.compile(rb"^METHOD:(\w{1,20})[ \t]*$", re.IGNORECASE | re.MULTILINE)
ATTENDEES = frozenset({"reply", "counter", "declinecounter", "refresh"})
"""The methods by which those who were invited answer (RFC 5546 1.4)."""
MOST_CALENDAR = 64 * 1024
REACTION = re.compile(r"text/vnd\.[a-z.]{1,40}-reaction\+json")
REACTED = pattern("{reacted}")
"""A line by which a program tells that somebody pressed a sign below a letter."""
RECEIPTS = pattern(r"{receipts}\s?[:：]|{receipt_titles}\b")  # noqa: RUF001  as mail programs write it
"""How the subject of a receipt begins; below it stands when the letter was read."""
TOP, LONGEST = 12, 400
"""How many lines at the top are looked at, and how much of each."""
OURS = re.compile(
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

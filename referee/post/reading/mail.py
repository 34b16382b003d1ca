"""A mail as the desk needs it: who, to whom, in answer to what, whether a person wrote it, and that person's lines."""

import hashlib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.post.reading import charsets, patterns
from referee.post.reading.answered import Sheet, cut_answered, is_cells, is_dashed
from referee.post.reading.fields import Fields, Unreadable, lines_of_mail, one_line, read_fields
from referee.post.reading.flowed import HTML_LIMIT, LINES_LIMIT, Line, broken_again, lines_of, unflowed
from referee.post.reading.markup import lines_of_html
from referee.post.reading.mime import Part, leaves, wanted
from referee.post.reading.patterns import DATE, TIME
from referee.post.reading.robots import robot_of
from referee.post.reading.senders import answers_of, message_id_of, recipients_of, sender_of, subject_of

# Which lines of a text its sender has just written: quotes, signatures and footers are cut, each with its
# reason.


QUOTING = frozenset({"quoted", "attribution", "original", "forwarded"})
BELOW_RULE = 8


def cut_up(lines: Sequence[Line]) -> list[tuple[Line, str]]:
    """Each line with the reason why it is not its sender's own text, or ""; blank lines have none.

    The reasons: quoted, original, attribution, signature, footer, forwarded, banner. Without a reason a line
    stays.
    """
    sheet = Sheet(lines)
    for at in range(sheet.size):
        begins = sheet.text[at][: patterns.LONGEST]
        if patterns.QUOTED.match(sheet.bare[at]) and not (is_dashed(begins) or is_cells(begins)):
            sheet.cut([at], "quoted")
    cut_answered(sheet)
    _signatures(sheet)
    _notices(sheet)
    _rules(sheet)
    return [
        (line, why if text else "")
        for line, text, why in zip(sheet.lines, sheet.text, sheet.why, strict=True)
    ]


def _signatures(sheet: Sheet) -> None:
    """Cut below a line of two dashes, which ends the letter; but text below a later quote counts again."""
    for at in range(sheet.size):
        if sheet.free(at) and patterns.SIGNATURE.fullmatch(sheet.lines[at].text):
            _cut_to_a_quote(sheet, at, "signature")


def _cut_to_a_quote(sheet: Sheet, at: int, why: str) -> None:
    """Cut everything below, up to the next quote."""
    behind = (line for line in range(at, sheet.size) if sheet.why[line] in QUOTING)
    sheet.cut(range(at, next(behind, sheet.size)), why)


def _notices(sheet: Sheet) -> None:
    """Cut what programs, filters and firms add around a letter. Below a program's line nobody writes any more."""
    for at in range(sheet.size):
        signed = sheet.why[at] == "signature"  # an element says so, which may also hold a program's line
        if not (sheet.free(at) or signed) or len(sheet.text[at]) > 2 * patterns.LONGEST:
            continue
        foot = _foot(sheet, at)
        if foot or any(pattern.match(sheet.text[at]) for pattern in patterns.NOTICES):
            above = at - 1
            if sheet.free(above) and patterns.SMALL_RULE.fullmatch(sheet.text[above]):
                sheet.cut([above], "footer")
            sheet.cut(range(at, _paragraph(sheet, at)), "footer")
            if foot:
                _cut_to_a_quote(sheet, at, "footer")
        elif any(pattern.fullmatch(sheet.text[at]) for pattern in patterns.BANNERS):
            sheet.cut(range(at, _paragraph(sheet, at)), "banner")


def _foot(sheet: Sheet, at: int) -> bool:
    """Whether a line, or it and the next, says from what device or program the mail was sent."""
    text = sheet.text[at]
    if any(pattern.fullmatch(text) for pattern in patterns.FEET):
        return True
    if len(text) < patterns.WRAPPED or not sheet.free(at + 1):
        return False
    both = f"{text} {sheet.text[at + 1]}"
    return any(pattern.fullmatch(both) for pattern in patterns.FEET)


def _paragraph(sheet: Sheet, at: int) -> int:
    """The line after a paragraph, which goes on while its lines are so long that a program may have broken them."""
    while len(sheet.text[at]) >= patterns.WRAPPED and sheet.free(at + 1):
        at += 1
    return at + 1


def _rules(sheet: Sheet) -> None:
    """Cut from a line of underscores or dashes that has the words of a mailing list or a scanner below it."""
    for at in range(sheet.size):
        if sheet.free(at) and patterns.UNDERSCORES.fullmatch(sheet.text[at]):
            below = sheet.text[at + 1 : at + 1 + BELOW_RULE]
            if any(patterns.LISTS.search(text[: patterns.LONGEST]) for text in below):
                _cut_to_a_quote(sheet, at, "footer")


# Letters in text/enriched (RFC 1896), which some programs write instead of HTML: shown as HTML that says the
# same.


PARAM = re.compile(r"<param>[^<]*</param>", re.IGNORECASE)
AS_TYPED = re.compile(r"</?nofill>", re.IGNORECASE)
SIGN = re.compile(r"<<|<(/?)([A-Za-z0-9-]{1,60})>|[<&]")
BREAK = re.compile(r"\n+")


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


# What a program sends because its reader was shown a letter or pressed a button: no letter that somebody wrote.
#
# Answers to a calendar entry (RFC 5546), reactions, and receipts in words, where no field says that a program
# wrote them.


# ruff: noqa: RUF001  (other alphabets are what is looked for)


CALENDARS = frozenset({"text/calendar", "application/ics"})
METHOD = re.compile(rb"^METHOD:(\w{1,20})[ \t]*$", re.IGNORECASE | re.MULTILINE)
ATTENDEES = frozenset({"reply", "counter", "declinecounter", "refresh"})
"""The methods by which those who were invited answer (RFC 5546 1.4)."""
MOST_CALENDAR = 64 * 1024
REACTION = re.compile(r"text/vnd\.[a-z.]{1,40}-reaction\+json")
REACTED = re.compile(
    r"""https?://\S{1,200}emojireactionemail\S*
    | .{1,80}\b(?:reacted|reagiert|r[ée]agi|ha\ reaccionado|reaccion[óo]|reagito|gereageerd|reagiu|zareagowa[łl]\w{0,3}|reagerade|reagerede|reagerte
        |reagoi|reagoval\w?|отреагировал\w{0,3})\b.{0,12}\bGmail\w{0,2}
    | .{1,80}\bGmail\w{0,2}\ (?:reagiert|gereageerd)
    | .{1,80}\breacted\ to\ your\ (?:message|e-?mail)\W{0,3} | .{1,80}\bhat\ auf\ (?:Ihre|deine)\ (?:Nachricht|E-?Mail)\ reagiert\W{0,3}
    | .{1,80}\ba\ r[ée]agi\ à\ (?:votre|ton)\ (?:message|e-?mail)\W{0,3}
    | (?:Liked|Loved|Disliked|Laughed\ at|Emphasi[sz]ed|Questioned)\ [“"„«].{1,400}[”"“»] | (?:Hat\ )?[„“"].{1,400}[“”"]\ mit\ [„“"].{1,20}[“”"]\ markiert""",
    re.IGNORECASE | re.VERBOSE,
)
"""A line by which a program tells that somebody pressed a sign below a letter."""
RECEIPTS = re.compile(
    r"""(?: (?:not\ )?read | (?:return|read|delivery)\ receipt | (?:nicht\ |un)?gelesen | lesebestätigung | empfangsbestätigung
      | (?:non\ )?lue? | accusé\ de\ (?:lecture|réception) | (?:no\ )?le[íi]d[oa] | confirmaci[óo]n\ de\ lectura
      | (?:non\ )?lett[oa] | conferma\ di\ lettura | (?:niet\ |on)?gelezen | leesbevestiging | (?:nie)?(?:przeczytano|przeczytane|odczytano)
      | potwierdzenie\ (?:przeczytania|odczytu) | (?:não\ )?lid[oa] | (?:confirmação|recibo)\ de\ leitura | (?:ej\ |inte\ )?läst | läskvitto
      | (?:ikke\ )?læst | (?:ikke\ |u)?lest | (?:kvittering|bekræftelse)\ .{1,20} | (?:ei\ )?luettu | lukukuittaus | (?:ne)?p[řr]e[čc]teno | (?:не\ )?про(?:чтено|читано)
      | elolvasva | okundu | 已[读讀](?:回执|回條)? | 既読 | 開封(?:済み|確認) | 읽음 )\s?[:：]
    | (?:return|read)\ receipt\b | (?:lese|empfangs)bestätigung\b | accusé\ de\ (?:lecture|réception)\b""",
    re.IGNORECASE | re.VERBOSE,
)
"""How the subject of a receipt begins; below it stands when the letter was read."""
TOP, LONGEST = 12, 400
"""How many lines at the top are looked at, and how much of each."""


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


# Texts signed or encrypted by OpenPGP within the text: the armour is marked, the text stays.


SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
SIGNATURE = "-----BEGIN PGP SIGNATURE-----"
END_SIGNATURE = "-----END PGP SIGNATURE-----"
SEALED = "-----BEGIN PGP MESSAGE-----"
END_SEALED = "-----END PGP MESSAGE-----"


def unarmoured(lines: list[Line]) -> tuple[list[Line], bool]:
    """The lines with dash-escapes undone (RFC 9580 7.2) and armour marked `footer`; and whether a part is encrypted.

    Armour within a quote is left to the code that cuts quotes.
    """
    done: list[Line] = []
    inside, sealed = "", False
    for line in lines:
        text = line.text.rstrip()
        began = {SIGNED: "headers", SIGNATURE: "signature", SEALED: "sealed"}.get(text, "")
        if began and not (began == "signature" and inside != "text"):
            inside, sealed = began, sealed or began == "sealed"
            done.append(replace(line, why=line.why or "footer"))
        elif inside in {"signature", "sealed"}:
            inside = "" if text in {END_SIGNATURE, END_SEALED} else inside
            done.append(replace(line, why=line.why or "footer"))
        elif inside == "headers":
            inside = "headers" if text else "text"
            done.append(replace(line, why=line.why or "footer"))
        else:
            done.append(replace(line, text=line.text.removeprefix("- ")) if inside == "text" else line)
    return done, sealed


# One digest for a mail: the same however often it is delivered, and by whatever way.


_TRACE = """
    received return-path delivered-to x-original-to x-delivered-to envelope-to dkim-signature domainkey-signature
    authentication-results authentication-results-original received-spf x-received x-uidl x-uid x-imapbase x-keywords
    status x-status content-length lines x-account-key x-mozilla-status x-mozilla-status2 x-mozilla-keys x-resolved-to
    x-forwarded-to x-forwarded-for x-forwarded-encrypted x-gm-message-state x-loop-count x-apparently-to x-antivirus
    x-antivirus-status x-provags-id x-ui-out-filterresults x-ui-filterresults x-rspamd-queue-id x-rspamd-server
    """
TRACE = frozenset(_TRACE.split())
"""Fields that are written by the servers that carry a mail, not by its sender."""
TRACES = (
    "arc-",
    "x-envelope-",
    "x-spam",
    "x-spamd-",
    "x-virus-",
    "x-google-",
    "x-ms-exchange-",
    "x-forefront-",
    "x-microsoft-antispam",
    "x-rspamd-",
    "x-amavis-",
)


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
PHONE = re.compile(r"\+?\d{7,15}@")
SHORT, SHORT_LINES = 400, 8
STANDS_IN = re.compile(
    r"""\bHTML\b.{0,200}\b(?:view|display|show|support|enabl|read|render|capable|compatible|client|see|open|format
        |anzeig|darstell|dargestellt|unterst(?:ü|ue)tz|ansicht|affich|visualis|mostrar|muestra|ver\b|visualizz|weer(?:ge|te)|ondersteun|bekijk
        |content|follows|only|wy[śs]wietl|obs[łl]ug|visas?\b|vises?\b|näyt|zobraz|podpor|просм|отобра|поддерж)
    | \b(?:view|display|show|support|enabl|read|see|open|anzeigen|sehen|lesen|lire|voir|afficher|ver|visualizzare|bekijken).{0,200}\bHTML\b
    | \b(?:this|dies\w{0,2}|ce|este|questo|dit)\b.{0,40}\b(?:is|ist|est|es|è)\b.{0,30}\bHTML\b | \bno\ (?:plain[ -]?)?text\ (?:version|part|body|content)\b
    | HTML.{0,40}(?:表示|显示|顯示|支持|対応) | \b(?:picture|video|multimedia|photo)\ (?:and\ \w+\ )?messag(?:e|ing)\b""",
    re.IGNORECASE | re.VERBOSE,
)
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


@dataclass(frozen=True, slots=True)
class Cut:
    """A line that does not count as written by the sender.

    `why` is quoted, original, attribution, signature, footer, forwarded or banner.
    """

    number: int
    text: str
    why: str


@dataclass(frozen=True, slots=True)
class Mail:
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

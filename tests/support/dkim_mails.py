"""Good mails as large providers and common programs make them: which fields they sign, and the form of a letter.

The lists of signed fields come from real mails; the domain is always the player's.
"""

import base64
import quopri
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from awkward.case import Field, head
from awkward.world import ANNA, BERT

from referee.desk.intake.intake import seats_of
from referee.desk.intake.letter import Arrived
from referee.desk.intake.lines import Lines
from referee.desk.intake.policy import Policy
from referee.desk.letters.notices import PlayerNotices
from referee.post.reading import Unreadable, read_mail
from referee.post.spool import Taken
from referee.util.values import Value, replace
from support.signed import DOMAIN, SELECTOR, SERVER, Signed, begin_signed, letter, sign

PLAY = "draw\r\n@now deploy dragon, viking warriors\r\nsay A good morning to you all\r\n"
QUOTE = (
    "\r\nOn Fri, 20 Nov 2026 at 10:00, Referee <referee@games.example> wrote:\r\n> resign g1\r\n> draw\r\n"
)
HTML = "<html><body><div>draw</div><div>@now deploy dragon, viking warriors</div><div>say A good morning to you all</div></body></html>\r\n"
LONG = (
    "I have been thinking about this position for most of the week now, and it \r\n"
    "seems to me that whoever moves first must lose, which is rather a pity for \r\n"
    "me.\r\n\r\n"
)
UMLAUT = "say Grüße an alle, schön war es\r\n"
SUBJECT = "subject"


class Good(Value, dict=True):
    """A letter of Bert as a provider sends it: the names it signs, its other fields, its body.

    `secrets` says where the secret stands.
    """

    signs: str
    body: str | bytes
    kind: str | None
    code: str | None = None
    way: str = "relaxed/relaxed"
    secrets: str = "address"
    fields: Mapping[str, Field] | None = None

    def make(self, world: Signed) -> bytes:
        """The letter, signed."""
        return self.signed(self.plain(world))

    def plain(self, world: Signed) -> bytes:
        """The letter before it is signed."""
        given: dict[str, Field] = {
            "Return-Path": None,
            "Received": None,
            "Content-Type": self.kind,
            "Content-Transfer-Encoding": self.code,
            "References": f"<{world.last('loki')}@games.example>",
            **(self.fields or {}),
        }
        if self.secrets == SUBJECT:
            given["Subject"] = f"Re: [{world.last('loki')} {world.secret('loki')}] Thunder & Lightning"
        body = self.body if isinstance(self.body, bytes) else self.body.encode()
        return head(world, given) + b"\r\n" + body

    def signed(self, raw: bytes, **more: Any) -> bytes:
        """That letter as its provider signs it."""
        return sign(raw, headers=tuple(self.signs.split(":")), way=self.way, **more)


def parts(*inside: tuple[str, str], before: str = "", mark: str = "000000000000f0a1c206") -> str:
    """The body of a letter of several parts, given as types and texts."""
    said = "".join(f"--{mark}\r\nContent-Type: {kind}\r\n\r\n{body}\r\n" for kind, body in inside)
    return f"{before}{said}--{mark}--\r\n"


def quoted(text: str) -> str:
    """A text in quoted-printable."""
    return quopri.encodestring(text.replace("\r\n", "\n").encode()).decode().replace("\n", "\r\n")


def coded(text: str) -> str:
    """A text in base64."""
    return base64.encodebytes(text.encode()).decode().replace("\n", "\r\n")


GMAIL = "to:subject:message-id:date:from:in-reply-to:references:mime-version:from:to:cc:subject:date:message-id:reply-to"
OUTLOOK = "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck"
YAHOO = "Date:From:To:Subject:References:From:Subject:Reply-To"
ICLOUD = "from:content-type:mime-version:subject:message-id:date:to"
GMX = (
    "X-UI-Sender-Class:MIME-Version:Message-ID:From:To:Subject:Content-Type:Date:In-Reply-To:References"
    ":cc:content-transfer-encoding:content-type:date:from:message-id:mime-version:reply-to:subject:to"
)
PROTON = (
    "Date:To:From:Subject:Message-ID:In-Reply-To:References:Feedback-ID:From:To:Cc:Date:Subject:Reply-To:Feedback-ID"
    ":Message-ID:BIMI-Selector:List-Unsubscribe:List-Unsubscribe-Post"
)
FASTMAIL = (
    "cc:cc:content-transfer-encoding:content-type:content-type:date:date:from:from:in-reply-to:in-reply-to:message-id"
    ":mime-version:references:reply-to:subject:subject:to:to"
)
YANDEX = "Subject:In-Reply-To:To:From:Message-Id:References:Date"
MAIL_RU = (
    "References:In-Reply-To:Content-Type:Date:Message-ID:Reply-To:Subject:To:MIME-Version:From:From:Subject:Content-Type"
    ":Content-Transfer-Encoding:To:Cc"
)
ZOHO = "Content-Type:Content-Type:Date:Date:From:From:In-Reply-To:References:Message-Id:MIME-Version:Subject:Subject:To:To:Cc:Reply-To"
QQ = "From:To:Subject:Mime-Version:Date:Message-ID:In-Reply-To:References"
POSTEO = "Date:From:To:Cc:Subject:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:From"
OPENDKIM = "Date:From:To:Subject:In-Reply-To:References:From"
RSPAMD = (
    "from:from:reply-to:subject:subject:date:date:message-id:message-id:to:to:cc:mime-version:mime-version:content-type"
    ":content-type:content-transfer-encoding:content-transfer-encoding:in-reply-to:in-reply-to:references:references"
)
TEXT = "text/plain; charset=UTF-8"
BOTH = parts(('text/plain; charset="UTF-8"', PLAY + QUOTE), ('text/html; charset="UTF-8"', HTML))
ALTERNATIVE = 'multipart/alternative; boundary="000000000000f0a1c206"'
PREAMBLE = "This is a multi-part message in MIME format.\r\n\r\n"
GOOD: Mapping[str, Good] = {
    "Gmail": Good(GMAIL, BOTH, ALTERNATIVE),
    "Gmail with a file": Good(
        GMAIL,
        parts((ALTERNATIVE, BOTH), ('image/png; name="a.png"', "iVBORw0KGgo="), mark="000000000000aa"),
        'multipart/mixed; boundary="000000000000aa"',
    ),
    "Gmail, as plain text": Good(GMAIL, PLAY + QUOTE, TEXT),
    "Gmail by Thunderbird": Good(
        f"content-transfer-encoding:{GMAIL}", LONG + PLAY, "text/plain; charset=UTF-8; format=flowed", "7bit"
    ),
    "Gmail by Thunderbird, with HTML": Good(
        GMAIL, PREAMBLE + BOTH, f"multipart/alternative;\r\n {ALTERNATIVE.partition('; ')[2]}"
    ),
    "Gmail by an iPhone": Good(
        f"content-transfer-encoding:{GMAIL}",
        quoted(PLAY + UMLAUT),
        "text/plain; charset=utf-8",
        "quoted-printable",
        fields={"X-Mailer": "iPhone Mail (22A3354)"},
    ),
    "Gmail by mutt": Good(
        GMAIL, PLAY, "text/plain; charset=us-ascii", fields={"Content-Disposition": "inline"}
    ),
    "Outlook": Good(
        OUTLOOK,
        parts(('text/plain; charset="iso-8859-1"\r\nContent-Transfer-Encoding: quoted-printable', PLAY)),
        ALTERNATIVE,
        secrets=SUBJECT,
        fields={"Accept-Language": "de-DE", "Thread-Index": "AQHb"},
    ),
    "Outlook, as plain text": Good(
        OUTLOOK,
        PLAY.encode() + b"say Gr=FC=DFe an alle, sch=F6n war=\r\n es\r\n",
        'text/plain; charset="iso-8859-1"',
        "quoted-printable",
        secrets=SUBJECT,
    ),
    "Yahoo": Good(YAHOO, BOTH, ALTERNATIVE),
    "AOL, as plain text": Good(YAHOO, PLAY + QUOTE, "text/plain; charset=UTF-8", "7bit"),
    "iCloud": Good(ICLOUD, quoted(PLAY + UMLAUT), "text/plain; charset=utf-8", "quoted-printable"),
    "iCloud by Apple Mail": Good(
        ICLOUD,
        LONG.replace(" \r\n", "  \r\n") + PLAY,
        "text/plain; charset=us-ascii; format=flowed; delsp=yes",
        "7bit",
    ),
    "GMX": Good(GMX, HTML, "text/html; charset=UTF-8", fields={"Importance": "normal"}),
    "WEB.DE": Good(GMX, BOTH, ALTERNATIVE),
    "Proton": Good(PROTON, quoted(PLAY + UMLAUT), "text/plain; charset=utf-8", "quoted-printable"),
    "Proton, in base64": Good(PROTON, coded(PLAY + UMLAUT), "text/plain; charset=utf-8", "base64"),
    "Proton, HTML": Good(PROTON, coded(HTML), "text/html; charset=utf-8", "base64"),
    "Fastmail": Good(FASTMAIL, PLAY + QUOTE, "text/plain", "7bit"),
    "Yandex": Good(YANDEX, HTML.replace("<html><body>", ""), "text/html; charset=utf-8", "8bit"),
    "Mail.ru": Good(MAIL_RU, BOTH, ALTERNATIVE),
    "Zoho": Good(ZOHO, BOTH, ALTERNATIVE),
    "QQ": Good(
        QQ,
        parts(
            ('text/plain; charset="gb18030"\r\nContent-Transfer-Encoding: base64', coded(PLAY)),
            before=PREAMBLE,
            mark="----=_NextPart_673F",
        ),
        'multipart/alternative; boundary="----=_NextPart_673F"',
        "8Bit",
    ),
    "Posteo": Good(POSTEO, PLAY, "text/plain; charset=UTF-8; format=flowed", "8bit", way="simple/simple"),
    "opendkim": Good(OPENDKIM, PLAY + UMLAUT, TEXT, "8bit", way="simple/simple"),
    "opendkim, relaxed": Good(OPENDKIM, BOTH, ALTERNATIVE, way="relaxed/simple"),
    "rspamd": Good(
        RSPAMD,
        LONG + PLAY + UMLAUT,
        "text/plain; charset=UTF-8; format=flowed",
        "8bit",
        way="relaxed/relaxed",
    ),
    "rspamd, without MIME": Good(RSPAMD, PLAY, None, fields={"MIME-Version": None}),
    "a letter signed with PGP": Good(
        RSPAMD,
        parts((TEXT, PLAY), ("application/pgp-signature", "-----BEGIN PGP SIGNATURE-----\r\niHUE\r\n")),
        'multipart/signed; protocol="application/pgp-signature"; boundary="000000000000f0a1c206"',
    ),
}


class Gate:
    """Asks the desk of a world of signed letters how it would read a letter, without any effect."""

    def __init__(self, world: Signed, folder: Path) -> None:
        """Take a world in which nobody moves, and a folder for the letter being tested."""
        self.world, self.file = world, folder / "letter"
        with world.desk.held():
            self.table = world.desk.games.table("g1")

    def said(self, raw: bytes) -> tuple[str, ...] | None:
        """What a letter says to the table (what it answers, its orders), or None if nobody vouches for it."""
        found = self.vouched(raw)
        return found and found[1]

    def vouched(self, raw: bytes) -> tuple[str, tuple[str, ...]] | None:
        """Who vouches for a letter, and what it says; None if nobody does, or it is held or put away earlier."""
        self.file.write_bytes(raw)
        desk = self.world.desk
        try:
            mail = read_mail(raw, own=("referee@games.example",))
        except Unreadable:
            return None
        seats = seats_of(desk.seats, desk.games, mail)
        if len(seats) != 1 or mail.robot or mail.sender_fault:
            return None
        (seat,) = seats
        lines = Lines(desk.home, desk.seats, desk.outbox)
        notices = PlayerNotices(desk.config, desk.outbox, desk.clock.now)
        policy = Policy(desk.home, desk.config, lines, notices, desk.txt, desk.clock.now)
        letter = Arrived(Taken("letter", self.file, self.world.time, 1), raw, mail, seats)
        found = policy.vouch(letter, self.table, desk.seats.secret(*seat), BERT, seat.seat)
        return (found.by, lines.said(self.table, mail, seat.seat)) if found else None

    @contextmanager
    def keyed(self, more: Mapping[str, bytes]) -> Iterator[None]:
        """More keys stand in the DNS, or replace the default one."""
        keys = dict(self.world.dns)
        self.world.dns |= more
        try:
            yield
        finally:
            self.world.dns.clear()
            self.world.dns |= keys

    @contextmanager
    def named(self, servers: str | tuple[str, ...]) -> Iterator[None]:
        """The configuration names these as our own mail servers."""
        desk = self.world.desk
        usual, desk.config = desk.config, replace(desk.config, authserv=servers)
        try:
            yield
        finally:
            desk.config = usual

    @contextmanager
    def served(self) -> Iterator[None]:
        """The DNS holds nothing, so only our mail server's result is left."""
        keys = dict(self.world.dns)
        self.world.dns.clear()
        try:
            yield
        finally:
            self.world.dns |= keys


def gate(path: Path, secrets: str = "address") -> Gate:
    """A game of signed letters that both have accepted, with a mail server that reports what it found."""
    world = begin_signed(path / "home", authserv=SERVER, secrets=secrets)
    subject = {
        seat: f"Re: [{world.last(seat)} {world.secret(seat) if secrets == SUBJECT else ''}] x"
        for seat in ("thor", "loki")
    }
    accepts = [
        letter(
            world,
            From=who,
            To=world.reply_to(seat),
            Subject=subject[seat],
            In_Reply_To=None,
            Message_ID=f"<{seat}@x.org>",
        )
        for seat, who in (("thor", ANNA), ("loki", BERT))
    ]
    came = world.post(*(sign(one) for one in accepts))
    assert came.done.ruled == len(accepts)
    return Gate(world, path)


def result(server: str = SERVER, more: str = f"dkim=pass header.d={DOMAIN} header.s={SELECTOR}") -> bytes:
    """A server's result for a letter, above its own Received."""
    return (
        f"Authentication-Results: {server}; {more}\r\n"
        f"Received: from mail.{DOMAIN} by {server} with ESMTPS id 7; Fri, 20 Nov 2026 10:31:00 +0000\r\n"
    ).encode()

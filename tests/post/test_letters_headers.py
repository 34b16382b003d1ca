"""The header of a letter: one reading of its sender, its ids, its subject; robots and people; one digest for a mail."""

from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.post.reading import Mail, read_mail

OWN = ("referee@example.org",)


def read(*fields: str, body: str = "draw 2\n", sender: str | None = "anna@example.net") -> Mail:
    """A letter with these fields."""
    lines = [*([f"From: {sender}"] if sender is not None else []), *fields, "", body]
    return read_mail("\n".join(lines).encode("utf-8", "surrogateescape"), own=OWN)


@pytest.mark.parametrize(
    ("value", "address"),
    [
        ("alice@good.org", "alice@good.org"),
        ("<alice@good.org>", "alice@good.org"),
        ("Alice <Alice.B@GOOD.org>", "Alice.B@good.org"),
        ('"alice@good.org" <evil@x.io>', "evil@x.io"),
        ('"Bell, Alice" <alice@good.org>', "alice@good.org"),
        ('"A \\"B\\" C" <alice@good.org>', "alice@good.org"),
        ("alice@good.org <alice@good.org>", "alice@good.org"),
        ("'alice@good.org' <alice@good.org>", "alice@good.org"),
        ("alice@good.org (Alice)", "alice@good.org"),
        ("Alice (from (the) north) <alice@good.org>", "alice@good.org"),
        ("=?utf-8?q?evil=40x=2Eio?= <alice@good.org>", "alice@good.org"),
        ("Alïce J. <alice+play@good.org>", "alice+play@good.org"),
        ("Alice\n <alice@good.org>", "alice@good.org"),
        ("O'Brien <o'brien@sub.good.co.uk>", "o'brien@sub.good.co.uk"),
        ("root <root@localhost>", "root@localhost"),
        ("Alice\tB <alice@good.org>", "alice@good.org"),
    ],
)
def test_one_mailbox_has_one_reading(value: str, address: str) -> None:
    """The mailbox of From, its domain in lower case; what stands in the name or a comment does not count."""
    mail = read(sender=value)
    assert (mail.sender, mail.sender_fault) == (address, "")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (None, "from-missing"),
        ("", "from-missing"),
        ("alice@good.org\nFrom: evil@x.io", "from-twice"),
        ("alice@good.org\nFROM: alice@good.org", "from-twice"),
        ("alice@good.org\rFrom: evil@x.io", "from-twice"),
        ("alice@good.org, evil@x.io", "from-several"),
        ("Bell, Alice <alice@good.org>", "from-several"),
        ("grp: alice@good.org, evil@x.io;", "from-group"),
        ("undisclosed-recipients:;", "from-group"),
        ("alice@good.org <evil@x.io>", "from-malformed"),
        ("evil@x.io <alice@good.org>", "from-malformed"),
        ("<alice@good.org><evil@x.io>", "from-malformed"),
        ("<alice@good.org> evil", "from-malformed"),
        ("alice@good.org:evil@x.io", "from-malformed"),
        ("alice@good.org evil@x.io", "from-malformed"),
        ("<@evil.io:alice@good.org>", "from-malformed"),
        ("alice@good.org\x01<evil@x.io>", "from-malformed"),
        ("\u0430lice@good.org", "from-malformed"),
        ("alice@g\u043e\u043ed.org", "from-malformed"),
        ("a@[127.0.0.1]", "from-malformed"),
        ("Alice", "from-malformed"),
        ('"Alice" alice@good.org', "from-malformed"),
        ('"Alice <alice@good.org>', "from-malformed"),
        ("Alice (here <alice@good.org>", "from-malformed"),
        ("Alice <alice@good.org", "from-malformed"),
        ("alice@good.org>", "from-malformed"),
        ("alice@@good.org", "from-malformed"),
        ("A\x7f <alice@good.org>", "from-malformed"),
        ("A\x1f <alice@good.org>", "from-malformed"),
        ("alice@good", "from-malformed"),
    ],
)
def test_what_two_programs_could_read_differently_is_no_sender(value: str | None, fault: str) -> None:
    """Rows 10 and 11: several fields or mailboxes, groups, routes, look-alikes, open quotes name nobody."""
    mail = read(sender=value)
    assert (mail.sender, mail.sender_fault) == ("", fault)


def test_a_nul_in_the_sender_joins_nothing_but_what_stands_there() -> None:
    """Row 10: a NUL byte is dropped before anything is read, so it stops no parser early."""
    assert read(sender="alice@good.org\0<evil@x.io>").sender_fault == "from-malformed"


@given(st.text(st.sampled_from("ab@.<>(),:;\"\\ \t'[]-é"), max_size=40))
def test_a_sender_is_always_one_plain_address(value: str) -> None:
    """Whatever From says, the sender is "" with a fault, or an address from it, of plain characters."""
    mail = read(sender=value)
    assert bool(mail.sender) != bool(mail.sender_fault)
    if mail.sender:
        assert mail.sender.isascii()
        assert mail.sender.count("@") == 1
        assert not set(mail.sender) & set('<>(),:;"\\ \t[]')
        assert mail.sender in value


def test_recipients_are_all_addresses_of_all_fields_in_order() -> None:
    """To, Cc, then where it was delivered; lower case, each once; names and comments name nobody."""
    mail = read(
        "Delivered-To: Referee+ABC@Example.org",
        'Cc: "x@quoted.org" <b@example.org>, (y@comment.org) c@example.org',
        "To: a@example.org, G: d@example.org;",
        "To: e@example.org",
        "X-Original-To: f@example.org",
        "Envelope-To: g@example.org",
        "X-Envelope-To: <h@example.org>, A@example.org",
        "Bcc: i@example.org",
    )
    names = ["a", "d", "e", "b", "c", "referee+abc", "f", "g", "h"]
    assert mail.recipients == tuple(f"{name}@example.org" for name in names)


def test_no_more_than_fifty_recipients() -> None:
    """The first fifty count."""
    mail = read("To: " + ",".join(f"a{at}@example.org" for at in range(70)))
    assert mail.recipients == tuple(f"a{at}@example.org" for at in range(50))


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("<a.1@example.org>", "<a.1@example.org>"),
        ("\n <a.1@example.org>", "<a.1@example.org>"),
        ("<" + "a" * 250 + ">", "<" + "a" * 250 + ">"),
        ("<" + "a" * 251 + ">", ""),
        ("<a b@example.org>", ""),
        ("a@example.org", ""),
        ("<é@example.org>", ""),
        ("<>", ""),
        ("<[a]@example.org> (why)", ""),
        ("<a@b>\nMessage-ID: <c@d>", ""),
    ],
)
def test_a_message_id_is_well_formed_or_nothing(value: str, found: str) -> None:
    """Rows 4 and 49: only `<` printable ASCII `>` of 250 characters, and only one of them."""
    assert read(f"Message-ID: {value}").message_id == found


def test_answers_are_what_it_replies_to_then_the_newest_of_the_thread() -> None:
    """In-Reply-To first, then References backwards, each once, at most twenty, and none that is malformed."""
    mail = read("References: <1@x> <2@x>\n <3@x>\n\t<bad one@x>", "In-Reply-To: your letter <2@x> of today")
    assert mail.answers == ("<2@x>", "<3@x>", "<1@x>")
    many = read("References: " + " ".join(f"<{at}@x>" for at in range(1000)))
    assert many.answers == tuple(f"<{at}@x>" for at in range(999, 979, -1))
    assert read("In-Reply-To: =?us-ascii?Q?=3Cg17=2Ethor=2E9=40example=2Eorg=3E?=").answers == (
        "<g17.thor.9@example.org>",
    )


@pytest.mark.parametrize(
    ("value", "subject"),
    [
        ("Re: g17.thor.9", "Re: g17.thor.9"),
        ("Re: =?utf-8?b?w7ZkaW4=?= and\n =?iso-8859-1?q?T=FDr?=", "Re: ödin and Týr"),
        ("=?utf-8?q?=C3?= =?utf-8?q?=B6?=", "ö"),
        ("a =?utf-8?q?b?= c", "a b c"),
        ("=?utf-8?q?a=0D=0ABcc:_evil?=", "a Bcc: evil"),
        ("a\x0b\x1b[2Jb\u202e\u2028c", "a [2Jb c"),
        ("=?x-unknown?q?=FC?=", "ü"),
        ("=?utf-7?q?+AG0-ove?=", "\N{REPLACEMENT CHARACTER}"),
        ("=?utf-8?b?!!!?= =?broken", "=?broken"),
        ("x" * 400, "x" * 300),
        ("", ""),
    ],
)
def test_a_subject_is_one_harmless_line(value: str, subject: str) -> None:
    """Rows 48, 49, 53: encoded words decoded, even a letter split over two.

    Line ends, controls and marks of direction are removed.
    """
    assert read(f"Subject: {value}").subject == subject


def test_a_subject_in_bare_bytes_goes_through_the_ladder_of_charsets() -> None:
    """Eight-bit bytes in a header are UTF-8, or else windows-1252."""
    assert read_mail(b"Subject: T\xc3\xbdr\n\n").subject == "Týr"
    assert read_mail(b"Subject: T\xfdr\n\n").subject == "Týr"


@pytest.mark.parametrize(
    ("robot", "fields"),
    [
        ("auto-submitted", ["Auto-Submitted: auto-replied"]),
        ("auto-submitted", ["Auto-Submitted: auto-generated (rejected)"]),
        ("auto-submitted", ["AUTO-SUBMITTED: Auto-Notified; owner-email=x"]),
        ("precedence", ["Precedence: bulk"]),
        ("precedence", ["Precedence: Junk"]),
        ("null-sender", ["Return-Path: <>"]),
        ("null-sender", ["Return-Path: < >"]),
        ("list", ["List-Id: <players.example.org>"]),
        ("list", ["List-Unsubscribe: <mailto:x@example.org>", "Precedence: list"]),
        ("list", ["Mailing-List: list players@groups.example; contact players-owner@groups.example"]),
        ("list", ["X-Mailman-Version: 2.1"]),
        ("list", ["X-BeenThere: players@example.org"]),
        ("bounce", ["X-Failed-Recipients: bert@example.org"]),
        ("bounce", ["Content-Class: urn:content-classes:dsn"]),
        ("bounce", ["Subject: Undelivered Mail Returned to Sender"]),
        ("bounce", ["Subject: Delivery Status Notification (Delay)"]),
        ("bounce", ["Subject: Mail delivery failed: returning message to sender"]),
        ("auto-response", ["X-Cron-Env: <SHELL=/bin/sh>"]),
        ("bounce", ["Content-Type: multipart/report; report-type=delivery-status; boundary=b"]),
        ("bounce", ["Content-Type: message/delivery-status"]),
        (
            "auto-response",
            ["Content-Type: multipart/report; report-type=disposition-notification; boundary=b"],
        ),
        ("auto-response", ["X-Autoreply: yes"]),
        ("auto-response", ["X-Autorespond: holiday"]),
        ("out-of-office", ["Subject: Out of Office: Re: g17"]),
        ("out-of-office", ["Subject: Automatic reply: g17"]),
        ("out-of-office", ["Subject: Auto: g17"]),
        ("out-of-office", ["Subject: Automatische Antwort: g17"]),
        ("out-of-office", ["Subject: Abwesenheitsnotiz: bis Montag"]),
        ("out-of-office", ["Subject: =?utf-8?q?R=C3=A9ponse_automatique_:?= g17"]),
        ("out-of-office", ["Subject: AW: Ich bin derzeit nicht im Büro"]),
        ("own-loop", ["X-Loop: referee@example.org"]),
        ("own-loop", ["Message-ID: <g17.thor.9@example.org>"]),
        ("own-loop", [f"Received: from a{at}" for at in range(51)]),
        ("own-loop", ["Auto-Submitted: auto-replied", "X-Loop: Referee@Example.org"]),
    ],
)
def test_a_robot_is_known_by_its_fields(robot: str, fields: list[str]) -> None:
    """Rows 19 to 24: mail that no person wrote is recognized, the most dangerous sign first."""
    assert read(*fields).robot == robot


@pytest.mark.parametrize(
    ("robot", "sender"),
    [
        ("bounce", "MAILER-DAEMON@mx.example.net"),
        ("bounce", "postmaster@example.net"),
        ("auto-response", "no-reply@example.net"),
        ("auto-response", "noreply+x@example.net"),
        ("auto-response", "do-not-reply@example.net"),
        ("bounce", "post_master@example.net"),
        ("bounce", "Mailer-Daemon-17@example.net"),
        ("auto-response", "newsalerts-noreply@example.net"),
        ("auto-response", "gmail-noreply@example.net"),
        ("auto-response", "accounts.no_reply@example.net"),
        ("auto-response", "notification+zx@example.net"),
        ("list", "owner@bugs.example.net"),
        ("list", "players-owner@example.net"),
        ("list", "owner-players@example.net"),
        ("list", "players-bounces+anna=example.org@example.net"),
        ("list", "majordomo@example.net"),
        ("", "owner@example.net"),
        ("", "annareply@example.net"),
        ("", "bounceback@example.net"),
        ("own-loop", "Referee@Example.org"),
        ("own-loop", "referee+k3jq@example.org"),
        ("", "noreplyson@example.net"),
        ("", "postmasters@example.net"),
    ],
)
def test_a_robot_is_known_by_its_address(robot: str, sender: str) -> None:
    """Daemons, no-reply addresses and our own are not players."""
    assert read(sender=sender).robot == robot


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: no",
        "X-Auto-Response-Suppress: All",
        "Precedence: first-class",
        "Return-Path: <anna@example.net>",
        "List-Id:",
        "Subject: Re: auto",
        "Subject: My automatic reply",
        "Subject: Ausflug",
        "Subject: Re: Undelivered Mail Returned to Sender",
        "Subject: My mail was not delivered",
        "X-Loop: somebody@example.net",
        "Message-ID: <20261120.thor.9@example.org>",
        "Message-ID: <g17.thor.9@example.net>",
        "X-Autoreply: no",
        "\n".join(f"Received: from a{at}" for at in range(50)),
    ],
)
def test_a_person_is_no_robot(field: str) -> None:
    """Fields of ordinary mail (Exchange sets X-Auto-Response-Suppress on all of it) make nobody a robot."""
    assert read(field).robot == ""


def test_a_part_of_a_report_makes_a_bounce() -> None:
    """A delivery status within an ordinary multipart is a bounce, too."""
    body = "--b\n\nnot delivered\n--b\nContent-Type: message/delivery-status\n\nStatus: 5.1.1\n--b--\n"
    assert read("Content-Type: multipart/mixed; boundary=b", body=body).robot == "bounce"


PLAIN = b"From: anna@example.net\nSubject: Re: a\nReferences: <1@x>\n\t<2@x>\n\ndraw 2\nend\n"
CARRIED = b"""Return-Path: <anna@example.net>\r
Delivered-To: referee+secret@example.org\r
X-Original-To: referee@example.org\r
Envelope-To: referee@example.org\r
X-Envelope-From: anna@example.net\r
Received: from mx by mail\r
 with SMTP; Fri, 20 Nov 2026\r
DKIM-Signature: v=1; a=rsa-sha256\r
ARC-Seal: i=1\r
Authentication-Results: mail.example.org; dkim=pass\r
Received-SPF: pass\r
X-Spam-Status: No\r
X-Virus-Scanned: yes\r
X-Received: by 2002:a\r
X-Google-DKIM-Signature: v=1\r
From: anna@example.net\r
SUBJECT:  Re:\ta\r
References: <1@x> <2@x>\r
\r
draw 2\r
end\r
\r
"""


def test_the_same_mail_on_two_ways_has_one_digest() -> None:
    """Row 3: trace fields, folding, the letters of names and line ends make no difference."""
    assert (
        read_mail(PLAIN).digest == read_mail(CARRIED).digest == read_mail(PLAIN.replace(b"\n", b"\r")).digest
    )
    assert len(read_mail(PLAIN).digest) == 64


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"draw 2", b"draw 3"),
        (b"Re: a", b"Re: b"),
        (b"anna", b"anne"),
        (b"<2@x>", b"<3@x>"),
        (b"\n\ndraw", b"\n\n\ndraw"),
    ],
)
def test_another_mail_has_another_digest(old: bytes, new: bytes) -> None:
    """Every field of the sender and every byte of the body count."""
    assert read_mail(PLAIN).digest != read_mail(PLAIN.replace(old, new)).digest


def test_a_field_cannot_be_pushed_into_the_body_or_back() -> None:
    """A line that moves from the header into the body makes another mail."""
    assert read_mail(b"A: b\n\nC: d\n").digest != read_mail(b"A: b\nC: d\n\n").digest


def test_odd_headers_are_still_read() -> None:
    """A line of an mbox, a blank before the colon, a body without a blank line before it: read as others read them."""
    mail = read_mail(b"From anna Fri Nov 20\n>From me\nFrom : anna@example.net\nsubject:x\ndraw 2\n\nend")
    assert (mail.sender, mail.subject) == ("anna@example.net", "x")
    assert mail.lines == ((1, "draw 2"), (2, ""), (3, "end"))


@pytest.mark.parametrize(
    "subject",
    [
        "Read: Your turn",
        "Not read: Your turn",
        "Return Receipt",
        "Return Receipt (displayed) - Your turn",
        "Ungelesen: Du bist dran",
        "Lesebestätigung: Du bist dran",
        "Lu : À vous",
        "Leído: Te toca",
        "Letto: Tocca a te",
        "Gelezen: Jouw beurt",
        "Przeczytano: Twoja kolej",
        "Lida: Sua vez",
        "Läst: Din tur",
        "Læst: Din tur",
        "Lest: Din tur",
        "Luettu: Sinun vuorosi",
        "Přečteno: Jsi na tahu",
        "Прочтено: Ваш ход",
        "已读: 轮到你了",
    ],
)
def test_a_receipt_in_words_is_no_letter(subject: str) -> None:
    """D8: its subject says that ours was read, its text when; without a time it may be a letter, or with `Re:`."""
    text = "Your message was read on {}.\nTo: Bert\n".format
    coded = f"Subject: =?utf-8?b?{b64encode(subject.encode()).decode()}?="
    assert read(coded, body=text("28.11.2026 17:43")).robot == "auto-response"
    assert read(coded, body=text("Monday")).robot == ""
    again = f"Subject: =?utf-8?b?{b64encode(f'Re: {subject}'.encode()).decode()}?="
    assert read(again, body=text("28.11.2026 17:43")).robot == ""


@pytest.mark.parametrize(
    "line",
    [
        "Bert Tal reacted via Gmail",
        "Bert hat über Gmail reagiert",
        "Bert a réagi via Gmail",
        "Bert ha reaccionado mediante Gmail",
        "<https://www.google.com/gmail/about/?utm_source=gmail-in-product&utm_campaign=emojireactionemail#app>",
        "Bert reacted to your message:",
        "Liked \u201cIt is your turn.\u201d",
    ],
)
def test_a_reaction_in_words_is_no_letter(line: str) -> None:
    """D8: a line of the program that sends it, alone or below the sign; not a line that somebody wrote about it."""
    assert read(body=f"\U0001f44d\n\n{line}\n").robot == "auto-response"
    assert read(body="Sorry that I reacted so late.\ndraw\n").robot == ""

"""Attacks on signed letters by those who carry or intercept one; and signatures that cover too little.

Each turns a letter with a good signature into one that must not be believed by our own check. With `served`,
it must not be believed either if our mail server says that the signature is good, as a server may that parses
headers more loosely.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from awkward.world import ANNA, BERT

from referee.util.values import Value, field
from support.dkim_mails import GOOD, Good
from support.signed import DOMAIN, SELECTOR, SERVER, WEAK, WEAK_PUBLIC, Signed, record, sign

QUOTE_PLAYS = '"---Original Message-----"'
MALLORY = "mallory@elsewhere.example"
NOW = 1_795_165_200
"""When these games begin, in seconds since 1970."""
Make = Callable[[Signed], bytes]


class Attack(Value, dict=True):
    """A letter that must not be believed; `served`: even if our server vouches for it. `keys` are added to the DNS."""

    make: Make
    served: bool = True
    keys: Mapping[str, bytes] = field(default_factory=dict)
    secrets: str = "address"


QUOTING = Good(
    "from:to:subject:date:message-id:in-reply-to:references:mime-version",
    "draw\r\n\r\n-----Original Message-----\r\n\r\nresign g1\r\n\r\n-----Original Message-----\r\n\r\ndeploy dragon, ravens\r\n",
    "text/plain; charset=us-ascii",
)
"""A letter of Bert that quotes orders; its Content-Type is not signed."""


def caught(change: Callable[[bytes], bytes], good: Good = QUOTING, **more: Any) -> Attack:
    """A good letter, changed on its way."""
    return Attack(lambda world: change(good.make(world)), **more)


def on_top(line: bytes) -> Callable[[bytes], bytes]:
    """A line above a letter."""
    return lambda raw: line + b"\r\n" + raw


def at_end(line: bytes) -> Callable[[bytes], bytes]:
    """A line at the end of a letter's header."""
    return lambda raw: raw.replace(b"\r\n\r\n", b"\r\n" + line + b"\r\n\r\n", 1)


def within(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """A piece of a letter replaced by another, once."""

    def change(raw: bytes) -> bytes:
        assert old in raw
        return raw.replace(old, new, 1)

    return change


ORDERS = b" deploy dragon, female-archer, ravens"
LINES: Mapping[str, bytes] = {
    "a line of colons, and orders": b"::\r\n" + ORDERS,
    "a line that begins with a colon": b": x",
    "a name of 201 characters": b"X" * 201 + b": y",
    "a name of 300 characters, and orders": b"X" * 300 + b":\r\n" + ORDERS,
    "a line without a colon": b"deploy dragon",
    "a name in two words": b"Deploy dragon: x",
    "a blank before the colon": b"X-Test : x",
    "a tab before the colon": b"Subject\t: [g1.loki.9]",
    "a name of foreign letters": "Sübject: x".encode(),
    "a name with a control character": b"X-\x07Test: x",
    "a line of one blank": b"X-Test: x\r\n \r\n y",
    "a line of a tab": b"X-Test: x\r\n\t\r\n y",
    "a line of a vertical tab": b"X-Test: x\r\n \x0b\r\n y",
    "a From line of an mbox": b"From mallory Fri Nov 20 10:31:00 2026",
    "a From line that is quoted": b">From mallory Fri Nov 20 10:31:00 2026",
    "a lone CR": b"X-Test: x\rSubject: y",
    "a lone CR before the end of a line": b"X-Test: x\r",
    "a NUL": b"X-Test: \0x",
}
DOUBLES: Mapping[str, bytes] = {
    name: f"{name}: {value}".encode()
    for name, value in {
        "From": BERT,
        "Sender": BERT,
        "Reply-To": BERT,
        "To": "referee@games.example",
        "Cc": ANNA,
        "Subject": "Re: [g1.loki.9]",
        "Date": "Fri, 20 Nov 2026 11:30:59 +0100",
        "Message-ID": "<another@mail.example.org>",
        "In-Reply-To": "<g1.loki.9@games.example>",
        "References": "<g1.loki.9@games.example>",
        "Auto-Submitted": "no",
        "MIME-Version": "1.0",
        "Content-Type": "text/plain",
        "Content-Transfer-Encoding": "7bit",
        "Content-Disposition": "inline",
        "Content-Language": "en",
    }.items()
}
CONTENT: Mapping[str, bytes] = {
    "a boundary that stands in the text": b"multipart/mixed; boundary=" + QUOTE_PLAYS.encode(),
    "the same, as alternatives": b"multipart/alternative; boundary=" + QUOTE_PLAYS.encode(),
    "the same, as a digest": b"multipart/digest; boundary=" + QUOTE_PLAYS.encode(),
    "HTML": b"text/html",
    "a letter in it": b"message/rfc822",
    "a file": b'text/plain; name="a.txt"',
    "a program": b"application/octet-stream",
    "UTF-16": b"text/plain; charset=utf-16",
    "UTF-32": b"text/plain; charset=utf-32",
    "an alphabet of IBM": b"text/plain; charset=cp037",
}


def _dup(name: str) -> Good:
    """A letter that has the field, and has signed every field it has."""
    fields = (
        {}
        if name in {"Content-Type", "Content-Transfer-Encoding"}
        else {name: DOUBLES[name].partition(b": ")[2]}
    )
    usual = {"From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "MIME-Version"}
    signs = f"{QUOTING.signs}:content-type:content-transfer-encoding:{name.lower()}"
    return Good(signs, "draw\r\n", "text/plain", "7bit", fields={} if name in usual else fields)


def signed_by(*, headers: tuple[str, ...] = (), **how: Any) -> Make:
    """A letter with a signature made in another way."""

    def make(world: Signed) -> bytes:
        names = headers or tuple(QUOTING.signs.split(":"))
        return sign(QUOTING.plain(world), headers=names, **how)

    return make


def tags(**changed: str | None) -> Make:
    """A letter with a good signature in which some tags are changed."""
    return signed_by(tags=changed)


def name_of(domain: str = DOMAIN, selector: str = SELECTOR) -> str:
    """Where the key of a domain stands in the DNS."""
    return f"{selector}._domainkey.{domain}."


def at(domain: str) -> Mapping[str, bytes]:
    """A DNS record that gives a domain a key."""
    return {name_of(domain): record(domain)}


def keyed(raw: bytes) -> Attack:
    """A good letter for which the DNS holds this record."""
    return Attack(QUOTING.make, served=False, keys={name_of(): raw})


def to_another(world: Signed) -> bytes:
    """A letter that Bert wrote and signed for somebody else, brought to us."""
    good = Good(QUOTING.signs, QUOTING.body, QUOTING.kind, fields={"To": ANNA})
    return f"Delivered-To: {world.reply_to('loki')}\r\n".encode() + good.make(world)


def forwarded(mark: str, signs: str) -> Make:
    """A letter of ours that Bert forwarded to a friend, with the secret in its subject; the friend brings it to us."""

    def make(world: Signed) -> bytes:
        subject = f"{mark}[{world.last('loki')} {world.secret('loki')}] Thunder & Lightning"
        good = Good(signs, "draw\r\n", "text/plain", fields={"To": ANNA, "Subject": subject})
        return good.make(world)

    return make


def _eight_before(world: Signed) -> bytes:
    raw = QUOTING.make(world)
    for number in range(8):
        raw = sign(raw, domain="elsewhere.example", tags={"s": f"n{number}"})
    return raw


LETTERS: Mapping[str, Attack] = {
    **{f"below the head: {name}": caught(at_end(line)) for name, line in LINES.items()},
    **{f"on top: {name}": caught(on_top(line)) for name, line in LINES.items() if b"From " not in line},
    "a From line, and it goes on": caught(on_top(b"From mallory Fri Nov 20 10:31:00 2026\r\n x")),
    "a head that begins with a blank": caught(lambda raw: b" x\r\n" + raw, served=False),
    "no body": caught(lambda raw: raw.partition(b"\r\n\r\n")[0] + b"\r\n"),
    "a lone CR in the body": Attack(
        lambda w: Good(QUOTING.signs, b"I think\rresign g1\r\n", "text/plain").make(w)
    ),
    "a NUL in the body": Attack(lambda w: Good(QUOTING.signs, b"dr\0aw\r\n", "text/plain").make(w)),
    **{f"twice, on top: {name}": caught(on_top(line), _dup(name)) for name, line in DOUBLES.items()},
    **{f"twice, below: {name}": caught(at_end(line), _dup(name)) for name, line in DOUBLES.items()},
    **{
        f"Content-Type: {name}": caught(
            within(b"Content-Type: text/plain; charset=us-ascii", b"Content-Type: " + line)
        )
        for name, line in CONTENT.items()
    },
    **{
        f"Content-Type on top: {name}": caught(
            on_top(b"Content-Type: " + line),
            Good(QUOTING.signs, QUOTING.body, None),
        )
        for name, line in CONTENT.items()
    },
    "an attachment": caught(on_top(b"Content-Disposition: attachment")),
    "plain words called base64": caught(
        on_top(b"Content-Transfer-Encoding: base64"), Good(QUOTING.signs, "draw\r\ndraw\r\n", "text/plain")
    ),
    "base64 called plain words": caught(
        within(b"Encoding: base64", b"Encoding: 7bit"),
        Good(QUOTING.signs, "ZHJhdwo=\r\n", "text/plain", "base64"),
    ),
    "plain words called quoted-printable": caught(
        on_top(b"Content-Transfer-Encoding: quoted-printable"),
        Good(QUOTING.signs, "draw\r\nhe said:=\r\nresign =67g1 or =zz\r\n", "text/plain"),
    ),
    "quoted-printable called plain words": caught(
        within(b"Encoding: quoted-printable", b"Encoding: 8bit"),
        Good(QUOTING.signs, "say I never=\r\ndraw a card=2E\r\n", "text/plain", "quoted-printable"),
    ),
    "lines called flowed": caught(
        within(b"text/plain", b"text/plain; format=flowed"),
        Good(
            QUOTING.signs, "hm, let me think about it for some more time, please: \r\ndraw\r\n", "text/plain"
        ),
    ),
    "flowed lines called fixed": caught(
        within(b"; format=flowed", b""),
        Good(
            QUOTING.signs,
            "I would not say that it is wise for me, as matters stand today, to just \r\ndraw\r\n",
            "text/plain; format=flowed",
            way="relaxed/relaxed",
        ),
    ),
    "a blank at the end of a line": caught(
        within(b"please:\r\n", b"please: \r\n"),
        Good(
            f"{QUOTING.signs}:content-type",
            "hm, let me think about it for some more time, please:\r\ndraw\r\n",
            "text/plain; format=flowed",
            way="relaxed/relaxed",
        ),
    ),
    "no blank at the end of a line": caught(
        within(b"just \r\n", b"just\r\n"),
        Good(
            f"{QUOTING.signs}:content-type",
            "I would not say that it is wise for me, as matters stand today, to just \r\ndraw\r\n",
            "text/plain; format=flowed",
            way="relaxed/relaxed",
        ),
    ),
    "Japanese called ASCII": caught(
        within(b"iso-2022-jp", b"us-ascii"),
        Good(QUOTING.signs, b"say \x1b$B$3$s$K$A$O\x1b(B\r\n", "text/plain; charset=iso-2022-jp"),
    ),
    "Chinese called ASCII": caught(
        within(b"hz-gb-2312", b"us-ascii"),
        Good(QUOTING.signs, b"say ~{<:Ky2;IN~}\r\n", "text/plain; charset=hz-gb-2312"),
    ),
    "Russian called Greek": caught(
        within(b"koi8-r", b"iso-8859-7"),
        Good(QUOTING.signs, b"say \xf0\xd2\xc9\xd7\xc5\xd4\r\n", "text/plain; charset=koi8-r"),
    ),
    "a newer letter that it answers": caught(
        on_top(b"In-Reply-To: <g1.loki.1@games.example>"),
        Good(
            "from:to:date",
            "draw\r\n",
            "text/plain",
            fields={"In-Reply-To": None, "References": None, "Subject": "x"},
        ),
    ),
    "a newer letter in its subject": caught(
        within(b"Subject: x", b"Subject: [g1.loki.1]"),
        Good(
            "from:to:date",
            "draw\r\n",
            "text/plain",
            fields={"In-Reply-To": None, "References": None, "Subject": "x"},
        ),
    ),
    "a letter that it answers, left out": caught(
        lambda raw: re.sub(rb"(In-Reply-To|References|Subject): .*\r\n", b"", raw),
        Good(GOOD["Gmail"].signs, "draw\r\n", "text/plain"),
        served=False,
    ),
    "to another, brought to us": Attack(to_another),
    "to another, whose name is our address": Attack(
        lambda w: (
            f"Delivered-To: {w.reply_to('loki')}\r\n".encode()
            + Good(
                QUOTING.signs, "draw\r\n", "text/plain", fields={"To": f'"{w.reply_to("loki")}" <{ANNA}>'}
            ).make(w)
        )
    ),
    "to another, with a second To": Attack(
        lambda w: f"To: {w.reply_to('loki')}\r\n".encode() + to_another(w)
    ),
    "to another, with a Cc": Attack(lambda w: f"Cc: {w.reply_to('loki')}\r\n".encode() + to_another(w)),
    "sent on to another": Attack(forwarded("Fwd: ", QUOTING.signs), secrets="subject"),
    "an answer to another": Attack(forwarded("Re: ", QUOTING.signs), secrets="subject"),
    "sent on, To not signed": Attack(forwarded("Fwd: ", "from:subject:date"), secrets="subject"),
    "sent on in German, To not signed": Attack(forwarded("AW: WG: ", "from:subject:date"), secrets="subject"),
    "sent on with a tag, To not signed": Attack(
        forwarded("[x] Fw: ", "from:subject:date"), secrets="subject"
    ),
    "From not signed": Attack(signed_by(headers=("to", "subject", "date", "in-reply-to"))),
    "To not signed": Attack(signed_by(headers=("from", "subject", "date", "in-reply-to"))),
    "From and nothing else signed": Attack(signed_by(headers=("from",))),
    "nothing signed": Attack(tags(h="")),
    "a length": Attack(signed_by(length=True)),
    "a length, and more behind it": Attack(lambda w: signed_by(length=True)(w) + b"resign g1\r\n"),
    "a length of nothing": Attack(tags(l="0", bh="47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")),
    "SHA-1": Attack(signed_by(algorithm="rsa-sha1")),
    "another algorithm": Attack(tags(a="rsa-md5")),
    "version 2": Attack(tags(v="2")),
    "no version": Attack(tags(v=None)),
    "another way to ask for the key": Attack(tags(q="dns/spf")),
    "a way of writing that there is not": Attack(tags(c="nofws/simple")),
    "no digest of the body": Attack(tags(bh=None)),
    "a digest of the body that is none": Attack(tags(bh="***")),
    "no selector": Attack(tags(s=None)),
    "a selector with a blank": Attack(tags(s="may june")),
    "no domain": Attack(tags(d=None)),
    "expired": Attack(tags(x=str(NOW - 1))),
    "expired in 1970": Attack(tags(x="0")),
    "expired before it was made": Attack(tags(t=str(NOW + 20_000), x=str(NOW + 10_000))),
    "of tomorrow": Attack(tags(t=str(NOW + 86_400))),
    "a time that is none": Attack(tags(t="-1")),
    "a tag twice": Attack(tags(i=f"@{DOMAIN}; i=@{DOMAIN}")),
    "for another user": Attack(tags(i=f"mallory@{DOMAIN}")),
    "for another domain": Attack(tags(i="@elsewhere.example")),
    "for the domain above": Attack(tags(i="@org")),
    "for a domain that ends alike": Attack(tags(i=f"@not{DOMAIN}")),
    "by another domain": Attack(signed_by(domain="elsewhere.example"), keys=at("elsewhere.example")),
    "by a domain below": Attack(signed_by(domain=f"mail.{DOMAIN}"), keys=at(f"mail.{DOMAIN}")),
    "by a domain that ends alike": Attack(signed_by(domain=f"not{DOMAIN}"), keys=at(f"not{DOMAIN}")),
    "by the top domain": Attack(signed_by(domain="org"), keys=at("org")),
    "by another domain in a field of our own": Attack(
        lambda w: sign(to_another(w), domain="elsewhere.example"), keys=at("elsewhere.example")
    ),
    "the ninth signature": Attack(_eight_before, keys=at("elsewhere.example")),
    "the key of another": Attack(signed_by(key="other"), served=False),
    "a weak key": Attack(
        signed_by(private=WEAK), served=False, keys={name_of(): f"v=DKIM1; p={WEAK_PUBLIC}".encode()}
    ),
    "no key": Attack(tags(s="june"), served=False),
    "a key that was taken back": keyed(b"v=DKIM1; k=rsa; p="),
    "a key that is tried out": keyed(record(more="t=y; ")),
    "a key that is tried out, with a note": keyed(record(more="t=s:y; n=\xe9; ")),
    "a key for SHA-1 alone": keyed(record(more="h=sha1; ")),
    "a key for reports alone": keyed(record(more="s=tlsrpt; ")),
    "a key of another kind": keyed(record().replace(b"k=rsa", b"k=ed25519")),
    "a key of another version": keyed(record().replace(b"DKIM1", b"DKIM2")),
    "a key that is none": keyed(b"v=spf1 -all"),
    "a key for its own domain alone": Attack(
        tags(i=f"@games.{DOMAIN}"), served=False, keys={name_of(): record(more="t=s; ")}
    ),
    "another body": caught(within(b"\r\n\r\ndraw", b"\r\n\r\nresign g1"), served=False),
    "a line more": caught(lambda raw: raw + b"resign g1\r\n", served=False),
    "another subject": caught(within(b"Subject: Re:", b"Subject: Re: no,"), served=False),
    "another date": caught(within(b"11:30:59", b"11:30:58"), served=False),
    "another digest of the body": caught(
        lambda raw: re.sub(rb"bh=(.)", lambda was: b"bh=B" if was[1] == b"A" else b"bh=A", raw, count=1),
        served=False,
    ),
}

# Results that our own server is said to have found: none is true, and the DNS holds nothing.

PASS = f"dkim=pass header.d={DOMAIN} header.s={SELECTOR}"
RECEIVED = f"Received: from mail.{DOMAIN} by {{by}} {{more}}; Fri, 20 Nov 2026 10:31:00 +0000\r\n"


def received(more: str = "with ESMTPS id 7", by: str = SERVER) -> str:
    """A field Received."""
    return RECEIVED.format(by=by, more=more)


def said(more: str = PASS, server: str = SERVER) -> str:
    """A field Authentication-Results."""
    return f"Authentication-Results: {server}; {more}\r\n"


OURS, LMTP = received(), received("with LMTP id 7")
RESULTS: Mapping[str, str] = {
    "below our Received": OURS + said(),
    "below a hand-over and our Received": LMTP + OURS + said(),
    "below a foreign Received": received(by="mx.elsewhere.example") + said(),
    "below a foreign hand-over": received("with LMTP id 7", by="mx.elsewhere.example") + said() + OURS,
    "below a hand-over that is forged": OURS + LMTP + said(),
    "of another server": said(server="mx.elsewhere.example") + OURS,
    "of a name that begins alike": said(server=f"{SERVER}.evil.example") + OURS,
    "of a name that ends alike": said(server=f"not{SERVER}") + OURS,
    "of nobody": f"Authentication-Results: {PASS}\r\n" + OURS,
    "of an ARC": f"ARC-Authentication-Results: i=1; {SERVER}; {PASS}\r\n" + OURS,
    "of the sender's own making": f"X-Authentication-Results: {SERVER}; {PASS}\r\n" + OURS,
    "fail, and a forged pass": said("dkim=fail header.d=example.org") + said() + OURS,
    "none, and a forged pass": said("dkim=none") + said() + OURS,
    "unknown, and a forged pass": said("dkim=unknown") + said() + OURS,
    "a field too long, and a forged pass": said("spf=pass " + "(x)" * 3000) + said() + OURS,
    "a comment left open, and a forged pass": said("spf=pass (x") + said() + OURS,
    "a quote left open, and a forged pass": said('spf=pass reason="x') + said() + OURS,
    "pass for another, and a forged pass": said("dkim=pass header.d=elsewhere.example") + said() + OURS,
    "for another domain": said("dkim=pass header.d=elsewhere.example") + OURS,
    "for a domain below": said(f"dkim=pass header.d=mail.{DOMAIN}") + OURS,
    "for another domain in i=": said("dkim=pass header.i=@elsewhere.example") + OURS,
    "for two domains": said(f"dkim=pass header.d=elsewhere.example header.d={DOMAIN}") + OURS,
    "for two identities": said(f"dkim=pass header.i=@elsewhere.example header.i=@{DOMAIN}") + OURS,
    "for another selector": said(f"dkim=pass header.d={DOMAIN} header.s=june") + OURS,
    "for another value": said(f"dkim=pass header.d={DOMAIN} header.b=AAAAAAAA") + OURS,
    "of another method": said(f"arc=pass header.d={DOMAIN}; dkim-atps=pass header.d={DOMAIN}") + OURS,
    "of DMARC": said(f"dmarc=pass header.from={DOMAIN}") + OURS,
    "almost": said(f"dkim=pass-ish header.d={DOMAIN}") + OURS,
    "in a comment": said(f"spf=pass (; {PASS})") + OURS,
    "in a comment in a comment": said(f"spf=pass (a (b) ; {PASS})") + OURS,
    "in quotes": said(f'spf=pass reason="; {PASS}"') + OURS,
    "behind an escaped quote": said(f'spf=pass reason="\\"; {PASS}"') + OURS,
    "in an address": said(f'spf=pass smtp.mailfrom="; {PASS};"@x.example') + OURS,
    "a word for LMTP in an address": received('with ESMTPS id 7 for <"x with LMTP "@games.example>') + said(),
    "a way for LMTP in an address": received('id 7 for <"x with LMTP "@games.example>') + said(),
    "a word for LMTP in a comment": received("(with LMTP) with ESMTPS id 7") + said(),
    "a word for LMTP in a name": (
        f"Received: from x with LMTP by {SERVER} with ESMTPS id 7; Fri, 20 Nov 2026 10:31:00 +0000\r\n"
        + said()
    ),
    "our name in a name": (
        f"Received: from x by {SERVER} with LMTP by mx.elsewhere.example with ESMTP; Fri, 20 Nov 2026 10:31:00 +0000\r\n"
        + said()
    ),
    "our name in a comment": (
        f"Received: from x (by {SERVER} with LMTP) with ESMTP; Fri, 20 Nov 2026 10:31:00 +0000\r\n" + said()
    ),
    "a name that says the way": (
        f"Received: from x y by {SERVER} with LMTP; Fri, 20 Nov 2026 10:31:00 +0000\r\n" + said()
    ),
    "a hand-over with a quote left open": received('with LMTP id "7') + said(),
}
HIDDEN: Mapping[str, Callable[[bytes], bytes]] = {
    "one that cannot be read": lambda raw: b"DKIM-Signature: v=1; d=\xff\r\n" + raw,
    "one whose value is no base64": lambda raw: (
        f"DKIM-Signature: v=1; a=rsa-sha256; d={DOMAIN}; s={SELECTOR}; h=from; bh=AAAA; b=!AAAA\r\n".encode()
        + raw
    ),
    "one with a tag twice": lambda raw: (
        f"DKIM-Signature: v=1; d={DOMAIN}; d={DOMAIN}; b=AAAA\r\n".encode() + raw
    ),
    "one that covers too little": lambda raw: (
        f"DKIM-Signature: v=1; a=rsa-sha256; d={DOMAIN}; s={SELECTOR}; h=from; bh=AAAA; b=AAAA\r\n".encode()
        + raw
    ),
    "one with a length": lambda raw: sign(raw, length=True),
}
"""Signatures beside a good one; our server may have meant any of them."""

"""Signed letters: good ones from the providers are believed, changed ones are not (RFC 6376, 8601)."""

import re
from collections.abc import Iterator

import pytest
from support.dkim_attacks import HIDDEN, LETTERS, OURS, PASS, QUOTING, RESULTS, received, said
from support.dkim_mails import GOOD, Gate, gate, result

pytest.importorskip("dkim", reason="checks signatures")


@pytest.fixture(scope="module")
def gates(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Gate]:
    """Two games: one with the seat's secret in its address, one with it in the subject."""
    return {
        secrets: gate(tmp_path_factory.mktemp(secrets), secrets=secrets) for secrets in ("address", "subject")
    }


@pytest.mark.share(4)
@pytest.mark.parametrize("name", GOOD)
def test_a_good_mail_is_believed(gates: dict[str, Gate], name: str) -> None:
    """Our own check accepts the signature, and our server's result is believed.

    Both ways give what the writer wrote.
    """
    good = GOOD[name]
    one = gates[good.secrets]
    raw = good.make(one.world)
    said = one.vouched(raw)
    assert said is not None
    assert said[0] == "signature"
    number, *orders = said[1]
    assert number == one.world.last("loki")
    assert orders[:3] == ["draw", "@now deploy dragon, viking warriors", "say A good morning to you all"]
    with one.served():
        assert one.vouched(raw) is None
        assert one.vouched(result() + raw) == ("server", said[1])


def test_what_is_attacked_is_good(gates: dict[str, Gate]) -> None:
    """The letter on which most attacks are based is believed as it was sent, and its quote is not played."""
    one = gates["address"]
    assert one.said(QUOTING.make(one.world)) == (one.world.last("loki"), "draw")


@pytest.mark.share(5)
@pytest.mark.parametrize("name", LETTERS)
def test_an_attack_is_not_believed(gates: dict[str, Gate], name: str) -> None:
    """Our own check does not vouch for it, and a server that says all is well is not believed either."""
    attack = LETTERS[name]
    one = gates[attack.secrets]
    raw = attack.make(one.world)
    with one.keyed(attack.keys):
        assert one.vouched(raw) is None
    if attack.served:
        with one.served():
            assert one.vouched(result() + raw) is None
            assert one.vouched(result(more="dkim=pass") + raw) is None


@pytest.mark.share(4)
@pytest.mark.parametrize("name", RESULTS)
def test_a_forged_result_is_not_believed(gates: dict[str, Gate], name: str) -> None:
    """A result that another host may have written, or that says something else, does not count in any case."""
    one = gates["address"]
    with one.served():
        assert one.vouched(RESULTS[name].encode() + QUOTING.make(one.world)) is None


@pytest.mark.parametrize("name", HIDDEN)
def test_every_signature_that_a_server_may_mean_covers_the_letter(gates: dict[str, Gate], name: str) -> None:
    """Beside a good signature stands one that our server may have meant: then its result is not believed."""
    one = gates["address"]
    raw = QUOTING.make(one.world)
    with one.served():
        assert one.vouched(result(more="dkim=pass") + raw)
        assert one.vouched(result(more="dkim=pass") + HIDDEN[name](raw)) is None


NAMED = "mx.games.example"
FOUND: dict[str, tuple[str | tuple[str, ...], str]] = {
    "opendkim below opendmarc": (NAMED, said("dmarc=pass header.from=example.org") + said() + OURS),
    "a field for each method": (
        NAMED,
        said("bimi=skipped") + said("dmarc=pass") + said() + said("spf=pass") + OURS,
    ),
    "several hosts of one provider": (
        "*.games.example",
        said("bimi=skipped", "bimi.games.example") + said(PASS, "dkim-verifier.games.example") + OURS,
    ),
    "one of a list": (("a.example", "*.games.example"), said() + OURS),
    "the last of a list": (("*.b.example", NAMED), said() + OURS),
    "i= and no d=": (NAMED, said("dkim=pass header.i=@example.org header.s=may; spf=pass") + OURS),
    "i= with its user": (NAMED, said("dkim=pass header.i=bert@example.org") + OURS),
    "i= and d=": (
        NAMED,
        said("dkim=pass (1024-bit key; unprotected) header.d=example.org header.i=@example.org") + OURS,
    ),
    "no property": (NAMED, said("dkim=pass; spf=pass smtp.mailfrom=bert@example.org; dmarc=pass") + OURS),
    "no name": (
        ("-",),
        f"Authentication-Results: spf=pass (sender IP is 192.0.2.7)\r\n smtp.mailfrom=example.org; {PASS};dmarc=pass action=none\r\n"
        + OURS,
    ),
    "no name, beside one": ((NAMED, "-"), f"Authentication-Results: {PASS}\r\n" + OURS),
    "a version and comments": (NAMED, said(f"(hi; there) {PASS} (good)", f"{NAMED} 1") + OURS),
    "a semicolon at the end": (
        NAMED,
        said(f"dmarc=pass(p=NONE,sp=QUARANTINE) header.from=x; {PASS};") + OURS,
    ),
    "an unread one of another below": (NAMED, said() + OURS + said("dkim=fail (", "mx.elsewhere.example")),
    "a hand-over by one of ours": (
        "*.games.example",
        received("with LMTP id 7", "store.games.example") + said() + OURS,
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_our_server_found_is_believed(gates: dict[str, Gate], name: str) -> None:
    """In all forms that common servers write: several fields, several names, `i=` for `d=`, no name where allowed."""
    one = gates["address"]
    servers, top = FOUND[name]
    raw = top.encode() + QUOTING.make(one.world)
    with one.served(), one.named(servers):
        assert one.vouched(raw) == ("server", (one.world.last("loki"), "draw"))
    with one.served(), one.named("mx.elsewhere.example"):
        assert one.vouched(raw) is None


VALUES = {
    "Content-Type": (
        "text/plain",
        "text/plain; charset=utf-16",
        "text/plain; charset=koi8-r",
        "text/plain; charset=cp037",
        "text/plain; charset=iso-2022-jp",
        "text/plain; format=flowed",
        "text/plain; format=flowed; delsp=yes",
        'text/plain; name="a.txt"',
        "text/html",
        "message/rfc822",
        "multipart/mixed; boundary=x",
        'multipart/mixed; boundary="000000000000f0a1c206"',
        'multipart/alternative; boundary="----=_NextPart_673F"',
        'multipart/digest; boundary="000000000000f0a1c206"',
        'multipart/signed; boundary="000000000000f0a1c206"',
        'multipart/mixed; boundary="-Original Message---"',
        "application/pdf",
        "rubbish",
    ),
    "Content-Transfer-Encoding": ("7bit", "8bit", "base64", "quoted-printable", "x-uuencode", "rubbish"),
    "Content-Disposition": ("inline", "attachment", 'attachment; filename="a.txt"'),
    "MIME-Version": ("1.0", "2.0"),
    "Subject": ("Re: [g1.loki.1] x", "x", "Out of office"),
    "In-Reply-To": ("<g1.loki.1@games.example>", "<x@y.example>"),
    "References": ("<g1.loki.1@games.example>", "<x@y.example>"),
    "Message-ID": ("<other@x.example>",),
    "Auto-Submitted": ("no", "auto-replied"),
    "Reply-To": ("mallory@elsewhere.example",),
    "Sender": ("mallory@elsewhere.example",),
    "Cc": ("mallory@elsewhere.example",),
    "List-Id": ("<x.example>",),
    "X-Mailer": ("x",),
}


def changed(raw: bytes) -> Iterator[bytes]:
    """A letter with each field added, replaced or left out in turn, and with blanks moved about."""
    for name, values in VALUES.items():
        there = re.compile(rb"^%s:.*\r\n(?:[ \t].*\r\n)*" % name.encode(), re.IGNORECASE | re.MULTILINE)
        head, gap, body = raw.partition(b"\r\n\r\n")
        without = there.sub(b"", head + b"\r\n")
        yield without + b"\r\n" + body
        for value in values:
            line = f"{name}: {value}\r\n".encode()
            yield line + without + b"\r\n" + body
            yield line + raw
            yield head + b"\r\n" + line + b"\r\n" + body
    head, gap, body = raw.partition(b"\r\n\r\n")
    for old, new in (
        (b"\r\n", b" \r\n"),
        (b"\r\n", b"\t \r\n"),
        (b" \r\n", b"\r\n"),
        (b"  ", b" "),
        (b" ", b"  "),
        (b"\r\n", b"\n"),
        (b"\r\n\r\n", b"\r\n \r\n"),
        (b"\r\n", b"\r\r\n"),
        (b"\r\n", b"\r"),
    ):
        yield head + gap + body.replace(old, new)
    yield head + gap + body + b"\r\n\r\n"
    yield head + gap + body + b" \r\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", GOOD)
def test_nothing_unsigned_changes_what_a_good_mail_says(gates: dict[str, Gate], name: str) -> None:
    """After each of 150 changes to each good mail, our check finds what its writer wrote, or vouches for nothing."""
    good = GOOD[name]
    one = gates[good.secrets]
    raw = good.make(one.world)
    wrote = one.said(raw)
    told = [one.said(other) for other in changed(raw)]
    assert len(told) > 150
    assert {said for said in told if said is not None} == {wrote}
    assert told.count(wrote) > 5

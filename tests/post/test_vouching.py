"""Games of signed letters (`sender: dkim`): which letters count, which are held, who is told; RFC 6376, 8301, 8601."""

import hashlib
import re
import shutil
from collections.abc import Callable
from datetime import timedelta
from importlib import util
from pathlib import Path
from typing import Any

import pytest
from awkward.world import ANNA, BERT, Came, World
from hypothesis import given
from hypothesis import strategies as st
from support.signed import (
    DOMAIN,
    SELECTOR,
    SERVER,
    SIGNED,
    WEAK,
    WEAK_PUBLIC,
    Signed,
    begin_signed,
    letter,
    record,
    sign,
)

from referee.desk import keeper
from referee.post import dkim
from referee.post.dkim import Trouble, Vouched, aligned, keyed, tags_of
from referee.post.reading.fields import Fields
from referee.post.reading.headers import Passed, passed
from referee.util.errors import Faulty

KEY = f"{SELECTOR}._domainkey.{DOMAIN}."
MALLORY = "mallory@elsewhere.example"


@pytest.fixture
def world(tmp_path: Path) -> Signed:
    """Two are invited; the desk checks signatures itself."""
    return begin_signed(tmp_path / "home")


@pytest.fixture
def served(tmp_path: Path) -> Signed:
    """The same with a mail server that reports what it found; the DNS holds nothing."""
    made = begin_signed(tmp_path / "home", authserv=SERVER)
    made.dns.clear()
    return made


def counts(came: Came) -> bool:
    """Whether the letter was played."""
    return came.lines == ("played: accept",)


@pytest.mark.slow
def test_a_signed_letter_counts(world: Signed) -> None:
    """The secret, the address of the seat, a signature of its domain: the letter is ruled on and answered."""
    came = world.post(sign(letter(world)))
    assert counts(came)
    assert [one.mail["To"] for one in came.out if one.seat == "loki"] == [BERT]
    assert world.asked == [KEY]


@pytest.mark.slow
def test_line_ends_of_a_pipe_break_no_signature(world: Signed) -> None:
    """A mail server hands letters over with bare line feeds: the signature still holds."""
    assert counts(world.post(sign(letter(world)).replace(b"\r\n", b"\n")))


def test_a_game_of_secrets_asks_nobody(tmp_path: Path) -> None:
    """By default the secret alone counts: no look-up, whatever the From."""
    world = begin_signed(tmp_path / "home", terms={})
    assert counts(world.post(letter(world, From=MALLORY)))
    assert world.asked == []


def sign_to_a_list(world: World) -> bytes:
    """A letter that Bert once wrote and signed for others, with a second To on top."""
    return f"To: {world.reply_to('loki')}\r\n".encode() + sign(letter(world, To="list@elsewhere.example"))


OTHER = "elsewhere.example"
Make = Callable[[World], bytes]
UNSIGNED: dict[str, Make] = {
    "no signature": letter,
    "another From": lambda w: sign(letter(w, From=MALLORY)),
    "another From, signed for itself": lambda w: sign(letter(w, From=MALLORY), domain=OTHER),
    "not aligned": lambda w: sign(letter(w), domain=OTHER),
    "a domain below": lambda w: sign(letter(w), domain="mail.example.org"),
    "a name that ends alike": lambda w: sign(letter(w), domain="notexample.org"),
    "a top domain": lambda w: sign(letter(w), domain="org"),
    "the key of another": lambda w: sign(letter(w), key="other"),
    "another body": lambda w: sign(letter(w)).replace(b"\r\n\r\naccept", b"\r\n\r\ndecline"),
    "a changed subject": lambda w: sign(letter(w)).replace(b"Subject: Re:", b"Subject: Fwd:"),
    "a length": lambda w: sign(letter(w), length=True),
    "a length, and more behind it": lambda w: sign(letter(w), length=True) + b"decline\r\n",
    "From not signed": lambda w: sign(letter(w), headers=SIGNED[1:]),
    "no field with the secret signed": lambda w: sign(letter(w), headers=("from", "subject", "date")),
    "a field added that bears the secret": sign_to_a_list,
    "sha1": lambda w: sign(letter(w), algorithm="rsa-sha1"),
    "a weak key": lambda w: sign(letter(w), domain="weak.example", private=WEAK),
    "expired": lambda w: with_tag(sign(letter(w)), "x", 1_500_000_000),
    "a tag twice": lambda w: sign(letter(w)).replace(b"\ta=rsa-sha256;", b"\ta=rsa-sha256; a=rsa-sha256;"),
    "rubbish": lambda w: b"DKIM-Signature: v=1; \xff\r\n" + letter(w),
    "a NUL in the head": lambda w: sign(letter(w)).replace(b"Subject: ", b"Subject: \0"),
    "a CR in the head": lambda w: sign(letter(w)).replace(b"Subject: ", b"X-A: b\rX-C: d\r\nSubject: "),
    "a result of nobody": lambda w: result(SERVER) + letter(w),
}


def with_tag(raw: bytes, tag: str, value: int) -> bytes:
    """A letter whose signature has one tag more, which breaks it unless the tag is looked at first."""
    return raw.replace(b"DKIM-Signature: ", f"DKIM-Signature: {tag}={value}; ".encode(), 1)


def result(server: str, more: str = f"dkim=pass header.d={DOMAIN}") -> bytes:
    """A server's result for a letter."""
    return f"Authentication-Results: {server}; {more}\r\n".encode()


@pytest.mark.slow
@pytest.mark.parametrize("make", UNSIGNED.values(), ids=UNSIGNED)
def test_what_is_not_signed_is_held(world: Signed, make: Make) -> None:
    """The secret is right, but nobody vouches for the letter: it changes nothing; the seat is told that one came."""
    world.dns |= {
        f"{SELECTOR}._domainkey.{name}.": record(name)
        for name in (OTHER, "mail.example.org", "notexample.org", "org")
    }
    world.dns[f"{SELECTOR}._domainkey.weak.example."] = f"v=DKIM1; p={WEAK_PUBLIC}".encode()
    before = world.record()
    came = world.post(make(world))
    assert (world.held(), world.record()) == (["unsigned"], before)
    assert not came.done.troubles
    assert [one.mail["To"] for one in came.out] == [BERT]
    assert came.out[0].name == "g1.loki.note-unsigned-20261120.eml"


@pytest.mark.slow
def test_a_weak_key_is_what_is_wrong(tmp_path: Path) -> None:
    """The letter with the weak key (1024 bits) would count with a strong one."""
    world = begin_signed(tmp_path / "home")
    world.dns[KEY] = f"v=DKIM1; p={WEAK_PUBLIC}".encode()
    world.post(sign(letter(world), private=WEAK))
    assert world.held() == ["unsigned"]
    world.dns[KEY] = record()
    assert counts(world.post(sign(letter(world))))


@pytest.mark.slow
def test_a_key_that_is_tried_out_speaks_for_nobody(world: Signed) -> None:
    """RFC 6376, 3.6.1: with `t=y` a letter is treated as unsigned."""
    world.dns[KEY] = record(more="t=y:s; ")
    world.post(sign(letter(world)))
    assert world.held() == ["unsigned"]


@pytest.mark.slow
def test_signing_more_than_there_is_does_no_harm(world: Signed) -> None:
    """Servers sign From twice, so that no second one can be added: such a letter counts."""
    assert counts(world.post(sign(letter(world), headers=(*SIGNED, "from", "to"))))


@pytest.mark.slow
def test_a_good_signature_among_bad_ones_counts(world: Signed) -> None:
    """A mailing list, or a second server, has put its own signature on top."""
    raw = sign(sign(letter(world)), domain=OTHER)
    assert counts(world.post(raw))
    assert world.asked == [KEY]


@pytest.mark.slow
def test_a_domain_above_may_sign(world: Signed) -> None:
    """Letters of `club.example.org` that are signed by `example.org` count."""
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "loki", "bert@club.example.org")
    world.send()
    assert counts(world.post(sign(letter(world, From="bert@club.example.org"))))


@pytest.mark.parametrize(
    ("domain", "address", "fits"),
    [
        ("example.org", "b@example.org", True),
        ("EXAMPLE.org", "b@Example.ORG", True),
        ("example.org", "b@a.b.example.org", True),
        ("a.example.org", "b@example.org", False),
        ("org", "b@example.org", False),
        ("ample.org", "b@example.org", False),
        ("example.org.evil.example", "b@example.org", False),
        ("", "b@example.org", False),
    ],
)
def test_alignment(domain: str, address: str, fits: bool) -> None:
    """Its own domain, or one above it of at least two labels."""
    assert aligned(domain, address) == fits


@pytest.mark.slow
def test_one_notice_a_day(world: Signed) -> None:
    """Twenty unsigned letters in a day, one notice; one more on the next day. It quotes nothing from the letters."""
    came = world.post(*(letter(world, f"accept {n} PRIVATE", Message_ID=None) for n in range(20)))
    (told,) = came.out
    assert told.mail["To"] == BERT
    assert "did not count" in told.text
    assert "PRIVATE" not in told.all
    assert "zwiebelkuchen" not in told.all.lower()
    assert world.post(letter(world, "decline")).out == []
    world.time += timedelta(days=1)
    (later,) = world.post(letter(world, "decline once more")).out
    assert later.text == told.text


@pytest.mark.slow
def test_a_notice_can_be_answered(world: Signed) -> None:
    """It bears the seat's secret like every letter to the seat: a signed `newkey` in answer to it is obeyed."""
    (told,) = world.post(letter(world)).out
    raw = sign(
        letter(
            world,
            "newkey",
            To=str(told.mail["Reply-To"]),
            Subject="x",
            In_Reply_To=str(told.mail["Message-ID"]),
        )
    )
    assert world.post(raw).lines == ("answered: newkey",)


@pytest.mark.slow
def test_trouble_with_the_dns_is_no_verdict(world: Signed) -> None:
    """The letter waits while the DNS does not answer, others overtake it, and it counts once the DNS answers again."""
    world.dns[KEY] = Trouble("dns")
    raw = sign(letter(world))
    came = world.post(raw)
    assert (came.done.ruled, came.out, came.done.troubles, world.held()) == (0, [], [], [])
    assert len(world.desk.spool.waiting()) == 1
    for _ in range(5):  # more often than a letter is tried
        assert world.post().done.ruled == 0
    world.dns[KEY] = record()
    assert counts(world.post())


@pytest.mark.slow
def test_trouble_with_one_domain_stalls_nobody_else(world: Signed) -> None:
    """While Bert's letter waits for the DNS, Anna's is answered."""
    world.dns[KEY] = Trouble("dns")
    world.post(sign(letter(world)))
    world.dns[KEY] = Trouble("dns")
    with world.desk.held():
        keeper.correct_address(world.desk, "g1", "thor", "anna@elsewhere.example")
    world.send()
    world.dns[f"{SELECTOR}._domainkey.{OTHER}."] = record(OTHER)
    raw = letter(
        world, From="anna@elsewhere.example", To=world.reply_to("thor"), Subject="x", In_Reply_To=None
    )
    came = world.post(sign(raw, domain=OTHER))
    assert [entry.seat for entry in came.entries["g1"]] == ["thor"]
    assert len(world.desk.spool.waiting()) == 1


@pytest.mark.slow
def test_after_three_days_without_the_dns_a_letter_is_held(world: Signed) -> None:
    """It is neither forgotten nor refused: the keeper has it."""
    world.dns[KEY] = Trouble("dns")
    world.post(sign(letter(world)))
    world.time += timedelta(days=2, hours=23)
    world.post()
    assert world.held() == []
    world.time += timedelta(hours=2)
    world.post()
    assert world.held() == ["no-verdict"]


@pytest.mark.slow
def test_a_letter_that_was_ruled_on_is_not_checked_again(world: Signed) -> None:
    """A letter that comes twice counts once; for the second no key is looked up, so no trouble delays it."""
    raw = sign(letter(world))
    world.post(raw)
    world.dns[KEY] = Trouble("dns")
    came = world.post(raw)
    assert (came.done.aside, came.out, world.held()) == (1, [], [])
    assert world.asked == [KEY]


@pytest.mark.slow
def test_letters_of_such_a_game_bear_the_secret_in_their_subject_too(world: Signed, tmp_path: Path) -> None:
    """A provider that signs Subject and not To, such as Outlook: an answer counts.

    Other games have no secret in the subject.
    """
    out = world.letter(world.last("loki"))
    assert world.secret("loki") in out.mail["Subject"]
    assert world.secret("loki") in out.mail["Reply-To"]
    raw = letter(world, Subject=f"Re: {out.mail['Subject']}")
    assert counts(world.post(sign(raw, headers=("from", "date", "subject", "message-id", "content-type"))))
    usual = begin_signed(tmp_path / "usual", terms={})
    assert usual.secret("loki") not in usual.letter(usual.last("loki")).mail["Subject"]


@pytest.mark.slow
def test_a_letter_of_ours_that_was_sent_on_does_not_count(world: Signed) -> None:
    """Bert forwards one of our letters to a friend with a signed comment; nobody can play by bringing that to us."""
    subject = world.letter(world.last("loki")).mail["Subject"]
    for mark in ("Fwd: ", "Re: ", "WG: "):
        raw = letter(
            world, To="friend@elsewhere.example", Subject=f"{mark}{subject}", Message_ID=f"<{mark[0]}@x.org>"
        )
        assert world.post(sign(raw)).done.ruled == 0
    assert world.held() == ["unsigned"] * 3


# A letter counts once, identified by its signed parts

ID = b"Message-ID: <zwiebelkuchen.1@mail.example.org>\r\n"
YAHOO = ("from", "to", "subject", "date")
"""The fields signed by a provider that does not sign the Message-ID."""
AGAIN: dict[str, tuple[tuple[str, ...], Callable[[bytes], bytes]]] = {
    "a field more": (SIGNED, lambda raw: b"X-Test: 1\r\n" + raw),
    "a second signature": (SIGNED, lambda raw: sign(raw, domain=OTHER)),
    "other line ends, and a field": (SIGNED, lambda raw: b"X-Test: 1\n" + raw.replace(b"\r\n", b"\n")),
    "lines more at the end": (SIGNED, lambda raw: b"X-Test: 1\r\n" + raw + b"\r\n\r\n"),
    "another unsigned id": (YAHOO, lambda raw: raw.replace(ID, b"Message-ID: <new@x.example>\r\n")),
    "no id": (YAHOO, lambda raw: raw.replace(ID, b"")),
    "an id of two words": (YAHOO, lambda raw: raw.replace(ID, b"Message-ID: <a b>\r\n")),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", AGAIN)
def test_a_signed_letter_counts_once(world: Signed, name: str) -> None:
    """Sent again months later, with other unsigned lines, it changes nothing, though the spool has forgotten it."""
    signed, change = AGAIN[name]
    raw = sign(letter(world, "say hello"), headers=signed)
    assert world.post(raw).lines == ("said: say hello",)
    world.time += timedelta(days=200)
    shutil.rmtree(world.path / "post" / "done")
    before = world.record()
    came = world.post(change(raw))
    assert world.record() == before
    assert (came.done.aside, world.held()) == ((1, []) if signed == SIGNED else (0, ["counted-before"]))


@pytest.mark.slow
def test_a_letter_counts_once_whichever_signature_is_left_of_it(world: Signed) -> None:
    """One signature covers the Message-ID, the other does not: with either alone, in either order, it counts once."""
    for number, first in enumerate((YAHOO, SIGNED)):
        raw = letter(world, f"say hello {number}", Message_ID=f"<{number}@x.org>")
        second = SIGNED if first == YAHOO else YAHOO
        assert world.post(sign(raw, headers=first)).lines == (f"said: say hello {number}",)
        before = world.record()
        world.post(sign(raw, headers=second, way="relaxed/relaxed"))
        assert world.record() == before


@pytest.mark.slow
def test_nobody_can_guess_a_body_by_what_the_record_keeps_of_it(world: Signed) -> None:
    """Everybody gets the record at the end, without private texts: so a body's digest is keyed by the home's key."""
    raw = letter(world, "statement: it was he\n")
    world.post(sign(raw))
    body = raw.partition(b"\r\n\r\n")[2]
    kept = world.entries()[-1].body
    assert re.fullmatch("[0-9a-f]{64}", kept)
    for guess in (body, body.strip(), b"".join(body.split()), body.replace(b"\r\n", b"\n")):
        assert hashlib.sha256(guess).hexdigest() not in world.record().decode()
    found = Vouched("signature", "", hashlib.sha256(b"x").hexdigest())
    ways = {keyed(found, key, game).body for key in (b"a" * 32, b"b" * 32) for game in ("g1", "g2")}
    assert len(ways) == 4


@pytest.mark.slow
def test_two_letters_that_say_the_same_both_count(world: Signed) -> None:
    """Their Message-IDs are signed, and differ."""
    for number in range(2):
        raw = sign(letter(world, "say hello", Message_ID=f"<{number}@x.org>"))
        assert world.post(raw).lines == ("said: say hello",)


@pytest.mark.slow
def test_a_signed_id_with_other_lines(world: Signed) -> None:
    """The same signed Message-ID on another signed letter: it is held for the keeper, and its seat is told."""
    world.post(sign(letter(world, "say hello")))
    before = world.record()
    came = world.post(sign(letter(world, "say something else")))
    assert (world.held(), world.record()) == (["counted-before"], before)
    assert [one.name for one in came.out] == ["g1.loki.note-unsigned-20261120.eml"]


@pytest.mark.slow
def test_lines_below_the_head_that_are_no_fields_are_no_orders(world: Signed) -> None:
    """A signed letter whose first lines one parser takes for its header and another for its body."""
    for head in (b"::\r\n accept", b"X" * 201 + b":\r\n accept", b": accept"):
        raw = sign(letter(world, "hello there\n", Message_ID=f"<{len(head)}@x.org>"))
        came = world.post(raw.replace(b"\r\n\r\n", b"\r\n" + head + b"\r\n\r\n", 1))
        assert came.done.ruled == 0
    assert world.held() == ["unsigned"] * 3


# What our own server says


def signed_by_name(world: World, **fields: Any) -> bytes:
    """A letter with a signature that nobody can check here."""
    return sign(letter(world, **fields))


def top(raw: bytes, *lines: bytes) -> bytes:
    """A letter with lines on top."""
    return b"".join(lines) + raw


OURS = b"Received: from mail.example.org by mx.games.example with ESMTPS; Fri, 20 Nov 2026 10:31:00 +0000\r\n"
HANDED = (
    b"Received: from mx.games.example by mx.games.example with LMTP id 7; Fri, 20 Nov 2026 10:31:00 +0000\r\n"
)
FOREIGN = b"Received: from a.example by b.example with ESMTP; Fri, 20 Nov 2026 10:30:00 +0000\r\n"
BELIEVED: dict[str, tuple[bytes, ...]] = {
    "on top": (result(SERVER), OURS),
    "in capitals": (result(SERVER.upper(), "DKIM=Pass header.d=EXAMPLE.org"), OURS),
    "with a version and comments": (
        result(f"{SERVER} 1", "(hi; there) dkim=pass (1024-bit) header.d=example.org"),
        OURS,
    ),
    "with more methods": (
        result(SERVER, 'spf=fail; dkim=pass reason="a; b" header.d=example.org; dmarc=none'),
        OURS,
    ),
    "with selector and value": (result(SERVER, f"dkim=pass header.d={DOMAIN} header.s={SELECTOR}"), OURS),
    "below the hand-over": (HANDED, result(SERVER), OURS),
    "above a foreign one": (result(SERVER), OURS, result("mx.elsewhere.example", "dkim=fail")),
    "below a foreign name": (result("mx.elsewhere.example", "dkim=fail"), result(SERVER), OURS),
}
NOT_BELIEVED: dict[str, tuple[bytes, ...]] = {
    "below our Received": (OURS, result(SERVER)),
    "below a foreign Received": (FOREIGN, result(SERVER)),
    "below a forged hand-over": (OURS, HANDED, result(SERVER)),
    "below a foreign hand-over": (HANDED.replace(b"by mx.games", b"by mx.evil"), result(SERVER)),
    "of another server": (result("mx.elsewhere.example"), OURS),
    "of a name that begins alike": (result(f"{SERVER}.evil.example"), OURS),
    "without a name": (b"Authentication-Results: dkim=pass header.d=example.org\r\n", OURS),
    "fail above a forged pass": (result(SERVER, "dkim=fail header.d=example.org"), result(SERVER), OURS),
    "none above a forged pass": (result(SERVER, "none"), OURS, result(SERVER)),
    "for another domain": (result(SERVER, "dkim=pass header.d=elsewhere.example"), OURS),
    "two domains": (result(SERVER, "dkim=pass header.d=elsewhere.example header.d=example.org"), OURS),
    "a domain below in i=": (result(SERVER, "dkim=pass header.i=@mail.example.org"), OURS),
    "another in i= than in d=": (
        result(SERVER, "dkim=pass header.d=example.org header.i=@elsewhere.example"),
        OURS,
    ),
    "in a comment": (result(SERVER, "spf=pass (; dkim=pass header.d=example.org)"), OURS),
    "in quotes": (result(SERVER, 'spf=pass reason="; dkim=pass header.d=example.org"'), OURS),
    "with an open quote": (result(SERVER, 'dkim=pass header.d=example.org; spf="'), OURS),
    "another selector": (result(SERVER, f"dkim=pass header.d={DOMAIN} header.s=june"), OURS),
    "another value": (result(SERVER, f"dkim=pass header.d={DOMAIN} header.b=AAAAAAAA"), OURS),
    "passed with a policy": (result(SERVER, "dkim=pass-ish header.d=example.org"), OURS),
}


@pytest.mark.slow
@pytest.mark.parametrize("lines", BELIEVED.values(), ids=BELIEVED)
def test_our_server_is_believed(served: Signed, lines: tuple[bytes, ...]) -> None:
    """A result of the configured server, above everything others can have written, for the domain of the address."""
    assert counts(served.post(top(signed_by_name(served), *lines)))
    assert served.asked == []


@pytest.mark.slow
@pytest.mark.parametrize("lines", NOT_BELIEVED.values(), ids=NOT_BELIEVED)
def test_nobody_else_is_believed(served: Signed, lines: tuple[bytes, ...]) -> None:
    """A result that another host may have written, or that says something else, does not count."""
    before = served.record()
    served.post(top(signed_by_name(served), *lines))
    assert (served.held(), served.record()) == (["unsigned"], before)


@pytest.mark.parametrize(
    "make",
    [
        letter,
        lambda w: sign(letter(w), length=True),
        lambda w: sign(letter(w), headers=("from", "date")),
        lambda w: sign(letter(w, From=MALLORY)),
        lambda w: sign(sign(letter(w)), length=True),
        sign_to_a_list,
    ],
    ids=[
        "unsigned",
        "a length",
        "the secret not covered",
        "another From",
        "one of two with a length",
        "a second To",
    ],
)
def test_what_our_server_says_of_a_signature_that_covers_too_little(served: Signed, make: Make) -> None:
    """Its `pass` says that a signature holds, not what it covers: that is checked here."""
    served.post(top(make(served), result(SERVER), OURS))
    assert served.held() == ["unsigned"]


def by_hand(world: World, **tags: str) -> bytes:
    """A letter with an invented signature that our server calls good."""
    usual = {
        "v": "1",
        "a": "rsa-sha256",
        "d": DOMAIN,
        "s": SELECTOR,
        "h": "from:to:subject",
        "bh": "AAAA",
        "b": "AAAA",
    }
    value = "; ".join(f"{tag}={text}" for tag, text in {**usual, **tags}.items() if text != "-")
    return top(letter(world), result(SERVER), OURS, f"DKIM-Signature: {value}\r\n".encode())


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("tags", "fits"),
    [
        ({}, True),
        ({"x": "1800000000"}, True),
        ({"a": "ed25519-sha256"}, True),
        ({"h": "FROM : From:\r\n To: Subject"}, True),
        ({"x": "1700000000"}, False),
        ({"x": "soon"}, False),
        ({"a": "rsa-sha1"}, False),
        ({"l": "0"}, False),
        ({"l": "7"}, False),
        ({"h": "to:subject"}, False),
        ({"h": "from:subject"}, False),
        ({"h": "from"}, False),
        ({"h": "-"}, False),
        ({"bh": "-"}, False),
        ({"d": "elsewhere.example"}, False),
        ({"s": "june; s=may"}, False),
    ],
    ids=str,
)
def test_what_a_signature_must_cover(served: Signed, tags: dict[str, str], fits: bool) -> None:
    """A valid signature, with each tag wrong in turn: it has expired, or covers too little."""
    came = served.post(by_hand(served, **tags))
    assert counts(came) == fits
    assert served.held() == ([] if fits else ["unsigned"])


def test_our_own_check_stands_beside_the_server(served: Signed) -> None:
    """If a server says nothing about a letter, its signature is still checked."""
    served.dns[KEY] = record()
    assert counts(served.post(sign(letter(served))))


@given(st.text('abd=; ()"\\.header\n\tkimpsx1', max_size=80))
def test_any_result_is_read(text: str) -> None:
    """Any field is read without an error, and every result has a domain."""
    found = passed(Fields((("authentication-results", f"{SERVER}; {text}"),)), SERVER)
    assert all(isinstance(one, Passed) and one.domain for one in found)


@given(st.text("ab=;\n \t", max_size=40))
def test_any_list_of_tags_is_read(text: str) -> None:
    """The tags of any signature are read without an error."""
    assert all(tag.isalnum() for tag in tags_of(text))


# Opening such a game


def test_no_game_of_signed_letters_where_nobody_can_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the package and without a server such a game is not opened, and leaves no files."""
    monkeypatch.setattr(dkim, "find_spec", lambda _: None)
    with pytest.raises(Faulty, match="sender-unproved"):
        begin_signed(tmp_path / "home")
    assert list((tmp_path / "home" / "games").glob("*/*")) == []
    begin_signed(tmp_path / "other", authserv=SERVER)


def test_opening_it_by_command_line_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`referee open --term sender=dkim` ends with 69 and names the package and the setting."""
    from referee.cli import run as command

    monkeypatch.setattr(dkim, "find_spec", lambda _: None)
    seats = ["--seat", f"thor={ANNA}", "--seat", f"loki={BERT}", "--term", "sender=dkim"]
    assert command(["--home", str(tmp_path / "home"), "open", "thunder", *seats]) == 69
    told = capsys.readouterr().err
    assert "dkimpy" in told
    assert "authserv" in told
    monkeypatch.undo()
    assert command(["--home", str(tmp_path / "home"), "open", "thunder", *seats]) == 0


@pytest.mark.slow
def test_without_the_package_the_server_decides(served: Signed, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the package, a letter is held if the server says nothing about it."""
    monkeypatch.setattr(dkim, "find_spec", lambda _: None)
    served.dns[KEY] = record()
    served.post(sign(letter(served)))
    assert served.held() == ["unsigned"]
    assert counts(served.post(top(sign(letter(served, "accept ")), result(SERVER), OURS)))


@pytest.mark.slow
def test_the_package_is_loaded_when_it_is_needed() -> None:
    """A desk without signed games never loads it."""
    import subprocess
    import sys

    code = "import sys, referee.desk.desk; print('dkim' in sys.modules, 'dns' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert ran.stdout == "False False\n"
    assert util.find_spec("dkim")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words"), [("en", "signed it (DKIM)"), ("de", "unterschrieben hat (DKIM)")]
)
def test_the_invitation_says_who_counts(tmp_path: Path, language: str, words: str) -> None:
    """The invitation of such a game says so, in the language of the seat; others do not."""
    world, plain_one = begin_signed(tmp_path / "home"), begin_signed(tmp_path / "plain", terms={})
    for one, there in ((world, True), (plain_one, False)):
        one.post(sign(letter(one, f"language {language}")))
        text = " ".join(one.letter(one.last("loki")).text.split())
        assert (words in text) == there

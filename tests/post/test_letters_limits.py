"""Any bytes give a mail or `Unreadable`: limits, bombs, noise, and mails of programs with bytes changed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.post.reading import Mail, Unreadable, read_mail
from referee.post.reading.fields import Fields, read_fields
from referee.post.reading.mime import leaves

MAILS = [path.read_bytes() for path in sorted((Path(__file__).parents[1] / "mails").iterdir())]
SAMPLES = [
    *MAILS,
    b"From: a@example.org\nContent-Type: multipart/alternative; boundary=b\n\n--b\n\ndraw 2\n--b\nContent-Type: text/html\n\n<p>x\n--b--\n",
    b"From: MAILER-DAEMON\nContent-Type: multipart/report; boundary=b\n\n--b\n--b\nContent-Type: message/delivery-status\n\n",
    b"Subject: =?utf-8?q?=C3=B6?=\nContent-Type: text/plain; charset*=utf-8''utf-8; format=flowed\n\n> a \n> b\n-- \nc",
]
LARGE = 1024 * 1024


def outcome(raw: bytes) -> str:
    """The limit a mail is over, or ""."""
    try:
        read_mail(raw)
    except Unreadable as error:
        return error.why.key
    return ""


def nested(depth: int, text: str = "draw 2") -> bytes:
    """A text in this many multiparts, one in the other."""
    heads = "".join(f"Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n" for at in range(depth))
    return f"From: a@example.org\n{heads}\n{text}\n".encode()


def many(count: int) -> bytes:
    """A mail with this many empty parts."""
    return b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n" * count


@pytest.mark.parametrize(
    ("fits", "too_much", "key"),
    [
        (b"\n" + b"x" * (LARGE - 1), b"\n" + b"x" * LARGE, "mail-too-large"),
        (b"X: " + b"x" * 65_000 + b"\n\n", b"X: " + b"x" * 66_000 + b"\n\n", "mail-header-too-large"),
        (b"X: y\n" * 1_000 + b"\n", b"X: y\n" * 1_001 + b"\n", "mail-too-many-fields"),
        (b"From: " + b"," * 8_192, b"From: " + b"," * 8_193, "mail-header-too-large"),
        (b"Subject: " + b"x" * 8_192, b"Subject:\n " + b"x\n " * 4_100, "mail-header-too-large"),
        (many(99), many(100), "mail-too-many-parts"),
        (nested(10), nested(11), "mail-too-deep"),
    ],
)
def test_each_limit_is_where_it_is_said_to_be(fits: bytes, too_much: bytes, key: str) -> None:
    """Rows 26 to 29: a mail exactly at a limit is read; above it the refusal names the limit."""
    assert outcome(fits) == ""
    assert outcome(too_much) == key


def test_a_refusal_says_how_much_is_allowed() -> None:
    """The limit is a value of the reason, for its sentence."""
    with pytest.raises(Unreadable) as caught:
        read_mail(nested(1_000))
    assert (caught.value.why.key, caught.value.why.params) == ("mail-too-deep", {"limit": 10})


def test_fields_that_are_only_looked_through_may_be_long() -> None:
    """A long game has long References, and filters write long notes: neither is refused."""
    ids = " ".join(f"<g17.thor.{at}@example.org>" for at in range(1_000))
    mail = read_mail(f"From: a@example.org\nReferences: {ids}\nX-Note: {'x' * 9_000}\n\ndraw 2\n".encode())
    assert mail.answers[0] == "<g17.thor.999@example.org>"
    assert mail.lines == ((1, "draw 2"),)


def test_the_header_of_a_part_is_held_to_the_same_limits() -> None:
    """A part cannot bring in what the mail may not."""
    assert outcome(many(1) + b"--b\n" + b"X: y\n" * 1_001 + b"\n") == "mail-too-many-fields"
    assert outcome(many(1) + b"--b\nContent-Type: " + b"x" * 9_000 + b"\n\n") == "mail-header-too-large"


BOMBS = {
    "multiparts 1,000 deep": (nested(1_000), "mail-too-deep"),
    "messages 1,000 deep": (b"Content-Type: message/rfc822\n\n" * 1_000, ""),
    "messages in multiparts": (nested(9, "Content-Type: message/rfc822\n\n" * 1_000), ""),
    "200,000 parts": (many(200_000), "mail-too-many-parts"),
    "lines like boundaries": (b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--bx\n" * 200_000, ""),
    "From with 50,000 commas": (b"From: " + b"," * 50_000 + b"\n\n", "mail-header-too-large"),
    "10,000 continuations": (
        b"Content-Type: text/plain" + b"".join(b"; a*%d=x" % at for at in range(10_000)) + b"\n\n",
        "mail-header-too-large",
    ),
    "800 continuations": (
        b"Content-Type: text/plain" + b"".join(b"; charset*%d=x" % at for at in range(500)) + b"\n\nx",
        "",
    ),
    "parameters of nothing": (b"Content-Type: text/plain; charset=x" + b";" * 8_000 + b"\n\nx", ""),
    "1,000 comments": (b"From: " + b"(" * 1_000 + b"a@example.org" + b")" * 1_000 + b"\n\n", ""),
    "1,000 comments to": (b"To: " + b"(" * 1_000 + b"\n\n", ""),
    "a date of no calendar": (b"Date: Fri, 20 Nov 99999999999 10:00:00\n\n", ""),
    "a message id of brackets": (
        b"Message-ID: " + b"<" * 8_000 + b"\nReferences: " + b"<" * 50_000 + b"\n\n",
        "",
    ),
    "encoded words": (b"Subject: " + b"=?utf-8?q?=41?= " * 500 + b"\n\n", ""),
    "HTML of signs": (b"Content-Type: text/html\n\n" + b"<" * 260_000, ""),
    "HTML of comments": (b"Content-Type: text/html\n\n" + b"<!--" * 60_000, ""),
    "HTML of CDATA": (b"Content-Type: text/html\n\n" + b"<![CDATA[" * 50_000, ""),
    "HTML of attributes": (
        b"Content-Type: text/html\n\n<a " + b"".join(b"a%d=1 " % at for at in range(50_000)) + b">x",
        "",
    ),
    "HTML of open quotes": (b"Content-Type: text/html\n\n" + b"<a " * 80_000 + b'"', ""),
    "HTML 40,000 deep": (b"Content-Type: text/html\n\n" + b"<div>a" * 40_000, ""),
    "lines of a heading": (b"\n" + b"From: a\n" * 20_000, ""),
    "lines of attributions": (b"\n" + b"On 2026-01-01 10:00 a@b.c wrote x:\n" * 20_000, ""),
    "one line": (b"\n" + b"wrote: " * 140_000, ""),
    "a million lines": (b"\n" * 1_000_000, ""),
}


@pytest.mark.share(4)
@pytest.mark.parametrize("name", BOMBS)
def test_bombs_come_to_nothing(name: str) -> None:
    """Rows 27 to 30, and similar ones: each is read or refused, and none takes long."""
    raw, key = BOMBS[name]
    assert outcome(raw) == key


def sound(mail: Mail) -> None:
    """Check what is true of every readable mail."""
    assert "\n" not in mail.subject
    assert len(mail.recipients) <= 50
    assert len(mail.answers) <= 20
    assert bool(mail.sender) != bool(mail.sender_fault)
    numbers = [number for number, _ in mail.lines]
    assert numbers == sorted(set(numbers))
    assert not {number for number, text in mail.lines if text} & {cut.number for cut in mail.cut}
    assert all("\n" not in text and "\0" not in text for _, text in mail.lines)
    assert bool(mail.lines or mail.cut) or {"no-text", "text-too-long", "html-only"} & set(mail.notes)
    mail_as_text = repr(mail)
    mail_as_text.encode()


def tried(raw: bytes) -> None:
    """Read it: a sound mail, or `Unreadable`."""
    try:
        mail = read_mail(raw, own=("referee@example.org",))
    except Unreadable:
        return
    sound(mail)


@pytest.mark.slow
@given(st.binary(max_size=400))
def test_any_bytes_are_a_mail_or_unreadable(raw: bytes) -> None:
    """No bytes raise anything else."""
    tried(raw)


WORDS = [
    b"\n",
    b"\n\n",
    b"From: ",
    b"a@example.org",
    b"Subject: =?utf-8?b?w7Y=?=",
    b"Content-Type: ",
    b"text/html",
    b"text/plain",
    b"multipart/mixed; boundary=b",
    b"multipart/alternative; boundary=bb",
    b"; charset=",
    b"utf-7",
    b"utf-16",
    b"punycode",
    b"\xff\xfe",
    b"; format=flowed",
    b"Content-Transfer-Encoding: base64",
    b"quoted-printable",
    b"--b\n",
    b"--bb--",
    b"<blockquote>",
    b"</div>",
    b"<p style='display:none'>",
    b"> ",
    b"-- \n",
    b"On 1.1.2026 10:00 A wrote:",
    b"=?",
    b"\0",
    b"\r",
    b"\xe2\x80\xa8",
    b"draw 2",
    b" ",
]


@pytest.mark.slow
@given(st.lists(st.sampled_from(WORDS), max_size=40).map(b"".join))
def test_any_pieces_of_mails_are_a_mail_or_unreadable(raw: bytes) -> None:
    """No mixture of what mails are made of raises anything else."""
    tried(raw)


@st.composite
def spoilt(draw: st.DrawFn) -> bytes:
    """A mail of a program with some bytes changed, removed, doubled or inserted."""
    raw = bytearray(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, len(raw)))
        size = draw(st.integers(0, 30))
        put = draw(
            st.one_of(st.binary(max_size=4), st.sampled_from(WORDS), st.just(bytes(raw[at : at + size]) * 2))
        )
        raw[at : at + size] = put
    return bytes(raw)


@pytest.mark.slow
@given(spoilt())
def test_a_spoilt_mail_is_a_mail_or_unreadable(raw: bytes) -> None:
    """Whatever happens to a real mail on its way, reading it raises nothing else."""
    tried(raw)


def cuts(raw: bytes) -> Iterator[bytes]:
    """A mail cut off at many places."""
    return (raw[:at] for at in range(0, len(raw), 7))


@pytest.mark.slow
@pytest.mark.parametrize(
    "raw", MAILS, ids=[path.stem for path in sorted((Path(__file__).parents[1] / "mails").iterdir())]
)
def test_a_mail_cut_off_anywhere_is_read(raw: bytes) -> None:
    """A mail that ends too early is read as far as it goes, and `resign` in its quotes never counts."""
    for short in cuts(raw):
        mail = read_mail(short)
        sound(mail)
        assert "resign" not in {text for _, text in mail.lines}


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.sampled_from(["X-A", "Subject", "to"]), st.text("ab c", max_size=10)), max_size=6)
)
def test_fields_are_read_as_written(pairs: list[tuple[str, str]]) -> None:
    """Names in lower case, values without blanks at their ends, in their order.

    The body begins after the blank line.
    """
    block = "".join(f"{name}: {value}\n" for name, value in pairs).encode()
    fields, body = read_fields(block + b"\nbody")
    assert fields == Fields(tuple((name.lower(), value.strip()) for name, value in pairs))
    assert body == len(block) + 1


def test_parts_of_one_level_are_found_in_their_order() -> None:
    """The body of each part is what stands between its blank line and the line end before the next boundary."""
    data = b"--b\nX: 1\n\none\n--b\n\ntwo\n\n--b--\nthree"
    found = leaves(data, Fields((("content-type", "multipart/mixed; boundary=b"),)), 0)
    assert [data[part.start : part.end] for part in found] == [b"one", b"two\n"]
    assert [part.depth for part in found] == [1, 1]

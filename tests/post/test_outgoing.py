"""Letters out as mail: exactly our own fields, whatever their values, and bodies that arrive unchanged."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.errors import MessageDefect, MissingHeaderBodySeparatorDefect, MultipartInvariantViolationDefect
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import referee
from referee.post import writing
from referee.post.writing import Attachment, NotFit, Outgoing, written
from referee.telling.letter import Bodies

AT = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
ALWAYS = (
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "Reply-To",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "Content-Language",
    "MIME-Version",
    "Content-Type",
)
ANSWER = ("In-Reply-To", "References")
WILD = st.text(max_size=60) | st.sampled_from(
    [
        "x\r\nBcc: all@example.org",
        "x\nSubject: y",
        "x\r\n\r\nbody",
        "x\x0bBcc: y",
        "x\u2028Bcc: y",
        "=?utf-8?q?a=0D=0ABcc:_b?=",
        "\x00",
        "",
        " ",
        "x" * 2000,
        "a@b.example, c@d.example",
    ]
)
IDS = WILD | st.from_regex(r"<[!-~]{1,260}>", fullmatch=True)
BODY = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\r") | st.sampled_from("=-.\n \tF"),
    max_size=300,
)


def letter(text: str = "text", html: str = "<p>html</p>", **more: object) -> Outgoing:
    """A letter with nothing special about it."""
    given = {
        "number": "g1.thor.9",
        "subject": "[g1.thor.9] Thunder & Lightning",
        "sender": "Referee <referee@games.example>",
        "to": "anna@example.org",
        "reply_to": "referee+abc@games.example",
        "id": "<g1.thor.9@games.example>",
        "date": AT,
        "bodies": Bodies(text, html),
    }
    return Outgoing(**(given | more))  # type: ignore[arg-type]


def read(mail: bytes) -> Message:
    """A mail as a program reads it."""
    return BytesParser().parsebytes(mail)


def leaves(mail: bytes) -> Iterator[Message]:
    """The parts of a mail that hold no others."""
    return (part for part in read(mail).walk() if not part.is_multipart())


def body(part: Message) -> bytes:
    """What stands in a part."""
    found = part.get_payload(decode=True)
    assert isinstance(found, bytes)
    return found


def test_the_whole_of_a_letter() -> None:
    """Fields, boundaries, encodings, line ends: the bytes of a small letter."""
    mail = written(letter("Grüße = 1\n", "<p>x</p>\n", answers="<a@b>", thread=["<c@d>"]))
    assert mail.decode("ascii") == (
        "From: Referee <referee@games.example>\r\nTo: anna@example.org\r\n"
        "Subject: [g1.thor.9] Thunder & Lightning\r\nDate: Sat, 21 Nov 2026 09:30:00 +0000\r\n"
        "Message-ID: <g1.thor.9@games.example>\r\nIn-Reply-To: <a@b>\r\nReferences: <c@d> <a@b>\r\n"
        "Reply-To: referee+abc@games.example\r\nAuto-Submitted: auto-generated\r\n"
        "X-Auto-Response-Suppress: All\r\nContent-Language: en\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/alternative; boundary="=_a.g1.thor.9"\r\n\r\n'
        '--=_a.g1.thor.9\r\nContent-Type: text/plain; charset="utf-8"\r\n'
        "Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=C3=BC=C3=9Fe =3D 1\r\n\r\n"
        '--=_a.g1.thor.9\r\nContent-Type: text/html; charset="utf-8"\r\n'
        "Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>x</p>\r\n\r\n--=_a.g1.thor.9--\r\n"
    )


@pytest.mark.slow
@given(WILD, WILD, WILD, WILD, IDS, IDS, st.lists(IDS, max_size=3), WILD)
@example("s", "Ünal <a@b>", "t", "r", "<i@h>", "", [], "auto-generated")
@example("s", "f", "t", "r", "<i@h>", "<a b>", ["<c>", "<c>", "c"], "auto-replied")
def test_only_our_fields_or_nothing(
    subject: str,
    sender: str,
    to: str,
    reply_to: str,
    id: str,
    answers: str,
    thread: list[str],
    automatic: str,
) -> None:
    """Whatever the values of the fields: they are exactly ours, each on its own line, or no mail is made."""
    mail = letter(
        subject=subject,
        sender=sender,
        to=to,
        reply_to=reply_to,
        id=id,
        answers=answers,
        thread=thread,
        automatic=automatic,
    )
    try:
        data = written(mail)
    except NotFit:
        return
    found = read(data)
    assert tuple(name for name in found if name not in ANSWER) == ALWAYS
    assert len(set(found)) == len(found.keys())
    assert not found.defects
    assert (found["Subject"], found["From"], found["To"], found["Reply-To"]) == (
        subject,
        sender,
        to,
        reply_to,
    )
    assert (found["Message-ID"], found["Auto-Submitted"]) == (id, automatic)
    head = data.partition(b"\r\n\r\n")[0]
    assert head.count(b"\r\n") == len(found) - 1
    assert max(map(len, head.split(b"\r\n"))) <= 1000
    assert head.isascii()
    assert [part.get_content_type() for part in leaves(data)] == ["text/plain", "text/html"]


@pytest.mark.slow
@given(IDS, st.lists(IDS, max_size=4))
def test_only_ids_in_the_fields_for_ids(answers: str, thread: list[str]) -> None:
    """A malformed id is left out, and nothing else in the letter changes."""
    try:
        found = read(written(letter(answers=answers, thread=thread)))
    except NotFit:  # longer than a line may be
        assert sum(map(len, (*thread, answers))) > 900
        return
    named = found.get("In-Reply-To", "").split() + found.get("References", "").split()
    assert set(named) <= {answers, *thread}
    assert all(writing.MESSAGE_ID.fullmatch(one) for one in named)
    assert ("In-Reply-To" in found) == bool(writing.MESSAGE_ID.fullmatch(answers))


@pytest.mark.parametrize("field", ["subject", "sender", "to", "reply_to", "id", "automatic"], ids=str)
@pytest.mark.parametrize(
    "value", ["x\r\nBcc: y", "x\ny", "x\ry", "ü", "\ud800", "", " x", "x ", "x\ty", "x" * 991]
)
def test_what_cannot_stand_in_a_field(field: str, value: str) -> None:
    """Line ends, controls, letters beyond ASCII, blanks at an end, nothing, or too much: no mail is made."""
    with pytest.raises(NotFit):
        written(letter(**{field: value}))


@pytest.mark.parametrize(
    "field",
    [("Subject", "again"), ("subject", "again"), ("Bcc", "all@example.org\r\nX: y"), ("X y", "z"), ("", "z")],
)
def test_the_gate_reads_the_mail_again(field: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A field that stands twice, hides another, or is not read as one field: the gate stops the mail."""
    real = writing._headers
    monkeypatch.setattr(writing, "_headers", lambda mail: [*real(mail), field])
    with pytest.raises(NotFit):
        written(letter())


def test_the_gate_does_not_miss_the_parts_it_did_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11.2 (Debian 12) calls a header without its parts broken; any other defect still stops a letter."""

    class Old(BytesHeaderParser):
        """The parser of that version."""

        found: ClassVar[list[MessageDefect]] = [MultipartInvariantViolationDefect()]

        def parsebytes(self, text: bytes | bytearray, headersonly: bool = True) -> Message:
            """The header, which says it is a multipart and is not."""
            found = super().parsebytes(text, headersonly)
            found.defects = list(self.found)
            return found

    monkeypatch.setattr(writing, "BytesHeaderParser", Old)
    assert written(letter())
    Old.found = [MissingHeaderBodySeparatorDefect()]
    with pytest.raises(NotFit):
        written(letter())


def test_the_gate_catches_what_a_header_smuggles(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even with unchecked values: a line end in a value makes a field that is not ours, and nothing goes out."""
    real = writing._block

    def careless(fields: list[tuple[str, str]]) -> bytes:
        if fields[0][0] != "From":
            return real(fields)
        return "".join(f"{name}: {value}\r\n" for name, value in fields).encode()

    monkeypatch.setattr(writing, "_block", careless)
    assert written(letter())
    for value in ("x\r\nBcc: y", "x\nBcc: y", "x\r\n\r\nHello", "x\rBcc: y"):
        with pytest.raises(NotFit):
            written(letter(subject=value))


@pytest.mark.slow
@given(BODY, BODY)
@example("--=_a.g1.thor.9--\n--=_a.g1.thor.9\n\n.\nFrom x\n trailing \t\n=\n", "x" * 300)
@example("a" * 75 + "ü" * 40 + " \n", "\n\n")
def test_bodies_arrive_as_they_were(text: str, html: str) -> None:
    """The bodies are unchanged, the page where there is one; no line is long, none like a boundary, all is ASCII."""
    data = written(letter(text, html))
    found = [body(part).decode().replace("\r\n", "\n") for part in leaves(data)]
    assert found == ([text, html] if html else [text])
    lines = data.split(b"\r\n")
    assert all(len(line) <= 78 for line in lines)
    assert data.isascii()
    assert b"\n" not in data.replace(b"\r\n", b"")
    assert b"\r" not in data.replace(b"\r\n", b"")
    assert sum(line.startswith(b"--=_") for line in lines) == (3 if html else 0)


@pytest.mark.slow
@given(st.binary(max_size=400))
def test_attachments_arrive_as_they_were(data: bytes) -> None:
    """An attachment arrives byte for byte, after both bodies, under its name."""
    mail = written(letter(attachments=[Attachment("g1.record.yaml", "application/yaml", data)]))
    assert read(mail).get_content_type() == "multipart/mixed"
    *bodies, attached = leaves(mail)
    assert [part.get_content_type() for part in bodies] == ["text/plain", "text/html"]
    assert (attached.get_content_type(), attached.get_filename()) == ("application/yaml", "g1.record.yaml")
    assert attached.get_content_disposition() == "attachment"
    assert body(attached) == data
    assert all(len(line) <= 78 for line in mail.split(b"\r\n"))


@pytest.mark.parametrize("name", ["x\r\nBcc: y", "ü.yaml"])
def test_a_name_that_cannot_stand_in_a_part(name: str) -> None:
    """The fields of a part have the same form as those of the mail."""
    with pytest.raises(NotFit):
        written(letter(attachments=[Attachment(name, "application/yaml", b"")]))


def test_one_place_makes_a_mail() -> None:
    """Only its own module fills in or writes an `Outgoing`, whether to a player, a stranger or the keeper."""
    makes = re.compile(
        r"\bOutgoing\(|(?<!def )(?<![\w.])written\(|\bwriting\.written\b|import[^\n]*\bOutgoing\b"
    )
    room = Path(referee.__file__).parent
    source = {
        path: path.read_text("utf-8") for part in ("desk", "post") for path in (room / part).rglob("*.py")
    }
    assert [path.name for path, text in source.items() if makes.search(text)] == ["writing.py"]


def test_one_place_queues_a_mail() -> None:
    """Only its own module writes what the outbox holds."""
    folders = re.compile(r"/ \"(?:out|notices)\"")
    room = Path(referee.__file__).parent
    source = {
        path: path.read_text("utf-8") for part in ("desk", "post") for path in (room / part).rglob("*.py")
    }
    those = {path.name for path, text in source.items() if folders.search(text)}
    assert those == {"outbox.py"}

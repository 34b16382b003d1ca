"""A whole game by mail as one text: every mail in and out, in the order they come and go."""

import hashlib
import re
from collections.abc import Iterator, Sequence
from email.message import Message
from email.parser import BytesParser
from itertools import groupby
from pathlib import Path

from referee.cli.demo import ADDRESS, ByMail, Step
from referee.post.reading import read_mail

HEAD = """\
A whole game played by mail: every mail in and out, in the order they come and go.

Of a player's mail: the headers that matter, then its text. A line that the referee does not take as written by
the player is told with its reason in brackets; the letter that is answered is cut to the number of its lines.
Of a letter of the referee: the headers that matter, then its text in full, but that a block of lines which stands
word for word in an earlier letter to the same seat is named by its first line and by the last letter that had it.
The secret of a seat is written as the seat, in brackets. HTML and what is attached are named with their length and
the beginning of their digest.
"""
IN = ("From", "To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Content-Type")
OUT = ("To", "Subject", "Date", "Message-ID", "In-Reply-To", "References", "Reply-To", "Auto-Submitted")
ANSWERED, LETTER = frozenset({"quoted", "original"}), "letter"
DIGITS = 16
SHORT = 2
"""A block of at most this many lines is written out each time."""
SMALL = 30_000
"""Bytes that no page of a letter has: a phone loads it at once, and no mail program cuts it."""
BETWEEN = re.compile(r"(\n\n+)")


def transcript(played: ByMail) -> str:
    """The game played to its end, and all its mails."""
    told = Told()
    text = HEAD + "".join(f"\n{page}" for step in played.steps() for page in told.pages(step))
    for seat in played.players:
        text = text.replace(played.desk().seats.secret(played.example.id, seat), f"({seat})")
    return text


class Told:
    """What has been shown of the letters so far."""

    def __init__(self) -> None:
        """Nothing has been shown yet."""
        self.blocks: dict[str, dict[str, str]] = {}
        self.mails = 0

    def pages(self, step: Step) -> Iterator[str]:
        """The mail that came in, if one did, and the letters that went out."""
        if step.mail:
            self.mails += 1
            title = f"=== in {self.mails}: {step.seat}, with {step.program}"
            yield "\n".join((title, *headers(step.mail, IN), "", *typed(step.mail))) + "\n"
        for path in step.posted:
            yield self.letter(path)

    def letter(self, path: Path) -> str:
        """A letter of the referee."""
        mail = path.read_bytes()
        number = path.name.removesuffix(".referee").removesuffix(".eml")
        text = "".join(self.shortened(number, text_of(mail)))
        return (
            "\n".join((f"=== out {number}", *headers(mail, OUT), "", text.rstrip("\n"), "", *others(mail)))
            + "\n"
        )

    def shortened(self, number: str, text: str) -> Iterator[str]:
        """The blocks of a letter with the text between them; known ones are only named."""
        known = self.blocks.setdefault(number.rpartition(".")[0], {})
        for block in BETWEEN.split(text):
            if block.strip().count("\n") < SHORT:
                yield block
                continue
            first = block.strip("\n").partition("\n")[0]
            yield f"[as in {known[block]}: {first}]" if block in known else block
            known[block] = number


def headers(mail: bytes, names: Sequence[str]) -> Iterator[str]:
    """The fields with these names, in their order, each on one line."""
    head = BytesParser().parsebytes(mail)
    for name in names:
        if name in head:
            yield f"{name}: " + " ".join(str(head[name]).split())


def typed(mail: bytes) -> Iterator[str]:
    """The text of a player's mail, with notes on what the referee cuts."""
    cut = {one.number: one.why for one in read_mail(mail, own=(ADDRESS,)).cut}
    lines = list(enumerate(text_of(mail).rstrip("\n").split("\n"), 1))
    for why, run in groupby(lines, key=lambda line: _why(cut, line)):
        told = [text for _, text in run]
        if why == LETTER:
            yield f"> [{len(told)} lines]"
        else:
            yield from (f"[{why}] {line}" if why else line for line in told)


def _why(cut: dict[int, str], line: tuple[int, str]) -> str:
    """Why a line is cut; blank lines within the answered letter belong to it."""
    number, text = line
    if text.strip():
        return LETTER if cut.get(number) in ANSWERED else cut.get(number, "")
    around = cut.get(max((one for one in cut if one < number), default=0), "")
    return (
        LETTER
        if around in ANSWERED and cut.get(min((one for one in cut if one > number), default=0)) in ANSWERED
        else ""
    )


def others(mail: bytes) -> Iterator[str]:
    """The parts of a mail besides its text, by length and digest."""
    for part in parts(mail):
        if part.get_content_type() != "text/plain":
            body = part.get_payload(decode=True)
            assert isinstance(body, bytes)
            name = part.get_filename() or part.get_content_type()
            yield f"[{name}: {len(body):,} bytes, SHA-256 {hashlib.sha256(body).hexdigest()[:DIGITS]}]"


def page_sizes(played: ByMail) -> list[int]:
    """The bytes of the page of each letter that was posted."""
    boxes = (path for path in (played.out / "boxes").rglob("*.referee") if path.is_file())
    return [
        len(part.get_payload(decode=True))
        for path in boxes
        for part in parts(path.read_bytes())
        if part.get_content_type() == "text/html" and not part.get_filename()
    ]


def text_of(mail: bytes) -> str:
    """The text of a mail, with plain line ends."""
    part = next(part for part in parts(mail) if part.get_content_type() == "text/plain")
    body = part.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.decode().replace("\r\n", "\n")


def parts(mail: bytes) -> Iterator[Message]:
    """The parts of a mail that contain no others."""
    return (part for part in BytesParser().parsebytes(mail).walk() if not part.is_multipart())

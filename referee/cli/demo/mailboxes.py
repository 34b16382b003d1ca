"""The page of a demo: all mailboxes as a browser shows them, letter by letter, with what was answered.

OUT/index.html                   opens from the disk; it runs no script and fetches nothing
OUT/pictures/g1.thor.4.png       the picture of each letter that has one
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from email.message import Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from html import escape, unescape
from typing import Any

from referee.telling.catalog import HOUSE, catalog
from referee.util.translations import ENGLISH

PAGE, PICTURES = "index.html", "pictures"
STYLE = re.compile(r"<style>\n?(.*?)</style>", re.DOTALL)
LANGUAGE = re.compile(r'<html lang="([\w-]+)">')
BESIDE = re.compile(r'<div style="display:none[^"]*">(.*?)</div>', re.DOTALL)
"""What an inbox shows beside the subject."""
SHOWN = re.compile(r'<table class="page".*</table>(?=\s*</body>)', re.DOTALL)
IMAGE = re.compile(r'<img src="cid:([^"]*)"')
DAY = "%a %d %b %Y, %H:%M"


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter as it lies in a mailbox.

    Attributes:
        name: its number; seat: whose mailbox.
        subject, beside, at: what an inbox shows of it.
        language, page, style: its HTML; the page stands in another page, with its picture in a file beside.
        attached: the names of what is attached to it.
        pictures: the bytes of each picture, by the name of its file.
    """

    name: str
    seat: str
    subject: str
    beside: str
    at: str
    language: str
    page: str
    style: str
    attached: tuple[str, ...]
    pictures: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player wrote, in which program and when."""

    seat: str
    program: str
    text: str
    at: str


@dataclass(frozen=True, slots=True)
class Box:
    """The mailbox of a seat."""

    seat: str
    title: str
    player: str
    address: str
    language: str


@dataclass(slots=True)
class Mailboxes:
    """What has been written in a demo, in its order."""

    boxes: tuple[Box, ...]
    thread: list[Mail | Answer] = field(default_factory=list)

    def take(self, step: Any) -> Iterator[tuple[str, bytes]]:
        """Add what went through the house in a step; the pictures, with the names of their files."""
        if step.mail:
            at = _at(BytesParser().parsebytes(step.mail, headersonly=True))
            self.thread.append(Answer(step.seat, step.program, step.typed.strip("\n"), at))
        for path in step.posted:
            mail = letter(path.name.removesuffix(".referee"), path.read_bytes())
            self.thread.append(mail)
            yield from mail.pictures.items()

    def page(self, about: str, title: str) -> str:
        """The page."""
        mails = [one for one in self.thread if isinstance(one, Mail)]
        return catalog(HOUSE).render(
            "demo.html",
            about=about,
            title=title,
            boxes=self.boxes,
            number={box.seat: n for n, box in enumerate(self.boxes)},
            count={box.seat: sum(mail.seat == box.seat for mail in mails) for box in self.boxes},
            total=len(mails),
            opened=next((mail.name for mail in mails if mail.pictures), ""),
            styles=tuple(dict.fromkeys(mail.style for mail in mails)),
            thread=[(one, isinstance(one, Mail), self._of(one.seat)) for one in self.thread],
        )

    def _of(self, seat: str) -> Box:
        return next(box for box in self.boxes if box.seat == seat)


def boxes_of(game: str, players: Mapping[str, Any]) -> tuple[Box, ...]:
    """The mailboxes of these players, in the order of their seats."""
    says = catalog(game)
    return tuple(
        Box(
            seat,
            title := says.say("seats", seat),
            one.name or title,
            one.address,
            one.language or ENGLISH,
        )
        for seat, one in players.items()
    )


def letter(number: str, data: bytes) -> Mail:
    """A letter of ours, by its number. Raises ValueError if it has no page."""
    mail = BytesParser().parsebytes(data)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    found = next((_bytes(part).decode() for part in parts if part.get_content_type() == "text/html"), "")
    if not (shown := SHOWN.search(found)):
        raise ValueError(f"a letter without a page: {number}")
    images = {str(part["Content-ID"]).strip("<>"): part for part in parts if part["Content-ID"]}
    files = {one: f"{number}{'-' * n}.png" for n, one in enumerate(images)}

    def image(cid: re.Match[str]) -> str:
        """Where the picture lies; it is loaded when its letter is opened."""
        return f'<img loading="lazy" src="{PICTURES}/{escape(files[unescape(cid[1])])}"'

    return Mail(
        name=number,
        seat=number.split(".")[1],
        subject=str(mail["Subject"]),
        beside=unescape(_group(BESIDE, found)),
        at=_at(mail),
        language=_group(LANGUAGE, found),
        page=IMAGE.sub(image, shown[0]),
        style=_group(STYLE, found),
        attached=tuple(name for part in parts if (name := part.get_filename()) and not part["Content-ID"]),
        pictures={files[one]: _bytes(part) for one, part in images.items()},
    )


def _group(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _bytes(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


def _at(mail: Message) -> str:
    return f"{parsedate_to_datetime(str(mail['Date'])):{DAY}}"

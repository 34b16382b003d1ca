"""Letters of ours as they were kept: what each says of the record. The mailbox may hold anything.

A letter of ours is known by its Message-ID, `<game.seat.number@host>`, and by the seal that it tells. A
letter that is quoted or forwarded in another mail does not count.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import Any

from referee.post.mailboxes import Kept, mails
from referee.post.reading import charsets
from referee.post.reading.fields import Fields, Unreadable, read_fields
from referee.post.reading.mime import Part, leaves
from referee.util.packing import ENDING, as_it_was

NUMBER = re.compile(r"([a-z][a-z0-9-]{0,31})\.([a-z][a-z0-9-]{0,31})\.([1-9][0-9]{0,8})")
OURS = re.compile(
    rb"^message-id[ \t]*:\s*<[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]{0,31}\.[1-9]", re.MULTILINE | re.IGNORECASE
)
ID = re.compile(rf"<{NUMBER.pattern}@(?:r-[a-z2-7]{{8}}\.)?([A-Za-z0-9.-]{{1,255}})>")
WORD, WORDS = r"[^\W\d_]{1,30}", r"[^\W\d_][^:\n<]{0,39}: ((?:[a-z]{5} ){7}[a-z]{5})"
SEAL = re.compile(rf"^{WORD} ([0-9a-f]{{64}})\n{WORDS}$", re.MULTILINE)
"""The two lines of the seal, which begin where lines begin. What players write is always marked or indented."""
PAGE = re.compile(rf'<p class="quiet" style="[^"<>]*">{WORD} ([0-9a-f]{{64}})<br>{WORDS}</p>')
"""The same in HTML, as a paragraph of its own; a player's text never puts a line break into one."""
SHOWN = re.compile(r"^ *\[([0-9a-f]{64})\]$", re.MULTILINE)
HEAD = 64 * 1024
TEXT_LIMIT = 4 * 1024 * 1024
PROOF_LIMIT = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """One letter of ours: where it was kept, its number in parts, and what it says.

    Attributes:
        seals: the seals in its text, each with its words.
        page: the seals in its HTML, each with its words.
        shown: what stands in its text in brackets (commitment, public key, secret).
        proof: the object of the attachment; None if there is none that can be read.
        proof_bytes: the bytes of that attachment.
        record: the bytes of the record that came with it; b"" for none.
        faults: keys of what cannot be read in it.
    """

    place: str
    game: str
    seat: str
    count: int
    host: str
    seals: tuple[tuple[str, str], ...] = ()
    page: tuple[tuple[str, str], ...] = ()
    shown: tuple[str, ...] = ()
    proof: Mapping[str, Any] | None = None
    proof_bytes: bytes = field(default=b"", repr=False)
    record: bytes = field(default=b"", repr=False)
    faults: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The number of the letter, as `g1.thor.9`."""
        return f"{self.game}.{self.seat}.{self.count}"

    @property
    def seal(self) -> str:
        """The seal that it tells: the last one, if it tells several; "" for none."""
        return self.seals[-1][0] if self.seals else ""


@dataclass(slots=True)
class Box:
    """What was found in a mailbox: letters of ours, the number of mails, and mails that cannot be read.

    `unreadable` names only mails that may be ours.
    """

    letters: list[Witness] = field(default_factory=list)
    mails: int = 0
    unreadable: list[tuple[str, str]] = field(default_factory=list)


def read_box(path: Path) -> Box:
    """The letters of ours in a mailbox. Raises `Faulty` if it is not a mailbox; OSError."""
    box = Box()
    for kept in mails(path):
        box.mails += 1
        try:
            if (one := witness(kept)) is not None:
                box.letters.append(one)
        except Unreadable as fault:
            box.unreadable.append((kept.place, fault.why.key))
    return box


def witness(kept: Kept) -> Witness | None:
    """These bytes as a letter of ours; None for any other mail. Raises `Unreadable` if it is over a limit."""
    if not OURS.search(kept.raw, 0, HEAD):
        return None
    data = kept.raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n").replace(b"\0", b"")
    fields, body = read_fields(data)
    number = _number(fields)
    if number is None:
        return None
    parts = leaves(data, fields, body)
    text, page = _text(data, parts, "text/plain"), _text(data, parts, "text/html")
    made: dict[str, Any] = {"seals": tuple(SEAL.findall(text)), "shown": tuple(SHOWN.findall(text))}
    made["page"] = tuple((seal, unescape(words)) for seal, words in PAGE.findall(page))
    attached = dict(_attached(data, parts, ".".join(number[:3])))
    if not (made["seals"] or made["page"] or attached):
        return None
    proof, faults = _proof(attached.get("proof"))
    return Witness(
        place=kept.place,
        game=number[0],
        seat=number[1],
        count=int(number[2]),
        host=number[3].lower(),
        proof=proof,
        proof_bytes=attached.get("proof", b""),
        record=attached.get("record", b""),
        faults=faults,
        **made,
    )


def _number(fields: Fields) -> tuple[str, str, str, str] | None:
    given = fields.every("message-id")
    found = ID.fullmatch(given[0]) if len(given) == 1 else None
    return (found[1], found[2], found[3], found[4]) if found else None


def _text(data: bytes, parts: list[Part], kind: str) -> str:
    """The first part of that kind that is not attached."""
    for part in parts:
        if part.kind == kind and not part.attached:
            raw = _decoded(data, part, TEXT_LIMIT)
            text = charsets.text_of(raw, part.param("charset"))[0]
            return text.replace("\r\n", "\n").replace("\r", "\n")
    return ""


def _decoded(data: bytes, part: Part, limit: int | None = None) -> bytes:
    end = part.end if limit is None else min(part.end, part.start + limit)
    return charsets.transferred(data[part.start : end], part.fields.first("content-transfer-encoding"))


def _attached(data: bytes, parts: list[Part], number: str) -> Iterator[tuple[str, bytes]]:
    """What is attached to a letter of that number, known by file names: its proof, and the record of its game."""
    record = f"{number.partition('.')[0]}.record.yaml"
    names = {f"{number}.proof.json": "proof", record: "record", record + ENDING: "record"}
    for part in parts:
        name = part.param("filename", "content-disposition") or part.param("name")
        if name in names and part.attached:
            yield names[name], as_it_was(_decoded(data, part))


def _proof(data: bytes | None) -> tuple[Mapping[str, Any] | None, tuple[str, ...]]:
    """The object in a proof, or the key of what is wrong with it."""
    if data is None:
        return None, ()
    if len(data) > PROOF_LIMIT:
        return None, ("proof-unreadable",)
    try:
        proof = json.loads(data, object_pairs_hook=_once, parse_constant=_refused)
    except (ValueError, RecursionError):
        return None, ("proof-unreadable",)
    return (proof, ()) if isinstance(proof, dict) else (None, ("proof-unreadable",))


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object, unless a key stands in it twice: two readers would then read two different things."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key twice")
    return made


def _refused(_constant: str) -> Any:
    raise ValueError("no number")

"""Notes within an exchange text: each in brackets, after what it is about, with a head that says whose it is.

    {#3:9f3c2a10 by=Anna seat=thor at="2026-02-01T09:00:00Z" on="15.0 line 2": The left column was lost here.}
    (#4:5b0e11aa by=Olaf at="2026-02-01T09:05:00Z" kind=line on=15.0: lay frigg A2; challenge A)
    [Site "Cologne" by=Olaf at="2026-02-01T09:06:00Z" no="5:77ab01cd"]

The number is that of the note in its notebook; the digits after it are its print: they stand for all that it
says, so that a note that somebody changed in the text is known from one that is as it was. A note without a
head is a new one.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.archive.exchange.model import NOWHERE, Keys, Said, Spot, Tag
from referee.archive.exchange.values import NoValue, value_of, written
from referee.archive.exchange.writing import WORD
from referee.archive.notes import ALL, WHOLE, Note
from referee.archive.places import Place
from referee.util.errors import Faulty
from referee.util.layout import Document

TAG, LINE = "tag", "line"
OF_THE_GAME = frozenset({"game", "id", "edition", "content", "commit", "arbiter", "audience", "result"})
PARTED = ("option.", "term.", "language.")
"""Tags that tell the game itself; every other tag is a note."""
_HEAD = re.compile(
    r"#(?P<no>[0-9]{1,9})(?::(?P<print>[0-9a-f]{8}))?(?P<keys>(?:\s+[a-z]+=(?:\"(?:\\.|[^\"\\])*\"|[^\s\"]+?))*)\s*:(?:\s|\Z)(?P<text>[\s\S]*)"
)
_PRINTED = re.compile(r"#[0-9]+:[0-9a-f]{8}\s")
_KEY = re.compile(r"([a-z]+)=(\"(?:\\.|[^\"\\])*\"|[^\s\"]+)")
_HEADED = ("by", "seat", "at", "kind", "on", "glyph", "name", "to", "opens")


@dataclass(frozen=True, slots=True)
class Given:
    """A note as a text gives it.

    Attributes:
        number, print: what its head says, 0 and "" for a new note.
        fields: the fields of the note that are told, as `Note` names them.
        place: where in its entry; None where the head does not say.
        at: where it stands in the text.
    """

    number: int
    print: str
    fields: Mapping[str, Any]
    place: Place | None = None
    at: Spot = field(default=NOWHERE, compare=False)

    def note(self, **usual: Any) -> Note:
        """The note, with what the text does not tell as `usual` says."""
        told = {**usual, **self.fields}
        return Note(**{**told, "place": usual.get("place", WHOLE) if self.place is None else self.place})


def print_of(note: Note) -> str:
    """8 hexadecimal digits of SHA-256 over all that a note says; not over the seal, which is another in each record."""
    doc = {name: value for name, value in note.document().items() if name != "about"}
    return hashlib.sha256(json.dumps(doc, sort_keys=True).encode()).hexdigest()[:8]


def is_tag(note: Note) -> bool:
    """Whether a note on the game as a whole is told as a tag."""
    fits = note.kind == TAG and note.place == WHOLE and WORD.fullmatch(note.name) and note.name.isascii()
    return bool(fits) and not of_the_game(note.name)


def of_the_game(name: str) -> bool:
    """Whether a tag tells the game itself."""
    return name.lower() in OF_THE_GAME or name.lower().startswith(PARTED)


def tag_of(number: int, note: Note) -> Tag:
    """A tag with who noted it."""
    keys = {name: value for name, value in _keys(note).items() if name not in {"kind", "name", "on"}}
    return Tag(note.name, note.text, {**keys, "no": f"{number}:{print_of(note)}"})


def said_of(number: int, note: Note) -> Said:
    """A note as a comment or a variation."""
    keys = _keys(note)
    if variation := note.kind == LINE:
        del keys["kind"]
    told = "".join(f" {name}={_written(value)}" for name, value in keys.items())
    text = f" {note.text}" if note.text else ""
    return Said(f"#{number}:{print_of(note)}{told}:{text}", variation)


def _written(value: str) -> str:
    return (
        written(value)
        if re.fullmatch(r"[\w.-]+", value) and value[-1] != "."
        else json.dumps(value, ensure_ascii=False)
    )


def _keys(note: Note) -> dict[str, str]:
    """The head of a note; what is usual is left out."""
    keys = {
        "by": note.by,
        "seat": note.seat,
        "at": note.at,
        "kind": note.kind if note.kind != "comment" else "",
        "on": str(note.place) if note.place != WHOLE else "",
        "glyph": note.glyph,
        "name": note.name,
        "opens": note.opens,
    }
    told = {name: value for name, value in keys.items() if value}
    return told if note.to == (ALL,) else {**told, "to": " ".join(note.to)}


def is_headed(text: str) -> bool:
    """Whether a comment begins with the head of a note; a number alone, as in `#15: so`, is none."""
    found = _HEAD.fullmatch(text)
    return bool(found["print"] or found["keys"]) if found else bool(_PRINTED.match(text))


def given_of(said: Said) -> Given:
    """The note that a comment or a variation gives. Raises `Faulty` for a head that says something else."""
    kind = {"kind": LINE} if said.variation else {}
    if not is_headed(said.text):
        return Given(0, "", {**kind, "text": said.text}, at=said.at)
    found = _HEAD.fullmatch(said.text)
    if found is None:
        raise Faulty("text-note", given=said.text[:40])
    try:
        keys = {name: _value(told) for name, told in _KEY.findall(found["keys"])}
    except ValueError as error:
        raise Faulty("text-note", given=said.text[:40]) from error
    told, place = fields_of(keys)
    return Given(
        int(found["no"]), found["print"] or "", {**kind, **told, "text": found["text"]}, place, said.at
    )


def _value(told: str) -> str:
    return str(json.loads(told)) if told.startswith('"') else told


def given_of_tag(tag: Tag) -> Given:
    """The note that a tag gives. Raises `Faulty`."""
    keys = dict(tag.keys)
    number, _, print_ = str(keys.pop("no", "0")).partition(":")
    if not re.fullmatch("[0-9]{1,9}", number):
        raise Faulty("text-note", given=number[:40])
    told, _ = fields_of(keys)
    return Given(
        int(number), print_, {**told, "kind": TAG, "name": tag.name, "text": tag.value}, WHOLE, tag.at
    )


def fields_of(keys: Keys) -> tuple[Document, Place | None]:
    """The fields of a note that a head tells, and its place. Raises `Faulty` for an unknown one."""
    if unknown := sorted(keys.keys() - {*_HEADED}):
        raise Faulty("note-field", field=unknown[0])
    told: Document = {name: str(value) for name, value in keys.items() if name not in {"on", "to"}}
    if "to" in keys:
        told["to"] = tuple(str(keys["to"]).split())
    return told, Place.written(str(keys["on"])) if "on" in keys else None


def texts(items: Iterator[Any]) -> Iterator[Said]:
    """The comments and variations among the items of an entry."""
    return (one for one in items if isinstance(one, Said))


__all__ = [
    "Given",
    "NoValue",
    "fields_of",
    "given_of",
    "given_of_tag",
    "is_tag",
    "print_of",
    "said_of",
    "tag_of",
    "value_of",
]

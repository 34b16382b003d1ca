"""Who is called what in a published collection: by a name with consent, else by a pseudonym, or by none.

A pseudonym stays the same from game to game. It comes from the name in the record by HMAC with the key of the
collection, which its keeper has alone, so nobody else can link it back. Whoever was forgotten is told apart no more.
The key lies beside the index, with who was forgotten, in `archive.key`, for the owner alone, and goes into no site.
"""

import base64
import hmac
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from unicodedata import normalize

from referee.archive.consent import PUBLISHED, people, published_names
from referee.archive.notes import ALL, Note, may_read, standing
from referee.table.table import Table
from referee.util import files
from referee.util.errors import WrongConfig
from referee.util.regexes import regex
from referee.util.values import Value, field

INDEX, KEY = "archive.db", "archive.key"
SOMEBODY, HIDDEN_ADDRESS, HIDDEN_SECRET = "somebody", "[address]", "[secret]"
"""What stands for a forgotten person, for an address, and for what may be the secret of a seat."""
ANNOTATOR = "annotator"
"""The tag by which somebody who did not play signs a notebook in public."""
SHORTEST_PART = 3
"""Of a name of several words each word of so many letters is hidden by itself too."""
LONGEST_NAME = 4
"""How many words of a text are looked at together for a forgotten name."""
_ADDRESS = regex(r"(?<![^\s<>@,;:()\[\]\"'])[^\s<>@,;:()\[\]\"']+@[^\s<>@,;:()\[\]\"']+")
_SECRET = regex(r"(?<![a-z0-9])(?:[a-z2-7]{26}|[0-9a-f]{32,})(?![a-z0-9])")
_WORD = regex(r"[^\W_]+(?:[-'\u2019.][^\W_]+)*")


_BEFORE, _AFTER = r"(?<![^\W\d_])", r"(?=s?(?![^\W\d_]))"
"""What stands before and after a name: no letter, but for the s of a genitive."""


def _folded(name: str) -> str:
    """A name in one form, in whatever case and with whatever accents it is written."""
    return " ".join(normalize("NFC", name).casefold().split())


class Names(Value, dict=True, unshown=("key",)):
    """The keeper's part: the key (32 bytes), and who was forgotten, as `mark` gives it.

    `half`: somebody was being forgotten when that was broken off, so the index may still hold the name.
    """

    key: bytes
    forgotten: frozenset[str] = frozenset()
    half: bool = False

    def mark(self, name: str) -> str:
        """What stands for a name among the forgotten, in hex: nobody without the key can tell whose it is."""
        return hmac.digest(
            self.key, b"forgotten\0" + _folded(name).encode(errors="surrogatepass"), "sha256"
        ).hex()

    def is_forgotten(self, name: str) -> bool:
        """Whether the person of that name, or pseudonym, was forgotten."""
        return bool(self.forgotten) and self.mark(name) in self.forgotten

    def pseudonym(self, name: str) -> str:
        """What stands for a name: `Player K3F9-7QMX`; the same for the same name, in whatever case it is written."""
        made = hmac.digest(self.key, b"pseudonym\0" + _folded(name).encode(errors="surrogatepass"), "sha256")
        code = base64.b32encode(made[:5]).decode()
        return f"Player {code[:4]}-{code[4:]}"

    def tag(self, what: str, text: str) -> str:
        """16 hex digits that stand for a text, such as the path of a file, and do not tell it."""
        told = f"{what}\0{text}".encode(errors="surrogatepass")  # not every name of a file is text
        return hmac.digest(self.key, told, "sha256").hex()[:16]

    def is_gone(self, name: str) -> bool:
        """Whether the person of that name was forgotten, by that name or by the pseudonym that stands for it."""
        return self.is_forgotten(name) or self.is_forgotten(self.pseudonym(name))

    def hidden(self, name: str) -> str:
        """What a person without consent is called."""
        return SOMEBODY if self.is_gone(name) else self.pseudonym(name)

    def traces(self, slug: str, called: Iterable[str]) -> frozenset[str]:
        """What stands for the names and pseudonyms of the people of one game, in hex.

        For the same name it is another in each game: it links no two of them.
        """
        return frozenset(
            self.tag(f"person {slug}", _folded(one))
            for name in called
            for one in (name, self.pseudonym(name))
        )


def names_of(index: Path) -> Names:
    """The names of the collection with this index; a new key where there is none. Raises `Faulty` for a damaged one."""
    path = index.with_name(KEY)
    if not path.exists():
        names = Names(os.urandom(32))
        write_names(index, names)
        return names
    try:
        told = json.loads(path.read_text("utf-8"))
        return Names(
            bytes.fromhex(told["key"]), frozenset(map(str, told["forgotten"])), told.get("half") is True
        )
    except (ValueError, KeyError, TypeError) as error:
        raise WrongConfig("archive-key", where=str(path), name=str(path)) from error


def write_names(index: Path, names: Names) -> None:
    """Write the key down, and who was forgotten, for the owner alone. Raises OSError."""
    told = {"key": names.key.hex(), "forgotten": sorted(names.forgotten), "half": names.half}
    files.replace(index.with_name(KEY), json.dumps(told, indent=1).encode() + b"\n")


class Cast(Value, dict=True):
    """The people of one game: what the player of each seat is called ("" if nobody knows), and what each name becomes.

    Attributes:
        seats: by seat, the name to be shown.
        instead: by a name as it is written in the game or its notes, folded: what is shown in its place.
        kept: names, folded, that stand as they are written.
        called: every name that somebody has in the game or its notes, shown or not.
        label: what the game is called, which may tell a name too.
    """

    names: Names
    seats: Mapping[str, str]
    instead: Mapping[str, str]
    kept: frozenset[str] = field(default=frozenset())
    called: frozenset[str] = field(default=frozenset())
    label: str = ""

    def writer(self, note: Note) -> str:
        """What the writer of a note is called: a player as a player is, others by their own signature alone."""
        if note.seat and (shown := self.seats.get(note.seat)):
            return shown
        folded = _folded(note.by)
        if folded in self.instead:
            return self.instead[folded]
        return note.by if folded in self.kept else self.names.hidden(note.by)

    def move(self, move: str) -> str:
        """A move in canonical notation: words of the game, in which nobody is named but in what the game is called."""
        if (shown := self.clean(self.label)) == self.label:
            return move
        return re.sub(rf"(?<!\S){re.escape(self.label)}(?!\S)", lambda _: shown, move)

    def clean(self, text: str) -> str:
        """A text without the names, addresses and secrets that are not to be published."""
        text = normalize("NFC", text)
        text = _SECRET.sub(HIDDEN_SECRET, _ADDRESS.sub(HIDDEN_ADDRESS, text))
        if self._pattern:
            text = self._pattern.sub(lambda found: self.instead[_folded(found[0])], text)
        return self._without_forgotten(text) if self.names.forgotten else text

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        longest_first = sorted(self.instead, key=len, reverse=True)
        spelled = "|".join(_spelled(one) for one in longest_first)
        return re.compile(f"{_BEFORE}(?:{spelled}){_AFTER}", re.IGNORECASE) if spelled else None

    def _without_forgotten(self, text: str) -> str:
        """The text without the names of people who were forgotten, though they did not play in this game."""
        words, taken = list(_WORD.finditer(text)), list[tuple[int, int]]()
        for size in range(LONGEST_NAME, 0, -1):
            for first in range(len(words) - size + 1):
                start, end = words[first].start(), words[first + size - 1].end()
                free = all(end <= low or high <= start for low, high in taken)
                if free and text[start:end] != SOMEBODY and self.names.is_forgotten(text[start:end]):
                    taken.append((start, end))
        for start, end in sorted(taken, reverse=True):
            text = text[:start] + SOMEBODY + text[end:]
        return text


def _spelled(name: str) -> str:
    """A pattern of a name that is folded: of an ß, too, which is folded to ss."""
    return r"\s+".join(re.escape(one).replace("ss", "(?:ss|ß|ẞ)") for one in name.split())


def cast(table: Table, notes: Iterable[Note], names: Names) -> Cast:
    """Who is called what in a game, which may be redacted, with its notes."""
    notes = tuple(notes)
    (playing, others), published = people(table), published_names(table, notes)
    seats, instead = dict[str, str](), dict[str, str]()
    called = {*playing.values(), *others, *(note.by for note in notes)}
    for seat in table.seats:
        known, agreed = playing.get(seat, ""), published[seat]
        gone = any(names.is_gone(one) for one in (known, agreed) if one)
        shown = SOMEBODY if gone else agreed or (names.hidden(known) if known else "")
        seats[seat] = shown
        for name in {known, *_called(notes, seat)} - {""}:
            called.add(name)
            instead |= _each_part(name, shown or names.hidden(name))
    for seat, name in playing.items():  # by which somebody plays, whoever else claims that name
        instead |= _each_part(name, seats[seat])
    for name in others:
        instead = _each_part(name, names.hidden(name)) | instead
    shown_names = {_folded(name) for name in seats.values()}
    signed = {one for one in _signatures(table, notes) if not names.is_forgotten(one)}
    for note in notes:
        if not note.seat and _folded(note.by) not in signed:
            instead = {_folded(note.by): names.hidden(note.by)} | instead
    harmless = {*table.seats, *shown_names, *(part for one in shown_names for part in one.split())}
    instead = {name: to for name, to in instead.items() if name not in harmless}
    return Cast(names, seats, instead, frozenset(signed), frozenset(called), table.id)


def _each_part(name: str, shown: str) -> dict[str, str]:
    """A name and each longer word of it, with what is shown instead."""
    whole = _folded(name)
    return {part: shown for part in (whole, *whole.split()) if part == whole or len(part) >= SHORTEST_PART}


def _called(notes: Iterable[Note], seat: str) -> Iterator[str]:
    """What the player of a seat is called in the notes."""
    for note in notes:
        if note.seat == seat:
            yield note.by
            if note.kind == PUBLISHED and note.name:
                yield note.name


def _signatures(table: Table, notes: Iterable[Note]) -> Iterator[str]:
    """Those who signed the notebook by a tag of their own that everybody may read, folded."""
    turn, over = int(table.position.partition(".")[0]), table.outcome is not None
    for note in standing(notes):
        own = (
            note.kind == "tag" and _folded(note.name) == ANNOTATOR and _folded(note.text) == _folded(note.by)
        )
        if own and not note.seat and ALL in note.to and may_read(note, None, turn=turn, over=over):
            yield _folded(note.by)

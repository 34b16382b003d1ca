"""The record of a game: one file that is only ever added to, and that shows whether it is whole.

A record is a row of YAML documents in the layout of `referee.util.layout`. After each stands a closing line,
`... # <mark>`: SHA-256 over the mark before it (32 zero bytes before the first) and the bytes, for tears and rot.
"""

import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Literal

from referee.record.seals import FORMAT, START, broken_seal, other_format
from referee.util import files
from referee.util.errors import Faulty, TryAgain
from referee.util.layout import Document, NotCanonical, read_document, read_documents, write_document
from referee.util.packing import as_it_was
from referee.util.regexes import regex
from referee.util.values import Value, replace

WasMailed = Callable[[int], bool]
"""Whether the outbox holds a mail that was made from the entry of that number."""

BEGINNING = b"---\nentry: 0\n"
_CLOSING = regex(rb"\n\.\.\. # ([0-9a-f]{64})(?=\n)")
_CLOSING_LENGTH = 71
_NO_CLOSING = regex(rb"(?:\A|\n)\.\.\.[^\n]*\n|\.\.\. # [0-9a-f]{64}\n")
_ENDS = regex(
    rb'---\nentry: ([0-9]{1,15})\n.*\nseal: "([0-9a-f]{64})"\n(?:signature: "[0-9a-f]{128}"\n)?', re.DOTALL
)
_SECOND = regex(rb"\n---\n")
_CHUNK = 8192
MOST_BY_HAND = 256 * 1024  # any YAML is read some fifty times as slowly as our own layout


class Damaged(Faulty):
    """A record that differs from what was written; `entry` is the number of the first wrong entry."""

    def __init__(self, entry: int, key: str, *, where: str = "", **params: Any) -> None:
        super().__init__(key, where=where, entry=entry, **params)
        self.entry = entry


class Busy(TryAgain):
    """Another process holds the record."""


class Moved(TryAgain):
    """The record was added to after the caller read it: read it again, and build the entry again."""


class Last(Value):
    """Where a record ends: number, mark and seal of its last entry (-1 and `START` if it has none).

    `mended` names the file that a torn tail was moved to; the tail stood where the next entry will stand.
    """

    entry: int = -1
    mark: bytes = START
    seal: bytes = START
    mended: str = ""


class Reading(Value):
    """A record as read: its documents, their marks, and the bytes of a torn tail (b"" if it is whole).

    `written` are the bytes of each document, b"" for one that is not in our own layout.
    """

    documents: tuple[Document, ...]
    marks: tuple[bytes, ...]
    torn: bytes
    written: tuple[bytes, ...] = ()

    @property
    def last(self) -> Last:
        """Where the record ends, the torn tail left out."""
        return _last(self.documents[-1], self.marks[-1]) if self.documents else Last()

    def until(self, entry: int) -> "Reading":
        """The record up to but without an entry."""
        return Reading(self.documents[:entry], self.marks[:entry], b"", self.written[:entry])

    def refuse_other_files(self, name: str) -> None:
        """Raise `Damaged` for another kind of file: no document in it is whole, and it begins as no record does."""
        begins = self.torn[: len(BEGINNING)]
        if not self.documents and not (begins and BEGINNING.startswith(begins)):
            raise Damaged(0, "no-record", where=name)


class Mended(Value):
    """A torn tail that was moved aside: the name of the file, how many bytes, and which entry it was."""

    name: str
    size: int
    entry: int


class Checked(Value):
    """How many entries are whole; `torn` can be mended, `damaged` cannot, `cut` is mailed but not there."""

    entries: int
    fault: Literal["", "torn", "damaged", "cut"] = ""
    entry: int | None = None
    why: Faulty | None = None


def never(_entry: int) -> bool:
    """No outbox at hand: no entry was ever mailed."""
    return False


def read(path: Path, *, timeout: float = 1.0) -> Reading:
    """The whole record, every mark verified.

    Raises `Damaged` naming the entry; `Busy` if it is being written to for longer than `timeout` seconds; OSError.
    A torn tail is no error: it is told in `torn`. One that came packed with a letter is unpacked.
    """
    with _held(path, files.READ, timeout, shared=True) as fd:
        files.refuse_other(fd, path)
        return read_bytes(as_it_was(_bytes(fd, 0, os.fstat(fd).st_size), BEGINNING), str(path))


def read_bytes(data: bytes, name: str) -> Reading:
    """The same for the bytes of a record; messages call it `name`."""
    bodies, end = _bodies(data, 0, START, name, 0)
    read = read_documents([body for body, _ in bodies])
    documents, written = [], []
    for number, ((body, _), strict) in enumerate(zip(bodies, read, strict=True)):
        doc = _as_yaml(body, number, name) if strict is None else strict
        written.append(b"" if strict is None else body)
        if type(doc.get("entry")) is not int or doc["entry"] != number:
            raise Damaged(number, "record-order", where=name, found=str(doc.get("entry"))[:40])
        documents.append(doc)
    return Reading(tuple(documents), tuple(mark for _, mark in bodies), data[end:], tuple(written))


def text(documents: Iterable[Document]) -> bytes:
    """The bytes of a whole record of these documents, marks included."""
    out, mark = list[bytes](), START
    for doc in documents:
        data, mark = framed(doc, mark)
        out.append(data)
    return b"".join(out)


def framed(doc: Document, before: bytes) -> tuple[bytes, bytes]:
    """The bytes of one document with its closing line, and its mark; `before` is the mark before it."""
    body = write_document(doc)
    mark = _mark(before, body)
    return body + b"... # " + mark.hex().encode() + b"\n", mark


def _mark(before: bytes, body: bytes) -> bytes:
    return hashlib.sha256(before + body).digest()


def _bodies(
    data: bytes, at: int, mark: bytes, name: str, entry: int
) -> tuple[list[tuple[bytes, bytes]], int]:
    """Documents with their marks from `at` on, and where the whole ones end (what follows is torn)."""
    bodies: list[tuple[bytes, bytes]] = []
    for closing in _CLOSING.finditer(data, max(at - 1, 0)):
        body, end = data[at : closing.start() + 1], closing.end() + 1
        found = _mark(mark, body)
        if found != bytes.fromhex(closing[1].decode()):
            # Zeros where a page never reached the disk: a tear, if this was the last write.
            if b"\0" in body and end == len(data) and not _SECOND.search(body):
                return bodies, at
            raise Damaged(entry, "record-mark", where=name)
        bodies.append((body, found))
        mark, at, entry = found, end, entry + 1
    if not _is_cut_short(data[at:], mark):
        raise Damaged(entry, "record-closing", where=name)
    return bodies, at


def _is_cut_short(tail: bytes, mark: bytes) -> bool:
    """Whether one write broke off here. If not, this is a document with a rotten closing line.

    One write has one beginning, and leaves no line that only looks like a closing line. And if all but a few
    of the last bytes are exactly the closing line that belongs there, the document was once written whole.
    """
    if _SECOND.search(tail):
        return False
    if b"\0" in tail:
        return True
    due = b"... # " + _mark(mark, tail[:-_CLOSING_LENGTH]).hex().encode() + b"\n"
    right = sum(a == b for a, b in zip(tail[-_CLOSING_LENGTH:], due, strict=False))
    return not _NO_CLOSING.search(tail) and right < _CLOSING_LENGTH - _CLOSING_LENGTH // 8


def _document(body: bytes, entry: int, name: str) -> Document:
    """A document whose mark is right: by the strict reader, or else as any YAML within our bounds."""
    try:
        return read_document(body)
    except NotCanonical:
        return _as_yaml(body, entry, name)


def _as_yaml(body: bytes, entry: int, name: str) -> Document:
    """A document whose mark is right, but which is not in our own layout: somebody else wrote it. It must be small."""
    if len(body) > MOST_BY_HAND:
        raise Damaged(entry, "record-by-hand", where=name, size=len(body), most=MOST_BY_HAND)
    from referee.util import plainyaml  # noqa: PLC0415  slow to load, and seldom needed

    try:
        values = [marked.value for marked in plainyaml.read_all(body, name)]
    except Faulty as fault:
        raise Damaged(entry, "record-yaml", where=name, reason=str(fault)) from fault
    if len(values) == 1 and isinstance(values[0], dict):
        return values[0]
    raise Damaged(entry, "record-document", where=name)


def _last(doc: Document, mark: bytes) -> Last:
    try:
        return Last(doc["entry"], mark, bytes.fromhex(doc.get("seal", "")) or START)
    except (KeyError, TypeError, ValueError) as error:
        raise Damaged(-1, "record-document") from error


def _last_of(body: bytes, mark: bytes, name: str) -> Last:
    """The same of a document's bytes; of our own layout only the first and last line are looked at."""
    if found := _ENDS.fullmatch(body):
        return Last(int(found[1]), mark, bytes.fromhex(found[2].decode()))
    return _last(_document(body, -1, name), mark)


def append(
    path: Path,
    doc: Document | Callable[[Last], Document],
    *,
    expected: bytes | None = None,
    was_mailed: WasMailed = never,
    timeout: float = 1.0,
) -> Last:
    """Add one document; when this returns, it is on the disk. Returns where the record ends now.

    `doc` is the document, or a function that makes it from where the record ends; the function is called
    under the lock, and after a torn tail was mended. `expected` is the last mark that the caller knows
    (`START`: there is no record yet). Only the tail of the record is read. If anything fails, the record is
    as it was, or torn.

    Raises `Moved`, `Busy`, `Damaged`, OSError; ValueError for a document that is not sealed.
    """
    how = files.ADD_OR_MAKE if expected in {None, START} else files.ADD
    with _held(path, how, timeout) as fd:
        last = _mend(fd, path, was_mailed)[0]
        if expected is not None and last.mark != expected:
            raise Moved("record-moved", where=str(path), entry=last.entry)
        made = doc(last) if callable(doc) else doc
        if made.get("mended", "") != last.mended:
            raise Moved("record-mended", where=str(path), entry=last.entry + 1, mended=last.mended)
        if made.get("entry") != last.entry + 1:
            raise Moved("record-moved", where=str(path), entry=last.entry)
        if broken_seal([made], last.seal) is not None:
            raise ValueError(f"entry {last.entry + 1} is not sealed as the one after entry {last.entry}")
        data, mark = framed(made, last.mark)
        _add(fd, data, path.parent if last.entry <= 0 else None)
        return _last(made, mark)


def _add(fd: int, data: bytes, folder: Path | None) -> None:
    """One write, made durable, with the folder while the file is young; undone if it fails."""
    before = os.fstat(fd).st_size
    try:
        files.append(fd, data)
        if folder is not None:
            files.sync_folder(folder)
    except OSError:
        # After a failed fsync nobody knows what is on the disk; so that nobody builds on it, it goes.
        with suppress(OSError):
            files.cut(fd, before)
        raise


def mend(path: Path, was_mailed: WasMailed = never, *, timeout: float = 1.0) -> Mended | None:
    """Move a torn tail aside, to `record.torn-<entry>` beside `record.yaml`; None if there is none.

    Also syncs what a writer that died may have left unsynced. Raises `Damaged` if the entry was mailed, or is
    not torn.
    """
    with _held(path, files.ADD, timeout) as fd:
        _, mended = _mend(fd, path, was_mailed)
        files.sync(fd)
        files.sync_folder(path.parent)
        return mended


def _mend(fd: int, path: Path, was_mailed: WasMailed) -> tuple[Last, Mended | None]:
    last, end, torn = _tail(fd, str(path))
    entry = last.entry + 1
    if was_mailed(entry):
        raise Damaged(entry, "record-torn-mailed" if torn else "record-cut", where=str(path))
    mended = None
    if torn:
        mended = Mended(_move_aside(path, entry, torn), len(torn), entry)
        files.cut(fd, end)
    *aside, _free = _aside(path, entry)
    return replace(last, mended=aside[-1] if aside else ""), mended


def _aside(path: Path, entry: int) -> Iterator[str]:
    """The names for torn tails of an entry, up to the first that is free."""
    name, number = f"{path.stem}.torn-{entry}", 1
    while (path.parent / name).exists():
        yield name
        number += 1
        name = f"{path.stem}.torn-{entry}.{number}"
    yield name


def _move_aside(path: Path, entry: int, torn: bytes) -> str:
    *taken, name = _aside(path, entry)
    if taken and (path.parent / taken[-1]).read_bytes() == torn:
        name = taken[-1]  # the last attempt got this far, and no further
    files.replace(path.parent / name, torn)
    return name


def _tail(fd: int, name: str) -> tuple[Last, int, bytes]:
    """Where the record ends, and in the file its whole part, and the torn bytes beyond; read backwards."""
    size = os.fstat(fd).st_size
    for wanted in (2, 3):
        start, data, closings = _back(fd, size, wanted)
        first = closings[-wanted] if start else None
        at, mark = (first.end() + 1, bytes.fromhex(first[1].decode())) if first else (0, START)
        try:
            bodies, end = _bodies(data, at, mark, name, 0)
            last = _last_of(*bodies[-1], name) if bodies else Last()
        except Damaged:
            read_bytes(_bytes(fd, 0, size), name)  # says which entry
            raise
        if bodies or not start:
            break
    return last, start + end, data[end:]


def _back(fd: int, size: int, wanted: int) -> tuple[int, bytes, list[re.Match[bytes]]]:
    """The end of a file with at least this many closing lines in it, or the whole file: its offset and its bytes."""
    length = _CHUNK
    while True:
        start = max(0, size - length)
        data = _bytes(fd, start, size)
        closings = list(_CLOSING.finditer(data))
        if not start or len(closings) >= wanted:
            return start, data, closings
        length *= 4


def _bytes(fd: int, start: int, end: int) -> bytes:
    pieces = []
    while start < end and (piece := os.pread(fd, end - start, start)):
        pieces.append(piece)
        start += len(piece)
    return b"".join(pieces)


@contextmanager
def _held(path: Path, flags: int, timeout: float, *, shared: bool = False) -> Iterator[int]:
    """The file, opened and locked. Raises `Busy`."""
    with ExitStack() as held:
        try:
            fd = held.enter_context(files.locked(path, timeout, flags, shared=shared))
        except files.BusyFile as error:
            raise Busy("record-busy", where=str(path)) from error
        yield fd


def check(path: Path, was_mailed: WasMailed = never, *, timeout: float = 1.0) -> Checked:
    """Check every mark and every seal of a record, and whether the outbox agrees; changes nothing.

    The answer says what is wrong with the record. Raises only `Busy` and OSError.
    """
    try:
        reading = read(path, timeout=timeout)
    except Damaged as fault:
        return Checked(fault.entry, "damaged", fault.entry, fault)
    return checked(reading, str(path), was_mailed)


def checked(reading: Reading, name: str, was_mailed: WasMailed = never) -> Checked:
    """The same for a record that was read already: its seals, whether its end is torn, and the outbox."""
    count = len(reading.documents)
    if written := other_format(reading.documents):
        other = Damaged(0, "record-format", where=name, format=written, known=FORMAT)
        return Checked(0, "damaged", 0, other)
    if (broken := broken_seal(reading.documents, written=reading.written)) is not None:
        return Checked(broken, "damaged", broken, Damaged(broken, "record-seal", where=name))
    mailed = was_mailed(count)
    if reading.torn:
        key = "record-torn-mailed" if mailed else "record-torn"
        tear = Damaged(count, key, where=name, size=len(reading.torn))
        return Checked(count, "damaged" if mailed else "torn", count, tear)
    if mailed:
        return Checked(count, "cut", count, Damaged(count, "record-cut", where=name))
    return Checked(count)

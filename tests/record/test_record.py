"""The record of a game: added to, read, mended, checked; and its seals."""

import hashlib
import hmac
import os
import random
import signal
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.record import file, seals
from referee.record.file import Busy, Damaged, Last, Moved, append, check, mend, read, read_bytes
from referee.record.seals import START
from referee.util import files
from referee.util.errors import Faulty
from referee.util.layout import Document, write_document

SALT = bytes(range(32))


def entry(last: Last, **more: Any) -> Document:
    """A small entry that follows the last one, sealed."""
    doc = {"entry": last.entry + 1, "kind": "letter", "raw": "draw, please\n", **more}
    if last.mended:
        doc["mended"] = last.mended
    return seals.close(doc, last.seal, {"onlooker": {}}, SALT)


def record_of(count: int, **more: Any) -> bytes:
    """The bytes of a record of this many entries."""
    docs: list[Document] = []
    last = Last()
    for number in range(count):
        docs.append(entry(last, **more))
        last = Last(number, START, bytes.fromhex(docs[-1]["seal"]))
    return file.text(docs)


def entries(data: bytes) -> list[bytes]:
    """A record cut at its entries' edges."""
    pieces = data.split(b"---\n")[1:]
    return [b"---\n" + piece for piece in pieces]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the record is; nothing waits for the disk, since no test here cuts the power."""
    monkeypatch.setattr(os, "fsync", os.fstat)
    return tmp_path / "record.yaml"


# Adding and reading


def test_what_is_added_is_read_back(tmp_path: Path) -> None:
    """Entries are read back in order, with their marks; any YAML reader reads the same file."""
    path = tmp_path / "record.yaml"
    lasts = [append(path, entry, expected=START)]
    lasts += [append(path, entry, expected=lasts[-1].mark), append(path, entry)]
    reading = read(path)
    assert [doc["entry"] for doc in reading.documents] == [0, 1, 2]
    assert reading.marks == tuple(last.mark for last in lasts)
    assert reading.last == lasts[-1]
    assert reading.torn == b""
    assert path.read_bytes() == file.text(reading.documents) == record_of(3)
    assert list(yaml.safe_load_all(path.read_bytes())) == list(reading.documents)


def test_the_mark_is_the_hash_it_is_said_to_be(path: Path) -> None:
    """SHA-256 of the mark before, 32 zero bytes at first, and the document from `---` to the closing line."""
    append(path, entry)
    append(path, entry)
    before = bytes(32)
    for piece in entries(path.read_bytes()):
        body, _, closing = piece.rpartition(b"... # ")
        before = hashlib.sha256(before + body).digest()
        assert closing == before.hex().encode() + b"\n"
    assert read(path).marks[-1] == before


def test_only_its_owner_may_read_it(path: Path) -> None:
    """The record, and what is torn off it, have mode 0600."""
    append(path, entry)
    path.write_bytes(path.read_bytes() + b"---\nent")
    mended = mend(path)
    assert mended is not None
    for name in (path.name, mended.name):
        assert stat.S_IMODE((path.parent / name).stat().st_mode) == 0o600


def test_an_entry_must_follow_the_last(path: Path) -> None:
    """A wrong number, a wrong mark, a wrong seal: nothing is written."""
    first = append(path, entry)
    second = append(path, entry)
    before = path.read_bytes()
    for doc in (entry(first), entry(Last(7, second.mark, second.seal))):
        with pytest.raises(Moved):
            append(path, doc)
    for mark in (START, first.mark):
        with pytest.raises(Moved):
            append(path, entry, expected=mark)
    for doc in (entry(Last(1, START, first.seal)), {"entry": 2}, {**entry(second), "raw": "other"}):
        with pytest.raises(ValueError, match="sealed"):
            append(path, doc)
    assert path.read_bytes() == before


def test_a_record_that_is_gone_is_not_begun_anew(path: Path) -> None:
    """A caller who knows a last mark does not create the file, nor does one who only reads or mends."""
    for attempt in (lambda: append(path, entry, expected=SALT), lambda: read(path), lambda: mend(path)):
        with pytest.raises(FileNotFoundError):
            attempt()
    assert not path.exists()


def test_two_cannot_add_at_once(path: Path) -> None:
    """While one process holds the record, others learn that it is busy, and wait no longer than they asked to."""
    append(path, entry)
    with files.locked(path, 0):
        for attempt in (
            lambda: append(path, entry, timeout=0.02),
            lambda: read(path, timeout=0),
            lambda: mend(path, timeout=0),
        ):
            with pytest.raises(Busy):
                attempt()
    append(path, entry, timeout=0)


@pytest.mark.slow
def test_many_processes_add_one_after_the_other(path: Path) -> None:
    """Four processes that add eight entries each leave 32, in one chain."""
    children = [forked(lambda: [append(path, entry, timeout=30) for _ in range(8)]) for _ in range(4)]
    for child in children:
        assert os.waitpid(child, 0)[1] == 0
    assert check(path).entries == 32
    assert check(path).fault == ""


def forked(work: Callable[[], object]) -> int:
    """A child process that does this, and ends with 0 if it worked."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


@pytest.mark.slow
def test_only_the_tail_is_read(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding to 20, 200 or 2000 entries reads the same number of bytes, and no more than one chunk."""
    counts: list[int] = []
    real = os.pread
    monkeypatch.setattr(os, "pread", lambda fd, n, at: counted(counts, real(fd, n, at)))
    totals = []
    for count in (20, 200, 2000):
        path.write_bytes(record_of(count, text="x" * 1000))
        counts.clear()
        append(path, entry)
        totals.append(sum(counts))
    assert totals == [file._CHUNK] * 3


def counted(counts: list[int], piece: bytes) -> bytes:
    """A piece as read, its length noted."""
    counts.append(len(piece))
    return piece


@pytest.mark.parametrize("size", [file._CHUNK - 400, file._CHUNK, 3 * file._CHUNK, 200_000])
def test_entries_larger_than_a_chunk(path: Path, size: int) -> None:
    """An entry of any size is verified before the next is added, even if it is longer than one chunk read backwards."""
    for text in ("a" * size, "b" * 10, "c" * size, "d" * size):
        append(path, lambda last, text=text: entry(last, text=text))  # type: ignore[misc]
    assert check(path).entries == 4
    whole = path.read_bytes()
    path.write_bytes(whole[: -size // 2] + bytes(size // 4) + whole[-size // 4 :])
    assert append(path, entry).entry == 3
    assert check(path).entries == 4
    path.write_bytes(whole[:-size] + b"!" + whole[1 - size :])
    with pytest.raises(Damaged) as caught:
        append(path, entry)
    assert caught.value.entry == 3


# Tears


def torn_at(data: bytes, cut: int) -> tuple[int, bool]:
    """How many entries are whole in a record cut at this byte, and whether the cut left a torn one."""
    whole, at = 0, 0
    for piece in entries(data):
        if at + len(piece) <= cut:
            whole, at = whole + 1, at + len(piece)
    return whole, at < cut


@pytest.mark.slow
@pytest.mark.parametrize("zeros", [0, 1, 512])
def test_cut_anywhere_and_added_to_again(path: Path, zeros: int) -> None:
    """A record cut at any byte, zeros after the cut or not, is mended, added to, and reads as whole."""
    data = record_of(3)
    for cut in range(len(data) + 1) if not zeros else range(0, len(data) + 1, 7):
        for left in path.parent.iterdir():
            left.unlink()
        path.write_bytes(data[:cut] + bytes(zeros))
        whole, torn = torn_at(data, cut)
        torn = torn or bool(zeros)
        assert check(path).entries == whole
        assert check(path).fault == ("torn" if torn else "")
        after = append(path, entry)
        reading = read(path)
        assert (after.entry, reading.torn, len(reading.documents)) == (whole, b"", whole + 1)
        assert reading.documents[-1].get("mended", "") == (f"record.torn-{whole}" if torn else "")
        if torn:
            moved = (path.parent / f"record.torn-{whole}").read_bytes()
            assert path.read_bytes().startswith(data[: cut + zeros - len(moved)])
            assert data[:cut].endswith(moved[: len(moved) - zeros])
    assert check(path).fault == ""


@pytest.mark.slow
def test_cut_around_the_edges_of_a_long_record(path: Path) -> None:
    """The same three bytes around every edge of a record of forty entries that is longer than a chunk."""
    data = record_of(40, text="x" * 600)
    edges = [0]
    for piece in entries(data):
        edges.append(edges[-1] + len(piece))
    for edge in edges[1:-1]:
        for cut in range(edge - 3, edge + 4):
            path.write_bytes(data[:cut])
            whole, torn = torn_at(data, cut)
            mended = mend(path)
            assert (mended is not None) == torn
            assert mended is None or mended.entry == whole
            assert path.read_bytes() == data[: edges[whole]]
            assert len(read(path).documents) == whole


def test_zeros_within_the_last_entry_are_a_tear(path: Path) -> None:
    """A page that never reached the disk leaves zeros before a closing line: a tear, in the last entry only."""
    first, second, third = entries(record_of(3))
    holed = b"---\nentry" + bytes(len(third) - 80) + third[-71:]
    path.write_bytes(first + second + holed)
    assert (check(path).fault, check(path).entry) == ("torn", 2)
    assert mend(path) == file.Mended("record.torn-2", len(holed), 2)
    assert path.read_bytes() == first + second
    path.write_bytes(first + b"---\nentry" + bytes(len(second) - 80) + second[-71:] + third)
    assert (check(path).fault, check(path).entry) == ("damaged", 1)
    with pytest.raises(Damaged):
        mend(path)
    path.write_bytes(holed)
    assert mend(path) == file.Mended("record.torn-0", len(holed), 0)
    assert path.read_bytes() == b""


def test_a_torn_entry_that_was_mailed_stops_everything(path: Path) -> None:
    """What a player was told cannot be mended away: `Damaged` names the entry, and nothing changes."""
    data = record_of(2)[:-10]
    path.write_bytes(data)
    for attempt in (lambda: mend(path, (1).__eq__), lambda: append(path, entry, was_mailed=(1).__eq__)):
        with pytest.raises(Damaged) as caught:
            attempt()
        assert caught.value.entry == 1
    assert (check(path, (1).__eq__).fault, check(path, (2).__eq__).fault) == ("damaged", "torn")
    assert [left.name for left in path.parent.iterdir()] == [path.name]
    assert path.read_bytes() == data


def test_a_cut_at_an_edge_is_found_by_the_outbox(path: Path) -> None:
    """If the outbox knows an entry that the record does not, the record was cut, and is not added to."""
    path.write_bytes(record_of(2))
    assert (check(path).fault, check(path, (2).__eq__).fault) == ("", "cut")
    with pytest.raises(Damaged) as caught:
        append(path, entry, was_mailed=(2).__eq__)
    assert (caught.value.entry, caught.value.why.key) == (2, "record-cut")


def test_torn_tails_are_kept_apart(path: Path) -> None:
    """An older torn tail of the same entry is never overwritten; one already moved is not moved twice."""
    whole = record_of(1)
    names = []
    for tail in (b"---\na", b"---\nb", b"---\nb", b"---\nc"):
        path.write_bytes(whole + tail)
        mended = mend(path)
        assert mended is not None
        names.append(mended.name)
    assert names == ["record.torn-1", "record.torn-1.2", "record.torn-1.2", "record.torn-1.3"]
    assert [(path.parent / name).read_bytes() for name in names] == [
        b"---\na",
        b"---\nb",
        b"---\nb",
        b"---\nc",
    ]


def test_the_next_entry_says_that_a_tail_was_torn(path: Path) -> None:
    """It does so even if the process that mended died before it could; the entry after it says nothing."""
    path.write_bytes(record_of(1) + b"---\nent")
    mend(path)
    with pytest.raises(Moved):
        append(path, entry(read(path).last))
    assert append(path, entry).mended == ""
    append(path, entry)
    assert [doc.get("mended") for doc in read(path).documents] == [None, "record.torn-1", None]


# Rot


@pytest.mark.slow
def test_every_flipped_bit_is_found() -> None:
    """Any one bit flipped anywhere in a record is found; only a zero byte in the last entry can pass for a tear."""
    data = record_of(3)
    edge = sum(map(len, entries(data)[:-1]))
    for at in range(len(data)):
        for bit in range(8):
            spoilt = bytearray(data)
            spoilt[at] ^= 1 << bit
            found = fault_of(bytes(spoilt))
            assert found == torn_at(data, at)[0] or (found is None and at >= edge and spoilt[at] == 0)


def fault_of(data: bytes) -> int | None:
    """Which entry is damaged; None for a torn tail. Whole records do not come here."""
    try:
        assert read_bytes(data, "record").torn
    except Damaged as fault:
        return fault.entry
    return None


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.data())
def test_every_change_is_found(data: st.DataObject) -> None:
    """Bytes replaced, taken out or put in, entries swapped, doubled or left out: never read as if whole."""
    whole = record_of(4)
    pieces = entries(whole)
    if data.draw(st.booleans()):
        spoilt = b"".join(data.draw(st.lists(st.sampled_from(pieces), max_size=5)))
    else:
        at = data.draw(st.integers(0, len(whole)))
        gone = data.draw(st.integers(0, 100))
        spoilt = whole[:at] + data.draw(st.binary(max_size=20)) + whole[at + gone :]
    try:
        reading = read_bytes(spoilt, "record")
    except Damaged:
        return
    intact = b"".join(pieces[: len(reading.documents)])
    assert spoilt == intact + reading.torn
    assert reading.torn or whole.startswith(spoilt)


def test_a_damaged_record_is_not_touched(path: Path) -> None:
    """A wrong mark in the last entry is damage: it is named, and neither mended nor added to."""
    data = record_of(3)
    for spoilt in (
        data.replace(b"entry: 2", b"entry: 7"),
        data[:-5] + b"zzzz\n",
        data[:-1] + b" ",
        data + b"...\n",
    ):
        path.write_bytes(spoilt)
        for attempt in (lambda: mend(path), lambda: append(path, entry), lambda: read(path)):
            with pytest.raises(Damaged) as caught:
                attempt()
            assert caught.value.entry == (3 if spoilt.endswith(b"...\n") else 2)
        assert path.read_bytes() == spoilt
        assert check(path).fault == "damaged"


def test_numbers_must_run_from_nought() -> None:
    """Marks that are right do not help if an entry is missing, doubled, or has no number."""
    docs: tuple[Any, ...]
    for docs, wrong in (
        (({"entry": 1},), 0),
        (({"entry": 0}, {"entry": 0}), 1),
        (({"entry": 0}, {"entry": 2}), 1),
        (({"entry": 0}, {"kind": "x"}), 1),
        (({"entry": False},), 0),
        (({"entry": 0}, {"entry": "1"}), 1),
    ):
        with pytest.raises(Damaged) as caught:
            read_bytes(file.text(docs), "record")
        assert (caught.value.entry, caught.value.why.key) == (wrong, "record-order")


def framed(*bodies: bytes) -> bytes:
    """Bodies made into a record, their marks right."""
    out, mark = b"", START
    for body in bodies:
        mark = hashlib.sha256(mark + body).digest()
        out += body + b"... # " + mark.hex().encode() + b"\n"
    return out


def test_other_yaml_is_read_if_its_mark_is_right() -> None:
    """A document in another layout, marked again by hand, is read by the guarded YAML reader."""
    first = write_document({"entry": 0})
    reading = read_bytes(framed(first, b"---\n# by hand\nentry: 1\nanswer: no\n'when': '1:30'\n"), "record")
    assert reading.documents[1] == {"entry": 1, "answer": "no", "when": "1:30"}


@pytest.mark.parametrize(
    "body",
    [b"---\n- entry\n", b"---\nentry: &a 1\n", b"---\nentry: 1\nentry: 1\n", b"---\n{", b"", b"---\n---\n"],
)
def test_what_is_no_document_is_damage(body: bytes) -> None:
    """Lists, anchors, doubled keys, broken YAML: the entry is named."""
    with pytest.raises(Damaged) as caught:
        read_bytes(framed(write_document({"entry": 0}), body), "record")
    assert caught.value.entry == 1


# Crashes


class Crash(BaseException):
    """The process ends here."""


@contextmanager
def failing(calls: tuple[str, ...], number: int, how: str) -> Iterator[list[int]]:
    """The n-th of these system calls fails, with an error or by the end of the process; counts them."""
    count = [0]
    real = {name: getattr(os, name) for name in calls}

    def wrapped(name: str) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            count[0] += 1
            if count[0] != number and not (how == "from-then-on" and count[0] > number):
                return real[name](*args)
            if name == "write" and how == "short":
                return real[name](args[0], args[1][: len(args[1]) // 2])
            if name == "write" and how == "crash-half":
                real[name](args[0], args[1][: len(args[1]) // 2])
            if how == "crash-after":
                real[name](*args)
            if how.startswith("crash"):
                raise Crash
            raise OSError(28, "no space")

        return call

    with pytest.MonkeyPatch.context() as patch:
        for name in calls:
            patch.setattr(os, name, wrapped(name))
        yield count


@pytest.mark.parametrize("how", ["once", "from-then-on", "short", "crash", "crash-half", "crash-after"])
@pytest.mark.parametrize("start", ["new", "whole", "torn"])
def test_any_call_may_fail(path: Path, how: str, start: str) -> None:
    """Whichever write, fsync, truncation or opening fails: the record is as it was or one longer, once mended."""
    before = {"new": None, "whole": record_of(2), "torn": record_of(2) + b"---\nent"}[start]
    count = {"new": 0, "whole": 2, "torn": 2}[start]
    folder, number = path.parent, 0
    while True:
        number += 1
        path = folder / str(number) / "record.yaml"
        path.parent.mkdir()
        if before is not None:
            path.write_bytes(before)
        added = False
        with (
            failing(("write", "fsync", "ftruncate", "open", "replace"), number, how) as calls,
            suppress(OSError, Crash),
        ):
            append(path, entry)
            added = True
        reading = after_a_crash(path)
        assert len(reading.documents) in ({count + 1} if added else {count, count + 1})
        if how == "once" and not added:
            assert len(reading.documents) == count
        tails = [left.read_bytes() for left in path.parent.glob("record.torn-2*")]
        assert start != "torn" or b"---\nent" in tails
        last = append(path, entry, expected=reading.last.mark)
        assert check(path) == file.Checked(last.entry + 1)
        if calls[0] < number:
            assert added
            assert number > {"new": 5, "whole": 3, "torn": 8}[start]
            return


def after_a_crash(path: Path) -> file.Reading:
    """The record as the next process finds it, mended."""
    if not path.exists():
        return file.Reading((), (), b"")
    mend(path)
    return read(path)


def test_a_failed_fsync_takes_the_entry_back(path: Path) -> None:
    """Nobody knows then what is on the disk, so nothing must be built on that entry."""
    append(path, entry)
    before = path.read_bytes()
    with failing(("fsync",), 1, "once"), pytest.raises(OSError, match="no space"):
        append(path, entry)
    assert path.read_bytes() == before


def test_the_folder_is_made_durable_with_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new record is synced, then its folder; later entries sync the file alone; a mended tail both."""
    synced: list[str] = []
    real = os.fsync

    def fsync(fd: int) -> None:
        synced.append(Path(f"/proc/self/fd/{fd}").readlink().name)
        real(fd)

    monkeypatch.setattr(os, "fsync", fsync)
    folder = path.parent.name
    append(path, entry)
    assert synced == [path.name, folder]
    append(path, entry)
    synced.clear()
    append(path, entry)
    assert synced == [path.name]
    path.write_bytes(path.read_bytes()[:-4])
    synced.clear()
    mend(path)
    assert synced[0].startswith(".record.torn-2.")
    assert synced[1:] == [folder, path.name, path.name, folder]


@pytest.mark.slow
def test_killed_at_any_moment(path: Path) -> None:
    """Killed (kill -9) while it adds, byte by byte: every entry that it reported is there, and at most one more."""
    rng = random.Random(7)
    tears = 0
    for _ in range(25):
        told, tell = os.pipe()
        start = read(path).last.entry + 1 if path.exists() else 0
        child = forked(lambda tell=tell: add_for_ever(path, tell))  # type: ignore[misc]
        os.close(tell)
        os.read(told, 1)
        time.sleep(rng.random() * 0.02)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        added = 1 + len(drained(told))
        tears += mend(path) is not None
        count = len(read(path).documents) - start
        assert added <= count <= added + 1
    assert check(path).fault == ""
    assert tears > 0


def add_for_ever(path: Path, tell: int) -> None:
    """Add entries, a few bytes at a time, and report each when it is safely added."""
    real = os.write

    def slow(fd: int, data: bytes) -> int:
        return sum(real(fd, data[at : at + 16]) for at in range(0, len(data), 16))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "write", slow)
        while True:
            append(path, lambda last: entry(last, text="x" * 2000))
            real(tell, b".")


def drained(pipe: int) -> bytes:
    """All that was written into a pipe."""
    out = b""
    while piece := os.read(pipe, 65536):
        out += piece
    os.close(pipe)
    return out


# Seals


PARTS: dict[str, Document] = {"thor": {"entry": 4, "kind": "seen"}, "loki": {}, "onlooker": {"entry": 2}}


def closed_record(count: int) -> list[Document]:
    """Documents closed one after the other, as they are now."""
    docs: list[Document] = []
    last = START
    for number in range(count):
        doc = {"entry": number, "kind": "letter", "raw": "draw, please\n"}
        docs.append(seals.close(doc, last, PARTS, bytes([number]) * 32))
        last = bytes.fromhex(docs[-1]["seal"])
    return docs


def test_a_seal_binds_the_body_the_parts_and_the_seal_before() -> None:
    """The published recipe, worked out by hand from the bytes on disk."""
    doc = seals.close({"entry": 0, "raw": "dräw"}, SALT, PARTS, SALT, lambda seal: seal + seal)
    assert list(doc) == ["entry", "raw", "salt", "leaves", "seal", "signature"]
    body, rest = write_document(doc).split(b"salt: ")
    assert body == '---\nentry: 0\nraw: "dräw"\n'.encode()
    assert rest.startswith(b'"' + SALT.hex().encode() + b'"\nleaves:\n  loki: "')

    def sha(data: bytes) -> bytes:
        return hashlib.sha256(data).digest()

    def key(name: bytes) -> bytes:
        return hmac.new(SALT, name, "sha256").digest()

    def item(data: bytes) -> bytes:
        return len(data).to_bytes(4, "big") + data

    told = {b"thor": b"---\nentry: 4\nkind: seen\n", b"loki": b"---\n{}\n", b"onlooker": b"---\nentry: 2\n"}
    leaves = {name: sha(key(name) + part) for name, part in told.items()}
    assert doc["leaves"] == {name.decode(): leaves[name].hex() for name in sorted(leaves)}
    leaves[b"record"] = sha(key(b"record") + body)
    link = hmac.new(SALT, item(b"pbem/link/v2") + item(SALT), "sha256").digest()
    due = item(b"pbem/seal/v2") + item(link)
    due += b"".join(item(name) + item(leaves[name]) for name in sorted(leaves))
    assert doc["seal"] == sha(due).hex()
    assert doc["signature"] == doc["seal"] * 2
    assert seals.broken_seal([doc], SALT) is None


def test_a_part_stands_for_itself() -> None:
    """The part of one audience verifies alone, and shows neither salt nor body; the rest is withheld."""
    docs = closed_record(3)
    before = bytes.fromhex(docs[1]["seal"])
    opening = {"audience": "thor", "seats": ["thor", "loki"], **PARTS["thor"]}
    first = seals.close({"entry": 0}, START, {**PARTS, "thor": opening}, SALT)
    head = seals.redacted(first, START, "thor", opening, {})
    told = seals.redacted(docs[2], before, "thor", PARTS["thor"], {"hand": 3})
    held = seals.redacted(docs[2], before, "thor", {**PARTS["thor"], "kind": "letter"}, {"hand": 3})
    assert list(told) == ["entry", "kind", "key", "link", "leaves", "seal", "view"]
    assert list(told["leaves"]) == ["loki", "onlooker", "record"]
    assert (told["entry"], told["seal"]) == (4, docs[2]["seal"])
    assert {name: held[name] for name in ("entry", "kind")} == {"entry": 4, "kind": "withheld"}
    assert list(held["leaves"]) == ["loki", "onlooker", "record", "thor"]
    assert "view" not in held
    assert seals.broken_seal([head, told, held, head, {**told, "view": {"hand": 9}}]) is None
    assert seals.broken_seal([head, {"view": {}, **told}]) == 1
    assert seals.broken_seal([head, {**held, "view": {}}]) == 1
    for key in ("key", "link", "leaves", "entry", "more"):
        spoilt = {**told, key: {"key": "0" * 64, "link": "0" * 64, "leaves": held["leaves"]}.get(key, 5)}
        assert seals.broken_seal([head, told, spoilt]) == 2, key
    assert seals.broken_seal([head, {**held, "entry": 5, "kind": "seen"}]) == 1
    fewer = {name: leaf for name, leaf in told["leaves"].items() if name != "loki"}
    own = seals.leaf_of(bytes.fromhex(told["key"]), write_document(PARTS["thor"]))
    bound = {**{name: bytes.fromhex(leaf) for name, leaf in fewer.items()}, "thor": own}
    due = seals.seal_of(bytes.fromhex(told["link"]), bound)
    assert seals.broken_seal([head, {**told, "leaves": fewer, "seal": due.hex()}]) == 1
    data = file.text([told, held]).decode()
    assert docs[2]["salt"] not in data
    assert "draw" not in data


def test_every_value_of_a_closed_document_counts() -> None:
    """Whichever key is changed, left out, put in or moved: the entry is named."""
    docs = closed_record(3)
    assert seals.broken_seal(docs) is None
    assert seals.broken_seal(docs[1:], bytes.fromhex(docs[0]["seal"])) is None
    assert seals.broken_seal(docs[1:]) == 0
    changes: list[Document] = [{**docs[1], key: "0" * 64} for key in docs[1]]
    changes += [{one: value for one, value in docs[1].items() if one != key} for key in docs[1]]
    changes += [{"more": 1, **docs[1]}, {**docs[1], "more": 1}, dict(reversed(docs[1].items()))]
    leaves = docs[1]["leaves"]
    changes += [{**docs[1], "leaves": {**leaves, name: "0" * 64}} for name in (*leaves, "hel", "record")]
    changes += [{**docs[1], "leaves": dict(reversed(leaves.items()))}]
    changes += [{**docs[1], "leaves": {**leaves, "thor": leaves["thor"].upper()}}]
    changes += [{**docs[1], "leaves": dict(sorted({**leaves, "record": "0" * 64}.items()))}]
    tail = {key: docs[1][key] for key in ("salt", "seal", "leaves")}
    changes += [{**{key: value for key, value in docs[1].items() if key not in tail}, **tail}]
    for spoilt in changes:
        assert seals.broken_seal([docs[0], spoilt, docs[2]]) == 1
    assert seals.broken_seal([docs[0], docs[2]]) == 1


def test_the_end_of_a_signed_document_is_found(path: Path) -> None:
    """Adding to a record reads the seal of the last entry in front of its signature."""
    for number in range(3):
        append(
            path,
            lambda last: seals.close({"entry": last.entry + 1}, last.seal, PARTS, SALT, lambda s: s + s),
        )
        assert check(path) == file.Checked(number + 1)


def test_what_cannot_be_closed() -> None:
    """Too short a salt, a part with the name of the record, a document already closed."""
    for doc, parts, salt in (
        ({"entry": 0}, PARTS, SALT[1:]),
        ({"entry": 0}, {**PARTS, "record": {}}, SALT),
        (closed_record(1)[0], PARTS, SALT),
    ):
        with pytest.raises(ValueError):
            seals.close(doc, START, parts, salt)


def test_a_broken_seal_is_damage(path: Path) -> None:
    """A record whose marks were made again after a change is found by its seals."""
    docs = list(read_bytes(record_of(3), "record").documents)
    docs[1] = {**docs[1], "raw": "resign"}
    path.write_bytes(file.text(docs))
    found = check(path)
    assert (found.entries, found.fault, found.entry) == (1, "damaged", 1)
    assert isinstance(found.why, Faulty)
    assert found.why.why.key == "record-seal"

"""Where a record is kept: in memory, or in a file."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from referee.record import file
from referee.record.file import Last, Mended, Reading
from referee.util.layout import Document
from referee.util.values import Value

Make = Callable[[Last], Document]


class Store(Protocol):
    """A place for one record."""

    def read(self) -> Reading:
        """The whole record. Raises `referee.record.file.Damaged`."""

    def append(self, make: Make, expected: bytes) -> Last:
        """Add the document that `make` builds from where the record ends.

        `expected` is the last mark that the caller knows. Raises `referee.record.file.Moved` if the record
        has gone on, and what `referee.record.file.append` raises.
        """


class Memory:
    """A record in memory only; a torn tail of the bytes given is left out."""

    def __init__(self, data: bytes = b"") -> None:
        """Take up the record in these bytes, or a new one. Raises `referee.record.file.Damaged`."""
        reading = file.read_bytes(data, "record")
        self._documents, self._marks = list(reading.documents), list(reading.marks)
        self._last = reading.last

    def read(self) -> Reading:
        """The whole record."""
        return Reading(tuple(self._documents), tuple(self._marks), b"")

    def append(self, make: Make, expected: bytes) -> Last:
        """Add the document made."""
        if self._last.mark != expected:
            raise file.Moved("record-moved", where="record", entry=self._last.entry)
        document = make(self._last)
        _, mark = file.framed(document, self._last.mark)
        self._documents.append(document)
        self._marks.append(mark)
        self._last = self.read().last
        return self._last


class File:
    """A record on disk. If a torn tail was moved aside at the last reading, `mended` describes it."""

    def __init__(self, path: Path) -> None:
        """Take the record at this path; the file need not be there yet."""
        self.path = path
        self.mended: Mended | None = None

    def read(self) -> Reading:
        """The whole record; a torn tail is first moved aside."""
        if self.path.exists():
            self.mended = file.mend(self.path)
        return file.read(self.path)

    def append(self, make: Make, expected: bytes) -> Last:
        """Add the document made; it is on the disk when this returns."""
        return file.append(self.path, make, expected=expected)


class Whole(Value):
    """A record that was read, as it was after so many entries; it is not added to."""

    reading: Reading
    entries: int

    def read(self) -> Reading:
        """The whole record."""
        whole, many = self.reading, self.entries
        return Reading(whole.documents[:many], whole.marks[:many], b"", whole.written[:many])

    def append(self, make: Make, expected: bytes) -> Last:  # noqa: ARG002  as the protocol has it
        """Raises: nothing is added."""
        raise PermissionError


class Reader(Value):
    """A record on disk, read once and never mended or added to: for checks and for looking."""

    path: Path
    reading: Reading

    @classmethod
    def at(cls, path: Path) -> "Reader":
        """Read the record at this path.

        Raises `referee.record.file.Damaged`, also for a file that is no record; FileNotFoundError.
        """
        reading = file.read(path)
        reading.refuse_other_files(str(path))
        return cls(path, reading)

    def read(self) -> Reading:
        """The whole record, as it lay there."""
        return self.reading

    def append(self, make: Make, expected: bytes) -> Last:  # noqa: ARG002  as the protocol has it
        """Raises: nothing is added to a record that was opened for looking."""
        raise PermissionError(str(self.path))

"""Where a record is kept: in memory, or in a file."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from referee import record
from referee.layout import Document
from referee.record import Last, Reading

Make = Callable[[Last], Document]


class Store(Protocol):
    """A place for one record."""

    def read(self) -> Reading:
        """The whole record. Raises `referee.record.Damaged`."""

    def append(self, make: Make, expected: bytes) -> Last:
        """Add the document made of where the record ends; `expected` is its last mark as the caller knows it.

        Raises `referee.record.Moved` if the record has gone on, and what `referee.record.append` raises.
        """


@dataclass(slots=True)
class Memory:
    """A record in memory only; a torn tail of the bytes given is left out."""

    data: bytes = b""

    def read(self) -> Reading:
        """The whole record."""
        return record.read_bytes(self.data, "record")

    def append(self, make: Make, expected: bytes) -> Last:
        """Add the document made."""
        reading = self.read()
        if reading.last.mark != expected:
            raise record.Moved("record-moved", where="record", entry=reading.last.entry)
        self.data = record.text((*reading.documents, make(reading.last)))
        return self.read().last


@dataclass(frozen=True, slots=True)
class File:
    """A record on disk."""

    path: Path

    def read(self) -> Reading:
        """The whole record; a torn tail is first moved aside."""
        if self.path.exists():
            record.mend(self.path)
        return record.read(self.path)

    def append(self, make: Make, expected: bytes) -> Last:
        """Add the document made; it is on the disk when this returns."""
        return record.append(self.path, make, expected=expected)


@dataclass(frozen=True, slots=True)
class Reader:
    """A record on disk that is only read, never mended: for checks and for looking."""

    path: Path

    def read(self) -> Reading:
        """The whole record, as it lies there."""
        return record.read(self.path)

    def append(self, make: Make, expected: bytes) -> Last:  # noqa: ARG002  as the protocol has it
        """Nothing is added to a record opened for looking."""
        raise PermissionError(str(self.path))

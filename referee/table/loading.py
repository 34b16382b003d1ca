"""A record loaded to be looked at: whole, or as far as one audience knows it."""

from pathlib import Path

from referee.record.seals import is_redacted
from referee.record.stores import Memory, Reader, Store
from referee.table.redacted import Redacted
from referee.table.table import Table


def store_of(source: Path | str | bytes) -> Store:
    """Where a record is read from: a file, or its bytes."""
    return Memory(source) if isinstance(source, bytes) else Reader.at(Path(source))


def load(
    source: Path | str | bytes, whole: type[Table] = Table, redacted: type[Redacted] = Redacted
) -> Table:
    """A record to step through: a file (never written to), or the bytes of one.

    A redacted record gives a `Redacted`, which knows no more than its audience. Raises `Faulty`.
    """
    store = store_of(source)
    return (redacted if is_redacted(store.read().documents) else whole)(store)

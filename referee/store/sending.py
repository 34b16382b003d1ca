"""Letters out of a store are sent by one at a time, and each counts as sent in the store before the next one goes.

Whoever ends in between sends one letter once more, with the same Message-ID, as a home in a folder does
(`referee.post.posting`); none is lost. A letter that was written again while it went out stays due.
"""

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from referee.post.ways.way import Outcome, Parcel, Way
from referee.store import rows
from referee.store.folder import Folder
from referee.store.parts import HOUSE, part_of
from referee.util.errors import Faulty

if TYPE_CHECKING:
    from referee.store.database import Link

SENDER = 0x5EFE2
"""What the lock of whoever sends is called."""


def give_back(link: "Link", folder: Folder) -> None:
    """Put into the store what was sent or refused, and learn what is due now."""

    def whose(path: str, content: Callable[[], bytes]) -> str:
        return part_of(path, content, lambda _: HOUSE)

    try:
        with link.transaction():
            changes = folder.changes(whose)
            rows.write(link, changes)
            version = rows.this_version(link) if changes else 0
        folder.settled(changes, version)
    except Faulty:
        pass  # it was written again or dropped meanwhile: what is there now was not sent, and is fetched
    with link.transaction():
        folder.bring_up(link)


class Noted:
    """A way out that has what it did noted after each letter."""

    def __init__(self, way: Way, note: Callable[[], None]) -> None:
        """`note` is called before each letter but the first, and at the end."""
        self._way, self._note = way, note

    def carry(self, parcel: Parcel) -> Outcome:
        """Note what came of those before, and carry this one."""
        self._note()
        return self._way.carry(parcel)

    def __enter__(self) -> Self:
        """Begin to use the way."""
        self._way.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        """Close what is open."""
        self._way.__exit__(kind, error, at)

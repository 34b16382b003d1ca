"""Letters out of a store are sent by one at a time, and each counts as sent in the store before the next one goes.

Whoever ends in between sends one letter once more, with the same Message-ID, as a home in a folder does
(`referee.post.posting`); none is lost. A letter that was written again while it went out stays due.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

from referee.post.ways import tries
from referee.post.ways.tries import Outcome, Parcel, Way
from referee.store import rows
from referee.store.folder import Folder
from referee.store.parts import HOUSE, part_of
from referee.util.errors import Faulty

if TYPE_CHECKING:
    from referee.store.database import Link

SENDER = 0x5EFE2
"""What the lock of whoever sends is called."""
LOOKS = 1.0
"""After so many seconds rosters are looked at again, and whether letters were written again."""


def give_back(link: "Link", folder: Folder, number: str = "") -> None:
    """Put into the store what was sent or refused, and look at everything; or only what became of one letter."""

    def whose(path: str, content: Callable[[], bytes]) -> str:
        return part_of(path, content, lambda _: HOUSE)

    among = paths_of(number) if number else None
    try:
        with link.transaction():
            changes = folder.changes(whose, among)
            rows.write(link, changes)
            version = rows.this_version(link) if changes else 0
        folder.settled(changes, version)
    except Faulty:
        among = (
            None  # it was written again or dropped meanwhile: what is there now was not sent, and is fetched
        )
    if among is None:
        with link.transaction():
            folder.bring_up(link)


def hear(link: "Link", folder: Folder) -> None:
    """Learn who has another address now, and which letters were written again."""
    with link.transaction():
        folder.hear(link)


def paths_of(number: str) -> list[str]:
    """Where something may have changed when a letter was sent or refused."""
    failed = f"post/failed/{number.partition('.')[0]}/{number}"
    sent = f"post/sent/{number.partition('.')[0]}/{number}"
    return [
        *(f"post/out/{number}{end}" for end in (".eml", tries.SUFFIX)),
        *(f"{failed}{end}" for end in (".eml", tries.SUFFIX)),
        f"{sent}.eml",
        f"post/gathered/{number}",
    ]


class Noted:
    """A way out that has what became of each letter noted before the next one goes."""

    def __init__(self, way: Way, note: Callable[[str], None], hear: Callable[[], None]) -> None:
        """`note` is called with the number of the letter before, `hear` once a second: what has changed?"""
        self._way, self._note, self._hear = way, note, hear
        self._last, self._looked = "", time.monotonic()

    def carry(self, parcel: Parcel) -> Outcome:
        """Note what came of the letter before, and carry this one."""
        if self._last:
            self._note(self._last)
        if time.monotonic() > self._looked + LOOKS:
            self._hear()
            self._looked = time.monotonic()
        self._last = parcel.name
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

"""Which ways of mail are out of reach: a small file for each, `HOME/post/unreached/out-3f0c9a52.yaml`.

    way: mail.games.example:587
    since: 2026-11-21T22:00:07Z        since when
    last: 2026-11-21T22:04:07Z         the last try
    next: 2026-11-21T22:08:07Z         the next one; "" where somebody else decides when
    tries: 6
    reply: "Connection refused"        the last answer
    unclear: [g1.thor.9]               letters at which the line dropped: next time they come last

A server that does not answer, or rejects our login, has not refused a letter. So all letters of a way share
one time of the next try, soon at first, and no try is counted for any of them. A way without such a file is
in reach, as far as is known. All times are UTC.
"""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import ClassVar

from msgspec import convert, to_builtins

from referee.post.ways.tries import Tries
from referee.util import files, plainyaml
from referee.util.errors import Faulty
from referee.util.layout import write_document
from referee.util.values import replace

OUT, IN = "out", "in"
"""The direction of a way; ways of both directions may have the same name."""


class Unreached(Tries):
    """A way that is out of reach; see the module."""

    WAITS: ClassVar = tuple(timedelta(seconds=seconds) for seconds in (15, 30, 60, 120, 240, 300))

    way: str = ""
    unclear: tuple[str, ...] = ()


class Reach:
    """What is known about the ways of a home, in its folder `post`.

    Writing raises OSError. A lost file does no harm: the next try finds out again.
    """

    def __init__(self, post: Path) -> None:
        """Take the folder; it is made when the first way is out of reach."""
        self._folder = post / "unreached"

    def read(self, direction: str, way: str) -> Unreached | None:
        """What is known about a way; None if it is in reach. A damaged file counts as missing."""
        try:
            found = convert(plainyaml.read_file(self._place(direction, way)).value, Unreached)
        except (Faulty, ValueError, OSError):
            return None
        return found if found.way == way else None

    def all(self, direction: str, ways: Sequence[str]) -> list[Unreached]:
        """The ways among these that are out of reach."""
        return [found for way in ways if (found := self.read(direction, way))]

    def lost(self, direction: str, found: Unreached) -> None:
        """Note that a way is out of reach, and when it is tried again."""
        files.private_folder(self._folder)
        document = to_builtins(found) | {"unclear": list(found.unclear)}
        files.jot(self._place(direction, found.way), write_document(document))

    def tried(self, direction: str, way: str, reply: str, now: datetime) -> None:
        """Note a failed try by a process that decides itself when to try again."""
        known = self.read(direction, way) or Unreached(way=way)
        self.lost(direction, replace(known.after(reply, now), next=""))

    def found(self, direction: str, way: str) -> None:
        """Note that a way is in reach."""
        files.forget(self._place(direction, way))

    def _place(self, direction: str, way: str) -> Path:
        return self._folder / f"{direction}-{hashlib.sha256(way.encode()).hexdigest()[:8]}.yaml"

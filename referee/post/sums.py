"""The length and SHA-256 of each letter out as it was written, so that none goes out cut short.

    HOME/post/sums/g1     a line for each letter written: `g1.thor.9 20480 9f86d0...`; its last line counts

Lines are only appended, and not synced. If a letter has no line, nothing is known about it, and it goes out
as it is.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from referee.util import files

LINE = re.compile(rb"([a-z0-9.-]{1,90}) ([0-9]{1,12}) ([0-9a-f]{64})")


class Sums:
    """Lengths and digests of the letters out of a home, in its folder `post`."""

    def __init__(self, post: Path) -> None:
        """Take the folder; the files are read when they are first needed."""
        self._folder = post / "sums"
        self._known: dict[str, dict[str, str]] = {}

    def note(self, number: str, data: bytes) -> None:
        """A letter is about to be written. Raises OSError."""
        files.private_folder(self._folder)
        # It begins a new line even where the last one was cut short.
        files.add(self._folder / _game(number), f"\n{number} {_sum(data)}\n".encode("ascii"))
        self._known.pop(_game(number), None)

    def fits(self, number: str, data: bytes) -> bool:
        """Whether a letter is as it was written, as far as is known."""
        if self._says(number, data):
            return True
        self._known.pop(_game(number), None)  # it may have been written again meanwhile
        return self._says(number, data)

    def forget(self, game: str) -> None:
        """Forget the letters of a game. Raises OSError."""
        self._known.pop(game, None)
        files.remove(self._folder / game)

    def _says(self, number: str, data: bytes) -> bool:
        game = _game(number)
        if game not in self._known:
            self._known[game] = dict(self._read(game))
        known = self._known[game].get(number)
        return known is None or known == _sum(data)

    def _read(self, game: str) -> Iterator[tuple[str, str]]:
        try:
            lines = (self._folder / game).read_bytes().split(b"\n")
        except OSError:
            return
        for found in map(LINE.fullmatch, lines):
            if found:
                yield found[1].decode(), f"{found[2].decode()} {found[3].decode()}"


def _game(number: str) -> str:
    return number.partition(".")[0]


def _sum(data: bytes) -> str:
    return f"{len(data)} {hashlib.sha256(data).hexdigest()}"

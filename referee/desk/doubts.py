"""Games of which there is doubt: a letter answers one of ours that, by all we know, was never sent (H24).

Then an old copy of the home may have been put back, and whatever is ruled on and told now was told otherwise before. The letter is
held for the keeper, and as long as it is, its game rests: no letter is ruled on, no deadline passes, nothing goes out.

    HOME/post/doubt/g1    a line for each such letter: the number that it answers, and its name in the spool
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.post.spool import Spool
from referee.util import files

REASON = "unsent"
"""Why such a letter is on hold; the number that it answers stands after this word."""
ROW = re.compile(r"([a-z][a-z0-9-]{0,31})\.([a-z][a-z0-9-]*)\.([1-9][0-9]{0,8}) (\S{1,80})", re.ASCII)


class Doubt(NamedTuple):
    """The number that a letter answers, its seat and which of its letters that is, and the name of the letter."""

    number: str
    seat: str
    which: int
    letter: str


class Doubts:
    """The doubts of a home."""

    def __init__(self, post: Path) -> None:
        """Take up those below this folder; it is made with the first."""
        self.folder, self._hold = post / "doubt", post / "hold"

    def enter(self, game: str, number: str, letter: str) -> None:
        """Note a letter that is about to be held, before it is. Raises OSError."""
        files.private_folder(self.folder)
        rows = [f"{one.number} {one.letter}\n" for one in self._rows(game) if one.letter != letter]
        files.replace(self.folder / game, "".join([*rows, f"{number} {letter}\n"]).encode("ascii"))

    def games(self) -> frozenset[str]:
        """The games of which there is doubt now."""
        try:
            names = [path.name for path in self.folder.iterdir() if not path.name.startswith(".")]
        except FileNotFoundError:
            return frozenset()
        return frozenset(name for name in names if self.of(name))

    def of(self, game: str) -> Doubt | None:
        """The first letter on hold by which there is doubt of a game; None if there is none."""
        return next((one for one in self._rows(game) if (self._hold / one.letter).exists()), None)

    def answered(self, game: str) -> Mapping[str, int]:
        """The highest number that letters to each seat must have had, by all letters that were held."""
        found = dict[str, int]()
        for one in self._rows(game):
            found[one.seat] = max(one.which, found.get(one.seat, 0))
        return found

    def settled(self, game: str, spool: Spool) -> None:
        """There is no doubt any more, for it is known what was lost: the letters are put away. Raises OSError."""
        for one in self._rows(game):
            if (self._hold / one.letter).exists():
                spool.drop(one.letter)
        self.forget(game)

    def forget(self, game: str) -> None:
        """Forget what there was. Raises OSError."""
        files.remove(self.folder / game)

    def _rows(self, game: str) -> Iterator[Doubt]:
        try:
            lines = (self.folder / game).read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return
        for row in map(ROW.fullmatch, lines):
            if row:
                yield Doubt(f"{row[1]}.{row[2]}.{row[3]}", row[2], int(row[3]), row[4])

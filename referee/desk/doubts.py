"""Games that are in doubt: a letter answers one of ours that, by all we know, was never sent (H24).

Then an old copy of the home may have been put back, and what we rule and tell now may contradict what was
told before. The letter is held for the keeper. While it is held its game rests: no letter is ruled on, no
deadline passes, and nothing goes out.

    HOME/post/doubt/g1    a line for each such letter: the number that it answers, and its name in the spool
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.post.spool import Spool
from referee.util import files
from referee.util.regexes import regex

REASON = "unsent"
"""Why such a letter is on hold; the number that it answers stands after this word."""
ROW = regex(r"([a-z][a-z0-9-]{0,31})\.([a-z][a-z0-9-]*)\.([1-9][0-9]{0,8}) (\S{1,80})", re.ASCII)


class Doubt(NamedTuple):
    """The number that a letter answers, with its seat and its count at that seat; and the name of the letter."""

    number: str
    seat: str
    which: int
    letter: str


class Doubts:
    """The doubts of a home."""

    def __init__(self, post: Path) -> None:
        """They are kept below this folder, which is made with the first."""
        self.folder, self._hold = post / "doubt", post / "hold"

    def enter(self, game: str, number: str, letter: str) -> None:
        """Note a letter that is about to be held. Raises OSError."""
        files.private_folder(self.folder)
        rows = [f"{one.number} {one.letter}\n" for one in self._rows(game) if one.letter != letter]
        files.replace(self.folder / game, "".join([*rows, f"{number} {letter}\n"]).encode("ascii"))

    def games(self) -> frozenset[str]:
        """The games that are in doubt now."""
        try:
            names = [path.name for path in self.folder.iterdir() if not path.name.startswith(".")]
        except FileNotFoundError:
            return frozenset()
        return frozenset(name for name in names if self.of(name))

    def of(self, game: str) -> Doubt | None:
        """The first letter on hold that puts a game in doubt; None if there is none."""
        return next((one for one in self._rows(game) if (self._hold / one.letter).exists()), None)

    def answered(self, game: str) -> Mapping[str, int]:
        """The highest number that a letter to each seat must have had, judging by all the letters that were held."""
        found = dict[str, int]()
        for one in self._rows(game):
            found[one.seat] = max(one.which, found.get(one.seat, 0))
        return found

    def settled(self, game: str, spool: Spool) -> None:
        """The doubt is settled, for it is known what was lost: put the letters away. Raises OSError."""
        for one in self._rows(game):
            if (self._hold / one.letter).exists():
                spool.drop(one.letter)
        self.forget(game)

    def forget(self, game: str) -> None:
        """Forget a game. Raises OSError."""
        files.remove(self.folder / game)

    def _rows(self, game: str) -> Iterator[Doubt]:
        try:
            lines = (self.folder / game).read_text("ascii", errors="replace").splitlines()
        except FileNotFoundError:
            return
        for row in map(ROW.fullmatch, lines):
            if row:
                yield Doubt(f"{row[1]}.{row[2]}.{row[3]}", row[2], int(row[3]), row[4])

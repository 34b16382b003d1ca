"""Games of which there is doubt: a letter answers one of ours that, by all we know, was never sent (H24).

Then an old copy of the home may have been put back, and whatever is ruled on and told now was told otherwise before. The letter is
held for the keeper, and as long as it is, its game rests: no letter is ruled on, no deadline passes, nothing goes out.

    HOME/post/doubt/g1    a line for each such letter: the number that it answers, and its name in the spool
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from referee.desk.office import Office
from referee.post.letter_ids import OURS, Ids
from referee.post.outbox import NAME
from referee.post.reading import Mail
from referee.post.spool import Spool
from referee.table.index import number_in
from referee.table.table import Table
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


NUMBER = re.compile(r"(?<![a-z0-9.-])[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.[1-9][0-9]{0,8}(?![0-9])")


def answered(desk: Office, table: Table, seat: str, mail: Mail) -> str:
    """The number of a letter to this seat that a mail answers, and that was never sent; "" if there is none."""
    ids, index = Ids(desk.home, table, desk.config.host), table.index
    for number, mark in _named(mail):
        count = number_in(number, table.id, seat)
        if not count or index.is_lost(seat, count):
            continue
        if count > index.number(seat) or (mark and mark != ids.mark(seat, count)):
            return number
    return ""


def of_any(desk: Office, numbers: Iterable[str]) -> str:
    """The first of these numbers that no letter of ours has, though its game and seat are here; "" if there is none.

    Told from the letters out alone: no record is opened for what nobody vouches for.
    """
    games = set(desk.home.games())
    for number in numbers:
        game, seat, count = number.split(".")
        last = desk.outbox.last(game).get(seat, 0) if game in games else 0
        if 0 < last < int(count) and desk.outbox.find(number) is None:
            return number
    return ""


def named_in(mail: Mail) -> Iterator[str]:
    """The numbers of letters that a mail names, in their form."""
    return (number for number, _ in _named(mail) if NAME.fullmatch(f"{number}.eml"))


def _named(mail: Mail) -> Iterator[tuple[str, str]]:
    """The numbers that a mail names, each with the mark of its id, or ""."""
    for one in mail.answers:
        found = OURS.fullmatch(one)
        yield (found[1], found[2]) if found else (one[1:].partition("@")[0], "")
    yield from ((number, "") for number in NUMBER.findall(mail.subject.lower()))

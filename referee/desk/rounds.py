"""The order in which waiting letters are handled, so that a flood of one writer keeps nobody else waiting.

A pass goes in rounds. A round visits each game once, and handles at most a fixed number of letters of each
seat, the oldest first; letters without a secret are treated as a game of their own. Then the spool is looked
at again, since letters have come meanwhile. Letters of one game are handled in the order of arrival, except
those that their own writer's flood has put off; these keep their time of arrival.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from datetime import datetime
from itertools import islice

from referee.home.seats import Finds, Seat, Seats
from referee.post.reading.fields import Unreadable, lines_of_mail, read_fields
from referee.post.reading.headers import subject_of
from referee.post.spool import Spool, arrival
from referee.util.journal import LENGTH
from referee.util.regexes import regex

TOKEN = regex(rb"(?<![a-z0-9])[a-z2-7]{%d}(?![a-z0-9])" % LENGTH, re.IGNORECASE)
NOBODY = Seat("", "")
HOURS = 24
MOST_HELD = 2000
"""How many letters of floods are put on hold in one pass, since each takes time."""
FLOOD = "flood"
"""Why a letter is on hold: it would have waited for more than a day after others of its writer."""

Skip = Callable[[Seat], bool]


class Rounds:
    """The letters of a spool, in rounds. Each is given once, however often the spool is looked at."""

    def __init__(self, spool: Spool, seats: Seats, most: int) -> None:
        """`most` letters of one seat are given in one round, and ruled on in an hour."""
        self.spool, self.seats, self.most = spool, seats, most
        self._whose: dict[str, Seat] = {}
        self._given: set[str] = set()
        self.later: dict[str, datetime] = {}
        """By game, when its oldest letter came that waits for a later round; letters of skipped seats do not count."""
        self.cut = False
        """Whether it ended with letters left that should have been given."""
        self._known: dict[str, Seat] = {}

    def games(
        self, skip: Skip, enough: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[str, list[str]]]:
        """A game ("" for none) and letters to it, again and again until all were given.

        Letters of the seats to `skip` are left out. It ends when all that waited at the beginning were given:
        what comes meanwhile does not keep a pass going. It ends before, but not before the first, once `enough`
        have been: the oldest of those that are left come first in the next pass.
        """
        first = frozenset(self._left())
        while groups := self._round(skip):
            if not any(name in first for names in groups.values() for name in names):
                return
            for game, names in groups.items():
                if self._given and enough():
                    self._cut_short(skip)
                    return
                chosen = [name for name in names if not skip(self.seat(name))]
                self._given.update(chosen)
                if chosen:
                    yield game, chosen

    def _cut_short(self, skip: Skip) -> None:
        """Everything that was not given waits for the next pass."""
        left = [name for name in self._left() if not skip(self.seat(name))]
        self.cut = bool(left)
        self.later = {self.seat(name).game: arrival(name) for name in reversed(left)}

    def floods(self, seats: Collection[Seat]) -> list[str]:
        """The waiting letters of these seats that would have to wait for more than a day.

        At most `MOST_HELD` are given in one pass.
        """
        waiting: dict[Seat, list[str]] = {}
        for name in self.spool.waiting() if seats else ():
            waiting.setdefault(self.seat(name), []).append(name)
        late = (name for seat in seats for name in waiting.get(seat, ())[HOURS * self.most :])
        return list(islice(late, MOST_HELD))

    def _round(self, skip: Skip) -> dict[str, list[str]]:
        """The letters of one round by game, each game's in the order of arrival.

        Games with a letter at which an earlier pass ended come last: should this pass end there too, the
        others had their turn.
        """
        groups: dict[str, list[str]] = {}
        counts: Counter[Seat] = Counter()
        self.later = {}
        for name in self._left():
            seat = self.seat(name)
            if skip(seat):
                continue
            if counts[seat] < self.most:
                counts[seat] += 1
                groups.setdefault(seat.game, []).append(name)
            else:
                self.later.setdefault(seat.game, arrival(name))
        begun = self.spool.begun()
        return dict(sorted(groups.items(), key=lambda group: not begun.isdisjoint(group[1])))

    def _left(self) -> list[str]:
        """The letters that wait and were not given yet, oldest arrival first."""
        waiting = self.spool.waiting()
        self._given.intersection_update(waiting)
        self._whose = {name: self._whose[name] for name in waiting if name in self._whose}
        return [name for name in waiting if name not in self._given]

    def seat(self, name: str) -> Seat:
        """The seat that a letter seems to be from, by the secret in its head."""
        if name not in self._whose:
            found = (self._find(token) for token in _tokens(self._head(name)))
            self._whose[name] = next((seat for seat in found if seat), NOBODY)
        return self._whose[name]

    def _find(self, token: str) -> Seat | None:
        """The seat of a secret, looked up once in a pass: it serves only to sort letters, and lets nobody in."""
        if token not in self._known and (seat := self.seats.at(token)):
            self._known[token] = seat
        return self._known.get(token)

    def _head(self, name: str) -> bytes:
        try:
            return self.spool.head(name)
        except OSError:
            return b""  # whoever takes the letter meets the same error, and reports it


def seat_in(letter: bytes, seats: Finds) -> Seat:
    """The seat that a letter seems to be from or for, by its head; `NOBODY` if there is none. It lets nobody in."""
    head = letter.partition(b"\n\n")[0].partition(b"\r\n\r\n")[0]
    return next((seat for token in _tokens(head) if (seat := seats.at(token))), NOBODY)


def _tokens(head: bytes) -> Iterator[str]:
    """Everything in a head that has the form of a secret."""
    return (token.decode().lower() for token in (*TOKEN.findall(head), *TOKEN.findall(_subject(head))))


def _subject(head: bytes) -> bytes:
    """The subject of a letter with its encoded words read (RFC 2047): a secret may stand in them."""
    if b"=?" not in head:
        return b""
    lines = lines_of_mail(head)
    try:
        return subject_of(read_fields(lines + b"\n\n")[0]).encode("utf-8", "replace")
    except Unreadable:
        return b""

"""The Message-ID of a letter out: its number, and a mark that no other letter can have.

    <g1.thor.9@r-k7f2c6q4.games.example>

The mark is an HMAC with the home's key and the random bytes of the game. It covers the letter's number and
the salt of the last entry that the letter tells about. A salt is random, so the mark reveals nothing: neither
what happened nor when, nor how much the reader may not know.

A letter that is made again keeps its id. A letter with the same number that tells about something else gets
another id, as happens after an old copy of the home was restored. Mail programs then do not take the two for
one, and we know which of them somebody answers.
"""

import base64
import re

from referee.home.home import Home
from referee.table.table import Table

MARK = 8
OURS = re.compile(
    rf"<([a-z][a-z0-9-]{{0,31}}\.[a-z][a-z0-9-]*\.[1-9][0-9]{{0,8}})@r-([a-z2-7]{{{MARK}}})\.[^<>@\s]{{1,255}}>"
)
"""An id of ours: the letter's number, and the mark."""


class Ids:
    """The ids of the letters out of one game."""

    def __init__(self, home: Home, table: Table, host: str) -> None:
        """Take a table; `host` is the domain of the referee's address."""
        self._home, self._table, self._host = home, table, host

    def id(self, seat: str, number: int, *, onlooker: bool = False) -> str:
        """The id of the letter `number` to a seat, or to an `onlooker` (H31).

        Raises `Faulty` for a game whose roster is lost.
        """
        mark = self.mark(seat, number, onlooker=onlooker)
        return f"<{self._table.id}.{seat}.{number}@r-{mark}.{self._host}>"

    def calendar(self, seat: str) -> str:
        """The id of a seat's calendar entry: it never changes, and no other game has it, even one of the same name."""
        made = self._home.derived(self._table.id, "lots", "referee/calendar/v1", f"{self._table.id}.{seat}")
        return marked(made, f"{self._table.id}.{seat}", self._host)[1:-1]

    def mark(self, seat: str, number: int, *, onlooker: bool = False) -> str:
        """The mark of the letter with that number; "" if no entry calls for one."""
        entry = self._table.index.entry_of(None if onlooker else seat, number)
        if entry is None:
            return ""
        salt, game = self._table.points[entry].entry.salt, self._table.id
        told = (f"{game}.{seat}.{number}", salt)
        made = self._home.derived(game, "lots", "referee/letter/v1", *told)
        return base64.b32encode(made).decode().lower()[:MARK]


def marked(home_made: bytes, number: str, host: str) -> str:
    """An id, with a mark made of these bytes, for a letter that no record tells about."""
    return f"<{number}@r-{base64.b32encode(home_made).decode().lower()[:MARK]}.{host}>"

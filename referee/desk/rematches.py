"""Rematches (H30): the other game that a player of a finished one has asked for is opened, and all are invited.

Who has asked has accepted by that, as the record of the new game says from its beginning. The wish stands in the record
of the old game. Whether it has been carried out stands in the two rosters: that of the new game names the old one
(`rematch_of`), and is written before its record; that of the old game names the new one (`rematch`), and is written
last. So a process that ends in between opens one game, not two; and a game that its
keeper has deleted is not opened again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.desk.opening import Agreed, Opening, with_languages
from referee.home import roster
from referee.home.home import Home
from referee.house.players import like
from referee.house.rematch import RematchAsked, passed_on
from referee.table.table import Table


@dataclass(frozen=True, slots=True)
class Rematches:
    """The rematches of the games of a home."""

    home: Home
    opening: Opening

    def open(self, table: Table) -> str:
        """Open the rematch that a player has asked for, once; returns its id, "" if there is nothing to do.

        Raises `Faulty`, OSError.
        """
        if table.outcome is None or not any(map(_asked, table.points)):
            return ""
        path = self.home.roster_path(table.id)
        known = roster.read(path)
        if known.rematch or not known.seats:
            return ""
        new = self._opened_before(table.id) or self._opened(table, known)
        roster.write(path, replace(roster.read(path), rematch=new))
        return new

    def _opened_before(self, game: str) -> str:
        """The rematch of a game, opened by a process that ended before it could note that; "" if there is none."""
        rosters = ((one, roster.read(self.home.roster_path(one))) for one in self.home.games())
        return next((one for one, known in rosters if known.rematch_of == game), "")

    def _opened(self, table: Table, known: roster.Roster) -> str:
        opening, passed = table.opening, passed_on(table.seats)
        seats = {
            seat: replace(known.seats[passed[seat]], key=0, language=table.index.language(passed[seat]))
            for seat in table.seats
        }
        content = content_of(table, passed)
        table.game.fits(content)
        agreed = Agreed({}, with_languages(seats, ""), table.terms)
        asked = next(event.by for point in table.points for event in _wishes(point))
        accepts = next(seat for seat, before in passed.items() if before == asked)
        more: dict[str, Any] = {
            "accepts": accepts,
            "arbiter": known.arbiter,
            "rematch_of": table.id,
            "content": content,
        }
        return self.opening.written(opening.game, agreed, **more)


def _asked(point: Any) -> bool:
    return any(True for _ in _wishes(point))


def _wishes(point: Any) -> Iterator[RematchAsked]:
    return (event for event in point.entry.events if isinstance(event, RematchAsked))


def content_of(table: Table, passed: Mapping[str, str]) -> Mapping[str, Any]:
    """The options of the old game in full, with the names by which its players were called last in their new seats.

    Who was called by a seat had no name, and is called by the new one.
    """
    options, told = table.opening.options, dict(table.view(None).names)
    named = {seat: name for seat, name in told.items() if not any(like(name, one) for one in table.seats)}
    sat = [named.get(passed[seat]) or seat.title() for seat in table.seats]
    if any(named.values()):
        return {**options, "players": sat, "sides": "agreed"}
    return {**options, "players": [], "sides": "agreed"} if options.get("players") else options

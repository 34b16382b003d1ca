"""The letters to the onlookers of a game (H31), such as g1.onlooker-17.5: what is open to all, some turns later.

All of it is worked out from the record up to the entry that a letter tells of, as an onlooker sees it: no state,
no seat's view and nothing later comes near it. The number of a letter counts the entries that showed all of them
something, as those to a seat do; so what was told stands in the names of the letters out, and in nothing else.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from datetime import datetime

from referee.archive.outputs import for_seat
from referee.archive.replay import page
from referee.desk.company import ledger
from referee.desk.company.ledger import OVER, Ledger, Wish
from referee.desk.company.words import fenced
from referee.desk.letters.due import Due
from referee.home.config import YES, Config
from referee.home.home import Home
from referee.home.roster import Roster
from referee.post.outbox import Outbox
from referee.post.reading.robots import plain
from referee.post.writing import Ids, mail_of, paged
from referee.table.onlooking import first_entry, horizon, over_after, told_onlookers, went_back
from referee.table.table import Table
from referee.telling.letter import Bodies, Letter, Notes, bodies
from referee.util.errors import Faulty
from referee.util.regexes import regex
from referee.util.values import replace

SEAT = regex(r"onlooker-([1-9][0-9]{0,8})")
"""Stands for the seat in the number of a letter to an onlooker: with the number of their wish to watch."""


def seat_of(wish: Wish) -> str:
    """What stands for the seat in the numbers of an onlooker's letters."""
    return f"onlooker-{wish.number}"


def due(table: Table, seat: str, told: int, until: int | None = None) -> Due | None:
    """The letter that is due to an onlooker who was told everything up to the letter `told` (0: nothing).

    None if none is. Only entries before `until` count, if it is given.
    """
    reached = horizon(table, table.terms.delay, until)
    if reached is None:
        return None
    mine = table.index.concerning[None]
    count = bisect_right(mine, reached)
    number = table.index.numbered(None, count)
    if number <= told:
        return None
    last = mine[count - 1]
    since = _since(table, told, last)
    # What is said and noted when all is over is the players' own affair.
    return (
        None
        if told and over_after(table, since) and over_after(table, last)
        else Due(seat, number, since, last)
    )


def _since(table: Table, told: int, last: int) -> int:
    """The entry after which the letter begins to tell; the first one tells of one turn."""
    before = table.index.entry_of(None, told) if told else None
    return first_entry(table, last) - 1 if before is None else before


def _remarks(table: Table, one: Due, *, replayed: bool) -> Notes:
    over = over_after(table, one.until)
    said = (
        [("watching-over", {"game": table.id if replayed else ""})]
        if over
        else [("watching", {"turns": table.terms.delay})]
    )
    back = went_back(table, one.since, one.until)
    return [*([] if back is None else [("watching-back", {"turn": back})]), *said]


class Onlookers:
    """The onlookers of the games of a home, and their letters. One process at a time: the caller holds the desk."""

    def __init__(self, home: Home, config: Config, outbox: Outbox) -> None:
        """They stand in the ledger of the home."""
        self._home, self._config, self._outbox = home, config, outbox

    def of(self, game: str) -> Sequence[Wish]:
        """The onlookers of a game. None where the ledger cannot be read: that is told elsewhere, and stops no game."""
        return self._kept().watching(game)

    def _kept(self) -> Ledger:
        try:
            return ledger.read(self._home)
        except Faulty:
            return Ledger()

    def told_before(self, table: Table, until: int) -> dict[str, int]:
        """For each onlooker the number of the last letter about entries before `until`."""
        found = ((one, due(table, seat_of(one), 0, until)) for one in self.of(table.id))
        return {seat_of(one): letter.number for one, letter in found if letter}

    def all_due(self, table: Table, roster: Roster, told: dict[str, int], date: datetime) -> Iterator[str]:
        """Write the letters that are due to the onlookers of a game; gives their numbers. Raises OSError.

        `told` has the number of the last letter to each, and is brought up to date.
        """
        over = over_after(table, len(table.points) - 1)
        parts = {plain(one.address) for one in roster.everybody.values()}
        for one in self.of(table.id):
            if not over and plain(one.address) in parts:
                continue  # they have come to play, and see what their seat may know
            seat = seat_of(one)
            if (letter := due(table, seat, told.get(seat, 0))) and not self._outbox.refused(table.id, seat):
                yield self._put(table, one, letter, date)
                told[seat] = letter.number
            if over:
                self.ended(one.number, date)

    def again(self, table: Table, seat: str, number: int, date: datetime) -> str:
        """Make a letter again, as it was due; returns its number in full, "" if its onlooker watches no more."""
        found = [one for one in self.of(table.id) if seat_of(one) == seat]
        last = table.index.entry_of(None, number)
        if not found or last is None:
            return ""
        before = [one for one in self._outbox.numbers(table.id, seat) if one < number]
        since = _since(table, max(before, default=0), last)
        return self._put(table, found[0], Due(seat, number, since, last), date)

    def _put(self, table: Table, wish: Wish, one: Due, date: datetime) -> str:
        """Write a letter that is due; returns its number in full."""
        number, secret = f"{table.id}.{one.seat}.{one.number}", ledger.code(self._home, wish)
        over = over_after(table, one.until)
        # A game that is over comes as a page, as it was open to all and without notes, unless that is too large.
        pages = (
            paged(table.id, page(for_seat(table, None), language=wish.language), self._config.limits)
            if over
            else ()
        )
        said = self._said(table, wish, one, secret, remarks=_remarks(table, one, replayed=bool(pages)))
        mail = mail_of(
            self._config,
            number=number,
            title=said.subject,
            marks=secret if self._config.secrets == "subject" else "",
            to=wish.address,
            secret=secret,
            id=Ids(self._home, table, self._config.host).id(one.seat, one.number, onlooker=True),
            date=date,
            bodies=said._replace(text=fenced(said.text, wish.language)),
            language=wish.language,
            attachments=pages,
        )
        self._outbox.put(number, mail)
        return number

    def _said(self, table: Table, wish: Wish, one: Due, secret: str, remarks: Notes) -> Bodies:
        number, point = f"{table.id}.{one.seat}.{one.number}", table.points[one.until]
        view = table.game.view(point.state, None)
        return bodies(
            Letter(
                game=table.game,
                content=point.content,
                view=view,
                number=number,
                seal=table.seal_for(None, one.until + 1),
                told=told_onlookers(table, one.since, one.until),
                choices=table.game.choices(view),
                remarks=remarks,
                language=wish.language,
                picture="png" if self._config.pictures == YES else "",
                address=self._config.reply_address(secret),
                subject=secret if self._config.secrets == "subject" else number,
                watched=table.terms.delay,
            )
        )

    def ended(self, number: int, now: datetime) -> None:
        """An onlooker, by the number of their wish, gets no more letters. Raises OSError."""
        kept = self._kept()
        if (wish := kept.wish(number)) and wish in kept.watching():
            ledger.write(self._home, kept.with_wish(replace(wish, state=OVER)), now)

    def came_back(self, seat: str, now: datetime) -> None:
        """A letter to an onlooker came back for good: no more are written. Raises OSError."""
        if found := SEAT.fullmatch(seat):
            self.ended(int(found[1]), now)

"""Seats whose players are replaced by vote (H35): from the vote in the record to the player who takes the seat over.

1. The record says that a seat is offered. `note` puts it into the ledger of company, before the letters of that
   entry count as written.
2. `settle`, at the end of a pass, asks the first of the waiting list; then the next one, if that one declines or
   does not answer. So letters of the silent player that came in the same pass come first. Whoever came to wait after
   the silence is not asked: the keeper may seat them.
3. Whoever was asked accepts by a letter. That stands in the ledger; at the end of the pass the seat is theirs: the
   roster is written first, then the record, then the ledger, with a letter to the former player. A process that
   ends in between is gone on with at the beginning of the next pass, before any letter of the game goes out.
"""

from collections.abc import Callable, Collection, Mapping
from datetime import datetime

from referee.desk.company import ledger
from referee.desk.company.ledger import ASKED, OFFER, OVER, TAKES, Ledger, Vacancy, Wish
from referee.desk.company.wishes import Reply, fits, late, off_the_list, over, parts, reply_to, told
from referee.desk.doubts import Doubts
from referee.desk.games import Games
from referee.desk.people import misnamed, named_in
from referee.desk.seating import Seating
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.house.players import Player
from referee.post.reading.robots import plain
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.times import moment, stamp
from referee.util.values import replace


class Vacancies:
    """The seats of a home that stand open. One process at a time: the caller holds the desk."""

    def __init__(
        self,
        home: Home,
        config: Config,
        games: Games,
        seating: Seating,
        doubts: Doubts,
        now: Callable[[], datetime],
    ) -> None:
        """Games in doubt rest: nobody takes over a seat there."""
        self._home, self._config, self._games, self._seating = home, config, games, seating
        self._doubts, self._now = doubts, now

    def note(self, table: Table) -> None:
        """Put into the ledger which seats of a game stand open, as its record says. Raises OSError.

        A ledger that cannot be read is told elsewhere, and stops no game.
        """
        if not table.terms.replaces:
            return
        try:
            kept, game = ledger.read(self._home), table.id
        except Faulty:
            return
        seats = open_seats(table)
        changed = kept
        for one in kept.seats:
            if one.game == game and one.seat not in seats and not self._half_taken(kept, one):
                changed = closed(changed, one, self._now())
        for seat, since in seats.items():
            changed = changed.with_vacancy(Vacancy(game, seat, table.game.name, since))
        if changed != kept:
            ledger.write(self._home, changed, self._now())

    def settle(self, waiting: Collection[str]) -> list[str]:
        """Seat those who have accepted, and ask those who come next; gives the games in which a seat was taken.

        In games for which letters are `waiting` nothing changes: one may be of the silent player. Raises `Faulty`,
        OSError.
        """
        taken = list[str]()
        for one in ledger.read(self._home).seats:
            if one.game not in self._home.games():
                self._change(closed(ledger.read(self._home), one, self._now()))
            elif one.game not in waiting and not self._doubts.of(one.game):
                taken += self._settled(one)
        return taken

    def finish(self) -> list[str]:
        """Go on with what a process that ended too early has begun: seats with a new player in the roster alone."""
        kept = ledger.read(self._home)
        begun = [one for one in kept.seats if one.game in self._home.games() and self._half_taken(kept, one)]
        return [game for one in begun for game in self._settled(one)]

    def _settled(self, one: Vacancy) -> list[str]:
        """Gives the game, if somebody takes the seat."""
        table, kept = self._games.table(one.game), ledger.read(self._home)
        if table.index.house.rests and not self._half_taken(kept, one):
            return []  # H20 nobody is asked or seated in a dispute
        takes = next((wish for wish in kept.offers(one) if wish.state == TAKES), None)
        if self._half_taken(kept, one) or (takes and one.seat in open_seats(table)):
            assert takes  # noqa: S101  a seat is half taken by somebody who takes it
            return self._take(one, takes)
        if one.seat not in open_seats(table):
            self._change(closed(kept, one, self._now()))
            return []
        self._ask(kept, one)
        return []

    def _ask(self, kept: Ledger, one: Vacancy) -> None:
        """Ask the next one who waits, unless somebody was asked and has time still."""
        now, changed = self._now(), kept
        for wish in kept.offers(one):
            if wish.state == ASKED and not ledger.expired(wish, now):
                return
            if wish.state == ASKED:
                changed = late(changed, wish, reply_to(wish, now))
        known = roster.read(self._home.roster_path(one.game))
        if (asked := next_asked(changed, one, parts(known), now)) != kept:
            self._change(asked)

    def _half_taken(self, kept: Ledger, one: Vacancy) -> bool:
        """Whether somebody who takes a seat is in the roster already."""
        seats = roster.read(self._home.roster_path(one.game)).seats
        return any(
            wish.state == TAKES and one.seat in seats and seats[one.seat].address == wish.address
            for wish in kept.offers(one)
        )

    def _take(self, one: Vacancy, wish: Wish) -> list[str]:
        """A player takes a seat over: the roster, then the record, then the ledger."""
        path, table = self._home.roster_path(one.game), self._games.table(one.game)
        known, language = roster.read(path), table.index.language(one.seat)
        if known.seats[one.seat].address != wish.address:
            if plain(wish.address) in parts(known):  # the keeper has given them another part meanwhile
                self._change(closed(ledger.read(self._home), one, self._now()))
                return []
            roster.write(path, roster.replaced(known, (*known.former, known.seats[one.seat].address)))
            player, people = Player(wish.address, wish.name, language=wish.language), named_in(table, known)
            if misnamed(player, one.seat, people, table.seats, self._config.name):
                player = replace(player, name="")  # nobody may be called so there
            self._seating.take_over(one.game, one.seat, player, shared=False)
            table = self._games.table(one.game)
        else:
            self._seating.forget_former(one.game, one.seat)
        former = roster.read(path).former[-1]
        if one.seat in open_seats(table):
            self._seating.tell_of(one.game, one.seat)
        changed = off_the_list(ledger.read(self._home), wish).without_vacancy(one.game, one.seat)
        self._change(told(changed, Reply(former, language, self._now()), "replaced", wish))
        return [one.game]

    def _change(self, kept: Ledger) -> None:
        ledger.write(self._home, kept, self._now())


def open_seats(table: Table) -> Mapping[str, str]:
    """The seats of a game that are offered to others, as its record says, and since when each is silent."""
    if table.outcome is not None:
        return {}
    offered = (one for one in table.index.house.quiet if one.offered and one.seat not in table.state.gone)
    return {one.seat: table.points[one.entry].entry.at for one in offered}


def closed(kept: Ledger, one: Vacancy, now: datetime) -> Ledger:
    """A seat stands open no more, though nobody has taken it over: whoever was asked is told, and still waits."""
    for wish in kept.offers(one):
        if wish.state in {ASKED, TAKES}:
            kept = told(over(kept, [wish]), reply_to(wish, now), "offer-gone", wish)
    return kept.without_vacancy(one.game, one.seat)


def came_later(waits: Wish, seat: Vacancy) -> bool:
    """Whether somebody came to wait when the seat was silent: it may be the second mailbox of who votes on it."""
    return bool(seat.since) and moment(waits.at) > moment(seat.since)


def next_asked(kept: Ledger, one: Vacancy, taken: Collection[str], now: datetime) -> Ledger:
    """The first who waited in time, has no part in the game and was not asked yet is asked to take a seat.

    `taken` are the mailboxes that have a part in the game.
    """
    offers = [wish for wish in kept.wishes if wish.kind == OFFER and wish.game == one.game]
    barred = {plain(wish.address) for wish in offers if wish.seat == one.seat or wish.state != OVER} | {
        *taken
    }
    fit = (wish for wish in kept.waiting() if fits(wish, one) and not came_later(wish, one))
    found = next((wish for wish in fit if plain(wish.address) not in barred), None)
    if found is None:
        return kept
    where = {"rules": one.rules, "game": one.game, "seat": one.seat}
    wish = replace(found, number=kept.last + 1, kind=OFFER, at=stamp(now), state=ASKED, **where)
    return told(kept.with_wish(wish), reply_to(wish, now), "offered", wish)

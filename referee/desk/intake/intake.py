"""One letter in: it is read, checked, answered, and put where it belongs.

It goes through the checks in their order: the first that answers decides what becomes of it. Each sees the letter as
the checks before it left it. A check that has nothing to say returns None.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

from referee.desk import addresses
from referee.desk.addresses import Addresses
from referee.desk.games import Games
from referee.desk.hours import Hours
from referee.desk.intake.letter import TOO_FAST, Arrived, Fate, held
from referee.desk.intake.lines import Lines, notes, wishes
from referee.desk.intake.seated import same_id
from referee.desk.leaps import LEAP
from referee.desk.report import ASIDE, HELD, REPEATED, RULED, WAITS, Done, Handled
from referee.home.home import Home
from referee.home.seats import Seat, Seats, starred
from referee.house.docket import ARBITER
from referee.post.reading import Mail, Unreadable, read_mail
from referee.post.spool import Spool, Taken
from referee.util.values import replace

Check = Callable[[Arrived], Fate | None]
"""What one check says of a letter."""


def several_seats(letter: Arrived) -> Fate | None:
    """A letter that bears the secrets of more than one seat is held."""
    return held("several-seats") if len(letter.seats) > 1 else None


def first(checks: Mapping[str, Check], letter: Arrived) -> tuple[str, Fate]:
    """The name of the first check that answers, and what it says."""
    answers = ((name, fate) for name, check in checks.items() if (fate := check(letter)))
    return next(answers)


def seats_of(seats: Seats, games: Games, mail: Mail) -> frozenset[Seat]:
    """The seats whose secrets a letter bears, in an address it went to, or else in its subject.

    A letter that was ruled on still belongs to its seat, even if that seat has a new secret since (H8).
    """
    found = _named(seats, mail)
    if len(names := {seat.game for seat in found}) > 1:
        return found  # it is held, and no game is opened: a damaged one would keep the letter waiting
    for game in names:
        games.table(game)  # which may give a seat the new secret that it was promised
    return _named(seats, mail) or frozenset(
        one
        for one in seats.formerly_in((*mail.recipients, mail.subject))
        if (one.seat, mail.digest) in games.table(one.game).index.letters
    )


def _named(seats: Seats, mail: Mail) -> frozenset[Seat]:
    return seats.named_in(mail.recipients) or seats.named_in([mail.subject])


class Intake:
    """The letters in, of one pass; `resting` are the seats whose other letters wait."""

    def __init__(
        self,
        home: Home,
        address: str,
        spool: Spool,
        seats: Seats,
        games: Games,
        lines: Lines,
        addresses: Addresses,
        checks: Mapping[str, Check],
        hours: Hours,
        now: Callable[[], datetime],
    ) -> None:
        """`address` is our own, by which a mail loop is known; `addresses` takes the wishes for another address."""
        self._home, self._address, self._spool, self._now = home, address.lower(), spool, now
        self._seats, self._games, self._lines = seats, games, lines
        self._addresses, self._checks, self._hours = addresses, checks, hours
        self.resting = set[Seat]()

    def handle(self, taken: Taken, done: Done) -> None:
        """Read a letter, rule on it, answer it and put it away; or hold it for the keeper, with the reason.

        `done` is told.
        """
        # A clock had leapt ahead and is right again, so the letter seems to come from the future: it comes
        # now.
        now = self._now()
        taken = replace(taken, at=now) if taken.at - now > LEAP else taken
        told = Handled(taken.name)
        try:
            raw = taken.raw()
            mail = read_mail(raw, own=(self._address,))
        except Unreadable as fault:
            fate = held(fault.why.key)
            self._put(taken, fate, done)
        else:
            letter = Arrived(taken, raw, mail, seats_of(self._seats, self._games, mail))
            if len(letter.seats) == 1:
                letter.mail = self._lines.without_quotes(mail, letter.seat)
            told.id = starred(mail.message_id)
            if len(letter.seats) == 1:
                told.game, told.seat = letter.seat
            fate = self._decide(letter, done)
            told.answers = letter.written[-1:]
        told.became, told.reason = fate.became, fate.reason
        done.handled.append(told)

    def _decide(self, letter: Arrived, done: Done) -> Fate:
        """Let the checks decide, and carry out what they say."""
        try:
            _, fate = first(self._checks, letter)
            if fate.entry is not None:
                done.ruled += fate.became == RULED
                done.aside += fate.became == REPEATED
                letter.written += self._answer(letter, fate.entry)
        finally:
            done.written += letter.written
        self._put(letter.taken, fate, done)
        return fate

    def _answer(self, letter: Arrived, n: int) -> list[str]:
        """Write the receipt for the letter of that entry, once, however often it is tried.

        Returns the numbers of the letters that were written.
        """
        (game, seat), mail = letter.seat, letter.mail
        table = self._games.table(game)
        if seat != ARBITER:
            addresses.renew(self._home, self._seats, table)
            wanted = map(addresses.asked_for, wishes(table, mail, seat, n))
            if address := next(filter(None, wanted), ""):
                self._addresses.ask(table, seat, n, address, letter.taken.at)
        sending = self._games.sending(game)
        player = sending.roster.everybody[seat]
        sending.came(n, mail.message_id, notes(table, mail, player, n, same_id(table, letter)))
        return sending.receipt(seat, n)

    def _put(self, taken: Taken, fate: Fate, done: Done) -> None:
        """Put a letter where it belongs."""
        if fate.became == HELD:
            self._spool.hold(taken, fate.reason)
            done.held.append((taken.name, fate.reason))
        elif fate.became == WAITS:
            self._spool.back(taken)
            done.put_off += fate.reason == TOO_FAST
        else:
            self._spool.done(taken)
            done.aside += fate.became == ASIDE
        if fate.drops:
            self._games.drop(fate.drops)
        if fate.seat:
            self.resting.add(fate.seat)
            if fate.clock:
                self._hours.wait_for(fate.seat.game, fate.clock)

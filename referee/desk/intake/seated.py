"""Letters that bear the secret of one seat: a player's, or the arbiter's. None is ruled on twice."""

from collections.abc import Callable
from datetime import datetime

from referee.desk import judging
from referee.desk.games import Games
from referee.desk.hours import Hours
from referee.desk.intake.letter import PUT_AWAY, TOO_FAST, Arrived, Fate, held, waits
from referee.desk.intake.lines import Lines, replied_to
from referee.desk.intake.policy import Policy
from referee.desk.intake.unsent import Unsent, answered
from referee.desk.report import REPEATED, RULED
from referee.desk.seating import Seating
from referee.home.seats import Seats
from referee.house.docket import ARBITER
from referee.house.players import Player
from referee.notation.reader import Misread, Prose
from referee.post.dkim import digested, known_by
from referee.record.file import Busy, Moved
from referee.table.clocks.deadlines import settle
from referee.table.index import number_in
from referee.table.table import Table
from referee.util.times import stamp


class Seated:
    """Letters to the games of a home. Before one is ruled on, the clocks run up to the time at which it came."""

    def __init__(
        self,
        games: Games,
        seats: Seats,
        lines: Lines,
        policy: Policy,
        unsent: Unsent,
        seating: Seating,
        hours: Hours,
        now: Callable[[], datetime],
    ) -> None:
        """The parts of the desk.

        `policy` says whether a letter may count, `seating` seats the players whom the arbiter puts into a seat, and
        the hours are those of this pass.
        """
        self._games, self._seats, self._lines = games, seats, lines
        self._policy, self._unsent, self._now = policy, unsent, now
        self._seating, self._hours = seating, hours

    def _table(self, letter: Arrived) -> Table:
        return self._games.table(letter.seat.game)

    def _player(self, letter: Arrived) -> Player:
        return self._games.sending(letter.seat.game).roster.everybody[letter.seat.seat]

    def from_a_machine(self, letter: Arrived) -> Fate | None:
        """A letter of a machine is stored and never answered; if it looks like an order, the keeper looks at it."""
        if not letter.mail.robot:
            return None
        lines = self._lines.read(self._table(letter), letter.mail, letter.seat.seat)
        order = any(not isinstance(line.reading, Prose | Misread) for line in lines)
        return held("robot") if order else PUT_AWAY

    def ruled_before(self, letter: Arrived) -> Fate | None:
        """A letter that was ruled on before is answered again, and not ruled on again.

        It is known by its bytes, or by its Message-ID together with what it says.
        """
        table, (_, seat), mail = self._table(letter), letter.seat, letter.mail
        n = table.index.letters.get((seat, mail.digest))
        if n is None:
            player = self._player(letter)
            same = (
                k for k in same_id(table, letter) if self._lines.says_the_same(table, k, mail, seat, player)
            )
            n = next(same, None)
        return None if n is None else Fate(REPEATED, entry=n)

    def too_fast(self, letter: Arrived) -> Fate | None:
        """A letter waits if its writer has sent too many: letters of others come first."""
        game, seat = letter.seat
        if self._games.sending(game).quotas.too_fast(seat, self._now()):
            return waits(TOO_FAST, letter.seat)
        return None

    def unsigned(self, letter: Arrived) -> Fate | None:
        """A letter that the policy of its game does not let count is held, or waits."""
        secret = self._seats.secret(*letter.seat)
        address = self._player(letter).address
        return self._policy.refuses(letter, self._table(letter), secret, address, letter.seat.seat)

    def answers_the_unsent(self, letter: Arrived) -> Fate | None:
        """H24 A letter that answers one of ours that was never sent is held, and its game rests."""
        game, seat = letter.seat
        number = answered(self._games.sending(game).ids, self._table(letter), seat, letter.mail)
        return self._unsent.doubt(number, letter.taken.name) if number else None

    def arbiter(self, letter: Arrived) -> Fate | None:
        """A letter of the arbiter: its rulings take effect, or it is answered (H20, H21)."""
        game, seat = letter.seat
        if seat != ARBITER:
            return None
        table, at = self._games.table(game), letter.taken.at
        written = self._lines.read(table, letter.mail, seat)
        try:
            self._hours.keep(table, at)
            number = number_in(replied_to(letter.mail, game, seat), game, seat)
            judged = self._seating.judge(game, ARBITER, written, table.index.entry_of(seat, number))
            table = self._games.table(game)
            n = len(table.points)
            judging.enter(table, ARBITER, judged, at=stamp(at), **known_by(letter.mail, letter.vouched))
        except (OSError, Busy, Moved):
            self._games.drop(game)
            raise
        return Fate(RULED, entry=n)

    def player(self, letter: Arrived) -> Fate | None:
        """A letter of a player is ruled on and entered in the record."""
        (game, seat), mail, at = letter.seat, letter.mail, letter.taken.at
        table, sending = self._games.table(game), self._games.sending(game)
        left = [
            (cut.number, self._lines.clean(cut.text, game), f"left-{cut.why}")
            for cut in mail.cut
            if cut.why != "quoted"
        ]
        lines, stray = self._lines.of_record(table, mail, seat, sending.roster.everybody[seat])
        try:
            self._hours.keep(table, at)
            played = table.play(
                seat,
                lines,
                at=stamp(at),
                **known_by(mail, letter.vouched),
                reply=replied_to(mail, game, seat),
                ruled=self._hours.long_after(at) if table.terms.deadline else "",
                left=[*left, *stray],
                # A standing order may answer this letter, but must not delay its writer's answer: it comes
                # after the receipt.
                stand=False,
            )
            settle(table)
        except (OSError, Busy, Moved):
            self._games.drop(game)
            raise
        self._games.sending(game).ruled(played.entry, played.ruled)
        return Fate(RULED, entry=played.entry)


def same_id(table: Table, letter: Arrived) -> list[int]:
    """The entries of earlier letters of this seat with the same Message-ID."""
    return table.index.messages.get((letter.seat.seat, digested(letter.mail.message_id))) or []

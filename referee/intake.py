"""One letter in: who writes, which lines are its own, and what the table makes of them."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee import bounces
from referee.again import is_left
from referee.identity import Seat, without_secrets
from referee.index import number_in
from referee.letters import Mail, Unreadable, read_mail
from referee.notation import Misread, Prose
from referee.post.spool import Taken
from referee.record import Busy, Moved
from referee.table import Table
from referee.times import stamp

if TYPE_CHECKING:
    from referee.desk import Desk, Pass

OURS = re.compile(r"([a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]*\.[1-9][0-9]{0,8})")
Note = tuple[str, Mapping[str, Any]]


class Intake:
    """One letter at the desk. Lives for that letter only."""

    def __init__(self, desk: "Desk", taken: Taken, done: "Pass") -> None:
        """A letter that was taken from the spool; `done` tells what becomes of it."""
        self.desk, self.taken, self.done = desk, taken, done

    def handle(self) -> None:
        """Read it, rule on it, answer it, put it away; or hold it for the keeper, and say why."""
        try:
            raw = self.taken.raw()
            mail = read_mail(raw, own=(self.desk.config.address.lower(),))
        except Unreadable as fault:
            self.hold(fault.why.key)
            return
        seats = self.seats(mail)
        if not seats and (came_back := bounces.taken_in(self.desk, mail, raw, self.taken.at)):
            self.put_away() if came_back == bounces.STORED else self.hold("to-returns")
        elif mail.robot and not seats:
            self.put_away()
        elif not seats:
            self.done.written += self.desk.strangers.answer(mail, self.taken)
            self.hold("no-seat")
        elif len(seats) > 1:
            self.hold("several-seats")
        elif mail.robot:
            self.from_a_robot(mail, *seats)
        elif mail.sender_fault:
            self.hold(mail.sender_fault)
        else:
            self.from_a_seat(mail, *seats)

    def seats(self, mail: Mail) -> frozenset[Seat]:
        """The seats whose secrets the letter bears, in an address it went to, or else in its subject."""
        return self.desk.seats.named_in(mail.recipients) or self.desk.seats.named_in([mail.subject])

    def from_a_robot(self, mail: Mail, seat: Seat) -> None:
        """What a machine wrote is stored and never answered; if it looks like an order, the keeper looks at it."""
        table = self.desk.table(seat.game)
        invited, language = bool(table.index.house.waiting), table.index.language(seat.seat)
        lines = table.read(self.lines(mail), invited=invited, language=language)
        if any(not isinstance(line.reading, Prose | Misread) for line in lines):
            self.hold("robot")
        else:
            self.put_away()

    def from_a_seat(self, mail: Mail, seat: Seat) -> None:
        """A letter of a player. One that was ruled on before is not ruled on again."""
        table = self.desk.table(seat.game)
        message = hashlib.sha256(mail.message_id.encode()).hexdigest() if mail.message_id else ""
        same_id = table.index.messages.get((seat.seat, message), [])
        n = table.index.letters.get((seat.seat, mail.digest))
        n = next((k for k in same_id if self.same_lines(table, k, mail, seat.seat)), None) if n is None else n
        if n is None and self.desk.sending(seat.game).quotas.too_fast(seat.seat, self.desk.now()):
            self.put_off(seat)
            return
        if n is None:
            n = self.rule(table, seat.seat, mail, message)
            self.done.ruled += 1
        else:
            self.done.aside += 1
        sending = self.desk.sending(seat.game)
        sending.letters[n] = (mail.message_id, self.notes(mail, seat, table, n, same_id))
        self.done.written += sending.receipt(seat.seat, n)
        self.desk.spool.done(self.taken)

    def rule(self, table: Table, seat: str, mail: Mail, message: str) -> int:
        """Rule on the letter and have it in the record, behind what the clock brought about before it came; gives its entry."""
        left = [
            (cut.number, self.clean(cut.text), f"left-{cut.why}") for cut in mail.cut if cut.why != "quoted"
        ]
        try:
            self.desk.keep_time(table.id, self.taken.at)
            played = table.play(
                seat,
                self.lines(mail),
                at=stamp(self.taken.at),
                digest=mail.digest,
                message=message,
                reply=replied_to(mail, table.id, seat),
                left=left,
                # Whether a standing order answers it must not keep its writer waiting: that comes after the receipt.
                stand=False,
            )
        except (OSError, Busy, Moved):
            self.desk.drop(table.id)
            raise
        self.desk.sending(table.id).rulings[played.entry] = played.ruled
        return played.entry

    def same_lines(self, table: Table, n: int, mail: Mail, seat: str) -> bool:
        """Whether a letter that was ruled on says the same as this one."""
        then = [line.raw for line in table.points[n].entry.lines if not is_left(line)]  # type: ignore[attr-defined]
        invited, language = bool(table.points[n - 1].house.waiting), table.index.language(seat, n)
        read = table.read(self.lines(mail), invited=invited, language=language)
        return then == [line.text for line in read]

    def notes(self, mail: Mail, seat: Seat, table: Table, n: int, same_id: Sequence[int]) -> list[Note]:
        """What there is to tell the writer of the letter as a whole."""
        player = self.desk.sending(seat.game).roster.seats[seat.seat]
        found: list[Note] = [(note, {}) for note in mail.notes]
        if mail.sender.lower() != player.address.lower():
            found.append(("other-address", {}))
        if any(k < n for k in same_id):
            found.append(("same-id", {}))
        if all(line.verdict == "prose" for line in table.points[n].entry.lines):  # type: ignore[attr-defined]
            found.append(("no-order", {}))
        return found

    def lines(self, mail: Mail) -> list[tuple[int, str]]:
        """The writer's own lines with their numbers; nobody's secret stands in them."""
        return [(number, self.clean(line)) for number, line in mail.lines]

    def clean(self, line: str) -> str:
        """A line without secrets."""
        return without_secrets(line, self.desk.seats)

    def hold(self, reason: str) -> None:
        """Leave the letter to the keeper."""
        self.desk.spool.hold(self.taken, reason)
        self.done.held.append((self.taken.name, reason))

    def put_off(self, seat: Seat) -> None:
        """Have the letter wait, for its writer has sent too many: others come first."""
        self.desk.spool.back(self.taken)
        self.desk.resting.add(seat)
        self.done.put_off += 1

    def put_away(self) -> None:
        """Keep the letter, and do nothing else about it."""
        self.desk.spool.done(self.taken)
        self.done.aside += 1


def replied_to(mail: Mail, game: str, seat: str) -> str:
    """The number of our letter to this seat that is answered: by the ids it names, else by its subject; or ""."""
    ids = (one[1:].partition("@")[0] for one in mail.answers)
    named = (*ids, *OURS.findall(mail.subject))
    return next((one for one in named if number_in(one, game, seat)), "")

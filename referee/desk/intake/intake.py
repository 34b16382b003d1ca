"""One letter in: who writes, which lines are its own, and what the table makes of them."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Protocol

from referee.desk import addresses, bounces, judging
from referee.desk.doubts import REASON, Doubts
from referee.desk.games import Games
from referee.desk.intake import unsent, written
from referee.desk.intake.written import replied_to
from referee.desk.leaps import LEAP
from referee.desk.letters import notices
from referee.desk.letters.notices import Notice
from referee.desk.letters.strangers import Strangers
from referee.desk.report import ASIDE, HELD, REPEATED, RULED, WAITS, Done, Handled
from referee.desk.seating import seat_all
from referee.home import roster
from referee.home.seats import Code, Seat, starred, tokens, without_secrets
from referee.house.docket import ARBITER
from referee.notation.arbiter import read_letter
from referee.notation.reader import Line, Misread, Prose
from referee.notation.readings import Table as Asked
from referee.post.dkim import Trouble, Txt, Vouched, counted, digested, keyed, known_by, vouched
from referee.post.keeper_mail import KeeperMail
from referee.post.reading import Mail, Unreadable, read_mail
from referee.post.reading.fields import one_line
from referee.post.spool import Taken
from referee.record.file import Busy, Moved
from referee.table.clocks.deadlines import settle
from referee.table.replay import is_left
from referee.table.table import Table
from referee.util.times import stamp
from referee.util.translations import ENGLISH

LOG = logging.getLogger("referee")
UNSENT_TO_STRANGER = "unsent-stranger"
"""Why a letter without a secret is on hold that answers one of ours that we do not know."""
PATIENCE = timedelta(days=3)
"""How long a letter waits for the DNS before it is held."""
CLOCK_PATIENCE = timedelta(days=1)
"""How long the clock of its game waits with it."""
Note = tuple[str, Mapping[str, Any]]


class Sorting(Games, Protocol):
    """A desk to which letters come; `resting` are the seats whose letters wait in this pass."""

    strangers: Strangers
    doubts: Doubts
    resting: set[Seat]
    txt: Txt

    def keep_time(self, game: str, until: datetime) -> None:
        """Let the clock of a game bring about what is due by then. Raises what writing raises."""

    def stop_clock(self, game: str, at: datetime) -> None:
        """In this pass no deadline of a game passes that lies after this time."""

    def long_after(self, at: datetime) -> str:
        """The time now, for the record, if that is long after a letter came; else ""."""


class Intake:
    """One letter at the desk. Lives for that letter only."""

    def __init__(self, desk: "Sorting", taken: Taken, done: Done) -> None:
        """A letter that was taken from the spool; `done` tells what becomes of it."""
        # By a clock that had leapt ahead and is right again a letter comes long after now: it comes now.
        now = desk.now()
        self.taken = replace(taken, at=now) if taken.at - now > LEAP else taken
        self.desk, self.done = desk, done
        self.game = ""
        self.told = Handled(taken.name)
        self.vouched: Vouched | None = None

    def handle(self) -> None:
        """Read it, rule on it, answer it, put it away; or hold it for the keeper, and say why."""
        self._handle()
        self.done.handled.append(self.told)

    def _handle(self) -> None:
        try:
            raw = self.taken.raw()
            mail = read_mail(raw, own=(self.desk.config.address.lower(),))
        except Unreadable as fault:
            self.hold(fault.why.key)
            return
        seats = self.seats(mail)
        self.told.id = starred(mail.message_id)
        if len(seats) == 1:
            self.told.game, self.told.seat = next(iter(seats))
        if not seats and (came_back := bounces.taken_in(self.desk, mail, raw, self.taken.at)):
            self.came_back(came_back)
        elif mail.robot and not seats:
            self.put_away()
        elif not seats and (codes := self.desk.seats.codes_in((*mail.recipients, mail.subject))):
            self.to_a_code(mail, codes)
        elif not seats:
            self.from_a_stranger(mail)
        elif len(seats) > 1:
            self.hold("several-seats")
        elif mail.robot:
            self.from_a_robot(mail, *seats)
        elif mail.sender_fault:
            self.hold(mail.sender_fault)
        else:
            self.from_a_seat(mail, *seats)

    def read(self, table: Table, mail: Mail, seat: str) -> list[Line]:
        """The lines of a letter as read: those of a player, or of the arbiter."""
        if seat == ARBITER:
            return list(read_letter(table.seats, self.lines(mail), self.arbiter_language()))
        invited, language = bool(table.index.house.waiting), table.index.language(seat)
        return table.read(self.lines(mail), invited=invited, language=language)

    def arbiter_language(self) -> str:
        """The language of the arbiter's letters."""
        arbiter = roster.read(self.desk.home.roster_path(self.game)).arbiter
        return (arbiter.language if arbiter else "") or ENGLISH

    def seats(self, mail: Mail) -> frozenset[Seat]:
        """The seats whose secrets the letter bears, in an address it went to, or else in its subject.

        A letter that was ruled on, and by which the seat has another secret now, is that seat's still (H8).
        """
        seats = self.desk.seats
        found = seats.named_in(mail.recipients) or seats.named_in([mail.subject])
        if len(games := {seat.game for seat in found}) > 1:
            return found  # it is held; none of them is opened, for one that is damaged would keep it waiting
        for game in games:
            self.desk.table(game)  # which may give a seat the new secret that it was promised
        found = seats.named_in(mail.recipients) or seats.named_in([mail.subject])
        return found or frozenset(
            one
            for one in seats.formerly_in((*mail.recipients, mail.subject))
            if (one.seat, mail.digest) in self.desk.table(one.game).index.letters
        )

    def to_a_code(self, mail: Mail, codes: frozenset[Code]) -> None:
        """The answer to a wish for another address (H8), from the mailbox that has the code. It is never answered."""
        found, *others = codes
        table = self.desk.table(found.game)
        address = addresses.expected(self.desk, found, self.taken.at)
        if others or not address:
            self.put_away()
        elif mail.sender_fault:
            self.hold(mail.sender_fault)
        elif self.stands(mail, table, found.token, address):
            addresses.answer(self.desk, table, found, [line for _, line in mail.lines])
            self.put_away()

    def stands(self, mail: Mail, table: Table, secret: str, address: str, seat: str = "") -> bool:
        """Whether the letter may count by the policy of its game; else it is held, or waits for an answer of the DNS.

        `seat`: the player at that address is told, once a day, that such a letter came, and nothing of it.
        """
        if table.terms.sender != "dkim":
            return True
        at = self.taken.at
        try:
            self.vouched = self.vouch(mail, table, secret, address, seat)
        except Trouble:
            if self.desk.now() - at < PATIENCE:
                self._wait_for_the_dns(table.id, seat)
            else:
                self.hold("no-verdict")
            return False
        if self.vouched and not counted(self.vouched, table.index, seat):
            LOG.info("%s %s", self.taken.name, self.vouched.by)
            return True
        if seat:
            name = f"unsigned-{at:%Y%m%d}"
            notices.put(self.desk, table, seat, Notice(name=name, kind="unsigned", to=address, secret=secret))
        self.hold("counted-before" if self.vouched else "unsigned")
        return False

    def vouch(self, mail: Mail, table: Table, secret: str, address: str, seat: str) -> Vouched | None:
        """Who found that the letter is signed for this address, and says what was signed; None if nobody. Raises `Trouble`."""
        says = partial(self.said, table=table, seat=seat)
        how = self.desk.config, self.desk.txt, self.taken.at.timestamp(), says
        found = vouched(self.taken.raw(), mail, secret, address, *how)
        return found and keyed(found, self.desk.home.key(), table.id)

    def said(self, mail: Mail, table: Table, seat: str) -> tuple[str, ...]:
        """All in a letter that makes a difference: the letter of ours that it answers, and its lines but for the prose."""
        answers = replied_to(mail, table.id, seat)
        if not seat:
            return answers, *(one_line(line) for _, line in mail.lines if line.strip())
        read = self.read(table, mail, seat)
        return answers, *(one_line(line.text) for line in read if not isinstance(line.reading, Prose))

    def _wait_for_the_dns(self, game: str, seat: str) -> None:
        """Have the letter wait, and with it all of its seat in this pass; for a day the game's clock waits for it too."""
        self.desk.spool.back(self.taken)
        self.told.became, self.told.reason = WAITS, "dns"
        if seat:
            self.desk.resting.add(Seat(game, seat))
            if self.desk.now() - self.taken.at < CLOCK_PATIENCE:
                self.desk.stop_clock(game, self.taken.at)

    def from_a_stranger(self, mail: Mail) -> None:
        """A letter without a seat's secret waits for the keeper, who is told if it answers a letter that we do not know."""
        if self.from_before_a_restore(mail):
            self.hold("before-restore")
            return
        self.answered(self.desk.strangers.answer(mail, self.taken))
        number = unsent.of_any(self.desk, unsent.named_in(mail))
        if number:
            self._tell_of_doubt(number)
        self.hold(f"{UNSENT_TO_STRANGER} {number}" if number else "no-seat")

    def from_before_a_restore(self, mail: Mail) -> bool:
        """H24 Whether a letter bears a secret that a seat had before an old copy of the home was put back."""
        seats = (self.desk.seats.at(token) for token in tokens((*mail.recipients, mail.subject)))
        games = {seat.game for seat in seats if seat}
        return any(roster.read(self.desk.home.roster_path(game)).restored for game in games)

    def came_back(self, what: str) -> None:
        """A mail that has to do with letters that came back: it is put away, or a person is to look at it."""
        if what in {bounces.STORED, bounces.HOLD}:
            self.put_away() if what == bounces.STORED else self.hold("to-returns")
        else:
            self.doubt(what)

    def doubt(self, number: str) -> None:
        """H24 The letter answers one that was never sent: it is held, and its game rests."""
        game = number.partition(".")[0]
        self.desk.doubts.enter(game, number, self.taken.name)
        self._tell_of_doubt(number)
        self.hold(f"{REASON} {number}")
        self.desk.drop(game)

    def _tell_of_doubt(self, number: str) -> None:
        KeeperMail(self.desk.config, self.desk.outbox).doubt(number, self.desk.now())

    def from_a_robot(self, mail: Mail, seat: Seat) -> None:
        """What a machine wrote is stored and never answered; if it looks like an order, the keeper looks at it."""
        self.game = seat.game
        lines = self.read(self.desk.table(seat.game), mail, seat.seat)
        if any(not isinstance(line.reading, Prose | Misread) for line in lines):
            self.hold("robot")
        else:
            self.put_away()

    def from_a_seat(self, mail: Mail, seat: Seat) -> None:
        """A letter of a player. One that was ruled on before is not ruled on again."""
        self.game = seat.game
        table = self.desk.table(seat.game)
        message = digested(mail.message_id)
        same_id = table.index.messages.get((seat.seat, message), [])
        n = table.index.letters.get((seat.seat, mail.digest))
        n = next((k for k in same_id if self.same_lines(table, k, mail, seat.seat)), None) if n is None else n
        if n is None and self.desk.sending(seat.game).quotas.too_fast(seat.seat, self.desk.now()):
            self.put_off(seat)
            return
        if n is None:
            player = roster.read(self.desk.home.roster_path(seat.game)).everybody[seat.seat]
            if not self.stands(mail, table, self.desk.seats.secret(*seat), player.address, seat.seat):
                return
            if number := unsent.answered(self.desk, table, seat.seat, mail):
                self.doubt(number)
                return
            decide = self.judge if seat.seat == ARBITER else self.rule
            n = decide(table, seat.seat, mail, known_by(mail, self.vouched))
            self.done.ruled += 1
            self.told.became = RULED
        else:
            self.done.aside += 1
            self.told.became = REPEATED
        table = self.desk.table(seat.game)
        if seat.seat != ARBITER:
            self.carry_out(mail, seat, table, n)
        sending = self.desk.sending(seat.game)
        sending.letters[n] = (mail.message_id, self.notes(mail, seat, table, n, same_id))
        self.answered(sending.receipt(seat.seat, n))
        self.desk.spool.done(self.taken)

    def carry_out(self, mail: Mail, seat: Seat, table: Table, n: int) -> None:
        """What the letter of that entry asks for of the roster (H8); once, however often it is tried."""
        addresses.renew(self.desk, table)
        wanted = [addresses.asked_for(line.reading.argument) for line in self.wishes(mail, seat, table, n)]
        if any(wanted):
            addresses.ask(self.desk, table, seat.seat, n, next(filter(None, wanted)), self.taken.at)

    def wishes(self, mail: Mail, seat: Seat, table: Table, n: int) -> list[Any]:
        """The lines of the letter of that entry that ask for another address, as they came."""
        invited, language = bool(table.points[n - 1].house.waiting), table.index.language(seat.seat, n)
        read = table.read(mail.lines, invited=invited, language=language)
        return [line for line in read if isinstance(line.reading, Asked) and line.reading.verb == "address"]

    def rule(self, table: Table, seat: str, mail: Mail, known_by: Mapping[str, str]) -> int:
        """Rule on the letter and have it in the record, after what the clock brought about before it came; gives its entry."""
        left = [
            (cut.number, self.clean(cut.text), f"left-{cut.why}") for cut in mail.cut if cut.why != "quoted"
        ]
        lines, stray = self.of_record(mail, table, seat)
        try:
            self.desk.keep_time(table.id, self.taken.at)
            played = table.play(
                seat,
                lines,
                at=stamp(self.taken.at),
                **known_by,
                reply=replied_to(mail, table.id, seat),
                ruled=self.desk.long_after(self.taken.at) if table.terms.deadline else "",
                left=[*left, *stray],
                # Whether a standing order answers it must not keep its writer waiting: that comes after the receipt.
                stand=False,
            )
            settle(table)
        except (OSError, Busy, Moved):
            self.desk.drop(table.id)
            raise
        self.desk.sending(table.id).rulings[played.entry] = played.ruled
        return played.entry

    def judge(self, table: Table, seat: str, mail: Mail, known_by: Mapping[str, str]) -> int:
        """A letter of the arbiter: its rulings take effect, or it is answered; gives its entry (H20, H21)."""
        written = self.read(table, mail, seat)
        try:
            self.desk.keep_time(table.id, self.taken.at)
            judged = judging.judge(table, ARBITER, written)
            if judged.replaced:
                judged = seat_all(self.desk, table, judged, written)
                table = self.desk.table(table.id)
            n = len(table.points)
            judging.enter(table, ARBITER, judged, at=stamp(self.taken.at), **known_by)
        except (OSError, Busy, Moved):
            self.desk.drop(table.id)
            raise
        return n

    def same_lines(self, table: Table, n: int, mail: Mail, seat: str) -> bool:
        """Whether a letter that was ruled on says the same as this one."""
        then = [line.raw for line in table.points[n].entry.lines if not is_left(line)]  # type: ignore[attr-defined]
        if seat == ARBITER:
            return then == [judging.without_addresses(line.text) for line in self.read(table, mail, seat)]
        invited, language = bool(table.points[n - 1].house.waiting), table.index.language(seat, n)
        lines, _ = self.of_record(mail, table, seat, n)
        read = table.read(lines, invited=invited, language=language)
        return then == [line.text for line in read]

    def of_record(
        self, mail: Mail, table: Table, seat: str, n: int | None = None
    ) -> tuple[written.Numbered, written.Left]:
        """The writer's lines as a record may hold them, up to entry n; and those of them that are left out."""
        player = self.desk.sending(table.id).roster.everybody[seat]
        ours = bool(replied_to(mail, table.id, seat)) or mail.sender.lower() == player.address.lower()
        secret = self.desk.seats.secret(table.id, seat) in mail.subject.lower()
        return written.of_record(table, seat, self.lines(mail), n, meant=ours or secret)

    def notes(self, mail: Mail, seat: Seat, table: Table, n: int, same_id: Sequence[int]) -> list[Note]:
        """What there is to tell the writer of the letter as a whole."""
        player = self.desk.sending(seat.game).roster.everybody[seat.seat]
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
        return without_secrets(line, self.desk.seats, self.game)

    def hold(self, reason: str) -> None:
        """Leave the letter to the keeper."""
        self.desk.spool.hold(self.taken, reason)
        self.done.held.append((self.taken.name, reason))
        self.told.became, self.told.reason = HELD, reason

    def answered(self, numbers: list[str]) -> None:
        """Letters out were written; the last of them is the answer to this one."""
        self.done.written += numbers
        self.told.answers += numbers[-1:]

    def put_off(self, seat: Seat) -> None:
        """Have the letter wait, for its writer has sent too many: others come first."""
        self.desk.spool.back(self.taken)
        self.desk.resting.add(seat)
        self.done.put_off += 1
        self.told.became, self.told.reason = WAITS, "too-fast"

    def put_away(self) -> None:
        """Keep the letter, and do nothing else about it."""
        self.desk.spool.done(self.taken)
        self.done.aside += 1
        self.told.became = ASIDE

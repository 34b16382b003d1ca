"""The letters out of one game: which are due, and how they get into the outbox."""

from collections.abc import Callable, Iterator
from datetime import datetime, time
from email.parser import BytesHeaderParser
from functools import partial

from referee.desk.bounces import Bounces
from referee.desk.letters import due
from referee.desk.letters.arbiter import ArbiterWriter
from referee.desk.letters.awaited import Awaited
from referee.desk.letters.calling import Digest, calls
from referee.desk.letters.due import Due, answered
from referee.desk.letters.gathering import Together
from referee.desk.letters.heads import Heads
from referee.desk.letters.joining import Joins, alone, goes_on, joins, to_be_answered
from referee.desk.letters.onlookers import SEAT as ONLOOKER
from referee.desk.letters.onlookers import Onlookers
from referee.desk.letters.quotas import Quotas
from referee.desk.letters.writer import Note, Writer
from referee.desk.notebooks import Notebooks
from referee.desk.programs import Programs
from referee.engine.seating import MASTER
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import Seats
from referee.house.disputes import FINAL, PACKET, may_rule
from referee.house.docket import ARBITER, KEEPER, OPEN
from referee.house.letters import LettersChosen, digest_hour
from referee.house.players import is_program
from referee.house.rematch import REMATCH, passed_on
from referee.house.replacing import found
from referee.post.envelope import went_to
from referee.post.keeper_mail import KeeperMail
from referee.post.outbox import Outbox
from referee.post.spool import Spool
from referee.post.writing import Ids
from referee.table.beforehand import plays
from referee.table.clocks.counted import NEVER
from referee.table.clocks.deadlines import clocks_of
from referee.table.index import STANDING
from referee.table.table import Table
from referee.table.verdicts import Ruled
from referee.telling.packet import Packet, packet_text
from referee.util.times import moment

OF_ITSELF = frozenset({STANDING, PACKET, FINAL, REMATCH})
"""Acts that follow at once: standing orders, those of a dispute, the acceptance of who has asked for a rematch."""
MOST_TOLD = 20
"""How many of the letters that came back are named: the last ones."""


class Sending:
    """The letters out of one game, in one pass: what that pass ruled on need not be worked out again."""

    def __init__(
        self,
        table: Table,
        *,
        home: Home,
        config: Config,
        seats: Seats,
        spool: Spool,
        outbox: Outbox,
        bounces: Bounces,
        date: Callable[[], datetime],
        notebooks: Notebooks,
        onlookers: Onlookers,
        programs: Programs,
        awaited: Awaited | None = None,
    ) -> None:
        """The letters out of a table; all bear the same `date`. Raises `Faulty` for a roster that cannot be read.

        `awaited`: programs are asked after this pass, and there is another one then; answers may wait for that (H34).
        """
        self.table, self._config, self._seats = table, config, seats
        self._outbox, self._bounces, self._notebooks = outbox, bounces, notebooks
        self._onlookers, self._programs, self._awaited = onlookers, programs, awaited
        self._waits = False
        self._record = home.record_path(table.id)
        self.roster = roster.read(home.roster_path(table.id))
        self.together: list[Together] = []
        self._rulings: dict[int, Ruled] = {}
        self._answers: dict[int, str] = {}
        self._notes: dict[int, list[Note]] = {}
        self.quotas = Quotas(table, config.limits)
        self.date = date()
        self.heads = Heads(spool, seats, table.id)
        self.ids = Ids(home, table, config.host)
        last = outbox.last(table.id)
        self._told = {seat: last.get(seat, 0) for seat in self.roster.everybody}
        self._watched = {seat: number for seat, number in last.items() if ONLOOKER.fullmatch(seat)}
        self._unknown = not last
        self._played = frozenset(seat for seat, one in self.roster.seats.items() if is_program(one))

    def ruled(self, n: int, ruled: Ruled) -> None:
        """Note what became of the letter of entry n in this pass, so that its receipt need not work that out again."""
        self._rulings[n] = ruled

    def came(self, n: int, message: str, notes: list[Note]) -> None:
        """Note the letter of entry n, which came in this pass: its Message-ID, and what to tell about it as a whole."""
        self._answers[n], self._notes[n] = message, notes

    def receipt(self, seat: str, n: int) -> list[str]:
        """Write the letters due to the writer of entry n, up to its receipt.

        Returns their numbers, none if the receipt is withheld, or waits for what a program does (H34). If an order
        beforehand of another is to answer the letter, it is played first, and the receipt tells it too (H27).
        """
        self._recover(n)
        if self.quotas.withheld(n):
            return []
        if to_be_answered(self.table, n, seat):
            self.table.stand()
        last, withheld = self.table.index.number(seat, n + 1), self.quotas.withheld
        found = [
            one for one in self._due(seat) if one.number <= last or answered(self.table, one, withheld) == n
        ]
        return [self._put(one) for one in found]

    def lost_before(self, n: int) -> None:
        """If the letters out were lost too, count everything before entry n as sent. Raises OSError."""
        self._recover(n)

    def all_due(self, act: bool = False) -> list[str]:
        """Write every letter that is due to anybody, and note that nothing is due any more; returns their numbers.

        `act`: the last entry is an act that calls for letters. Nobody was told of it, even if the outbox was
        lost.
        """
        last = self._last()
        self.table.stand()
        self._recover(last if act or not last else last + 1)
        self._waits = False
        written = [*self._mended(), *self._put_all()]
        written += self._onlookers.all_due(self.table, self.roster, self._watched, self.date)
        self._tell_the_keeper()
        self._tell_of_a_silent_master()
        size = self._record.stat().st_size
        if not self._waits:
            self._outbox.mark_told(self.table.id, size)
        return written

    def _mended(self) -> Iterator[str]:
        """Make again the letters that are due and were spoiled since they were written."""
        if self._outbox.told(self.table.id) >= 0:
            return
        for number in self._outbox.all_spoiled(self.table.id):
            _, seat, n = number.split(".")
            self._outbox.send_apart(number)
            if not ONLOOKER.fullmatch(seat):
                yield self.again(seat, int(n))
            elif made := self._onlookers.again(self.table, seat, int(n), self.date):
                yield made

    def _tell_the_keeper(self) -> None:
        """Give the keeper who is to rule the packet of a dispute (H20).

        It goes when the dispute begins, and once more when everything has been said.
        """
        table = self.table
        case = table.index.house.docket.case
        if case is None or not (case.judging and case.judge == KEEPER and case.shown):
            return
        stage = "said" if case.stage == OPEN and may_rule(case, table.still_in, table.terms) else case.stage
        name = f"{table.id}-dispute-{case.entry}-{stage}"
        text = packet_text(Packet(table, case, len(table.points), headers=self.heads))
        KeeperMail(self._config, self._outbox).dispute(
            name, table.id, moment(table.points[-1].entry.at), text
        )

    def _tell_of_a_silent_master(self) -> None:
        """H13 Tell the keeper that the master has not answered in time: the game waits for one."""
        table, point = self.table, self.table.points[-1]
        quiet = found(point.house.quiet, MASTER)
        if quiet and table.outcome is None:
            at = moment(table.points[quiet.entry].entry.at)
            KeeperMail(self._config, self._outbox).silent(table.id, MASTER, quiet.entry, at)

    def _last(self) -> int:
        """The last entry, not counting those that follow from it at once, by standing orders and the like."""
        points = self.table.points
        n = len(points) - 1
        while getattr(entry := points[n].entry, "act", "") in OF_ITSELF or plays(entry):
            n -= 1
        return n

    def again(self, seat: str, number: int) -> str:
        """Queue a letter again, as it went out; returns its number in full.

        It is made again if the address, the secret or the letter has changed since.
        """
        name = f"{self.table.id}.{seat}.{number}"
        path = self._outbox.find(name)
        if path is not None and is_program(self.roster.everybody[seat]):
            self._programs.wake(self.table.id)  # H34 it has the letter, and looks at it once more
            return name
        if path is not None and self._as_now(seat, name, stored := path.read_bytes()):
            self._outbox.put(name, stored)
            return name
        before = [one for one in self._outbox.numbers(self.table.id, seat) if one < number]
        return self._put(due.due_up_to(self.table, seat, max(before, default=0), number))

    def went_elsewhere(self, seat: str, number: int) -> bool:
        """Whether a letter went to another address than the seat has now."""
        path = self._outbox.find(f"{self.table.id}.{seat}.{number}")
        return path is not None and went_to(path) != self.roster.everybody[seat].address

    def last_went_to(self, seat: str) -> str:
        """The address to which the last letter to a seat went; "" if there is none."""
        numbers = self._outbox.numbers(self.table.id, seat)
        path = self._outbox.find(f"{self.table.id}.{seat}.{numbers[-1]}") if numbers else None
        return "" if path is None else went_to(path)

    def _as_now(self, seat: str, name: str, mail: bytes) -> bool:
        """Whether a letter can go out as it was written.

        Its bytes must be as they were, and its address and secret those of the seat now.
        """
        if not self._outbox.sums.fits(name, mail):
            return False
        fields = BytesHeaderParser().parsebytes(mail)
        secret = self._seats.secret(self.table.id, seat)
        return (
            fields["To"] == self.roster.everybody[seat].address
            and secret in f"{fields['Reply-To']} {fields['Subject']}"
        )

    def _recover(self, n: int) -> None:
        """After the outbox was lost, count everything before entry n as sent."""
        if self._unknown:
            withheld = self.quotas.withheld
            self._told = {
                seat: due.told_before(self.table, seat, n, withheld, self._calls) for seat in self._told
            }
            self._watched = self._onlookers.told_before(self.table, n)
            self._outbox.count_as_sent(self.table.id, {**self._told, **self._watched})
            self._unknown = False

    def _due(self, seat: str) -> list[Due]:
        """The letters to a seat that are to be written now: but for the last one, if it waits (H34)."""
        table, withheld = self.table, self.quotas.withheld
        person = seat in table.seats and seat not in self._played
        joined = partial(joins, table, seat=seat, programs=self._played) if person else alone
        found = list(due.due(table, seat, self._told[seat], withheld, self._calls, joined))
        if found and self._waits_for(found[-1], joined):
            self._waits = True
            found.pop()
        return found

    def _waits_for(self, one: Due, joined: Joins) -> bool:
        """Whether a letter waits for what a program does then; only one of which this run of passes has ruled on."""
        waits, n = self._awaited, answered(self.table, one, self.quotas.withheld)
        last = len(self.table.points) - 1
        if (
            waits is None
            or n is None
            or not (joined(n) and goes_on(self.table, last, one.seat, self._played))
        ):
            return False
        if n in self._rulings and not self._notes.get(n):
            waits.begin(self.table.id, n, self._answers.get(n, ""))
        return waits.holds(self.table.id, n)

    def _calls(self, table: Table, seat: str, since: int, until: int) -> bool:
        return calls(table, seat, since, until, self._config.letters, self.date)

    def _hour(self, seat: str) -> time | None:
        """H10 The hour at which the letters of a seat come together; None where they come one by one."""
        return digest_hour(self.table.index.chosen.value(LettersChosen, seat) or self._config.letters)

    def wakes(self) -> datetime | None:
        """When the next digest to a seat that has something to be told is due; None if there is none."""
        table, known = self.table, {seat: self._hour(seat) for seat in self.table.seats}
        return min(
            (
                Digest.of(table, seat, hour, self.date).next
                for seat, hour in known.items()
                if hour and self._told.get(seat, 0) < table.index.number(seat)
            ),
            default=None,
        )

    def _gather(self, one: Due, number: str) -> None:
        """Note a letter that may go out together with others to the same player."""
        own = answered(self.table, one, self.quotas.withheld)
        if one.seat == ARBITER or own is not None or not self._hour(one.seat):
            return
        clocks = clocks_of(self.table, one.until + 1)
        due = [each.until(self.date) for each in clocks.seen_by(one.seat) if each.owed.seat == one.seat]
        self.together.append(
            Together(
                number,
                self.roster.everybody[one.seat].address,
                min(due, default=NEVER),
                clocks.zone(one.seat),
                self.table.index.language(one.seat),
            )
        )

    def _put_all(self) -> Iterator[str]:
        """Write what is due to each seat. An error at one seat keeps no letter from another."""
        wrong: Exception | None = None
        for seat in self.roster.everybody:
            try:
                yield from [self._put(one) for one in self._due(seat)]
            except Exception as error:  # noqa: BLE001  told when the others have theirs
                wrong = wrong or error
        if wrong:
            raise wrong

    def _put(self, one: Due) -> str:
        number = f"{self.table.id}.{one.seat}.{one.number}"
        writer = self._to_the_arbiter() if one.seat == ARBITER else self._writer(one.seat)
        mail = writer.mail(self.table, one)
        if is_program(self.roster.everybody[one.seat]):
            self._programs.wake(self.table.id)
            self._outbox.keep(number, mail)
        else:
            self._outbox.put(number, mail)
            self._gather(one, number)
        if self._awaited and (own := answered(self.table, one, self.quotas.withheld)) is not None:
            self._awaited.told(self.table.id, own)
        self._came_back_told(one.seat)
        self._told[one.seat] = max(one.number, self._told[one.seat])
        return number

    def _writer(self, seat: str) -> Writer:
        return Writer(
            config=self._config,
            player=self.roster.everybody[seat],
            secret=self._seats.secret(self.table.id, seat),
            date=self.date,
            rulings=self._rulings,
            answers=self._messages(),
            notes=self._notes,
            remarks=self._remarks(seat),
            resumes=self.quotas.until,
            withheld=self.quotas.withheld,
            headers=self.heads,
            ids=self.ids.id,
            calendar=self.ids.calendar(seat),
            archived=self._notebooks.notes,
            before=self._before(seat),
        )

    def _before(self, seat: str) -> tuple[str, str] | None:
        """H30 The game before a rematch, until that is dealt, and this player's last letter of it, if there is one."""
        of, index = self.roster.rematch_of, self.table.index
        if not (of and index.house.waiting) or index.taken.get(seat):
            return None
        old = passed_on(self.table.seats).get(seat, seat)
        last = self._outbox.last(of).get(old)
        return (of, f"{of}.{old}.{last}") if last else None

    def _messages(self) -> dict[int, str]:
        """The Message-IDs of the letters that are answered, by entry; those that waited came in an earlier pass."""
        return {**(self._awaited.messages(self.table.id) if self._awaited else {}), **self._answers}

    def _to_the_arbiter(self) -> ArbiterWriter:
        arbiter = self.roster.arbiter
        assert arbiter is not None  # noqa: S101  letters are due to whoever is on the roster
        return ArbiterWriter(
            config=self._config,
            player=arbiter,
            secret=self._seats.secret(self.table.id, ARBITER),
            date=self.date,
            answers=self._answers,
            headers=self.heads,
            resumes=self.quotas.until,
            ids=self.ids.id,
        )

    def _remarks(self, seat: str) -> list[Note]:
        """What a seat is told about its mail: which letters to its address came back, or were taken by nobody."""
        game, address = self.table.id, self.roster.everybody[seat].address
        refused = (path.name for path in self._outbox.refused(game, seat) if went_to(path) == address)
        back = {int(name.split(".")[2]) for name in refused}
        back |= {*self._bounces.untold(game, seat, address)}
        came = [("came-back", {"numbers": [f"{game}.{seat}.{n}" for n in sorted(back)[-MOST_TOLD:]]})]
        of = self.roster.rematch_of if self.table.index.house.waiting else ""
        changes = passed_on(self.table.seats).get(seat, seat) != seat
        told = {"game": of, "by": self.table.index.asked, "seat": seat, "changes": changes}
        return [*(came if back else ()), *([("rematch-of", told)] if of else ())]

    def _came_back_told(self, seat: str) -> None:
        address = self.roster.everybody[seat].address
        if self._bounces.untold(self.table.id, seat, address):
            self._bounces.tell(self.table.id, seat, address)


def cut_short(table: Table, outbox: Outbox) -> bool:
    """Whether letters went out that the record does not know: then its end is missing."""
    last = outbox.last(table.id)
    return any(
        seat in table.index.concerning and number > table.index.number(seat) for seat, number in last.items()
    )

"""The letters out of one game: which are due, and their writing down."""

from collections.abc import Iterator
from email.parser import BytesHeaderParser
from typing import TYPE_CHECKING

from referee import answers, roster
from referee.answers import Due, Note, Writer
from referee.envelopes import went_to
from referee.index import STANDING
from referee.outbox import Outbox
from referee.play import Ruled
from referee.quotas import Quotas
from referee.table import Table

if TYPE_CHECKING:
    from referee.desk import Desk


MOST_TOLD = 20
"""So many letters that came back are named, the last ones."""


class Sending:
    """The letters out of one game, in one pass.

    `rulings` and `letters` hold what this pass ruled on, by entry: the ruling; the Message-ID of the mail, and what
    there is to say of it as a whole.
    """

    def __init__(self, desk: "Desk", table: Table) -> None:
        """Take up the letters out of a table. Raises `Faulty` for a roster that cannot be read."""
        self.desk, self.table = desk, table
        self.roster = roster.read(desk.home.roster_path(table.id))
        self.rulings: dict[int, Ruled] = {}
        self.letters: dict[int, tuple[str, list[Note]]] = {}
        self.quotas = Quotas(table, desk.config.limits)
        self.date = desk.now()
        last = desk.outbox.last(table.id)
        self._told = {seat: last.get(seat, 0) for seat in self.roster.seats}
        self._unknown = not last

    def receipt(self, seat: str, n: int) -> list[str]:
        """Write the letters due to the writer of entry n, up to its receipt; gives their numbers, none if that is withheld."""
        self._recover(n)
        if self.quotas.withheld(n):
            return []
        last = self.table.index.number(seat, n + 1)
        return [self._put(one) for one in self._due(seat) if one.number <= last]

    def all_due(self, act: bool = False) -> list[str]:
        """Write every letter that is due to anybody, and note that nothing is; gives their numbers.

        `act`: the last entry is an act that calls for letters. It was told to nobody, even if the outbox was lost.
        """
        last = self._last()
        self.table.stand()
        self._recover(last if act or not last else last + 1)
        written = list(self._put_all())
        size = self.desk.home.record_path(self.table.id).stat().st_size
        self.desk.outbox.mark_told(self.table.id, size)
        return written

    def _last(self) -> int:
        """The last entry but for those of standing orders, which answer it."""
        entries = [getattr(point.entry, "act", "") for point in self.table.points]
        while entries[-1] == STANDING:
            entries.pop()
        return len(entries) - 1

    def again(self, seat: str, number: int) -> str:
        """Have a letter due again, as it went out; made anew if the address or the secret has changed since.

        Gives its number in full.
        """
        name = f"{self.table.id}.{seat}.{number}"
        path = self.desk.outbox.find(name)
        if path is not None and self._as_now(seat, stored := path.read_bytes()):
            self.desk.outbox.put(name, stored)
            return name
        before = [one for one in self.desk.outbox.numbers(self.table.id, seat) if one < number]
        return self._put(answers.due_up_to(self.table, seat, max(before, default=0), number))

    def went_elsewhere(self, seat: str, number: int) -> bool:
        """Whether a letter is not for the address to which letters to this seat go now."""
        path = self.desk.outbox.find(f"{self.table.id}.{seat}.{number}")
        return path is not None and went_to(path) != self.roster.seats[seat].address

    def last_went_to(self, seat: str) -> str:
        """The address to which the last letter to a seat went; "" if there is none."""
        numbers = self.desk.outbox.numbers(self.table.id, seat)
        path = self.desk.outbox.find(f"{self.table.id}.{seat}.{numbers[-1]}") if numbers else None
        return "" if path is None else went_to(path)

    def _as_now(self, seat: str, mail: bytes) -> bool:
        """Whether a letter went where letters to this seat go now, and bears the secret that is good now."""
        fields = BytesHeaderParser().parsebytes(mail)
        secret = self.desk.seats.secret(self.table.id, seat)
        return (
            fields["To"] == self.roster.seats[seat].address
            and secret in f"{fields['Reply-To']} {fields['Subject']}"
        )

    def _recover(self, n: int) -> None:
        """After the outbox was lost, what was told of before entry n counts as sent."""
        if self._unknown:
            self._told = {seat: self.table.index.number(seat, n) for seat in self._told}
            self.desk.outbox.count_as_sent(self.table.id, self._told)
            self._unknown = False

    def _due(self, seat: str) -> list[Due]:
        return list(answers.due(self.table, seat, self._told[seat], self.quotas.withheld))

    def _put_all(self) -> Iterator[str]:
        """Write what is due to each seat. What goes wrong with one seat's letters keeps none from another."""
        wrong: Exception | None = None
        for seat in self.roster.seats:
            try:
                yield from [self._put(one) for one in self._due(seat)]
            except Exception as error:  # noqa: BLE001  told when the others have theirs
                wrong = wrong or error
        if wrong:
            raise wrong

    def _put(self, one: Due) -> str:
        number = f"{self.table.id}.{one.seat}.{one.number}"
        self.desk.outbox.put(number, self._writer(one.seat).mail(self.table, one))
        self._came_back_told(one.seat)
        self._told[one.seat] = max(one.number, self._told[one.seat])
        return number

    def _writer(self, seat: str) -> Writer:
        return Writer(
            config=self.desk.config,
            player=self.roster.seats[seat],
            secret=self.desk.seats.secret(self.table.id, seat),
            date=self.date,
            rulings=self.rulings,
            answers={n: message for n, (message, _) in self.letters.items()},
            notes={n: notes for n, (_, notes) in self.letters.items()},
            remarks=self._remarks(seat),
            resumes=self.quotas.until,
        )

    def _remarks(self, seat: str) -> list[Note]:
        """What a seat is told of its post: which letters to its address came back, or nobody took."""
        game, address = self.table.id, self.roster.seats[seat].address
        refused = (path.name for path in self.desk.outbox.refused(game, seat) if went_to(path) == address)
        back = {int(name.split(".")[2]) for name in refused}
        back |= {*self.desk.bounces.untold(game, seat, address)}
        return (
            [("came-back", {"numbers": [f"{game}.{seat}.{n}" for n in sorted(back)[-MOST_TOLD:]]})]
            if back
            else []
        )

    def _came_back_told(self, seat: str) -> None:
        address = self.roster.seats[seat].address
        if self.desk.bounces.untold(self.table.id, seat, address):
            self.desk.bounces.tell(self.table.id, seat, address)


def cut_short(table: Table, outbox: Outbox) -> bool:
    """Whether letters went out of which the record does not know: then its end is missing."""
    last = outbox.last(table.id)
    return any(
        seat in table.game.seats and number > table.index.number(seat) for seat, number in last.items()
    )

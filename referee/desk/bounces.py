"""Letters of ours that came back: counted for the seat they were for, and never answered, quoted, or shown to anybody.

    HOME/post/bounced/g1/thor.yaml     of a seat: the address they came back from, and which, with the status of each

A letter counts against the address that it went to, as long as the seat still gets its letters there. Three
temporary failures in a row count as permanent ones. The keeper sees the first permanent failure in `referee status`,
and is mailed at once if nobody has answered from that address yet, which may be mistyped; else after the third, when
the seat is told in its next letter. `referee.desk.intake.returns` says which mails count.
"""

from pathlib import Path

from msgspec import convert
from msgspec.json import decode, encode

from referee.house.players import AddressCorrected, SeatTaken
from referee.post.reading.robots import HARD
from referee.record.entries import Letter
from referee.table.table import Table
from referee.util import files, plainyaml
from referee.util.errors import Faulty
from referee.util.layout import write_document
from referee.util.values import Value, replace

ENOUGH = 3
"""How many permanent failures are told where mail was known to arrive."""
ENTERED = (SeatTaken, AddressCorrected)
"""Events by which a seat gets another address."""


class CameBack(Value):
    """A letter that came back for good: its number, when we were told of it (UTC), and its status (RFC 3463) or ""."""

    number: int
    at: str
    status: str


class Account(Value):
    """What came back from one address of a seat.

    Attributes:
        letters: those that came back for good.
        told: how many of these the player has been told of.
        soft: those that came back for now.
    """

    address: str = ""
    told: int = 0
    letters: tuple[CameBack, ...] = ()
    soft: tuple[CameBack, ...] = ()

    def settled(self) -> "Account":
        """The same account with enough temporary failures in a row taken for permanent ones.

        Nothing then shows that mail still reaches this address.
        """
        back = {one.number for one in (*self.letters, *self.soft)}
        runs = {n + k for n in back if all(n + k in back for k in range(ENOUGH)) for k in range(ENOUGH)}
        gone = tuple(one for one in self.soft if one.number in runs)
        rest = tuple(one for one in self.soft if one.number not in runs)
        return replace(self, letters=(*self.letters, *gone), soft=rest)


def heard_since(table: Table, seat: str, at: str) -> bool:
    """Whether a letter has come from a seat after a time (RFC 3339, UTC)."""
    return any(
        isinstance(point.entry, Letter) and point.entry.seat == seat and point.entry.at > at
        for point in reversed(table.points)
    )


def reached(table: Table, seat: str) -> bool:
    """Whether a letter has come from a seat since its letters go to the address that it has now.

    Of an arbiter nothing is known.
    """
    for point in reversed(table.points):
        if isinstance(point.entry, Letter) and point.entry.seat == seat:
            return True
        if any(isinstance(event, ENTERED) and event.by == seat for event in point.entry.events):
            return False
    return False


class Bounces:
    """The letters that came back, of a home."""

    def __init__(self, post: Path) -> None:
        """They are kept below this folder, which is made when the first one comes back."""
        self._folder = post / "bounced"

    def of(self, game: str, seat: str, address: str) -> Account:
        """What came back of a seat from this address. A file that cannot be read counts as empty."""
        account = self._read(self._place(game, seat))
        return account if account.address == address else Account(address)

    def count(self, game: str, seat: str, address: str, letter: CameBack, kind: str = HARD) -> Account:
        """Count a letter that came back, once however often we are told of it; the worse news counts.

        Raises OSError.
        """
        account = self.of(game, seat, address)
        if any(one.number == letter.number for one in account.letters):
            return account
        others = tuple(one for one in account.soft if one.number != letter.number)
        if kind == HARD:
            account = replace(account, letters=(*account.letters, letter), soft=others)
        else:
            account = replace(account, soft=(*others, letter))
        account = account.settled()
        self._write(game, seat, account)
        return account

    def untold(self, game: str, seat: str, address: str) -> tuple[int, ...]:
        """The letters of which a seat is to be told that they came back.

        All of them, if they are enough and not all have been told; else none.
        """
        account = self.of(game, seat, address)
        if len(account.letters) < ENOUGH or account.told >= len(account.letters):
            return ()
        return tuple(one.number for one in account.letters)

    def tell(self, game: str, seat: str, address: str) -> None:
        """Note that the player of a seat has been told of all that came back. Raises OSError."""
        account = self.of(game, seat, address)
        self._write(game, seat, replace(account, told=len(account.letters)))

    def all(self) -> list[tuple[str, str, Account]]:
        """The seats of which a letter came back for good: game, seat, account."""
        found = sorted(self._folder.glob("*/*.yaml"))
        seats = ((path.parent.name, path.stem, self._read(path)) for path in found)
        return [(game, seat, one) for game, seat, one in seats if one.letters]

    def forget(self, game: str) -> None:
        """Forget a game that was deleted. Raises OSError."""
        for path in (self._folder / game).glob("*.yaml"):
            files.remove(path)

    def _read(self, path: Path) -> Account:
        try:
            return convert(plainyaml.read_file(path).value, Account)
        except (Faulty, ValueError):
            return Account()

    def _write(self, game: str, seat: str, account: Account) -> None:
        files.private_folder(self._folder / game)
        files.replace(self._place(game, seat), write_document(decode(encode(account))))

    def _place(self, game: str, seat: str) -> Path:
        return self._folder / game / f"{seat}.yaml"

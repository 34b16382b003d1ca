"""Letters of ours that came back: counted for the seat they were for, and never answered, quoted, or shown to anybody.

    HOME/post/bounced/g1/thor.yaml     of a seat: the address they came back from, and which, with the status of each

A mail counts only if nobody else can have made it: it came to the address that only that letter had on its envelope
(`referee.envelopes`), or, where there are no plus addresses, it brings back the head of that letter with the secret of
its seat in it. It counts against the address that the letter went to, as long as the seat is still reached there.
Three letters that came back for good are told to the keeper, and to the seat with its next letter.
"""

import hmac
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import envelopes, files, plainyaml, roster
from referee.game import Faulty
from referee.identity import TOKEN
from referee.layout import write_document
from referee.letters import Mail
from referee.letters.fields import Fields
from referee.letters.returns import HARD, read_return
from referee.notices import Notices
from referee.outbox import NAME
from referee.times import stamp

if TYPE_CHECKING:
    from referee.desk import Desk

ENOUGH = 3
"""So many letters that came back for good are told."""
STORED, HOLD = "stored", "hold"


@dataclass(frozen=True, slots=True)
class CameBack:
    """A letter that came back for good: its number, when that was told us (UTC), and its status (RFC 3463) or ""."""

    number: int
    at: str
    status: str


@dataclass(frozen=True, slots=True)
class Account:
    """What came back of a seat from one address; `told` is how many of them its player has been told of."""

    address: str = ""
    told: int = 0
    letters: tuple[CameBack, ...] = field(default=())


class Bounces:
    """The letters that came back, of a home."""

    def __init__(self, post: Path) -> None:
        """Take up those below this folder; it is made when the first comes back."""
        self._folder = post / "bounced"

    def of(self, game: str, seat: str, address: str) -> Account:
        """What came back of a seat from this address. What cannot be read counts as nothing."""
        try:
            found: Any = plainyaml.read_file(self._place(game, seat)).value
            letters = tuple(
                CameBack(int(one["number"]), str(one["at"]), str(one["status"])) for one in found["letters"]
            )
            account = Account(str(found["address"]), int(found["told"]), letters)
        except (Faulty, KeyError, TypeError, ValueError):
            return Account(address)
        return account if account.address == address else Account(address)

    def count(self, game: str, seat: str, address: str, letter: CameBack) -> Account:
        """Count a letter that came back for good, once however often that is told. Raises OSError."""
        account = self.of(game, seat, address)
        if any(one.number == letter.number for one in account.letters):
            return account
        account = replace(account, letters=(*account.letters, letter))
        self._write(game, seat, account)
        return account

    def untold(self, game: str, seat: str, address: str) -> tuple[int, ...]:
        """The letters of which a seat is to be told that they came back: all, if they are enough and not all are told."""
        account = self.of(game, seat, address)
        if len(account.letters) < ENOUGH or account.told >= len(account.letters):
            return ()
        return tuple(one.number for one in account.letters)

    def tell(self, game: str, seat: str, address: str) -> None:
        """The player of a seat has been told of all that came back. Raises OSError."""
        account = self.of(game, seat, address)
        self._write(game, seat, replace(account, told=len(account.letters)))

    def enough(self) -> list[tuple[str, str, Account]]:
        """The seats of which enough came back: game, seat, and what did."""
        found = sorted(self._folder.glob("*/*.yaml"))
        seats = ((path.parent.name, path.stem, self._any(path)) for path in found)
        return [(game, seat, one) for game, seat, one in seats if len(one.letters) >= ENOUGH]

    def forget(self, game: str) -> None:
        """Forget a game that is no more. Raises OSError."""
        for path in (self._folder / game).glob("*.yaml"):
            files.remove(path)

    def _any(self, path: Path) -> Account:
        try:
            address = str(plainyaml.read_file(path).value["address"])
        except (Faulty, KeyError, TypeError):
            return Account()
        return self.of(path.parent.name, path.stem, address)

    def _write(self, game: str, seat: str, account: Account) -> None:
        doc = asdict(account) | {"letters": [asdict(one) for one in account.letters]}
        files.private_folder(self._folder / game)
        files.replace(self._place(game, seat), write_document(doc))

    def _place(self, game: str, seat: str) -> Path:
        return self._folder / game / f"{seat}.yaml"


def taken_in(desk: "Desk", mail: Mail, raw: bytes, at: datetime) -> str:
    """What is to be done with a mail that bears no seat's secret, if it has to do with letters that came back.

    "stored": it is put away, and counted if it is to be; "hold": a person wrote to where letters come back; "": it has
    nothing to do with any. Raises OSError.
    """
    number, ours = envelopes.returned(desk.config, desk.home.key(), mail.recipients)
    if number and not ours:
        return STORED  # forged, or of a key that was lost
    if not mail.robot:
        return HOLD if ours else ""
    if mail.robot != "bounce":
        return STORED if ours else ""
    found = read_return(raw)
    number = number if ours else _by_head(desk, found.original)
    if number and found.kind == HARD:
        _count(desk, number, found.status, at)
    return STORED


def _by_head(desk: "Desk", original: Fields) -> str:
    """Which letter a head is of, if the secret of its seat stands in it; "" if none."""
    number = original.first("message-id").strip().removeprefix("<").partition("@")[0]
    if not NAME.fullmatch(f"{number}.eml"):
        return ""
    game, seat, _ = number.split(".")
    try:
        secret = desk.seats.secret(game, seat)
    except (KeyError, Faulty):
        return ""
    tokens = TOKEN.findall(f"{original.first('reply-to')} {original.first('subject')}")
    return number if any(hmac.compare_digest(token.lower(), secret) for token in tokens) else ""


def _count(desk: "Desk", number: str, status: str, at: datetime) -> None:
    """Count a letter against the address it went to, and tell the keeper if that is enough."""
    game, seat, which = number.split(".")
    path = desk.outbox.find(number)
    try:
        player = roster.read(desk.home.roster_path(game)).everybody.get(seat)
    except Faulty:
        return
    if path is None or player is None or envelopes.went_to(path) != player.address:
        return
    letter = CameBack(int(which), stamp(at), status)
    account = desk.bounces.count(game, seat, player.address, letter)
    if len(account.letters) >= ENOUGH:
        numbers = [f"{game}.{seat}.{one.number}" for one in account.letters]
        Notices(desk.home.path / "post").came_back(desk.config, game, seat, desk.now(), numbers, status)

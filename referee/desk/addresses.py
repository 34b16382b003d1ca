"""Another address for a seat, asked for by mail and confirmed from both mailboxes (H8).

1. A letter of the seat holds `address new@example.org`. Its receipt goes to the address on the roster, as
   every receipt does. It says the same whatever the new address is, so nobody learns from it whether an
   address is known here.
2. Two notices go out, one to each address. Each asks for an answer to a code of its own, made from the key by
   HMAC. The notice to the new address names no game. No notice goes to an address of the referee or of
   another seat of the game.
3. An answer to a code that says `confirm` counts for that mailbox. When both have confirmed, letters go to
   the new address, and the first one says so.
4. `refuse` from either mailbox ends it. So do seven days, a later wish, a new secret, another player, and a
   correction by the keeper: every code is computed from all of these. The index keeps the codes that have
   expired, so that an answer that comes again is put away like any other.

So a thief of the secret cannot move a seat's mail without the old mailbox, and the player cannot without the
new one. A player who has lost the old mailbox must ask the keeper (`referee address`). The record holds no
address: `address @` stands for it.
"""

import hmac
from collections.abc import Sequence
from datetime import datetime

from referee.desk.company.ledger import expired
from referee.desk.company.words import CONFIRM, REFUSE, said
from referee.desk.letters.notices import Notice, PlayerNotices
from referee.desk.people import same_mailbox, whose
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.roster import Wish
from referee.home.seats import SIDES, Code, Seats, code
from referee.house.players import DAYS_TO_CONFIRM, WISHES_A_DAY, AddressCorrected, Player
from referee.record.entries import Act
from referee.table.table import Table
from referee.util.errors import Faulty
from referee.util.times import stamp
from referee.util.values import replace

OLD, NEW = SIDES
ACT = "address"


class Addresses:
    """The changes of address that seats ask for and mailboxes confirm."""

    def __init__(self, home: Home, config: Config, seats: Seats, notices: PlayerNotices) -> None:
        """Both mailboxes are told by `notices`."""
        self._home, self._config, self._seats, self._notices = home, config, seats, notices

    def ask(self, table: Table, seat: str, entry: int, address: str, at: datetime) -> None:
        """Carry out, once, the wish for another address in the letter of that entry. Raises OSError."""
        path = self._home.roster_path(table.id)
        known = roster.read(path)
        player, before = known.seats[seat], known.asked.get(seat)
        if before is None or before.entry < entry:
            today = before.today + 1 if before and before.at[:10] == stamp(at)[:10] else 1
            if today > WISHES_A_DAY or address.lower() == player.address.lower():
                return
            before = Wish(entry, address, stamp(at), today=today)
            roster.write(path, replace(known, asked={**known.asked, seat: before}))
        if before.entry == entry and before.address:
            self._tell_both(table, seat, player, before)

    def _tell_both(self, table: Table, seat: str, player: Player, wish: Wish) -> None:
        """The notices of a wish, each with its code; none goes to an address that is taken."""
        usable = not self.taken(table.id, seat, wish.address)
        sides = {OLD: player.address, **({NEW: wish.address} if usable else {})}
        for side, to in sides.items():
            secret = code(self._home, table.id, seat, player, wish, side)
            self._seats.add_code(table.id, seat, side, secret)
            values = {"game": table.id, "address": wish.address, "days": DAYS_TO_CONFIRM}
            name = f"address-{wish.entry}-{side}"
            self._notices.put(table, seat, Notice(name=name, kind=side, to=to, secret=secret, values=values))

    def taken(self, game: str, seat: str, address: str) -> bool:
        """Whether an address is taken: it is the referee's own, or another seat of the game gets letters there."""
        everybody = roster.read(self._home.roster_path(game)).everybody
        return same_mailbox(address, self._config.address) or bool(whose(address, seat, everybody))

    def expected(self, found: Code, at: datetime) -> str:
        """The address from which an answer to a code must come; "" if the code has expired by then."""
        known = roster.read(self._home.roster_path(found.game))
        player, wish = known.seats.get(found.seat), known.asked.get(found.seat)
        if player is None or wish is None or found.side not in SIDES:
            return ""
        if not wish.address or expired(wish, at):
            return ""
        good = code(self._home, found.game, found.seat, player, wish, found.side)
        if not hmac.compare_digest(good, found.token):
            return ""
        return player.address if found.side == OLD else wish.address

    def answer(self, table: Table, found: Code, lines: Sequence[str]) -> bool:
        """Carry out the answer to a valid code; do nothing if it says neither word. Raises OSError.

        Returns whether letters go to another address now. If so, the game has to be asked for again, and its
        letters are due.
        """
        path = self._home.roster_path(table.id)
        known = roster.read(path)
        wish, language = known.asked[found.seat], table.index.language(found.seat)
        words = set(said(lines, language, loosely=False))  # an `OK` to the old mailbox moves no seat
        if REFUSE in words:
            wish = replace(wish, address="")
        elif CONFIRM in words:
            wish = replace(wish, old=wish.old or found.side == OLD, new=wish.new or found.side == NEW)
        else:
            return False
        roster.write(path, replace(known, asked={**known.asked, found.seat: wish}))
        return bool(wish.address and wish.old and wish.new) and self._move(table, found.seat, wish)

    def _move(self, table: Table, seat: str, wish: Wish) -> bool:
        """Send the letters of a seat to the address that both mailboxes have confirmed."""
        path = self._home.roster_path(table.id)
        if self.taken(table.id, seat, wish.address):
            return False  # another seat has taken it since it was asked for
        known = roster.read(path)
        moved = known.with_player(seat, replace(known.seats[seat], address=wish.address))
        over = replace(wish, address="", written=len(table.points))
        roster.write(path, replace(moved, asked={**moved.asked, seat: over}))
        settle(self._home, table)
        return True


def settle(home: Home, table: Table) -> None:
    """Enter each change of address that the record lacks because a process ended too early. Raises OSError."""
    for seat, wish in roster.read(home.roster_path(table.id)).asked.items():
        entries = [point.entry for point in table.points[wish.written :]] if wish.written else []
        told = (isinstance(one, Act) and (one.act, one.seat) == (ACT, seat) for one in entries)
        if wish.written and not any(told):
            table.write_down(ACT, seat, events=[AddressCorrected(seat)])


def asked_for(text: str) -> str:
    """The address that stands after `address`, checked; "" if it is not one."""
    try:
        return roster.checked_address(text)
    except Faulty:
        return ""


def renew(home: Home, seats: Seats, table: Table) -> None:
    """Give each seat the new secret that its last letter asked for, if it has not got it yet.

    The old secret stays in the index and the one before it is removed. The old one lets nobody in, but by it
    we know a letter again that was already ruled on. Raises `Faulty`, OSError.
    """
    path = home.roster_path(table.id)
    for seat, entry in table.index.renewed.items():
        known = roster.read(path)
        player = known.seats.get(seat)
        if player is None or known.renewed.get(seat, -1) >= entry:
            continue
        seats.add(table.id, seat, player.key + 1)
        renewed = known.with_player(seat, replace(player, key=player.key + 1))
        roster.write(path, replace(renewed, renewed={**known.renewed, seat: entry}))
        if player.key:
            seats.remove(table.id, seat, player.key - 1)

"""Whether a mail answers a letter of ours that, by all we know, was never sent (H24): see `referee.desk.doubts`."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from referee.desk.doubts import REASON, Doubts
from referee.desk.intake.letter import Fate, held
from referee.desk.intake.lines import numbers_named
from referee.home.config import Config
from referee.home.home import Home
from referee.post.keeper_mail import KeeperMail
from referee.post.outbox import NAME, Outbox
from referee.post.reading import Mail
from referee.post.writing import Ids
from referee.table.index import number_in
from referee.table.table import Table


class Unsent:
    """Finds mails that answer letters which this home never sent."""

    def __init__(
        self, home: Home, config: Config, outbox: Outbox, doubts: Doubts, now: Callable[[], datetime]
    ) -> None:
        """`doubts` keeps which games rest."""
        self._home, self._outbox, self._doubts, self._now = home, outbox, doubts, now
        self._keeper = KeeperMail(config, outbox)

    def doubt(self, number: str, letter: str) -> Fate:
        """H24 A letter, by its name in the spool, answers one that was never sent: it is held, and its game rests."""
        game = number.partition(".")[0]
        self._doubts.enter(game, number, letter)
        self.tell(number)
        return held(f"{REASON} {number}", drops=game)

    def tell(self, number: str) -> None:
        """Tell the keeper that somebody answers this number. Raises OSError."""
        self._keeper.doubt(number, self._now())

    def of_any(self, numbers: Iterable[str]) -> str:
        """The first of these numbers that no letter of ours has; "" if there is none.

        Only numbers whose game and seat are here count. This looks at the letters out alone: no record is
        opened for a letter that nobody vouches for.
        """
        games = set(self._home.games())
        for number in numbers:
            game, seat, count = number.split(".")
            last = self._outbox.last(game).get(seat, 0) if game in games else 0
            if 0 < last < int(count) and self._outbox.find(number) is None:
                return number
        return ""


def answered(ids: Ids, table: Table, seat: str, mail: Mail) -> str:
    """The number of a letter to this seat that a mail answers, and that was never sent; "" if there is none."""
    index = table.index
    for number, mark in numbers_named(mail):
        count = number_in(number, table.id, seat)
        if not count or index.is_lost(seat, count):
            continue
        if count > index.number(seat) or (mark and mark != ids.mark(seat, count)):
            return number
    return ""


def named_in(mail: Mail) -> Iterator[str]:
    """The numbers of letters that a mail names, if they have the form of ours."""
    return (number for number, _ in numbers_named(mail) if NAME.fullmatch(f"{number}.eml"))

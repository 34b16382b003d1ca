"""What a letter quotes from letters that were sent to its seat: it is compared with these, and with no others."""

from collections.abc import Iterator

from referee.home.seats import Seat
from referee.post.outbox import Outbox
from referee.post.reading import Mail, SentText, may_hold_ours, without_ours
from referee.table.index import number_in

LAST = 3
"""With how many of the last letters a letter is compared that names none it answers."""


class Quotes:
    """Compares letters with those in the outbox that their seat was sent."""

    def __init__(self, outbox: Outbox) -> None:
        """`outbox` has the letters out."""
        self._outbox = outbox

    def without(self, mail: Mail, seat: Seat) -> Mail:
        """The mail of a seat without what it quotes of letters that it answers, else of the last. Raises OSError."""
        return without_ours(mail, self.sent(mail, seat)) if may_hold_ours(mail) else mail

    def sent(self, mail: Mail, seat: Seat) -> SentText:
        """The letters with which a mail of a seat is compared. Raises OSError."""
        return SentText(self._letters(mail, seat))

    def _letters(self, mail: Mail, seat: Seat) -> Iterator[bytes]:
        """The letters that a mail may quote, the newest first."""
        ids = (one[1:].partition("@")[0] for one in mail.answers)
        named = [count for one in ids if (count := number_in(one, *seat))]
        numbers = named or self._outbox.numbers(*seat)[: -LAST - 1 : -1]
        for number in dict.fromkeys(numbers):
            path = self._outbox.find(f"{seat.game}.{seat.seat}.{number}")
            if path is not None:
                yield path.read_bytes()

"""A mail about letters of ours that came back: it is counted (`referee.desk.bounces`), and never answered.

A mail counts only if nobody else can have made it. Either it came to the address that only that letter had on
its envelope (`referee.post.envelope`); or, where there are no plus addresses, it quotes the head of that
letter with the secret of its seat. Whatever comes to such an envelope address, in whatever form, says that
the letter came back, unless it only warns of a delay. The letter came back for good if a status, a code or
words say so, else for now. A note that somebody is away, and news that a letter will be tried again, count
for nothing.
"""

import hmac
from collections.abc import Callable
from datetime import datetime

from referee.desk.bounces import ENOUGH, Bounces, CameBack, reached
from referee.desk.intake.letter import PUT_AWAY, Arrived, Fate, held
from referee.desk.intake.unsent import Unsent
from referee.desk.letters.onlookers import Onlookers
from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import TOKEN, Seats
from referee.post import envelope
from referee.post.keeper_mail import KeeperMail
from referee.post.outbox import NAME, Outbox
from referee.post.reading.fields import Fields
from referee.post.reading.headers import subject_of
from referee.post.reading.robots import HARD, SOFT, read_return
from referee.table.redacted import load
from referee.util.errors import Faulty
from referee.util.times import stamp

TO_RETURNS = "to-returns"
"""Why a letter is on hold that a person wrote to the address where letters come back."""
NOTES = frozenset({"out-of-office", "auto-submitted", "precedence", "list", "own-loop"})
"""What a machine writes to the envelope address of a letter that did arrive."""
SERVERS = frozenset({"bounce", "null-sender"})
"""What a mail server writes there, in words that we need not understand."""


class Returns:
    """Takes in what comes back to a home."""

    def __init__(
        self,
        home: Home,
        config: Config,
        seats: Seats,
        outbox: Outbox,
        bounces: Bounces,
        unsent: Unsent,
        onlookers: Onlookers,
        now: Callable[[], datetime],
    ) -> None:
        """`bounces` keeps the count, and says when the keeper is told."""
        self._now = now
        self._home, self._config, self._seats = home, config, seats
        self._outbox, self._bounces, self._unsent = outbox, bounces, unsent
        self._onlookers = onlookers
        self._keeper = KeeperMail(config, outbox)

    def check(self, letter: Arrived) -> Fate | None:
        """Put away a mail about letters that came back, and count it if it tells a failure.

        Mails that bear a seat's secret are left to other checks. What a person wrote to the address where
        letters come back is held. So is a mail to an address that only we can have made but that no letter of
        ours has: its game then rests (H24).
        """
        mail = letter.mail
        if letter.seats:
            return None
        number, ours = envelope.returned(self._config, self._home, mail.recipients)
        if number and not ours:
            return PUT_AWAY  # forged, or made with a key that was lost
        if ours and (unknown := self._unsent.of_any([number])):
            return self._unsent.doubt(unknown, letter.taken.name)
        if not ours and mail.robot != "bounce":
            return None
        found = read_return(letter.raw)
        if not mail.robot and found.kind != HARD:
            return held(TO_RETURNS)
        kind = found.kind or (SOFT if mail.robot in SERVERS else "")
        number = number if ours else self._by_head(found.original)
        if number and kind in {HARD, SOFT} and mail.robot not in NOTES:
            self._count(number, kind, found.status, letter.taken.at)
        return PUT_AWAY

    def _by_head(self, original: Fields) -> str:
        """The letter that a head belongs to, if the secret of its seat stands in it; "" if none."""
        number = original.first("message-id").strip().removeprefix("<").partition("@")[0]
        if not NAME.fullmatch(f"{number}.eml"):
            return ""
        game, seat, _ = number.split(".")
        try:
            secret = self._seats.secret(game, seat)
        except (KeyError, Faulty):
            return ""
        tokens = TOKEN.findall(
            f"{original.first('reply-to')} {original.first('subject')} {subject_of(original)}"
        )
        return number if any(hmac.compare_digest(token.lower(), secret) for token in tokens) else ""

    def _count(self, number: str, kind: str, status: str, at: datetime) -> None:
        """Count a letter against the address it went to, and tell the keeper if that is enough, or the address new."""
        game, seat, which = number.split(".")
        path = self._outbox.find(number)
        if path is not None and kind == HARD:
            self._onlookers.came_back(seat, self._now())
        try:
            player = roster.read(self._home.roster_path(game)).everybody.get(seat)
        except Faulty:
            return
        if path is None or player is None or envelope.went_to(path) != player.address:
            return
        letter = CameBack(int(which), stamp(at), status)
        account = self._bounces.count(game, seat, player.address, letter, kind)
        if len(account.letters) >= ENOUGH or (account.letters and not self._reached(game, seat)):
            numbers = [f"{game}.{seat}.{one.number}" for one in account.letters]
            self._keeper.came_back(numbers, player.address, self._now(), status)

    def _reached(self, game: str, seat: str) -> bool:
        """Whether mail is known to have reached a seat at its address; not where the record cannot be read."""
        try:
            return reached(load(self._home.record_path(game)), seat)
        except (Faulty, OSError):
            return False

"""Whether a letter may count by the policy of its game: where the term `sender` is `dkim`, it must be signed."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from referee.desk.intake.letter import Arrived, Fate, held, waits
from referee.desk.intake.lines import Lines
from referee.desk.letters.notices import Notice, PlayerNotices
from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import Seat
from referee.house.players import PROGRAM_HOST
from referee.post.dkim import Trouble, Txt, Vouched, counted, keyed, vouched
from referee.post.reading import Mail, SentText, without_ours
from referee.table.table import Table

LOG = logging.getLogger("referee")
PATIENCE = timedelta(days=3)
"""How long a letter waits for the DNS before it is held."""
CLOCK_PATIENCE = timedelta(days=1)
"""How long the clock of its game waits with it."""


class Policy:
    """The policy of each game of a home."""

    def __init__(
        self,
        home: Home,
        config: Config,
        lines: Lines,
        notices: PlayerNotices,
        txt: Txt,
        now: Callable[[], datetime],
    ) -> None:
        """`txt` looks up keys of signatures; `notices` tells players."""
        self._home, self._config, self._lines = home, config, lines
        self._notices, self._txt, self._now = notices, txt, now

    def refuses(
        self, letter: Arrived, table: Table, secret: str, address: str, seat: str = ""
    ) -> Fate | None:
        """The fate of a letter that may not count, or that waits for an answer of the DNS; None if it may count.

        The player of `seat` at that address is told, once a day, that such a letter came, but not what it
        said.
        """
        if table.terms.sender != "dkim" or address.endswith(f"@{PROGRAM_HOST}"):
            return None  # H34 a program's secret is known to the house alone
        at = letter.taken.at
        try:
            letter.vouched = self.vouch(letter, table, secret, address, seat)
        except Trouble:
            return self._waits(table.id, seat, at) if self._now() - at < PATIENCE else held("no-verdict")
        if letter.vouched and not counted(letter.vouched, table.index, seat):
            LOG.info("%s %s", letter.taken.name, letter.vouched.by)
            return None
        if seat:
            name = f"unsigned-{at:%Y%m%d}"
            self._notices.put(table, seat, Notice(name=name, kind="unsigned", to=address, secret=secret))
        return held("counted-before" if letter.vouched else "unsigned")

    def vouch(self, letter: Arrived, table: Table, secret: str, address: str, seat: str) -> Vouched | None:
        """Who found that the letter is signed for this address, and says what was signed; None if nobody did.

        Raises `Trouble`.
        """
        sent = self._lines.sent(letter.mail, Seat(table.id, seat)) if seat else SentText(())

        def says(mail: Mail) -> tuple[str, ...]:
            return self._lines.said(table, without_ours(mail, sent), seat)

        how = self._config, self._txt, letter.taken.at.timestamp(), says
        found = vouched(letter.raw, letter.mail, secret, address, *how)
        return found and keyed(found, self._home.key(), table.id)

    def _waits(self, game: str, seat: str, at: datetime) -> Fate:
        """The letter waits for the DNS, and so do all letters of its seat in this pass.

        For a day the clock of the game waits for it too.
        """
        clock = at if seat and self._now() - at < CLOCK_PATIENCE else None
        return waits("dns", Seat(game, seat) if seat else None, clock)

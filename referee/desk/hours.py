"""The clocks of the games in one pass: up to when they run, which letters they do not overtake, what is made good (H16)."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from referee.desk.agenda import Agenda
from referee.table.clocks.deadlines import absent, keep
from referee.table.table import Table
from referee.util.times import stamp


class Hours:
    """The hours that have passed since the last pass, in one pass."""

    def __init__(
        self,
        agenda: Agenda,
        now: Callable[[], datetime],
        patience: timedelta,
        at: datetime,
        *,
        clocks: bool = True,
        known: datetime | None = None,
    ) -> None:
        """A pass that begins `at` this time; `known` is up to when all letters are here. Without `clocks` no deadline passes.

        Nor does one where letters could not be fetched.
        """
        self._agenda, self._now, self._patience = agenda, now, patience
        self._run = clocks and not agenda.unseen(at, patience)
        self._until = min(at, known) if known else at
        self._away = self._absence(self._until)
        self._told = set[str]()
        self._stopped: dict[str, datetime] = {}
        self._later: Mapping[str, datetime] = {}

    def _absence(self, now: datetime) -> tuple[datetime | None, datetime] | None:
        """Since when no pass looked at the clocks (None: nobody knows), and until when; None if one just did.

        Where passes are usually rarer than `downtime`, that is no absence: else no deadline would ever fall.
        """
        last, patience = self._agenda.passed(), max(self._patience, 2 * self._agenda.usual())
        return None if last and now - last <= patience else (last, now)

    # Letters of which the clocks know

    def behind(self, later: Mapping[str, datetime]) -> None:
        """Letters wait that came then, by their games: no deadline passes ahead of them."""
        self._later = later

    def wait_for(self, game: str, at: datetime) -> None:
        """In this pass no deadline of a game passes that lies after this time: a letter of then waits through no fault of its writer."""
        self._stopped[game] = min(at, self._stopped.get(game, at))

    def rest(self, game: str) -> None:
        """A game rests; when that is over, it is told since when no clock ran."""
        self._agenda.leave(game, self._agenda.passed())

    def long_after(self, at: datetime) -> str:
        """The time now, for the record, if that is long after a letter came; else ""."""
        now = self._now()
        return stamp(now) if now - at > self._patience else ""

    # What they bring about

    def keep(self, table: Table, until: datetime | None = None) -> None:
        """Let the clock of a game bring about what is due by then, before anything that comes later. Raises what writing raises."""
        if not self._run:
            return
        game = table.id
        # Letters of the game that have not had their turn yet may have come before: no deadline passes ahead of them.
        marks = (until, self._until, self._stopped.get(game), self._later.get(game), self._later.get(""))
        until = min(one for one in marks if one)
        if game not in self._told and (self._away or self._agenda.left(game)):
            self._make_good(table, until)
        keep(table, until)

    def _make_good(self, table: Table, until: datetime) -> None:
        """A game that was not looked at for long is told so, and its clocks stood still meanwhile."""
        left = self._agenda.left(table.id)
        since = self._agenda.left_since(table.id) if left or not self._away else self._away[0]
        if since:
            keep(table, min(since, until))
        absent(table, since, self._until, self._patience)
        self._told.add(table.id)
        self._agenda.told(table.id)

    def want(self, game: str, size: int) -> bool:
        """Whether the clock of a game, whose record is of this length, may bring something about."""
        if not self._run:
            return False
        away = self._away is not None and game not in self._told and self._agenda.running(game, size)
        return away or self._agenda.left(game) or self._agenda.due(game, size, self._until)

    def passed(self, games: Callable[[], Iterable[str]], size: Callable[[str], int]) -> None:
        """This pass has looked at the clocks; but at those of which games, if one was absent before, is kept in mind. Raises OSError."""
        if not self._run:
            return
        for game in games() if self._away else ():
            if game not in self._told and self._agenda.running(game, size(game)):
                self._agenda.leave(game, self._away[0] if self._away else None)
        self._agenda.mark_passed(self._until)

"""The clocks of the games in one pass: up to when they run, which letters they wait for, what is made good (H16)."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta

from referee.desk.agenda import Agenda
from referee.table.clocks.deadlines import absent, keep
from referee.table.table import Table
from referee.util.times import stamp

# The time at the desk.


class DeskClock:
    """What the clock shows, and the date of letters out.

    During a pass that is the time at which it began: a later one would tell how much mail of others there was
    to handle.
    """

    def __init__(self, now: Callable[[], datetime]) -> None:
        """No pass has begun."""
        self.now = now
        self._began: datetime | None = None

    def begin(self) -> datetime:
        """A pass begins; returns the time."""
        self._began = self.now()
        return self._began

    def end(self) -> None:
        """Letters that are written from now on belong to no pass."""
        self._began = None

    def date(self) -> datetime:
        """The date of letters out."""
        return self._began or self.now()

    def stamp(self) -> str:
        """The time, as the record has it."""
        return stamp(self.now())


class Hours:
    """The time that has passed since the last pass, in one pass."""

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
        """A pass that begins `at` this time; `known` is the time up to which all letters are here.

        No deadline passes without `clocks`, nor where letters could not be fetched.
        """
        self._agenda, self._now, self._patience = agenda, now, patience
        self._run = clocks and not agenda.unseen(at, patience)
        self._until = min(at, known) if known else at
        self._away = self._absence(self._until)
        self._told = set[str]()
        self._stopped: dict[str, datetime] = {}
        self._later: Mapping[str, datetime] = {}

    @property
    def away(self) -> bool:
        """Whether no pass was made for so long that every game has to be told."""
        return self._away is not None

    def _absence(self, now: datetime) -> tuple[datetime | None, datetime] | None:
        """Since when no pass looked at the clocks (None: not known), and until when; None if one just did.

        Where passes are usually rarer than `downtime` that is no absence, or no deadline would ever fall.
        """
        last, patience = self._agenda.passed(), max(self._patience, 2 * self._agenda.usual())
        return None if last and now - last <= patience else (last, now)

    # Letters that the clocks wait for

    def behind(self, later: Mapping[str, datetime]) -> None:
        """Letters that came at these times, by game, still wait: no deadline passes before they are ruled on."""
        self._later = later

    def wait_for(self, game: str, at: datetime) -> None:
        """In this pass no deadline of a game passes after this time.

        A letter of that time waits through no fault of its writer.
        """
        self._stopped[game] = min(at, self._stopped.get(game, at))

    def rest(self, game: str) -> None:
        """A game rests; when that is over, it is told since when no clock ran."""
        self._agenda.leave(game, self._agenda.passed())

    def long_after(self, at: datetime) -> str:
        """The time now, for the record, if that is long after a letter came; else ""."""
        now = self._now()
        return stamp(now) if now - at > self._patience else ""

    # What the clocks do

    def keep(self, table: Table, until: datetime | None = None) -> None:
        """Run the clock of a game up to that time, before anything later is done. Raises what writing raises."""
        if not self._run:
            return
        game = table.id
        # Letters of the game that have not had their turn may have come earlier: no deadline passes before
        # them.
        marks = (until, self._until, self._stopped.get(game), self._later.get(game), self._later.get(""))
        until = min(one for one in marks if one)
        if game not in self._told and (self._away or self._agenda.left(game)):
            self._make_good(table, until)
        keep(table, until)

    def _make_good(self, table: Table, until: datetime) -> None:
        """Tell a game that was long not looked at so; its clocks stood still meanwhile."""
        left = self._agenda.left(table.id)
        since = self._agenda.left_since(table.id) if left or not self._away else self._away[0]
        if since:
            keep(table, min(since, until))
        absent(table, since, self._until, self._patience)
        self._told.add(table.id)
        self._agenda.told(table.id)

    def want(self, game: str, size: int) -> bool:
        """Whether the clock of a game, whose record is of this length, may have something to do."""
        if not self._run:
            return False
        away = self._away is not None and game not in self._told and self._agenda.running(game, size)
        return away or self._agenda.left(game) or self._agenda.due(game, size, self._until)

    def reached(self, at: datetime) -> bool:
        """Whether the clocks have run up to this time."""
        return self._run and at <= self._until

    def passed(self, games: Callable[[], Iterable[str]], size: Callable[[str], int]) -> None:
        """Note that this pass has looked at the clocks, and which games have still to be told of an absence.

        Raises OSError.
        """
        if not self._run:
            return
        for game in games() if self._away else ():
            if game not in self._told and self._agenda.running(game, size(game)):
                self._agenda.leave(game, self._away[0] if self._away else None)
        self._agenda.mark_passed(self._until)

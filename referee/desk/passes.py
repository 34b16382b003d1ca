"""One pass through the letters that wait: taken, handled, put away, in the order of arrival within each game."""

from collections.abc import Callable, Sequence

from referee.desk.answering import Answering, logged
from referee.desk.doubts import Doubts
from referee.desk.games import Games
from referee.desk.hours import Hours
from referee.desk.intake.intake import Intake
from referee.desk.report import BEHIND, DOUBT, Done
from referee.desk.rounds import FLOOD, Rounds
from referee.home.seats import Seat
from referee.post.spool import CRASHED, TOO_OFTEN, TRIES, Spool, Taken
from referee.util.errors import Faulty, OurMistake


class Pass:
    """One pass, and its state: which games are stuck, what was done. Lives for that pass only."""

    def __init__(
        self,
        spool: Spool,
        rounds: Rounds,
        games: Games,
        hours: Hours,
        intake: Intake,
        answering: Answering,
        done: Done,
        leaving: Callable[[], bool],
        enough: Callable[[], bool],
    ) -> None:
        """`done` is told what the pass does.

        When `leaving` says yes, what has not been begun waits for the next pass. When `enough` does, games whose turn
        has not come wait for it, and everything else is done as ever.
        """
        self._spool, self._rounds, self._games = spool, rounds, games
        self._hours, self._intake, self._answering = hours, intake, answering
        self._done, self._leaving, self._enough = done, leaving, enough
        self._stuck = set[str]()

    def run(self, doubts: Doubts) -> None:
        """Work through all letters that wait, and write every letter that is due. Games in doubt rest."""
        self._stuck = set(doubts.games())
        for game in self._stuck:
            self._hours.rest(game)
        for game, names in self._rounds.games(self._skip, self._enough):
            self._hours.behind(self._rounds.later)
            # Later letters of a game do not overtake one that could not be handled, and the game is not
            # answered in part.
            if not game:
                self._each_alone(names)
            elif all(
                self.handle(name) for name in names if self._rounds.seat(name) not in self._intake.resting
            ):
                self._answering.touched()
            else:
                self._stuck.update((game, *self._games.at_hand()))
                self._games.forget()
        self._hours.behind(self._rounds.later if self._rounds.cut else {})
        self._done.more = self._rounds.cut
        self._answering.left_over(self._stuck)
        self._hold_floods()

    def resting(self, doubts: Doubts) -> dict[str, str]:
        """The games none of whose letters was looked at, each with the reason."""
        return {game: DOUBT if doubts.of(game) else BEHIND for game in self._stuck}

    def _skip(self, seat: Seat) -> bool:
        return seat.game in self._stuck or seat in self._intake.resting

    def _each_alone(self, names: Sequence[str]) -> None:
        """Handle the letters that, by their heads, belong to no game: an error in one stops no other."""
        for name in names:
            if self.handle(name):
                self._answering.touched()
            else:
                self._games.forget()

    def _hold_floods(self) -> None:
        """Leave to the keeper those letters of a seat that would have to wait for more than a day."""
        for name in self._rounds.floods(self._intake.resting):
            try:
                self._spool.hold(self._spool.take(name), FLOOD)
            except OSError as error:
                self._done.troubles.append((name, error))
                return
            self._done.held.append((name, FLOOD))

    def handle(self, name: str) -> bool:
        """Take one letter and handle it; an error is reported, and gives False."""
        done = self._done
        if self._leaving():
            return False
        try:
            taken = self._spool.take(name)
        except OSError as error:
            done.troubles.append((name, error))
            return False
        if taken.held:
            done.held.append((name, TOO_OFTEN))
            return True
        try:
            self._intake.handle(taken, done)
        except (Faulty, OSError) as error:
            # Something is in the way: a full disk, a record in use or damaged. The letter waits.
            done.troubles.append((name, error))
            self._back(taken)
        except Exception as error:  # noqa: BLE001  our own mistake, whatever it is
            return self._crashed(taken, error)
        else:
            return True
        return False

    def _crashed(self, taken: Taken, error: Exception) -> bool:
        """A letter that we cannot handle waits for its next try.

        After the last it is held, and those after it go on.
        """
        done, kind = self._done, logged(f"letter {taken.name}, try {taken.tries}", error)
        done.troubles.append((taken.name, OurMistake("letter-crashed", where=taken.name, error=kind)))
        if taken.tries < TRIES:
            return False
        self._games.forget()  # nobody knows what was half done
        try:
            self._spool.hold(taken, f"{CRASHED} {kind}")
        except OSError as fault:
            done.troubles.append((taken.name, fault))
            return False
        done.held.append((taken.name, f"{CRASHED} {kind}"))
        return True

    def _back(self, taken: Taken) -> None:
        try:
            self._spool.back(taken)
        except OSError as error:
            self._done.troubles.append((taken.name, error))

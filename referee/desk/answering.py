"""What a pass writes: for each game the letters that are due, after its clock has been brought up to date."""

import logging
from collections.abc import Callable, Collection
from datetime import datetime

from referee.desk.agenda import Agenda
from referee.desk.company.vacancies import Vacancies
from referee.desk.doubts import Doubts
from referee.desk.games import Games
from referee.desk.hours import Hours
from referee.desk.letters.gathering import Together, gather
from referee.desk.notebooks import Notebooks
from referee.desk.opening import Opening
from referee.desk.report import Done
from referee.desk.restore import Restores, entry_of
from referee.home import abandonment
from referee.home.home import Home
from referee.post.outbox import Outbox
from referee.post.spool import Spool
from referee.table.clocks.deadlines import next_time
from referee.util import errors
from referee.util.errors import Faulty, OurMistake
from referee.util.times import moment

LOG = logging.getLogger("referee")


class Answering:
    """The letters out of one pass."""

    def __init__(
        self,
        home: Home,
        outbox: Outbox,
        agenda: Agenda,
        games: Games,
        notebooks: Notebooks,
        opening: Opening,
        vacancies: Vacancies,
        hours: Hours,
        done: Done,
        leaving: Callable[[], bool],
    ) -> None:
        """`done` is told what was written and what went wrong.

        When `leaving` says yes, the rest waits for the next pass.
        """
        self._home, self._outbox, self._agenda = home, outbox, agenda
        self._games, self._hours, self._done, self._leaving = games, hours, done, leaving
        self._notebooks, self._opening, self._vacancies = notebooks, opening, vacancies
        self.together: list[Together] = []

    def answer(self, game: str) -> None:
        """Run the clock of a game and write its letters; an error stops no other game.

        After an error nobody knows what of that game was half done: it is forgotten, and nothing is kept of it.
        """
        games, done = self._games, self._done
        try:
            self._hours.keep(games.table(game))
            ends = self._abandon(game)
            self._note(game)
            if new := self._opening.rematch(games.table(game)):  # H30 its invitations go out too
                done.written += games.sending(new).all_due()
            self._vacancies.note(games.table(game))
            done.written += games.sending(game).all_due()
            self.together += games.sending(game).together
            times = (next_time(games.table(game)), games.sending(game).wakes(), ends)
            self._agenda.note(game, games.size(game), min((at for at in times if at), default=None))
        except (Faulty, OSError) as error:
            done.troubles.append((game, error))
            games.drop(game)
        except Exception as error:  # noqa: BLE001  our own mistake, whatever it is
            kind = logged(f"game {game}", error)
            done.troubles.append((game, OurMistake("game-crashed", where=game, error=kind)))
            games.drop(game)

    def _abandon(self, game: str) -> datetime | None:
        """H6 End a game without a result, if its keeper asked for that an hour ago; else the time when it is to end."""
        asked = abandonment.pending(self._home, game)
        if asked is None:
            return None
        table, at = self._games.table(game), moment(asked.at)
        if table.outcome is None and not self._hours.reached(at):
            return at
        abandonment.carry_out(self._home, table, asked.reason)
        return None

    def _note(self, game: str) -> None:
        """H25 Write the notes of letters down, before the game counts as answered.

        A damaged notebook is told to the keeper, and keeps nobody from playing on.
        """
        try:
            self._notebooks.keep(self._games.table(game))
        except Faulty as fault:
            self._done.troubles.append((game, fault))

    def touched(self) -> None:
        """Answer the games that were opened."""
        for game in self._games.at_hand():
            self.answer(game)
        self._games.keep()
        self._games.forget()

    def left_over(self, stuck: Collection[str]) -> None:
        """Answer games that were changed outside of a pass, or in one that was cut short; but not the `stuck` ones."""
        for game in self._home.games():
            if self._leaving():
                return
            if game not in stuck and self._wants_a_look(game, self._games.size(game)):
                self.answer(game)
                self._games.keep()
                self._games.forget()

    def _wants_a_look(self, game: str, size: int) -> bool:
        """Whether letters of a game may be due, or its clock."""
        return self._outbox.told(game) != size or self._hours.want(game, size)

    def gathered(self) -> None:
        """H10 Make one mail of the letters of this pass to each player who wants them together. Raises OSError."""
        gather(self._home, self._outbox, self.together)

    def restored(self, restores: Restores, doubts: Doubts, spool: Spool) -> None:
        """Finish a restore, game by game; a game that fails is tried again later (H24).

        Letters that wait to go out are made again, because they bear a secret that is no longer valid. Raises
        OSError for the file of the restore.
        """
        for game in restores.pending.games if restores.pending else ():
            if self._restored(game):
                doubts.settled(game, spool)
                restores.done_with(game)
        restores.end()

    def _restored(self, game: str) -> bool:
        """Write the letters of a game that a restore calls for; whether all went well."""
        troubles = len(self._done.troubles)
        try:
            if game not in self._home.games():
                return True  # it was deleted meanwhile
            sending = self._games.sending(game)
            sending.lost_before(entry_of(sending.table))  # if the letters out were lost too
            for seat in sending.roster.everybody:
                self._done.written += [sending.again(seat, one) for one in self._outbox.waiting(game, seat)]
        except (Faulty, OSError) as error:
            self._done.troubles.append((game, error))
        else:
            self.answer(game)
        self._games.drop(game)
        return len(self._done.troubles) == troubles


def logged(what: str, error: Exception) -> str:
    """Log a mistake of ours and let go of what it holds; returns its kind."""
    kind = errors.kind_of(error)
    LOG.error("%s: %s\n%s", what, kind, errors.trace_of(error))
    errors.let_go(error)
    return kind

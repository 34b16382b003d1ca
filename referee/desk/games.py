"""The games of a home while somebody is at its desk: each read once, with its letters out."""

from collections.abc import Callable
from contextlib import suppress

from referee.api import Table
from referee.desk import addresses
from referee.desk.doubts import Doubts
from referee.desk.letters.sending import Sending, cut_short
from referee.desk.restore import Restores
from referee.home.home import Home
from referee.home.seats import Seats
from referee.post.outbox import Outbox
from referee.record.file import Damaged
from referee.record.stores import File
from referee.table import snapshots
from referee.table.clocks.deadlines import settle
from referee.table.folded import Kept
from referee.util import files
from referee.util.errors import Faulty, NotAllowed
from referee.util.times import moment


class Games:
    """The games that are open."""

    def __init__(
        self,
        home: Home,
        seats: Seats,
        outbox: Outbox,
        doubts: Doubts,
        restores: Restores,
        *,
        read: Callable[[File, bytes, Kept | None], Table],
        letters: Callable[[Table], Sending],
    ) -> None:
        """No game is open yet.

        `read` makes a table from a record, its secret and what was kept of it; `letters` gives the letters out of a
        table.
        """
        self._home, self._seats, self._outbox = home, seats, outbox
        self._doubts, self._restores = doubts, restores
        self._read, self._letters = read, letters
        self._tables: dict[str, Table] = {}
        self._sending: dict[str, Sending] = {}
        self._kept: dict[str, bytes] = {}

    def table(self, game: str) -> Table:
        """A game to be played on.

        Raises `Faulty` for one that cannot be played, also for one that rests because it is in doubt;
        `Damaged` if the record ends before what was mailed of it.
        """
        if game not in self._tables:
            self._tables[game] = self._opened(game)
        return self._tables[game]

    def sending(self, game: str) -> Sending:
        """The letters out of a game."""
        if game not in self._sending:
            self._sending[game] = self._letters(self.table(game))
        return self._sending[game]

    def at_hand(self) -> list[str]:
        """The games that are open."""
        return list(self._tables)

    def drop(self, game: str) -> None:
        """Forget a game, because a write failed and nobody knows what is on the disk: it will be read again."""
        self._tables.pop(game, None)
        self._sending.pop(game, None)

    def forget(self) -> None:
        """Forget all games."""
        self._tables.clear()
        self._sending.clear()

    def keep(self) -> None:
        """Keep what was worked out of the games that are open, so that the next pass need not read them whole."""
        for game, table in self._tables.items():
            if (mark := table.last.mark) != self._kept.get(game):
                with suppress(Faulty, OSError):  # the next pass can do without it
                    self.sending(game).quotas.count(moment(table.points[-1].entry.at))
                    snapshots.keep(self._home.record_path(game), snapshot_key(self._home, game), table)
                    self._kept[game] = mark

    def size(self, game: str) -> int:
        """How long the record of a game is, in bytes. Raises `Faulty` for a game that is not there; OSError."""
        return self._home.record_path(game).stat().st_size

    def _opened(self, game: str) -> Table:
        path, restored = self._home.record_path(game), self._restores.of(game)
        if restored is None and (doubt := self._doubts.of(game)):
            raise NotAllowed("game-in-doubt", game=game, number=doubt.number, name=doubt.letter)
        files.sweep(path.parent, {snapshots.NAME}.__contains__)
        secret, kept = (
            self._home.secret(game),
            None if restored else snapshots.kept(path, snapshot_key(self._home, game)),
        )
        table = self._read(File(path), secret, kept)
        self._kept[game] = kept.last.mark if kept else b""
        if restored:
            self._restores.settle(table, restored)
        if cut_short(table, self._outbox):
            raise Damaged(len(table.points), "record-cut", where=str(path))
        # Letters may have asked for changes of the roster, and a process may have ended before it made them.
        addresses.renew(self._home, self._seats, table)
        addresses.settle(self._home, table)
        settle(table)
        return table


def snapshot_key(home: Home, game: str) -> bytes:
    """The key of the snapshot of a game. Raises `Faulty` for a game whose roster is lost."""
    return home.derived(game, "secrets", "referee/snapshot/v1", game)

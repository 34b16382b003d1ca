"""What happened in the games of a home, for a program of the keeper's (`notify`): worked out from the records.

    HOME/post/notified     a line for each game: its id, and how many entries of its record were looked at

The file is written before anybody is told, so each event is told once at most: one of a process that ends in between
is never told. Without the file, what has happened so far counts as told. An event tells ids, game, kind, seat and time:
nothing of what lies on a table, and no address unless the keeper asks for that.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from referee.home import roster
from referee.home.config import Config
from referee.home.home import Home
from referee.home.ways import Notified
from referee.house.disputes import Disputed
from referee.house.time import Late
from referee.table.table import Table
from referee.util import files
from referee.util.errors import Faulty
from referee.util.times import stamp

NAME = "notified"
OPENED, TURN, LATE, OVER, DISPUTE, HELD = "opened", "turn", "late", "over", "dispute", "held"
INVITED = "invited"
"""What a seat owes before the cards are dealt; no duty of a game."""

Event = dict[str, Any]
Tell = Callable[[Sequence[Notified], Sequence[Event]], object]


def tell_now(receivers: Sequence[Notified], events: Sequence[Event]) -> None:
    """Tell the receivers at once."""
    from referee.post import notifying  # noqa: PLC0415  it loads HTTP and TLS

    notifying.tell(receivers, events)


class Notify:
    """Tells the keeper's programs what a pass brought about."""

    def __init__(self, home: Home, config: Config, table: Callable[[str], Table], tell: Tell) -> None:
        """`table` gives a game; `tell` tells the receivers."""
        self._home, self._config, self._table, self._tell = home, config, table, tell
        self._path = home.path / "post" / NAME

    def passed(self, held: Sequence[tuple[str, str]], now: datetime) -> None:
        """Tell what has happened since the last pass; `held` are the letters put on hold. Raises OSError."""
        if not self._config.notify:
            return
        known = self._known()
        sizes = {game: self._home.record_path(game).stat().st_size for game in self._home.games()}
        changed = [
            game for game, size in sizes.items() if known is None or known.get(game, (0, 0))[1] != size
        ]
        tables = dict(self._tables(changed))
        kept = {game: one for game, one in (known or {}).items() if game in sizes}
        kept |= {game: (len(one.points), sizes[game]) for game, one in tables.items()}
        if kept != known:
            text = "".join(f"{game} {entries} {size}\n" for game, (entries, size) in kept.items())
            files.replace(self._path, text.encode("ascii"))
        if known is not None:
            events = [
                event for game, one in tables.items() for event in self._of(one, known.get(game, (0, 0))[0])
            ]
            events += [{"event": HELD, "letter": name, "reason": why, "at": stamp(now)} for name, why in held]
            self._tell(self._config.notify, events)

    def _known(self) -> Mapping[str, tuple[int, int]] | None:
        """By game, how many entries were looked at, and the size of the record then; None for the first time."""
        try:
            rows = [line.split() for line in self._path.read_text("ascii").splitlines()]
            return {game: (int(entries), int(size)) for game, entries, size in rows}
        except (FileNotFoundError, ValueError):
            return None

    def _tables(self, games: Sequence[str]) -> Iterator[tuple[str, Table]]:
        """These games, without those that cannot be read now: they are told of later."""
        for game in games:
            with suppress(Faulty):
                yield game, self._table(game)

    def _of(self, table: Table, first: int) -> Iterator[Event]:
        players = roster.read(self._home.roster_path(table.id)).seats
        for event in events_of(table, first):
            seat = event.get("seat", "")
            yield {**event, "address": players[seat].address} if seat in players else event


def events_of(table: Table, first: int) -> Iterator[Event]:
    """What the entries of a game from `first` on brought about, in their order; last who is to answer now."""
    head = {"game": table.id, "rules": table.game.name}
    for n, point in enumerate(table.points[first:], first):
        at = {"at": point.entry.at}
        if n == 0:
            yield {"event": OPENED, **head, **at}
        for one in point.entry.events:
            if isinstance(one, Late):
                yield {"event": LATE, **head, "seat": one.by, **at}
            if isinstance(one, Disputed):
                yield {"event": DISPUTE, **head, "seat": one.by, **at}
        if n and table.game.ended(point.state) and not table.game.ended(table.points[n - 1].state):
            yield {"event": OVER, **head, **at}
    for seat in dict.fromkeys(one.seat for one in table.owed()):
        since = _since(table, seat)
        if since >= first:
            yield {"event": TURN, **head, "seat": seat, "at": table.points[since].entry.at}


def _since(table: Table, seat: str) -> int:
    """The entry since which a seat has to answer what it owes now, in this turn."""
    n = len(table.points) - 1
    asked = _asked(table, n, seat)
    while n and _asked(table, n - 1, seat) == asked:
        n -= 1
    return n


def _asked(table: Table, n: int, seat: str) -> tuple[int, frozenset[str]]:
    """The turn of entry n, and what a seat owes after it: an invitation to answer, or duties of the game."""
    game, point = table.game, table.points[n]
    turn = game.position(point.state)[0]
    if point.house.waiting:
        return turn, frozenset({INVITED} if seat in point.house.waiting else ())
    return turn, frozenset(one.duty for one in game.owed(point.state) if one.seat == seat)

"""How the games of a home stand: who owes what since when, what waits, what is on hold and why."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.bounces import Account, Bounces
from referee.clock import NEVER
from referee.game import Faulty
from referee.home import Home
from referee.house import owed_at
from referee.outbox import Outbox
from referee.post import tries
from referee.post.spool import Spool
from referee.post.tries import Tries
from referee.record import Damaged
from referee.sending import cut_short
from referee.table import Table
from referee.timekeeping import clocks_of
from referee.times import stamp


@dataclass(frozen=True, slots=True)
class OwedSince:
    """What a seat owes, by which rule, since when, and until when ("" if there is no deadline): RFC 3339, UTC."""

    seat: str
    duty: str
    rule: str
    since: str
    due: str = ""


@dataclass(frozen=True, slots=True)
class Disputing:
    """A dispute that is on: whose, about which position, its stage, who rules, since when, and when the clock ends the stage (or "")."""

    by: str
    position: str
    stage: str
    judge: str
    since: str
    due: str = ""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """How one game stands: `invited`, `on`, `over`, or `unreadable` with what is wrong in `fault`."""

    game: str
    state: str
    rules: str = ""
    position: str = ""
    owed: tuple[OwedSince, ...] = ()
    outcome: Any = None
    dispute: Disputing | None = None
    fault: Faulty | OSError | None = None


@dataclass(frozen=True, slots=True)
class HomeStatus:
    """How a home stands: its games; letters in that wait, or are on hold for a reason; letters out that are due.

    `later` are those of the due that were refused for now, `failed` those that nobody takes, each with what became of it;
    `came_back` the seats of which enough letters came back.
    """

    games: tuple[GameStatus, ...]
    waiting: tuple[str, ...]
    held: tuple[tuple[str, str, str], ...]
    due: tuple[str, ...]
    later: tuple[tuple[str, Tries], ...] = ()
    failed: tuple[tuple[str, Tries], ...] = ()
    came_back: tuple[tuple[str, str, Account], ...] = ()


def status(home: Home, games: Iterator[str] | tuple[str, ...] = ()) -> HomeStatus:
    """How a home stands; only these games, if any are named. Raises `Faulty` for a game that is not there."""
    post = home.path / "post"
    spool, chosen = Spool(post), tuple(games) or tuple(home.games())
    outbox = Outbox(post)
    due = outbox.due()
    tried = ((path.stem, tries.read(path)) for path in due)
    return HomeStatus(
        games=tuple(game_status(home, game) for game in chosen),
        waiting=tuple(spool.waiting()),
        held=tuple((one.name, f"{one.at:%Y-%m-%dT%H:%M:%SZ}", one.reason) for one in spool.held()),
        due=tuple(path.stem for path in due),
        later=tuple(one for one in tried if one[1].tries),
        failed=tuple(outbox.all_failed()),
        came_back=tuple(Bounces(post).enough()),
    )


def game_status(home: Home, game: str) -> GameStatus:
    """How one game stands."""
    path = home.record_path(game)
    try:
        table = Table.load(path)
        if cut_short(table, Outbox(home.path / "post")):
            raise Damaged(len(table.points), "record-cut", where=str(path))
    except (Faulty, OSError) as fault:
        return GameStatus(game, "unreadable", fault=fault)
    ended = table.outcome
    state = "over" if ended else "invited" if table.index.house.waiting else "on"
    owed = tuple(owed_since(table))
    return GameStatus(game, state, table.game.name, table.position, owed, ended, dispute_of(table))


def dispute_of(table: Table) -> Disputing | None:
    """The dispute that is on (H20); None if none is."""
    case = table.index.house.docket.case
    if case is None:
        return None
    act = clocks_of(table).dispute_act()
    due = stamp(act[0]) if act else ""
    return Disputing(case.by, case.position, case.stage, case.judge, case.since, due)


def owed_since(table: Table) -> Iterator[OwedSince]:
    """What is owed, each with the time of the entry since which it has been, without a break, and its deadline."""
    due = {one.owed: one.due for one in clocks_of(table).running()}
    for one in table.owed():
        since = table.points[-1].entry.at
        for point in reversed(table.points):
            if one not in owed_at(table.game, point.state, point.house):
                break
            since = point.entry.at
        until = due.get(one, NEVER)
        yield OwedSince(one.seat, one.duty, one.rule, since, stamp(until) if until < NEVER else "")

"""H6 The end of a game without a result, for which the keeper has asked, until it takes effect.

    HOME/games/ID/abandon.yaml      when it takes effect (RFC 3339, UTC), and the reason; removed once the game is over

An hour lies between, in which it can be taken back. Nobody else is told of it, and nothing is shown, before the pass
that carries it out. No backup holds the file, because a copy that is put back knows nothing of second thoughts.
"""

from datetime import datetime, timedelta
from pathlib import Path

from msgspec import to_builtins

from referee.home.home import Home
from referee.house.keeper import Abandoned
from referee.table.table import Table
from referee.util import files, plainyaml
from referee.util.errors import WrongConfig
from referee.util.layout import write_document
from referee.util.times import moment, stamp
from referee.util.values import Value

NAME = "abandon.yaml"
DELAY = timedelta(hours=1)


class Abandonment(Value):
    """When a game ends without a result (RFC 3339, UTC), and why."""

    at: str
    reason: str


def pending(home: Home, game: str) -> Abandonment | None:
    """What the keeper has asked for; None if nothing. Raises `Faulty` for a file that is not as we wrote it."""
    path = _path(home, game)
    if not path.exists():
        return None
    found = plainyaml.read_file(path, of_home=True).value
    try:
        made = Abandonment(str(found["at"]), str(found["reason"]))
        moment(made.at)
    except (KeyError, TypeError, ValueError) as error:
        raise WrongConfig("abandon-form", where=str(path)) from error
    return made


def request(home: Home, game: str, reason: str, now: datetime) -> Abandonment:
    """Keep on the disk that a game ends after the delay; an earlier request is replaced. Raises OSError."""
    made = Abandonment(stamp(now + DELAY), reason)
    files.replace(_path(home, game), write_document(to_builtins(made)))
    return made


def carry_out(home: Home, table: Table, reason: str) -> None:
    """End a game without a result, unless it is over by now. Raises what writing raises."""
    if table.outcome is None:
        table.write_down("abandon", reason=reason, events=[Abandoned(reason)])
    withdraw(home, table.id)


def withdraw(home: Home, game: str) -> None:
    """Forget the request, if there is one. Raises OSError."""
    files.remove(_path(home, game))


def _path(home: Home, game: str) -> Path:
    return home.folder(game) / NAME

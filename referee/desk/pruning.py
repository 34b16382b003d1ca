"""Letters in are deleted some time after they are done with.

That time is `keep` in the configuration, by default 90 days after the end of their game. What a record says
of a letter stays (its lines, its digest); the mail as it came is deleted. Letters that belong to no game are
deleted that long after they came. Letters on hold are the keeper's, and letters out show what was told: both
stay. A pass looks once a day:

    HOME/post/pruned     when one last did; may be deleted at any time
"""

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path

from referee.desk.rounds import seat_in
from referee.home.home import Home
from referee.home.seats import Seats
from referee.post.spool import arrival
from referee.table.redacted import load
from referee.util import files
from referee.util.errors import Faulty
from referee.util.times import moment, stamp

NAME = "pruned"
EVERY = timedelta(days=1)
MOST = 5000
"""How many letters are deleted in one pass; the others follow on another day."""
HEAD = 65536


def prune(home: Home, seats: Seats, keep: timedelta, now: datetime) -> int:
    """Delete the letters that are done with, if no pass has looked today; returns how many. Raises OSError."""
    mark = home.path / "post" / NAME
    if not mark.parent.is_dir() or _looked(mark, now):
        return 0
    over = dict[str, datetime | None]()
    gone = list(
        islice(
            (
                path
                for path in _old(mark.parent, now - keep)
                if _done_with(home, seats, path, over, now - keep)
            ),
            MOST,
        )
    )
    for path in gone:
        files.forget(path)
    for folder in {path.parent for path in gone}:
        files.sync_folder(folder)
    files.jot(mark, f"{stamp(now)}\n".encode("ascii"))
    return len(gone)


def _looked(mark: Path, now: datetime) -> bool:
    try:
        return timedelta() <= now - moment(mark.read_text("ascii").strip()) < EVERY
    except (FileNotFoundError, ValueError):
        return False


def _old(post: Path, before: datetime) -> Iterator[Path]:
    """The letters put away that came before a time, month by month."""
    for month in sorted((post / "done").glob("*")):
        for path in sorted(month.iterdir()) if month.is_dir() else ():
            try:
                if arrival(path.name) < before:
                    yield path
            except FileNotFoundError:
                continue  # no letter of ours


def _done_with(
    home: Home, seats: Seats, path: Path, over: dict[str, datetime | None], before: datetime
) -> bool:
    """Whether the game of a letter was over before a time, or is gone; a letter of no game counts as such."""
    with path.open("rb") as file:
        game = seat_in(file.read(HEAD), seats).game
    if game not in over:
        over[game] = _ended(home, game)
    end = over[game]
    return end is not None and end < before


def _ended(home: Home, game: str) -> datetime | None:
    """When a game was over; None if it is not, or if that is not known. A game that is gone counts as over long ago."""
    never = moment("1970-01-01T00:00:00Z")
    try:
        if not game:
            return never
        table = load(home.record_path(game))
    except Faulty as fault:
        return never if fault.why.key == "no-such-game" else None
    except OSError:
        return None
    ends = (point.entry.at for point in table.points if table.game.ended(point.state) is not None)
    at = next(ends, "")
    return moment(at) if at else None


def size_of(path: Path) -> int:
    """How many bytes the files of a folder have."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            try:
                total += (Path(folder) / name).lstat().st_size
            except FileNotFoundError:
                continue  # it has just been removed
    return total

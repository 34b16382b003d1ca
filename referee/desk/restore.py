"""An old copy of a home is put back from its file (`referee restore`, H24), and each game goes on from it.

Everything is read and checked first. Then it is unpacked beside what is there, and is on the disk before the
first file is moved to its place. While `HOME/.restoring` is there, nobody works in the home. The key comes
last, so that a mail server keeps its letters until then.

What happened since the copy is lost, and we go on so that nothing is told twice. Each game that may have gone on gets
new random bytes for its secrets, so that no secret that was given up since becomes valid again. It also gets an entry,
which tells each player once what was lost; their letters go on with numbers that no lost letter has. What is to be done
is written to a file before any of it is done. The next process that opens a game does it, wherever the one before
ended:

    HOME/restored         the id of this restore, the time since which all is lost (or `?`), the games not done yet
"""

import hashlib
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from referee.desk.backup import DIGESTS, FORMAT, HEAD, INSIDE, Row
from referee.desk.doubts import Doubts
from referee.home import roster
from referee.home.home import BEFORE, RESTORING, Home
from referee.home.seats import Seats
from referee.house.keeper import Restored
from referee.post.outbox import Outbox
from referee.record.entries import Act
from referee.record.file import Busy
from referee.table.redacted import load
from referee.table.table import Table
from referee.util import files
from referee.util.errors import CannotWrite, Faulty, WrongConfig
from referee.util.regexes import regex
from referee.util.times import moment, stamp
from referee.util.values import Value, replace

FOR_US = frozenset({"lock", "serve.lock", "post.lock", RESTORING})
"""What may lie in a folder that counts as empty."""
NAME = "restored"
ACT, ABSENT = "restored", "downtime"
UNKNOWN = "?"
STEP = 10_000
"""Numbers of letters go on at the next multiple of this: more letters than a seat gets in months."""
LONG_OVER = timedelta(days=90)
"""A game that has been over for this long is left alone: nothing more is told in it, and nobody can play in it."""
FORM = regex(r"([0-9a-f]{16}) (\S+)\n((?:[a-z][a-z0-9-]{0,31}\n)*)")


class Restore(Value):
    """One restore: its id, the time since which all is lost ("": not known), and the games that are not done yet."""

    id: str
    since: str
    games: tuple[str, ...]

    def text(self) -> str:
        """The restore as it stands in its file."""
        return f"{self.id} {self.since or UNKNOWN}\n" + "".join(f"{game}\n" for game in self.games)


def pending(home: Path) -> Restore | None:
    """The restore that is not done yet; None if there is none. Raises `Faulty` for a file that is not ours."""
    path = home / NAME
    try:
        found = FORM.fullmatch(path.read_text("ascii", errors="replace"))
    except FileNotFoundError:
        return None
    if found is None:
        raise WrongConfig("restore-form", where=str(path))
    return Restore(found[1], "" if found[2] == UNKNOWN else found[2], tuple(found[3].split()))


def begin(home: Home, games: tuple[str, ...], since: str = "") -> Restore:
    """Begin a restore of these games; one that is not done yet goes on, with these too. Raises OSError."""
    before = pending(home.path)
    known = before.games if before else ()
    name, at = (before.id, before.since) if before else (home.fresh().hex()[:16], since)
    made = Restore(name, at, tuple(dict.fromkeys((*known, *games))))
    files.replace(home.path / NAME, made.text().encode("ascii"))
    return made


def may_have_gone_on(home: Home, now: datetime, games: tuple[str, ...] = ()) -> Iterator[str]:
    """The games, of these or of all, in which something may have been told since: by mail, and not long over.

    One that cannot be read is among them: opening it will tell what is wrong. Raises `Faulty` for one not there.
    """
    for game in games or tuple(home.games()):
        path = home.record_path(game)
        if roster.read(home.roster_path(game)).everybody and not _long_over(_table(path), now):
            yield game


def _table(record: Path) -> Table | None:
    try:
        return load(record)
    except (Faulty, OSError):
        return None


def _long_over(table: Table | None, now: datetime) -> bool:
    if table is None or table.outcome is None:
        return False
    return moment(table.points[-1].entry.at) < now - LONG_OVER


def _told(table: Table, to_do: Restore) -> bool:
    """Whether the record tells of this restore."""
    entries = (point.entry for point in reversed(table.points))
    return any(isinstance(one, Act) and (one.act, one.reason) == (ACT, to_do.id) for one in entries)


def entry_of(table: Table) -> int:
    """The entry that tells of the last restore."""
    found = (n for n, point in enumerate(table.points) if getattr(point.entry, "act", "") == ACT)
    return max(found, default=len(table.points))


def _lost(table: Table, seat: str, since: str, told: int) -> Restored:
    """The letters that a seat has lost: those after the last one that tells of the time before, if that is known."""
    later = (n for n, point in enumerate(table.points) if since and moment(point.entry.at) > moment(since))
    last = table.index.number(seat, next(later, None))
    highest = max(told, table.index.number(seat))
    return Restored(seat, since, last, (highest // STEP + 1) * STEP + 1)


class Restores:
    """The restore of a home that may not be done yet."""

    def __init__(self, home: Home, seats: Seats, outbox: Outbox, doubts: Doubts) -> None:
        """Read it from its file. Raises `Faulty` for one that is not ours."""
        self._home, self._seats, self._outbox, self._doubts = home, seats, outbox, doubts
        self.pending = pending(home.path)

    def look(self) -> None:
        """Read the file again: another process may have changed it. Raises `Faulty`."""
        self.pending = pending(self._home.path)

    def of(self, game: str) -> Restore | None:
        """The restore, if there is one and this game is not done yet."""
        return self.pending if self.pending and game in self.pending.games else None

    def begin(self, games: tuple[str, ...], since: str = "") -> None:
        """Begin a restore of these games. Raises OSError."""
        self.pending = begin(self._home, games, since)

    def concerned(self, games: tuple[str, ...], now: datetime) -> Iterator[str]:
        """The games, of these or of all, that may have gone on by mail, or rest because they are in doubt.

        A game that has not changed since it was last told of a restore has not. Raises `Faulty` for one not there.
        """
        for game in may_have_gone_on(self._home, now, games):
            table = _table(self._home.record_path(game))
            acts = (
                [getattr(point.entry, "act", "") for point in table.points[entry_of(table) :]]
                if table
                else []
            )
            if ACT not in acts or not set(acts) <= {ACT, ABSENT} or self._doubts.of(game):
                yield game

    def settle(self, table: Table, to_do: Restore) -> None:
        """Carry out a restore in this game, if that is not done: its secrets, and the entry.

        Raises `Faulty`, OSError.
        """
        if _told(table, to_do):
            return
        path = self._home.roster_path(table.id)
        known = roster.read(path)
        if known.restored != to_do.id:
            known = replace(known, secrets=self._home.fresh().hex(), restored=to_do.id)
            roster.write(path, known)
        for seat, player in known.everybody.items():
            self._seats.add(table.id, seat, player.key)
        numbers = self._outbox.last(table.id)
        answered = self._doubts.answered(table.id)
        events = [
            _lost(table, seat, to_do.since, max(numbers.get(seat, 0), answered.get(seat, 0)))
            for seat in known.everybody
        ]
        table.write_down(ACT, reason=to_do.id, events=events)

    def done_with(self, game: str) -> None:
        """Note that a game is done. Raises OSError."""
        if self.pending:
            self.pending = replace(
                self.pending, games=tuple(one for one in self.pending.games if one != game)
            )
            files.replace(self._home.path / NAME, self.pending.text().encode("ascii"))

    def end(self) -> None:
        """Forget a restore that has no games left. Raises OSError."""
        if self.pending and not self.pending.games:
            files.remove(self._home.path / NAME)
            self.pending = None


# A copy is put back


class Copy(Value):
    """A copy of a home in its file: when it was made (RFC 3339, UTC), who owned the home, its files and folders."""

    path: Path
    made: str
    uid: int
    gid: int
    rows: Mapping[str, Row]
    folders: tuple[str, ...]


def read_copy(path: Path) -> Copy:
    """Read a copy, and check every file in it against its digest.

    Raises `Faulty` if it is not as it was made; OSError.
    """
    try:
        with tarfile.open(path, "r|") as tar:
            members = iter(tar)
            first = next(members)
            head = json.loads(_all(tar, first)) if first.name == HEAD else {}
            if head.get("format") != FORMAT:
                raise Faulty("backup-other", where=str(path))
            found, last = dict[str, str](), b""
            for one in members:
                last = _all(tar, one) if one.name == DIGESTS else b""
                if one.name != DIGESTS and one.isfile():
                    found[one.name.removeprefix(INSIDE)] = hashlib.sha256(_all(tar, one)).hexdigest()
            doc = json.loads(last)
        rows = {str(name): Row(int(row[0]), int(row[1]), str(row[2])) for name, row in doc["files"].items()}
        copy = Copy(path, str(head["made"]), int(head["uid"]), int(head["gid"]), rows, tuple(doc["folders"]))
        moment(copy.made)
    except (tarfile.TarError, StopIteration, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Faulty("backup-damaged", where=str(path), file=DIGESTS) from error
    for name, row in rows.items():
        if found.get(name) != row.sha256 or not _is_inside(name):
            raise Faulty("backup-damaged", where=str(path), file=name)
    if not all(map(_is_inside, copy.folders)):
        raise Faulty("backup-damaged", where=str(path), file=DIGESTS)
    return copy


def _all(tar: tarfile.TarFile, one: tarfile.TarInfo) -> bytes:
    file = tar.extractfile(one)
    return file.read() if file else b""


def _is_inside(name: str) -> bool:
    """Whether a path leads to a place below a home that does not belong to a running process."""
    parts = name.split("/")
    return "\0" not in name and not {"", ".", ".."} & set(parts) and parts[0] not in FOR_US


def put_back(copy: Copy, path: Path, now: datetime, *, force: bool = False) -> Restore:
    """Make a home as it was in a copy, in a folder that is new or empty; returns what is left to be told of it.

    With `force`, what lies there is put aside, in a folder within; letters that wait there to be read wait in
    the new home. A restore that broke off may be made again. Raises `Faulty` for a folder that is not empty;
    `Busy` if something works in it; OSError.
    """
    there = path.stat() if path.exists() else None
    owner = (there.st_uid, there.st_gid) if there else (copy.uid, copy.gid)
    files.private_folder(path)
    begun = (path / RESTORING).exists()
    ours = {*FOR_US, *(one.name for one in (*path.glob(f"{BEFORE}*"), *path.glob("*.lock")))}
    aside = sorted(one.name for one in path.iterdir() if one.name not in ours)
    if aside and not (force or begun):
        raise CannotWrite("home-not-empty", where=str(path))
    files.set_mode(path, 0o700)  # now: a folder that holds other things keeps its doors
    with ExitStack() as held:
        for name in ("serve.lock", "post.lock", "lock"):
            try:
                held.enter_context(files.locked(path / name, 0))
            except files.BusyFile as error:
                raise Busy("desk-busy", where=str(path)) from error
        return _put_back(copy, path, now, aside, owner)


def _put_back(copy: Copy, path: Path, now: datetime, aside: list[str], owner: tuple[int, int]) -> Restore:
    staged = path / RESTORING
    files.remove_folder(staged)
    _unpack(copy, staged)
    to_do = begin(Home(staged), tuple(may_have_gone_on(Home(staged), now)), copy.made)
    if os.geteuid() == 0:
        files.give(staged, *owner)
    files.sync_all()
    if aside:
        _put_aside(path, now, aside)
    # The key last: without it nobody delivers here.
    for one in sorted(staged.iterdir(), key=lambda one: (one.name == "key", one.name)):
        files.move(one, path / one.name)
    files.sync_folder(path)
    _take_over_letters(path)
    if os.geteuid() == 0:
        files.give(path, *owner)
    files.remove_folder(staged)
    return to_do


def _unpack(copy: Copy, to: Path) -> None:
    """Unpack every file and folder of a copy. Raises OSError."""
    files.private_folder(to)
    for name in sorted(copy.folders):
        files.private_folder(to / name)
    with tarfile.open(copy.path, "r|") as tar:
        for one in tar:
            row = copy.rows.get(one.name.removeprefix(INSIDE)) if one.name.startswith(INSIDE) else None
            if row is None:
                continue
            place = to / one.name.removeprefix(INSIDE)
            data = _all(tar, one)
            if hashlib.sha256(data).hexdigest() == row.sha256:
                files.private_folder(place.parent)
                files.jot(place, data)
                files.set_mode(place, row.mode)


def _put_aside(path: Path, now: datetime, names: list[str]) -> None:
    """Put aside what lies in a home. Raises OSError."""
    base = f"{BEFORE}{stamp(now).replace(':', '')}"
    names_of = (path / (f"{base}.{number}" if number else base) for number in count())
    to = next(one for one in names_of if not one.exists())
    files.private_folder(to)
    for name in names:
        files.move(path / name, to / name)


def _take_over_letters(path: Path) -> None:
    """Let letters that waited to be read in what was put aside wait here: no accepted letter is lost.

    Raises OSError.
    """
    for state in ("new", "work"):
        for one in sorted(path.glob(f"{BEFORE}*/post/{state}/*")):
            waits = path / "post" / "new" / one.name.partition(".")[0]
            if one.is_file() and not one.name.startswith(".") and not waits.exists():
                files.private_folder(waits.parent)
                files.move(one, waits)

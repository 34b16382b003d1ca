"""A copy of a home is put back from its file: `referee restore`.

Everything is read and checked first. Then it is unpacked beside what is there, and is on the disk before the
first file is moved to its place. While `HOME/.restoring` is there, nobody works in the home. The key comes
last, so that a mail server keeps its letters until then. Before that the home gets a note of what is left to
be told (`referee.desk.restoring`).
"""

import hashlib
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from referee.desk import restoring
from referee.desk.backup import DIGESTS, FORMAT, HEAD, INSIDE, Row
from referee.desk.restoring import Restore
from referee.home import roster
from referee.home.home import BEFORE, RESTORING, Home
from referee.record.file import Busy
from referee.util import files
from referee.util.errors import CannotWrite, Faulty
from referee.util.times import moment, stamp

PIECE = 1 << 20
FOR_US = frozenset({"lock", "serve.lock", "post.lock", RESTORING})
"""What may lie in a folder that counts as empty."""


@dataclass(frozen=True, slots=True)
class Copy:
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
                    found[one.name.removeprefix(INSIDE)] = _digest(tar, one)
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


def _digest(tar: tarfile.TarFile, one: tarfile.TarInfo) -> str:
    digest, file = hashlib.sha256(), tar.extractfile(one)
    while file and (data := file.read(PIECE)):
        digest.update(data)
    return digest.hexdigest()


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
    aside = sorted(one.name for one in path.iterdir() if not _may_stay(one.name))
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


def _may_stay(name: str) -> bool:
    return name in FOR_US or name.startswith(BEFORE) or name.endswith(".lock")


def _put_back(copy: Copy, path: Path, now: datetime, aside: list[str], owner: tuple[int, int]) -> Restore:
    staged = path / RESTORING
    files.remove_folder(staged)
    _unpack(copy, staged)
    to_do = restoring.begin(Home(staged), tuple(_by_mail(Home(staged), now)), copy.made)
    _give_to(staged, owner)
    files.sync_all()
    if aside:
        _put_aside(path, now, aside)
    # The key last: without it nobody delivers here.
    for one in sorted(staged.iterdir(), key=lambda one: (one.name == "key", one.name)):
        files.move(one, path / one.name)
    files.sync_folder(path)
    _take_over_letters(path)
    _give_to(path, owner)
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


def _by_mail(home: Home, now: datetime) -> Iterator[str]:
    """The games in which something may have been told since: those by mail that are not long over."""
    for game in home.games():
        path = home.record_path(game)
        if roster.read(home.roster_path(game)).everybody and not restoring.long_over(path, now):
            yield game


def _give_to(path: Path, owner: tuple[int, int]) -> None:
    """If we may, give everything back to its owner. Raises OSError."""
    if os.geteuid() == 0:
        files.give(path, *owner)


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

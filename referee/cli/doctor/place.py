"""The home as a place: its folder and key, the disk it is on, its configuration, the clock, and its store."""

import os
import stat
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from referee.cli import handbook
from referee.cli.doctor.finding import Finding, fine, note, wrong
from referee.desk.backup import last_made
from referee.desk.leaps import Leaps
from referee.home.commitments import other_games
from referee.home.config import NAME, Config
from referee.home.home import Home, refuse_none
from referee.home.lock import left_by_another_host, refuse_useless
from referee.home.signing import signer_of
from referee.post.outbox import Outbox
from referee.post.spool import Spool, arrival
from referee.store import database, standing
from referee.util import files, ready
from referee.util.errors import Faulty, Why, WrongConfig
from referee.util.plainyaml import faults_of
from referee.util.times import moment, seconds

ROOM = 50_000_000
"""Bytes that have to be free: a letter that comes in may have 25 million."""
NODES = 1_000
SLOW = 2.0
"""Seconds that writing a small file to the disk may take."""
DRIFT = timedelta(minutes=5)
PROBE = ".doctor"
ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo")


def folder(path: Path) -> Finding:
    """Whether a home is there, the folder ours, and open to nobody else."""
    try:
        refuse_none(path)
        Home(path)
    except (Faulty, OSError) as fault:
        match getattr(fault, "why", None):
            case Why(key="home-none"):
                return wrong("home", "home-none", fault)
            case Why(key="home-other"):
                return wrong("home", "home-other", fault)
            case Why(key="home-restoring"):
                return wrong("home", "home-restoring", fault)
        return wrong("home", "home-open", fault)
    return fine("home", "home-fine", where=str(path))


def owners(home: Home) -> Finding:
    """Whether every file in it is ours: one that root once wrote there stops every pass."""
    us, others = os.geteuid(), list[Path]()
    for folder, inside, names in os.walk(home.path):
        paths = (Path(folder) / name for name in (*inside, *names))
        others += (path for path in paths if path.lstat().st_uid != us)
    if others:
        first = min(others)
        return wrong(
            "owners", "owners-other", count=len(others), first=str(first), owner=first.lstat().st_uid
        )
    return fine("owners", "owners-fine")


def lock(home: Home) -> Finding:
    """Whether the lock of the home keeps a second process out."""
    path = home.path / "lock"
    if by := left_by_another_host(path):
        return wrong("lock", "lock-left", host=by.host, process=by.process, since=by.since)
    try:
        with files.locked(path, 0):
            refuse_useless(path)
    except files.BusyFile:
        pass  # the lock kept this second attempt out
    except (Faulty, OSError) as fault:
        return wrong("lock", "lock-bad", fault)
    return fine("lock", "lock-fine")


def key(home: Home) -> Finding:
    """Whether the key exists, is that of the running games, and is readable by the keeper alone."""
    path = home.path / "key"
    if not path.exists():
        return wrong("key", "key-none", where=str(path))
    try:
        home.key()
        mode = stat.S_IMODE(path.stat().st_mode)
    except (Faulty, OSError) as fault:
        return wrong("key", "key-bad", fault)
    if mode & 0o077:
        return wrong("key", "key-open", where=str(path), mode=f"{mode:03o}")
    if games := tuple(other_games(home)):
        return wrong("key", "key-other", where=str(path), games=games)
    return fine("key", "key-fine")


def signing(home: Home) -> Finding:
    """Whether seals are signed, and the signing key is a key that the keeper alone can read."""
    try:
        signer = signer_of(home)
    except ModuleNotFoundError as fault:
        return wrong("signing", "signing-cannot", fault, python=sys.executable)
    except (Faulty, OSError) as fault:
        return wrong("signing", "signing-bad", fault)
    return (
        fine("signing", "signing-fine", public=signer.public) if signer else note("signing", "signing-none")
    )


def disk(home: Home) -> Iterator[Finding]:
    """Whether there is room, and a file can be written and removed."""
    room = os.statvfs(home.path)
    free = room.f_bavail * room.f_frsize
    # A file system that does not count its nodes says that it has none.
    if free < ROOM or (room.f_files > 0 and room.f_favail < NODES):
        yield wrong("disk", "disk-full", free=free // 1_000_000, nodes=room.f_favail)
    probe, began = home.path / PROBE, time.monotonic()
    try:
        files.replace(probe, b"x" * 4096)
        files.remove(probe)
    except OSError as fault:
        yield wrong("disk", "disk-fails", fault)
        return
    took = time.monotonic() - began
    tell = wrong if took > SLOW else fine
    yield tell(
        "disk", "disk-slow" if took > SLOW else "disk-fine", free=free // 1_000_000, ms=round(took * 1000)
    )


def backup(home: Home, now: datetime) -> Finding:
    """When the last copy of the home was made by `referee backup`; it may be copied by other means."""
    made = last_made(home)
    if not made:
        return note("backup", "backup-none")
    days = (now - moment(made)).days
    return note("backup", "backup-old", days=days) if days > 1 else fine("backup", "backup-fine", made=made)


def configured(home: Home) -> bool:
    """Whether there is a configuration at all."""
    return (home.path / NAME).exists()


def unread(fault: Faulty | OSError) -> Iterator[Finding]:
    """Each mistake in a configuration."""
    for one in faults_of(fault) if isinstance(fault, Faulty) else (fault,):
        yield wrong("configuration", "config-bad", one)


def zones() -> Finding:
    """Whether time zones are known."""
    try:
        for name in ZONES:
            ZoneInfo(name)
    except (KeyError, OSError, ValueError):
        return wrong("time zones", "zones-none")
    return fine("time zones", "zones-fine")


def compiled() -> Finding:
    """Whether what is compiled is kept: where somebody else installed this program, only what they made ready."""
    program = f"{sys.executable} -m referee"
    kept = ready.will_be(handbook.texts())
    return fine("program", "ready-fine") if kept else note("program", "ready-never", program=program)


def clock(home: Home, now: datetime) -> Finding:
    """Whether the clock has not leapt ahead, and shows no time before that of something already here."""
    if one := Leaps(home).leapt():
        return wrong("clock", "clock-leapt", shown=one.shown, last=one.last, until=one.until)
    last = max(_times(home), default=now)
    if now + DRIFT < last:
        return wrong("clock", "clock-behind", now=f"{now:%Y-%m-%d %H:%M}", then=f"{last:%Y-%m-%d %H:%M}")
    return fine("clock", "clock-fine", now=f"{now:%Y-%m-%d %H:%M}")


def _times(home: Home) -> Iterator[datetime]:
    """When the letters here came, and when records were last added to."""
    spool = Spool(home.path / "post")
    yield from map(arrival, spool.waiting())
    yield from (one.at for one in spool.held())
    written = [home.record_path(game) for game in home.games()]
    for path in (*written, *Outbox(home.path / "post").due()):
        yield datetime.fromtimestamp(path.stat().st_mtime, UTC)


STORE_LATE = 900
"""Seconds that a letter may wait; or twice the time between passes, if that is longer."""


def store_examined(home: Home, config: Config) -> Iterator[Finding]:
    """The store of a home. Nothing in it is changed."""
    if (home.path / "games").exists():
        yield wrong("store", "store-folder-bad", WrongConfig("store-not-imported", where=str(home.path)))
    try:
        with database.connect(config.store) as link:
            there = standing.standing(link)
            database.refuse_other(link, home.key())
            every = seconds(config.serve.every)
            rest = standing.at_rest(link, late=max(STORE_LATE, 2 * every), unheard=max(STORE_LATE, 3 * every))
    except Faulty as fault:
        yield wrong("store", "store-bad", fault)
        return
    hosts = rest["hosts"]
    yield fine("store", "store-fine", version=there["version"], games=there["games"], hosts=hosts)
    if rest["late"]:
        yield wrong("store", "store-late", count=rest["late"])
    if rest["held"]:
        yield wrong("store", "store-held", count=rest["held"])
    if rest["failed"]:
        yield wrong("store", "store-failed", count=rest["failed"])
    if not hosts:
        yield wrong("store", "store-nobody")

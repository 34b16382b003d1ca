"""A home in a folder becomes a store, and a store becomes a home in a folder: file by file, the same bytes.

What belongs to one host stays in its folder (`referee.store.parts`). After an import the folder's own files of the home
lie in `HOME/before-store`, so that nobody takes them for the home; after an export the store is as it was.
"""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from referee.desk.rounds import seat_in
from referee.home.config import NAME as CONFIG
from referee.home.home import Home
from referee.home.lock import at_desk, serving
from referee.home.seats import Seats
from referee.store import database, rows
from referee.store.folder import Folder
from referee.store.leases import ALL
from referee.store.parts import FOLDER, STORED, WORK, found, part_of, passes
from referee.store.rows import EVERYTHING, Put
from referee.util import files
from referee.util.errors import CannotWrite

if TYPE_CHECKING:
    from referee.store.database import Link

ASIDE = "before-store"
PATIENCE = 10.0
SETTING = b"store:"


def take_in(link: "Link", home: Home) -> int:
    """Put a home into an empty store, in one transaction, and lay its files aside; how many there are.

    It may be done again where it was cut short. Raises `Faulty` for a store that holds something else, or is another
    home's; `Busy` while somebody works here; OSError.
    """
    database.refuse_older(link)
    with ExitStack() as alone:
        alone.enter_context(serving(home.path, "serve.lock"))
        alone.enter_context(at_desk(home.path, PATIENCE))
        alone.enter_context(files.locked(home.path / "post.lock", PATIENCE))
        with link.transaction():
            link.execute("SELECT pg_advisory_xact_lock(%s, 0)", (ALL,))
            database.claim(link, home.key())
            here = list(_puts(home))
            if there := _there(link):
                _refuse_other(there, here)
            else:
                rows.write(link, here)
        _lay_aside(home.path)
        _bring_back(home.path, {one.path for one in here})
    return len(here)


def _puts(home: Home) -> Iterator[Put]:
    seats = Seats(home)

    def letters(letter: bytes) -> str:
        return seat_in(letter, seats).game

    for path, there in found(home.path):
        if path.endswith(FOLDER):
            yield Put(path, part_of(path, bytes, letters), b"", 0o700, there.st_mtime)
            continue
        place = home.path / path
        # What is said beside a letter on hold belongs to where the letter belongs.
        reads = place.with_suffix("") if place.suffix == ".why" and place.with_suffix("").exists() else place
        whose = str(reads.relative_to(home.path))
        part = part_of(whose, partial(Path.read_bytes, reads), letters)
        yield Put(path, part, place.read_bytes(), there.st_mode & 0o777, there.st_mtime)


def _there(link: "Link") -> dict[str, int]:
    return {row.path: row.size for row in rows.news(link, EVERYTHING, 0) if not row.gone}


def _refuse_other(there: dict[str, int], here: list[Put]) -> None:
    """Refuse a store that holds anything but this home. Raises `Faulty`."""
    if there != {one.path: len(one.data) for one in here}:
        raise CannotWrite("store-full", count=len(there))


def _lay_aside(home: Path) -> None:
    """Lay the files aside that are in the store now; the spool is made again when a letter comes."""
    aside = home / ASIDE
    files.private_folder(aside)
    for name in STORED:
        if (home / name).exists():
            files.move(home / name, aside / name)


def _bring_back(home: Path, stored: set[str]) -> None:
    """Letters that came while the home was being put into the store go on waiting here."""
    for place in (home / ASIDE).glob("post/new/*"):
        if f"post/new/{place.name}" not in stored:
            files.private_folder(home / "post" / "new")
            files.move(place, home / "post" / "new" / place.name)


def give_back(link: "Link", home: Home, to: Path) -> int:
    """Write the whole home in a store into a new folder, with what is this host's; how many files came from the store.

    Raises `Faulty` for a folder in which something lies; OSError.
    """
    database.refuse_older(link)
    if to.exists() and any(to.iterdir()):
        raise CannotWrite("folder-not-empty", where=str(to))
    to.mkdir(mode=0o700, parents=True, exist_ok=True)
    with link.transaction():
        link.execute("SELECT pg_advisory_xact_lock(%s, 0)", (ALL,))
        database.claim(link, home.key())
        folder = Folder(to, EVERYTHING, to)
        folder.bring_up(link)
    _copy_own(home.path, to)
    files.sync_all()
    return len(folder.known)


def _copy_own(home: Path, to: Path) -> None:
    """Copy what a host keeps for itself; the configuration no longer names the store."""
    for path in home.iterdir():
        if (
            path.name in {*STORED, WORK, ASIDE}
            or passes(path.name)
            or to.resolve().is_relative_to(path.resolve())
        ):
            continue
        if path.is_dir():
            shutil.copytree(path, to / path.name, symlinks=True)
        elif path.is_file():
            shutil.copy2(path, to / path.name)
    if (config := to / CONFIG).exists():
        lines = config.read_bytes().splitlines(keepends=True)
        files.replace(config, b"".join(line for line in lines if not line.startswith(SETTING)))

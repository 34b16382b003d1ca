"""A working folder: the part of a home that somebody works on, brought up to date from the store.

It is a home like any other, so that all that works on homes works on it. It is only a cache. A file counts as known
while it is the very one that was left here (its inode, length and times), at the version that it has in the store;
everything else is thrown away and fetched. So a process may end anywhere, and the folder may be deleted.
"""

import os
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee.home.config import NAME as CONFIG
from referee.home.signing import NAME as SIGNING
from referee.post.delivery import FOLDERS
from referee.store import rows
from referee.store.parts import FOLDER, found
from referee.store.rows import Added, Change, Gone, Moved, Put, Row, Wanted
from referee.util import files
from referee.util.values import Struct, field

if TYPE_CHECKING:
    from referee.store.database import Link

TAIL = 80
"""So many last bytes of a file are remembered; a record ends in its mark, which stands for all before it."""
HOSTS = ("key", CONFIG, SIGNING)
"""What a working folder borrows from the home of its host."""

Signature = tuple[int, ...]
PartOf = Callable[[str, Callable[[], bytes]], str]
"""The part of a file, by its path and, if need be, its content."""


class Known(NamedTuple):
    """A file as it was left in the folder: its version in the store, what it is on the disk, its length and its end."""

    changed: int
    is_: Signature
    size: int
    tail: bytes


class Folder(Struct):
    """A working folder with the files that are `wanted`, for the host with this home.

    Attributes:
        stored: What the store holds of them, as of the last look.
        known: What is here of that.
    """

    path: Path
    wanted: Wanted
    host: Path
    stored: dict[str, Row] = field(default_factory=dict)
    known: dict[str, Known] = field(default_factory=dict)
    seen: int = 0

    def bring_up(self, link: "Link") -> None:
        """Bring everything here to what stands in the store, within the caller's transaction. Raises OSError."""
        self._make_ready()
        self._look(link)
        self._drop_strange()
        self._fetch(link, [row for row in self.stored.values() if self._is_new(row)])

    def hear(self, link: "Link") -> None:
        """Learn what has changed in the store, without a look at what lies here. Raises OSError."""
        news = self._look(link)
        for row in news:
            if row.gone:
                self._remove(row.path)
        self._fetch(link, [row for row in news if not row.gone and self._is_new(row)])

    def _look(self, link: "Link") -> list[Row]:
        """The rows that have changed since the last look; the store is known to hold them."""
        if self.seen <= rows.swept(link):
            self.stored.clear()
            self.seen = 0
        since = rows.horizon(link)
        news = rows.news(link, self.wanted, self.seen)
        for row in news:
            if row.gone:
                self.stored.pop(row.path, None)
            else:
                self.stored[row.path] = row
        self.seen = since
        return news

    def _make_ready(self) -> None:
        for name in FOLDERS:  # a letter is taken from one of them to another
            (self.path / "post" / name).mkdir(mode=0o700, parents=True, exist_ok=True)
        self.path.chmod(0o700)
        for name in HOSTS:
            there = self.host / name
            if there.exists() and not (self.path / name).is_symlink():
                (self.path / name).symlink_to(there.resolve())

    def _drop_strange(self) -> None:
        """Throw away what is not as it was left here, and what is gone from the store."""
        here = self._here()
        for path, is_ in here.items():
            known = self.known.get(path)
            if known is None or known.is_ != is_ or path not in self.stored:
                self._remove(path)
        for path in self.known.keys() - here.keys():
            del self.known[path]

    def _is_new(self, row: Row) -> bool:
        known = self.known.get(row.path)
        return known is None or known.changed != row.changed

    def _fetch(self, link: "Link", news: Sequence[Row]) -> None:
        by_path = {row.path: row for row in news}
        starts = {row.path: self._start(row) for row in news}
        wanted = ((path, start, by_path[path].size - start) for path, start in starts.items())
        for path, data in rows.contents(link, wanted):
            row, start = by_path[path], starts[path]
            place = self.path / path
            if path.endswith(FOLDER):
                place.mkdir(mode=0o700, parents=True, exist_ok=True)
            elif start:
                with place.open("ab") as file:
                    file.write(data)
            else:
                self._lay(place, data, row)
            self._know(path, row.changed, (self.known[path].tail if start else b"") + data)

    def _start(self, row: Row) -> int:
        """From where on a file has to be fetched: where it was only added to, from where ours ends."""
        known = self.known.get(row.path)
        return known.size if known and known.changed >= row.whole and known.size <= row.size else 0

    def _lay(self, place: Path, data: bytes, row: Row) -> None:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.jot(place, data)
        if row.mode != 0o600:  # noqa: PLR2004  as all our files are
            place.chmod(row.mode)
        os.utime(place, (row.at, row.at))

    def _know(self, path: str, changed: int, data: bytes) -> None:
        there = (self.path / path).stat()
        self.known[path] = Known(changed, _is(path, there), there.st_size, data[-TAIL:])

    def _remove(self, path: str) -> None:
        """Remove a file from the folder, though not from the store."""
        self.known.pop(path, None)
        place = self.path / path
        if path.endswith(FOLDER):
            if not any(place.iterdir()):
                place.rmdir()
        else:
            files.forget(place)

    def _here(self) -> dict[str, Signature]:
        """All files here that could be kept in the store, and what each is on the disk."""
        return {path: _is(path, there) for path, there in found(self.path)}

    def _there(self, among: Collection[str]) -> dict[str, Signature]:
        """The same of these files alone."""
        here = {}
        for path in among:
            with suppress(FileNotFoundError):
                here[path] = _is(path, (self.path / path).lstat())
        return here

    # What was changed here

    def changes(self, part_of: PartOf, among: Collection[str] | None = None) -> list[Change]:
        """What was changed here since it was brought up; or only among these paths. Raises OSError."""
        here = self._here() if among is None else self._there(among)
        new = [path for path, is_ in here.items() if path not in self.known or self.known[path].is_ != is_]
        lost = {
            path
            for path in (self.known if among is None else among)
            if path in self.known and path not in here
        }
        left = {(self.known[path].is_[1:4]): path for path in lost if not path.endswith(FOLDER)}
        changes = list[Change]()
        for path in sorted(new):
            old = left.pop(here[path][1:4], "") if path not in self.known and here[path] else ""
            if old:
                lost.discard(old)
                changes.append(self._moved(old, path, part_of))
            else:
                changes.append(self._changed(path, part_of))
        changes += [Gone(path, part_of(path, bytes)) for path in sorted(lost)]
        return changes

    def _moved(self, old: str, path: str, part_of: PartOf) -> Moved:
        read = (self.path / path).read_bytes
        return Moved(path, part_of(path, read), old, part_of(old, read), self.known[old].changed)

    def _changed(self, path: str, part_of: PartOf) -> Change:
        """A file that is new, or has other bytes."""
        place = self.path / path
        if path.endswith(FOLDER):
            return Put(path, part_of(path, bytes), b"", 0o700)
        known, there = self.known.get(path), place.stat()
        if known and known.is_[:2] == _is(path, there)[:2] and 0 < known.size < there.st_size:
            with place.open("rb") as file:
                file.seek(known.size - len(known.tail))
                if file.read(len(known.tail)) == known.tail:
                    return Added(path, part_of(path, bytes), known.size, file.read())
        data = place.read_bytes()
        return Put(path, part_of(path, lambda: data), data, there.st_mode & 0o777, there.st_mtime)

    def settled(self, changes: Iterable[Change], version: int) -> None:
        """These changes stand in the store now, as this version."""
        for one in changes:
            if isinstance(one, Gone):
                self._forget(one.path)
                continue
            before = self.known.get(one.old) if isinstance(one, Moved) else None
            if isinstance(one, Moved):
                self._forget(one.old)
            if not self.wanted.keeps(one.path):
                self._remove(one.path)
                continue
            data = (before.tail if before else b"") if isinstance(one, Moved) else one.data
            whole = version
            if isinstance(one, Added):
                data, whole = self.known[one.path].tail + data, self.stored[one.path].whole
            self._know(one.path, version, data)
            known = self.known[one.path]
            self.stored[one.path] = Row(one.path, known.size, 0o600, version, whole, False, 0.0)

    def _forget(self, path: str) -> None:
        self.known.pop(path, None)
        self.stored.pop(path, None)

    def throw_away(self) -> None:
        """Delete it with all that lies in it."""
        self.stored.clear()
        self.known.clear()
        self.seen = 0
        files.remove_folder(self.path)


def _is(path: str, there: os.stat_result) -> Signature:
    """What a file is: the same again only for one that was left alone."""
    return (
        ()
        if path.endswith(FOLDER)
        else (there.st_dev, there.st_ino, there.st_size, there.st_mtime_ns, there.st_ctime_ns)
    )

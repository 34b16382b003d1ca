"""Files as rows of a store: those that changed since one looked, what stands in them, and what is given back."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from referee.store.parts import is_stored
from referee.util.errors import Faulty, TryAgain
from referee.util.values import Value

if TYPE_CHECKING:
    from referee.store.database import Link

AT_ONCE = 16 << 20
"""About how many bytes of files are fetched at once."""
HOUSE_READ = (
    "company.yaml",
    "restored",
    "post/clock/.passed",
    "post/clock/.fetched",
    "post/clock/.unseen",
)
"""What is read of the house while one game is worked on."""
TO_POST = (
    "post/out/%",
    "post/failed/%",
    "post/gathered/%",
    "post/gathering",
    "post/notices/%",
    "post/unreached/%",
)
"""What whoever sends letters reads and writes; besides it needs rosters, and the sums of letters."""
LARGEST, LAST = 1 << 40, 1 << 33
"""The most bytes of a file, and the last second of a time; both are beyond all that there is."""
CHANGED = "pg_current_xact_id()"


class Row(NamedTuple):
    """A file: its path, length, mode, versions (see `sql/0001_files.sql`), whether it is gone, when it changed."""

    path: str
    size: int
    mode: int
    changed: int
    whole: int
    gone: bool
    at: float


class Wanted(Value):
    """Which files a working folder holds: a condition in SQL, and its values."""

    where: str
    values: Sequence[object] = ()
    without: tuple[str, ...] = ()
    """How the paths begin that it never holds, though they may come about there."""

    def keeps(self, path: str) -> bool:
        """Whether a file stays in the working folder when it has been given back."""
        return not path.startswith(self.without)


EVERYTHING = Wanted("true")
POST = Wanted(
    "(path LIKE ANY (%s) OR path LIKE 'post/sums/%%' OR path LIKE 'games/%%/roster.yaml')",
    (list(TO_POST),),
    ("post/sent/",),
)


def of_game(game: str) -> Wanted:
    """What is needed to work on one game."""
    where = "(part = %s AND path NOT LIKE 'post/done/%%' OR path = ANY (%s))"
    return Wanted(where, (game, list(HOUSE_READ)), ("post/done/",))


def horizon(link: "Link") -> int:
    """A version before which nothing more will change: look for news from here on next time."""
    found = link.execute("SELECT pg_snapshot_xmin(pg_current_snapshot())::text").fetchone()
    return int(found[0]) if found else 0


def this_version(link: "Link") -> int:
    """The version that rows get which are written now."""
    found = link.execute(f"SELECT {CHANGED}::text").fetchone()
    return int(found[0]) if found else 0


def swept(link: "Link") -> int:
    """The version up to which rows of files that are gone may have been swept away."""
    found = link.execute("SELECT swept::text FROM referee_house").fetchone()
    return int(found[0]) if found else 0


def news(link: "Link", wanted: Wanted, since: int) -> list[Row]:
    """The rows of the files wanted that have this version or a later one."""
    found = link.execute(
        "SELECT path, size, mode, changed::text, whole::text, gone, extract(epoch FROM at)::float8"
        f" FROM referee_file WHERE {wanted.where} AND changed >= %s::text::xid8",
        (*wanted.values, str(since)),
    )
    return [
        _refused(Row(path, size, mode, int(changed), int(whole), gone, at))
        for path, size, mode, changed, whole, gone, at in found
    ]


def _refused(row: Row) -> Row:
    """The same row. Raises `Faulty` for one that is no file of a home: whoever can write rows could write any file."""
    bounded = 0 <= row.size <= LARGEST and 0 <= row.mode <= 0o777 and 0 <= row.at < LAST  # noqa: PLR2004
    if not (bounded and is_stored(row.path)):
        raise Faulty("store-path", path=ascii(row.path)[:80])
    return row


def contents(link: "Link", wanted: Iterable[tuple[str, int, int]]) -> Iterator[tuple[str, bytes]]:
    """What stands in files: of each path its bytes from an offset on; the third number is how many those are."""
    for some in _portions(wanted):
        from_on = {path: start for path, start, _ in some}
        found: dict[str, list[bytes]] = {path: [] for path in from_on}
        with link.cursor(binary=True) as cursor:
            cursor.execute(
                "SELECT path, b.at, b.data FROM referee_file JOIN referee_block b ON b.file = id"
                " JOIN unnest(%s::text[], %s::bigint[]) AS w (wanted, start) ON path = wanted AND b.at >= start"
                " ORDER BY path, b.at",
                (list(from_on), list(from_on.values())),
            )
            for path, _, data in cursor:
                found[path].append(bytes(data))
        for path, pieces in found.items():
            yield path, b"".join(pieces)


def _portions(wanted: Iterable[tuple[str, int, int]]) -> Iterator[list[tuple[str, int, int]]]:
    some, size = list[tuple[str, int, int]](), 0
    for one in wanted:
        some.append(one)
        size += one[2] + 500
        if size > AT_ONCE:
            yield some
            some, size = [], 0
    if some:
        yield some


# What is given back


class Put(Value):
    """A file with these bytes, whatever was there."""

    path: str
    part: str
    data: bytes
    mode: int = 0o600
    at: float | None = None


class Added(Value):
    """A file that had this length, and these bytes added."""

    path: str
    part: str
    size: int
    data: bytes


class Moved(Value):
    """A file that has another path now; it had this version."""

    path: str
    part: str
    old: str
    old_part: str
    changed: int


class Gone(Value):
    """A file that is no longer there."""

    path: str
    part: str


Change = Put | Added | Moved | Gone

_PUT = f"""
WITH f AS (
  INSERT INTO referee_file AS old (path, part, mode, size, at)
  VALUES (%s, %s, %s, %s, coalesce(to_timestamp(%s::float8), now()))
  ON CONFLICT (path) DO UPDATE SET part = excluded.part, mode = excluded.mode, size = excluded.size, gone = false,
    changed = {CHANGED}, whole = {CHANGED}, at = excluded.at
  RETURNING id),
d AS (DELETE FROM referee_block USING f WHERE file = f.id AND referee_block.at <> 0)
INSERT INTO referee_block (file, at, data) SELECT id, 0, %s FROM f
ON CONFLICT (file, at) DO UPDATE SET data = excluded.data"""
_GONE = f"""
WITH f AS (
  UPDATE referee_file SET gone = true, size = 0, changed = {CHANGED}, whole = {CHANGED}, at = now()
  WHERE path = %s AND NOT gone RETURNING id)
DELETE FROM referee_block USING f WHERE file = f.id"""
_ADDED = f"""
WITH f AS (
  UPDATE referee_file SET size = size + %s, changed = {CHANGED}, at = now()
  WHERE path = %s AND size = %s AND NOT gone RETURNING id)
INSERT INTO referee_block (file, at, data) SELECT id, %s, %s FROM f"""
_MOVED = f"""
UPDATE referee_file SET path = %s, part = %s, changed = {CHANGED}, whole = {CHANGED}
WHERE path = %s AND NOT gone AND changed = %s::text::xid8"""


def write(link: "Link", changes: Sequence[Change]) -> None:
    """Write changes, within the transaction of the caller.

    Raises `Faulty` where a file to be added to or moved is not the one that was read: somebody else was there.
    """
    for one in changes:
        if isinstance(one, Moved):
            _move(link, one)
    puts, gones = (
        [one for one in changes if isinstance(one, Put)],
        [one for one in changes if isinstance(one, Gone)],
    )
    with link.cursor() as cursor:
        if gones:
            cursor.executemany(_GONE, [(one.path,) for one in gones])
        if puts:
            cursor.executemany(
                _PUT, [(one.path, one.part, one.mode, len(one.data), one.at, one.data) for one in puts]
            )
    for one in changes:
        if isinstance(one, Added):
            size = len(one.data)
            done = link.execute(_ADDED, (size, one.path, one.size, one.size, one.data))
            if done.rowcount != 1:
                raise TryAgain("store-moved", where=one.path)


def _move(link: "Link", one: Moved) -> None:
    link.execute("DELETE FROM referee_file WHERE path = %s", (one.path,))
    done = link.execute(_MOVED, (one.path, one.part, one.old, str(one.changed)))
    if done.rowcount != 1:
        raise TryAgain("store-moved", where=one.old)
    link.execute(
        "INSERT INTO referee_file (path, part, size, gone) VALUES (%s, %s, 0, true)", (one.old, one.old_part)
    )


def sweep(link: "Link", days: float = 1.0) -> int:
    """Sweep away the rows of files that have long been gone; how many. Folders that looked before look at all again."""
    with link.transaction():
        done = link.execute(
            "WITH old AS (DELETE FROM referee_file WHERE gone AND at < now() - make_interval(secs => %s)"
            " RETURNING changed),"
            " last AS (SELECT changed FROM old ORDER BY changed DESC LIMIT 1),"
            " said AS (UPDATE referee_house SET swept = last.changed FROM last)"
            " SELECT count(*) FROM old",
            (days * 86400,),
        ).fetchone()
    return int(done[0]) if done else 0

"""A connection to a store, and its tables: each version of them is a file of SQL, applied once and in order.

    referee_version     which versions were applied, and when
    referee_house       one row: whose store it is, up to where rows of files that are gone were swept away
    referee_file        a row for each file, also for one that is gone
    referee_block       what stands in the files
    referee_letter      the names of letters in that were taken in
    referee_host        who serves the home
    procrastinate_...   the queue, with tables of its own (see `referee.store.queue`)

Anybody who can read the store sees what is hidden: records and rosters stand in it as they do in a home. The key does
not. Without it nobody writes as a seat, signs, or knows lots to come; each host has it in its own home. The store holds
only a mark of the key (an HMAC), so that a host with another key is refused.
"""

import hmac
from importlib import resources
from typing import TYPE_CHECKING, Any

from referee.home.config import is_store
from referee.store import queue
from referee.util.errors import Faulty, NotInstalled, TryAgain, WrongConfig, WrongSetting

if TYPE_CHECKING:
    from psycopg import Connection

    Link = Connection[tuple[Any, ...]]

TIMES = "-c statement_timeout=0 -c idle_in_transaction_session_timeout={idle} -c synchronous_commit=on"
KEEPALIVE: dict[str, Any] = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}
"""A host that vanished must not hold a game for hours: what it held is free after half a minute."""
IDLE = "300s"
"""How long one job may work between two questions to the store; then the server takes back what it holds."""
WITH_QUEUE = 3
"""The first version that has the tables of the queue too."""
UNREACHED = "store-unreached"
"""The key of the fault that may be over when one tries again."""
PROBE = b"referee/store/v1"


def connect(url: str, *, idle: str = IDLE) -> "Link":
    """A connection to a store. Each statement is its own transaction, unless a block makes several one.

    Raises `Faulty` without the extra `postgres`, for an address that is none or holds a password, and for a store that
    cannot be reached.
    """
    try:
        import psycopg  # noqa: PLC0415  an extra
    except ImportError:
        raise NotInstalled("no-postgres") from None
    if not is_store(url):  # whatever reads it would quote it
        raise WrongSetting("config-store")
    try:
        return psycopg.connect(url, autocommit=True, options=TIMES.format(idle=idle), **KEEPALIVE)
    except psycopg.Error as error:
        raise unreached(error) from error


def unreached(error: Exception) -> Faulty:
    """What is told where the store could not be reached; without the address, in which a password may stand."""
    said = str(error).strip().splitlines() or [type(error).__name__]
    return TryAgain("store-unreached", trouble=said[0])


def versions() -> list[tuple[int, str, str]]:
    """The versions of the tables, first to last: number, name and SQL."""
    folder = resources.files("referee.store") / "sql"
    names = sorted(path.name for path in folder.iterdir() if path.name.endswith(".sql"))
    return [
        (int(name[:4]), name[5:].removesuffix(".sql"), (folder / name).read_text("utf-8")) for name in names
    ]


def version(link: "Link") -> int:
    """The version of the tables of a store; 0 if it has none."""
    there = link.execute("SELECT to_regclass('referee_version')").fetchone()
    if not there or there[0] is None:
        return 0
    found = link.execute("SELECT max(number) FROM referee_version").fetchone()
    return (found and found[0]) or 0


def migrate(link: "Link") -> list[str]:
    """Bring the tables of a store up to date; the names of the versions that were applied.

    Each is applied as a whole or not at all, by one process at a time. Raises `Faulty` for a store that is newer than
    this program.
    """
    applied = []
    for number, name, text in versions():
        with link.transaction():
            link.execute("SELECT pg_advisory_xact_lock(hashtext('referee_version'))")
            link.execute(
                "CREATE TABLE IF NOT EXISTS referee_version"
                " (number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
            )
            refuse_newer(link)
            if number > version(link):
                link.execute(text.encode())
                link.execute("INSERT INTO referee_version (number, name) VALUES (%s, %s)", (number, name))
                applied.append(f"{number:04} {name}")
    return applied + (queue.migrate(link) if version(link) >= WITH_QUEUE else [])


def refuse_newer(link: "Link") -> None:
    """Refuse a store that a newer referee has made. Raises `Faulty`."""
    if (there := version(link)) > (ours := versions()[-1][0]):
        raise WrongConfig("store-newer", there=there, ours=ours)


def refuse_older(link: "Link") -> None:
    """Refuse a store whose tables are not those of this program. Raises `Faulty`."""
    refuse_newer(link)
    if (there := version(link)) < (ours := versions()[-1][0]):
        raise WrongConfig("store-older", there=there, ours=ours)


def claim(link: "Link", key: bytes) -> None:
    """Make a store that of the home with this key, or see that it is. Raises `Faulty` if it is another's."""
    mark = hmac.digest(key, PROBE, "sha256")
    link.execute("UPDATE referee_house SET key_mark = %s WHERE key_mark IS NULL", (mark,))
    refuse_other(link, key)


def refuse_other(link: "Link", key: bytes) -> None:
    """Refuse a store of a home with another key, or of none yet. Raises `Faulty`."""
    mark = hmac.digest(key, PROBE, "sha256")
    found = link.execute("SELECT key_mark FROM referee_house").fetchone()
    if not found or not hmac.compare_digest(bytes(found[0] or b""), mark):
        raise WrongConfig("store-other-key")

"""How a store stands, in numbers."""

from typing import TYPE_CHECKING, Any

from referee.store import database

if TYPE_CHECKING:
    from referee.store.database import Link

REST = (
    "SELECT (SELECT count(*) FROM referee_host WHERE at > now() - make_interval(secs => %s)),"
    " (SELECT count(*) FROM referee_file WHERE NOT gone AND at < now() - make_interval(secs => %s)"
    " AND (path LIKE 'post/new/%%' OR path LIKE 'post/work/%%')),"
    " (SELECT count(*) FROM referee_file WHERE NOT gone AND path LIKE 'post/hold/%%' AND path NOT LIKE '%%.why'),"
    " (SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed')"
)
COUNTS = {
    "games": "path LIKE 'games/%/record.yaml'",
    "files": "true",
    "waiting": "path LIKE 'post/new/%' OR path LIKE 'post/work/%'",
    "held": "path LIKE 'post/hold/%' AND path NOT LIKE '%.why'",
    "due": "path LIKE 'post/out/%.eml'",
}
"""What is counted of the files that are there."""


def standing(link: "Link") -> dict[str, Any]:
    """The version of a store, its size in bytes, and how much of what is in it.

    Raises `Faulty` for one without tables, or with those of another version.
    """
    database.refuse_older(link)
    counts = ", ".join(f"count(*) FILTER (WHERE {which})" for which in COUNTS.values())
    found = link.execute(f"SELECT {counts} FROM referee_file WHERE NOT gone".encode()).fetchone() or ()
    size = link.execute("SELECT pg_database_size(current_database())").fetchone()
    return {
        "version": database.version(link),
        **dict(zip(COUNTS, found, strict=True)),
        "bytes": size[0] if size else 0,
    }


def at_rest(link: "Link", *, late: float, unheard: float) -> dict[str, int]:
    """How many processes were heard of in the last `unheard` seconds, and what has come to rest.

    Letters that have waited for more than `late` seconds, those on hold, jobs that failed again and again.
    """
    found = link.execute(REST, (unheard, late)).fetchone() or (0, 0, 0, 0)
    return dict(zip(("hosts", "late", "held", "failed"), found, strict=True))

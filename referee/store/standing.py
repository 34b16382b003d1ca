"""How a store stands, in numbers."""

from typing import TYPE_CHECKING, Any

from referee.store import database

if TYPE_CHECKING:
    from referee.store.database import Link

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

"""The tables of the queue, which are procrastinate's own: made with those of the store, and brought up to date."""

from typing import TYPE_CHECKING, Any

from referee.util.regexes import regex

if TYPE_CHECKING:
    from psycopg import Connection

MIGRATION = regex(r"[0-9][0-9.]*_[0-9]+_[a-z0-9_]+\.sql")


def migrate(link: "Connection[tuple[Any, ...]]") -> list[str]:
    """Make the tables of the queue, or bring them up to date after an update of procrastinate; what was applied."""
    from procrastinate.schema import SchemaManager, migrations_path  # noqa: PLC0415  an extra

    names = sorted(path.name for path in migrations_path.iterdir() if MIGRATION.fullmatch(path.name))
    with link.transaction():
        link.execute("SELECT pg_advisory_xact_lock(hashtext('referee_version'))")
        found = link.execute("SELECT migration FROM referee_queue").fetchone()
        if found is None:
            link.execute(SchemaManager.get_schema().encode())
            link.execute("INSERT INTO referee_queue (migration) VALUES (%s)", (names[-1],))
            return ["procrastinate"]
        for name in (later := [name for name in names if name > found[0]]):
            link.execute((migrations_path / name).read_bytes())
        link.execute("UPDATE referee_queue SET migration = %s", (max(names[-1], found[0]),))
    return later

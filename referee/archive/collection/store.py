"""Facts written to the index, and taken out of it without a trace."""

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.archive.collection.facts import Facts, Seat
from referee.archive.collection.query import column


@dataclass(frozen=True, slots=True)
class Source:
    """A record that the index was made from.

    Attributes:
        tag: stands for its path; `stamp` for the sizes and times of its files, `digest` for their content.
        game: the id of its game in the index, None if it has none.
        fault: the key of why it has none, "" if it has one; `entry` where a damaged one is wrong.
        traces: what stands for those who are named in it, as `Names.traces` gives it, with blanks between.
    """

    tag: str
    stamp: str
    digest: str
    game: int | None = None
    fault: str = ""
    entry: int | None = None
    traces: str = ""


def sources(db: sqlite3.Connection, tag: str = "") -> Mapping[str, Source]:
    """The records that the index was made from, by tag; or the one of that tag."""
    rows = db.execute("SELECT * FROM sources WHERE tag = ?1 OR ?1 = ''", (tag,))
    return {row[0]: Source(*row) for row in rows}


def owner_of(db: sqlite3.Connection, slug: str) -> str:
    """The tag of the record that a game in the index was made from; "" if there is none."""
    row = db.execute(
        "SELECT tag FROM sources JOIN games ON games.id = sources.game WHERE slug = ?", (slug,)
    ).fetchone()
    return str(row[0]) if row else ""


def slug_of(db: sqlite3.Connection, game: int) -> str:
    """The slug of a game in the index; "" if there is none."""
    row = db.execute("SELECT slug FROM games WHERE id = ?", (game,)).fetchone()
    return str(row[0]) if row else ""


def keep(db: sqlite3.Connection, source: Source) -> None:
    """Write down what a record came to."""
    db.execute(
        "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)",
        (source.tag, source.stamp, source.digest, source.game, source.fault, source.entry, source.traces),
    )


def drop_source(db: sqlite3.Connection, tag: str) -> None:
    """A record is no longer there."""
    db.execute("DELETE FROM sources WHERE tag = ?", (tag,))


def put(db: sqlite3.Connection, told: Facts) -> int:
    """Write the facts of a game, in place of what was there; gives its id, which it keeps."""
    old = db.execute("SELECT id FROM games WHERE slug = ?", (told.slug,)).fetchone()
    if old:
        take_out(db, old[0])
    row = {
        "id": old[0] if old else _number(db, told.slug),
        **{name: getattr(told, name) for name in _SAME},
        "moves": len(told.moves),
        "opening": told.start,
        "notes": len(told.said),
        "fingerprint": hashlib.sha256(repr(told).encode()).hexdigest()[:16],
    }
    game = _insert(db, "games", row)
    for n, seat in enumerate(told.seats):
        _insert(db, "seats", {"id": game * ROOM + n, "game": game, **_seat(db, seat)})
    for n, said in enumerate(told.said):
        own = {name: getattr(said, name) for name in ("kind", "position", "place", "at", "glyph", "text")}
        _insert(db, "notes", {"id": game * ROOM + n, "game": game, "writer": _player(db, said.by), **own})
    for n, (name, value) in enumerate(told.tags):
        _insert(db, "tags", {"id": game * ROOM + n, "game": game, "name": name, "value": value})
    moves = "\n".join(f"{one.position} {one.seat} {one.move}" for one in told.moves)
    _insert(db, "scores", {"game": game, "moves": moves})
    _insert(db, "search", {"rowid": game, **dict(_columns(told))})
    return game


def _number(db: sqlite3.Connection, slug: str) -> int:
    """The id of a game that is not in the index: the one that it had before it was forgotten, else a new one."""
    kept = db.execute("SELECT game FROM numbers WHERE slug = ?", (slug,)).fetchone()
    if kept is None:
        kept = db.execute(
            "SELECT 1 + max(last) FROM (SELECT coalesce(max(id), 0) AS last FROM games"
            " UNION SELECT coalesce(max(game), 0) FROM numbers)"
        ).fetchone()
    return int(kept[0])


def _insert(db: sqlite3.Connection, table: str, row: Mapping[str, object]) -> int:
    names, marks = ", ".join(row), ", ".join("?" * len(row))
    made = db.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))  # noqa: S608  ours
    return int(made.lastrowid or 0)


def _seat(db: sqlite3.Connection, one: Seat) -> dict[str, object]:
    return {
        "seat": one.seat,
        "player": _player(db, one.player),
        "won": int(one.won),
        "cards_drawn": one.luck.cards,
        "strength_drawn": round(one.luck.drawn, 3),
        "strength_expected": round(one.luck.expected, 3),
    }


UNTIDY = "untidy"
"""Stands in the table `state` while traces of what was taken out may be left."""
ROOM = 1_000_000
"""The rows of a game in another table have ids from this many times its own."""
_DIGITS = 12
_SAME = (
    "slug",
    "game",
    "title",
    "label",
    "audience",
    "opened",
    "ended",
    "turns",
    "letters",
    "rule",
    "ending",
    "told",
    "hours",
    "disputes",
    "rulings",
    "appeals",
)


def _player(db: sqlite3.Connection, name: str) -> int | None:
    """The id of a person of that name, who may be new; None for nobody."""
    if not name:
        return None
    number = int(hashlib.sha256(name.encode()).hexdigest()[:_DIGITS], 16)
    db.execute("INSERT INTO players (id, name) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (number, name))
    return number


def _columns(told: Facts) -> Iterator[tuple[str, str]]:
    """The full text of a game, by field."""
    yield "title", column([told.title, told.game])
    yield "label", column([told.label])
    yield "player", column(told.players)
    yield "annotator", column(told.annotators)
    yield "opening", column(told.start.split(" / "))
    yield "ending", column([told.rule, told.ending, told.told])
    yield "winner", column([name for one in told.seats if one.won for name in (one.seat, one.player) if name])
    yield "card", column(told.cards)
    yield "move", column(dict.fromkeys(one.move for one in told.moves))
    yield "rule", column(told.rules)
    yield "position", column(told.positions)
    yield "tag", column([f"{name} {value}" for name, value in told.tags])
    yield "text", column([one.text for one in told.said if one.text])


def take_out(db: sqlite3.Connection, game: int) -> None:
    """Take a game out of the index; its last traces go with `tidy`."""
    db.execute("INSERT OR REPLACE INTO state VALUES (?, 1)", (UNTIDY,))
    db.execute("DELETE FROM search WHERE rowid = ?", (game,))
    db.execute("DELETE FROM games WHERE id = ?", (game,))


def put_aside(db: sqlite3.Connection, game: int) -> None:
    """The same for a game that comes back, under the same id, without the name of somebody who was forgotten."""
    db.execute("INSERT OR REPLACE INTO numbers SELECT slug, id FROM games WHERE id = ?", (game,))
    take_out(db, game)


def leave_untidy(db: sqlite3.Connection) -> None:
    """When games come back, what is left of the index tells no longer that they were written at one time."""
    db.execute("INSERT OR REPLACE INTO state VALUES (?, 1)", (UNTIDY,))
    db.commit()


def tidy(db: sqlite3.Connection) -> None:
    """Keep what was written; if anything was taken out, no byte of it is left, nor of people named nowhere else."""
    db.execute(
        "DELETE FROM players WHERE id NOT IN (SELECT player FROM seats WHERE player IS NOT NULL)"
        " AND id NOT IN (SELECT writer FROM notes WHERE writer IS NOT NULL)"
    )
    untidy = db.execute("SELECT 1 FROM state WHERE name = ?", (UNTIDY,)).fetchone()
    if untidy:
        db.execute("INSERT INTO search (search) VALUES ('optimize')")
    db.commit()
    if untidy:
        db.execute("VACUUM")
        db.execute("DELETE FROM state WHERE name = ?", (UNTIDY,))
        db.commit()

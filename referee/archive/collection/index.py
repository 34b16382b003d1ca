"""The index of a collection, `archive.db`: SQLite with FTS5, which Datasette opens as it is; and what is asked of it.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from referee.archive.collection.index import Collection
>>> from referee.archive.collection.making import made
>>> place = TemporaryDirectory()
>>> index = Path(place.name) / "archive.db"
>>> len(made(Path("examples/thunder"), index).games) >= 5
True
>>> with Collection(index) as games:
...     for game in games.find("nightmare AND ending:8.2"):
...         print(game.game, game.ended, game.turns, game.told)
thunder 2026-01-09T19:00:00Z 27 Thor wins: the other has points left and no legal action.
>>> with Collection(index) as games:
...     [game.turns for game in games.find("winner:loki ending:treasure-lost turns>62", sort="turns")]
[63]
>>> place.cleanup()

A query is one of FTS5 (https://sqlite.org/fts5.html#full_text_query_syntax), and numbers and days beside it:

    nightmare AND ending:8.2            both: a word anywhere, and the rule by which the game ended
    card:thor.tyr OR card:loki.hel      either; AND binds closer, and stands between words where nothing does
    move:"lay frigg a2" NOT hel*        words in this order, in one move; without words that begin so
    (frigg OR freya) AND player:anna    brackets, with AND or OR beside them
    loki turns<=40 ended>=2026-03       numbers and days are compared, and hold for all the rest

A word with a point, a hyphen or an apostrophe in it, `8.2`, need not stand in quotes here, as FTS5 alone would have it.

Beside what is published the index holds from which files it was made, and who is named in them, so that a player can be
forgotten: only as digests with a key, since the name of a file may tell a player's. No id of a row tells when it was
written, for games that were made again at one time would be known as those of one player who was forgotten.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from math import isfinite, nan
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import msgspec
from msgspec.structs import astuple

from referee.archive.collection.facts import Facts
from referee.util import files
from referee.util.errors import Faulty, NotFound, NotInstalled, WrongUsage
from referee.util.regexes import regex
from referee.util.values import Value

FIELDS: Mapping[str, Callable[[Facts], Iterable[str]]] = {
    "title": lambda game: [game.title],
    "game": lambda game: [game.game],
    "label": lambda game: [game.label],
    "player": lambda game: game.players.values(),
    "annotator": lambda game: game.annotators,
    "opening": lambda game: game.opening.split(" / "),
    "ending": lambda game: [game.rule, game.ending, game.told],
    "winner": lambda game: [name for seat in game.winners for name in (seat, game.players[seat])],
    "card": lambda game: game.cards,
    "move": lambda game: dict.fromkeys(one.move for one in game.played),
    "rule": lambda game: game.rules,
    "tag": lambda game: [f"{name} {value}" for name, value in game.tags],
    "text": lambda game: [one.text for one in game.said],
}
"""The columns of full text, each of which can be asked for by itself, and what stands in them."""
APART = "\u00a6"
"""Stands between two texts of a field, as a word of its own: no phrase goes from one to the next."""
NUMBERS = ("turns", "letters", "moves", "hours", "notes", "disputes", "rulings", "appeals")
"""What is compared as a number."""
DAYS = ("opened", "ended")
"""What is compared as a day: a year, a month or a day (`2026-03`)."""
SORTS = ("ended", "opened", "turns", "letters", "moves", "notes", "hours", "title", "rank")
"""What games are sorted by; `rank` is how well they fit the words of a query."""
NEWEST = "-ended"
NEEDED = "ENABLE_FTS5"
"""How SQLite has to be compiled."""
VERSION = 4
"""Of these tables and of what is written into them; a file of another version is made again."""

_TOLD = ("slug", "game", "title", "label", "audience", "opened", "ended", "turns", "letters", "rule")
_TOLD_TOO = ("ending", "told", "opening", "hours", "disputes", "rulings", "appeals")
_COLUMNS = {
    **{name: f"json_extract(facts, '$.{name}')" for name in (*_TOLD, *_TOLD_TOO)},
    "moves": "json_array_length(facts, '$.played')",
    "notes": "json_array_length(facts, '$.said')",
}
_OF_NOTES = ("kind", "position", "place", "at", "glyph", "text")
_SEARCH = f"""
CREATE VIRTUAL TABLE search USING fts5({", ".join(FIELDS)}, tokenize = "unicode61 remove_diacritics 2 tokenchars '{APART}'");
"""


def _part(name: str) -> str:
    return f"json_extract(value, '$.{name}')"


TABLES = f"""
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    facts TEXT NOT NULL,
    {", ".join(f"{name} AS ({told}) STORED" for name, told in _COLUMNS.items())}
);
CREATE TABLE sources (
    tag TEXT PRIMARY KEY, digest TEXT, game INTEGER, fault TEXT, entry INTEGER, traces TEXT
) WITHOUT ROWID;
{_SEARCH}
CREATE VIEW seats AS
    SELECT slug, title, ended, ending, turns, {_part("seat")} AS seat, {_part("player")} AS player,
        {_part("won")} AS won, {_part("luck.cards")} AS cards_drawn,
        round({_part("luck.drawn")}, 3) AS strength_drawn, round({_part("luck.expected")}, 3) AS strength_expected,
        round({_part("luck.drawn")} / {_part("luck.expected")}, 3) AS luck
    FROM games, json_each(facts, '$.seats');
CREATE VIEW notes AS
    SELECT slug, title, {", ".join(f"{_part(name)} AS {name}" for name in _OF_NOTES)}, {_part("by")} AS writer
    FROM games, json_each(facts, '$.said');
CREATE VIEW tags AS
    SELECT slug, title, json_extract(value, '$[0]') AS name, json_extract(value, '$[1]') AS value
    FROM games, json_each(facts, '$.tags');
PRAGMA user_version = {VERSION};
"""  # noqa: S608  of our own making


def opened(path: Path) -> sqlite3.Connection:
    """The index in a file, made if there is none or it is of another version.

    What is taken out of it is written over at once. Raises `Faulty` if SQLite has no FTS5, and for a file that
    is not ours.
    """
    db = _connected(str(path))
    version = _version(db, path)
    if version not in {0, VERSION}:
        db.close()
        files.remove(path)
        return opened(path)
    db.execute("PRAGMA secure_delete = ON")
    if version == 0:
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise Faulty("index-foreign", where=str(path), name=str(path))
        db.executescript(TABLES)
    return db


def looked_into(path: Path) -> sqlite3.Connection:
    """The index in a file, to be read and not written. Raises `Faulty` if there is none, or it is not ours."""
    if not path.exists():
        raise NotFound("index-missing", where=str(path), name=str(path))
    db = _connected(f"{path.absolute().as_uri()}?mode=ro")
    if _version(db, path) != VERSION:
        raise Faulty("index-foreign", where=str(path), name=str(path))
    return db


def _connected(where: str) -> sqlite3.Connection:
    """A connection, if its SQLite can search texts. Raises `Faulty`."""
    db = sqlite3.connect(where, uri=where.startswith("file:"))
    if (NEEDED,) not in db.execute("PRAGMA compile_options").fetchall():
        raise NotInstalled("index-no-fts5", version=sqlite3.sqlite_version)
    return db


def _version(db: sqlite3.Connection, path: Path) -> int:
    try:
        return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise Faulty("index-foreign", where=str(path), name=str(path)) from error


# Facts written to the index, and taken out of it without a trace.


class SourceRecord(Value):
    """A record that the index was made from.

    Attributes:
        tag: stands for its path; `digest` for the content of its files.
        game: the id of its game in the index, None if it has none.
        fault: the key of why it has none, "" if it has one; `entry` where a damaged one is wrong.
        traces: what stands for those who are named in it, as `Names.traces` gives it, with blanks between.
    """

    tag: str
    digest: str = ""
    game: int | None = None
    fault: str = ""
    entry: int | None = None
    traces: str = ""


def sources(db: sqlite3.Connection) -> dict[str, SourceRecord]:
    """The records that the index was made from, by tag."""
    return {row[0]: SourceRecord(*row) for row in db.execute("SELECT * FROM sources")}


def keep(db: sqlite3.Connection, source: SourceRecord) -> None:
    """Write down what a record came to."""
    db.execute("INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?)", astuple(source))


def drop_source(db: sqlite3.Connection, tag: str) -> None:
    """Strike a record off, which is no longer there."""
    db.execute("DELETE FROM sources WHERE tag = ?", (tag,))


def put(db: sqlite3.Connection, told: Facts) -> None:
    """Write the facts of a game, in place of what was there."""
    take_out(db, told.id)
    db.execute("INSERT INTO games (id, facts) VALUES (?, ?)", (told.id, msgspec.json.encode(told).decode()))
    texts = [f" {APART} ".join(filter(None, texts(told))) for texts in FIELDS.values()]
    marks = ", ?" * len(FIELDS)
    db.execute(f"INSERT INTO search (rowid, {', '.join(FIELDS)}) VALUES (?{marks})", (told.id, *texts))  # noqa: S608  ours


def take_out(db: sqlite3.Connection, game: int) -> None:
    """Take a game out of the index; its last traces go with `tidy`."""
    db.execute("DELETE FROM search WHERE rowid = ?", (game,))
    db.execute("DELETE FROM games WHERE id = ?", (game,))


def tidy(db: sqlite3.Connection) -> None:
    """Keep what was written; of what was taken out no byte is left, and nothing tells what was written at one time."""
    db.execute("INSERT INTO search (search) VALUES ('optimize')")
    db.commit()
    db.execute("VACUUM")


# What is asked of it.

_QUOTED = regex(r'("[^"]*")')
_TO_QUOTE = regex(r"\w+(?:[.'\u2019/-]\w+)+")
_COMPARED = regex(r"(?<!\S)(?:AND\s+)?([a-z]+)(<=|>=|<|>|=)([^\s()]+)(?:\s+AND\b)?")

_AFTER, _BEFORE = regex(r"(?<!\S)(?:OR|NOT)\s*$"), regex(r"\s*(?:OR|NOT)\b")


class Query(NamedTuple):
    """A query: the words for FTS5, the conditions on the table `games`, and their values."""

    words: str
    conditions: tuple[str, ...]
    values: tuple[float | str, ...]


def read_query(query: str) -> Query:
    """The query that a text is. Raises `WrongUsage` for a wrong one, in words of ours."""
    query = query.encode(errors="ignore").decode()  # it may hold bytes that are no text
    _refuse_within(query)
    words, compared = list[str](), list[tuple[str, float | str]]()
    for n, part in enumerate(_QUOTED.split(query)):
        if n % 2:
            words.append(part)
            continue
        compared += (_condition(*found) for found in _COMPARED.findall(part))
        words.append(_TO_QUOTE.sub(r'"\g<0>"', _COMPARED.sub(" ", part)))
    asked = "".join(words).strip()
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(_SEARCH)
        try:
            db.execute("SELECT rowid FROM search WHERE search MATCH ?", (asked,)) if asked else None
        except sqlite3.OperationalError as error:
            raise _mistake(str(error), query) from None
    return Query(asked, tuple(text for text, _ in compared), tuple(value for _, value in compared))


def _refuse_within(query: str) -> None:
    """Raise `WrongUsage` for a comparison after or before OR or NOT, or within brackets: it holds for all the rest."""
    bare = _QUOTED.sub(lambda found: "x" * len(found[0]), query)
    for found in _COMPARED.finditer(bare):
        before, after = bare[: found.start()], bare[found.end() :]
        within = before.count("(") > before.count(")")
        if within or _AFTER.search(before) or _BEFORE.match(after):
            raise WrongUsage("query-within", given="".join(found.groups()))


def _condition(name: str, sign: str, value: str) -> tuple[str, float | str]:
    """A comparison as SQL, and its value; days are compared as far as they are written: `2026-03` is all of March."""
    if name in DAYS:
        return f"substr({name}, 1, {len(value)}) {sign} ?", value
    if name not in NUMBERS:
        raise WrongUsage("query-field", field=name, known=(*NUMBERS, *DAYS))
    try:
        number = float(value)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise WrongUsage("query-number", given=value)
    return f"{name} {sign} ?", number


def _mistake(told: str, query: str) -> WrongUsage:
    """Tell in our words what FTS5 has against a query."""
    if struck := re.search(r"(?<!\S)-\S+", query):  # to FTS5 all fields but this one
        return WrongUsage("query-wrong", rest=struck[0], query=query)
    if unknown := re.search("no such column: (.*)", told):
        return WrongUsage("query-field", field=unknown[1], known=(*FIELDS, *NUMBERS, *DAYS))
    if (near := re.search('near "(.*)"', told)) and near[1]:
        return WrongUsage("query-wrong", rest=near[1], query=query)
    return WrongUsage("query-quote" if "string" in told else "query-ends", query=query)


class Collection:
    """The index of a collection, open to be read; close it, or use it as a context."""

    def __init__(self, path: Path) -> None:
        """Open `archive.db`. Raises `Faulty` if there is none, or it is not ours."""
        self.db = looked_into(path)

    def find(
        self, query: str = "", *, player: str = "", sort: str = NEWEST, limit: int | None = None
    ) -> tuple[Facts, ...]:
        """The games that a query means, the newest first, or sorted by one of `SORTS` (with `-`: the largest first).

        `player` is the name of somebody who played, as it is shown. Raises `WrongUsage` for a wrong query.
        """
        words, conditions, values = read_query(query)
        if sort.removeprefix("-") not in SORTS:
            raise ValueError(sort)
        found, order = "SELECT id, 0 AS rank, '' AS snippet FROM games", sort.removeprefix("-")
        if words:
            found = (
                "SELECT rowid, rank, snippet(search, -1, '', '', '...', 12) FROM search WHERE search MATCH ?"
            )
            values = (words, *values)
        if player:
            conditions += ("slug IN (SELECT slug FROM seats WHERE player = ? COLLATE NOCASE)",)
            values += (player.encode(errors="replace").decode(),)
        rows = self.db.execute(
            f"WITH found (id, rank, snippet) AS ({found})"  # noqa: S608  of our own making
            " SELECT json_set(facts, '$.snippet', snippet) FROM games JOIN found USING (id)"
            f" WHERE {' AND '.join(conditions) or 1} ORDER BY {order} {'DESC' * sort.startswith('-')}, label, id LIMIT ?",
            (*values, -1 if limit is None else limit),
        )
        return tuple(msgspec.json.decode(row[0], type=Facts) for row in rows)

    def texts(self) -> Iterator[tuple[int, list[str]]]:
        """What is searched in each game, by its id: a text for each of `FIELDS`."""
        return ((game, texts) for game, *texts in self.db.execute("SELECT rowid, * FROM search"))

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

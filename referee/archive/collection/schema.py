"""The tables of `archive.db`, which Datasette opens as it is.

Beside what is published it holds from which files it was made, and who is named in them, so that a player can be
forgotten: only as digests with a key, since the name of a file may tell a player's. No id of a row tells when it was
written, for games that were made again at one time would be known as those of one player who was forgotten: a game
keeps its id (`numbers`), and the others follow from it.
"""

import sqlite3
from pathlib import Path

from referee.util import files
from referee.util.errors import Faulty, NotFound, NotInstalled

NEEDED = "ENABLE_FTS5"
"""How SQLite has to be compiled."""
VERSION = 2
"""Of these tables and of what is written into them; a file of another version is made again."""

FIELDS = (
    "title",
    "label",
    "player",
    "annotator",
    "opening",
    "ending",
    "winner",
    "card",
    "move",
    "rule",
    "position",
    "tag",
    "text",
)
"""The columns of full text, each of which can be asked for by itself."""

TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    title TEXT NOT NULL,
    label TEXT NOT NULL,
    audience TEXT NOT NULL,
    opened TEXT NOT NULL,
    ended TEXT NOT NULL,
    turns INTEGER NOT NULL,
    letters INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    rule TEXT NOT NULL,
    ending TEXT NOT NULL,
    told TEXT NOT NULL,
    opening TEXT NOT NULL,
    hours REAL,
    notes INTEGER NOT NULL,
    disputes INTEGER NOT NULL,
    rulings INTEGER NOT NULL,
    appeals INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
);
CREATE TABLE players (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE seats (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    seat TEXT NOT NULL,
    player INTEGER REFERENCES players(id),
    won INTEGER NOT NULL,
    cards_drawn INTEGER NOT NULL,
    strength_drawn REAL NOT NULL,
    strength_expected REAL NOT NULL
);
CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    position TEXT NOT NULL,
    place TEXT NOT NULL,
    writer INTEGER REFERENCES players(id),
    at TEXT NOT NULL,
    glyph TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE TABLE tags (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL
);
CREATE TABLE sources (
    tag TEXT PRIMARY KEY,
    stamp TEXT NOT NULL,
    digest TEXT NOT NULL,
    game INTEGER REFERENCES games(id) ON DELETE SET NULL,
    fault TEXT NOT NULL,
    entry INTEGER,
    traces TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE numbers (slug TEXT PRIMARY KEY, game INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
CREATE TABLE scores (
    game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    moves TEXT NOT NULL
);
CREATE INDEX seats_game ON seats(game);
CREATE INDEX seats_player ON seats(player);
CREATE INDEX notes_game ON notes(game);
CREATE INDEX notes_writer ON notes(writer);
CREATE INDEX tags_game ON tags(game);
CREATE INDEX games_game ON games(game, ended);
CREATE VIRTUAL TABLE search USING fts5(
    %s, tokenize = "unicode61 remove_diacritics 2 tokenchars '.-_'"
);
CREATE VIRTUAL TABLE words USING fts5vocab('search', 'instance');
CREATE VIEW played AS
    SELECT seats.id, games.slug, games.title, games.ended, games.ending, seats.seat, players.name AS player,
        seats.won, games.turns
    FROM seats JOIN games ON games.id = seats.game LEFT JOIN players ON players.id = seats.player;
CREATE VIEW luck AS
    SELECT games.slug, games.game, seats.seat, seats.won, seats.cards_drawn, seats.strength_drawn,
        seats.strength_expected, round(seats.strength_drawn / seats.strength_expected, 3) AS ratio
    FROM seats JOIN games ON games.id = seats.game WHERE seats.cards_drawn > 0;
"""


def opened(path: Path) -> sqlite3.Connection:
    """The index in a file, made if there is none or it is of another version.

    What is taken out of it is written over at once. Raises `Faulty` if SQLite has no FTS5, and for a file that
    is not ours.
    """
    db = _connected(path)
    if _version(db, path) not in {0, VERSION}:
        db.close()
        files.remove(path)
        db = _connected(path)
    if _version(db, path) == 0:
        if db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            raise Faulty("index-foreign", where=str(path), name=str(path))
        db.executescript(TABLES % ", ".join(FIELDS) + f"PRAGMA user_version = {VERSION};")
    return db


def looked_into(path: Path) -> sqlite3.Connection:
    """The index in a file, to be read and not written. Raises `Faulty` if there is none, or it is not ours."""
    if not path.exists():
        raise NotFound("index-missing", where=str(path), name=str(path))
    db = _fts5(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
    if _version(db, path) != VERSION:
        raise Faulty("index-foreign", where=str(path), name=str(path))
    return db


def _connected(path: Path) -> sqlite3.Connection:
    db = _fts5(sqlite3.connect(path))
    _version(db, path)
    db.executescript("PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON;")
    return db


def _version(db: sqlite3.Connection, path: Path) -> int:
    try:
        return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.DatabaseError as error:
        raise Faulty("index-foreign", where=str(path), name=str(path)) from error


def _fts5(db: sqlite3.Connection) -> sqlite3.Connection:
    """The connection, if its SQLite can search texts. Raises `Faulty`."""
    if (NEEDED,) not in db.execute("PRAGMA compile_options").fetchall():
        raise NotInstalled("index-no-fts5", version=sqlite3.sqlite_version)
    return db

"""The page of each game: who played, how it ended, its moves, what was said of it, and the way to its replay."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from referee.archive.collection.catalogue import Found
from referee.archive.collection.site.lists import Value
from referee.archive.collection.site.pages import page, version
from referee.archive.collection.site.writing import Site, key_of


@dataclass(frozen=True, slots=True)
class Turn:
    """The moves of a turn: of each part the seat and its moves."""

    number: str
    parts: tuple[tuple[str, tuple[str, ...]], ...]


def path_of(slug: str) -> str:
    """Where the page of a game lies."""
    return f"game/{slug}.html"


def write_games(
    site: Site,
    db: sqlite3.Connection,
    games: Sequence[Found],
    values: Mapping[str, Sequence[Value]],
    replays: set[str],
) -> None:
    """Write the page of every game; `replays` are the slugs of those that have a replay."""
    ways = _ways(values)
    for game in games:
        path, links = path_of(game.slug), ways.get(game.id, ())
        key = key_of(version(), game.fingerprint, game.slug in replays)
        if site.needs(path, key):
            site.write(path, key, _page(db, game, path, links, game.slug in replays))


def _ways(values: Mapping[str, Sequence[Value]]) -> Mapping[int, Sequence[tuple[str, str, str]]]:
    """The lists that each game stands in: the facet, the text, the path."""
    found = dict[int, list[tuple[str, str, str]]]()
    for facet, those in values.items():
        for value in those:
            for game in value.games:
                found.setdefault(game.id, []).append((facet, value.text, f"{value.path}.html"))
    return found


def _page(
    db: sqlite3.Connection, game: Found, path: str, links: Sequence[tuple[str, str, str]], replay: bool
) -> str:
    seats = db.execute(
        "SELECT seat, name, won, cards_drawn, strength_drawn, strength_expected FROM seats"
        " LEFT JOIN players ON players.id = player WHERE game = ? ORDER BY seats.id",
        (game.id,),
    ).fetchall()
    notes = db.execute(
        "SELECT kind, position, place, name AS by, at, glyph, text FROM notes"
        " LEFT JOIN players ON players.id = writer WHERE game = ? ORDER BY notes.id",
        (game.id,),
    ).fetchall()
    tags = db.execute("SELECT name, value FROM tags WHERE game = ? ORDER BY id", (game.id,)).fetchall()
    (score,) = db.execute("SELECT moves FROM scores WHERE game = ?", (game.id,)).fetchone()
    return page(
        "archive_game.html",
        path,
        game=game,
        seats=seats,
        notes=notes,
        tags=tags,
        turns=tuple(turns(score)),
        links=dict(_by_facet(links)),
        replay=f"replay/{game.slug}.html" if replay else "",
    )


def _by_facet(links: Sequence[tuple[str, str, str]]) -> Iterator[tuple[str, dict[str, str]]]:
    for facet, those in groupby(links, lambda one: one[0]):
        yield facet, {text: path for _, text, path in those}


def turns(score: str) -> Iterator[Turn]:
    """The moves of a game by turn; what was played before the first one is turn 0."""
    moves = [line.split(" ", 2) for line in score.splitlines()]
    for number, of_turn in groupby(moves, lambda one: one[0].partition(".")[0]):
        parts = groupby(of_turn, lambda one: one[1])
        yield Turn(number, tuple((seat, tuple(one[2] for one in those)) for seat, those in parts))

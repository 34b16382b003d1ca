"""Pages of games: all of them, and those of a player, a game, an ending, an opening, an annotator.

The first page of a list has the oldest games, so a new game changes the last page alone.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.archive.collection.catalogue import Found
from referee.archive.collection.site.pages import named, page, say, version
from referee.archive.collection.site.writing import Site, key_of

MANY = 100
"""Games on a page."""
VALUES = 400
"""Values on a page."""
ALL = "all"


FACETS = ("players", "games", "endings", "openings", "annotators")
"""The ways to part the games, as they stand in paths."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a facet: its text, the path of its first page, and the games that have it, the oldest first."""

    text: str
    path: str
    games: tuple[Found, ...]


def values(db: sqlite3.Connection, games: Sequence[Found]) -> Mapping[str, tuple[Value, ...]]:
    """The values of each facet, the most frequent first."""
    wrote = dict[int, list[str]]()
    for game, name in db.execute("SELECT DISTINCT game, name FROM notes JOIN players ON players.id = writer"):
        wrote.setdefault(game, []).append(name)
    found = dict[str, dict[str, list[Found]]]()
    for game in games:
        for key, text in _of(game, wrote.get(game.id, ())):
            found.setdefault(key, {}).setdefault(text, []).append(game)
    return {
        facet: tuple(
            Value(text, f"{facet}/{named(text)}", tuple(having))
            for text, having in sorted(found.get(facet, {}).items(), key=lambda one: (-len(one[1]), one[0]))
        )
        for facet in FACETS
    }


def _of(game: Found, wrote: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The values that a game has, each with the key of its facet."""
    yield from (("players", name) for name in dict.fromkeys(game.players.values()) if name)
    yield "games", game.title
    yield "endings", f"{game.title}: {game.ending.replace('-', ' ')} [{game.rule}]"
    if game.opening:
        yield "openings", f"{game.title}: {game.opening}"
    yield from (("annotators", name) for name in wrote)


def write_lists(site: Site, games: Sequence[Found], found: Mapping[str, Sequence[Value]]) -> None:
    """Write the pages of all games, of each facet and of each of its values."""
    _write_games(site, ALL, say(ALL), games)
    for facet in FACETS:
        parts = [found[facet][n : n + VALUES] for n in range(0, len(found[facet]), VALUES)] or [()]
        for n, part in enumerate(parts, 1):
            path = _numbered(f"{facet}/index", n)
            told = [(value.text, f"{value.path}.html", len(value.games)) for value in part]
            _put_values(
                site, path, facet, told, [_numbered("index", one) for one in range(1, len(parts) + 1)], n
            )
        for value in found[facet]:
            _write_games(site, value.path, say(f"of-{facet}", text=value.text), value.games)


def _put_values(
    site: Site, path: str, facet: str, told: Sequence[tuple[str, str, int]], pages: Sequence[str], n: int
) -> None:
    key = key_of(version(), facet, told, len(pages), n)
    site.put(
        path, key, lambda: page("archive_values.html", path, title=say(facet), values=told, pages=pages, n=n)
    )


def _numbered(path: str, n: int) -> str:
    """The path of the n-th page of a list."""
    return f"{path}.html" if n == 1 else f"{path}-{n}.html"


def _write_games(site: Site, path: str, title: str, games: Sequence[Found]) -> None:
    """A list of games as pages, which name each other; the newest games of a page stand first."""
    parts = [games[n : n + MANY] for n in range(0, len(games), MANY)] or [()]
    name = path.rpartition("/")[2]
    pages = [_numbered(name, one) for one in range(1, len(parts) + 1)]
    for n, part in enumerate(parts, 1):
        own, newest_first = _numbered(path, n), part[::-1]
        key = key_of(version(), title, [game.fingerprint for game in part], len(parts), n)
        if site.needs(own, key):
            made = page("archive_games.html", own, title=title, games=newest_first, pages=pages, n=n)
            site.write(own, key, made)

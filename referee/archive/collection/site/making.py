"""The whole site, made from the index and its records, or brought up to date."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from referee.archive.collection.catalogue import Collection, Found
from referee.archive.collection.keeping import names_of
from referee.archive.collection.making import Tell, quiet
from referee.archive.collection.records import Files, records
from referee.archive.collection.site.games import path_of, write_games
from referee.archive.collection.site.lists import FACETS, MANY, Value, values, write_lists
from referee.archive.collection.site.pages import page, say, text_of, version
from referee.archive.collection.site.replays import chosen, write_replays
from referee.archive.collection.site.search import write_search
from referee.archive.collection.site.statistics import write_statistics
from referee.archive.collection.site.writing import Site, key_of
from referee.archive.collection.store import sources
from referee.util.errors import Why

# The newest games as an Atom feed (RFC 4287). Every id stays the same, wherever the site lies.


PATH = "feed.xml"
NEWEST = 50
NEVER = "1970-01-01T00:00:00Z"
"""When an empty collection was changed."""


def write_feed(site: Site, db: sqlite3.Connection, games: Sequence[Found], tag: str, url: str) -> None:
    """Write the feed; `tag` stands for the collection, `url` is where the site lies ("" if that is not known)."""
    newest = games[: -NEWEST - 1 : -1]
    key = key_of(version(), [game.fingerprint for game in newest], url)
    noted = dict(db.execute("SELECT game, max(at) FROM notes GROUP BY game"))
    told = [
        {
            "game": game,
            "id": uuid5(NAMESPACE_URL, f"{tag}/{game.slug}").urn,
            "path": path_of(game.slug),
            "updated": max(game.ended, noted.get(game.id, "")) or NEVER,
        }
        for game in newest
    ]
    when = max((str(one["updated"]) for one in told), default=NEVER)
    base = f"{url.rstrip('/')}/" if url else ""
    own = uuid5(NAMESPACE_URL, tag).urn
    site.put(
        PATH,
        key,
        lambda: page("archive_feed.html", PATH, entries=told, updated=when, base=base, id=own),
    )


@dataclass(frozen=True, slots=True)
class MadeSite:
    """Where the site is, how many games it has and how many replays; how many files were written, and how many went.

    `without`: the records of which no replay could be made, with the reason.
    """

    out: str
    games: int
    replays: int
    written: int
    gone: int
    without: tuple[tuple[str, Why], ...] = ()


def made_site(
    folder: Path,
    index: Path,
    out: Path,
    *,
    replays: str = "some",
    url: str = "",
    workers: int = 1,
    tell: Tell = quiet,
) -> MadeSite:
    """Make the site of the collection in a folder from its index, which is up to date.

    `replays` is one of `referee.archive.collection.site.replays.CHOICES`, `url` where the site is to lie. `tell` hears
    of the replays. Raises `Faulty` for a folder `out` that is not ours, and OSError.
    """
    names, site = names_of(index), Site(out)
    with Collection(index) as collection, closing(sqlite3.connect(index)) as db:
        games = collection.find(sort="ended")
        lists = values(db, games)
        files = _records(db, folder, names.tag)
        wanted = [game for game in chosen(games, replays) if game.id in files]
        having, without = write_replays(site, wanted, files, names, workers=workers, tell=tell)
        write_games(site, db, games, lists, having)
        write_lists(site, games, lists)
        write_search(site, db, games)
        write_statistics(site, db, games)
        write_feed(site, db, games, names.tag("feed", ""), url)
        left_out = _write_left_out(site, db)
        _write_index(site, games, lists, left_out)
        for name in ("archive.css", "archive.js"):
            site.put(name, key_of(text_of(name)), partial(text_of, name))
    return MadeSite(str(out), len(games), len(having), site.written, site.finish(), without)


def _records(db: sqlite3.Connection, folder: Path, tag: Callable[[str, str], str]) -> Mapping[int, Files]:
    """The record of each game, by its id."""
    known = sources(db)
    found = ((known.get(tag("source", files.name)), files) for files in records(folder))
    return {source.game: files for source, files in found if source and source.game is not None}


def _write_left_out(site: Site, db: sqlite3.Connection) -> int:
    """The page of what could not be published: only what kind of fault it is, since more might name somebody."""
    rows = [(one.tag, one.fault, one.entry) for one in sources(db).values() if one.fault]
    told = sorted(row for row in rows if row[1] not in {"archive-on", "archive-twice"})
    path = "left-out.html"
    if not told:
        return 0
    site.put(path, key_of(version(), told), lambda: page("archive_left_out.html", path, records=told))
    return len(told)


def _write_index(
    site: Site, games: tuple[Found, ...], lists: Mapping[str, tuple[Value, ...]], left_out: int
) -> None:
    newest, path = games[: -MANY - 1 : -1], "index.html"
    facets = [(say(facet), f"{facet}/index.html", len(lists[facet])) for facet in FACETS]
    titles = [value.text for value in lists["games"]]
    key = key_of(version(), [game.fingerprint for game in newest], facets, titles, left_out, len(games))
    site.put(
        path,
        key,
        lambda: page(
            "archive_index.html",
            path,
            games=newest,
            count=len(games),
            facets=facets,
            titles=titles,
            left_out=left_out,
        ),
    )

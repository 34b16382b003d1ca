"""The newest games as an Atom feed (RFC 4287). Every id stays the same, wherever the site lies."""

import sqlite3
from collections.abc import Sequence
from uuid import NAMESPACE_URL, uuid5

from referee.archive.collection.catalogue import Found
from referee.archive.collection.site.games import path_of
from referee.archive.collection.site.pages import page, version
from referee.archive.collection.site.writing import Site, key_of

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

"""The store in which a home is kept: whether it answers, is ours, and is served, and what has come to rest there."""

from collections.abc import Iterator

from referee.cli.doctor.finding import Finding, fine, wrong
from referee.home.config import Config
from referee.home.home import Home
from referee.util.errors import Faulty, WrongConfig
from referee.util.times import seconds

LATE = 900
"""Seconds that a letter may wait; or twice the time between passes, if that is longer."""


def examined(home: Home, config: Config) -> Iterator[Finding]:
    """The store of a home. Nothing in it is changed."""
    from referee.store import database, standing  # noqa: PLC0415  of packages that need not be there

    if (home.path / "games").exists():
        yield wrong("store", "store-folder-bad", WrongConfig("store-not-imported", where=str(home.path)))
    try:
        with database.connect(config.store) as link:
            there = standing.standing(link)
            database.refuse_other(link, home.key())
            every = seconds(config.serve.every)
            rest = standing.at_rest(link, late=max(LATE, 2 * every), unheard=max(LATE, 3 * every))
    except Faulty as fault:
        yield wrong("store", "store-bad", fault)
        return
    hosts = rest["hosts"]
    yield fine("store", "store-fine", version=there["version"], games=there["games"], hosts=hosts)
    if rest["late"]:
        yield wrong("store", "store-late", count=rest["late"])
    if rest["held"]:
        yield wrong("store", "store-held", count=rest["held"])
    if rest["failed"]:
        yield wrong("store", "store-failed", count=rest["failed"])
    if not hosts:
        yield wrong("store", "store-nobody")

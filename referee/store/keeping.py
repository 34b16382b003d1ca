"""A keeper's verb on a home that is kept in a store: it works on the whole of it, as on a home in a folder.

One that only looks at it has a copy, of one game where it looks at no other; nobody waits until it has ended, as it may
not for hours where it writes into a pager.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from referee.desk.report import Done
from referee.home.home import Home
from referee.post.posting import Posted
from referee.store.jobs import Calls
from referee.store.working import Worker
from referee.util.errors import WrongConfig


@contextmanager
def worker(host: Home, url: str) -> Iterator[Worker]:
    """Somebody who works on a home in a store, for as long as a verb needs.

    Raises `Faulty` for a folder in which games lie: they are not in the store, and would be overlooked.
    """
    if (host.path / "games").exists():
        raise WrongConfig("store-not-imported", where=str(host.path))
    one = Worker(host, url, call=Calls())
    try:
        yield one
    finally:
        one.close()


@contextmanager
def whole_home(host: Home, url: str) -> Iterator[Home]:
    """The whole home, alone, while a verb runs; what the verb did stays, also where it ended with an error."""
    with worker(host, url) as one:
        ended: Exception | None = None
        with one.whole() as home:
            try:
                yield home
            except Exception as error:  # noqa: BLE001  a verb that says no has done what it did before all the same
                ended = error
        Calls().post(one.link)
        if ended:
            raise ended


@contextmanager
def looking(host: Home, url: str) -> Iterator[Callable[[str], Home]]:
    """What gives a verb that changes nothing copies: by the id of a game of what belongs to it, by "" of the home.

    Each is made once, and all by one connection, however many games the verb tells of.
    """
    with worker(host, url) as one:
        yield cache(one.look)


def make_pass(host: Home, url: str) -> Done:
    """Put the letters that came to this host into the store, and make a pass over everything."""
    with worker(host, url) as one:
        one.take_in()
        return one.house()


def send(host: Home, url: str, *, at_once: bool) -> Posted:
    """Send what is due, unless somebody else does."""
    with worker(host, url) as one:
        return one.post(knock=True, at_once=at_once)

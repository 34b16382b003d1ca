"""The work on a home that is kept in a store: letters go in, are ruled on, answered and sent, by any number of hosts.

Every host has a small home of its own: the key, the configuration, and a spool. A letter is safe on its host as it is
in a home of one host; then it goes into the store, once, whatever is cut short. Whoever has a game makes the very pass
that a home in a folder makes, in a working folder (`referee.store.folder`), and what came of it is in the store as a
whole or not at all.
"""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from referee.desk.desk import Desk
from referee.desk.leaps import Leaps
from referee.desk.letters.awaited import Awaited
from referee.desk.letters.notify import Tell, tell_now
from referee.desk.report import Done, Wider, add_to
from referee.home import config
from referee.home.home import Home
from referee.partner.mailing import passes
from referee.post.outbox import Outbox
from referee.post.posting import Posted, post_all, way_of
from referee.post.spool import Spool, arrival
from referee.post.ways.tries import Way
from referee.store import database, rows
from referee.store.folder import Folder
from referee.store.leases import game_of, one_game, the_whole
from referee.store.parts import WORK, refuse_other_part
from referee.store.rows import EVERYTHING, POST, Put, Wanted
from referee.store.sending import SENDER, Noted, give_back, hear
from referee.util import files
from referee.util.times import seconds

if TYPE_CHECKING:
    from referee.store.database import Link

MOST_FOLDERS = 400
"""So many games a worker keeps a folder of; then that of the game longest not worked on goes."""
AT_ONCE = 100
"""So many letters go into the store in one transaction."""
LOCK, PATIENCE = "lock", 10.0
SURE_FOR = 5.0
"""Seconds for which this host's clock counts as looked at."""
ONLY = "post/new/%", "post/work/%"
SILENT = 3
"""So many rounds in which nothing was heard of a host: letters may wait there."""


class Open(Protocol):
    """Opens the desk of a home."""

    def __call__(self, home: Home, *, tell: Tell) -> Desk:
        """The desk; `tell` tells programs of the keeper's what happened."""


Call = Callable[["Link", str], None]
"""Has somebody look at a game ("" for the house), within the transaction of this connection."""


def _stays() -> bool:
    return False


class Worker:
    """One who works on a home in a store, for the host with this home folder.

    Attributes:
        call: has somebody look at a game.
    """

    def __init__(
        self, host: Home, url: str, *, call: Call, desk: Open = Desk, leaving: Callable[[], bool] = _stays
    ) -> None:
        """Nothing is connected yet."""
        self.host, self._url, self.call, self._desk, self.leaving = host, url, call, desk, leaving
        self.place = host.path / WORK / f"{time.time_ns():x}"
        self._link: Link | None = None
        self._folders: dict[str, Folder] = {}
        self._whole = Folder(self.place / "whole", EVERYTHING, host.path)
        self._post = Folder(self.place / "post", POST, host.path)
        self._sure = 0.0
        self._here = ExitStack()

    @property
    def link(self) -> "Link":
        """The connection; where it was lost, another one, and nothing is believed that was kept of the store.

        Raises `Faulty`, also for a store of another version or of another home.
        """
        if self._link is None or self._link.closed:
            self.forget()
            self._settle_in()
            link = database.connect(self._url)
            database.refuse_older(link)
            database.claim(link, self.host.key())
            self._link = link
        return self._link

    def _settle_in(self) -> None:
        """Make a place for our folders, and delete those of processes that ended without doing so."""
        if LOCK in {path.name for path in self.place.glob("*")}:
            return
        files.private_folder(self.place.parent)
        with files.locked(self.place.parent / LOCK, PATIENCE):
            for left in self.place.parent.iterdir():
                with suppress(files.BusyFile, OSError):
                    if left.is_dir():
                        with files.locked(left / LOCK, 0.0):
                            shutil.rmtree(left)
            files.private_folder(self.place)
            self._here.enter_context(files.locked(self.place / LOCK, 0.0))

    def forget(self) -> None:
        """Delete the working folders."""
        for folder in (*self._folders.values(), self._whole, self._post):
            folder.throw_away()
        self._folders.clear()

    def close(self) -> None:
        """End the connection, and delete our folders."""
        if self._link is not None:
            self._link.close()
        self._link = None
        self.forget()
        shutil.rmtree(self.place, ignore_errors=True)
        self._here.close()

    # Letters in

    def take_in(self) -> list[str]:
        """Put the letters that came to this host into the store, each once; returns the names of all that were here.

        Raises OSError; what psycopg raises.
        """
        spool = Spool(self.host.path / "post")
        names = spool.waiting()
        for first in range(0, len(names), AT_ONCE):
            some = names[first : first + AT_ONCE]
            with self.link.transaction():
                for name in some:
                    with suppress(FileNotFoundError):  # another process of this host was faster
                        self._take_in(name, (spool.folder / "new" / name).read_bytes())
            for name in some:
                files.remove(spool.folder / "new" / name)
        return names

    def _take_in(self, name: str, letter: bytes) -> None:
        known = self.link.execute(
            "INSERT INTO referee_letter (name) VALUES (%s) ON CONFLICT DO NOTHING", (name,)
        )
        if known.rowcount == 1:
            game = game_of(letter, self.link)
            rows.write(self.link, [Put(f"post/new/{name}", game, letter)])
            self.call(self.link, game)

    # Passes

    def game(self, game: str, died: int = 0) -> Done:
        """Rule on the letters to a game that wait, and write what is due; all, or nothing.

        `died` is how often whoever tried this ended in the middle. Then each letter is taken alone, and its tries
        are counted, so that one that nobody survives is held for the keeper (`referee.post.spool`).
        """
        refuse_other_part(game)
        self.look_at_clock()
        try:
            return self._one_by_one(game) if died else self._at_once(game)
        except Wider:
            return self.house()

    def _at_once(self, game: str) -> Done:
        folder = self._folders.pop(game, None) or Folder(
            self.place / game, rows.of_game(game), self.host.path
        )
        self._folders[game] = folder  # last, as the one that was worked on last
        if len(self._folders) > MOST_FOLDERS:
            self._folders.pop(next(iter(self._folders))).throw_away()
        with one_game(self.link, folder, game) as home, files.unsynced():
            return self._pass(home)

    def _one_by_one(self, game: str) -> Done:
        done = Done()
        for name, later in self._waiting(game):
            more = self._alone(game, name, later)
            add_to(done, more)
            if any(one.letter == name and one.became == "waits" for one in more.handled) or more.troubles:
                break
        return done

    def _waiting(self, game: str) -> Iterator[tuple[str, datetime | None]]:
        """The letters to a game, the oldest first, and when the one after it came."""
        found = self.link.execute(
            "SELECT DISTINCT split_part(split_part(path, '/', 3), '.', 1) FROM referee_file"
            " WHERE part = %s AND path LIKE ANY (%s) AND NOT gone",
            (game, list(ONLY)),
        )
        names = sorted(name for (name,) in found)
        later = [*map(arrival, names), None][1:]
        return iter(list(zip(names, later, strict=True)))

    def _alone(self, game: str, name: str, later: datetime | None) -> Done:
        """Handle one letter, in a folder that holds no other; that it is tried stands in the store before."""
        base = rows.of_game(game)
        where = f"{base.where} AND (path NOT LIKE ALL (%s) OR path LIKE %s)"
        folder = Folder(
            self.place / f"{game}.alone",
            Wanted(where, (*base.values, list(ONLY), f"%/{name}%"), base.without),
            self.host.path,
        )
        try:
            with one_game(self.link, folder, game) as home:
                taken = Spool(home.path / "post").take(name)
            if taken.held:
                return Done(held=[(name, "tries")])
            with one_game(self.link, folder, game) as home:
                Spool(home.path / "post").back(taken)
                return self._pass(home, known=later)
        finally:
            folder.throw_away()

    def _pass(self, home: Home, known: datetime | None = None) -> Done:
        def one(awaited: Awaited) -> Done:
            with self._desk(home, tell=tell_now).held() as desk:
                clocks = self._all_fetched()
                return desk.run(known=known, clocks=clocks, leaving=self.leaving, awaited=awaited, alone=True)

        return passes(home, one, leaving=self.leaving)

    def house(self, *, swept: bool = False) -> Done:
        """The pass over everything, with deadlines, as a home in a folder makes it; nobody else works meanwhile.

        With `swept` rows of files that have long been gone are swept away first.
        """
        self.look_at_clock()
        if swept:
            rows.sweep(self.link)
        events = list[tuple[Any, Any]]()

        def tell(receivers: Sequence[Any], told: Sequence[Any]) -> None:
            events.append((receivers, told))

        with the_whole(self.link, self._whole) as home, files.unsynced():

            def one(awaited: Awaited) -> Done:
                with self._desk(home, tell=tell).held() as desk:
                    return desk.run(clocks=self._all_fetched(), leaving=self.leaving, awaited=awaited)

            done = passes(home, one, leaving=self.leaving)
        for receivers, told in events:  # only now: what is told must stand
            tell_now(receivers, told)
        return done

    @contextmanager
    def whole(self) -> Iterator[Home]:
        """The whole home, for a keeper's verb."""
        with the_whole(self.link, self._whole) as home:
            yield home

    def look(self, game: str = "") -> Home:
        """The home as it stands now, or what belongs to one game of it: to look at, for what is done there is lost.

        Nobody waits for it, and it waits for nobody: it is what was in the store at one moment.
        """
        place = self.place / f"look-{time.time_ns():x}"
        folder = Folder(place, rows.of_game(game) if game else EVERYTHING, self.host.path)
        with self.link.transaction():
            self.link.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            folder.bring_up(self.link)
        return Home(folder.path)

    def is_time(self) -> bool:
        """Whether no pass over everything was made in the time after which one is due."""
        found = self.link.execute(
            "SELECT 1 FROM referee_file WHERE path = 'post/clock/.passed' AND NOT gone"
            " AND at > now() - make_interval(secs => %s)",
            (0.8 * seconds(config.read(self.host).serve.every),),
        )
        return found.fetchone() is None

    def _all_fetched(self) -> bool:
        """Whether no letter that came in time may lie where nobody here sees it.

        It may where a host failed to fetch letters, and on one that was not heard of any more and did not say that it
        ends: it may only be cut off from the store. After `downtime` neither counts any longer.
        """
        known = config.read(self.host)
        found = self.link.execute(
            "SELECT 1 FROM referee_host WHERE at > now() - make_interval(secs => %s)"
            " GROUP BY split_part(name, ' ', 1)"
            " HAVING bool_or(unseen) OR max(at) < now() - make_interval(secs => %s) LIMIT 1",
            (seconds(known.downtime), SILENT * seconds(known.serve.every)),
        )
        return found.fetchone() is None

    # Letters out

    def post(self, *, knock: bool = False, at_once: bool = False, way: Way | None = None) -> Posted:
        """Send the letters that are due, unless somebody else does. Raises as `post_all` does."""
        self.look_at_clock()
        known, folder = config.read(self.host), self._post
        if way is None and known.post is None:
            return Posted()
        got = self.link.execute("SELECT pg_try_advisory_lock(%s)", (SENDER,)).fetchone()
        if not got or not got[0]:
            return Posted()
        try:
            give_back(self.link, folder)
            note, news = partial(give_back, self.link, folder), partial(hear, self.link, folder)
            noted = Noted(way or way_of(self.host, known), note, news)
            with files.unsynced():
                done = post_all(
                    Home(folder.path), known, way=noted, knock=knock, at_once=at_once, leaving=self.leaving
                )
            give_back(self.link, folder)
        finally:
            if not self.link.closed:
                self.link.execute("SELECT pg_advisory_unlock(%s)", (SENDER,))
        for number in done.spoiled:
            self._make_again(number.partition(".")[0])
        return done

    def _make_again(self, game: str) -> None:
        """Have a letter of a game made again that is damaged in the store."""
        with the_whole(self.link, self._whole) as home:
            Outbox(home.path / "post").look_again(game)
        self.house()

    def look_at_clock(self) -> None:
        """See that this host's clock is to be believed. Raises `Faulty`."""
        if time.monotonic() >= self._sure:
            Leaps(self.host).check()
            self._sure = time.monotonic() + SURE_FOR

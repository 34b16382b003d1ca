"""Homes in stores, for tests: put into one, compared with others, and the command run on them in this process."""

import contextlib
import io
import shutil
from pathlib import Path

from referee.cli import run
from referee.desk.desk import Desk
from referee.desk.letters.notify import Tell
from referee.home.home import Home
from referee.post import delivery
from referee.store import converting
from referee.store import database as module
from referee.store.database import connect
from referee.store.parts import passes
from referee.store.working import Worker
from support.crash_homes import House


def bytes_of(home: Path) -> dict[str, bytes]:
    """All files of a home, by their paths, except those that pass with a process; and the folders of games."""
    found = {str(path.relative_to(home)): path for path in home.rglob("*") if not passes(path.name)}
    folders = {name: b"" for name, path in found.items() if path.is_dir() and path.parent.name == "games"}
    return folders | {name: path.read_bytes() for name, path in found.items() if path.is_file()}


def modes_of(home: Path) -> dict[str, int]:
    """The permissions of all files."""
    return {str(path.relative_to(home)): path.stat().st_mode for path in home.rglob("*") if path.is_file()}


def stored(house: House, address: str) -> None:
    """Put the home of a house into a store."""
    with connect(address) as link:
        module.migrate(link)
        converting.take_in(link, house.home)


def ran(*args: str, code: object = 0) -> str:
    """What the command says, on stdout and stderr, run in this process; its exit code is the one that is expected."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        found = run(args)
    assert found == code, (found, said.getvalue())
    return said.getvalue()


class Hosts:
    """Hosts that serve one home from a store, each with a folder of its own; their clocks are that of a house."""

    def __init__(self, folder: Path, house: House, address: str, count: int = 1) -> None:
        """Put the home of the house into the store; it goes on without it, as the file home to compare with."""
        self.folder, self.house, self.address = folder, house, address
        self.calls = list[str]()
        first = folder / "host0"
        shutil.copytree(house.home.path, first)
        with connect(address) as link:
            module.migrate(link)
            converting.take_in(link, Home(first))
        self.workers = [self.worker(n) for n in range(count)]

    def host(self, number: int) -> Home:
        """The home of a host: key and configuration, as copied from the first."""
        path = self.folder / f"host{number}"
        if not path.exists():
            path.mkdir(mode=0o700)
            for name in ("key", "config.yaml"):
                shutil.copy2(self.folder / "host0" / name, path / name)
        return Home(path)

    def worker(self, number: int) -> Worker:
        """Somebody who works on a host."""
        return Worker(self.host(number), self.address, call=self.call, desk=self.desk)

    def call(self, _link: object, game: str) -> None:
        """Note that a game is to be looked at."""
        self.calls.append(game)

    def desk(self, home: Home, *, tell: Tell) -> Desk:
        """A desk with the clock of the house, and its salts."""
        home.fresh = self.house.home.fresh
        return Desk(home, now=lambda: self.house.time, salts=lambda: bytes(32), tell=tell)

    def come(self, number: int, name: str, letter: bytes) -> None:
        """A letter comes to a host, as the file of that name in its spool."""
        delivery._make_ready(str(self.host(number).path / "post"))
        (self.host(number).path / "post" / "new" / name).write_bytes(letter)

    def work(self, worker: Worker) -> None:
        """Do what was called for: the games first, as jobs would, then the house."""
        worker.take_in()
        for game in dict.fromkeys(self.calls):
            (worker.game(game) if game else worker.house())
        self.calls.clear()

    def exported(self, to: Path) -> House:
        """The home in the store, written out beside a copy of the box."""
        with connect(self.address) as link:
            converting.give_back(link, self.host(0), to / "home")
        return House(to, self.house.time)

    def close(self) -> None:
        """Nobody works any more."""
        for worker in self.workers:
            worker.close()

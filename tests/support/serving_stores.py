"""Many games in a store, and real processes that serve it: `referee serve`, started, killed, counted."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Self

import psycopg

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config
from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.home.ways import Folder, Serve
from referee.post import delivery
from referee.store import converting, database
from referee.store.jobs import counts
from referee.store.standing import standing
from referee.table.redacted import load
from referee.util import files
from referee.util.errors import Faulty
from referee.util.values import Struct, field
from support.crash_homes import ADDRESS, ANNA, BERT
from support.postgres import Server

SEATS = {"odin": BERT, "thor": ANNA}
"""Who plays each game."""
COMMAND = (sys.executable, "-m", "referee")
SAID = re.compile(r"number ([0-9]+)\b")


STARTED_IN = 30.0
"""Seconds in which a process has begun to serve, however much else the machine does."""


def listens(process: int) -> bool:
    """Whether a process does something of its own on SIGTERM; before it does, it just ends there."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    masks = re.findall(r"^Sig(?:Blk|Cgt):\s*([0-9a-f]+)$", status, re.MULTILINE)
    return any(int(mask, 16) >> (signal.SIGTERM - 1) & 1 for mask in masks)


class Farm(Struct, dict=True):
    """A home with many games in a store of a server, and the hosts that serve it.

    Attributes:
        before: how many letters in were put away before it went into the store.
    """

    folder: Path
    address: str
    server: Server
    before: int = 0
    games: list[str] = field(default_factory=list)
    to: dict[tuple[str, str], str] = field(default_factory=dict)
    on: dict[int, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    sent: dict[str, list[int]] = field(default_factory=dict)

    def __enter__(self) -> Self:
        """Nobody serves yet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Nobody serves any more, whatever came."""
        for one in list(self.on.values()):
            self.kill(one)

    def build(self, games: int, heartbeat: str = "1 second", every: str = "2 seconds") -> None:
        """Games of Odin's Table in which both players have accepted; they go into the store.

        `every` is how often everything is looked at, which takes longer the more games there are.
        """
        home = Home(self.folder / "host0")
        files.private_folder(home.path)
        home.make()
        serve = Serve(every=every, heartbeat=heartbeat)
        limits = Limits(letters_an_hour=10_000, answers_an_hour=10_000, answers_a_day=10_000)
        out = Folder(str(self.folder / "out"))
        config.write(home, Config(ADDRESS, pictures="no", serve=serve, limits=limits, post=out))
        with Desk(home).held() as desk:
            for n in range(games):
                game = f"g{n + 1}"
                keeper.invite(desk, "odins_table", SEATS, id=game)
                self.games.append(game)
                for seat in SEATS:
                    self.to[game, seat] = desk.config.reply_address(desk.seats.secret(game, seat))
                    desk.spool.put(self.letter(game, seat, 0, "accept"))
            desk.run()
        with database.connect(self.address) as link:
            database.migrate(link)
            converting.take_in(link, home)
        with (home.path / "config.yaml").open("a") as file:
            file.write(f"store: {self.address}\n")
        self.before = self.ruled()

    def letter(self, game: str, seat: str, number: int, text: str) -> bytes:
        """A letter of a player."""
        who = SEATS[seat].address
        to = self.to[game, seat]
        return f"From: {who}\nTo: {to}\nMessage-ID: <{game}.{seat}.{number}@x>\n\n{text}\n".encode()

    def host(self, number: int) -> Path:
        """The folder of a host."""
        path = self.folder / f"host{number}"
        if not path.exists():
            files.private_folder(path)
            for name in ("key", "config.yaml"):
                (path / name).write_bytes((self.folder / "host0" / name).read_bytes())
        return path

    def come(self, letters: int, hosts: int = 1) -> None:
        """So many letters come to each game, by turns to the hosts: each game's in order, to one host."""
        for n in range(letters):
            for at, game in enumerate(self.games):
                seat = ("odin", "thor")[n % 2]
                mail = self.letter(game, seat, n + 1, f"say number {n + 1}")
                delivery.store(str(self.host(at % hosts) / "post"), mail, time.time_ns() // 1000)
                self.sent.setdefault(game, []).append(n + 1)

    def serve(self, host: int) -> "subprocess.Popen[bytes]":
        """Start a process that serves on a host."""
        log = (self.folder / "serve.log").open("ab")
        one = subprocess.Popen(  # noqa: S603
            [*COMMAND, "--home", str(self.host(host)), "serve"],
            stderr=log,
            stdout=log,
            start_new_session=True,
        )
        log.close()
        self.on[host] = one
        return one

    def kill(self, one: "subprocess.Popen[bytes]") -> None:
        """`kill -9` for a process."""
        os.kill(one.pid, signal.SIGKILL)
        one.wait()
        self.on = {host: other for host, other in self.on.items() if other is not one}

    def stop(self) -> list[int]:
        """Ask all to end, once each has come so far that it listens to that; their exit codes."""
        running = self.on.values()
        self.until(lambda: all(one.poll() is not None or listens(one.pid) for one in running), STARTED_IN)
        for one in running:
            one.terminate()
        codes = [one.wait(60) for one in self.on.values()]
        self.on.clear()
        return codes

    def left(self) -> int:
        """How many letters wait, on hosts and in the store; and mails that are to go out, and jobs."""
        here = sum(1 for _ in self.folder.glob("host*/post/new/*"))
        with database.connect(self.address) as link:
            found, work = standing(link), counts(link)
        return int(here + found["waiting"] + found["due"] + work["todo"] + work["doing"])

    def ruled(self) -> int:
        """How many letters were ruled on and put away."""
        with database.connect(self.address) as link:
            found = link.execute(
                "SELECT count(*) FROM referee_file WHERE path LIKE 'post/done/%' AND NOT gone"
            ).fetchone()
        return int(found[0]) if found else 0

    def held(self) -> int:
        """How many letters are on hold."""
        with database.connect(self.address) as link:
            return int(standing(link)["held"])

    def wait(self, patience: float) -> float:
        """Wait until nothing is left to do; how long that took."""
        return self.until(lambda: self.left() == 0, patience)

    def until(self, over: Callable[[], bool], patience: float) -> float:
        """Wait until something is so; how long that took."""
        begun = time.monotonic()
        while time.monotonic() - begun < patience:
            with suppress(Faulty, psycopg.Error):  # the server is just being killed
                if over():
                    return time.monotonic() - begun
            time.sleep(0.1)
        raise AssertionError(f"{self.left()} left after {patience} s: {self.log()[-3000:]}")

    def refuse_missing_mails(self, exported: Path) -> None:
        """Every letter that the outbox of the exported home counts as sent was written to the folder of those sent."""
        sent = {path.name for path in exported.glob("post/sent/*/*.eml")}
        there = {path.name for path in (self.folder / "out").glob("*.eml")}
        assert sent
        assert sent == there

    def log(self) -> str:
        """What the processes told."""
        return (self.folder / "serve.log").read_text("utf-8", "replace")

    def said(self, to: Path) -> Iterator[tuple[str, list[int]]]:
        """What the records hold, of each game: the numbers that were said, in their order."""
        with database.connect(self.address) as link:
            converting.give_back(link, Home(self.host(0)), to)
        for game in self.games:
            table = load(Home(to).record_path(game))
            texts = (
                event.text for point in table.points for event in point.entry.events if hasattr(event, "text")
            )
            yield game, [int(found[1]) for text in texts if (found := SAID.search(text))]

    def faults(self, to: Path) -> "Faults":
        """Letters lost, doubled and out of order, and mails out that were sent twice with another Message-ID."""
        found = Faults()
        for game, said in self.said(to):
            sent = self.sent.get(game, [])
            found.lost += len(set(sent) - set(said))
            found.doubled += len(said) - len(set(said))
            found.disordered += said != sorted(said)
        return found


class Faults(Struct, dict=True):
    """What went wrong."""

    lost: int = 0
    doubled: int = 0
    disordered: int = 0

    def __bool__(self) -> bool:
        """Whether anything did."""
        return bool(self.lost or self.doubled or self.disordered)

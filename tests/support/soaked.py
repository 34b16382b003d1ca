"""What a soak is made of: a home with many games, a process that serves it, its servers, and what can go wrong."""

import hashlib
import os
import re
import shutil
import signal
import smtplib
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from email.utils import formatdate
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

from referee.api import Table
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config, ways
from referee.home.config import Config, Limits
from referee.home.home import Home
from referee.post.spool import Spool
from referee.record.entries import Entry
from referee.record.stores import Memory
from referee.table.redacted import load
from referee.util import files
from referee.util.values import Struct, Value, field
from referee.verify.check import check
from support.crash_homes import ADDRESS, ANNA, BERT
from support.fake_imap import FakeImap, running
from support.servers import wait_for
from support.sink import DOWN, HOST, MUTE, UP, Sink, listening

GAME, SEATS = "odins_table", {"odin": BERT, "thor": ANNA}
FLOODED = "flood"
"""The game of the sender who writes too much."""
LOST, UNANSWERED, DOUBLED = "lost", "unanswered", "doubled"
"""Faults of ours that a soak must find: a letter vanishes, or its answer; or a letter comes as two."""
MIB = 1 << 20
SETTLED, PAUSE = 2.0, 10.0
"""Seconds after which what was mended is well again; between two words of the keeper."""
_DATE = re.compile(rb'"21-Nov-2026 [0-9:]+ \+0100"')


class Letter(Value, dict=True):
    """A letter: its Message-ID, from whom, to whom, and its bytes."""

    id: str
    sender: str
    to: str
    raw: bytes

    @staticmethod
    def of(id: str, sender: str, to: str, text: str) -> "Letter":
        """A letter with this text."""
        head = f"From: {sender}\r\nTo: {to}\r\nMessage-ID: {id}\r\nDate: {formatdate()}\r\nSubject: x\r\n"
        return Letter(id, sender, to, f"{head}\r\n{text}\r\n".encode())


class Box(FakeImap):
    """An IMAP server whose letters came just now, and to which letters come while it is read."""

    lock: ClassVar[Any] = threading.Lock()
    last = 0

    def put(self, raw: bytes) -> None:
        """A letter comes."""
        with self.lock:
            self.last += 1
            self.letters[self.last] = raw

    def answer(self, tag: str, command: str) -> bytes:
        """The answer to a command."""
        now = time.strftime('"%d-%b-%Y %H:%M:%S +0000"', time.gmtime()).encode()
        with self.lock:
            return _DATE.sub(now, super().answer(tag, command))


class Farm(Struct, dict=True):
    """A home on a disk of its own, its servers, and the process that serves it; see the module."""

    home: Home
    sink: Sink
    imap: Box
    mounted: bool
    plant: str = ""
    letters: list[list[Letter]] = field(default_factory=list)
    plain: dict[str, "Played"] = field(default_factory=dict)
    mine: set[str] = field(default_factory=set)
    flood: list[Letter] = field(default_factory=list)
    memory: list[list[float]] = field(default_factory=list)
    faults: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("kill", "full", "smtp", "imap"), 0))
    broken: list[list[float]] = field(default_factory=list)
    _process: "subprocess.Popen[bytes] | None" = None
    _looked: float = 0.0
    _begun_at: int = 0
    _mended: float = 0.0
    _flood_begun: float = 0.0
    _flood_ended: float = 0.0

    @property
    def log(self) -> Path:
        """What the processes have told."""
        return self.home.path.parents[1] / "serve.log"

    # Letters in

    def give(self, letter: Letter, *, by_imap: bool) -> bool:
        """Hand a letter over; whether it was taken. A server that gets no answer tries again with the same bytes."""
        if self.plant and letter.id == self.letters[0][-1].id:
            if self.plant == LOST:
                return True
            if self.plant == DOUBLED:
                self.imap.put(letter.raw.replace(b"Message-ID: <", b"Message-ID: <2."))
        if by_imap:
            self.imap.put(letter.raw)
            return True
        try:
            with smtplib.LMTP(str(self.home.path / "lmtp"), timeout=5) as line:
                return line.sendmail(letter.sender, [letter.to], letter.raw) == {}
        except (OSError, smtplib.SMTPException):
            return False

    def flood_begins(self, size: int) -> list[Letter]:
        """The letters of the sender who writes too much, all from now on."""
        self._flood_begun, to = time.monotonic(), self._address(FLOODED, "odin")
        self.flood = [Letter.of(f"<flood.{n}@x>", BERT.address, to, f"note {n}") for n in range(size)]
        return [*self.flood]

    def flooded(self) -> bool:
        """Whether letters of the flood are still waiting."""
        return bool(self._flood_begun and not self._flood_ended)

    def in_flood(self, begins: float, ends: float) -> bool:
        """Whether letters of the flood waited somewhen between these moments."""
        return bool(self._flood_begun) and self._flood_begun < ends and begins < (self._flood_ended or ends)

    def in_trouble(self, begins: float, ends: float) -> bool:
        """Whether something was broken somewhen between these moments, or had just been mended."""
        return any(since < ends and begins < (until or ends) + SETTLED for since, until in self.broken)

    def flood_took(self) -> float:
        """Seconds until all letters of the flood were ruled on."""
        return self._flood_ended - self._flood_begun if self._flood_ended else 0.0

    def _address(self, game: str, seat: str) -> str:
        return config.read(self.home).reply_address(Desk(self.home).seats.secret(game, seat))

    # The process

    def serve(self) -> None:
        """Start the process."""
        with self.log.open("ab") as log:
            self._begun_at = log.tell()
            command = [sys.executable, "-m", "referee", "--home", str(self.home.path), "serve"]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)  # noqa: S603
        self.memory.append([])

    def watch(self) -> None:
        """Look once a second how much memory the process takes, whether it still runs, and what waits."""
        if time.monotonic() < self._looked + 1 or self._process is None:
            return
        self._looked = time.monotonic()
        if self._process.poll() is not None:
            self.serve()  # as a service manager does
        with suppress(OSError, IndexError):
            status = Path(f"/proc/{self._process.pid}/status").read_text()
            self.memory[-1].append(int(status.partition("VmRSS:")[2].split()[0]) * 1024 / MIB)
        if self.flooded() and self.flood and not any(self.home.path.glob("post/new/*")):
            self._flood_ended = time.monotonic()

    def kill(self) -> None:
        """`kill -9`, and another one is started."""
        self._breaks("kill")
        if self._process:
            self._process.kill()
            self._process.wait()
        self.serve()

    def stop(self) -> None:
        """Ask it to end."""
        if self.flooded():
            self._flood_ended = time.monotonic()
        if self._process:
            self._process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(20)
            self._process.kill()
            self._process.wait()
            self._process = None

    # What goes wrong

    def _breaks(self, what: str) -> None:
        self.faults[what] += 1
        self.broken.append([time.monotonic(), 0.0])

    def listens(self) -> bool:
        """Whether the process has told that it has begun: before that a signal would end it."""
        with self.log.open("rb") as file:
            file.seek(self._begun_at)
            return b'"event": "start"' in file.read(1 << 16)

    def fill(self) -> None:
        """The disk is full, to its last byte."""
        if not self.mounted:
            return
        self._breaks("full")
        with suppress(OSError), (self.home.path.parent / "ballast").open("ab", buffering=0) as file:
            free = os.statvfs(file.fileno())
            os.posix_fallocate(file.fileno(), 0, max(1, free.f_bfree * free.f_frsize - 2 * MIB))
            for size in (MIB, 4096, 512):
                with suppress(OSError):
                    while file.write(bytes(size)):
                        pass

    def lose_smtp(self) -> None:
        """The server for letters out is lost: no connections, or none that lasts."""
        self._breaks("smtp")
        self.sink.state = (DOWN, MUTE)[self.faults["smtp"] % 2]

    def lose_imap(self) -> None:
        """The connection to the IMAP server breaks in the middle of an answer, wherever it just is."""
        self._breaks("imap")
        self.imap.die_at = ("UID FETCH", "UID STORE", "UID EXPUNGE", "SELECT")[self.faults["imap"] % 4]

    def mend(self) -> None:
        """What is broken is mended, and the keeper says so (SIGHUP), so that nothing waits for its next try."""
        (self.home.path.parent / "ballast").unlink(missing_ok=True)
        self.sink.state, self.imap.die_at = UP, ""
        now, mended = time.monotonic(), all(until for _, until in self.broken)
        if self._process and self.listens() and (not mended or now > self._mended + PAUSE):
            self._process.send_signal(signal.SIGHUP)
            self._mended = now
        for one in self.broken:
            one[1] = one[1] or now

    # The end

    def settle(self, patience: float) -> None:
        """Wait until nothing waits in the spool, and stop. Letters that ended three processes are let go on."""
        self.mend()
        ends = time.monotonic() + min(patience, 60)
        spool = Spool(self.home.path / "post")
        while time.monotonic() < ends and (spool.waiting() or self.imap.letters):
            self.watch()
            time.sleep(0.1)
        self.stop()

    def held(self) -> list[str]:
        """Why letters are on hold."""
        return [one.reason for one in Spool(self.home.path / "post").held()]

    def differences(self, came: Sequence[int]) -> list[str]:
        """Records that are broken, or not what was played; letters of the flood that are not in it once each.

        `came`: how many letters of each game were handed over; its record is what was played by as many.
        """
        wrong = list[str]()
        for (game, played), count in zip(self.plain.items(), came, strict=True):
            path = self.home.record_path(game)
            if (checked := check(path)).fault:
                wrong.append(f"{game}: {checked.fault}, entry {checked.entry}")
            elif told(load(path).entries) != played.by(count):
                wrong.append(f"{game}: not as it was played")
        found = Counter(getattr(one, "message", "") for one in load(self.home.record_path(FLOODED)).entries)
        counts = [found[hashlib.sha256(one.id.encode()).hexdigest()] for one in self.flood]
        return wrong + [
            f"flood: letter {n} is there {count} times" for n, count in enumerate(counts) if count != 1
        ]


class Played(NamedTuple):
    """What happened in a game, and how many entries it has after each number of letters, from none to all."""

    entries: tuple[str, ...]
    after: tuple[int, ...]

    def by(self, letters: int) -> tuple[str, ...]:
        """What happened up to the last of so many letters, and because of it."""
        return self.entries[: self.after[letters]]


def told(entries: Iterable[Any]) -> tuple[str, ...]:
    """A digest of each entry: who wrote which lines, what became of them, all events and lots."""
    return tuple(hashlib.sha256(repr(_said(one)).encode()).hexdigest() for one in entries)


def _said(entry: Entry) -> tuple[Any, ...]:
    own = [getattr(entry, name, "") for name in ("seat", "act", "lines", "position")]
    return (entry.kind, *own, entry.events, entry.lots)


# Making it


@contextmanager
def farm(folder: Path | None, games: int, letters: int, seed: int, plant: str = "") -> Iterator[Farm]:
    """A home with so many games, each with so many letters at most to come, served; taken down in the end."""
    made = folder or Path(tempfile.mkdtemp(prefix="soak-"))
    with ExitStack() as held:
        held.callback(shutil.rmtree, made, ignore_errors=True)
        megabytes = 200 + games * letters // 10
        mounted = held.enter_context(disk(made, megabytes))
        sink, imap = held.enter_context(listening()), held.enter_context(running(Box({})))
        assert isinstance(imap, Box)
        one = Farm(Home(made / "disk" / "home"), sink, imap, mounted, plant)
        _build(one, games, letters, Random(seed))
        if plant == UNANSWERED:
            sink.forget = one.letters[0][-1].id.__eq__
        one.serve()
        held.callback(one.stop)
        wait_for(one.listens)
        yield one


@contextmanager
def disk(folder: Path, megabytes: int) -> Iterator[bool]:
    """A file system of its own at `folder/disk`, where we may mount one; whether we may."""
    image, at = folder / "image", folder / "disk"
    at.mkdir(parents=True)
    with image.open("wb") as file:
        file.truncate(megabytes * MIB)
    mount = (["mkfs.ext4", "-q", "-F", "-m", "0", str(image)], ["mount", "-o", "loop", str(image), str(at)])
    try:
        mounted = all(subprocess.run(one, capture_output=True).returncode == 0 for one in mount)  # noqa: S603, PLW1510
    except OSError:
        mounted = False
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "-l", at], check=False)  # noqa: S603, S607


def _build(one: Farm, games: int, letters: int, rng: Random) -> None:
    home = one.home
    files.private_folder(home.path)
    home.make()
    (home.path / "pw").write_text("x")
    (home.path / "pw").chmod(0o600)
    source = ways.Imap(HOST, one.imap.port, "none", user="x", password_file="pw", idle="no")  # noqa: S106
    post = ways.Smtp(HOST, one.sink.port, "none", timeout="10 seconds")
    serve, limits = (
        ways.Serve("lmtp", every="1 seconds", log="json"),
        Limits(letters_an_hour=10_000, kilobytes_a_day=10_000),
    )
    config.write(home, Config(ADDRESS, pictures="no", fetch=(source,), serve=serve, limits=limits, post=post))
    names = [f"g{n}" for n in range(games)]
    with Desk(home).held() as desk:
        for n, game in enumerate((*names, FLOODED)):
            keeper.invite(desk, GAME, SEATS, id=game, seed=f"{n:04x}")
            for seat, player in SEATS.items():
                to = desk.config.reply_address(desk.seats.secret(game, seat))
                desk.spool.put(Letter.of(f"<{game}.{seat}@x>", player.address, to, "accept").raw)
        desk.run()
        for path in desk.outbox.due():
            desk.outbox.sent(path)
        for game in names:
            address = {seat: desk.config.reply_address(desk.seats.secret(game, seat)) for seat in SEATS}
            script, one.plain[game] = _played(home, game, letters, rng)
            row = [
                Letter.of(f"<{game}.{n}@x>", SEATS[seat].address, address[seat], text)
                for n, (seat, text) in enumerate(script)
            ]
            one.letters.append(row)
            one.mine |= {letter.id for letter in row}


def _played(home: Home, game: str, letters: int, rng: Random) -> tuple[list[tuple[str, str]], Played]:
    """Orders of a game played on in memory at random, and what happened in it."""
    table = Table(Memory(home.record_path(game).read_bytes()), home.secret(game))
    script, after = list[tuple[str, str]](), [len(table.entries)]
    while len(script) < letters and table.outcome is None:
        seat = table.owed()[0].seat
        choices = table.choices(seat)
        listed = choices.forward()
        text = (rng.choice(listed) if listed else choices.families[0].draw(rng)).written
        table.play(seat, text)
        script.append((seat, text))
        after.append(len(table.entries))
    return script, Played(told(table.entries), tuple(after))


# Memory


def growing(memory: list[list[float]], least: int = 120, most: float = 12.0) -> list[str]:
    """Processes that ran for at least so many seconds and took more MiB in their last quarter than in their second."""
    wrong = list[str]()
    for one in memory:
        if len(one) >= least and (quarters := _quarters(one))[3] > quarters[1] + most:
            wrong.append(f"memory grows: {', '.join(f'{size:.0f}' for size in quarters)} MiB")
    return wrong


def told_memory(memory: list[list[float]]) -> str:
    """The longest process by its quarters, the most that any took, and how many there were."""
    longest = max(memory, key=len, default=[])
    sizes = ", ".join(f"{size:.0f}" for size in _quarters(longest))
    most = max((size for one in memory for size in one), default=0.0)
    return f"{sizes} MiB in {len(longest)} s; {most:.0f} at most; {len(memory)}"


def _quarters(one: list[float]) -> list[float]:
    """The middle value of each quarter."""
    cut = [one[len(one) * n // 4 : len(one) * (n + 1) // 4] or [0.0] for n in range(4)]
    return [sorted(part)[len(part) // 2] for part in cut]

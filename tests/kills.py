"""The real program, killed with kill -9 again and again: `referee mail`, `referee run`, `referee post`.

    python tests/kills.py [--kills 1000] [--lanes 2] [--seed 1]

A mail server hands each letter over until it gets 0; cron makes passes and posts until nothing is left to do.
Each of these processes may be killed at any moment. Afterwards the home is compared with one in which nothing
was killed: no letter is lost, none counts twice, and each answer is written with the same Message-ID and the
same bytes, except for times and seals.
"""

import argparse
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from crash_scenes import place
from support.crash_homes import House, Letter, bare, begun, faults

from referee.api import Table
from referee.post.spool import TRIES
from referee.util.values import Struct, Value, field, replace

COMMAND = (sys.executable, "-m", "referee")
LETTERS = (
    Letter("g1", "loki", "draw\nnote mine alone\nchallenge C", 1),
    Letter("g2", "odin", "b1-c2\nsay I begin", 1),
    Letter("g2", "thor", "d5-e4", 1),
    Letter("g1", "thor", "draw\nsay Well done!", 1),
    Letter("g2", "odin", "c1-b2\nmoves", 2),
    Letter("g2", "thor", "e4-d3", 2),
    Letter("g1", "loki", "try draw\nlay thor Z9", 2),
    Letter("g2", "odin", "d1-c1", 3),
    Letter("g1", "loki", "resign g1", 3),
)
"""Both games; in Odin's Table standing orders scout."""
SPARED = 0.1
"""How many processes are let run to their end."""
DATE = re.compile(rb"^Date: .*\n", re.MULTILINE)


class Tally(Struct, dict=True):
    """The result: kills by program, those that found it at work; letters lost, doubled; homes that differ, and how."""

    kills: Counter[str] = field(default_factory=Counter)
    at_work: int = 0
    started: int = 0
    homes: int = 0
    letters: int = 0
    lost: int = 0
    doubled: int = 0
    works: dict[str, float] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    @property
    def killed(self) -> int:
        """How many processes were killed before their end."""
        return self.kills.total()

    def add(self, other: "Tally") -> None:
        """Count another's too."""
        self.kills += other.kills
        self.at_work, self.started = self.at_work + other.at_work, self.started + other.started
        self.homes, self.letters = self.homes + other.homes, self.letters + other.letters
        self.lost, self.doubled = self.lost + other.lost, self.doubled + other.doubled
        self.wrong += other.wrong


class Outcome(Value, dict=True):
    """What is left in a home, without what differs each time: times, salts, seals."""

    entries: Mapping[str, Sequence[object]]
    out: Mapping[str, bytes]
    done: frozenset[bytes]

    @staticmethod
    def of(house: House) -> "Outcome":
        """What is left there."""
        entries = {}
        for game in house.home.games():
            told = Table.load(house.home.record_path(game)).entries
            entries[game] = [replace(one, at="", salt="", seal="", leaves={}, mended="") for one in told]
        out = {path.name: DATE.sub(b"", bare(path.read_bytes())) for path in house.box.glob("*.eml")}
        done = frozenset(path.read_bytes() for path in (house.path / "home/post/done").glob("*/*"))
        return Outcome(entries, out, done)

    def differences(self, other: "Outcome") -> Iterator[str]:
        """In what it differs from another."""
        yield from (
            f"the record of {game}" for game in self.entries if self.entries[game] != other.entries.get(game)
        )
        names = self.out.keys() | other.out.keys()
        yield from (f"letter {name}" for name in names if self.out.get(name) != other.out.get(name))
        if self.done != other.done:
            yield "the letters in"


class Lane:
    """One home after another, its processes killed at random."""

    def __init__(self, folder: Path, base: House, seed: int) -> None:
        """`took` is how long each program takes, `works` how long it changes files: learned as it goes."""
        self.folder, self.base, self.rng = folder, base, Random(seed)
        self.tally = Tally()
        self.took: dict[str, float] = {}
        self.works: dict[str, float] = {}
        self.mails = [base.mail(one) for one in LETTERS]

    def undisturbed(self) -> Outcome:
        """Let a home run without kills; this also tells how long each program takes."""
        house = self.base.copy(self.folder / "whole")
        for mail in self.mails:
            assert self._process(house, "mail", mail) == 0
        assert self._process(house, "run") == 0
        assert self._process(house, "post") == 0
        assert not faults(house), faults(house)
        return Outcome.of(house)

    def until(self, kills: int, whole: Outcome) -> Tally:
        """Kill this many processes, or a few more, and compare each home with an undisturbed one."""
        while self.tally.killed < kills:
            house = self.base.copy(self.folder / str(self.tally.homes))
            acknowledged = [mail for mail in self.mails if self._deliver(house, mail)]
            while house.desk().spool.waiting():
                self._maybe_killed(house, "run", spared=self._on_its_last_try(house))
            assert self._process(house, "run") == 0
            while house.desk().outbox.due():
                self._maybe_killed(house, "post")
            self._compare(house, acknowledged, whole)
            shutil.rmtree(house.path)
        return self.tally

    def _deliver(self, house: House, mail: bytes) -> bool:
        """A mail server tries until it hears 0."""
        while (code := self._maybe_killed(house, "mail", mail)) != 0:
            assert code == -signal.SIGKILL, code
        return True

    def _on_its_last_try(self, house: House) -> bool:
        """Whether a letter was killed so often that once more would put it on hold, as it should."""
        return any(path.name.endswith(f".{TRIES - 1}") for path in (house.path / "home/post/work").iterdir())

    def _maybe_killed(self, house: House, verb: str, mail: bytes = b"", *, spared: bool = False) -> int:
        if spared or self.rng.random() < SPARED:
            return self._process(house, verb, mail)
        return self._process(house, verb, mail, kill=True)

    def _process(self, house: House, verb: str, mail: bytes = b"", *, kill: bool = False) -> int:
        """One process; it may be killed at some moment of the time that it takes."""
        place_ = {**os.environ, "REFEREE_HOME": str(house.path / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
        arguments = [verb, str(house.box)] if verb == "post" else [verb]
        given = house.path / "given"
        given.write_bytes(mail)
        before, began = state(house), time.monotonic()
        with (
            given.open("rb") as stdin,
            subprocess.Popen(  # noqa: S603  ourselves
                [*COMMAND, *arguments],
                stdin=stdin,
                env=place_,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
            ) as process,
        ):
            if kill:
                self._kill(process, house, verb, before)
            elif verb not in self.works:
                begins = self._begins(process, house, before)
                process.wait()
                self.works[verb] = time.monotonic() - begins
            told = process.communicate()[1]
        given.unlink()
        if process.returncode == -signal.SIGKILL:
            self.tally.kills[verb] += 1
            self.tally.at_work += state(house) != before
        else:
            assert not told, told
            took = time.monotonic() - began
            self.took[verb] = 0.7 * self.took.get(verb, took) + 0.3 * took
        self.tally.started += kill
        return process.returncode

    def _kill(self, process: "subprocess.Popen[bytes]", house: House, verb: str, before: object) -> None:
        """Kill at any moment; two times in three at one after it has begun to change files."""
        if self.rng.random() < (0.75 if verb == "mail" else 0.2):
            time.sleep(self.rng.uniform(0.1, 0.9) * self.took[verb])
        else:
            self._begins(process, house, before)
            # Short works are over before we have looked twice.
            time.sleep(
                max(0.0, self.rng.uniform(-1, 0.7) if verb == "mail" else self.rng.uniform(0, 0.7))
                * self.works[verb]
            )
        process.kill()

    def _begins(self, process: "subprocess.Popen[bytes]", house: House, before: object) -> float:
        """Wait until it begins to change files."""
        while state(house) == before and process.poll() is None:
            time.sleep(0.0001)
        return time.monotonic()

    def _compare(self, house: House, acknowledged: Sequence[bytes], whole: Outcome) -> None:
        tally, name = self.tally, f"home {self.tally.homes}"
        records = b"".join(house.home.record_path(game).read_bytes() for game in house.home.games())
        counts = [records.count(message_of(mail).encode()) for mail in acknowledged]
        tally.homes, tally.letters = tally.homes + 1, tally.letters + len(counts)
        tally.lost += counts.count(0)
        tally.doubled += sum(count - 1 for count in counts if count > 1)
        tally.wrong += [f"{name}: {one}" for one in (*faults(house), *Outcome.of(house).differences(whole))]


def message_of(mail: bytes) -> str:
    """The digest of its Message-ID, as a record has it."""
    found = re.search(rb"^Message-ID: (<.*>)\r$", mail, re.MULTILINE)
    assert found
    return hashlib.sha256(found[1]).hexdigest()


def state(house: House) -> object:
    """What tells from outside that a process has changed files."""
    home = house.path / "home"
    names = (
        "post/tmp",
        "post/new",
        "post/work",
        "post/out",
        "post/done",
        "games/g1/record.yaml",
        "games/g2/record.yaml",
    )
    return [(home / name).stat().st_mtime_ns for name in names], house.box.stat().st_mtime_ns


def run(kills: int, lanes: int = 2, seed: int = 1) -> Tally:
    """Kill this many processes in this many homes at a time, and report the result."""
    folder, total = place(), Tally()
    base = begun(folder / "base")
    made = [Lane(folder / str(n), base, seed * 100 + n) for n in range(lanes)]
    whole = made[0].undisturbed()
    for lane in made[1:]:
        lane.took, lane.works = dict(made[0].took), dict(made[0].works)
    with ThreadPoolExecutor(lanes) as threads:
        for tally in threads.map(lambda lane: lane.until(-(-kills // lanes), whole), made):
            total.add(tally)
    total.works = made[0].works
    shutil.rmtree(folder)
    return total


def main() -> None:
    """Kill, and print the figures."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=1000)
    options.add_argument("--lanes", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    began = time.perf_counter()
    tally = run(given.kills, given.lanes, given.seed)
    took = time.perf_counter() - began
    print(
        f"{tally.killed} kills {dict(tally.kills)} of {tally.started} tries, {tally.at_work} found it at work"
    )
    print({verb: f"{took:.3f} s" for verb, took in tally.works.items()})
    print(
        f"{tally.homes} homes, {tally.letters} letters: {tally.lost} lost, {tally.doubled} doubled; {took:.0f} s"
    )
    for one in tally.wrong[:20]:
        print(f"    {one}")
    sys.exit(bool(tally.lost or tally.doubled or tally.wrong))


if __name__ == "__main__":
    main()

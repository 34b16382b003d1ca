"""A soak: many games by mail through `referee serve`, for a long time, with kills, full disks, lost lines and a flood.

    python tests/soak.py [--games 1000] [--letters 100] [--minutes 60] [--quick] [--folder FOLDER]

Each game is played beforehand in memory, by random orders: the plain replay. Its letters then come by mail, each when
its time has come and the one before it in its game was answered: by LMTP to a socket, and through an IMAP server. The
answers go to an SMTP server. Meanwhile the process is killed (`kill -9`) and started again, its disk (a file system
of its own, where we may mount one) runs full, servers are lost, and one sender writes as much as it can.

In the end nothing may be lost or doubled: each letter was answered by one mail, and each record is the plain replay,
as far as letters came: where the process is slower than they are due, the last ones do not come any more. It prints
what it saw as a table, and returns 1 if anything is wrong.
"""

import argparse
import heapq
import math
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

from support import soaked
from support.soaked import Farm, Letter

from referee.util.values import Struct, Value, field

POLL = 0.02
"""Seconds between two looks at what has been answered."""
CALM, UNDER_FAULTS, IN_FLOOD = "calm", "under faults", "others in the flood"


class Size(Value, dict=True):
    """How much comes, how fast, and what goes wrong how often.

    Letters that are late, the process having been slower than they were due, come for `late` seconds more, and no
    longer; those that came are waited for as long as `patience`.
    """

    games: int = 1000
    letters: int = 100
    seconds: float = 3600.0
    faults: int = 60
    flood: int = 2000
    late: float = 30.0
    patience: float = 420.0

    @property
    def rate(self) -> float:
        """Letters a second, as they are due."""
        return self.games * self.letters / self.seconds


QUICK = Size(games=4, letters=5, seconds=8.0, faults=4, flood=20, late=25.0, patience=25.0)


class Soak(Struct, dict=True):
    """The course of a soak: what was sent, and when it came in."""

    farm: Farm
    size: Size
    rng: Random
    came: dict[str, float] = field(default_factory=dict)
    tried_again: int = 0
    not_sent: int = 0
    ended: float = 0.0

    def run(self) -> None:
        """Let all letters come, with all faults, and wait for the last answers."""
        size, farm = self.size, self.farm
        begun = time.monotonic()
        due = [
            (begun + (n * size.games + at) / size.rate, at, n)
            for at, letters in enumerate(farm.letters)
            for n in range(len(letters))
        ]
        heapq.heapify(due)
        faults = self._faults(begun)
        waiting = list[tuple[float, int, int]]()
        flood_at, flood = begun + size.seconds * 0.6, list[Letter]()
        over = begun + size.seconds + size.late
        while due or waiting or flood or self._open():
            now = time.monotonic()
            if now > over + size.patience:
                break
            if now > over and (due or waiting or flood):
                self.not_sent = len(due) + len(waiting)
                due, waiting, flood, farm.flood = [], [], [], farm.flood[len(flood) :]
            while faults and faults[0][0] <= now:
                heapq.heappop(faults)[2]()
            if now > flood_at:
                flood = flood if self.farm.flood else self.farm.flood_begins(size.flood)
                self._flood(flood)
            while due and due[0][0] <= now:
                waiting.append(heapq.heappop(due))
            waiting = self._left(waiting)
            farm.watch()
            if not due and now > begun + size.seconds:
                farm.mend()  # what the faults have left is mended, as a keeper does
            time.sleep(POLL)
        self.ended = time.monotonic() - begun
        farm.settle(size.patience)

    def _open(self) -> bool:
        return any(letter not in self.farm.sink.when for letter in self.came if letter in self.farm.mine)

    def _left(self, waiting: list[tuple[float, int, int]]) -> list[tuple[float, int, int]]:
        """Send letters whose time has come, if the one before was answered; those left, as when one was not taken."""
        left, refused = list[tuple[float, int, int]](), False
        for one in waiting:
            letters, n = self.farm.letters[one[1]], one[2]
            ready = not refused and (n == 0 or letters[n - 1].id in self.farm.sink.when)
            refused = refused or (ready and not self._given(letters[n]))
            if not ready or refused:
                left.append(one)
        return left

    def _given(self, letter: Letter) -> bool:
        if not self.farm.give(letter, by_imap=self.rng.random() < 0.25):
            self.tried_again += 1
            return False
        self.came[letter.id] = time.monotonic()
        return True

    def _flood(self, left: list[Letter]) -> None:
        """One sender writes as fast as its letters are taken, twenty between two looks at the others."""
        for _ in range(20):
            if left and not self.farm.give(left[-1], by_imap=False):
                break
            del left[-1:]

    def _faults(self, begun: float) -> list[tuple[float, int, Callable[[], None]]]:
        """When each fault begins, and what it is, in the first nine tenths of the time: all kinds by turns.

        Kills come in the first half alone, so that in the second one process lives long enough to tell of its memory.
        """
        kinds = [self.farm.kill, self.farm.fill, self.farm.lose_smtp, self.farm.lose_imap]
        half = len(kinds) * math.ceil(self.size.faults / 2 / len(kinds))
        step = 0.9 * self.size.seconds / max(1, self.size.faults)
        faults: list[tuple[float, int, Callable[[], None]]] = []
        for n in range(self.size.faults):
            breaks = kinds[n % len(kinds)] if n < half else kinds[1 + n % (len(kinds) - 1)]
            faults.append((begun + step * (n + 0.5), n, breaks))
            faults.append((begun + step * (n + 0.5) + min(4.0, step * 0.4), n, self.farm.mend))
        heapq.heapify(faults)
        return faults


def judged(soak: Soak) -> list[str]:
    """What is wrong: letters that were lost or doubled, games that are not as they were played, memory that grows."""
    farm, sink, wrong = soak.farm, soak.farm.sink, list[str]()
    for letters in farm.letters:
        for one in letters:
            if (count := len(sink.answers.get(one.id, ()))) != (one.id in soak.came):
                wrong.append(f"{one.id}: {count} answers")
    wrong += [f"{one}: came twice, with other bytes" for one in sink.other]
    wrong += farm.differences([sum(one.id in soak.came for one in letters) for letters in farm.letters])
    wrong += [f"letter on hold: {one}" for one in farm.held()]
    return wrong + soaked.growing(farm.memory)


def quantile(values: list[float], part: float) -> float:
    """A value that this part of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def table(soak: Soak, wrong: list[str]) -> list[str]:
    """What was seen, as rows of a table."""
    farm, sink = soak.farm, soak.farm.sink
    took: dict[str, list[float]] = {CALM: [], UNDER_FAULTS: [], IN_FLOOD: []}
    for letter, came in soak.came.items():
        if letter in sink.when:
            ends = max(came, sink.when[letter])
            kind = (
                UNDER_FAULTS
                if farm.in_trouble(came, ends)
                else IN_FLOOD
                if farm.in_flood(came, ends)
                else CALM
            )
            took[kind].append(ends - came)
    rows = [
        ("letters in; mails out; games", f"{len(soak.came):,}; {sink.mails:,}; {len(farm.letters):,}"),
        ("letters that did not come, the time being over before it was their turn", f"{soak.not_sent:,}"),
        ("letters a second, over all", f"{len(soak.came) / soak.ended:.1f} in {soak.ended:.0f} s"),
        *(
            (
                f"arrival to answer, {name}: p50, p95, p99, most",
                ", ".join(f"{quantile(times, part):.2f}" for part in (0.5, 0.95, 0.99, 1.0))
                + f" s of {len(times):,}",
            )
            for name, times in took.items()
        ),
        ("kills; full disks; lost SMTP, lost IMAP", "; ".join(map(str, farm.faults.values()))),
        ("letters that their server had to hand over again", f"{soak.tried_again:,}"),
        ("mails that came again as the same bytes, their line being lost", f"{sink.again:,}"),
        ("the flood: letters, until all were ruled on", f"{len(farm.flood):,}, {farm.flood_took():.1f} s"),
        ("memory of a process, by its quarters; processes", soaked.told_memory(farm.memory)),
        ("lost, doubled, otherwise than played", f"{len(wrong)}"),
    ]
    return [f"| {what} | {seen} |" for what, seen in rows]


def soak(size: Size, folder: Path | None = None, seed: int = 1, plant: str = "") -> tuple[Soak, list[str]]:
    """Make the games, let the soak run, and judge it; `plant` a fault of ours, which must be found."""
    with ExitStack() as held:
        farm = held.enter_context(soaked.farm(folder, size.games, size.letters, seed, plant))
        one = Soak(farm, size, Random(seed))
        one.run()
        return one, judged(one)


def main() -> int:
    """Soak; print the table, and what is wrong."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=Size.games)
    asked.add_argument("--letters", type=int, default=Size.letters)
    asked.add_argument("--minutes", type=float, default=Size.seconds / 60)
    asked.add_argument("--flood", type=int, default=Size.flood)
    asked.add_argument("--folder", type=Path)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--quick", action="store_true")
    given = asked.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that its disk is unmounted
    size = Size(given.games, given.letters, given.minutes * 60, max(4, int(given.minutes)), given.flood)
    one, wrong = soak(QUICK if given.quick else size, given.folder, given.seed)
    print(*table(one, wrong), *wrong[:40], sep="\n")
    return os.EX_OK if not wrong else 1


if __name__ == "__main__":
    sys.exit(main())

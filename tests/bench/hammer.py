"""Speed and size of The Hammer of Thor with six seats: one letter in and six reports out, and a long record.

    python tests/bench/hammer.py [--quick]

All times are of a processor, so that others at work on the machine disturb them little; medians of several rounds.
Nothing here is a test. With `--quick` the long record has 100 entries, not 1,000, and each round is run once.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "hammer_of_thor"))

from hammer_suite import HAMMER as GAME
from thor_games import interrupts, weighed

from referee.api import Table
from referee.archive.replay import page
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.desk.hours import Hours
from referee.desk.report import Done
from referee.home import config
from referee.home.home import Home
from referee.house.players import Player
from referee.record.stores import File
from referee.verify.check import check
from referee.verify.verify import verify

QUICK = "--quick" in sys.argv[1:]
SEATS = 6
LENGTHS = (100,) if QUICK else (100, 300, 1000)
LETTERS = 2 if QUICK else 12
ROUNDS = 1 if QUICK else 5
BY_MAIL = {"supplement": "house", "seats": str(SEATS)}
"""The options of the game by mail: the referee itself rules, so that there are six letters out."""
LONG = {"supplement": "none", "seats": str(SEATS)}
"""The options of the long game: six seats and a master, for with the supplement random games last 650 letters."""
TIME = "2026-01-01T00:00:00Z"
"""When the letters of the long game come; the time of a deadline never comes."""


def row(what: str, found: str) -> None:
    """A row of the table."""
    print(f"| {what} | {found} |", flush=True)


def busy(job: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """Milliseconds of the processor that a job takes, the median of some rounds."""
    took = []
    for _ in range(rounds):
        start = time.process_time()
        job()
        took.append((time.process_time() - start) * 1000)
    return statistics.median(took)


def letter_of(table: Table, rng: Random) -> tuple[str, str]:
    """Who writes next, and an order of theirs, by lot."""
    state = table.state
    seat = interrupts(state, rng) or rng.choice([one.seat for one in table.owed()])
    return seat, weighed(table.choices(seat).families, rng).written


def long_game(entries: int) -> Table:
    """A random game of so many entries, a line a letter; all but one seat leave it in the last ones."""
    for seed in range(100):
        rng = Random(f"six seats {seed}")
        table = Table.open(GAME.name, seed=f"{seed:04x}", options=LONG, clock=lambda: TIME)
        while table.outcome is None and len(table.points) < entries - SEATS + 1:
            table.play(*letter_of(table, rng))
        for seat in table.seats:
            if table.outcome is None:
                table.play(seat, f"resign {table.id}")
        if len(table.points) >= entries - 1:
            return table
    raise RuntimeError


# One letter in, six reports out


@contextmanager
def desk(pictures: str) -> Iterator[Desk]:
    """A desk in a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        config.write(home, config.Config("referee@games.example", pictures=pictures))
        yield Desk(home)


def sizes(mail: bytes) -> dict[str, int]:
    """Bytes of the parts of a mail by their kind, as they are sent; "mail" is all of it."""
    found = {"mail": len(mail)}
    for part in message_from_bytes(mail, EmailMessage, policy=policy.default).walk():
        if not part.is_multipart():
            kind = part.get_content_subtype()
            found[kind] = found.get(kind, 0) + len(str(part.get_payload()).encode())
    return found


class Post:
    """A game of six by mail. `went` are the letters that went out, after each letter in."""

    def __init__(self, at: Desk, before: int) -> None:
        """Everybody accepts, and the game goes on for so many letters, all of them answered."""
        self.at, self.rng = at, Random("post")
        self.went: list[list[bytes]] = []
        seats = GAME.seating(GAME.options(BY_MAIL))
        names = [one.name for one in seats]
        players = {seat: Player(f"{seat}@example.org", seat.title()) for seat in names}
        self.game = keeper.invite(at, GAME.name, players, options=BY_MAIL)
        table = at.games.table(self.game)
        for seat in names:
            table.play(seat, "accept")
        for _ in range(before):
            table.play(*letter_of(table, self.rng))
        self.answered()

    def answered(self) -> list[bytes]:
        """The letters that are due, written to the disk."""
        self.at.games.sending(self.game).all_due()
        letters = []
        for path in self.at.outbox.due():
            letters.append(path.read_bytes())
            self.at.outbox.sent(path)
        return letters

    def comes(self, n: int, *, cold: bool) -> float:
        """Milliseconds of the processor for one letter in, and all that answer it; they are kept in `went`."""
        at, table = self.at, self.at.games.table(self.game)
        seat, line = letter_of(table, self.rng)
        to = at.config.reply_address(at.seats.secret(self.game, seat))
        answers = f"{table.report_number(seat)}@{at.config.host}"
        head = (
            f"From: {seat}@example.org\nTo: {to}\nSubject: Re: {self.game}\nMessage-ID: <m{n}@mail.example>\n"
        )
        at.spool.put(f"{head}In-Reply-To: <{answers}>\n\n{line}\n".encode())
        if cold:
            at.games.drop(self.game)
        intake = at.intake(Hours(at.agenda, at.clock.now, timedelta(days=1), at.clock.now()))
        start = time.process_time()
        for one in at.spool.waiting():
            intake.handle(at.spool.take(one), Done())
        at.games.sending(self.game).all_due()
        took = (time.process_time() - start) * 1000
        self.went.append(self.answered())
        return took


def letters(pictures: str) -> None:
    """Rows: one letter in, six reports out; and how large they are."""
    for cold in (False, True):
        with desk(pictures) as at, at.held():
            post = Post(at, 60)
            took, n = list[float](), 0
            while len(took) <= LETTERS:
                spent, n = post.comes(n, cold=cold), n + 1
                if len(post.went[-1]) == SEATS:
                    took.append(spent)
            mails = [mail for some in post.went if len(some) == SEATS for mail in some]
        state = "cold (the record is read first)" if cold else "warm"
        worst = f"{statistics.median(took[1:]):.0f} ms, at most {max(took[1:]):.0f}"
        row(f"one letter in, {SEATS} out, pictures {pictures}, {state}", worst)
    told = [sizes(mail) for mail in mails]
    for kind in sorted({kind for one in told for kind in one}):
        some = [one[kind] for one in told if kind in one]
        row(f"bytes of a letter, {kind}", f"median {statistics.median(some):,.0f}, at most {max(some):,}")


# A long record


def shown(path: Path, seat: str) -> float:
    """Milliseconds of the processor for `referee show`, as a whole process."""
    before = getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "referee", "show", str(path), "--seat", seat]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
    after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def record(entries: int) -> None:
    """Rows: what can be done with a record of so many entries."""
    with tempfile.TemporaryDirectory() as folder:
        path, table = Path(folder) / "record.yaml", long_game(entries)
        path.write_text(table.record, "utf-8")
        many = f"{len(table.entries)} entries"
        row(f"a record of {many}", f"{path.stat().st_size:,} bytes, {len(table.seats)} seats")
        row(f"a letter ruled on and appended to {many}", f"{appended(still_on(table)):.1f} ms")
        row(f"load {many}, and fold them", f"{busy(lambda: Table.load(path).points):.0f} ms")
        row(f"`check` of {many}", f"{busy(lambda: _sound(check(path).fault)):.0f} ms")
        row(f"`verify` of {many}", f"{busy(lambda: _proved([one.key for one in verify(path)])):.0f} ms")
        row(f"`show` of {many}, whole process", f"{statistics.median(_show(path, table.seats)):.0f} ms")
        start = time.process_time()
        made = page(Table.load(path), language="en")
        took = time.process_time() - start
        row(f"replay of {many}, all sides", f"{took:.1f} s, {len(made.encode()):,} bytes")
        start = time.process_time()
        made = page(Table.load(path), language="en", reader=table.seats[0], alone=True)
        took = time.process_time() - start
        row(f"replay of {many}, one side", f"{took:.1f} s, {len(made.encode()):,} bytes")


def appended(before: str) -> float:
    """Milliseconds of the processor to rule on one letter and add its entry to a record on the disk; the middle."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.yaml"
        path.write_text(before, "utf-8")
        table, rng, took = Table(File(path), bytes(32)), Random(0), []
        for _ in range(LETTERS):
            seat, line = letter_of(table, rng)
            start = time.process_time()
            table.play(seat, line)
            took.append((time.process_time() - start) * 1000)
    return statistics.median(took)


def still_on(table: Table) -> str:
    """The record before the seats left the game."""
    return table.record_until(len(table.points) - SEATS).decode()


def _sound(fault: object) -> None:
    assert not fault, fault


def _proved(found: Sequence[str]) -> None:
    assert "lots-proved" in found, found


def _show(path: Path, seats: Sequence[str]) -> list[float]:
    return [shown(path, seats[0]) for _ in range(ROUNDS + 1)][1:]


def main() -> None:
    """Print the table."""
    row("what", "found")
    row("---", "---")
    letters("no")
    letters("yes")
    for entries in LENGTHS:
        record(entries)


if __name__ == "__main__":
    main()

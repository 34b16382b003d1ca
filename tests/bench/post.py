"""Speed of the post: letters in, ruled on, answered. Run by `bench.py`; nothing here is a test.

The peer of a pass over many letters does the least that any referee by mail must do: it reads each mail with
the standard library, and writes two mails for it, each safely on the disk.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from random import Random

from referee.api import Table
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.desk.hours import Hours
from referee.desk.report import Done
from referee.home import config
from referee.home.home import Home
from referee.house.games import find
from referee.house.players import Player
from referee.record.entries import Letter
from referee.record.stores import Memory
from referee.util import files
from referee.util.times import utc_now
from referee.util.values import Struct, replace

NAMES = ("Anna", "Bert")
HOUR = timedelta(hours=1)
Row = Callable[[str, str, str, str], None]


def players(name: str) -> dict[str, Player]:
    """Who plays a game of that name."""
    return {
        seat: Player(f"{one.lower()}@example.org", one)
        for seat, one in zip(find(name).seats, NAMES, strict=True)
    }


class Ago:
    """A clock that can be set back: an hour for each entry that is to be made before now."""

    def __init__(self) -> None:
        """It is now."""
        self.back = timedelta(0)

    def __call__(self) -> datetime:
        """The time."""
        return utc_now() - self.back


@contextmanager
def desk(pictures: str = "no") -> Iterator[Desk]:
    """A desk in a home of its own, with a clock that can be set back."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        config.write(home, config.Config("referee@games.example", pictures=pictures))
        yield Desk(home, now=Ago())


def _clock(at: Desk) -> Ago:
    """The clock of a desk."""
    assert isinstance(at.clock.now, Ago)
    return at.clock.now


def begun(at: Desk, entries: int, name: str) -> str:
    """A game by mail with this many entries, most of them words, an hour apart, everything told."""
    ago = _clock(at)
    with at.held():
        ago.back = (entries + 1) * HOUR
        game = keeper.invite(at, name, players(name), seed="11")
        table = at.games.table(game)
        for seat in table.game.seats:
            table.play(seat, "accept")
        for seat in table.game.seats:
            table.play(seat, order(table, seat, Random(0)))
        _lengthen(at, table, entries)
        for path in at.outbox.due():
            at.outbox.sent(path)
        at.games.drop(game)
        told = at.games.table(game).index
        at.outbox.count_as_sent(game, {seat: told.number(seat) for seat in table.seats})
        assert not at.games.sending(game).all_due()
        at.games.drop(game)
    return game


def _lengthen(at: Desk, table: Table, entries: int) -> None:
    """Words are entered as they were once ruled on, in memory, for the sake of speed."""
    path, ago = at.home.record_path(table.id), _clock(at)
    longer = Table(Memory(path.read_bytes()), at.home.secret(table.id), at.clock.stamp)
    said = list[Letter]()
    for n in range(len(longer.points), entries):
        ago.back -= HOUR
        if len(said) < len(longer.seats):
            longer.play(longer.seats[n % len(longer.seats)], "say good morning")
            last = longer.points[-1].entry
            said += [last] if isinstance(last, Letter) else []
        else:
            one, own = said[n % len(said)], f"{n:064x}"
            longer.enter(replace(one, at=at.clock.stamp(), digest=own, message=own, body=own))
    ago.back = timedelta(0)
    path.write_bytes(longer.record.encode())


def order(table: Table, seat: str, rng: Random) -> str:
    """A legal order of a seat."""
    choices = table.choices(seat)
    listed = choices.forward()
    return (rng.choice(listed) if listed else choices.families[0].draw(rng)).written


def letter(at: Desk, game: str, rng: Random, n: int) -> bytes:
    """A mail with a legal order of a seat that has to move."""
    table = at.games.table(game)
    seat = table.owed()[0].seat
    line = order(table, seat, rng)
    to = at.config.reply_address(at.seats.secret(game, seat))
    answers = f"{table.report_number(seat)}@{at.config.host}"
    head = f"From: {players(table.game.name)[seat].address}\nTo: {to}\nSubject: Re: {game}\nMessage-ID: <m{n}@mail.example>\n"
    return f"{head}In-Reply-To: <{answers}>\n\n{line}\n".encode()


class Sitting(Struct, dict=True):
    """A game at a desk, which is held, letter by letter."""

    at: Desk
    game: str
    rng: Random
    letters: int = 0

    def letter(self, *, cold: bool) -> tuple[float, float]:
        """Milliseconds from a mail in the spool to two letters out on the disk, by the clock and of CPU.

        Warm: the game is in memory. Cold: a whole pass, which has it from the disk and keeps a snapshot of it; but
        templates and grammars are loaded. A letter that is not ruled on is an error.
        """
        at, self.letters = self.at, self.letters + 1
        at.spool.put(letter(at, self.game, self.rng, self.letters))
        if cold:
            at.games.drop(self.game)
        start, worked = time.perf_counter(), time.process_time()
        done = at.run() if cold else self._warm()
        took, busy = time.perf_counter() - start, time.process_time() - worked
        assert done.ruled == 1, done
        return took * 1000, busy * 1000

    def _warm(self) -> Done:
        """Rule on the letters of a game that is in memory, and answer them."""
        at, done = self.at, Done()
        intake = at.intake(Hours(at.agenda, at.clock.now, timedelta(days=1), at.clock.now()))
        for one in at.spool.waiting():
            intake.handle(at.spool.take(one), done)
        at.games.sending(self.game).all_due()
        return done


def one_letter(entries: int, name: str, pictures: str) -> float:
    """Milliseconds for a letter by the clock, warm; the median of some."""
    with desk(pictures) as at:
        sitting = Sitting(at, begun(at, entries, name), Random(entries))
        with at.held():
            return statistics.median([sitting.letter(cold=False)[0] for _ in range(15)][3:])


def in_turn(sittings: Sequence[Sitting], *, cold: bool, letters: int) -> list[list[tuple[float, float]]]:
    """The same letters to games of several lengths, in turn: for each game what each took, by the clock and of CPU."""
    took = [[one.letter(cold=cold) for one in sittings] for _ in range(letters)][3:]
    return [list(of) for of in zip(*took, strict=True)]


def processes(name: str, rounds: int = 9) -> tuple[float, float, float]:
    """Seconds of `referee run` with one letter, of `referee mail`, and of `python -c pass`; medians, taken in turn."""
    took: dict[str, list[float]] = {"run": [], "mail": [], "pass": []}
    with desk() as at:
        game, rng = begun(at, 6, name), Random(1)
        env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env["REFEREE_HOME"] = str(at.home.path)
        verb = [str(Path(sys.executable).with_name("referee"))]
        for n in range(rounds):
            with at.held():
                raw = letter(at, game, rng, n)
                at.games.drop(game)
            for kind, command in (
                ("mail", [*verb, "mail"]),
                ("run", [*verb, "run"]),
                ("pass", [sys.executable, "-c", "pass"]),
            ):
                start = time.perf_counter()
                subprocess.run(command, input=raw, env=env, check=True, capture_output=True)  # noqa: S603
                took[kind].append(time.perf_counter() - start)
    return tuple(statistics.median(took[kind][1:]) for kind in ("run", "mail", "pass"))  # type: ignore[return-value]


def spool(name: str, letters: int = 1000, games: int = 100) -> tuple[float, float]:
    """Letters a second of one pass over this many letters to this many games; and of the peer, see above."""
    with desk() as at:
        names, seats = [begun(at, 6, name) for _ in range(games)], find(name).seats
        raws = []
        for n in range(letters):
            to = at.config.reply_address(at.seats.secret(names[n % games], seats[1] if n % 3 else seats[0]))
            line = ("say hello", "draw" if name == "thunder" else "b1-b2", "moves", "note the bluff")[n % 4]
            raws.append(f"From: a@example.org\nTo: {to}\nMessage-ID: <m{n}@x>\n\n{line}\n".encode())
        for raw in raws:
            at.spool.put(raw)
        with at.held():
            start = time.perf_counter()
            done = at.run()
            ours = letters / (time.perf_counter() - start)
        assert done.ruled == letters, done
        return ours, letters / _plain_mail(raws, at.home.path / "peer")


def _plain_mail(raws: list[bytes], folder: Path) -> float:
    """Seconds to read each mail, and to write two mails of the size of a report for it, by the standard library."""
    files.private_folder(folder)
    body = "\n".join(["A line of a report as it might stand there, no longer than that."] * 60)
    start = time.perf_counter()
    for n, raw in enumerate(raws):
        mail = message_from_bytes(raw)
        for k in range(2):
            answer = EmailMessage()
            answer["To"], answer["Subject"] = (
                "anna@example.org",
                f"Re: {mail['Message-ID']}".replace("\n", ""),
            )
            answer.set_content(body)
            answer.add_alternative(f"<pre>{body}</pre>" * 3, subtype="html")
            files.write_new(folder / f"{n}-{k}.eml", answer.as_bytes())
    return time.perf_counter() - start


def letter_rows(row: Row, name: str, sizes: Sequence[int], letters: int = 33) -> None:
    """What a letter costs, by the length of its game: medians, and the ratio to the first game.

    Letters are unlike one another, some twice as dear as others, but all games are given the same ones: the ratio is
    the median over the letters of what each cost in one game and in the other.
    """
    with ExitStack() as stack:
        desks = [stack.enter_context(desk()) for _ in sizes]
        sittings = [
            Sitting(at, begun(at, entries, name), Random(1)) for at, entries in zip(desks, sizes, strict=True)
        ]
        for at in desks:
            stack.enter_context(at.held())
        for state in ("cold", "warm"):
            found = in_turn(sittings, cold=state == "cold", letters=letters)
            for entries, of in zip(sizes, found, strict=True):
                took, busy = (statistics.median(one) for one in zip(*of, strict=True))
                ratio = statistics.median(one[1] / first[1] for one, first in zip(of, found[0], strict=True))
                told = f"{took:.1f} ms, {busy:.1f} ms of CPU"
                what = f"one letter to two letters out, {state}, {entries:,} entries"
                row(what, told, "", f"{ratio:.2f}x")


def rows(row: Row, name: str, *, quick: bool = False) -> None:
    """All rows of the post but for those of single letters."""
    row("one letter warm with pictures, 20 entries", f"{one_letter(20, name, 'yes'):.1f} ms", "", "")
    run, mail, bare = processes(name, 5 if quick else 9)
    row(
        "one letter, `referee run` as a whole process",
        f"{run * 1000:.0f} ms",
        f"python -c pass: {bare * 1000:.0f} ms",
        f"{run / bare:.1f}x",
    )
    row(
        "`referee mail`, whole process",
        f"{mail * 1000:.0f} ms",
        f"python -c pass: {bare * 1000:.0f} ms",
        f"{mail / bare:.1f}x",
    )
    ours, peer = spool(name, *((100, 10) if quick else ()))
    row(
        f"a spool of {'100 letters to 10' if quick else '1,000 letters to 100'} games",
        f"{ours:.0f} letters/s",
        f"standard library, no rules: {peer:.0f}",
        f"{ours / peer:.2f}x",
    )

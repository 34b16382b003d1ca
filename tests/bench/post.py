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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
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
from referee.util import files

NAMES = ("Anna", "Bert")
Row = Callable[[str, str, str, str], None]


def players(name: str) -> dict[str, Player]:
    """Who plays a game of that name."""
    return {
        seat: Player(f"{one.lower()}@example.org", one)
        for seat, one in zip(find(name).seats, NAMES, strict=True)
    }


@contextmanager
def desk(pictures: str = "no") -> Iterator[Desk]:
    """A desk in a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        config.write(home, config.Config("referee@games.example", pictures=pictures))
        yield Desk(home)


def begun(at: Desk, entries: int, name: str) -> str:
    """A game by mail with this many entries, most of them words, everything told."""
    with at.held():
        game = keeper.invite(at, name, players(name))
        table = at.games.table(game)
        for seat in table.game.seats:
            table.play(seat, "accept")
        for seat in table.game.seats:
            table.play(seat, order(table, seat, Random(0)))
        for n in range(len(table.points), entries):
            table.play(table.game.seats[n % 2], "say good morning")
        at.games.sending(game).all_due()
        for path in at.outbox.due():
            at.outbox.sent(path)
        at.games.drop(game)
    return game


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


def one_letter(
    entries: int, name: str, pictures: str = "no", letters: int = 15, *, cold: bool = False
) -> tuple[float, float]:
    """Milliseconds from a mail in the spool to two letters out on the disk, by the clock and of CPU; medians.

    Warm: the game is in memory. Cold: it is read from the disk, as every new process does; but templates and
    grammars are loaded.
    """
    took, busy = [], []
    with desk(pictures) as at:
        game, rng = begun(at, entries, name), Random(entries)
        with at.held():
            hours = Hours(at.agenda, at.clock.now, timedelta(days=1), at.clock.now())
            intake = at.intake(hours)
            for n in range(letters):
                at.spool.put(letter(at, game, rng, n))
                if cold:
                    at.games.drop(game)
                start, worked = time.perf_counter(), time.process_time()
                for one in at.spool.waiting():
                    intake.handle(at.spool.take(one), Done())
                at.games.sending(game).all_due()
                took.append(time.perf_counter() - start)
                busy.append(time.process_time() - worked)
    return statistics.median(took[3:]) * 1000, statistics.median(busy[3:]) * 1000


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


def rows(row: Row, name: str) -> None:
    """All rows of the post."""
    for state in ("warm", "cold"):
        for entries in (20, 200, 2000):
            took, busy = one_letter(entries, name, cold=state == "cold")
            row(
                f"one letter to two letters out, {state}, {entries} entries",
                f"{took:.1f} ms, {busy:.1f} ms of CPU",
                "",
                "",
            )
    row("the same warm with pictures, 20 entries", f"{one_letter(20, name, 'yes')[0]:.1f} ms", "", "")
    run, mail, bare = processes(name)
    row(
        "the same, `referee run` as a whole process",
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
    ours, peer = spool(name)
    row(
        "a spool of 1,000 letters to 100 games",
        f"{ours:.0f} letters/s",
        f"standard library, no rules: {peer:.0f}",
        f"{ours / peer:.2f}x",
    )

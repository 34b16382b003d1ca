"""Speed of the post: letters in, ruled on, answered. Run by `bench.py`; nothing here is a test.

The peer of a pass over many letters is what any mail program of a referee must do at least: read each mail with the
standard library, and write two mails for it, each safely on the disk.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path
from random import Random

from referee import config, files, keeper
from referee.desk import Desk, Pass
from referee.home import Home
from referee.roster import Player

PLAYERS = {"thor": Player("anna@example.org", "Anna"), "loki": Player("bert@example.org", "Bert")}
Row = Callable[[str, str, str, str], None]


@contextmanager
def desk() -> Iterator[Desk]:
    """A desk in a home of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        config.write(home, config.Config("referee@games.example"))
        yield Desk(home)


def begun(at: Desk, entries: int) -> str:
    """A game by mail with so many entries, most of them words, everything told."""
    with at.held():
        game = keeper.invite(at, "thunder", PLAYERS)
        table = at.table(game)
        for seat in PLAYERS:
            table.play(seat, "accept")
        for seat in PLAYERS:
            table.play(seat, table.game.write(table.choices(seat).forward()[0]))
        for n in range(len(table.points), entries):
            table.play("thor" if n % 2 else "loki", "say good morning")
        at.sending(game).all_due()
        for path in at.outbox.due():
            at.outbox.sent(path)
        at.drop(game)
    return game


def letter(at: Desk, game: str, rng: Random, n: int) -> bytes:
    """A mail with a legal order of whoever has to move."""
    table = at.table(game)
    seat = table.owed()[0].seat
    line = table.game.write(rng.choice(table.choices(seat).forward()))
    to = at.config.reply_address(at.seats.secret(game, seat))
    answers = f"{table.report_number(seat)}@{at.config.host}"
    head = f"From: {PLAYERS[seat].address}\nTo: {to}\nSubject: Re: {game}\nMessage-ID: <m{n}@mail.example>\n"
    return f"{head}In-Reply-To: <{answers}>\n\n{line}\n".encode()


def one_letter(entries: int, letters: int = 15) -> float:
    """Milliseconds from a mail in the spool to two letters out on the disk, the game at hand; the median."""
    took = []
    with desk() as at:
        game, rng = begun(at, entries), Random(entries)
        with at.held():
            for n in range(letters):
                at.spool.put(letter(at, game, rng, n))
                start = time.perf_counter()
                for name in at.spool.waiting():
                    at.handle(name, Pass())
                at.sending(game).all_due()
                took.append(time.perf_counter() - start)
    return statistics.median(took[3:]) * 1000


def processes(rounds: int = 9) -> tuple[float, float, float]:
    """Seconds of `referee run` with one letter, of `referee mail`, and of `python -c pass`; medians, taken in turn."""
    took: dict[str, list[float]] = {"run": [], "mail": [], "pass": []}
    with desk() as at:
        game, rng = begun(at, 6), Random(1)
        env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env["REFEREE_HOME"] = str(at.home.path)
        verb = [str(Path(sys.executable).with_name("referee"))]
        for n in range(rounds):
            with at.held():
                raw = letter(at, game, rng, n)
                at.drop(game)
            for kind, command in (
                ("mail", [*verb, "mail"]),
                ("run", [*verb, "run"]),
                ("pass", [sys.executable, "-c", "pass"]),
            ):
                start = time.perf_counter()
                subprocess.run(command, input=raw, env=env, check=True, capture_output=True)  # noqa: S603
                took[kind].append(time.perf_counter() - start)
    return tuple(statistics.median(took[kind][1:]) for kind in ("run", "mail", "pass"))  # type: ignore[return-value]


def spool(letters: int = 1000, games: int = 100) -> tuple[float, float]:
    """Letters a second of one pass over so many letters to so many games; and of the peer, see above."""
    with desk() as at:
        names = [begun(at, 6) for _ in range(games)]
        raws = []
        for n in range(letters):
            to = at.config.reply_address(at.seats.secret(names[n % games], "loki" if n % 3 else "thor"))
            line = ("say hello", "draw", "moves", "note the bluff")[n % 4]
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


def rows(row: Row) -> None:
    """All rows of the post."""
    for entries in (20, 200, 2000):
        row(
            f"one letter to two letters out, {entries} entries",
            f"{one_letter(entries):.1f} ms",
            "aim: 10 ms",
            "",
        )
    run, mail, bare = processes()
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
    ours, peer = spool()
    row(
        "a spool of 1,000 letters to 100 games",
        f"{ours:.0f} letters/s",
        f"standard library, no rules: {peer:.0f}",
        f"{ours / peer:.2f}x",
    )

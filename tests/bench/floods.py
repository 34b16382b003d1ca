"""Floods of mail, and spools of many games: how long others wait, how a pass grows.

Run it as `python tests/bench/floods.py`. Sizes may be given: `floods.py 2000`.

    flood     10,000 mails of one seat (or of strangers, or of machines with a seat's secret), then one letter of
              the other seat of that game and one of another game: when each is answered, after how many of the flood
    spool     1,000 letters to 100 games, 10,000 to 1,000: letters a second, the most memory that a pass took
"""

import resource
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from post import begun, desk

from referee.desk.desk import Desk
from referee.desk.passes import Pass
from referee.house.games import find
from referee.post import delivery
from referee.util import files

GAME = "thunder"
Write = Callable[[Desk, str, int], bytes]


def mail(to: str, n: int, body: str = "moves", *more: str) -> bytes:
    """A mail with few fields."""
    head = ("From: a@example.org", f"To: {to}", f"Message-ID: <f{n}@x.example>", *more)
    return "\n".join((*head, "", body, "")).encode()


def by_seat(at: Desk, game: str, n: int) -> bytes:
    """A question of the first seat of a game."""
    return mail(at.config.reply_address(at.seats.secret(game, find(GAME).seats[0])), n)


def by_machine(at: Desk, game: str, n: int) -> bytes:
    """The same of a machine."""
    to = at.config.reply_address(at.seats.secret(game, find(GAME).seats[0]))
    return mail(to, n, "I am away.", "Auto-Submitted: auto-replied")


def by_stranger(at: Desk, _game: str, n: int) -> bytes:
    """Letters of people without a secret, each from another person."""
    return mail(at.config.address, n).replace(b"a@", b"a%d@" % n)


FLOODS: dict[str, Write] = {"one seat": by_seat, "machines": by_machine, "strangers": by_stranger}


def put(at: Desk, raws: list[bytes]) -> None:
    """Put mails into the spool, all within a second; they are not synced one by one, which is not what is timed."""
    began = int((datetime.now(UTC) - timedelta(seconds=5)).timestamp() * 1_000_000)
    files.private_folder(at.spool.folder)
    delivery._make_ready(str(at.spool.folder))
    for n, raw in enumerate(raws):
        (at.spool.folder / "new" / delivery.name_of(began + n)).write_bytes(raw)


def flood(kind: str, size: int) -> None:
    """One flood: when the others have their answers, and how long the whole pass takes."""
    with desk() as at:
        game, other = begun(at, 6, GAME), begun(at, 6, GAME)
        seat = find(GAME).seats[1]
        quick = [
            mail(at.config.reply_address(at.seats.secret(one, seat)), size + n)
            for n, one in enumerate((game, other))
        ]
        put(at, [FLOODS[kind](at, game, n) for n in range(size)] + quick)
        answers = {f"{one}.{seat}.": 0.0 for one in (game, other)}
        before = dict.fromkeys(answers, 0)
        handled, began = 0, time.perf_counter()
        inner, write = Pass.handle, at.outbox.put

        def handle(self: Pass, name: str) -> bool:
            nonlocal handled
            handled += 1
            return inner(self, name)

        def noting(number: str, data: bytes) -> Path:
            for begins, answered in answers.items():
                if number.startswith(begins) and not answered:
                    answers[begins], before[begins] = time.perf_counter() - began, handled - 1
            return write(number, data)

        Pass.handle, at.outbox.put = handle, noting  # type: ignore[method-assign]
        with at.held():
            done = at.run()
        took = time.perf_counter() - began
        Pass.handle = inner  # type: ignore[method-assign]
    print(f"a flood of {size:,} mails of {kind}: the pass took {took:.1f} s")
    print(
        f"  ruled on {done.ruled}, put away {done.aside}, held {len(done.held)}, letters out {len(done.written)}"
    )
    for (begins, seconds), where in zip(answers.items(), ("the same game", "another game"), strict=True):
        print(
            f"  a letter of {where} behind them: answered after {seconds:.2f} s, behind {before[begins]} of them"
        )


def spool(letters: int, games: int) -> None:
    """One pass over letters to many games."""
    with desk() as at:
        names, seats = [begun(at, 6, GAME) for _ in range(games)], find(GAME).seats
        lines = ("say hello", "draw", "moves", "note the bluff")
        raws = [
            mail(
                at.config.reply_address(at.seats.secret(names[n % games], seats[n // games % 2])),
                n,
                lines[n % 4],
            )
            for n in range(letters)
        ]
        put(at, raws)
        kept = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with at.held():
            start = time.perf_counter()
            done = at.run()
            took = time.perf_counter() - start
            start = time.perf_counter()
            at.run()
            idle = time.perf_counter() - start
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - kept) / 1024
    print(
        f"{letters:,} letters to {games:,} games: {letters / took:.0f} letters/s ({took:.1f} s), {done.ruled} ruled on, "
        f"{more:.0f} MB more than before; a pass with nothing to do {idle * 1000:.0f} ms"
    )


if __name__ == "__main__":
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for one in FLOODS:
        flood(one, most)
    for part in (most // 10, most):
        spool(part, part // 10)

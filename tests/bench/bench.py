"""Speed against the named peers, in one run, as ratios; the table goes into the README.

    pip install -e '.[bench]'
    python tests/bench/bench.py [GAME] [--quick] [--letters]

`--quick` takes two minutes and fewer rounds; `--letters` measures single letters alone.

Peers: `chess` (python-chess, pure Python) and, if it is there, `open_spiel` through its Python API (battleship).
Every figure is the median of several rounds, ours and the peer's in turn, so that a machine that slows
down slows both. Nothing here is a test.
"""

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

import chess
import fair
import post

from referee.api import Table
from referee.desk.keeper import open_game
from referee.engine import driver
from referee.engine.events import Event
from referee.engine.game import refused
from referee.home.home import Home
from referee.house.games import find
from referee.record import file
from referee.testing.chance import Chance
from referee.verify.check import check
from referee.verify.verify import verify

try:
    import pyspiel
except ImportError:
    pyspiel = None

ASKED = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ASKED.add_argument("game", nargs="?", default="thunder")
ASKED.add_argument("--quick", action="store_true")
ASKED.add_argument("--letters", action="store_true")
GIVEN = ASKED.parse_args()
GAME = find(GIVEN.game)
CONTENT = GAME.options({})
BLANK = GAME.blank("g1", CONTENT)
ROUNDS = 3 if GIVEN.quick else 7
SIZES = (20, 200, 2000) if GIVEN.quick else (20, 200, 2000, 20_000)
CROWDED = 60 if GAME.name == "thunder" else 20
"""How many moves are many, in this game."""
Job = Callable[[], int]


def per_second(job: Job) -> float:
    """How many things a job does in a second; the job returns how many it did."""
    start = time.perf_counter()
    done = job()
    return done / (time.perf_counter() - start)


def paired(ours: Job, peer: Job) -> tuple[float, float, float]:
    """Ours, the peer's, and the median of the ratios round by round."""
    ours(), peer()
    pairs = [(per_second(ours), per_second(peer)) for _ in range(ROUNDS)]
    return (
        statistics.median(a for a, _ in pairs),
        statistics.median(b for _, b in pairs),
        statistics.median(a / b for a, b in pairs),
    )


def positions(seed: int) -> Iterator[tuple[Any, str, Any]]:
    """A random game, move by move: the state, the seat, the move made."""
    rng = Random(seed)
    lots, events = Chance(rng), list[Event]()
    state = driver.settle(GAME, BLANK, GAME.setup(BLANK, CONTENT, lots), events)
    state = driver.proceed(GAME, state, lots, events)
    while not GAME.ended(state):
        seat = GAME.owed(state)[0].seat
        listed = GAME.forward(state, seat)
        # A turn made by lot now and then ends where another does not: where cards are placed nothing is listed.
        move = rng.choice(listed) if listed else GAME.choices(GAME.view(state, seat)).families[0].draw(rng)
        yield state, seat, move
        state = driver.make(GAME, state, seat, move, lots, events)
        state = driver.end_letter(GAME, state, seat, lots, events)


def forget(state: Any) -> None:
    """Forget everything that was worked out from a state."""
    for one in (state, *(getattr(state, seat) for seat in GAME.seats)):
        vars(one).clear()


SEEDS = count(1000, 20)
"""Where the seeds of the next games begin: no round plays a game that an earlier one has played."""


def our_playouts() -> int:
    """Random whole games, new ones in each round: list the legal moves, choose one, let it happen."""
    first = next(SEEDS)
    return sum(1 for seed in range(first, first + 20) for _ in positions(seed))


def chess_playouts() -> int:
    """The same with python-chess, at most 200 plies a game."""
    done = 0
    for seed in range(10):
        rng, board = Random(seed), chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
            done += 1
    return done


def spiel_playouts() -> int:
    """The same with OpenSpiel's battleship, whose lists of moves are about as long as ours."""
    game, done = pyspiel.load_game("battleship"), 0
    for seed in range(10):
        rng, state = Random(seed), game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
    return done


def crowded(count: int, at_least: int) -> list[tuple[Any, str]]:
    """Positions with many legal moves, from random games."""
    found: list[tuple[Any, str]] = []
    seed = 0
    while len(found) < count:
        for state, seat, _ in positions(seed):
            if len(GAME.choices(GAME.view(state, seat)).forward()) >= at_least:
                found.append((state, seat))
        seed += 1
    return found[:: max(1, len(found) // count)][:count]


def listing(stored: list[tuple[Any, str]]) -> Job:
    """List the legal moves of stored positions, views made again."""

    def job() -> int:
        done = 0
        for state, seat in stored:
            forget(state)
            done += len(GAME.choices(GAME.view(state, seat)).forward())
        return done

    return job


def chess_listing(boards: list[chess.Board]) -> Job:
    """List the legal moves of stored chess positions."""
    return lambda: sum(len(list(board.legal_moves)) for board in boards)


def chess_boards(count: int) -> list[chess.Board]:
    """Positions of random games of chess."""
    found: list[chess.Board] = []
    rng = Random(1)
    while len(found) < count:
        board = chess.Board()
        for _ in range(rng.randrange(10, 80)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if not board.is_game_over():
            found.append(board)
    return found


def replaying(moves: list[tuple[Any, str, Any]]) -> Job:
    """Check recorded moves against the rules, and let them happen."""

    def job() -> int:
        done = 0
        lots, events = Chance(Random(0)), list[Event]()
        for state, seat, move in moves:
            forget(state)
            if refused(GAME, GAME.view(state, seat), move) is None:
                driver.make(GAME, state, seat, move, lots, events)
                done += 1
        return done

    return job


def chess_replay() -> int:
    """Validated replay of random games of chess: `is_legal`, then `push`."""
    done = 0
    for moves in CHESS_GAMES:
        board = chess.Board()
        for move in moves:
            if board.is_legal(move):
                board.push(move)
                done += 1
    return done


def _chess_game(seed: int) -> list[chess.Move]:
    rng, board = Random(seed), chess.Board()
    for _ in range(200):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return list(board.move_stack)


CHESS_GAMES = [_chess_game(seed) for seed in range(10)]


def appending(entries: int) -> float:
    """Milliseconds to add one entry, on the disk, to a record that holds this many."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "record.yaml"
        document = _sealed_filler(path, entries)
        took = []
        for _ in range(31):
            start = time.perf_counter()
            file.append(path, document)
            took.append(time.perf_counter() - start)
        return statistics.median(took) * 1000


def _sealed_filler(path: Path, entries: int) -> Callable[[file.Last], dict[str, Any]]:
    """A record of letters of three drawn cards each, and what makes the next."""
    from referee.record.seals import close

    def document(last: file.Last) -> dict[str, Any]:
        lines = [
            {"number": n, "raw": "draw", "verdict": "played", "move": "draw", "events": 1} for n in (1, 2, 3)
        ]
        events = [
            {"event": "Drew", "rule": "4.1", "by": "thor", "card": f"thor.ravens.{n}"} for n in (1, 2, 3)
        ]
        doc = {"entry": last.entry + 1, "at": "2026-01-01T00:00:00Z", "kind": "letter", "seat": "thor"}
        doc |= {"lines": lines, "events": events, "lots": []}
        parts = dict.fromkeys(("thor", "loki", "onlooker"), doc)
        return close(doc, last.seal, parts, os.urandom(32))

    for _ in range(entries):
        file.append(path, document)
    return document


def bare_append() -> float:
    """Milliseconds for open, write of a kilobyte, fsync, close: what the disk costs anyone."""
    with tempfile.TemporaryDirectory() as folder:
        took = []
        for _ in range(31):
            start = time.perf_counter()
            handle = os.open(Path(folder) / "file", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.write(handle, b"x" * 1024)
            os.fsync(handle)
            os.close(handle)
            took.append(time.perf_counter() - start)
        return statistics.median(took) * 1000


def processes(home: Path) -> tuple[float, float]:
    """Seconds for `referee show` and for `python -c pass`, as whole processes, in turn."""
    show = [sys.executable, "-m", "referee", "--home", str(home), "show", "g1", "--seat", GAME.seats[0]]
    bare = [sys.executable, "-c", "pass"]
    took: dict[str, list[float]] = {"show": [], "bare": []}
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(show, check=True, stdout=subprocess.DEVNULL, env=env)  # noqa: S603  compiles, once
    for _ in range(11):
        for name, command in (("show", show), ("bare", bare)):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)  # noqa: S603
            took[name].append(time.perf_counter() - start)
    return statistics.median(took["show"]), statistics.median(took["bare"])


def row(what: str, ours: str, peer: str, ratio: str) -> None:
    """A row of the table."""
    print(f"| {what} | {ours} | {peer} | {ratio} |", flush=True)


def compared(what: str, unit: str, ours: Job, peer: Job, name: str) -> None:
    """A row: ours against a peer."""
    a, b, ratio = paired(ours, peer)
    row(what, f"{a:,.0f} {unit}", f"{name}: {b:,.0f}", f"{ratio:.2f}x")


def main() -> None:
    """Print the table."""
    row("what", "here", "peer", "ratio")
    row("---", "---", "---", "---")
    post.letter_rows(row, GAME.name, SIZES)
    if GIVEN.letters:
        return
    compared("random playouts", "moves/s", our_playouts, chess_playouts, "python-chess")
    if pyspiel:
        compared("random playouts", "moves/s", our_playouts, spiel_playouts, "OpenSpiel battleship")
    compared(
        f"legal moves listed, 200 positions of {CROWDED} and more",
        "moves/s",
        listing(crowded(200, CROWDED)),
        chess_listing(chess_boards(200)),
        "python-chess",
    )
    stored = [one for seed in range(10) for one in positions(seed)]
    compared("validated replay", "moves/s", replaying(stored), chess_replay, "python-chess")
    bare = bare_append()
    for entries in SIZES:
        took = appending(entries)
        row(
            f"append to {entries} entries",
            f"{took:.2f} ms",
            f"write and fsync: {bare:.2f} ms",
            f"{took / bare:.1f}x",
        )
    checking()
    fair.rows(row, GAME.name)
    whole_process()
    post.rows(row, GAME.name, quick=GIVEN.quick)


def checking() -> None:
    """Rows: `check` and `verify` of finished games of 200 entries, against what reading them takes at least.

    `check` covers marks, seals, structure and fold; `verify` also works out every lot, root and card drawn
    from the secret. CPU of this process, the least of many rounds with games by turns: what was worked out for one
    game serves no other. The floor is SHA-256 of the bytes, twice, and each document read as JSON.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths, seed = list[Path](), 0
        for number in range(1 if GIVEN.quick else 3):
            seed, table = long_game(seed)
            paths.append(Path(folder) / f"{number}.yaml")
            paths[-1].write_text(table.record, "utf-8")
        read = [(one.read_bytes(), [*map(json.dumps, file.read(one).documents)]) for one in paths]
        rounds = [*range(len(paths))] * (10 if GIVEN.quick else 20)

        def floor(at: int) -> None:
            data, documents = read[at]
            for text in documents:
                json.loads(text)
            hashlib.sha256(data).digest(), hashlib.sha256(data).digest()

        def verified(at: int) -> None:
            assert "lots-proved" in [one.key for one in verify(paths[at])]

        jobs = {"check": lambda at: check(paths[at]), "verify": verified, "floor": floor}
        took = {verb: min(cpu(job, at) for at in rounds) for verb, job in jobs.items()}
        for verb in ("check", "verify"):
            row(
                f"`{verb}` of 200 entries ({len(read[0][0]):,} bytes), CPU",
                f"{took[verb] * 1000:.1f} ms",
                f"SHA-256 and JSON of them: {took['floor'] * 1000:.2f} ms",
                f"{took[verb] / took['floor']:.1f}x",
            )


def cpu(job: Callable[[int], Any], at: int) -> float:
    """Seconds of a processor that a job takes."""
    start = time.process_time()
    job(at)
    return time.process_time() - start


def long_game(first: int) -> tuple[int, Table]:
    """A random game of 200 entries, a line a letter, and the seed after its own."""
    for seed in range(first, first + 100):
        rng, table = Random(seed), Table.open(GAME.name, seed=f"{seed:04x}")
        while table.outcome is None and len(table.points) < 201:
            seat = table.owed()[0].seat
            choices = table.choices(seat)
            move = rng.choice(choices.forward()) if choices.forward() else choices.families[0].draw(rng)
            table.play(seat, move.written)
        if len(table.points) > 200:
            cut = table.at(198)
            cut.play(GAME.seats[0], f"resign {cut.id}")
            return seed + 1, cut
    raise RuntimeError


def whole_process() -> None:
    """A row: `referee show` as a whole process."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder) / "home")
        open_game(home, GAME.name, seed="07")
        show, bare = processes(Path(folder) / "home")
        row(
            "`referee show`, whole process",
            f"{show * 1000:.0f} ms",
            f"python -c pass: {bare * 1000:.0f} ms",
            f"{show / bare:.1f}x",
        )


if __name__ == "__main__":
    main()

"""The letters of a program of the house: it answers as a player does, by a mail, which lies in the spool at once (H34).

It thinks while nobody stands at the desk, so that no other letter waits for it. It is given the table only to ask what
its seat sees, was shown and owes.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, formataddr
from pathlib import Path
from random import Random
from typing import Any

from referee.adapters.position import carrying_on
from referee.api import Table
from referee.desk.answering import logged
from referee.desk.letters.awaited import Awaited
from referee.desk.programs import Programs
from referee.desk.report import Done, add_to
from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.moves import DeclineDraw
from referee.home import roster
from referee.home.home import Home
from referee.house.players import Player, is_program
from referee.post.outbox import Outbox
from referee.post.spool import Spool
from referee.telling.catalog import telling
from referee.util import files
from referee.util.errors import Faulty, OurMistake
from referee.util.times import utc_now

LOCK = "programs.lock"
Troubles = list[tuple[str, BaseException]]
"""What went wrong, by game."""


def passes(
    home: Home,
    one: Callable[[Awaited], Done],
    *,
    now: Callable[[], datetime] = utc_now,
    leaving: Callable[[], bool] = lambda: False,
) -> Done:
    """A pass, and another one whenever programs of the house have answered; `one` makes a pass of the desk.

    What letters of persons wait for is told in the last pass at the latest, whatever became of the programs.
    """
    awaited = Awaited()
    done = one(awaited)
    while True:
        waited, troubles = bool(awaited), Troubles()
        names = answer_all(home, now=now, leaving=leaving, awaited=awaited, troubles=troubles)
        if not (names or waited):
            done.troubles = [*done.troubles, *troubles]
            return done
        add_to(done, one(awaited))


def answer_all(
    home: Home,
    *,
    now: Callable[[], datetime] = utc_now,
    leaving: Callable[[], bool] = lambda: False,
    awaited: Awaited | None = None,
    troubles: Troubles | None = None,
) -> list[str]:
    """Put into the spool what programs of the house have to answer; returns the names of these letters.

    The next pass rules on them. Where another process does the same, that one does it. A program that fails stops no
    other; `troubles` is told, else the first error is raised: `Faulty`, OSError. In games in which nothing was put into
    the spool, nothing is `awaited` any more; where a letter has waited for too long, the rest is left for another time.
    """
    wrong, put = Troubles(), dict[str, list[str]]()
    try:
        _look(home, now, lambda: leaving() or (awaited is not None and awaited.late()), put, wrong)
    finally:
        if awaited is not None:
            awaited.only([game for game, names in put.items() if names])
    if troubles is not None:
        troubles += wrong
    elif wrong:
        raise wrong[0][1]
    return [name for names in put.values() for name in names]


def _look(
    home: Home,
    now: Callable[[], datetime],
    leaving: Callable[[], bool],
    put: dict[str, list[str]],
    wrong: Troubles,
) -> None:
    """Look at the games in which programs may have to answer; `put` and `wrong` are told, by game."""
    programs = Programs(home.path / "post")
    if not programs.games():
        return
    try:
        with files.locked(home.path / LOCK, 0.0):
            for game in programs.games():
                if leaving():
                    break
                try:
                    programs.begin(game)
                    put[game] = [
                        Spool(home.path / "post").put(one, now()) for one in _letters(home, game, now)
                    ]
                    programs.end(game)
                except (Faulty, OSError) as error:
                    wrong.append((game, error))
                except Exception as error:  # noqa: BLE001  our own mistake, whatever it is
                    kind = logged(f"program {game}", error)
                    wrong.append((game, OurMistake("game-crashed", where=game, error=kind)))
    except files.BusyFile:
        pass


def _letters(home: Home, game: str, now: Callable[[], datetime]) -> Iterator[bytes]:
    if not home.record_path(game).exists():
        return
    known = roster.read(home.roster_path(game))
    table = Table.load(home.record_path(game))
    for seat in (seat for seat, player in known.seats.items() if is_program(player)):
        letter = newest(home, game, seat)
        if letter and (said := answer(table, seat, seed(home, game, letter.stem))):
            yield reply(letter, known.seats[seat], said, now())


def seed(home: Home, game: str, letter: str) -> int:
    """What the thoughts about a letter begin with: the same in whatever world its seat could be, and told to nobody."""
    made = home.derived(game, "lots", "referee/partner/v1", letter)
    return int.from_bytes(made[:4], "big")


def newest(home: Home, game: str, seat: str) -> Path | None:
    """The newest letter to a seat; None if there is none any more."""
    outbox = Outbox(home.path / "post")
    numbers = outbox.numbers(game, seat)
    return outbox.find(f"{game}.{seat}.{numbers[-1]}") if numbers else None


def reply(letter: Path, player: Player, said: str, now: datetime) -> bytes:
    """An answer to a letter, as a mail program writes it."""
    head = BytesHeaderParser(policy=policy.default).parsebytes(letter.read_bytes())
    mail = EmailMessage()
    mail["From"] = formataddr((player.name, player.address))
    mail["To"] = head["Reply-To"]
    mail["Subject"] = f"Re: {head['Subject']}"
    mail["Date"] = format_datetime(now)
    mail["Message-ID"] = f"<{letter.stem}@{player.address.partition('@')[2]}>"
    mail["In-Reply-To"] = mail["References"] = str(head["Message-ID"])
    mail.set_content(f"{said}\n")
    return mail.as_bytes()


# The plain player: the order that is worth most by the game's own measure over the view.


def best(game: Game, view: Any, moves: Sequence[Move], chance: Random) -> tuple[float, Move]:
    """The move that is worth most by the game's own measure, and what it is worth; of equal ones any."""
    worth = telling(game).worth
    found, _, n = max((worth(view, move), chance.random(), n) for n, move in enumerate(moves))
    return found, moves[n]


def plain_order(game: Game, view: Any, chance: Random) -> str:
    """What the plain player orders, as written; "" where there is nothing that carries the game on.

    A game that does not say what a move is worth is played by its likely turns, and where it knows none at random.
    """
    choices = game.choices(view)
    moves = carrying_on(choices)
    if not moves:
        return ""
    found, move = best(game, view, moves, chance)
    if found == 0.0:
        # A likely turn may go several steps in one order, which is no choice of its own.
        listed, turns = {one.written for one in moves}, telling(game).likely(view, choices)
        move = next((turn[0] for turn in turns if turn[0].written in listed), move)
    return move.written


def answer(table: Table, seat: str, seed: int) -> str:
    """One order; "" if nothing is asked of the seat. The same seed gives the same thoughts."""
    if table.outcome is not None:
        return ""
    house = table.index.house
    if house.waiting:
        return "accept" if seat in house.waiting else ""
    if house.undo:
        return "accept undo" if house.undo != seat and seat not in house.undo_agreed else ""
    if house.rests:
        return ""
    view = table.view(seat)
    if view.offer not in {"", seat} and DeclineDraw() in table.choices(seat):
        return DeclineDraw().written
    if all(one.seat != seat for one in table.owed()):
        return ""
    return plain_order(table.game, view, Random(seed))  # noqa: S311  a player's thoughts, no lots

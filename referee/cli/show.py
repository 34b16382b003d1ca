"""Verbs at one table: its report, its legal moves, why something was ruled; lines tried, lines played."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import click
from click.exceptions import Exit

from referee.cli.common import (
    any_seat_option,
    game_argument,
    home_of,
    json_option,
    language_option,
    loaded,
    record_of,
    seat_of,
    seat_option,
    tell_json,
)
from referee.cli.terminal import NO, say, tell, writing
from referee.engine.plain import plain
from referee.home.seats import Seats, without_secrets
from referee.house.invitation import awaited
from referee.house.undo import left_over, owing
from referee.table.undo import asked_back
from referee.telling.catalog import telling
from referee.telling.letter import Letter, bodies
from referee.util import files
from referee.util.errors import CannotWrite, Faulty, NotFound
from referee.util.regexes import regex


def load(game: str) -> Any:
    """A game to look at. Its record is not written to, and the key of the home is not needed."""
    table = loaded(record_of(game))
    if table.torn:
        tell(say("torn", size=table.torn), err=True)
    return table


@click.command()
@game_argument
@any_seat_option
@click.option(
    "--onlooker", is_flag=True, help="As somebody sees it who sits at no seat (so it is without --seat)."
)
@click.option("--at", "entry", type=int, metavar="N", help="As it stood after entry N of the record.")
@click.option(
    "--format", "form", type=click.Choice(["text", "html", "json"]), default="text", help="How it is told."
)
@json_option
def show(
    game: str,
    seat: str | None,
    onlooker: bool,
    entry: int | None,
    form: str,
    as_json: bool,
) -> None:
    """Show a GAME as a seat sees it.

    What happened last, the table, what is owed, what may be done.

    GAME is the id of a game in the home, or the path of a record (with a slash, or ending in .yaml).

    \b
    Examples:
      referee show g1 --seat loki
      referee show g1 --at 12 --json
      referee show g1 --seat loki --format html > loki.html
      referee show referee-demo/record.yaml --seat thor --at 20
    """  # noqa: D301  \b is click's mark
    if seat and onlooker:
        raise click.UsageError("--seat and --onlooker exclude each other.")
    table = load(game)
    if entry is not None:
        table = table.at(entry)
    reader = seat_of(table, seat) if seat is not None else None if onlooker else table.usual_reader
    if as_json or form == "json":
        tell_json(**shown(table, reader))
    elif form == "html":
        tell(page(table, reader), nl=False)
    else:
        tell(table.report(reader), nl=False)


def page(table: Any, seat: str | None) -> str:
    """What `show --format html` prints: the report as it is mailed, without links to answer by."""
    view = table.view(seat)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=owing(awaited(view, table.index.house), table.index.house),
        number=table.report_number(seat),
        seal=table.seal_for(seat),
        told=table.told(seat, table.since(seat)),
        choices=left_over(table.index.house, seat or "", table.game.choices(view)),
        back=asked_back(table.index.house),
        language=table.index.language(seat),
        picture="svg",
    )
    return bodies(letter).html


def shown(table: Any, seat: str | None) -> dict[str, Any]:
    """What `show --json` prints: everything in it comes from the seat's own view."""
    view = table.view(seat)
    return {
        "game": table.id,
        "seat": seat,
        "position": table.position,
        "table": plain(telling(table.game).table(view)),
        "told": [{"position": one.position, **plain(one.seen)} for one in table.told(seat)],
        "owed": plain(awaited(view, table.index.house).owed),
        "outcome": plain(table.outcome),
        "seal": table.seal_for(seat),
    }


@click.command()
@game_argument
@seat_option
@click.option("--full", is_flag=True, help="Every move on a line of its own, as an order.")
@json_option
def moves(game: str, seat: str, full: bool, as_json: bool) -> None:
    """Tell what a seat may do now.

    \b
    Examples:
      referee moves g1 --seat loki
      referee moves g1 --seat loki --full
    """  # noqa: D301  \b is click's mark
    table = load(game)
    known = seat_of(table, seat)
    if not as_json:
        tell(table.moves_text(known, full=full), nl=False)
        return
    choices = table.choices(known)
    families = [_family(family) for family in choices.families]
    tell_json(game=table.id, seat=known, count=choices.count, families=families)


def _family(family: Any) -> dict[str, Any]:
    """A family of moves: all of them where they can be listed, else one as an example."""
    some = family.moves() if family.listed else [family.draw(Random(1))]  # noqa: S311  an example, not a lot
    return {
        "family": family.key,
        "rule": family.rule,
        "count": family.count,
        "listed": family.listed,
        **({"at_least": True} if family.at_least else {}),
        "moves": [move.written for move in some],
    }


@click.command()
@game_argument
@click.argument("entry", type=int, metavar="N")
@any_seat_option
@language_option
def explain(game: str, entry: int, seat: str | None, language: str) -> None:
    """Explain entry N of a GAME.

    Each line of the letter, the rules it was held to, what came of it. This is for the keeper: it tells what is
    hidden from the players. With --seat it tells what that seat knows and no more, and N counts, from 0, the entries
    that concern that seat: its letter g1.thor.9 tells of entry 8.

    \b
    Examples:
      referee explain g1 12
      referee explain g1 8 --seat thor --language de
      referee explain referee-demo/record.yaml 3
    """  # noqa: D301  \b is click's mark
    table = load(game)
    known = seat_of(table, seat) if seat is not None else None
    tell(table.explain(entry, known, language=language).rstrip("\n"))


LARGEST = 100_000
"""Bytes of a letter; none of our readers looks at more."""

LIKE_A_FILE = regex(r"\S*/\S*|\S+\.[a-z]{1,5}")
SPOKEN = regex(r"\s*(?:say|note)\b", re.IGNORECASE)

orders_argument = click.argument("orders", nargs=-1, required=True, metavar="ORDER...")


def letter_of(orders: Sequence[str]) -> str:
    """The letter that is meant: each argument is a line; or one argument alone is a file, or `-` for stdin.

    One argument is a file if there is one of that name with a dot or a slash in it, or if it can be nothing
    else: it has a slash or an ending such as `.txt`, and no blanks. Raises `Faulty` if the file is missing,
    or is no letter.
    """
    if len(orders) == 1:
        [only] = orders
        if only == "-":
            return _decoded(sys.stdin.buffer.read(LARGEST + 1), "-")
        if LIKE_A_FILE.fullmatch(only) or ("." in only and Path(only).is_file()):
            return _file(only)
    for number, order in enumerate(orders, 1):
        if not order.isprintable() and re.search("[\ud800-\udfff\0]", order):
            raise Faulty("letter-not-utf8", where=f"argument {number}")
    # Each argument is a line by itself: words to the table end with it.
    return "\n".join(f"{order}\n" if SPOKEN.match(order) else order for order in orders)


def _file(name: str) -> str:
    try:
        return _decoded(files.read(name, LARGEST + 1), name)
    except FileNotFoundError:
        raise NotFound("file-missing", where=name, name=name) from None


def _decoded(data: bytes, name: str) -> str:
    if len(data) > LARGEST:
        raise Faulty("letter-too-large", where=name, limit=LARGEST)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Faulty("letter-not-utf8", where=f"{name}:{line}") from None


def _discreet(home: Any, game: str, letter: str) -> str:
    """A letter without secrets, since what a seat says is told to others; unchanged where a home has none."""
    return without_secrets(letter, Seats(home), game) if (home.path / "seats").is_dir() else letter


@click.command()
@game_argument
@seat_option
@orders_argument
@json_option
def play(game: str, seat: str, orders: Sequence[str], as_json: bool) -> None:
    """Play one letter of a seat.

    It is written into the record, and its receipt printed. Each ORDER is a line of the letter. One alone may
    be a file, or - for stdin. Lines are played one after another, up to the first that cannot be; what was
    played stays played. Exit code 1 if any line was refused, not understood, not clear, or not played.

    \b
    Examples:
      referee play g1 --seat loki "deploy ravens, hel, frigg"
      referee play g1 --seat loki "draw" "lay dragon B2"
      referee play g1 --seat thor letter.txt
      echo draw | referee play g1 --seat thor -
    """  # noqa: D301  \b is click's mark
    from referee.desk.keeper import load_game  # noqa: PLC0415  `try` needs no desk

    letter = letter_of(orders)
    with writing():
        table = load_game(home_of(), game)
        known = seat_of(table, seat)
        letter = _discreet(home_of(), game, letter)
        played = table.play(known, letter)
    if table.mended:
        tell(say("mended", name=table.mended.name, size=table.mended.size), err=True)
    try:
        if as_json:
            tell_json(**told(table, known, played), entry=len(table.entries) - 1)
        else:
            tell(str(played), nl=False)
        sys.stdout.flush()
    except OSError as error:
        raise CannotWrite("played-untold", entry=len(table.entries) - 1, reason=str(error)) from None
    if not played.complete:
        raise Exit(NO)


@click.command("try")
@game_argument
@seat_option
@orders_argument
@json_option
def try_lines(game: str, seat: str, orders: Sequence[str], as_json: bool) -> None:
    """Tell whether orders would be allowed.

    Each is held to the rules as the table stands now, and nothing is played. Only what the seat knows
    decides. Lines are given as for `play`. Exit code 1 unless every line would be allowed.

    \b
    Examples:
      referee try g1 --seat loki "challenge B"
      referee try g1 --seat loki --json "use hel tyr"
    """  # noqa: D301  \b is click's mark
    table = load(game)
    known = seat_of(table, seat)
    tried = table.attempt(known, letter_of(orders))
    if as_json:
        tell_json(**told(table, known, tried))
    else:
        tell(str(tried), nl=False)
        if len(tried.verdicts) > 1:
            tell(say("each-alone"), err=True)
    if not all(_allowed(verdict) for verdict in tried.ruled.verdicts):
        raise Exit(NO)


def _allowed(verdict: Any) -> bool:
    return verdict.tried is not None and verdict.tried.broken is None


def told(table: Any, seat: str, played: Any) -> dict[str, Any]:
    """What `--json` tells about a letter: each line and what became of it, and the receipt."""
    lines = [_line(verdict) for verdict in played.ruled.verdicts]
    return {"game": table.id, "seat": seat, "lines": lines, "receipt": str(played)}


def _line(verdict: Any) -> dict[str, Any]:

    broken = verdict.broken or (verdict.tried.broken if verdict.tried else None)
    reason = broken.why if broken else verdict.reason
    doc = {
        "number": verdict.line.numbers[0],
        "raw": verdict.line.text,
        "verdict": verdict.kind,
        "move": verdict.written,
        "rule": broken.rule if broken else "",
        "why": reason.key if reason else getattr(verdict.line.reading, "key", ""),
        "params": plain(reason.params) if reason else {},
        "readings": list(verdict.readings),
    }
    if verdict.kind == "misread":
        reading = verdict.line.reading
        doc |= {"column": reading.column, "row": reading.row, "expected": list(reading.expected)}
    if verdict.kind == "answered":
        doc["allowed"] = _allowed(verdict)
    return doc

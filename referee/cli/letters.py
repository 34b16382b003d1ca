"""Verbs for the lines of a letter: try them, play them."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from click.exceptions import Exit

from referee.cli.common import game_argument, home_of, json_option, seat_of, seat_option, tell_json
from referee.cli.show import load
from referee.cli.terminal import NO, say, tell, writing
from referee.engine.plain import plain
from referee.home.seats import Seats, without_secrets
from referee.util import files
from referee.util.errors import CannotWrite, Faulty, NotFound

LARGEST = 100_000
"""Bytes of a letter; none of our readers looks at more."""

LIKE_A_FILE = re.compile(r"\S*/\S*|\S+\.[a-z]{1,5}")
SPOKEN = re.compile(r"\s*(?:say|note)\b", re.IGNORECASE)

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

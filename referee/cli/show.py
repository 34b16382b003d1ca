"""Verbs that look at a game and change nothing: its report, its legal moves, why something was ruled."""

from random import Random
from typing import Any

import click

from referee.cli.common import (
    any_seat_option,
    game_argument,
    json_option,
    language_option,
    loaded,
    record_of,
    seat_of,
    seat_option,
    tell_json,
)
from referee.cli.terminal import say, tell
from referee.engine.plain import plain
from referee.house.invitation import awaited
from referee.house.undo import left_over, owing
from referee.table.undo import asked_back
from referee.telling.catalog import telling
from referee.telling.letter import Letter, bodies


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

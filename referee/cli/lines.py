"""The verb for variations: orders that were not played, ruled on by the referee."""

from typing import Any

import click

from referee.archive.lines import KNOWN, LINE, of_note, played
from referee.archive.lines.telling import document, rows_told
from referee.cli.common import (
    any_seat_option,
    game_argument,
    json_option,
    loaded,
    record_of,
    seat_of,
    tell_json,
)
from referee.cli.terminal import fault_sentence, tell
from referee.notation.languages import checked
from referee.util.errors import Faulty
from referee.util.text import clean


@click.command("line")
@game_argument
@click.argument("place")
@click.argument("text")
@any_seat_option
@click.option("--open", "look", flag_value="open", help="With the whole table open.")
@click.option("--known", "look", flag_value="known", help="As the seat knew it there.")
@click.option("--worlds", "look", flag_value="worlds", help="Over all worlds that the seat could be in.")
@click.option("--language", metavar="LANGUAGE", help="In this language; else in that of the seat.")
@json_option
@click.pass_context
def line(ctx: click.Context, /, game: str, place: str, text: str, seat: str | None, **how: Any) -> None:
    """Play a variation of a GAME, and write nothing.

    TEXT holds orders, separated by semicolons, in the words of letters. In front of an order may stand whose
    it is ("loki: draw"); after it how its lots fall ("[draws tyr]"), a glyph (!?), a comment in braces; and in
    parentheses what could be played instead of it. Each order is ruled on as in a letter; after one that is
    not played the rest is kept as text.

    PLACE is a position such as 7.2, an entry ("entry 14"), or a line of a letter, from before that line
    ("entry 14 line 2").

    With --seat the variation is played from what that seat knew there, and with --worlds over the worlds that
    it could be in: those that agree with all it sees and was shown, each as likely as any other; a sample of
    them, always the same. What a player is likely to hold, by what that player did, is not weighed.
    Without --seat everything is open, which is for the keeper while the game is on.

    \b
    Examples:
      referee line g1 7.2 "lay frigg A2; challenge A"
      referee line g1 7.2 "draw [draws tyr] (lay ravens B2); lay tyr A1" --seat thor
      referee line game/record.yaml "entry 14" "challenge A" --seat thor --worlds --json
    """  # noqa: D301  \b is click's mark
    table = loaded(record_of(ctx, game))
    reader = seat_of(table, seat) if seat is not None else table.usual_reader
    _tell(table, place, text, reader, **how)


def _tell(
    table: Any,
    place: str,
    text: str,
    reader: str | None,
    *,
    look: str | None,
    language: str | None,
    as_json: bool,
) -> None:
    """Tell a variation, for a reader."""
    said = checked(language) if language else table.index.language(reader)
    wanted = look or (KNOWN if reader else "")
    found = played(table, place, text, reader, look=wanted, language=said, keeper=True)
    if as_json:
        tell_json(game=table.id, **document(table, found, said))
        return
    for row in rows_told(table, found, said):
        tell(clean(row))


def note_rows(table: Any, moment: Any, note: Any, reader: str | None) -> list[str]:
    """A variation that was noted, as it is ruled on for a reader, a row each; nothing for another kind of note."""
    if note.kind != LINE:
        return []
    try:
        rows = rows_told(table, of_note(table, moment, note, reader), table.index.language(reader))
    except Faulty as fault:  # the audience of the record does not know how the table stood there
        rows = (fault_sentence(fault.why),)
    return [f"    {clean(row)}" for row in rows]


def note_document(table: Any, moment: Any, note: Any, reader: str | None) -> dict[str, Any]:
    """The same as data."""
    try:
        return document(table, of_note(table, moment, note, reader), table.index.language(reader))
    except Faulty as fault:
        return {"why": fault.why.key}

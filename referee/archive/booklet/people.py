"""Who is named in a booklet: players by their consent alone, annotators who signed as such."""

from collections.abc import Iterable
from dataclasses import replace

from referee.archive.collection.names import SOMEBODY, Cast, Names, cast
from referee.archive.notes import Note
from referee.archive.replay.data import seat_called
from referee.table.table import Table
from referee.telling.sentences import Reader


class Unnamed(Names):
    """A booklet has no key for pseudonyms: who has not agreed to be named is somebody."""

    def hidden(self, name: str) -> str:  # noqa: ARG002  as its base has it
        """What a person without consent is called."""
        return SOMEBODY


def people_of(table: Table, notes: Iterable[Note], reader: Reader) -> Cast:
    """What each player is called, "" for who is called by the seat; and what becomes of names in texts.

    Who did not agree to be named is called by the seat in texts too, in the words of the reader.
    """
    found = cast(table, notes, Unnamed(b""))
    seats = {seat: "" if name == SOMEBODY else name for seat, name in found.seats.items()}
    playing = {part: seat for seat, name in table.view(table.usual_reader).names for part in parts_of(name)}
    called = {
        name: seat_called(reader, playing[name]) if name in playing else to
        for name, to in found.instead.items()
    }
    return replace(
        found, seats=seats, instead={name: to for name, to in called.items() if name not in found.kept}
    )


def parts_of(name: str) -> tuple[str, ...]:
    """A name and the words of it, in small letters."""
    whole = " ".join(name.casefold().split())
    return (whole, *whole.split())

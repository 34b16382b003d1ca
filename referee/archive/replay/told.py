"""What a side is told of a frame, in sentences; and who has to answer then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.archive.replay.frames import PLAYED, Film, Frame, Side
from referee.house.players import SeatTaken
from referee.table.points import Told
from referee.telling.report import outcome
from referee.telling.sentences import Reader, cited, turn_heading, waited_for


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence; `heads`: it is the heading of a turn that begins here."""

    text: str
    heads: bool = False


def sentences(reader: Reader, told: Sequence[Told], people: dict[str, str]) -> tuple[Line, ...]:
    """What happened, told to a reader. `people` are the names that may be told, by seat."""
    return tuple(line for one in told for line in _line(reader, _named(one, people)) if line.text)


def _line(reader: Reader, one: Told) -> Iterator[Line]:
    if one.seen.kind == reader.game.TURN.__name__:
        yield Line(turn_heading(reader, one), heads=True)
    else:
        yield Line(cited(reader.event(one.seen), one.seen.rule))


def _named(one: Told, people: dict[str, str]) -> Told:
    """Who takes a seat is told by the name that may be told."""
    if one.seen.kind != SeatTaken.__name__ or "name" not in one.seen.fields:
        return one
    fields = {**one.seen.fields, "name": people.get(one.seen["by"], "")}
    return replace(one, seen=replace(one.seen, fields=fields))


def orders(film: Film, n: int, side: Side, reader: Reader) -> tuple[str, ...]:
    """The orders of a frame, in the words of the reader: a side is told its own, and the open side all."""
    frame = film.frames[n]
    if not (side.open or (side.seat and side.seat == frame.seat)):
        return ()
    return tuple(reader.order(line.move) for line in frame.lines if line.verdict == PLAYED and line.move)


def standing(reader: Reader, frame: Frame) -> str:
    """How the game ended, or whose answer is due; "" before the first turn, where the table is only laid out."""
    if reader.view.outcome:
        return outcome(reader)
    return waited_for(reader) if reader.view.owed or frame.position != "0.0" else ""

"""What a side is told of a frame, in sentences; and who has to answer then."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.archive.replay.frames import PLAYED, Film, Side
from referee.engine.kit.customs import SidesTaken
from referee.house.players import SeatTaken
from referee.table.points import Told
from referee.telling.glance import outcome
from referee.telling.sentences import Reader, cited, turn_heading, waited_for

NAMING = frozenset({SidesTaken.__name__, SeatTaken.__name__})
"""Events that tell the names of players."""


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence; `heads`: it is the heading of a turn that begins here."""

    text: str
    heads: bool = False


def sentences(reader: Reader, told: Sequence[Told], called: Mapping[str, str]) -> tuple[Line, ...]:
    """What happened, told to a reader. `called` has what stands for the name of a player, by that name."""
    return tuple(line for one in told for line in _line(reader, _named(one, called)) if line.text)


def _line(reader: Reader, one: Told) -> Iterator[Line]:
    if one.seen.kind == reader.game.TURN.__name__:
        yield Line(turn_heading(reader, one), heads=True)
    else:
        yield Line(cited(reader.event(one.seen), one.seen.rule))


def _named(one: Told, called: Mapping[str, str]) -> Told:
    """Who plays a seat is told by the name that may be told."""
    if one.seen.kind not in NAMING or not called:
        return one
    fields = {name: _renamed(value, called) for name, value in one.seen.fields.items()}
    return replace(one, seen=replace(one.seen, fields=fields))


def _renamed(value: Any, called: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(item, called) for item in value)
    return called.get(value, value) if isinstance(value, str) else value


def orders(film: Film, n: int, side: Side, reader: Reader) -> tuple[str, ...]:
    """The orders of a frame, in the words of the reader: a side is told its own, and the open side all."""
    frame = film.frames[n]
    if not (side.open or (side.seat and side.seat == frame.seat)):
        return ()
    return tuple(reader.order(line.move) for line in frame.lines if line.verdict == PLAYED and line.move)


def standing(reader: Reader) -> str:
    """How the game ended, or whose answer is due; "" where none is, as between two turns."""
    if reader.view.outcome:
        return outcome(reader)
    return waited_for(reader) if reader.view.owed else ""

"""What a ruling may do, as values; carried out by `referee.table.rulings.effects`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from referee.engine.events import Event
from referee.house.players import Player, SeatTaken
from referee.house.rulings import (
    SAME,
    Adjudged,
    ClockAdjusted,
    OptionChanged,
    PlayedFor,
    PlayedOn,
    RolledBack,
    RulingMade,
)
from referee.record.entries import Ruling


@dataclass(frozen=True, slots=True)
class Uphold:
    """What happened stands."""


@dataclass(frozen=True, slots=True)
class ReadAs:
    """Line `line` of the letter of that entry counts as if it had read `text`; what came after the letter is undone."""

    entry: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class RollBack:
    """The table stands again as after entry `to`; `lots` is `same` (they fall as before) or `redeal`."""

    to: int
    lots: str = SAME


@dataclass(frozen=True, slots=True)
class PlayFor:
    """These lines are played for a seat, all of them, as one letter."""

    seat: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AdjustClock:
    """What a seat owes now is due this many seconds later, or earlier below 0; never before the ruling itself."""

    seat: str
    seconds: int


@dataclass(frozen=True, slots=True)
class Adjudge:
    """The game is over, and these seats have won; none: it is drawn."""

    winners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChangeOption:
    """An option of the game has another value from here on."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Replace:
    """Another player takes a seat over; the roster is changed by `referee.desk.keeper.rule`."""

    seat: str
    player: Player


@dataclass(frozen=True, slots=True)
class Again:
    """A letter ruled again, as its record tells it: the table goes back, and these lines of a seat are played."""

    to: int
    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What the house did, as its record tells it."""

    events: tuple[Event, ...]


KEYS: Mapping[type[Any], str] = {
    Uphold: "uphold",
    ReadAs: "read-as",
    RollBack: "roll-back",
    PlayFor: "play-for",
    AdjustClock: "adjust-clock",
    Adjudge: "adjudge",
    ChangeOption: "change-option",
    Replace: "replace",
    Again: "read-as",
    Kept: "replace",
}
"""What each effect is called, in records and catalogues."""


def effects_in(ruling: Ruling) -> Iterator[Any]:
    """The effects of a recorded ruling, as far as its events tell them: a line that counts as another is told by what is played."""
    starts = [at for at, event in enumerate(ruling.events) if isinstance(event, RulingMade)]
    for first, last in pairwise([*starts, len(ruling.events)]):
        made, *events = ruling.events[first:last]
        assert isinstance(made, RulingMade)  # noqa: S101  they begin with one
        yield from _told_by(made.effect, events)


def _told_by(effect: str, events: Sequence[Event]) -> Iterator[Any]:
    lines = [event for event in events if isinstance(event, PlayedFor | PlayedOn)]
    match effect, *events[:1]:
        case "uphold", *_:
            yield Uphold()
        case "roll-back", RolledBack(to=to, lots=lots):
            yield RollBack(to, lots)
        case "read-as", RolledBack(to=to):
            yield Again(to, tuple((one.of, one.line) for one in lines))
        case "play-for", PlayedFor(of=seat):
            yield PlayFor(seat, tuple(one.line for one in lines))
        case "adjust-clock", ClockAdjusted(of=seat, seconds=seconds):
            yield AdjustClock(seat, seconds)
        case "adjudge", Adjudged(winners=winners):
            yield Adjudge(winners)
        case "change-option", OptionChanged(name=name, value=value):
            yield ChangeOption(name, value)
        case "replace", SeatTaken():
            yield Kept(tuple(events))

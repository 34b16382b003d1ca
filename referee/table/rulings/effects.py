"""The effects of a ruling (H21): how each is read and written, what it names, what it does, its name.

    roll back to 7.1 redeal  ->  RollBack("7.1", "redeal")  ->  RollBack(12, "redeal")  ->  RolledBack, Redealt, ...
         a line                    as read                        found at a table             happened

`EFFECTS` is their only list. The reader and the writer of the judge's lines use it, and so does the code that
carries a ruling out or repeats a recorded one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any, ClassVar, Protocol, Self

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.moves import move
from referee.house.disputes import UPHOLD
from referee.house.invitation import owed_at
from referee.house.letters import LanguageChosen
from referee.house.players import Player, SeatTaken
from referee.house.rulebook import rulebook
from referee.house.rulings import (
    REDEAL,
    SAME,
    Adjudged,
    ClockAdjusted,
    OptionChanged,
    PlayedFor,
    PlayedOn,
    RolledBack,
    RulingMade,
    SeatRemoved,
)
from referee.house.terms import LONGEST
from referee.notation.languages import checked
from referee.record.entries import Ruling
from referee.table.rulings.bench import Bench, back, letter_of, orders_with, play_letter, play_lines, redeal
from referee.util.errors import NotAllowed, NotFound, WrongUsage
from referee.util.values import replace

# What each effect of a ruling says about itself (H21); they are in `referee.table.rulings.effects`.


class Places(Protocol):
    """Finds, at a table, what a line names. Each method raises `Faulty` where there is no such thing."""

    def letter(self, position: str, line: int) -> int:
        """The letter that has a line of this number, ruled on at a position."""

    def position(self, position: str) -> int:
        """The entry after which the table stood at a position, if it stands elsewhere now."""

    def player(self, text: str) -> Player:
        """A player, as written: `Cleo <cleo@example.org>`."""


class Effect(Move):
    """What a ruling may do.

    As read from a line it names positions and texts; `found` turns them into entries and values.

    Attributes:
        key: its name in records and catalogues.
        aliases: the names of its lines in `grammar/arbiter.lark`.
        told_by: the event that tells of it, and which fields of that event are its own.
        texted: a text follows after a colon.
        goes_back: it puts the table back, so it stands first in a ruling.
        ends: it may stand in a ruling when the game is over.
    """

    key: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]]
    told_by: ClassVar[tuple[Any, ...]]
    texted: ClassVar[bool] = False
    goes_back: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """The effect that the words of a line say."""
        return cls(*words)

    def with_text(self, _text: str) -> Self:
        """The same effect, with the text after its colon."""
        raise TypeError(type(self))

    def found(self, _places: Places) -> "Effect":
        """The same effect at a table: with entries for positions. Raises `Faulty`."""
        return self

    def happen(self, bench: Bench) -> None:
        """Carry it out. Raises `Faulty` where that is not possible."""

    @classmethod
    def recorded(cls, events: Sequence[Event]) -> "Effect | None":
        """The effect that the events of a record tell of; None if they do not fit."""
        kind, *fields = cls.told_by
        fits = bool(events) and type(events[0]) is kind
        return cls(*(getattr(events[0], name) for name in fields)) if fits else None


SECONDS = {"day": 86400, "hour": 3600, "minute": 60}


def _largest_unit(seconds: int) -> str:
    """A span in the largest unit that fits."""
    unit = next(one for one, size in SECONDS.items() if seconds % size == 0 or one == "minute")
    return f"{seconds // SECONDS[unit]:+d} {unit}s"


@move("uphold")
class Uphold(Effect):
    """`uphold`: what happened stands."""

    key = UPHOLD
    aliases = ("uphold",)
    ends = True

    @classmethod
    def recorded(cls, _events: Sequence[Any]) -> Effect:
        """No event tells of it."""
        return cls()


@move("read {entry} line {line} as:[ {text}]")
class ReadAs(Effect):
    """`read 7.2 line 2 as: TEXT`: that line counts as if it had read so; what came after its letter is undone."""

    key = "read-as"
    aliases = ("read_as",)
    texted = goes_back = True
    entry: int | str
    line: int
    text: str = ""

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """A position, and the number of a line."""
        return cls(words[0], int(words[1]))

    def with_text(self, text: str) -> Self:
        """The text that the line counts as."""
        return replace(self, text=text)

    def found(self, places: Places) -> Effect:
        """The letter, by its entry."""
        return replace(self, entry=places.letter(str(self.entry), self.line))

    @property
    def to(self) -> int:
        """The entry to which the table goes back."""
        return int(self.entry) - 1

    def happen(self, bench: Bench) -> None:
        """Rule on the letter again with the other line, where the table stood when it came. Raises `Faulty`."""
        letter = letter_of(bench, self.entry)
        if all(line.number != self.line for line in letter.lines):
            raise NotFound("ruling-line", line=self.line, lines=tuple(line.number for line in letter.lines))
        back(bench, self.to, SAME)
        play_letter(bench, letter, orders_with(bench, letter, self.line, self.text), self.line)

    @classmethod
    def recorded(cls, events: Sequence[Any]) -> "Effect | None":
        """Known by what was played: the line itself is not in the events."""
        match events:
            case [RolledBack(to=to), *_]:
                return _Replayed(to, tuple((one.of, one.line) for one in _lines(events)))
        return None


@move()
class _Replayed(Effect):
    """A letter ruled on again, as its record tells it: the table goes back, and these lines of a seat are played."""

    key = ReadAs.key
    aliases = ()
    to: int
    lines: tuple[tuple[str, str], ...]

    def happen(self, bench: Bench) -> None:
        back(bench, self.to, SAME)
        for seat, lines in groupby(self.lines, key=itemgetter(0)):
            play_lines(bench, seat, [line for _, line in lines])


@move("roll back to {to} {lots}", written={"lots": lambda lots: "same lots" if lots == SAME else "redeal"})
class RollBack(Effect):
    """`roll back to 7.1`: the table stands again as after entry `to`.

    The lots fall the `same`, or `redeal` deals again what nobody has seen.
    """

    key = "roll-back"
    aliases = ("roll_back", "roll_same", "roll_redeal")
    told_by = (RolledBack, "to", "lots")
    goes_back = True
    to: int | str
    lots: str = SAME

    @classmethod
    def read(cls, alias: str, *words: str) -> Self:
        """A position; the words of the line say how the table goes back."""
        return cls(words[0], REDEAL if alias == "roll_redeal" else SAME)

    def found(self, places: Places) -> Effect:
        """The entry."""
        return replace(self, to=places.position(str(self.to)))

    def happen(self, bench: Bench) -> None:
        """Put the table back as it stood; what nobody has seen may be dealt again. Raises `Faulty`."""
        if self.lots not in {SAME, REDEAL}:
            raise WrongUsage("ruling-lots", lots=str(self.lots), known=(SAME, REDEAL))
        to = back(bench, self.to, self.lots)
        if self.lots == REDEAL:
            redeal(bench, to)


@move("play {seat}:[ {lines}]", written={"lines": "\n".join})
class PlayFor(Effect):
    """`play loki: TEXT`: these lines are played for a seat, all of them, as one letter."""

    key = "play-for"
    aliases = ("play",)
    texted = True
    seat: str
    lines: tuple[str, ...] = ()

    def with_text(self, text: str) -> Self:
        """The line that is played."""
        return replace(self, lines=(text,))

    @property
    def text(self) -> str:
        """What stands after the colon."""
        return "\n".join(self.lines)

    def happen(self, bench: Bench) -> None:
        """Raises `Faulty` for an unknown seat, and for a line that cannot be played."""
        if self.seat not in bench.table.seats:
            raise NotFound("no-such-seat", seat=self.seat, seats=bench.table.seats)
        if not self.lines:
            raise WrongUsage("ruling-misread", text="")
        play_lines(bench, self.seat, self.lines, bench.table.index.language(self.seat))

    @classmethod
    def recorded(cls, events: Sequence[Any]) -> "Effect | None":
        """Known by the lines that are told, each before its events."""
        match events:
            case [PlayedFor(of=seat), *_]:
                return cls(seat, tuple(one.line for one in _lines(events)))
        return None


def _lines(events: Sequence[Any]) -> Iterator[PlayedFor | PlayedOn]:
    return (event for event in events if isinstance(event, PlayedFor | PlayedOn))


@move("clock {seat} {seconds}", written={"seconds": _largest_unit})
class AdjustClock(Effect):
    """`clock loki +3 days`: what a seat owes now is due that many `seconds` later.

    Below 0 it is due earlier, but never before the ruling.
    """

    key = "adjust-clock"
    aliases = ("clock",)
    told_by = (ClockAdjusted, "of", "seconds")
    seat: str
    seconds: int

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """A seat, a number with its sign, a unit."""
        seat, span, unit = words
        return cls(seat, int(span.replace(" ", "")) * SECONDS[unit])

    def happen(self, bench: Bench) -> None:
        """Move the deadline. Raises `Faulty` where no clock runs for the seat."""
        owed = owed_at(bench.table.game, bench.now.state, bench.table.index.house)
        if not bench.table.terms.deadline or all(one.seat != self.seat for one in owed):
            raise NotAllowed("ruling-clock", seat=self.seat)
        if type(self.seconds) is not int or not 0 < abs(self.seconds) <= LONGEST:
            raise WrongUsage("ruling-seconds", seconds=str(self.seconds))
        bench.do(ClockAdjusted(self.seat, self.seconds))


@move("replace {seat}:[ {player}]")
class Replace(Effect):
    """`replace loki: Cleo <cleo@example.org>`: another player plays on in a seat.

    `referee.desk.seating` changes the roster.
    """

    key = "replace"
    aliases = ("replace",)
    texted = True
    seat: str
    player: Player | str = ""

    def with_text(self, text: str) -> Self:
        """The new player, as text."""
        return replace(self, player=text)

    def found(self, places: Places) -> Effect:
        """The player, out of the text."""
        return replace(self, player=places.player(str(self.player)))

    def happen(self, bench: Bench) -> None:
        """Seat another player, with another language if one is named. Raises `Faulty` for an unknown seat."""
        if self.seat not in bench.table.seats or not isinstance(self.player, Player):
            raise NotFound("no-such-seat", seat=self.seat, seats=bench.table.seats)
        language = bench.table.index.language(self.seat)
        wanted = checked(self.player.language or language)
        bench.do(SeatTaken(self.seat, self.player.name))
        if wanted != language:
            bench.do(LanguageChosen(self.seat, wanted))

    @classmethod
    def recorded(cls, events: Sequence[Any]) -> "Effect | None":
        """As it is told: the address is in no record."""
        return _Kept(tuple(events)) if events and isinstance(events[0], SeatTaken) else None


@move()
class _Kept(Effect):
    """What the house did, as its record tells it."""

    key = Replace.key
    aliases = ()
    events: tuple[Event, ...]

    def happen(self, bench: Bench) -> None:
        for event in self.events:
            bench.do(event)


@move("adjudge {winners|draw}", written={"winners": " ".join})
class Adjudge(Effect):
    """`adjudge thor`, `adjudge asa brand`, `adjudge draw`: the game is over.

    These have won; without `winners` it is a draw.
    """

    key = "adjudge"
    aliases = ("adjudge", "adjudge_draw")
    told_by = (Adjudged, "winners")
    ends = True
    winners: tuple[str, ...]

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """Seats, or none."""
        return cls(words)

    def happen(self, bench: Bench) -> None:
        """Raises `Faulty` for an unknown seat."""
        seats = bench.table.players
        for winner in self.winners:
            if winner not in seats or self.winners.count(winner) > 1:
                raise NotFound("no-such-seat", seat=winner, seats=seats)
        bench.do(Adjudged(self.winners, bench.reason))


@move("remove {seat}")
class Remove(Effect):
    """`remove loki`: a seat leaves the game, as if it had given up.

    What that means is the game's to say: it is over, or the others play on.
    """

    key = "remove"
    aliases = ("remove",)
    told_by = (SeatRemoved, "of")
    seat: str

    def happen(self, bench: Bench) -> None:
        """Raises `Faulty` for an unknown seat, and for one that has left."""
        here = tuple(one for one in bench.table.seats if one not in getattr(bench.now.state, "gone", ()))
        if self.seat not in here:
            raise NotFound("no-such-seat", seat=self.seat, seats=here)
        bench.do(SeatRemoved(self.seat))
        bench.happen(bench.table.game.leaves(bench.now.state, self.seat, "H21", "removed", bench.lots))


@move("option {name} {value}")
class ChangeOption(Effect):
    """`option seer must-draw`: an option of the game has another value from here on."""

    key = "change-option"
    aliases = ("option",)
    told_by = (OptionChanged, "name", "value")
    name: str
    value: str

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """A name and a value."""
        return cls(*(word.lower() for word in words))

    def happen(self, bench: Bench) -> None:
        """Raises `Faulty` for an option that cannot be changed, or already has the value."""
        book = {one.option: one for one in rulebook(bench.table.game.name).rulings if one.option}
        values = {
            name: tuple(value for value, _ in one.values) for name, one in book.items() if not one.opens
        }
        if self.name in {*book, *bench.now.content} - {*values}:
            raise NotAllowed("ruling-opens", name=self.name)
        if self.name not in values:
            raise WrongUsage("ruling-option", name=self.name, known=tuple(sorted(values)))
        left = tuple(one for one in values[self.name] if one != bench.now.content[self.name])
        if self.value not in left:
            raise WrongUsage("ruling-value", name=self.name, value=self.value, known=left)
        bench.do(OptionChanged(self.name, self.value))


EFFECTS: Mapping[str, type[Effect]] = {
    one.key: one
    for one in (Uphold, ReadAs, RollBack, PlayFor, AdjustClock, Replace, Adjudge, Remove, ChangeOption)
}
"""All effects, by their names."""


def replaced(effects: Iterable[Effect]) -> Mapping[str, Player]:
    """The players who take over a seat, by seat."""
    found = (one for one in effects if isinstance(one, Replace))
    return {one.seat: one.player for one in found if isinstance(one.player, Player)}


def effects_in(ruling: Ruling) -> Iterator[Effect]:
    """The effects of a recorded ruling, as far as its events tell them."""
    starts = [at for at, event in enumerate(ruling.events) if isinstance(event, RulingMade)]
    for first, last in pairwise([*starts, len(ruling.events)]):
        made, *events = ruling.events[first:last]
        assert isinstance(made, RulingMade)  # noqa: S101  they begin with one
        if made.effect in EFFECTS and (told := EFFECTS[made.effect].recorded(events)):
            yield told

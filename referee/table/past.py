"""What a seat knows of the past: what it was shown, entry by entry, and its own letters line by line.

Nothing else is told here: entries that showed the seat nothing are not even counted. The numbers are those of
our letters to the seat: `g1.thor.9` tells of the ninth entry that concerned Thor.
"""

from collections.abc import Iterator
from functools import cached_property

from referee.record.entries import Entry, Letter, Opening
from referee.table.beforehand import plays
from referee.table.index import number_in
from referee.table.points import Told, written_position
from referee.table.replay import Held, held_lines
from referee.table.table import Table
from referee.table.verdicts import NO_ORDERS
from referee.util.row import count_before
from referee.util.values import Value


def entered(entry: Entry, opening: Opening) -> bool:
    """Whether an entry is a letter that the keeper entered for a seat, in a game to which its players were invited."""
    return isinstance(entry, Letter) and not (entry.digest or opening.events or plays(entry))


class OwnLine(Value):
    """A line of a letter of the seat: of which letter, how it was held to the rules, what its writer was shown of it.

    `entered`: the keeper has entered it for the seat.
    """

    letter: str
    held: Held
    told: tuple[Told, ...]
    entered: bool = False


class Known(Value):
    """What a seat knows of one entry: the number of our letter, and what was shown.

    Of the seat's own letter it also holds where the table stood, and the lines. `told` is all that the seat
    was shown; `rest` is the part of it that no line of the letter caused.
    """

    letter: str
    own: bool
    position: str
    lines: tuple[OwnLine, ...]
    told: tuple[Told, ...]
    rest: tuple[Told, ...]
    entered: bool = False


class Past:
    """What one seat has learned from the entries of a table before `until` (else from all)."""

    def __init__(self, table: Table, seat: str, until: int | None = None) -> None:
        """Look at the entries that concern the seat, and at no others."""
        self.table, self.seat = table, seat
        self.until = len(table.points) if until is None else until
        concerning = table.index.concerning[seat]
        self.entries = concerning[: count_before(concerning, self.until)]
        self._known: dict[int, Known] = {}

    def number(self, at: int) -> str:
        """The number of our letter that tells of the seat's entry `at` (from 0)."""
        return f"{self.table.id}.{self.seat}.{self.table.index.numbered(self.seat, at + 1)}"

    def asked(self, number: str) -> Known | None:
        """What the seat knows of the entry that our letter of that number tells of.

        None if the seat has no such letter.
        """
        at = number_in(number, self.table.id, self.seat)
        count = self.table.index.reached(self.seat, at)
        told = 0 < count <= len(self.entries) and self.table.index.numbered(self.seat, count) == at
        return self.known(count - 1) if told else None

    def known(self, at: int) -> Known:
        """What the seat knows of its entry `at` (from 0)."""
        if at not in self._known:
            self._known[at] = self._entry(at)
        return self._known[at]

    def _entry(self, at: int) -> Known:
        n = self.entries[at]
        told = self.table.told(self.seat, n, n + 1)
        if not self._own(n):
            return Known(self.number(at), False, "", (), told, told)
        letter, point = self.table.points[n].entry, self.table.points[n]
        assert isinstance(letter, Letter)  # noqa: S101  it is their own
        lines, first, by_hand = [], 0, entered(letter, self.table.opening)
        for held in held_lines(self.table, n):
            from_here, first = point.told(self.seat, first), first + len(held.events)
            shown = from_here[: len(from_here) - len(point.told(self.seat, first))]
            lines.append(OwnLine(self.number(at), held, tuple(shown), by_hand))
        rest = tuple(point.told(self.seat, first))
        return Known(self.number(at), True, letter.position, tuple(lines), told, rest, by_hand)

    def _own(self, n: int) -> bool:
        """H3, H7 Whether entry n is a letter of the seat's present player.

        What an earlier one wrote stays that player's own.
        """
        entry = self.table.points[n].entry
        mine = isinstance(entry, Letter) and entry.seat == self.seat
        return mine and n >= self._taken

    @cached_property
    def _taken(self) -> int:
        """The entry, of those looked at, in which the seat was last taken over."""
        taken = self.table.index.taken.get(self.seat, 0)
        return taken if taken < self.until else 0

    @cached_property
    def told(self) -> tuple[Told, ...]:
        """Everything that the seat was shown."""
        return self.table.told(self.seat, until=self.until)

    @cached_property
    def reached(self) -> frozenset[str]:
        """The positions through which the seat knows the table to have gone."""
        stood = (self.table.points[n].state for n in self.entries)
        positions = (written_position(self.table.game.position(state)) for state in stood)
        return frozenset((*positions, *(one.position for one in self.told)))

    def shown_at(self, position: str) -> tuple[Told, ...]:
        """What the seat was shown that led to a position, or happened there."""
        return tuple(one for one in self.told if one.position == position)

    def lines_at(self, position: str) -> Iterator[OwnLine]:
        """The seat's own orders that were ruled on at a position, or that led to it."""
        for at, n in enumerate(self.entries):
            point = self.table.points[n]
            if self._own(n) and position in {getattr(point.entry, "position", ""), *point.positions}:
                for line in self.known(at).lines:
                    there = {line.held.position, *(one.position for one in line.told)}
                    if position in there and line.held.line.verdict not in NO_ORDERS:
                        yield line

"""Which letters a dispute is about, and where in a record the table stood at a position."""

from collections.abc import Sequence

from referee.house.annotations import NUMBERS
from referee.notation.dispute_verbs import AT
from referee.record.entries import Act, Letter, Line
from referee.table.clocks.silences import SILENCE
from referee.table.points import written_position
from referee.table.table import Table
from referee.table.verdicts import ANSWERED, NO_ORDERS, NOTED, SAID
from referee.util.errors import Faulty

MOST_LETTERS = 6


def position_of(text: str) -> tuple[int, int]:
    """A position as written, `7.2`; (0, 0) for any other text."""
    found = AT.match(text)
    return (int(found["turn"]), int(found["action"])) if found else (0, 0)


def concerned(
    table: Table,
    position: str,
    until: int,
    seat: str | None = None,
    *,
    by: str = "",
    answered: int | None = None,
) -> tuple[int, ...]:
    """The letters, after the deal and before entry `until`, that may be meant by a position: the likeliest first.

    That is the one with the receipt that was `answered`; then those that were ruled on there, then those of which an
    order led there, then those with which a turn began there; of each, those with orders first, and those of `by`.
    What was done for a silent seat counts as a letter of that seat. Letters without any order count if they are those
    of `by` (else of anybody): they may hold what was not read as one. For a seat: its own, and those that changed
    something for it. It is not told which others there were.
    """
    found = list[tuple[int, bool, bool, int]]()
    dealt = table.index.dealt or 0
    for n in range(dealt + 1, min(until, len(table.points))):
        if (letter := letter_of(table, n)) is None:
            continue
        own, of_by = seat in {None, letter.seat}, by in {"", letter.seat}
        near = _nearness(table, n, position, None if own else seat)
        words = not has_orders(letter)
        counts = _says(letter) and (of_by or not words)
        if near is not None and (counts if own else n in table.index.changed[seat]):
            found.append((-1 if n == answered else near, words, not of_by, n))
    return tuple(n for *_, n in sorted(found)[:MOST_LETTERS])


BEGAN_THERE, LED_THERE, TURN_THERE = range(3)


def _nearness(table: Table, n: int, position: str, seat: str | None) -> int | None:
    """How a letter is connected with a position; None if it is not.

    Of a letter of another player's only what `seat` was shown of it counts.
    """
    point, turn = table.points[n], table.game.TURN.__name__
    letter = letter_of(table, n)
    if letter and letter.position == position:
        return BEGAN_THERE
    events = [type(event).__name__ for event in point.entry.events]
    led = zip(events, point.positions, strict=True)
    told = led if seat is None else ((one.seen.kind, one.position) for one in point.told(seat))
    there = [kind for kind, at in told if at == position]
    if not there:
        return None
    return TURN_THERE if all(kind == turn for kind in there) else LED_THERE


def letter_of(table: Table, n: int) -> Letter | None:
    """The letter of entry n, unless it is empty; for what was done for a silent seat, one without lines; else None."""
    entry = table.points[n].entry
    if isinstance(entry, Act) and entry.act == SILENCE:
        position = written_position(table.game.position(table.points[n - 1].state))
        return Letter(at=entry.at, seat=entry.seat, position=position, events=entry.events)
    return entry if isinstance(entry, Letter) and entry.lines else None


def has_orders(letter: Letter) -> bool:
    """Whether a line of a letter was an order, or was not understood as one; or there was none, and silence spoke."""
    return not letter.lines or any(
        line.verdict not in NO_ORDERS and line.rule not in NUMBERS for line in letter.lines
    )


def _says(letter: Letter) -> bool:
    """Whether a line of a letter is one that a quarrel may be about: an order, or what was not read as one."""
    return not letter.lines or any(_may_be_meant(line) for line in letter.lines)


def _may_be_meant(line: Line) -> bool:
    """Whether a line is an order, was not understood as one, or asks about one; words and notes are not."""
    if line.rule in NUMBERS or line.verdict in {SAID, NOTED}:
        return False
    return line.verdict != ANSWERED or bool(line.move)


def last_at(table: Table, position: str, until: int) -> int | None:
    """The last entry before `until` after which the table stood at a position; None if it never did."""
    wanted = position_of(position)
    return next(
        (
            n
            for n in reversed(range(min(until, len(table.points))))
            if table.game.position(table.points[n].state) == wanted
            and (table.index.dealt is not None and n >= table.index.dealt)
        ),
        None,
    )


def around(table: Table, position: str, until: int, letters: Sequence[int]) -> tuple[int, int]:
    """The entries after which the table stood before and after the first of some letters; else, at a position."""
    if letters:
        return letters[0] - 1, letters[0]
    wanted, dealt = position_of(position), table.index.dealt or 0
    behind = [
        n
        for n in range(dealt, min(until, len(table.points)))
        if table.game.position(table.points[n].state) <= wanted
    ]
    at = behind[-1] if behind else dealt
    return at, at


def entry_at(table: Table, position: str) -> int:
    """The last entry after which the table stood at a position. Raises `Faulty`."""
    found = last_at(table, position, len(table.points))
    if found is None:
        raise Faulty("ruling-no-position", position=position)
    return found

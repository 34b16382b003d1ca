"""A letter in the record ruled on again, from its lines as they were written and the lots as they fell."""

from collections.abc import Iterator
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Happening
from referee.engine.game import Game
from referee.engine.lots import Lots, LotsDiffer, RecordedLots
from referee.house.state import House
from referee.notation.reader import LEFT, Left, Misread, Prose, Reading, Text
from referee.notation.reader import Line as WrittenLine
from referee.record.entries import Letter, Line
from referee.record.private import is_shut
from referee.table import ruling
from referee.table.ruling import Ruled
from referee.table.table import Table


def ruled_again(table: Table, n: int, lots: RecordedLots | None = None) -> Ruled:
    """What today's rules say to the letter of entry n, at the table as it stood. Raises `referee.engine.lots.LotsDiffer`."""
    letter = table.points[n].entry
    assert isinstance(letter, Letter)  # noqa: S101  the caller has looked
    recorded = RecordedLots(letter.lots) if lots is None else lots
    house = table.house_for(letter.seat, letter.reply, until=n, at=letter.at)
    read = read_again(table, n, house)

    def deal(state: Any, _words: object) -> tuple[Lots, Happening]:
        return recorded, table.game.setup(state, table.points[0].content, recorded)

    before = table.points[n - 1].state
    return ruling.rule_on(table.game, before, letter.seat, read, recorded, house=house, deal=deal)


def read_again(table: Table, n: int, house: House) -> list[WrittenLine]:
    """The lines of the letter of entry n, read as they were written, in the language its seat had then."""
    letter = table.points[n].entry
    assert isinstance(letter, Letter)  # noqa: S101  the caller has looked
    left = [
        (line.number, line.raw, line.why) for line in letter.lines if is_left(line) and not is_shut(line.raw)
    ]
    language = table.index.language(letter.seat, n)
    read = table.read(list(as_it_came(letter)), left, invited=bool(house.waiting), language=language)
    shut = [WrittenLine((line.number,), "", _shut(line)) for line in letter.lines if is_shut(line.raw)]
    return sorted((*read, *shut), key=lambda line: line.numbers)


def _shut(line: Line) -> Reading:
    """What stands for a line whose text is private: what goes on at the table is the same with it as with the line."""
    if is_left(line):
        return Left(line.why)
    known: dict[str, Reading] = {"misread": Misread(1), "answered": Text("statement", "")}
    return known.get(line.verdict, Prose())


def met(game: Game, state: Any, letter: Letter, move: Move) -> Any:
    """The table as an order of a recorded letter met it: after what the writer's standing orders did before it."""
    if not ruling.after_standing_orders(game, move):
        return state
    try:
        return ruling.begin_letter(game, state, letter.seat, RecordedLots(letter.lots), [])
    # The lots come later in the letter: then no standing order of today's rules goes before it.
    except LotsDiffer:
        return state


def is_left(line: Line) -> bool:
    """Whether a line was left out as not its writer's own."""
    return line.verdict == "not-played" and line.why in LEFT


def as_it_came(letter: Letter) -> Iterator[tuple[int, str]]:
    """The writer's lines of a letter with their numbers; a blank one where numbers are missing, which ends a `say`."""
    due = 1
    for line in letter.lines:
        if is_left(line) or is_shut(line.raw):
            continue
        if line.number > due:
            yield line.number - 1, ""
        rows = line.raw.split("\n")
        yield from enumerate(rows, line.number)
        due = line.number + len(rows)

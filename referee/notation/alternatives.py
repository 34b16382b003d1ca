"""Orders of which only one can be chosen, several of them alone in a letter: they ask what each does, and play nothing.

`card thor` asks what Thor is, and `card friendship` chooses that card in an encounter: somebody who wants to know what
four of them do writes four such lines, and would find the first one played.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from referee.engine.choices import Move
from referee.notation.readings import Line, Order, Reading, Table

ASK = frozenset({"about", "help", "rules", "moves", "status", "hint", "score", "table"})
"""Questions that may stand beside them; `about` asks what something is."""


@dataclass(frozen=True, slots=True)
class OneOf(Table):
    """An order that is asked about, for others stand beside it of which only one can be chosen."""


def as_questions(lines: Iterable[Line], kinds: Collection[type[Move]]) -> list[Line]:
    """The lines of a letter; with `kinds` of moves as questions where a letter has several and nothing else to play.

    One is enough where something else is asked by the same word. A guard says that they are meant to be played;
    the same order twice is meant for one time after the other.
    """
    found = list(lines)
    orders = [one.reading for one in found if isinstance(one.reading, Order)]
    if not _ask([one.reading for one in found], orders, kinds):
        return found
    return [replace(one, reading=_question(one.reading)) for one in found]


def _ask(readings: Iterable[Reading], orders: list[Order], kinds: Collection[type[Move]]) -> bool:
    if not orders or any(
        type(one.move) not in kinds or one.guard or one.remark or one.mark for one in orders
    ):
        return False
    asked = [one.verb for one in readings if isinstance(one, Table)]
    if not ASK.issuperset(asked):
        return False
    return len({one.move for one in orders}) + ("about" in asked) > 1


def _question(reading: Reading) -> Reading:
    move = reading.move if isinstance(reading, Order) else None
    return OneOf("try", move.written, move) if move else reading

"""What a line of a letter is read as: values, made by `referee.notation.reader` and ruled on in `referee.table.ruling`."""

from dataclasses import dataclass, field
from typing import cast

from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.kit import defaults

MOST_TOKENS = 80
"""How many words and signs of a line are read."""


@dataclass(frozen=True, slots=True)
class Guard:
    """`@7.2`: play only at this turn and action. `@now`: play, whatever has happened since."""

    turn: int = 0
    action: int = 0
    now: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A move as written; `remark` and `mark` are the writer's own until the end. `bare`: what is accepted is not said."""

    move: Move
    guard: Guard | None = None
    remark: str = ""
    mark: str = ""
    bare: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Table:
    """A question to the referee, or `end`. `try` and `why` carry the move, and its canonical form.

    `why` without a move asks of a position (`7.2`) or of a letter, or a line of it (`g1.thor.9 2`).
    """

    verb: str
    argument: str = ""
    move: Move | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """What follows `say` or `note`, as written.

    `cut`: it was longer than words may be, and this is its beginning. `ends` is the line of the letter that reads as an
    order and so ended it; 0 where nothing did.
    """

    verb: str
    text: str
    cut: bool = False
    ends: int = 0


@dataclass(frozen=True, slots=True)
class Misread:
    """An order that cannot be read.

    `key` is one of `KEYS`. `column` counts from 1 in the line as written, `row` from 0 over the lines that
    one order fills. `expected` are words of the seat's language, and `KINDS`. `hint` is the nearest line
    that can be read, in canonical notation, if there is one near. `found` is what stands there. `asks`: it was a question,
    at which no letter stops.
    """

    column: int
    expected: tuple[str, ...] = ()
    hint: str = ""
    key: str = "unexpected"
    row: int = 0
    found: str = ""
    asks: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Prose:
    """A line that is no order: listed, and never a stop."""


@dataclass(frozen=True, slots=True)
class Left:
    """A line that the writer's mail program quoted, or that stands below a signature: never played.

    `why` is one of `LEFT`. Only lines that would have been more than prose are told at all.
    """

    why: str


Reading = Order | Table | Text | Misread | Prose | Left


@dataclass(frozen=True, slots=True)
class Line:
    """One order, text or line of prose of a letter: the numbers of its lines, as written, and as read."""

    numbers: tuple[int, ...]
    text: str
    reading: Reading


@dataclass(frozen=True, slots=True)
class Opening:
    """How an order begins: at which character, where its verb ends, and which verb it is.

    `verb` is "move" for an order that begins without one, as its game has it, and "" if the word is not quite a
    verb. `near` are then the verbs that may be meant; for `try` and `why` those meant by the word after.
    `guard_fault`: what stands in front of the verb is no guard.
    """

    at: int
    behind: int
    verb: str
    near: tuple[str, ...]
    guard: Guard | None
    guard_fault: bool = False


def reading_of(game: Game) -> defaults.How:
    """What a game says of how it is read; see `referee.engine.kit.defaults.Reading` for what it may leave out."""
    return cast("defaults.How", defaults.reading_of(game))

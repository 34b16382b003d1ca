"""What a line of a letter is read as: values from `referee.notation.reader`, ruled on in `referee.table.ruling`."""

from typing import cast

from referee.engine.choices import Move
from referee.engine.game import Game
from referee.engine.kit import defaults
from referee.util.values import Value

MOST_TOKENS = 80
"""How many words and signs of a line are read."""


class Guard(Value):
    """`@7.2`: play only at this turn and action. `@now`: play, whatever has happened since."""

    turn: int = 0
    action: int = 0
    now: bool = False


class Order(Value, uncompared=("bare",)):
    """A move as written.

    Attributes:
        move: The move.
        remark: The writer's remark, private until the game ends.
        mark: The same for a mark.
        guard: Where it may be played, if the writer said so.
        bare: An acceptance that does not say what is accepted.
    """

    move: Move
    guard: Guard | None = None
    remark: str = ""
    mark: str = ""
    bare: bool = False


class Table(Value):
    """A question to the referee, or `end`. `try` and `why` carry the move, and its canonical form.

    `why` without a move asks about a position (`7.2`), a letter, or a line of a letter (`g1.thor.9 2`).
    """

    verb: str
    argument: str = ""
    move: Move | None = None


class Foresight(Table):
    """H27 An order beforehand: what it waits for, in canonical words (`referee.engine.kit.foreseen`), and its orders.

    Attributes:
        orders: What is played when the condition holds, in canonical notation.
        otherwise: What is played when it does not hold and the seat is to answer; () for nothing.
        until: The last turn in which it may be played, the one that it waits for if it names no later one; 0 for any.
    """

    condition: str = ""
    orders: tuple[str, ...] = ()
    otherwise: tuple[str, ...] = ()
    until: int = 0


class Text(Value):
    """The text after `say` or `note`, as written.

    Attributes:
        cut: It was longer than words may be, and this is its beginning.
        ends: The line of the letter that ended it, because it reads as an order; 0 if none did.
        unread: The same of one that begins like an order and is not understood: then nothing of the text is taken.
    """

    verb: str
    text: str
    cut: bool = False
    ends: int = 0
    unread: int = 0


class Misread(Value, uncompared=("asks",)):
    """An order that cannot be read.

    Attributes:
        key: One of `KEYS`.
        column: Counts from 1 in the line as written.
        expected: Words of the seat's language, and `KINDS`.
        hint: The nearest readable line, in canonical notation; "" if none is near.
        row: Counts from 0 over the lines that one order fills.
        found: What stands at that place.
        asks: It was a question, which does not stop a letter.
    """

    column: int
    expected: tuple[str, ...] = ()
    hint: str = ""
    key: str = "unexpected"
    row: int = 0
    found: str = ""
    asks: bool = False


class Prose(Value, uncompared=("inside",)):
    """A line that is not an order: listed, and never stops a letter.

    `inside` are orders in the midst of it, which may have been meant; they are never played.
    """

    inside: tuple[Move, ...] = ()


class Left(Value):
    """A line that the writer's mail program quoted, or that stands below a signature: never played.

    `why` is one of `LEFT`. Only lines that would have been more than prose are reported.
    """

    why: str


Reading = Order | Table | Text | Misread | Prose | Left


class Line(Value):
    """One order, text or line of prose of a letter: the numbers of its lines, as written, and as read."""

    numbers: tuple[int, ...]
    text: str
    reading: Reading


class Opening(Value):
    """How an order begins: at which character, where its verb ends, and which verb it is.

    `verb` is "move" for an order without a verb, if its game has such orders, and "" if the word is not quite
    a verb. `near` are then the verbs that may be meant; for `try` and `why`, those that the word after them
    may mean. `guard_fault`: the text in front of the verb is not a guard.
    """

    at: int
    behind: int
    verb: str
    near: tuple[str, ...]
    guard: Guard | None
    guard_fault: bool = False


def reading_of(game: Game) -> defaults.Reading:
    """How a game says its orders are read; `referee.engine.kit.defaults.Reading` tells what it may leave out."""
    return cast("defaults.Reading", defaults.reading_of(game))

"""What stands in an exchange text: games of tags and entries, as `grammar/archive.lark` has them.

Values are those of JSON. Where a part stood in a text is no part of its value: two games are equal when they say
the same.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from referee.table import fold
from referee.util.errors import Faulty, Why
from referee.util.values import Value, field


class Spot(Value, order=True):
    """A place in a text: line and column, both from 1."""

    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        """As in `12:5`."""
        return f"{self.line}:{self.column}"


NOWHERE = Spot()
UNKNOWN = "?"
"""A card that nobody wrote down: it is read, so that its place can be told."""
Keys = Mapping[str, Any]


class Tag(Value, uncompared=("at",)):
    """`[Site "Cologne"]`: a fact of the game as a whole; `keys` say who noted it."""

    name: str
    value: str
    keys: Keys = field(default_factory=dict)
    at: Spot = NOWHERE


class Fact(Value, uncompared=("at",)):
    """`<refused 7.2 not-held events=2>`: its name, words and values in their order, and values by name."""

    name: str
    words: tuple[Any, ...] = ()
    keys: Keys = field(default_factory=dict)
    at: Spot = NOWHERE


OF_THE_ENTRY = frozenset(
    (
        *("lot", "order", "pick", "roll", "event", "fair", "reached", "back"),
        *("reply", "ruled", "reason", "recorded", "invited"),
    )
)
"""Facts of an entry; any other is one of the line before it."""


class Order(Value, uncompared=("at",)):
    """A line of a letter: the order in canonical notation, and as it was written.

    `move` is "" for what is no order; `raw` is "" where it was written as it reads.
    """

    move: str = ""
    raw: str = ""
    at: Spot = NOWHERE


class Said(Value, uncompared=("at",)):
    """`{a comment}` or `( a variation )`, as text without its brackets and escapes."""

    text: str
    variation: bool = False
    at: Spot = NOWHERE


class Glyph(Value, uncompared=("at",)):
    """`$5`, or `!?` as it is written."""

    text: str
    at: Spot = NOWHERE


Item = Order | Fact | Said | Glyph


class Entry(Value, uncompared=("at",)):
    """A letter or an act.

    Attributes:
        position: where the game stood before it, "" if it is not told.
        what: the words of its head: a seat, or what else happened (`act silence loki`).
        time: when (RFC 3339), or "".
    """

    position: str
    what: tuple[str, ...]
    time: str = ""
    items: tuple[Item, ...] = ()
    at: Spot = NOWHERE

    def facts(self, *names: str) -> list[Fact]:
        """The facts that have one of these names, in their order."""
        return [one for one in self.items if isinstance(one, Fact) and one.name in names]

    def word(self, name: str) -> str:
        """The word of the first fact of that name; "" if there is none."""
        return next((str(one.words[0]) for one in self.facts(name) if one.words), "")

    def numbers(self) -> list[int]:
        """For each item the number of the line that it belongs to, 0 for none."""
        numbers, due, line = list[int](), 1, 0
        for n, item in enumerate(self.items):
            if isinstance(item, Order):
                match self.items[n + 1 : n + 2]:
                    case (Fact(name="line", words=(told, *_)),) if type(told) is int:
                        line = told
                    case _:
                        line = due
                due = line + rows(item.raw or item.move)
            elif isinstance(item, Fact) and item.name in OF_THE_ENTRY:
                line = 0
            numbers.append(line)
        return numbers


def rows(raw: str) -> int:
    """How many lines of a letter a line takes that was written so."""
    return raw.count("\n") + 1


class Problem(Value):
    """What is wrong with a text, and where."""

    at: Spot
    why: Why

    def fault(self, where: str) -> Faulty:
        """The same as an error that names the file and the place in it."""
        return Faulty(self.why.key, where=f"{where}:{self.at}", **self.why.params)


def wrong_at(at: Spot, key: str, **params: Any) -> Problem:
    """A problem with the key of its sentence among the faults."""
    return Problem(at, Why(key, params))


class NotSo(Exception):
    """Something in a text that cannot be; `problem` says what, and where."""

    def __init__(self, spot: Spot, key: str, /, **params: Any) -> None:
        super().__init__(key)
        self.problem = Problem(spot, Why(key, params))


@contextmanager
def place_faults(spot: Spot, misfit: str = "text-fold") -> Iterator[None]:
    """Raise `NotSo` for what goes wrong within, there where it is known, else at this spot.

    `misfit` is the key for what does not fit the table, or is of the wrong type.
    """
    try:
        yield
    except Faulty as fault:
        raise NotSo(spot, fault.why.key, **fault.why.params) from fault
    except (fold.NotFolded, *fold.MISFITS) as error:
        raise NotSo(spot, misfit) from error


@contextmanager
def collect_faults(problems: list[Problem], spot: Spot, misfit: str = "text-fold") -> Iterator[None]:
    """The same, but what goes wrong is added to the problems, and the program goes on after the block."""
    try:
        with place_faults(spot, misfit):
            yield
    except NotSo as no:
        problems.append(no.problem)


class Game(Value, uncompared=("problems", "at")):
    """One game of a text; `problems` tell what could not be read."""

    tags: tuple[Tag, ...] = ()
    entries: tuple[Entry, ...] = ()
    problems: tuple[Problem, ...] = ()
    at: Spot = NOWHERE

    def named(self, name: str) -> Tag:
        """The first tag of that name, however its letters are written; an empty one if there is none."""
        found = (one for one in self.tags if one.name.lower() == name.lower())
        return next(found, Tag(name, "", at=self.at))

    def tag(self, name: str) -> str:
        """The value of the first tag of that name; "" if there is none."""
        return self.named(name).value

    def tags_within(self, group: str) -> dict[str, Tag]:
        """The tags of a group, such as `option.`, by what follows that in their names."""
        begins = len(group)
        return {one.name[begins:]: one for one in self.tags if one.name[:begins].lower() == group}

"""What an order beforehand may wait for (H27): what a seat will be shown, and nothing else.

A condition is held to the view of its seat and to events as that seat was shown them (`Seen`), never to a state. A
game says in its module `foreseen` what can be waited for there; every game has the number of a turn.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, cast

from referee.engine.kit.defaults import Layered
from referee.util.values import Value

EMPTY = "empty"
"""What lies on a place where no card lies."""
MY, THEIR, ANY = "my", "their", "any"
"""Whose card or place is meant: the writer's own, another player's, anybody's."""
MY_TURN = "my turn"
"""That the writer's answer is due."""
THEY = "they"
"""Whoever is not the writer."""


class Shown(NamedTuple):
    """An event that tells of a deed, and its fields that say whose it was and what it was about.

    `about` is the card that something befalls, or what a player did it with or where; "" for nothing.
    """

    event: str
    of: str
    about: str = ""


class Deed(Value):
    """What may happen: the events that tell of it; whether it befalls a card, or is done by a player.

    Attributes:
        able: the cards that it can be about; () for any.
    """

    events: tuple[Shown, ...]
    befalls: bool = False
    able: tuple[str, ...] = ()


class Fact(Value):
    """One part of a condition, in words without blanks: see `written`.

    Attributes:
        kind: `is`, `befalls`, `does`, `turn`, or `owed`: the writer's answer is due.
        whose: of a place or a card `MY`, `THEIR` or `ANY`; of a deed the seat that does it, or `THEY`.
        about: the place, the card that something befalls, the number of the turn; of a deed what it is about, or "".
        what: the card that lies there, or the deed.
    """

    kind: Literal["is", "befalls", "does", "turn", "owed"]
    whose: str
    about: str
    what: str

    @property
    def written(self) -> str:
        """The fact in canonical words: `their b1 is ravens`, `my dragon falls`, `loki plays hel`, `my turn`."""
        match self.kind:
            case "is":
                return f"{self.whose} {self.about} is {self.what}"
            case "befalls":
                return f"{self.whose} {self.about} {self.what}"
            case "does":
                return f"{self.whose} {self.what} {self.about}".strip()
            case "owed":
                return MY_TURN
        return f"turn {self.about}"


AND = " and "


def fact_of(written: str) -> Fact:
    """The fact that is written so; inverse of `Fact.written`."""
    if written == MY_TURN:
        return Fact("owed", "", "", "")
    first, second, *rest = written.split()
    if first == "turn":
        return Fact("turn", "", second, "")
    if rest[:1] == ["is"]:
        return Fact("is", first, second, rest[1])
    if first in {MY, THEIR, ANY}:
        return Fact("befalls", first, second, rest[0])
    return Fact("does", first, "".join(rest), second)


@cache
def facts_of(condition: str) -> tuple[Fact, ...]:
    """The parts of a condition, each of which has to hold."""
    return tuple(map(fact_of, condition.split(AND)))


class Foreseen:
    """What the module `foreseen` of a game may leave out."""

    PLACES = ""
    """Where a card may lie, as an expression for folded text; "" if no place can be asked for."""
    TARGETS = ""
    """What a deed may be about besides a card, as an expression for folded text."""
    DEEDS: Mapping[str, Deed] = {}
    """What may be waited for, by the words of `grammar/foreseen.<language>.yaml`."""

    @staticmethod
    def lies(_view: Any, _place: str, _seat: str) -> str | None:
        """The name of the card on a place of a seat, `EMPTY` for none; None if the reader does not know it."""
        return None

    @staticmethod
    def never(_view: Any, _fact: Fact) -> bool:
        """Whether a fact can never come true in this game, by what its reader knows."""
        return False

    @staticmethod
    def lacks(_view: Any, _move: Any) -> bool:
        """Whether an order plays a card that its writer, who reads the view, does not have in hand."""
        return False


class How(NamedTuple):
    """The same, as a game has it."""

    places: str
    targets: str
    deeds: Mapping[str, Deed]
    lies: Callable[[Any, str, str], str | None]
    never: Callable[[Any, Fact], bool]
    lacks: Callable[[Any, Any], bool]


def foreseen_of(game: Any) -> How:
    """What can be waited for in a game: by the module `foreseen` of its folder, else by the defaults."""
    return _of(type(game).__module__)


@cache
def _of(package: str) -> How:
    name = f"{package}.foreseen"
    own = import_module(name) if find_spec(package) and _has(name) else None
    how = cast("Any", Layered(own, Foreseen))
    return How(how.PLACES, how.TARGETS, how.DEEDS, how.lies, how.never, how.lacks)


def _has(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:  # the game is a module, not a folder
        return False

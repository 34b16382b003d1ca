"""Orders beforehand: rule H27 of the house.

A seat says what it will play when it is shown something. Whether a condition holds is worked out from the view of
that seat and from the events as it was shown them: see `holds`. So nothing follows from what is hidden: neither
whether an order beforehand is accepted, nor when it is played, nor what a receipt says of it.
"""

from collections.abc import Sequence
from typing import Annotated, Any

from referee.engine.events import Event, LeavesTheTable, Open, Seen, event, seen_by
from referee.engine.game import Game
from referee.engine.kit.foreseen import ANY, MY, THEY, Fact, facts_of, foreseen_of
from referee.engine.rules import rule, why
from referee.notation.readings import Foresight
from referee.util.errors import Why
from referee.util.values import Value

MOST_WAITING = 8
"""How many orders beforehand of a seat may wait at a time: each is looked at whenever something happens."""


@event("H27", only="by")
class Foreseen(LeavesTheTable):
    """A seat gives an order beforehand.

    `condition` is in canonical words (`referee.engine.kit.foreseen`), the orders are in canonical notation; `until`
    is the last turn in which it may be played, 0 for any.
    """

    private_to_player = True
    by: Open[str]
    name: Annotated[int, seen_by("by")]
    condition: Annotated[str, seen_by("by")]
    orders: Annotated[tuple[str, ...], seen_by("by")]
    otherwise: Annotated[tuple[str, ...], seen_by("by")] = ()
    until: Annotated[int, seen_by("by")] = 0
    said: Annotated[str, seen_by("by")] = ""


@event("H27", only="by")
class ForeseenWithdrawn(LeavesTheTable):
    """A seat takes an order beforehand back."""

    private_to_player = True
    by: Open[str]
    name: Annotated[int, seen_by("by")]


@event("H27", only="by")
class ForeseenPlayed(LeavesTheTable):
    """An order beforehand is played: `branch` is `then` or `else`, `said` what its writer wrote."""

    private_to_player = True
    by: Open[str]
    name: Annotated[int, seen_by("by")]
    branch: Annotated[str, seen_by("by")]
    said: Annotated[str, seen_by("by")] = ""


EVENTS = (Foreseen, ForeseenWithdrawn, ForeseenPlayed)
"""What happens to orders beforehand."""


class Waiting(Value):
    """An order beforehand that waits: as it was given, and in which entry (-1: in the letter at hand)."""

    given: Foreseen
    entry: int = -1

    @property
    def lines(self) -> dict[str, tuple[str, ...]]:
        """Its orders by branch."""
        return {"then": self.given.orders, "else": self.given.otherwise}


class Foreseeing(Value):
    """What the rules look at for a line about orders beforehand.

    Attributes:
        begun: the cards are dealt, and the game is not over.
        waiting: the orders of this seat that wait.
        found: the one that is taken back, if the line takes one back.
        free: the number by which a new one is called.
    """

    game: Game
    view: Any
    asked: Foresight | None
    begun: bool
    waiting: tuple[Waiting, ...]
    found: Waiting | None = None
    free: int = 1

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.game.position(self.view)[0]


@rule("H27")
def while_the_game_is_on(f: Foreseeing, _verb: str) -> Why | None:
    """Orders are given beforehand only while the game is on."""
    return None if f.begun else why("foreseen-off")


@rule("H27")
def not_too_many_wait(f: Foreseeing, _verb: str) -> Why | None:
    """A limited number of orders beforehand of a seat wait at a time."""
    return None if len(f.waiting) < MOST_WAITING else why("foreseen-enough", most=MOST_WAITING)


@rule("H27")
def not_given_already(f: Foreseeing, _verb: str) -> Why | None:
    """An order beforehand waits once: the same one given again changes nothing."""
    a = f.asked
    asked = (a.condition, a.orders, a.otherwise, a.until) if a else None
    given = ((one.given, one.given.name) for one in f.waiting)
    same = (name for g, name in given if (g.condition, g.orders, g.otherwise, g.until) == asked)
    name = next(same, None)
    return None if name is None else why("foreseen-twice", name=name)


@rule("H27")
def not_over_already(f: Foreseeing, _verb: str) -> Why | None:
    """The turn until which an order beforehand holds is not over."""
    until = f.asked.until if f.asked else 0
    return why("foreseen-late", turn=until) if until and until < f.turn else None


@rule("H27")
def can_come_true(f: Foreseeing, _verb: str) -> Why | None:
    """What an order beforehand waits for can come true, by what its writer knows."""
    facts = facts_of(f.asked.condition) if f.asked else ()
    until = f.asked.until if f.asked else 0
    return why("foreseen-never") if any(is_never(f.game, f.view, one, until) for one in facts) else None


@rule("H27")
def takes_back_one_that_waits(f: Foreseeing, _verb: str) -> Why | None:
    """Only an order beforehand that waits can be taken back."""
    return None if f.found else why("foreseen-none")


GIVING = (while_the_game_is_on, not_given_already, not_too_many_wait, not_over_already, can_come_true)
"""The rules that an order beforehand is held to, in the order told."""
WITHDRAWING = (while_the_game_is_on, takes_back_one_that_waits)
"""The same for taking one back."""


def is_never(game: Game, view: Any, fact: Fact, until: int = 0) -> bool:
    """Whether a fact can never come true, by what the reader of a view knows."""
    how = foreseen_of(game)
    match fact.kind:
        case "turn":
            return 0 < until < int(fact.about)
        case "owed":
            return False
        case "does":
            return fact.whose == view.seat or not _is_able(how.deeds[fact.what].able, fact.about)
    return how.never(view, fact)


def _is_able(able: Sequence[str], about: str) -> bool:
    return not able or not about or about in able


def holds(game: Game, view: Any, told: Sequence[Seen], condition: str) -> bool:
    """Whether a condition holds for the reader of a view, who was shown these events since it was given."""
    return all(_is_so(game, view, told, one) for one in facts_of(condition))


def _is_so(game: Game, view: Any, told: Sequence[Seen], fact: Fact) -> bool:
    how = foreseen_of(game)
    if fact.kind == "turn":
        return game.position(view)[0] >= int(fact.about)
    if fact.kind == "owed":
        return any(owed.seat == view.seat for owed in view.owed)
    if fact.kind == "is":
        seats = [seat for seat in game.seats if (seat == view.seat) == (fact.whose == MY)]
        return any(how.lies(view, fact.about, seat) == fact.what for seat in seats)
    return any(_tells(shown, seen, view.seat, fact) for shown in how.deeds[fact.what].events for seen in told)


def _tells(shown: Any, seen: Seen, reader: str, fact: Fact) -> bool:
    """Whether an event as it was shown tells of a fact."""
    if seen.kind != shown.event:
        return False
    of = str(seen.get(shown.of, "")) if shown.of else ""
    told = seen.get(shown.about, "") if shown.about else ""
    about = {_name(one) for one in (told if isinstance(told, tuple) else (told,))}
    if fact.kind == "does":
        who = of != reader if fact.whose == THEY else of == fact.whose
        return who and (not fact.about or fact.about in about)
    # Of a card that is nobody's, nobody's own can be meant.
    whose = fact.whose == ANY or (shown.of and of == reader) == (fact.whose == MY)
    return whose and fact.about in about


def _name(shown: Any) -> str:
    """The name of a card that was shown by its face, or a place, in small letters."""
    return str(shown).rpartition(".")[2].lower()


def after(waiting: tuple[Waiting, ...], event: Event, entry: int = -1) -> tuple[Waiting, ...]:
    """The orders beforehand of all seats that wait after an event."""
    match event:
        case Foreseen():
            return (*waiting, Waiting(event, entry))
        case ForeseenWithdrawn(by=by, name=name) | ForeseenPlayed(by=by, name=name):
            return tuple(one for one in waiting if (one.given.by, one.given.name) != (by, name))
    return waiting


def of_seat(waiting: Sequence[Waiting], seat: str, turn: int) -> tuple[Waiting, ...]:
    """Those of one seat that may still be played in this turn."""
    return tuple(
        one for one in waiting if one.given.by == seat and (not one.given.until or one.given.until >= turn)
    )


def free_name(waiting: Sequence[Waiting], seat: str) -> int:
    """The number by which the next order beforehand of a seat is called."""
    return 1 + max((one.given.name for one in waiting if one.given.by == seat), default=0)

"""Lots as facts of a text: a shuffle by the things in their new order, a number, dice; and drawn again from there.

<lot "deck thor" mjolnir hirdman.1 longships>     an order of things, named as short as they are told apart
<order "sides" 1 0>                               an order of things that have no names: their places, from 0
<pick "ravens loki" 3 of 5>                       a number below 5, from 0
<roll "roll 2d6 hammer" 3 5>                      dice
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from referee.archive.exchange.facts import NotSo
from referee.archive.exchange.model import UNKNOWN, Fact, Spot
from referee.engine.lots import Lot, LotsDiffer, RecordedLots, done, label_of_roll

T = TypeVar("T")
NAMED, PLACES, NUMBER, DICE = "lot", "order", "pick", "roll"
LOTS = frozenset({NAMED, PLACES, NUMBER, DICE})
"""The names of the facts that are lots."""


class Untold(Exception):
    """A lot that a text does not tell, or tells otherwise: what was asked for, and the fact that stands there."""

    def __init__(self, label: str, outcomes: int, fact: Fact | None) -> None:
        super().__init__(label)
        self.label, self.outcomes, self.fact = label, outcomes, fact

    def problem(self, at: Spot) -> NotSo:
        """Return what is said of it, at its fact; at `at` where there is none."""
        if self.fact and UNKNOWN in self.fact.words:
            return NotSo(self.fact.at, "text-unknown-card")
        return NotSo(self.fact.at if self.fact else at, "text-lot", label=self.label, of=self.outcomes)


def names_of(items: Sequence[Any]) -> tuple[str, ...]:
    """A name for each of the things that are shuffled, as short as it is told apart; () if they have none."""
    if len({*items}) <= 1 or len({*items}) < len(items) or any(type(one) is not str for one in items):
        return ()
    decks = {one.partition(".")[0] for one in items}
    short = [one.partition(".")[2] for one in items] if len(decks) == 1 else list(items)
    if not all(short):
        return ()
    bare = Counter(one.rpartition(".")[0] for one in short)
    told = tuple(
        face if (face := one.rpartition(".")[0]) and bare[face] == 1 and face not in short else one
        for one in short
    )
    return told if len({*told}) == len(told) else tuple(short)


class NamingLots(RecordedLots):
    """Recorded lots drawn again; `facts` tell each of them, shuffles by name."""

    def __init__(self, lots: Iterable[Lot]) -> None:
        super().__init__(lots)
        self.facts: list[Fact] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the recorded order."""
        names, order = dict(zip(items, names_of(items), strict=False)), super().shuffle(label, items)
        told = tuple(names[one] for one in order) if names else ()
        self.facts.append(
            Fact(NAMED, (label, *told)) if told else Fact(PLACES, (label, *self.drawn[-1].drawn))
        )
        return order

    def below(self, label: str, n: int) -> int:
        """The recorded number."""
        number = super().below(label, n)
        self.facts.append(bare(self.drawn[-1]))
        return number

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the recorded dice show."""
        dice = super().roll(label, sides, count)
        self.facts.append(bare(self.drawn[-1]))
        return dice


def bare(lot: Lot, *, heard: bool = False) -> Fact:
    """A lot as a fact without names; with `heard`, how many lines it is bound to is told too."""
    keys = {"heard": lot.heard} if heard and lot.heard else {}
    if lot.is_shuffle() and not lot.is_number():
        return Fact(PLACES, (lot.label, *lot.drawn), keys)
    if lot.is_roll():
        return Fact(DICE, (lot.label, *lot.drawn), keys)
    return Fact(NUMBER, (lot.label, *lot.drawn, "of", lot.outcomes), keys)


def recorded(fact: Fact) -> Lot:
    """The lot that a fact without names tells. Raises ValueError."""
    words, heard = fact.words, fact.keys.get("heard", 0)
    label, drawn = words[0] if words else None, list(words[1:])
    match fact.name:
        case "pick" if drawn[1:2] == ["of"]:
            data = [label, drawn[-1], drawn[:1]]
        case "order":
            data = [label, len(drawn), drawn]
        case "roll":
            sides = str(label).partition("d")[2].partition(" ")[0]
            data = [label, int(sides or 0), drawn]
        case _:
            raise ValueError(f"no lot: {fact!r}")
    return Lot.from_list([*data, *([heard] if heard else ())])


class ToldLots:
    """Lots drawn as facts tell them, in their order. Raises `Untold` where they tell none, or another.

    `lines` counts the lines heard, as in `referee.engine.lots.DrawLots`; None for a deal, which hears none.
    """

    def __init__(self, facts: Iterable[Fact], lines: int | None = 0) -> None:
        self.drawn: list[Lot] = []
        self.facts = list(facts)
        self.lines = lines

    def deal(self) -> "ToldLots":
        """The lots of a deal that takes place in a letter, from the same facts."""
        dealt = ToldLots((), None)
        dealt.facts = self.facts
        return dealt

    def heard(self, seat: str, line: str) -> None:  # noqa: ARG002  as lots have it
        """Take in a played line."""
        if self.lines is not None and done(line):
            self.lines += 1

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in the order that is told."""
        fact = self._next(label, len(items), NAMED, PLACES)
        order = list(fact.words[1:]) if fact.name == PLACES else _places(items, fact.words[1:])
        self._drew(label, len(items), order, fact)
        return tuple(items[place] for place in order)

    def below(self, label: str, n: int) -> int:
        """The number that is told."""
        fact = self._next(label, n, NUMBER)
        self._drew(label, n, list(fact.words[1:2]), fact)
        return self.drawn[-1].drawn[0]

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the dice show."""
        told = label_of_roll(label, sides, count)
        fact = self._next(told, sides, DICE)
        self._drew(told, sides, list(fact.words[1:]), fact)
        return self.drawn[-1].drawn

    def _next(self, label: str, outcomes: int, *kinds: str) -> Fact:
        fact = self.facts[0] if self.facts else None
        if fact is None or fact.name not in kinds or fact.words[:1] != (label,):
            raise Untold(label, outcomes, fact)
        return self.facts.pop(0)

    def _drew(self, label: str, outcomes: int, drawn: list[Any], fact: Fact) -> None:
        try:
            lot = Lot.from_list([label, outcomes, drawn])
        except ValueError as error:
            raise Untold(label, outcomes, fact) from error
        self.drawn.append(Lot(lot.label, lot.outcomes, lot.drawn, self.lines or 0))


def _places(items: Sequence[Any], told: Sequence[Any]) -> list[int]:
    """Where each of the things that are told lies; a name without a number is the next one of that name."""
    names, free = names_of(items), dict.fromkeys(range(len(items)))
    order = list[int]()
    for one in told:
        exact = (n for n in free if names[n : n + 1] == (one,))
        alike = (n for n in free if names and (names[n] == one or names[n].rpartition(".")[0] == one))
        place = next(exact, next(alike, -1))
        order.append(place)
        free.pop(place, None)
    return order


__all__ = ["LOTS", "LotsDiffer", "NamingLots", "ToldLots", "Untold", "bare", "names_of", "recorded"]

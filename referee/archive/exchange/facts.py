"""What the parts of an entry say: the lines of a letter, and the facts beside them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.archive.exchange.model import OF_THE_ENTRY, Entry, Fact, Game, Order, Spot, wrong_at
from referee.engine.events import Event
from referee.engine.game import Game as Rules
from referee.record.entries import VERDICTS, Line, Misfit
from referee.record.private import Shut
from referee.record.reading import fitted
from referee.util.layout import Document


class NotSo(Exception):
    """Something in a text that cannot be; `problem` says what, and where."""

    def __init__(self, at: Spot, key: str, **params: Any) -> None:
        super().__init__(key)
        self.problem = wrong_at(at, key, **params)


@dataclass(frozen=True, slots=True)
class GivenLine:
    """A line of a letter as a text gives it: its number, how it was written, what became of it.

    `verdict` is "" where the text does not say, `told` are the values it gives, `move` the order in canonical notation.
    """

    number: int
    raw: str
    move: str
    verdict: str
    told: Document
    at: Spot

    @property
    def line(self) -> Line:
        """The line before it was ruled on: what its reading depends on."""
        return Line(self.number, self.raw, self.verdict or "played", why=str(self.told.get("why", "")))

    def document(self) -> Document:
        """The line of an entry that is told as it was recorded."""
        raw = {"private": self.raw.digest} if isinstance(self.raw, Shut) else self.raw
        doc = {"number": self.number, "raw": raw, "verdict": self.verdict or "played", "move": self.move}
        return {
            name: value for name, value in {**doc, **self.told}.items() if value or name in {"number", "raw"}
        }


def rows(raw: str) -> int:
    """How many lines of a letter a line takes that was written so."""
    return raw.count("\n") + 1


def lines_of(entry: Entry) -> tuple[GivenLine, ...]:
    """The lines that the parts of an entry give. Raises `NotSo` for a fact that is none of a line."""
    found, due = list[GivenLine](), 1
    for order, facts in _ordered(entry):
        one = _line(order, facts, due, found[-1].number if found else 1)
        found.append(one)
        due = one.number + rows(one.raw)
    return tuple(found)


def _ordered(entry: Entry) -> Iterator[tuple[Order, list[Fact]]]:
    order: Order | None = None
    facts: list[Fact] = []
    for item in entry.items:
        if isinstance(item, Order):
            if order:
                yield order, facts
            order, facts = item, []
        elif isinstance(item, Fact) and item.name not in OF_THE_ENTRY:
            if order is None:
                raise NotSo(item.at, "text-fact", given=item.name)
            facts.append(item)
    if order:
        yield order, facts


def _line(order: Order, facts: Sequence[Fact], due: int, least: int) -> GivenLine:
    """A line with its facts: number `due`, if they give none; several orders of one line have its number, `least`."""
    number, raw, verdict, told = due, order.raw or order.move, "", dict[str, Any]()
    for fact in facts:
        word = fact.words[0] if fact.words else None
        if fact.name in VERDICTS:
            verdict, told = fact.name, dict(fact.keys)
        elif fact.name == "line" and type(word) is int and word >= least:
            number = word
        elif fact.name == "private" and type(word) is str:
            raw = Shut.of(word)
        else:
            raise NotSo(fact.at, "text-fact", given=fact.name)
    return GivenLine(number, raw, order.move, verdict, told, order.at)


def of_entry(entry: Entry, *names: str) -> list[Fact]:
    """The facts of an entry that have one of these names, in their order."""
    return [one for one in entry.items if isinstance(one, Fact) and one.name in names]


def word_of(entry: Entry, name: str) -> str:
    """The word of the first fact of that name; "" if there is none."""
    return next((str(one.words[0]) for one in of_entry(entry, name) if one.words), "")


def tag_named(game: Game, name: str) -> tuple[str, Spot]:
    """The value of a tag and where it stands; "" and the place of the game if there is none."""
    found = (one for one in game.tags if one.name.lower() == name.lower())
    return next(((one.value, one.at) for one in found), ("", game.at))


def event_documents(entry: Entry, name: str = "event") -> list[Document]:
    """The events that an entry tells as they were recorded, in facts of that name. Raises `NotSo`."""
    told = of_entry(entry, name)
    for fact in told:
        if len(fact.words) != 1 or type(fact.words[0]) is not str:
            raise NotSo(fact.at, "text-fact", given=fact.name)
    return [{"event": fact.words[0], **fact.keys} for fact in told]


def fair_events(entry: Entry, game: Rules) -> tuple[Event, ...]:
    """The events of fair lots (H19) that an entry tells. Raises `NotSo`."""
    told = event_documents(entry, "fair")
    try:
        return tuple(fitted(doc, Event, game) for doc in told)
    except Misfit as misfit:
        raise NotSo(of_entry(entry, "fair")[0].at, "text-fair") from misfit

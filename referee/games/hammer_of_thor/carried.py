"""What happens to items, runes and shapes."""

from typing import Annotated, ClassVar

from referee.engine.decks import DeckEvents, Drawn, Taken
from referee.engine.events import Event, Hidden, Open, event, face, seen_by
from referee.games.hammer_of_thor.figures import Names
from referee.games.hammer_of_thor.table import State
from referee.util.values import replace


def bearer(s: State, item: str) -> str:
    """Who carries an item; "" for nobody."""
    return next((name for name, one in s.figures.items() if item in one.items), "")


def taken_from(s: State, item: str) -> State:
    """The table without an item, wherever it lay or whoever carried it."""
    if name := bearer(s, item):
        s = replace(s, figures={**s.figures, name: s.figures[name].without(item)})
    kept = {key: tuple(one for one in getattr(s, key) if one != item) for key in ("forged", "aside", "out")}
    magic = tuple(one for one in s.stacks.get("magic", ()) if one != item)
    return replace(s.stack("magic", magic), **kept)


def carried(s: State, name: str, item: str, *, revealed: bool = False) -> State:
    """The table with an item carried by a character, face down unless it is `revealed`."""
    s = taken_from(s, item)
    figure = s.figures[name]
    shown = figure.revealed | {item} if revealed else figure.revealed
    return s.figure(name, items=(*figure.items, item), revealed=shown)


@event("2.2A2")
class Revealed(Event, uncompared=("free",)):
    """An item is turned face up: it works and adds its REPUTATION.

    `free`: it moves no position, for it costs nothing and could be done without end (H1); it did in older records.
    """

    name: Open[str]
    item: Open[str]
    free: Hidden[bool] = False

    def change(self, s: State) -> State:
        figure = s.figures[self.name]
        s = s.figure(self.name, revealed=figure.revealed | {self.item})
        return replace(s, known=s.known | {self.item}, action=s.action + (not self.free))


@event("2.2A3")
class Tried(Event):
    """A character has tried an item that needs WISDOM: whether it works for it, for good (M3)."""

    name: Open[str]
    item: Open[str]
    works: Open[bool]

    def change(self, s: State) -> State:
        works = {**s.works, (self.name, self.item): self.works}
        return replace(s, works=works, tried=(*s.tried, self.item))


@event("2.2A2")
class Concealed(Event, uncompared=("free",)):
    """An item is turned face down; `free` as in `Revealed`."""

    name: Open[str]
    item: Open[str]
    free: Hidden[bool] = False

    def change(self, s: State) -> State:
        figure = s.figures[self.name]
        s = s.figure(self.name, revealed=figure.revealed - {self.item})
        return replace(s, action=s.action + (not self.free))


@event("2.2A0")
class ItemDiscarded(Event):
    """An item is discarded, for all to see: out of play."""

    name: Open[str]
    item: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = taken_from(s, self.item)
        return replace(s, out=(*s.out, self.item), known=s.known | {self.item}, action=s.action + 1)


@event("2.2A5")
class Broken(Event):
    """An item breaks: out of play."""

    item: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = taken_from(s, self.item)
        return replace(s, out=(*s.out, self.item), known=s.known | {self.item})


@event("2.2A6")
class Took(Event):
    """An item of the Forged deck, which lies face up, is taken for a character."""

    by: Open[str]
    item: Open[str]
    name: Open[str]
    rule: Open[str]

    def change(self, s: State) -> State:
        s = carried(s, self.name, self.item).having(
            did=(*s.done.did, "take" if self.rule == "2.2A6" else "smith")
        )
        return replace(s, action=s.action + 1)


@event("2.2A4")
class Passed(Event):
    """An item goes to a character; its name is shown to all if it is known, else to these seats (M14).

    `seen_as` is its name where all know it, else "".
    """

    to: Open[str]
    was: Open[str]
    seats: Open[Names]
    item: Annotated[str, seen_by("seats", master=True)]
    seen_as: Open[str]
    revealed: Open[bool]
    rule: Open[str]

    def change(self, s: State) -> State:
        known = s.known | {self.item} if self.seen_as else s.known
        return replace(carried(s, self.to, self.item, revealed=self.revealed), known=known)


@event("M14")
class ItemDealt(Event):
    """The top magic item goes to a character, concealed: others see that it is an item."""

    pile: ClassVar[str] = "magic"
    to: Open[str]
    seat: Open[str]
    item: Annotated[str, seen_by("seat", master=True)]

    def change(self, s: State) -> State:
        return carried(s, self.to, self.item)


@event("2.2A1")
class DidNotFit(Event):
    """What was dealt or won did not fit, so it stays where it was; all learn that it did not fit."""

    to: Open[str]
    pile: Open[str]

    def change(self, s: State) -> State:
        return s


@event("M32")
class SetAside(Event):
    """An item is set aside."""

    item: Open[str]

    def change(self, s: State) -> State:
        s = taken_from(s, self.item)
        return replace(s, aside=(*s.aside, self.item), known=s.known | {self.item})


@event("M14")
class RuneDealt(Event):
    """A rune goes to a character; its seat and the master see which one."""

    pile: ClassVar[str] = "rune"
    to: Open[str]
    seat: Open[str]
    card: Annotated[str, seen_by("seat", master=True)]

    def change(self, s: State) -> State:
        s = s.stack("rune", s.stacks["rune"][1:])
        return s.figure(self.to, runes=(*s.figures[self.to].runes, self.card))


@event("2.2B1")
class RuneUsed(Event):
    """A rune is used, whether it works or not; it leaves play, for all to see."""

    name: Open[str]
    card: Open[str]
    on: Open[str]
    works: Open[bool]

    def change(self, s: State) -> State:
        runes = list(s.figures[self.name].runes)
        runes.remove(self.card)
        s = s.figure(self.name, runes=tuple(runes))
        return replace(s, out=(*s.out, face(self.card)), action=s.action + 1)


@event("S14")
class RunesSpent(Event):
    """Runes are given up at the forge, unseen: so many of each of these characters."""

    spent: Open[tuple[tuple[str, int], ...]]

    def change(self, s: State) -> State:
        gone: list[str] = []
        for name, count in self.spent:
            runes = s.figures[name].runes
            gone += runes[:count]
            s = s.figure(name, runes=runes[count:])
        return replace(s, unused=(*s.unused, *gone))


@event("2.2C")
class ShapeTaken(Event):
    """A character changes into a shape."""

    name: Open[str]
    shape: Open[str]

    def change(self, s: State) -> State:
        changes = s.figures[self.name].changes + 1
        return replace(s.figure(self.name, shape=self.shape, changes=changes), action=s.action + 1)


@event("2.2C")
class ShapeLeft(Event):
    """A character is in its own shape again."""

    name: Open[str]

    def change(self, s: State) -> State:
        return replace(s.figure(self.name, shape=""), action=s.action + 1)


DECKS: DeckEvents = {
    ItemDealt: Drawn("pile", "item"),
    RuneDealt: Drawn("pile", "card"),
    Passed: Taken("", "item"),
    SetAside: Taken("", "item"),
    Broken: Taken("", "item"),
}
"""M14 What is drawn off the piles of items and runes."""

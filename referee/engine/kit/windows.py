"""Reaction windows: others may interrupt, or pass, and may say beforehand that they pass until something has happened.

    WINDOWS = windows(__name__, "3.2")

A game opens a window with `WINDOWS.opened(asked)`. All those are asked at once who, as far as the others
know, may react. Nobody waits for a seat that has passed beforehand, or has left. The window is over when
nobody is left (`state.reacting` is empty, and `state.asked` is not): then `proceed` goes on with `yield from
WINDOWS.over(state)`.

Nobody is told who has passed, or will pass. Of other seats a view shows only which ones the window asked. So
neither letters nor times tell who could have reacted. What a view says about who owes an answer must depend
on no more than that, too:

    shown = WINDOWS.seen_by(state, seat)
    View.of(state, seat, owed(replace(state, **shown)), **shown, ...)

State and View of the game have the fields of `Reacting`. `pass` and `pass until WORD` need rules in its
grammar; when WORD happens, the `change` of an event of the game has to include `**passing_over(state, "turn",
seat)`.
"""

from collections.abc import Collection
from typing import Annotated, Any

from referee.engine.choices import Family, Move, plain
from referee.engine.events import Event, Happening, Open, seen_by
from referee.engine.game import Moves, Owed
from referee.engine.kit.customs import own_event
from referee.engine.lots import Lots
from referee.engine.moves import move
from referee.engine.rules import Rule, rule, why
from referee.util.errors import Why
from referee.util.values import SharedFields, Value, replace


@move("pass")
class Pass(Move):
    """`pass`: no reaction, this time."""


@move("pass until {until}")
class PassUntil(Move):
    """`pass until turn`: no reaction in any window until then."""

    until: str


class Reacting(SharedFields):
    """What a table knows of a window: whom it asked, who may still react, and who passes beforehand, until what."""

    asked: tuple[str, ...] = ()
    reacting: tuple[str, ...] = ()
    passing: tuple[tuple[str, str], ...] = ()


class WindowOpened(Event):
    """These seats may react now."""

    asked: Open[tuple[str, ...]]

    def change(self, state: Any) -> Any:
        """They are asked, except those who have passed beforehand."""
        beforehand = {seat for seat, _ in state.passing}
        left = tuple(seat for seat in self.asked if seat not in beforehand)
        return replace(state, asked=self.asked, reacting=left)


class Passed(Event):
    """A seat lets a window pass; nobody else is told."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """It no longer reacts."""
        return replace(state, reacting=tuple(one for one in state.reacting if one != self.by))


class PassingSet(Event):
    """A seat passes in every window until something has happened; nobody else is told."""

    by: Open[str]
    until: Annotated[str, seen_by("by")]

    def change(self, state: Any) -> Any:
        """It does not react in this window, nor in a later one."""
        others = tuple(one for one in state.passing if one[0] != self.by)
        left = tuple(one for one in state.reacting if one != self.by)
        return replace(state, passing=(*others, (self.by, self.until)), reacting=left)


class WindowClosed(Event):
    """Nobody is left who may react."""

    asked: Open[tuple[str, ...]]

    def change(self, state: Any) -> Any:
        """The game goes on."""
        return replace(state, asked=(), reacting=())


def passing_over(state: Any, until: str, seat: str = "") -> dict[str, Any]:
    """The change when that has happened until which some seats pass: for this seat, or for all."""
    kept = (one for one in state.passing if one[1] != until or (seat and one[0] != seat))
    return {"passing": tuple(kept)}


def may_pass(v: Any, _move: Pass) -> Why | None:
    """You pass while you may react."""
    return None if v.seat in v.reacting else why("no-window")


class Windows(Value):
    """The windows of one game, under a number of its rulebook."""

    number: str
    may_pass: Rule
    opened: type[WindowOpened]
    passed: type[Passed]
    passing: type[PassingSet]
    closed: type[WindowClosed]

    def owed(self, state: Any, duty: str) -> tuple[Owed, ...]:
        """The seats that may react and have not answered."""
        return tuple(Owed(seat, duty, self.number, optional=True) for seat in state.reacting)

    def seen_by(self, state: Any, seat: str | None) -> dict[str, Any]:
        """The fields of a view of this seat: of others it shows whom the window asked, and not who has answered."""
        mine = tuple(one for one in state.passing if one[0] == seat)
        still = (one for one in state.asked if one not in state.gone)
        others = tuple(one for one in still if one != seat or one in state.reacting)
        return {"asked": state.asked, "reacting": others, "passing": mine}

    def moves(self, *held: Rule) -> Moves:
        """How these moves happen, and the rules they are held to."""
        return {Pass: (self._pass, (*held, self.may_pass)), PassUntil: (self._until, held)}

    def families(self, v: Any, untils: Collection[str]) -> tuple[Family, ...]:
        """Passing, where the seat may react; and passing until one of these things."""
        now: list[Move] = [Pass()] if v.seat in v.reacting else []
        later: list[Move] = [PassUntil(one) for one in untils]
        return plain("pass", self.number, now), plain("pass until", self.number, later)

    def over(self, state: Any) -> Happening:
        """What happens by nobody's choice when nobody is left who may react."""
        if state.asked and not state.reacting:
            yield self.closed(state.asked)

    def _pass(self, _state: Any, by: str, m: Pass, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.passed(by)

    def _until(self, _state: Any, by: str, m: PassUntil, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.passing(by, m.until)


def windows(module: str, number: str) -> Windows:
    """The windows of the game of which `module` (its `__name__`) is a part, under this number of its rulebook."""
    return Windows(
        number,
        rule(number)(may_pass),
        own_event(number, module, WindowOpened),
        own_event(number, module, Passed, only="by"),
        own_event(number, module, PassingSet, only="by"),
        own_event(number, module, WindowClosed),
    )

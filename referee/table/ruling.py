"""The lines of one letter are ruled on in order, and what they allow happens; a game is dealt."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from referee.engine import driver
from referee.engine.events import Event, Happening, shows
from referee.engine.game import Game
from referee.engine.lots import Lots
from referee.engine.moves import Accept, Decline
from referee.engine.rules import why
from referee.house import disputes, foreseen, replacing, requests, time
from referee.house.annotations import Remarked, withdrawn_from
from referee.house.chapters import declared_in
from referee.house.invitation import ANSWERS, Accepted, Declined
from referee.house.leaves import Leaves, undo_after, words
from referee.house.lots import decks_fixed, words_told
from referee.house.players import SecretRenewed
from referee.house.rematch import ASKED, RematchAsked
from referee.house.rulings import RolledBack
from referee.house.state import OPEN, House
from referee.house.undo import UNDO
from referee.notation.reader import Line, Order
from referee.notation.readings import Table
from referee.notation.several import GREAT
from referee.table.legality import Sitting, meant, rule_line
from referee.table.verdicts import NOT_PLAYED, PLAYED, SAID, Ruled, Verdict
from referee.util.errors import Why
from referee.util.values import Struct, field, replace, worked_out

BESIDE_THE_TABLE = tuple(declared_in(disputes, time).values())
"""Events of disputes and of the clocks, which leave the table as it stood."""


def as_seated(content: Mapping[str, Any], state: Any) -> Mapping[str, Any]:
    """The options that a game is dealt with: with the names of those who took over a seat before (H7)."""
    names, taken = content.get("players"), dict(state.names)
    if not names or not taken or content.get("sides") == "lot":
        return content
    sat = zip(state.seats, names, strict=True)
    return {**content, "players": [taken.get(seat, name) or seat.title() for seat, name in sat]}


def lay_out(game: Game, state: Any, content: Any, lots: Lots, events: list[Event]) -> Any:
    """Deal a game from its blank state, let it proceed, and fix its decks; the state after it."""
    return dealt(game, state, game.setup(state, content, lots), lots, events)


def dealt(game: Game, state: Any, dealing: Happening, lots: Lots, events: list[Event]) -> Any:
    """Carry out a deal and what follows from it; then its decks are fixed (H19). Returns the state after it."""
    before = len(events)
    state = driver.proceed(game, driver.settle(game, state, dealing, events), lots, events)
    return driver.settle(game, state, decks_fixed(game, lots, events[before:]), events)


Deal = Callable[[Any, Mapping[str, str]], tuple[Lots, Happening]]
"""How a game is laid out once all have accepted: from the blank state and their words, the lots and the deal."""


class LetterInHand(Struct, dict=True):
    """A letter in hand: how the table and the house stand for its writer after the lines so far; see `Sitting`."""

    game: Game
    state: Any
    seat: str
    house: House = OPEN
    before: tuple[int, int] | None = None
    acted: bool = False
    renewed: bool = False
    invited: bool = False

    def __post_init__(self) -> None:
        self.invited = bool(self.house.waiting)

    @worked_out
    def leaves(self) -> Leaves:
        """Which events leave its table as it was."""
        return Leaves(self.game)

    def sitting(self, state: Any = None) -> Sitting:
        """Where the next line meets the rules: as the table stands, or in this state."""
        state = self.state if state is None else state
        view, over = self.game.view(state, self.seat), self.game.ended(state) is not None
        told = (over, self.invited, self.before, self.acted, self.renewed)
        return Sitting(self.game, self.seat, view, self.house, *told)

    def stands_first(self, line: Line) -> bool:
        """Whether the writer's standing orders act before this line, as if they stood before it in the letter."""
        if self.invited or self.house.rests or not isinstance(line.reading, Order):
            return False
        move = line.reading.move
        return type(move) not in ANSWERS and driver.after_standing_orders(self.game, move)

    def after(self, kind: str, events: Sequence[Event]) -> None:
        """Note what a line's verdict and events change for the lines after it."""
        if kind == PLAYED:
            self.acted, self.before = True, None
        for event in events:
            self.house = self._heard(event)
            self.renewed = self.renewed or isinstance(event, SecretRenewed)

    def _heard(self, event: Event) -> House:
        house = self.house
        if spoken := words(event, self.seat, self.state.seats, self.leaves):
            house = replace(house, talk=house.talk - spoken)
        house = undo_after(house, event, self.leaves)
        house = replace(house, quiet=replacing.after(house.quiet, event)) if house.quiet else house
        if isinstance(event, foreseen.EVENTS):
            return replace(house, foreseen=foreseen.after(house.foreseen, event))
        match event:
            case Remarked():
                noted = withdrawn_from(house.noted, event)
                return replace(house, notes=house.notes - 1, noted=noted)
            case Accepted(by=seat, words=said):
                return house.accepted(seat, said)
            case Declined():
                return replace(OPEN, talk=house.talk)
            case RematchAsked():
                return replace(house, rematch=ASKED)
        if isinstance(event, BESIDE_THE_TABLE):
            docket = disputes.happened(house.docket, event)
            house = replace(house, docket=docket, hours=requests.after(house.hours, event))
        return house


class _Play(LetterInHand, kw_only=True):
    """A letter being played; it lives for that letter only, and what it hands out is frozen."""

    lots: Lots
    events: list[Event] = field(default_factory=list)
    stopped: Why | None = None
    undone: bool = False
    rested: bool = False

    def __post_init__(self) -> None:
        LetterInHand.__post_init__(self)
        self.rested = self.house.rests

    def rule(self, line: Line) -> Verdict:
        """The verdict on a line; what it allows is carried out."""
        first, now = len(self.events), self.sitting()
        line = meant(line, now)
        if self.stopped and isinstance(line.reading, Order):
            written = line.reading.move.written
            return Verdict(line, NOT_PLAYED, written=written, reason=self.stopped)
        if self.stopped and isinstance(line.reading, Table) and line.reading.verb in UNDO:
            return Verdict(line, NOT_PLAYED, reason=self.stopped)
        if self.stands_first(line) and self.stand(now):
            now = self.sitting()
        verdict = rule_line(line, now)
        self.happen(verdict)
        self.after(verdict.kind, self.events[first:])
        self.rested = self.rested and self.house.rests  # a player who withdraws a dispute may play after that
        self.stopped = self.stopped or self.stops(verdict)
        return replace(verdict, events=tuple(self.events[first:]))

    def stand(self, now: Sitting) -> bool:
        """Carry out the writer's standing orders; returns whether they did anything."""
        events = len(self.events)
        self.state = driver.begin_letter(self.game, self.state, self.seat, self.lots, self.events)
        if len(self.events) > events:
            self.before = self.game.position(now.view)
        return len(self.events) > events

    def happen(self, verdict: Verdict) -> None:
        """Carry out what a verdict allows: its move, or its events."""
        if verdict.kind == PLAYED and verdict.move and type(verdict.move) not in ANSWERS:
            self.lots.heard(self.seat, verdict.written)
            self.state = driver.make(self.game, self.state, self.seat, verdict.move, self.lots, self.events)
        elif any(isinstance(one, RolledBack) for one in verdict.events):
            self.events += verdict.events
            self.undone, (_, self.state) = True, self.house.undoing.back()
        else:
            for event in verdict.events:
                self.events.append(event)
                self.state = self.game.apply(self.state, event)

    def stops(self, verdict: Verdict) -> Why | None:
        """Why the orders after a line are not played; None if they may be."""
        if verdict.kind == NOT_PLAYED and verdict.move:
            return verdict.reason
        if self.undone:
            return why("undone")
        if verdict.kind == PLAYED and isinstance(verdict.move, Accept):
            return None if self.house.waiting else why("just-dealt")
        stops = verdict.at_fault or (verdict.kind == PLAYED and isinstance(verdict.move, Decline))
        return why("stopped", line=verdict.line.numbers[0]) if stops else None

    def held_back(self, verdicts: Sequence[Verdict]) -> list[Verdict]:
        """H2 The verdicts of a letter: with a fault in it nothing is said, because words may tell of its orders.

        Words beside an order that hides nothing, as one to resign, or once all is open, are said.
        """
        faults = [one for one in verdicts if one.at_fault and not isinstance(one.move, GREAT)]
        fault = faults[0].line.numbers[0] if faults and self.game.ended(self.state) is None else 0
        held = [one for one in verdicts if fault and one.kind == SAID]
        said = {id(event) for one in held for event in one.events}
        self.events = [event for event in self.events if id(event) not in said]
        told = why("words-held", line=fault)
        return [
            replace(one, kind=NOT_PLAYED, reason=told, events=()) if one in held else one for one in verdicts
        ]

    def close(self, deal: Deal | None) -> None:
        """Carry out the end of the letter: the deal, or what the game says."""
        if self.undone or self.rested:
            return  # the table stands as after a letter already, or play rests
        if not self.invited:
            self.state = driver.end_letter(self.game, self.state, self.seat, self.lots, self.events)
        elif deal and self.house.words and not self.house.waiting:
            self.lots, dealing = deal(self.state, self.house.words)
            self.state = dealt(self.game, self.state, dealing, self.lots, self.events)
            told = words_told(self.lots, self.state.seats, self.house.words)
            self.state = driver.settle(self.game, self.state, told, self.events)

    def be_heard(self) -> None:
        """H35 A seat that was silent no longer is, if all are told of anything; votes may be carried."""
        if self.house.quiet and not self.undone:
            told_all = any(shows(event, None) for event in self.events)
            left = replacing.may_vote(self.state)
            self.events += replacing.follows(self.house.quiet, left, self.seat, told_all=told_all)


def rule_on(
    game: Game,
    state: Any,
    seat: str,
    lines: Sequence[Line],
    lots: Lots,
    *,
    house: House = OPEN,
    deal: Deal | None = None,
) -> Ruled:
    """Rule on one letter: its order lines are played in order while they are valid.

    Playing stops at the first line that is refused, misread or ambiguous. The rest is read, so that typing
    mistakes are told, but not ruled on. What was played stays played. `house` tells who has not accepted yet,
    and what the letter answers; `deal` lays the game out once all have accepted.
    """
    desk = _Play(game, state, seat, house, lots=lots)
    verdicts = desk.held_back([desk.rule(line) for line in lines])
    before = len(desk.events)
    desk.close(deal)
    desk.be_heard()
    events = tuple(desk.events)
    return Ruled(desk.state, tuple(verdicts), events, events[before:], tuple(desk.lots.drawn))

"""Moves happen: rule on the lines of one letter in order, let the table proceed, apply the rule for silence."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import GeneratorType
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import Event, Happening
from referee.engine.game import Ambiguous, Game, Owed, refused
from referee.engine.lots import Lots
from referee.engine.moves import CLAIMS, Accept, OfferDraw, canonical
from referee.engine.rules import Refused, first_broken, why
from referee.house import disputes
from referee.house import requests as wishes
from referee.house import undo as consent
from referee.house.chapters import AT_EVERY_TABLE
from referee.house.invitation import ANSWERS, Accepted, Declined, answer_meant
from referee.house.letters import Noted, Said, counts, too_much_talk
from referee.house.lots import decks_fixed, words_told
from referee.house.players import SecretRenewed
from referee.house.state import OPEN, House, Standing
from referee.house.time import PauseAsked, VacationTaken
from referee.house.undo import UNDO
from referee.notation import dispute_verbs, requests
from referee.notation.reader import Left, Line, Misread, Order, Prose, Text
from referee.notation.readings import Table
from referee.notation.rows import ended_early
from referee.table.verdicts import Ruled, Tried, Verdict, held_to, tried
from referee.util.errors import Why

__all__ = ["Ruled", "Tried", "Verdict"]

WAITING = frozenset({"waiting", "order-first"})
"""Reasons by which a line is not refused but listed as not played: it may be sent again as it is."""
WHOEVER_IS_ON = frozenset({"talked-enough", "play-rests"})
"""Reasons that hold whoever has to move: they are told, even where a seat waits for another."""


def settle(game: Game, state: Any, happening: Happening, events: list[Event]) -> Any:
    """Let a happening happen: apply each event, send the state back, collect the events."""
    apply = game.apply
    try:
        event = next(happening)
        while True:
            events.append(event)
            state = apply(state, event)
            event = happening.send(state)
    except StopIteration:
        return state


def proceed(game: Game, state: Any, lots: Lots, events: list[Event]) -> Any:
    """Let the table proceed until nothing more happens by nobody's choice."""
    while True:
        before = len(events)
        state = settle(game, state, game.proceed(state, lots), events)
        if len(events) == before:
            return state


def lay_out(game: Game, state: Any, content: Any, lots: Lots, events: list[Event]) -> Any:
    """Deal a game from its blank state, let it proceed, and fix its decks; the state after it."""
    return dealt(game, state, game.setup(state, content, lots), lots, events)


def dealt(game: Game, state: Any, dealing: Happening, lots: Lots, events: list[Event]) -> Any:
    """Let a deal happen, and what follows from it; then its decks are fixed (H19). The state after it."""
    before = len(events)
    state = proceed(game, settle(game, state, dealing, events), lots, events)
    return settle(game, state, decks_fixed(game, lots, events[before:]), events)


def make(game: Game, state: Any, seat: str, move: Move, lots: Lots, events: list[Event]) -> Any:
    """Make a legal move and let the table proceed; the state after it."""
    happen = game.MOVES[type(move)][0]
    state = settle(game, state, happen(state, seat, move, lots), events)
    return proceed(game, state, lots, events)


def after_standing_orders(game: Game, move: Move) -> bool:
    """Whether a standing order of its writer goes before a move: not before what is no move on the table."""
    return type(move) not in {*game.ANY_TIME, *CLAIMS}


def begin_letter(game: Game, state: Any, seat: str, lots: Lots, events: list[Event]) -> Any:
    """What a seat's standing orders do in its letter before an order, and what follows from it."""
    before = len(events)
    state = settle(game, state, game.letter_begins(state, seat, lots), events)
    return state if len(events) == before else proceed(game, state, lots, events)


def standing_act(game: Game, state: Any, lots: Lots, events: list[Event]) -> tuple[str, Any]:
    """What a standing order does after somebody else's letter: whose ("" for nobody's), and the state after it."""
    acts = game.standing_acts(state, lots)
    return ("", state) if acts is None else (acts[0], settle(game, state, acts[1], events))


def end_letter(game: Game, state: Any, seat: str, lots: Lots, events: list[Event]) -> Any:
    """What the end of a seat's letter means, and what follows from it."""
    before = len(events)
    state = settle(game, state, game.letter_over(state, seat, lots), events)
    return state if len(events) == before else proceed(game, state, lots, events)


def silence(game: Game, state: Any, owed: Owed, lots: Lots, events: list[Event]) -> Any:
    """What no answer by the deadline means: the state after it, as if a letter had said so."""
    answer = game.silence(state, owed, lots)
    if isinstance(answer, Move):
        state = make(game, state, owed.seat, answer, lots, events)
    else:
        assert isinstance(answer, GeneratorType)  # noqa: S101  the contract: a move or a happening
        state = proceed(game, settle(game, state, answer, events), lots, events)
    return end_letter(game, state, owed.seat, lots, events)


def leave(game: Game, state: Any, seat: str, why_so: tuple[str, str], lots: Lots, events: list[Event]) -> Any:
    """A seat leaves, by a rule and for a reason: the state after it, and what follows from it."""
    return proceed(game, settle(game, state, game.leaves(state, seat, *why_so, lots), events), lots, events)


def _alone(event: Event) -> Happening:
    yield event


Deal = Callable[[Any, Mapping[str, str]], tuple[Lots, Happening]]
"""How a game is laid out once all have accepted: of the blank state and their words, the lots and what happens."""


@dataclass(slots=True)
class _Desk:
    """One letter being ruled on. Lives for that letter only; what it hands out is frozen."""

    game: Game
    state: Any
    seat: str
    lots: Lots
    house: House = OPEN
    events: list[Event] = field(default_factory=list)
    played: int = 0
    stopped: Why | None = None
    before: tuple[int, int] | None = None
    undone: bool = False
    invited: bool = field(init=False)
    rested: bool = field(init=False)

    def __post_init__(self) -> None:
        self.invited, self.rested = bool(self.house.waiting), self.house.rests

    def rule(self, line: Line) -> Verdict:
        match line.reading:
            case Prose():
                return Verdict(line, "prose")
            case Text(verb="say", text=text):
                return self.say(line, text)
            case Text(verb=verb, text=text) if verb in dispute_verbs.TEXTS:
                return self.dispute(line, verb, text)
            case Text(text=text):
                self.state = settle(
                    self.game, self.state, _alone(noted := Noted(self.seat, text)), self.events
                )
                return Verdict(line, "noted", reason=ended_early(line), events=(noted,))
            case Left(why=reason):
                return Verdict(line, "not-played", reason=why(reason))
            case Misread(asks=asks):
                if not asks:
                    self.stopped = self.stopped or why("stopped", line=line.numbers[0])
                return Verdict(line, "misread")
            case Table():
                return self.answer(line, line.reading)
            case Order():
                return self.order(line, line.reading)
        raise TypeError(line.reading)

    def say(self, line: Line, text: str) -> Verdict:
        """H2, H18 Words to all are passed on, this many times in a day; they stop nothing."""
        if enough := too_much_talk(self.house):
            return Verdict(line, "refused", broken=Refused("H18", enough))
        self.state = settle(self.game, self.state, _alone(said := Said(self.seat, text)), self.events)
        self.spoken(text)
        return Verdict(line, "said", reason=ended_early(line), events=(said,))

    def dispute(self, line: Line, verb: str, text: str = "") -> Verdict:
        """H18, H20, H23 Words in a dispute; they stop nothing."""
        if enough := too_much_talk(self.house):
            return Verdict(line, "refused", broken=Refused("H18", enough))
        position, begun = self.game.position(self.view()), not self.invited
        event = disputes.said(
            self.house.docket, self.seat, verb, text, position, begun=begun, told=self.house.told
        )
        if isinstance(event, Refused):
            return Verdict(line, "refused", broken=event)
        self.state = settle(self.game, self.state, _alone(event), self.events)
        self.house = replace(self.house, docket=disputes.happened(self.house.docket, event))
        self.rested = self.rested and self.house.rests  # whoever withdraws a dispute may play after that
        self.spoken(text)
        return Verdict(line, "answered", reason=ended_early(line), events=(event,))

    def spoken(self, text: str = "") -> None:
        self.house = replace(self.house, talk=self.house.talk - counts(text))

    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    def order(self, line: Line, order: Order) -> Verdict:
        if meant := consent.meant(order, self.house, self.view(), self.seat):
            asked = replace(line, reading=Table(meant[0], "undo"))
            return Verdict(line, "ambiguous", readings=meant) if meant[1:] else self.undo(asked, meant[0])
        order = replace(order, move=answer_meant(order.move, invited=self.answering))
        if type(order.move) in ANSWERS:
            return self.answer_invitation(line, order.move)
        if self.stopped:
            return Verdict(line, "not-played", written=self.game.write(order.move), reason=self.stopped)
        first = len(self.events)
        verdict = self.hold_to_the_rules(line, order)
        self.house = consent.after(self.game, self.house, self.events[first:])
        return replace(verdict, events=tuple(self.events[first:]))

    def stand(self, move: Move) -> None:
        """Let the writer's standing orders do their part, as if their lines stood before this one."""
        if self.invited or self.house.rests or not after_standing_orders(self.game, move):
            return
        position, events = self.game.position(self.view()), len(self.events)
        self.state = begin_letter(self.game, self.state, self.seat, self.lots, self.events)
        if len(self.events) > events:
            self.before = position

    def hold_to_the_rules(self, line: Line, order: Order) -> Verdict:
        """Play an order, or say why not."""
        self.stand(order.move)
        view = self.view()
        exact = self.game.resolve(order.move, view)
        if isinstance(exact, Ambiguous):
            if any(refused(self.game, view, move) is None for move in exact.moves):
                self.stopped = why("stopped", line=line.numbers[0])
                return Verdict(line, "ambiguous", readings=exact.readings)
            exact = exact.moves[0]  # it cannot be played however it was meant
        written = self.game.write(exact)
        house = self.house.at_any_time if type(exact) in self.game.ANY_TIME else self.house
        position = self.game.position(view)
        over = self.game.ended(self.state) is not None
        standing = Standing(house, self.seat, position, order.guard, self.before, written, over)
        broken = first_broken(AT_EVERY_TABLE, standing, exact) or refused(self.game, view, exact)
        if broken is None:
            return self.play(line, exact, written)
        return self.refuse(line, exact, written, broken)

    @property
    def answering(self) -> bool:
        """Whether there is an invitation to answer."""
        return self.invited or bool(self.house.waiting)

    def answer_invitation(self, line: Line, move: Move) -> Verdict:
        """H4, H5 `accept` or `decline`; the last to accept has the cards dealt, unseen by the rest of the letter."""
        written = canonical(self.game, move)
        if self.stopped:
            return Verdict(line, "not-played", written=written, reason=self.stopped)
        standing = Standing(self.house, self.seat, self.game.position(self.view()))
        if broken := first_broken(ANSWERS[type(move)], standing, move):
            return self.refuse(line, move, written, broken)
        before = len(self.events)
        if isinstance(move, Accept):
            self.accept(move.words)
        else:
            self.state = settle(self.game, self.state, _alone(Declined(self.seat)), self.events)
            self.house, self.stopped = (
                replace(OPEN, talk=self.house.talk),
                why("stopped", line=line.numbers[0]),
            )
        self.played += 1
        return Verdict(line, "played", move, written, events=tuple(self.events[before:]))

    def accept(self, words: str) -> None:
        self.state = settle(self.game, self.state, _alone(Accepted(self.seat, words)), self.events)
        self.house = self.house.accepted(self.seat, words)
        if not self.house.waiting:
            self.stopped = why("just-dealt")

    def close(self, deal: Deal | None) -> None:
        """What the end of the letter means: the cards are dealt, or what the game says."""
        if self.undone or self.rested:
            return  # the table stands as after a letter already, or play rests
        if not self.invited:
            self.state = end_letter(self.game, self.state, self.seat, self.lots, self.events)
        elif deal and self.house.words and not self.house.waiting:
            self.lots, dealing = deal(self.state, self.house.words)
            self.state = dealt(self.game, self.state, dealing, self.lots, self.events)
            told = words_told(self.lots, self.state.seats, self.house.words)
            self.state = settle(self.game, self.state, told, self.events)

    def play(self, line: Line, move: Move, written: str) -> Verdict:
        self.lots.heard(self.seat, written)
        self.state = make(self.game, self.state, self.seat, move, self.lots, self.events)
        self.played += 1
        self.before = None
        if isinstance(move, OfferDraw):
            self.spoken()
        return Verdict(line, "played", move, written)

    def refuse(self, line: Line, move: Move, written: str, broken: Refused) -> Verdict:
        """Refused, or passed over; or, where another seat came to owe something in this letter, not played but waiting."""
        if not broken.stops:
            return Verdict(line, "passed-over", move, written, broken)
        waits = broken.why.key in WAITING
        on = () if broken.why.key in WHOEVER_IS_ON else self.view().owed
        others = [owed.seat for owed in on]
        if waits or (self.played and others and self.seat not in others):
            reason = broken.why if waits else why("waiting", seat=others[0])
            self.stopped = reason
            return Verdict(line, "not-played", move, written, reason=reason)
        self.stopped = why("stopped", line=line.numbers[0])
        return Verdict(line, "refused", move, written, broken)

    def answer(self, line: Line, asked: Table) -> Verdict:
        """A question to the referee: nothing changes on the table, and only the writer's own view is looked at."""
        if asked.verb in dispute_verbs.ALONE:
            return self.dispute(line, asked.verb)
        if asked.verb in requests.VERBS:
            return self.wish(line, asked)
        if asked.verb in UNDO:
            return self.undo(line, asked.verb)
        if asked.move is None:
            return Verdict(line, "answered")
        view, move = self.view(), answer_meant(asked.move, invited=self.answering)
        if rules := ANSWERS.get(type(move)):
            standing = Standing(self.house, self.seat, self.game.position(view))
            held = held_to(rules, standing, move, canonical(self.game, move))
            return Verdict(line, "answered", move, held.written, tried=held)
        exact = self.game.resolve(move, view)
        if isinstance(exact, Ambiguous):
            return Verdict(line, "answered", readings=exact.readings)
        return Verdict(line, "answered", exact, self.game.write(exact), tried=tried(self.game, view, exact))

    def wish(self, line: Line, asked: Table) -> Verdict:
        """What the writer says to the house of their own letters and their own time."""
        hours = self.house.hours
        event = wishes.done(asked.verb, asked.argument, self.seat, hours)
        if isinstance(event, SecretRenewed) and event in self.events:
            return Verdict(line, "answered")  # H8 once a letter
        if event is None:
            return Verdict(line, "answered", reason=wishes.answer(asked.verb, asked.argument, hours))
        if isinstance(event, PauseAsked | VacationTaken | SecretRenewed):
            # Words to the others that can be taken back and said again for ever; and a letter that calls for another one.
            if enough := too_much_talk(self.house):
                return Verdict(line, "refused", broken=Refused("H18", enough))
            self.spoken()
        before = len(self.events)
        self.state = settle(self.game, self.state, _alone(event), self.events)
        self.house = replace(self.house, hours=wishes.after(hours, event))
        return Verdict(line, "answered", events=tuple(self.events[before:]))

    def undo(self, line: Line, verb: str) -> Verdict:
        """H22 An offer to take a letter back, or an answer to one; after an agreement nothing more is played."""
        if self.stopped:
            return Verdict(line, "not-played", reason=self.stopped)
        done = consent.said(
            self.house, self.seat, verb, acted=self.played > 0, over=self.game.ended(self.state)
        )
        if isinstance(done, Refused):
            return Verdict(line, "refused", broken=done)
        self.events += done.events
        self.house, self.state = done.house, self.state if done.state is None else done.state
        if done.state is not None:
            self.undone, self.stopped = True, why("undone")
        return Verdict(line, "answered", events=done.events)


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

    At the first line that is refused, misread or ambiguous the playing stops; the rest is read, so that
    typing mistakes are told, but not ruled on. What was played stays played. `house` tells who has not
    accepted yet, and what the letter answers; `deal` lays the game out once all have accepted.
    """
    desk = _Desk(game, state, seat, lots, house)
    verdicts = [desk.rule(line) for line in lines]
    before = len(desk.events)
    desk.close(deal)
    events = tuple(desk.events)
    return Ruled(desk.state, tuple(verdicts), events, events[before:], tuple(desk.lots.drawn))

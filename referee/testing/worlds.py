"""Other worlds a seat could be in: the proof that what is hidden stays hidden.

A world is the same game with two cards exchanged from some step on: in a shuffle, in a face-down card, in
what was taken unseen. It is kept if every move in it is legal and the seat is shown exactly what it was
shown before. Then everything else the seat is sent must be the same too, to the byte.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

from referee.engine import driver
from referee.engine.choices import Choices, Move
from referee.engine.events import CARD, Event, face, face_value, seen
from referee.engine.game import Game, refused
from referee.engine.lots import Lot, LotsDiffer, RecordedLots
from referee.util.values import Value, replace

T = TypeVar("T")
Pair = tuple[str, str]
"""Two cards that are exchanged."""
Other = tuple[int, Move | None, int | None]
"""A step at which another move is made, or another number is drawn, if one is given."""


class Step(Value):
    """One move of a game, or its setting up (`move` None, seat ""): who, what, the lots as they fell, what happened.

    `closes` tells that the seat's letter ended with it.
    """

    seat: str
    move: Move | None
    lots: tuple[Lot, ...]
    events: tuple[Event, ...]
    closes: bool = True


class World(Value):
    """A whole game: its steps, and the state before each step and after the last."""

    steps: tuple[Step, ...]
    states: tuple[Any, ...]


class ExchangedLots:
    """Recorded lots in which two things are exchanged; for a random pick, the outcome given.

    `drawn` are the lots as they then fall.
    """

    def __init__(self, lots: Sequence[Lot], pair: tuple[str, str], picked: int | None) -> None:
        self.recorded = RecordedLots(lots)
        self.pair = pair
        self.picked = picked
        self.drawn: list[Lot] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The recorded order, the two exchanged if both are among the items."""
        self.recorded.shuffle(label, items)
        order, names = self._next().drawn, list[Any](items)
        if self.pair[0] in names and self.pair[1] in names:
            there = names.index(self.pair[0]), names.index(self.pair[1])
            order = tuple(exchanged(place, there) for place in order)
        self.drawn.append(Lot(label, len(items), order))
        return tuple(items[place] for place in order)

    def below(self, label: str, n: int) -> int:
        """The recorded number, or the one given."""
        recorded = self.recorded.below(label, n)
        number = recorded if self.picked is None else min(self.picked, n - 1)
        self.drawn.append(Lot(label, n, (number,)))
        return number

    def roll(self, label: str, sides: int, count: int = 1) -> tuple[int, ...]:
        """What the recorded dice show."""
        dice = self.recorded.roll(label, sides, count)
        self.drawn.append(self._next())
        return dice

    def heard(self, seat: str, line: str) -> None:
        """Recorded lots do not depend on what is heard."""

    def _next(self) -> Lot:
        return self.recorded.drawn[-1]


def exchanged(value: Any, pair: tuple[Any, Any]) -> Any:
    """The same value, the two things of a pair exchanged wherever they stand."""
    if isinstance(value, tuple):
        return tuple(exchanged(item, pair) for item in value)
    if value == pair[0]:
        return pair[1]
    return pair[0] if value == pair[1] else value


def as_faces(event: Event, pair: tuple[str, str]) -> tuple[str, Any]:
    """An event with the pair exchanged and every card as its face: the most that can be told of it."""
    fields = {f.name: face_value(exchanged(getattr(event, f.name), pair), f.sorted) for f in event.shown}
    return type(event).__name__, fields


SAME = ("", "")


class Illegal(Exception):
    """A move that the rules forbid in this world."""


def run(
    game: Game, state: Any, step: Step, move: Move | None, options: Any, lots: Any
) -> tuple[Any, list[Event]]:
    """One step in some world: the state after it and its events. Raises `Illegal` if a rule forbids the move there."""
    events: list[Event] = []
    if move is None:
        state = driver.settle(game, state, game.setup(state, options, lots), events)
        return driver.proceed(game, state, lots, events), events
    if driver.after_standing_orders(game, move):
        state = driver.begin_letter(game, state, step.seat, lots, events)
    if refused(game, game.view(state, step.seat), move) is not None:
        raise Illegal
    state = driver.make(game, state, step.seat, move, lots, events)
    if step.closes:
        state = driver.end_letter(game, state, step.seat, lots, events)
        state = stand(game, state, lots, events)
    return state, events


def stand(game: Game, state: Any, lots: Any, events: list[Event]) -> Any:
    """Carry out what standing orders do after a letter, until nothing is left; returns the state after it."""
    while True:
        before = len(events)
        _, state = driver.standing_act(game, state, lots, events)
        if len(events) == before:
            return state


def candidates(game: Game, state: Any, step: Step) -> Iterator[Move | None]:
    """Moves that could have been made instead, the one that was made first."""
    yield step.move
    if step.move is not None:
        choices: Choices = game.choices(game.view(state, step.seat))
        yield from (move for move in choices.forward() if type(move) is type(step.move))


Made = tuple[Any, Step] | None
"""The state after a step as it happens in another world, and the step; None if it cannot happen there."""


def retold(game: Game, options: Any, state: Any, step: Step, pair: tuple[str, str]) -> Made:
    """The step as it happens in the exchanged world; None if no legal move brings it about there."""
    wanted = [as_faces(event, pair) for event in step.events]
    tried = tuple(_ways(step, pair))
    for move in candidates(game, state, step):
        for exchange, outcome in tried:
            lots = ExchangedLots(step.lots, exchange, outcome)
            try:
                after, events = run(game, state, step, move, options, lots)
            except (LotsDiffer, Illegal):
                break
            if [as_faces(event, SAME) for event in events] == wanted:
                return after, replace(step, move=move, events=tuple(events), lots=tuple(lots.drawn))
    return None


def _ways(step: Step, pair: tuple[str, str]) -> Iterator[tuple[tuple[str, str], int | None]]:
    """How the lots of a step may fall in the exchanged world.

    The pair is exchanged in shuffles or not, or another random pick is drawn. A later shuffle shuffles cards
    that are exchanged already, unless the exchange begins with it. Dice as they fell are tried first: where many
    are thrown, no other number would do for all of them.
    """
    if step.move is None:
        yield pair, None
        return
    picks = [lot.outcomes for lot in step.lots if lot.is_number() and lot.outcomes > 1]
    for exchange in (SAME, pair) if len(picks) < len(step.lots) else (SAME,):
        yield exchange, None
        yield from ((exchange, outcome) for outcome in range(picks[0] if picks else 0))


def _from(world: World, seat: str | None, start: int, make: Callable[[int, Any, Step], Made]) -> World | None:
    """The game as `make` makes each step from one on; None where that cannot be, or the seat could tell."""
    state, steps, states = world.states[start], list(world.steps[:start]), list(world.states[:start])
    for n, step in enumerate(world.steps[start:], start):
        states.append(state)
        made = make(n, state, step)
        if made is None:
            return None
        shown, told = ([seen(event, seat) for event in one.events] for one in (made[1], step))
        if shown != told:
            return None
        state = made[0]
        steps.append(made[1])
    return World(tuple(steps), (*states, state))


def other_world(
    game: Game, options: Any, world: World, seat: str | None, start: int, pair: tuple[str, str]
) -> World | None:
    """The game with a pair exchanged from a step on; None where the seat could tell, or the rules forbid."""

    def made(_n: int, state: Any, step: Step) -> Made:
        own = step.seat == seat and step.move is not None
        if own and any(seen_exchanged(one, seat, pair) != seen(one, seat) for one in step.events):
            return None
        return retold(game, options, state, step, pair)

    return _from(world, seat, start, made)


def quieter_world(game: Game, options: Any, world: World, seat: str | None, dropped: int) -> World | None:
    """The game without one step of another seat that this one was shown nothing of; None if it can tell.

    The step stays in its place with nothing in it, so that the steps of both worlds can be set side by side.
    """
    silent = replace(world.steps[dropped], events=(), lots=())
    quiet = replace(world, steps=(*world.steps[:dropped], silent, *world.steps[dropped + 1 :]))

    def made(_n: int, state: Any, step: Step) -> Made:
        return (state, step) if step is silent else retold(game, options, state, step, SAME)

    return _from(quiet, seat, dropped, made)


def choice_worlds(
    game: Game, options: Any, world: World, seat: str | None, rng: Random, tries: int
) -> Iterator[World]:
    """Worlds in which somebody else chose another move of the same kind, or another number was drawn.

    This seat does not see it. Such worlds are for hidden things that are no cards: a bid, a secret number, a
    die under a cup.
    """
    starts = [n for n, step in enumerate(world.steps) if step.seat != seat and hides(step, seat)]
    for start in rng.choices(starts, k=tries) if starts else ():
        ways = list(other_ways(game, world.states[start], world.steps[start]))
        found = with_another(game, options, world, seat, (start, *rng.choice(ways))) if ways else None
        if found is not None and found.states != world.states:
            yield found


def hides(step: Step, seat: str | None) -> bool:
    """Whether a step holds something that this seat is not shown in full."""
    for event in step.events:
        shown = seen(event, seat)
        if shown is None or len(shown.fields) < len(event.shown):
            return True
    return False


def other_ways(game: Game, state: Any, step: Step) -> Iterator[tuple[Move | None, int | None]]:
    """Other moves of the kind with the lots as they fell, and the move as it was with another number drawn."""
    yield from ((move, None) for move in candidates(game, state, step) if move != step.move)
    for lot in [lot for lot in step.lots if lot.is_number()][:1]:
        yield from ((step.move, outcome) for outcome in range(lot.outcomes) if (outcome,) != lot.drawn)


def with_another(game: Game, options: Any, world: World, seat: str | None, other: Other) -> World | None:
    """The game with another move or number at one step; None if the seat could tell, or a later move is forbidden."""
    start, move, outcome = other

    def made(n: int, state: Any, step: Step) -> Made:
        lots = ExchangedLots(step.lots, SAME, outcome if n == start else None)
        moved = move if n == start else step.move
        try:
            after, events = run(game, state, step, moved, options, lots)
        except (LotsDiffer, Illegal):
            return None
        return after, replace(step, move=moved, events=tuple(events), lots=tuple(lots.drawn))

    return _from(world, seat, start, made)


def seen_exchanged(event: Event, seat: str | None, pair: tuple[str, str]) -> Any:
    """What the seat would be shown of an event with the pair exchanged."""
    changed = type(event)(**{f.name: exchanged(getattr(event, f.name), pair) for f in event.shown})
    return seen(changed, seat)


Zones = Callable[[Any], Iterable[tuple[str, ...]]]
"""Where cards lie in a state: those of one place may be exchanged."""


def other_worlds(
    game: Game, options: Any, world: World, seat: str | None, rng: Random, tries: int, zones: Zones
) -> Iterator[World]:
    """Worlds whose states differ from this one's, and that the seat cannot tell from it.

    Cards are exchanged in the deal, or from a step on in which another seat did something with a card that
    this seat was not shown. The other card of the pair lay in the same place, and so could have been taken
    instead.
    """
    starts = [n for n, step in enumerate(world.steps) if step.seat != seat]
    private = [n for n in starts[1:] if not any(seen(event, seat) for event in world.steps[n].events)]
    for n in rng.sample(private, min(len(private), tries // 10)):
        if found := quieter_world(game, options, world, seat, n):
            yield found
    pairs = list(_pairs(world, seat, starts, zones))
    for start, pair in rng.sample(pairs, min(tries, len(pairs))):
        found = other_world(game, options, world, seat, start, pair)
        if found is not None and found.states != world.states:
            yield found


def _pairs(
    world: World, seat: str | None, starts: Sequence[int], zones: Zones
) -> Iterator[tuple[int, tuple[str, str]]]:
    """Pairs that may be exchanged, each with the step: as many from the deal as from all later steps together."""
    later = []
    for n in starts[1:]:
        for event in world.steps[n].events:
            shown = seen(event, seat)
            hidden = [f.name for f in event.shown if shown is None or f.name not in shown.fields]
            for card in {card for name in hidden for card in _cards_in(getattr(event, name))}:
                places = [place for place in zones(world.states[n]) if card in place]
                later += [(n, (card, y)) for place in places for y in place if face(y) != face(card)]
    yield from later
    cards = {
        card
        for event in world.steps[0].events
        for f in event.shown
        for card in _cards_in(getattr(event, f.name))
    }
    alike = ((x, y) for x in cards for y in cards if x < y and _back(x) == _back(y))
    dealt = sorted((0, (x, y)) for x, y in alike if face(x) != face(y))
    yield from dealt[:: max(1, len(dealt) // max(1, len(later)))]


def _back(card: str) -> str:
    """Whose back a card bears: cards of one back can lie in each other's place from the deal on."""
    return card.partition(".")[0]


def _cards_in(value: Any) -> Iterator[str]:
    for item in value if isinstance(value, tuple) else (value,):
        if isinstance(item, str) and CARD.fullmatch(item):
            yield item

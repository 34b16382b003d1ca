"""M25 Standing orders: a card that is to be played when something happens."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from random import Random

from referee.engine.choices import Family, Move
from referee.engine.events import Happening, face
from referee.engine.game import Moves
from referee.engine.lots import Lots
from referee.engine.rules import first_broken, rule, why
from referee.games.hammer_of_thor.cards import name_of
from referee.games.hammer_of_thor.figures import of_seat, seat_of
from referee.games.hammer_of_thor.moves import When, WhenNothing
from referee.games.hammer_of_thor.played import StandingOver, StandingSet, card_of
from referee.games.hammer_of_thor.playing import held, in_time, target, targets
from referee.games.hammer_of_thor.table import State, living
from referee.games.hammer_of_thor.timing import GOES_ON
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

EVENTS = ("turn", "enters", "encounter", "played", "season")
"""M25d What a card can wait for; `enters` has a place, `season` nobody whom it concerns."""
AT_ANY_PLACE = ("turn", "encounter", "played")


def _when(s: State, by: str, m: When, lots: Lots) -> Happening:
    """It is kept, and takes the place of an earlier one."""
    card = face(held(s.hand(by), m.card))
    yield StandingSet(by, m.event, m.subject, m.place, card, m.on)


def _when_nothing(s: State, by: str, m: WhenNothing, lots: Lots) -> Happening:
    yield StandingOver(by, False)


@rule("M25")
def held_now(v: View, m: When) -> Why | None:
    """A card that is to be played later has to be in hand."""
    return None if held(v.hand, m.card) else why("not-in-hand", card=m.card)


@rule("M25")
def an_event(v: View, m: When) -> Why | None:
    """What an order can wait for is one of five events; `enters` names a place, and no other does."""
    if m.event not in EVENTS:
        return why("no-such-event", event=m.event, known=EVENTS)
    if m.event != "enters":
        return why("no-place-here", event=m.event) if m.place else None
    return None if m.place in v.board.places else why("no-such-place", place=m.place)


@rule("M25")
def of_somebody(v: View, m: When) -> Why | None:
    """It concerns a seat that has not left, or a character of one; the season concerns nobody."""
    if m.event == "season":
        return why("nobody-here", event=m.event) if m.subject else None
    return None if _is_somebody(v, m.subject) else why("no-such-player", seat=m.subject)


@rule("M25")
def at_a_target(v: View, m: When) -> Why | None:
    """The card must be one that could be played so now."""
    return target(v, card_of(v, held(v.hand, m.card)), m.on)


@rule("M25")
def something_stands(v: View, _m: WhenNothing) -> Why | None:
    """There is a standing order to take back."""
    return None if v.standing or v.answers else why("no-standing")


def _is_somebody(v: View, subject: str) -> bool:
    return subject in living(v) or bool(seat_of(v, subject))


def events(v: View) -> Iterator[tuple[str, str, int]]:
    """Everything that can be waited for: event, whom it concerns, place. There are many."""
    yield "season", "", 0
    yield from product(AT_ANY_PLACE, subjects(v), (0,))
    yield from product(("enters",), subjects(v), v.board.places)


def subjects(v: View) -> Sequence[str]:
    """Whom an event can concern: the seats and their characters."""
    return (*living(v), *(name for seat in living(v) for name in of_seat(v, seat)))


def candidates(v: View) -> Iterator[tuple[str, str, Iterable[Move]]]:
    """Taking a standing order back; those that could be given are described, since there are thousands."""
    yield "when nothing", "M25", [WhenNothing()]


def families(v: View) -> Iterator[Family]:
    """Every standing order that could be given now: the card, at whom, and what it waits for."""
    plays = [(name_of(one), on) for one in dict.fromkeys(v.hand) for on in targets(v, card_of(v, one))]
    if plays and in_time.check(v, When("season", "", 0, *plays[0])) is None:
        waits = 1 + len(subjects(v)) * (len(AT_ANY_PLACE) + len(v.board.places))

        def holds(move: Move) -> bool:
            return isinstance(move, When) and first_broken(MOVES[When][1], v, move) is None

        def draw(rng: Random) -> Move:
            return When(*rng.choice([*events(v)]), *rng.choice(plays))

        shown = [When(*event, *plays[0]) for event in islice(events(v), 2)]
        yield Family("when", "M25", waits * len(plays), lambda: shown, holds, draw, listed=False, form="when")


MOVES: Moves = {
    When: (_when, (GOES_ON, in_time, held_now, an_event, of_somebody, at_a_target)),
    WhenNothing: (_when_nothing, (GOES_ON, something_stands)),
}

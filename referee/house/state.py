"""The rules of the house, which hold at every table: H1 to H10, and H18.

For H12 to H17 see `referee.house.time`, for H19 `referee.house.lots`, for H20 and H23 `referee.house.disputes`, for H24 `referee.desk.restoring`.

Their sentences stand in the catalogues.

H11, who takes which seat, is an event of each game: see `referee.engine.kit.customs.SidesTaken`.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any

from referee.engine.choices import Move
from referee.engine.events import Event, Open, event, seen_by
from referee.engine.game import Game, Outcome, Owed
from referee.engine.moves import Accept, Decline, DeclineDraw, OfferDraw, Resign
from referee.engine.rules import Rule, rule, why
from referee.house import disputes
from referee.house.dispute_events import DISPUTE_EVENTS, Stated
from referee.house.disputes import Docket
from referee.house.lots import FAIR_EVENTS
from referee.house.restoring import RESTORE_EVENTS
from referee.house.rulings import RULING_EVENTS
from referee.house.time import TIME_EVENTS, CalendarChosen, LeavesTheTable, ZoneChosen
from referee.notation.readings import Guard
from referee.util.errors import Why
from referee.util.text import shown_size


@dataclass(frozen=True, slots=True)
class Hours:
    """What the clocks say to the writer of a letter when it came: whether there are any, whether the writer is late.

    `leave` is how many seconds the seat may still be away, `away` whether it is, `pausing` who wants a pause,
    `zone` its time zone. `invited`: a deadline runs, but it is that of the invitation, which nothing stops (H13).
    """

    on: bool = False
    late: bool = False
    leave: int = 0
    away: bool = False
    pausing: frozenset[str] = frozenset()
    zone: str = "UTC"
    invited: bool = False


NO_HOURS = Hours()
"""A game without deadlines."""

MOST_TALK, PIECE = 40, 2048
"""How often a seat may speak to the others, or offer them something, within a day; words count once for each this many bytes begun."""


@dataclass(frozen=True, slots=True)
class House:
    """What the house knows of a game beside its table.

    `waiting` are the seats that have not accepted yet, in their order; `words` what came with each
    acceptance. `answers` is the position of the mail that a letter answers, if the table has changed for the
    writer since; "" if it has not, or if the letter answers none. `hours` is what the clocks say to the writer, `talk` how often
    the writer may still speak. `undo` is the seat that offers to take a letter back (H22), "" for none, and `undoing` says
    whether that can be (see `referee.table.undo`). `docket` are the disputes. `told` is the entry up to which the mail that a letter
    answers told; None if it answers none. `repeats` are the orders, in canonical notation, that the writer has played already
    in another answer to that mail.
    """

    waiting: tuple[str, ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    answers: str = ""
    hours: Hours = NO_HOURS
    talk: int = MOST_TALK
    undo: str = ""
    undoing: Any = field(default=None, compare=False, repr=False)
    docket: Docket = disputes.NONE
    told: int | None = None
    repeats: frozenset[str] = frozenset()

    @property
    def rests(self) -> bool:
        """Whether play rests, for a dispute is not over (H20)."""
        return self.docket.case is not None

    def accepted(self, seat: str, words: str) -> "House":
        """The same, once a seat has accepted."""
        left = tuple(one for one in self.waiting if one != seat)
        return replace(self, waiting=left, words={**self.words, seat: words})

    @property
    def at_any_time(self) -> "House":
        """The same for an order that does not rest on how the table stands, whatever letter it answers (H1)."""
        return replace(self, answers="", repeats=frozenset())

    def asked_again(self, seat: str, seats: tuple[str, ...]) -> "House":
        """The same, once somebody else has come into a seat, who has not accepted; `seats` gives the order."""
        left = tuple(one for one in seats if one == seat or one in self.waiting)
        words = {one: said for one, said in self.words.items() if one != seat}
        return replace(self, waiting=left, words=words)


OPEN = House()
"""A table at which the game is on, and a letter that answers nothing."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an order meets the rules of the house: whose it is, its guard, the position, the house.

    `before` is the position before standing orders of this very seat moved it on, within this letter. `written` is the order
    in canonical notation. When the game is `over` that is what is told of any order, whatever position it is for.
    """

    house: House
    seat: str
    position: tuple[int, int]
    guard: Guard | None = None
    before: tuple[int, int] | None = None
    written: str = ""
    over: bool = False


@rule("H1")
def at_its_position(s: Standing, _move: Move) -> Why | None:
    """An order with a guard, or in reply to one of our mails, is played at that position and at no other, and once."""
    # A guard for the position of the mail that is answered, as the links of that mail carry it, says no more than the answer
    # does: where the table stands there again, since something was taken back, it is as stale.
    guard, stands = s.guard, "{}.{}".format(*s.position)
    if s.over or (guard and guard.now):
        return None
    meant = f"{guard.turn}.{guard.action}" if guard else ""
    here = guard is not None and (guard.turn, guard.action) in {s.position, s.before}
    if s.written in s.house.repeats and not here:
        return why("repeated", written=s.written)
    if guard and not here:
        return why("stale", meant=meant, stands=stands)
    if s.house.answers and meant in {"", s.house.answers}:
        return why("stale-reply", meant=s.house.answers, stands=stands)
    return None


@rule("H4")
def after_all_have_accepted(s: Standing, _move: Move) -> Why | None:
    """Nothing is dealt and nothing is played before every seat has accepted."""
    return why("not-accepted", seats=s.house.waiting) if s.house.waiting else None


def too_much_talk(house: House) -> Why | None:
    """Why no more is passed on to the others today."""
    return None if house.talk > 0 else why("talked-enough", most=MOST_TALK)


def counts(text: str) -> int:
    """H18 As how many words to the others a text counts: one for each piece of it, by its bytes as shown."""
    return 1 + (shown_size(text) - 1) // PIECE


def talk_left(talk: Sequence[tuple[int, str]], until: int, at: str) -> int:
    """How often a seat may speak in a letter that came at that time, as entry `until`; `talk` has the entry and time of each word."""
    last = talk[: bisect_left(talk, (until, ""))][-MOST_TALK:]
    came, day = datetime.fromisoformat(at), timedelta(days=1)
    return MOST_TALK - sum(-day < came - datetime.fromisoformat(said) < day for _, said in last)


@rule("H18")
def not_too_much_offered(s: Standing, move: Move) -> Why | None:
    """An offer is a word to the others: there are a limited number per day."""
    return too_much_talk(s.house) if isinstance(move, OfferDraw) else None


@rule("H20")
def play_does_not_rest(s: Standing, move: Move) -> Why | None:
    """While a dispute is not over, nothing is played at the table."""
    return disputes.resting(s.house.docket, move)


@rule("H4")
def invitation_stands(s: Standing, _move: Move) -> Why | None:
    """An invitation is answered while it stands."""
    return None if s.house.waiting else why("all-accepted")


@rule("H4")
def accept_once(s: Standing, _move: Move) -> Why | None:
    """A seat accepts once."""
    return None if s.seat in s.house.waiting else why("accepted-already")


@rule("H22")
def nothing_behind_an_offer(s: Standing, move: Move) -> Why | None:
    """Whoever offers to take a letter back plays nothing more before it is answered, but may resign."""
    waits = s.house.undo == s.seat and not isinstance(move, Resign)
    return why("undo-waits") if waits else None


ANSWERS: Mapping[type[Move], tuple[Rule, ...]] = {
    Accept: (invitation_stands, accept_once),
    Decline: (invitation_stands,),
}
"""The moves that answer an invitation, and the rules they are held to."""
AT_EVERY_TABLE = (
    after_all_have_accepted,
    play_does_not_rest,
    nothing_behind_an_offer,
    at_its_position,
    not_too_much_offered,
)
"""The rules that every move of a game is held to before those of the game."""


def owed_at(game: Game, state: Any, house: House) -> tuple[Owed, ...]:
    """Who owes what at a table: an answer to the invitation (H4), or what the game asks for."""
    return invited(house) or game.owed(state)


def invited(house: House) -> tuple[Owed, ...]:
    """What is owed before the deal, by every seat that has not accepted (H4)."""
    return tuple(Owed(seat, "answer-invitation", "H4") for seat in house.waiting)


def awaited(view: Any, house: House) -> Any:
    """A seat's view with what the house asks for in it: no game knows of invitations, and its view tells that nobody owes anything."""
    if not house.waiting:
        return view
    changed: Any = getattr(view, "_replace", None) or partial(replace, view)
    return changed(owed=invited(house))


def answer_meant(move: Move, *, invited: bool) -> Move:
    """H5 What a bare `decline` is an answer to: without an invitation a draw may be meant."""
    return DeclineDraw() if isinstance(move, Decline) and not invited else move


@event("H2")
class Said(Event):
    """Words of one player to all, passed on as written."""

    by: Open[str]
    text: Open[str]

    def change(self, state: Any) -> Any:
        """Words change nothing on the table."""
        return state


@event("H3", only="by")
class Noted(Event):
    """Words of a player to nobody else."""

    by: Open[str]
    text: Annotated[str, seen_by("by")]

    def change(self, state: Any) -> Any:
        """Words change nothing on the table."""
        return state


@event("H4")
class Accepted(Event):
    """A seat takes part. Its words go into the shuffle; they are the seat's own until the end."""

    by: Open[str]
    words: Annotated[str, seen_by("by")]

    def change(self, state: Any) -> Any:
        """Nothing lies on the table yet."""
        return state


@event("H5")
class Declined(Event):
    """A seat does not take part: the game is over before anything was dealt."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """The game is called off."""
        return state.called_off(Outcome(None, "H5", "declined"))


@event("H6")
class Abandoned(Event):
    """The keeper ends a game without a result."""

    reason: Open[str]

    def change(self, state: Any) -> Any:
        """The game is called off."""
        return state.called_off(Outcome(None, "H6", "abandoned"))


@event("H7")
class SeatTaken(Event):
    """Somebody else plays on in a seat, by the name given ("" for none)."""

    by: Open[str]
    name: Open[str]

    def change(self, state: Any) -> Any:
        """The cards stay, the name is new."""
        return state.taken_over(self.by, self.name)


@event("H8", only="by")
class AddressCorrected(LeavesTheTable):
    """Letters to a seat go to another address from now on."""

    by: Open[str]


@event("H8", only="by")
class SecretRenewed(LeavesTheTable):
    """A seat has a new secret; the old one is good no more."""

    by: Open[str]


@event("H9", only="by")
class Unanswered(LeavesTheTable):
    """No answer came from a seat, and the rule for its silence applies. What follows are events of the game."""

    by: Open[str]


@event("H9")
class SilenceCalled(LeavesTheTable):
    """The keeper applies the rule for silence to a seat, for a reason; `early`: before its deadline and grace were over."""

    of: Open[str]
    reason: Open[str]
    early: Open[bool]


@event("H10", only="by")
class LanguageChosen(LeavesTheTable):
    """The letters of a seat are in another language from now on; nobody else learns of it before the game is over."""

    by: Open[str]
    language: Annotated[str, seen_by("by")]


TAKEN_OUT = "@"
"""Stands in the record, after `address`, for an address: it holds none (H8)."""
DAYS_TO_CONFIRM, WISHES_A_DAY = 7, 3
"""How many days a wish for another address can be confirmed; how many wishes of one seat count on a day (UTC) (H8)."""
OWN = frozenset(one.__name__ for one in (Noted, LanguageChosen, ZoneChosen, CalendarChosen, Stated))
"""Events that are their player's own: who takes the seat over is not told of them."""
EVENTS: dict[str, type[Event]] = {
    one.__name__: one
    for one in (
        Said,
        Noted,
        Accepted,
        Declined,
        Abandoned,
        SeatTaken,
        AddressCorrected,
        SecretRenewed,
        Unanswered,
        SilenceCalled,
        LanguageChosen,
    )
} | {**TIME_EVENTS, **RULING_EVENTS, **FAIR_EVENTS, **DISPUTE_EVENTS, **RESTORE_EVENTS}
"""Events of the house, which every game's table knows."""


def events_of(game: Game) -> Mapping[str, type[Event]]:
    """The events that a table of this game knows, by their names: the game's own, and those of the house."""
    return {**game.events, **EVENTS}


def event_named(game: Game, name: object) -> type[Event] | None:
    """The class of an event that a table of this game knows; None for a name of none."""
    return (EVENTS.get(name) or game.events.get(name)) if isinstance(name, str) else None

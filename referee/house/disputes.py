"""Disputes: rules H20 and H23 of the house. Their course, what players may say in one, and what the clock does in one.

    Disputed ... statements ... a ruling ... (appeal ... a ruling of the keeper) ... final

All of it is folded from the entries of the record, and from nothing else. Play rests, and no clock of the
game runs, from `Disputed` until the ruling is final, or until the dispute is withdrawn or lapses.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, ClassVar

from referee.engine.choices import Choices, Family, Move
from referee.engine.events import Event, LeavesTheTable, Open, event, seen_by
from referee.engine.moves import AcceptDraw, DeclineDraw, OfferDraw, Resign
from referee.engine.rules import Rule, rule, why
from referee.house.docket import AGAIN, APPEALED, ARBITER, KEEPER, OPEN, PASSED, RULED, Case, Docket, Word
from referee.house.letters import answers_the_last_ruling
from referee.house.rulings import RulingMade
from referee.house.state import Asked, Standing
from referee.house.terms import Terms
from referee.util.errors import Why
from referee.util.times import moment
from referee.util.values import replace

MOST = 3
"""After this many disputes that were not granted, a seat raises no more in that game."""
GOES_ON = (Resign, OfferDraw, AcceptDraw, DeclineDraw)
"""Moves that may be made while play rests."""
STATEMENTS, PACKET, PASS, LAPSE, FINAL = "statements", "packet", "pass", "lapse-dispute", "final"
"""Acts of the clock and of the table in a dispute."""
UPHOLD = "uphold"
"""The effect of a ruling that changes nothing."""


@event("H20")
class Disputed(LeavesTheTable):
    """A player disputes a ruling or an event at a position: play rests from now on."""

    by: Open[str]
    position: Open[str]
    text: Open[str]


@event("H20", only="by")
class Stated(LeavesTheTable):
    """A player says to the judge how it was; the other players are not told."""

    private_to_player = untold = True
    private: ClassVar[str] = "text"
    by: Open[str]
    text: Annotated[str, seen_by("by")]


@event("H20")
class DisputeWithdrawn(LeavesTheTable):
    """A player withdraws a dispute: the game goes on as it stands."""

    by: Open[str]


@event("H20")
class PassedToKeeper(LeavesTheTable):
    """The arbiter has not ruled in time, so the keeper is the judge now."""


@event("H20")
class DisputeLapsed(LeavesTheTable):
    """Nobody has ruled in time: the game goes on as it stands."""


@event("H20")
class ArbiterShown(LeavesTheTable):
    """The judge, `by` "arbiter" or "keeper", was shown the table as these seats see it, as of a position."""

    by: Open[str]
    position: Open[str]
    of: Open[tuple[str, ...]]


@event("H23")
class Appealed(LeavesTheTable):
    """A player asks the keeper to rule once more."""

    by: Open[str]
    text: Open[str]


@event("H23")
class RulingAccepted(LeavesTheTable):
    """A player accepts a ruling, and will not appeal."""

    by: Open[str]


@event("H23")
class RulingFinal(LeavesTheTable):
    """A ruling is final: the dispute is over, and play goes on."""


@rule("H20")
def play_does_not_rest(s: Standing, move: Move) -> Why | None:
    """While a dispute is not over, nothing is played at the table."""
    return resting(s.house.docket, move)


def resting(docket: Docket, move: Any) -> Why | None:
    """Why a move is not made while play rests; None if it may be. It does not depend on what was said in private."""
    case = docket.case
    if case is None or isinstance(move, GOES_ON):
        return None
    return why("play-rests", seat=case.by, position=case.position, stage=case.stage, judge=case.judge)


def only(kinds: tuple[type[Move], ...], choices: Choices) -> Choices:
    """What is left of the choices of a seat that may make no moves but of these kinds."""

    def families() -> Iterator[Family]:
        # A family that is only described cannot be filtered: none of its moves is left.
        listed = ((one, one.moves()) for one in choices.families)
        return (one for one, moves in listed if moves and all(isinstance(move, kinds) for move in moves))

    return Choices(list, families)


# What stage a dispute is in


def after(docket: Docket, n: int, entry: Any, judge: str) -> Docket:
    """The disputes after entry n; `judge` is who rules in this game."""
    ruled = [one for one in entry.events if isinstance(one, RulingMade)]
    if ruled and docket.case and docket.case.judging:
        docket = replace(docket, case=_ruled(docket.case, n, entry.at, ruled))
    if docket.case and getattr(entry, "act", "") == STATEMENTS:
        docket = replace(docket, case=replace(docket.case, heard=True))
    for one in entry.events:
        docket = _after(docket, one, n, entry.at, judge)
    return docket


def _ruled(case: Case, n: int, at: str, ruled: Sequence[Any]) -> Case:
    granted = any(one.effect != UPHOLD for one in ruled)
    stage = AGAIN if case.stage == APPEALED else RULED
    return replace(
        case, stage=stage, since=at, granted=granted or (stage == AGAIN and case.granted), ruling=n
    )


def _after(docket: Docket, event: Event, n: int, at: str, judge: str) -> Docket:
    case = docket.case
    if case is None:
        match event:
            case Disputed(by=by, position=position, text=text):
                begun = Case(by, position, text, at, n, judge, spoken=frozenset({by}), since=at, word=n)
                return replace(docket, case=begun)
        return docket
    match event:
        case DisputeWithdrawn() | DisputeLapsed():
            # A dispute that nobody looked at counts too: otherwise a seat could have the game rest for ever.
            return docket.closed(counts=True)
        case RulingFinal():
            return docket.closed(counts=not case.granted)
    return replace(docket, case=_step(case, event, n, at))


def happened(docket: Docket, event: Event) -> Docket:
    """The disputes after an event of a line, for the rest of its letter."""
    return _after(docket, event, 0, "", "")


def _step(case: Case, event: Event, n: int, at: str) -> Case:
    match event:
        case Stated(by=by):
            return replace(case, spoken=case.spoken | {by}, word=n)
        case ArbiterShown(by=by) if by == case.judge:
            return replace(case, shown=True)
        case PassedToKeeper():
            return replace(case, stage=PASSED, judge=KEEPER, since=at, shown=False)
        case Appealed():
            return replace(case, stage=APPEALED, judge=KEEPER, since=at, shown=False, word=n)
        case RulingAccepted(by=by):
            return replace(case, accepted=case.accepted | {by}, agreed=at)
    return case


# What players say


@rule("H20")
def nothing_rests(a: Asked, _verb: str) -> Why | None:
    """While a dispute is not over, nothing is taken back by consent."""
    return resting(a.house.docket, None)


@rule("H20")
def game_has_begun(w: Word, _verb: str) -> Why | None:
    """A dispute is about a game that has begun."""
    return None if w.begun else why("dispute-not-begun")


@rule("H20")
def one_at_a_time(w: Word, _verb: str) -> Why | None:
    """While one dispute is on, no other is raised."""
    return why("dispute-stands", seat=w.docket.case.by) if w.docket.case else None


@rule("H20")
def not_too_many(w: Word, _verb: str) -> Why | None:
    """A player three of whose disputes were not granted raises no more."""
    return why("dispute-enough", most=MOST) if w.docket.lost_by(w.seat) >= MOST else None


@rule("H20")
def play_may_rest(w: Word, _verb: str) -> Why | None:
    """No dispute is raised once play has rested for as long as the invitation allows."""
    return None if w.rests else why("dispute-rested")


@rule("H20")
def of_a_position_that_was(w: Word, _verb: str) -> Why | None:
    """A dispute is about the position at hand, or one before it."""
    meant, stands = ("{}.{}".format(*one) for one in (w.meant, w.position))
    return why("dispute-ahead", meant=meant, stands=stands) if w.meant > w.position else None


@rule("H20")
def says_what_was_wrong(w: Word, _verb: str) -> Why | None:
    """A dispute says what was wrong."""
    return None if w.words.strip() else why("dispute-empty")


@rule("H20")
def ruling_is_due(w: Word, _verb: str) -> Why | None:
    """A statement is made to the judge, while a ruling is due."""
    return None if w.docket.case and w.docket.case.judging else why("no-dispute")


@rule("H20")
def in_its_time(w: Word, _verb: str) -> Why | None:
    """A statement is made before the time for it is over."""
    case = w.docket.case
    return why("statement-late") if case and case.stage == OPEN and case.heard else None


@rule("H20")
def own_and_not_ruled_on(w: Word, _verb: str) -> Why | None:
    """A dispute is withdrawn by the player who raised it, before it is ruled on."""
    case = w.docket.case
    return None if case and case.by == w.seat and case.stage in {OPEN, PASSED} else why("not-to-withdraw")


@rule("H23")
def ruling_can_be_answered(w: Word, _verb: str) -> Why | None:
    """A ruling is accepted or appealed until it is final; a second one is final."""
    return None if w.docket.case and w.docket.case.stage == RULED else why("no-ruling")


@rule("H23")
def not_accepted(w: Word, _verb: str) -> Why | None:
    """A player who has accepted a ruling neither accepts it again nor appeals."""
    case = w.docket.case
    return why("ruling-accepted") if case and w.seat in case.accepted else None


OF_A_RULING = (ruling_can_be_answered, answers_the_last_ruling, not_accepted)
WORDS: Mapping[str, tuple[Callable[[Word], Event], tuple[Rule, ...]]] = {
    "dispute": (
        lambda w: Disputed(w.seat, "{}.{}".format(*w.meant), w.words),
        (
            *(game_has_begun, one_at_a_time, not_too_many, play_may_rest),
            *(of_a_position_that_was, says_what_was_wrong),
        ),
    ),
    "statement": (lambda w: Stated(w.seat, w.text), (ruling_is_due, in_its_time)),
    "withdraw dispute": (lambda w: DisputeWithdrawn(w.seat), (own_and_not_ruled_on,)),
    "appeal": (lambda w: Appealed(w.seat, w.text), OF_A_RULING),
    "accept ruling": (lambda w: RulingAccepted(w.seat), OF_A_RULING),
}
"""What players say in a dispute: the event that follows, and the rules it is held to, in the order told.

The rules use only what all know, and what this very seat has said.
"""


# What the clock does


Later = Callable[[datetime, str], datetime]
"""Gives the time a span after another ("" is none); time in which the referee was away does not count."""


def next_act(case: Case, limits: Terms, seats: Sequence[str], later: Later) -> tuple[datetime, str] | None:
    """The next act of the clock in a dispute, and when; None if the dispute waits for people alone."""
    since = moment(case.since)
    match case.stage:
        case "open":
            over = later(moment(case.at), limits.statement)
            if limits.statement and not case.heard:
                # Even if all have spoken: otherwise a late statement would show, by its refusal, whether the
                # others have.
                return over, STATEMENTS
            act = PASS if case.judge == ARBITER else LAPSE
            return (later(over, limits.ruling), act) if limits.ruling else None
        case "passed":
            return (later(since, limits.ruling), LAPSE) if limits.ruling else None
        case "appealed":
            # The ruling that was made stands.
            return (later(since, limits.ruling), FINAL) if limits.ruling else None
        case "ruled" if case.accepted >= {*seats}:
            return moment(case.agreed), FINAL
        case "ruled":
            return later(since, limits.appeal), FINAL
    return since, FINAL


def last_act(case: Case, ends: datetime) -> tuple[datetime, str]:
    """The act at which a dispute ends once play has rested for as long as it may: a ruling that was made stands."""
    return ends, LAPSE if case.stage in {OPEN, PASSED} else FINAL


def events_of(act: str) -> Iterator[Event]:
    """The events of an act of the clock in a dispute."""
    match act:
        case "pass":
            yield PassedToKeeper()
        case "lapse-dispute":
            yield DisputeLapsed()
        case "final":
            yield RulingFinal()


def may_rule(case: Case, seats: Sequence[str], limits: Terms) -> bool:
    """Whether a ruling may be made now: all sides have spoken, or the time for that is over."""
    return case.stage != OPEN or case.heard or not limits.statement or case.spoken >= {*seats}

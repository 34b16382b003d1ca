"""A silent player is replaced by vote: rule H35 of the house.

Who is silent is worked out from what all are shown: since the entry in which the rule for silence was applied to a
seat (H9), no letter of the seat has told all of anything. So nothing here says when somebody wrote in secret.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.engine.events import Event, LeavesTheTable, Open, event
from referee.engine.rules import Rule, rule, why
from referee.engine.seating import still_in
from referee.house.players import PROGRAM, SeatTaken
from referee.house.rulings import RolledBack
from referee.notation.folding import fold, key
from referee.util.errors import Why
from referee.util.values import Value, replace

LATE, BACK = "late", "back"
"""Why a vote is over: not all have voted in time; the seat is heard of again."""
YES, NO = "yes", "no"


@event("H35")
class FellSilent(LeavesTheTable):
    """A seat has told all of nothing for as long as the terms say: the others may vote to replace its player."""

    of: Open[str]


@event("H35")
class ReplaceVoted(LeavesTheTable):
    """A player votes for another player in a seat."""

    by: Open[str]
    of: Open[str]


@event("H35")
class VoteTakenBack(LeavesTheTable):
    """A player takes such a vote back."""

    by: Open[str]
    of: Open[str]


@event("H35")
class SeatOffered(LeavesTheTable):
    """All others have voted: the seat is offered to whoever waits for one."""

    of: Open[str]


@event("H35")
class VoteOver(LeavesTheTable):
    """A vote has come to nothing, or the seat is not silent any more: `late` or `back`."""

    of: Open[str]
    reason: Open[str]


class Quiet(Value):
    """A seat that has fallen silent.

    Attributes:
        seat: The seat.
        entry: The entry since which it is silent.
        told: All were told so, and may vote.
        votes: Who has voted to replace its player.
        voted: The entry of the first of these votes; -1 while it is in the letter at hand, or there is none.
        offered: All have voted, and the seat is offered to others.
    """

    seat: str
    entry: int
    told: bool = False
    votes: tuple[str, ...] = ()
    voted: int = -1
    offered: bool = False


Quiets = tuple[Quiet, ...]


def found(quiets: Quiets, seat: str) -> Quiet | None:
    """What is known of a seat that has fallen silent; None of any other."""
    return next((one for one in quiets if one.seat == seat), None)


def may_vote(table: Any) -> tuple[str, ...]:
    """The seats of people who are still in, in a state or a view: no program and no master has a vote."""
    names = dict(table.names)
    return tuple(one for one in still_in(table) if names.get(one) != PROGRAM)


def voters(quiets: Quiets, still_in: Sequence[str], of: str) -> tuple[str, ...]:
    """The seats that have to vote on a seat: the players who are still in, but for itself and those silent like it."""
    silent = {one.seat for one in quiets if one.told}
    return tuple(one for one in still_in if one != of and one not in silent)


def carried(quiets: Quiets, still_in: Sequence[str], one: Quiet) -> bool:
    """Whether all who have to vote on a seat have done so."""
    wanted = voters(quiets, still_in, one.seat)
    return bool(one.told and wanted) and not one.offered and {*wanted} <= {*one.votes}


def after(quiets: Quiets, event: Event, n: int = -1) -> Quiets:
    """What is known of silent seats after an event of entry n (-1: of the letter at hand)."""
    match event:
        case FellSilent(of=seat):
            return _changed(quiets, seat, lambda one: replace(one, told=True))
        case ReplaceVoted(by=by, of=seat):
            return _changed(quiets, seat, lambda one: _with_vote(one, by, n))
        case VoteTakenBack(by=by, of=seat):
            return _changed(quiets, seat, lambda one: _without_vote(one, by))
        case SeatOffered(of=seat):
            return _changed(quiets, seat, lambda one: replace(one, offered=True))
        case VoteOver(of=seat, reason=reason) if reason == LATE:
            return _changed(quiets, seat, lambda one: replace(one, votes=(), voted=-1))
        case VoteOver(of=seat):
            return tuple(one for one in quiets if one.seat != seat)
        case SeatTaken(by=seat):
            return tuple(_without_vote(one, seat) for one in quiets if one.seat != seat)
        case RolledBack():
            return ()
    return quiets


def _changed(quiets: Quiets, seat: str, change: Callable[[Quiet], Quiet]) -> Quiets:
    return tuple(change(one) if one.seat == seat else one for one in quiets)


def _with_vote(one: Quiet, by: str, n: int) -> Quiet:
    votes = (*(vote for vote in one.votes if vote != by), by)
    return replace(one, votes=votes, voted=one.voted if one.votes and one.voted >= 0 else n)


def _without_vote(one: Quiet, by: str) -> Quiet:
    votes = tuple(vote for vote in one.votes if vote != by)
    return replace(one, votes=votes, voted=one.voted if votes else -1)


def fell(quiets: Quiets, seat: str, n: int) -> Quiets:
    """The rule for silence was applied to a seat in entry n, and all were told of it."""
    return quiets if found(quiets, seat) else (*quiets, Quiet(seat, n))


def heard(quiets: Quiets, seat: str, n: int, *, words_alone: bool) -> Quiets:
    """A letter of a seat that had fallen silent, entry n, has told all of something.

    After words alone, a seat that still owes its answer is silent again if nothing follows.
    """
    others = tuple(one for one in quiets if one.seat != seat)
    return (*others, Quiet(seat, n)) if words_alone else others


# Votes


class Voting(Value):
    """What the rules look at when a player votes.

    Attributes:
        by: Who votes.
        of: The seat that is voted on, as it was written; "" for none.
        yes: Whether for another player; otherwise a vote is taken back.
        begun: The cards are dealt, and the game is not over.
        rests: Play rests for a dispute.
        quiets: The seats that have fallen silent.
        still_in: The players who have not left.
    """

    by: str
    of: str
    yes: bool
    begun: bool
    rests: bool
    quiets: Quiets
    still_in: Sequence[str]

    @property
    def silent(self) -> tuple[str, ...]:
        """The seats on which the writer may vote."""
        return tuple(one.seat for one in self.quiets if one.told and one.seat != self.by)

    @property
    def voted(self) -> bool:
        """Whether the writer has voted to replace the player of that seat."""
        one = found(self.quiets, self.of)
        return one is not None and self.by in one.votes


@rule("H35")
def while_it_is_played(v: Voting, _verb: str) -> Why | None:
    """There are votes while the game is on."""
    return None if v.begun else why("vote-off")


@rule("H35")
def players_vote(v: Voting, _verb: str) -> Why | None:
    """The players vote who have not left; the master does not."""
    return None if v.by in v.still_in else why("vote-not-yours")


@rule("H35")
def on_a_silent_seat(v: Voting, _verb: str) -> Why | None:
    """Only a player can be voted on who has been silent for as long as the terms say."""
    return None if v.of in v.silent else why("vote-none", silent=v.silent)


@rule("H35")
def not_while_play_rests(v: Voting, _verb: str) -> Why | None:
    """There are no votes while a dispute is on."""
    return why("vote-rests") if v.rests else None


@rule("H35")
def before_it_is_carried(v: Voting, _verb: str) -> Why | None:
    """When all have voted, the vote stands."""
    one = found(v.quiets, v.of)
    return why("vote-carried", seat=v.of) if one and one.offered else None


@rule("H35")
def once(v: Voting, _verb: str) -> Why | None:
    """A player votes once, and takes back only what was voted."""
    if v.yes == v.voted:
        return why("vote-twice" if v.yes else "vote-not-given", seat=v.of)
    return None


RULES: tuple[Rule, ...] = (
    while_it_is_played,
    players_vote,
    on_a_silent_seat,
    not_while_play_rests,
    before_it_is_carried,
    once,
)


def voting(said: str, view: Any, quiets: Quiets, *, begun: bool, rests: bool) -> Voting:
    """A vote as somebody who has this view wrote it: `loki`, `loki yes`, `loki no`."""
    words = said.split()
    answer = words.pop() if words and words[-1] in {YES, NO} else YES
    seats = {key(one): one for one in view.seats}
    named = seats.get(key(fold("".join(words)).text), "")
    return Voting(view.seat, named, answer == YES, begun, rests, quiets, may_vote(view))


def happens(v: Voting) -> Event:
    """What follows from a vote that is allowed."""
    return ReplaceVoted(v.by, v.of) if v.yes else VoteTakenBack(v.by, v.of)


def follows(quiets: Quiets, still_in: Sequence[str], seat: str, *, told_all: bool) -> Iterator[Event]:
    """What follows at the end of a letter of a seat: it is silent no more, and votes that are carried."""
    if told_all and (one := found(quiets, seat)) and one.told:
        yield (back := VoteOver(seat, BACK))
        quiets = after(quiets, back)
    yield from (SeatOffered(one.seat) for one in quiets if carried(quiets, still_in, one))

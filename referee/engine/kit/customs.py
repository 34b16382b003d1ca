"""The customs of play by mail, which games share: resigning, draws by agreement, claims on the silent, the end.

    CUSTOMS = customs(__name__, over="8.6", resign="8.5", draw="8.5", silence="8.7")

A game names the numbers under which its rulebook has them, and takes over moves, rules, events and families. Its
State has `seats`, two of them, and `called_off` (see `referee.engine.game.Game`), and the fields `turn`, `offer` (who offered
a draw) and `overdue`; its View has `game`, `seat`, `outcome`, `offer`, `overdue` (seats, or "")
and `begun`, whether the first turn has begun.

Two events more may be taken over one by one (`own_event`): who takes which seat, `SidesTaken`, which fills the field
`names` of the State; and `StandingUsed`, that a standing order acts.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from referee.engine.choices import Family, Move, plain
from referee.engine.events import Event, Happening, Open, event
from referee.engine.game import Moves, Outcome, Owed, Standings
from referee.engine.lots import Lots
from referee.engine.moves import AcceptDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.engine.rules import Check, Rule, cites, rule, why
from referee.util.errors import Why

E = TypeVar("E", bound=type[Event])


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The game is over: who has won (nobody: a draw), by which rule, why, and what each has, if that is counted."""

    winners: Open[tuple[str, ...]]
    rule: Open[str]
    reason: Open[str]
    standings: Open[Standings] = ()

    def change(self, state: Any) -> Any:
        """The game has its outcome."""
        return state.called_off(Outcome(self.winners, self.rule, self.reason, self.standings))


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A player gives the game up."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """The table stays as it is; how the game ended is an event of its own."""
        return state


@dataclass(frozen=True, slots=True)
class DrawOffered(Event):
    """A player offers a draw; the offer lapses with the other's next turn."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """The offer stands; and its maker has answered."""
        return replace(state, offer=self.by, overdue=heard_of(state, self.by))


@dataclass(frozen=True, slots=True)
class DrawDeclined(Event):
    """A player turns down the draw that was offered."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """No offer stands; and whoever declined it has answered."""
        return replace(state, offer="", overdue=heard_of(state, self.by))


@dataclass(frozen=True, slots=True)
class Overdue(Event):
    """A player has not answered by the deadline; another may claim the win until an order or an answer comes of which all are told."""

    of: Open[str]

    def change(self, state: Any) -> Any:
        """The claim stands."""
        return replace(state, overdue=self.of)


@dataclass(frozen=True, slots=True)
class StandingUsed(Event):
    """What happens next is done by a standing order, by this rule; its owner alone is told."""

    by: Open[str]
    rule: Open[str]

    def change(self, state: Any) -> Any:
        """What is done follows."""
        return state


@dataclass(frozen=True, slots=True)
class SidesTaken(Event):
    """Who plays which seat, in the order of the seats; drawn by lot, or agreed when the game was opened."""

    names: Open[tuple[str, ...]]
    drawn: Open[bool]
    seats: Open[tuple[str, ...]]

    def change(self, state: Any) -> Any:
        """The players have their seats."""
        return replace(state, names=tuple(zip(self.seats, self.names, strict=True)))


def game_goes_on(v: Any, _move: Any) -> Why | None:
    """When the game is over nothing more is played."""
    return why("game-over") if v.outcome else None


def resign_this_game(v: Any, m: Resign) -> Why | None:
    """A resignation names its game; it is possible at any time, in anyone's turn."""
    return None if m.game == v.game else why("other-game", named=m.game, game=v.game)


def no_offer_stands(v: Any, _move: OfferDraw) -> Why | None:
    """An offer stands until it lapses or is accepted; while the other's stands, accept it."""
    if not v.begun:
        return why("not-begun")
    return why("offer-stands", seat=v.offer) if v.offer else None


def offered_by_other(v: Any, _move: AcceptDraw | DeclineDraw) -> Why | None:
    """A draw is accepted while the other's offer stands."""
    return None if v.offer and v.offer != v.seat else why("no-offer")


def offered_to_be_declined(v: Any, move: DeclineDraw) -> Why | None:
    """A draw is declined while the other's offer stands."""
    return offered_by_other(v, move)


def other_overdue(v: Any, _move: ClaimWin) -> Why | None:
    """The win may be claimed when the other has let a deadline pass, and not answered since."""
    return None if v.overdue and v.overdue != v.seat else why("not-overdue")


WRITTEN: Mapping[type[Move], Callable[[Any], str]] = {
    Resign: lambda m: f"resign {m.game}",
    OfferDraw: lambda _: "offer draw",
    AcceptDraw: lambda _: "accept draw",
    DeclineDraw: lambda _: "decline draw",
    ClaimWin: lambda _: "claim win",
}
"""The canonical notation of these moves."""

ANY_TIME = frozenset({"resign", "offer draw", "accept draw", "decline draw", "claim draw", "claim win"})
"""Families that are told after the others."""


@dataclass(frozen=True, slots=True)
class Customs:
    """The customs under the numbers of one game's rulebook."""

    numbers: Mapping[str, str]
    game_goes_on: Rule
    rules: Mapping[type[Move], Rule]
    ended: type[Ended]
    resigned: type[Resigned]
    offered: type[DrawOffered]
    declined: type[DrawDeclined]
    overdue: type[Overdue]

    def moves(self, *held: Rule) -> Moves:
        """How these moves happen, and the rules they are held to: `held` before their own, but for a resignation."""
        return {
            Resign: (self._resign, (self.game_goes_on, self.rules[Resign])),
            OfferDraw: (self._offer, (*held, self.rules[OfferDraw])),
            AcceptDraw: (self._accept, (*held, self.rules[AcceptDraw])),
            DeclineDraw: (self._decline, (*held, self.rules[DeclineDraw])),
            ClaimWin: (self._claim, (*held, self.rules[ClaimWin])),
        }

    def families(self, v: Any, *claims: Family) -> Iterator[Family]:
        """The legal ones of these moves, and the game's own claims. `held` of `moves` is the game's to ask before."""
        yield from self._legal(v, "offer draw", OfferDraw())
        yield from self._legal(v, "accept draw", AcceptDraw())
        yield from self._legal(v, "decline draw", DeclineDraw())
        yield from claims
        yield from self._legal(v, "claim win", ClaimWin())

    def _legal(self, v: Any, key: str, move: Move) -> Iterator[Family]:
        if self.rules[type(move)].check(v, move) is None:
            yield plain(key, self.rules[type(move)].number, [move])

    def resigning(self, v: Any) -> Iterator[Family]:
        """Giving the game up, which is always possible."""
        yield plain("resign", self.numbers["resign"], [Resign(v.game)])

    def notes(self, v: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """What the table says of an offer that stands, and of a deadline that has passed: keys of `notes`, with values."""
        if v.offer:
            yield "offer", {"seat": v.offer, "rule": self.numbers["draw"]}
        if v.overdue:
            yield "overdue", {"seat": v.overdue, "rule": self.numbers["silence"]}

    def let_pass(self, state: Any, owed: Owed) -> Happening:
        """What silence means where nothing is played for anyone: the other may claim the win."""
        if state.overdue != owed.seat:
            yield self.overdue(owed.seat)

    def _resign(self, _state: Any, by: str, m: Resign, lots: Lots) -> Happening:  # noqa: ARG002
        state = yield self.resigned(by)
        yield self.ended((_other(state, by),), self.numbers["resign"], "resigned")

    def _offer(self, _state: Any, by: str, m: OfferDraw, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.offered(by)

    def _accept(self, _state: Any, by: str, m: AcceptDraw, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.ended((), self.numbers["draw"], "agreed")

    def _decline(self, _state: Any, by: str, m: DeclineDraw, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.declined(by)

    def _claim(self, _state: Any, by: str, m: ClaimWin, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.ended((by,), self.numbers["silence"], "overdue")


def customs(module: str, *, over: str, resign: str, draw: str, silence: str) -> Customs:
    """The customs for the game of which `module` (its `__name__`) is a part, under these numbers of its rulebook."""

    def numbered(number: str, check: Check) -> Rule:
        made = rule(number)(check)
        cites(number)(_named(check.__name__, module))
        return made

    return Customs(
        {"over": over, "resign": resign, "draw": draw, "silence": silence},
        numbered(over, game_goes_on),
        {
            Resign: numbered(resign, resign_this_game),
            OfferDraw: numbered(draw, no_offer_stands),
            AcceptDraw: numbered(draw, offered_by_other),
            DeclineDraw: numbered(draw, offered_to_be_declined),
            ClaimWin: numbered(silence, other_overdue),
        },
        own_event(over, module, Ended),
        own_event(resign, module, Resigned),
        own_event(draw, module, DrawOffered),
        own_event(draw, module, DrawDeclined),
        own_event(silence, module, Overdue),
    )


def own_event(number: str, module: str, shared: E, *, only: str | None = None) -> E:
    """An event that games share, as one of the game of which `module` is a part, under a number of its own."""
    made = type(
        shared.__name__,
        (shared,),
        {"__module__": module, "__doc__": shared.__doc__},
    )
    return event(number, only=only)(made)  # type: ignore[return-value]


def _named(name: str, module: str) -> Any:
    """Something of that name in a module, to be cited there."""
    return type(name, (), {"__module__": module})


def _other(state: Any, seat: str) -> str:
    """The other one of two seats."""
    return next(str(one) for one in state.seats if one != seat)


def still_offered(offer: str, by: str) -> str:
    """Whose offer of a draw still stands when a turn of `by` is over: the other's lapses with it, whenever it was made."""
    return offer if offer == by else ""


def heard_of(state: Any, by: str) -> str:
    """Who is still overdue when all are told of something that `by` has ordered or answered: not `by`."""
    return "" if state.overdue == by else str(state.overdue)

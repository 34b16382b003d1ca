"""The customs of play by mail, which games share: resigning, draws by agreement, claims on the silent, the end.

    CUSTOMS = customs(__name__, over="8.6", resign="8.5", draw="8.5", silence="8.7")

A game gives the numbers that they have in its rulebook, and takes over moves, rules, events and families. Its
State and View are those of `referee.engine.kit.base`.

Where more than two may play (`several=True`), a draw needs the consent of all who are still in. A player who
resigns, or is claimed against, leaves the others to play on, and the last one in wins, unless `leaves` says
otherwise. The master is nobody's opponent, so offers do not concern the master.

Two more events may be taken over one by one (`own_event`): who takes which seat, `SidesTaken`, which fills
the field `names` of the State; and `StandingUsed`, that a standing order acts.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

from referee.engine.choices import Family, Move, plain
from referee.engine.events import Event, Happening, Open, event, seen_by
from referee.engine.game import Happen, Moves, Outcome, Owed, Standings
from referee.engine.lots import Lots
from referee.engine.moves import AcceptDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.engine.rules import Check, Rule, cites, rule, why
from referee.engine.seating import MASTER, still_in
from referee.util.errors import Why
from referee.util.values import Value, replace

E = TypeVar("E", bound=type[Event])


class Ended(Event):
    """The game is over: who has won (nobody: a draw), by which rule, why, and what each has, if that is counted."""

    winners: Open[tuple[str, ...]]
    rule: Open[str]
    reason: Open[str]
    standings: Open[Standings] = ()

    def change(self, state: Any) -> Any:
        """The game has its outcome."""
        return state.called_off(Outcome(self.winners, self.rule, self.reason, self.standings))


class Resigned(Event):
    """A player gives the game up."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """The table stays as it is; how the game ended is an event of its own."""
        return state


class DrawOffered(Event):
    """A player offers a draw; the offer lapses when a turn of another player is over."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """The offer stands; and its maker has answered."""
        return replace(state, offer=self.by, agreed=(), overdue=heard_of(state, self.by))


class DrawDeclined(Event):
    """A player turns down the draw that was offered."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """No offer stands, and the player who declined it has answered."""
        return replace(state, offer="", agreed=(), overdue=heard_of(state, self.by))


class DrawAgreed(Event):
    """A player agrees to the draw that was offered; others still have to."""

    by: Open[str]

    def change(self, state: Any) -> Any:
        """One more agrees, and has answered."""
        return replace(state, agreed=(*state.agreed, self.by), overdue=heard_of(state, self.by))


class SeatLeft(Event):
    """A seat has no further part in the game, by this rule and for this reason; the others play on."""

    by: Open[str]
    rule: Open[str]
    reason: Open[str]

    def change(self, state: Any) -> Any:
        """The seat has left.

        Its offer or consent is void, nothing can be claimed against it, and nobody waits for it.
        """
        agreed = tuple(one for one in state.agreed if one != self.by)
        offer, agreed = ("", ()) if state.offer == self.by else (state.offer, agreed)
        gone, overdue = (*state.gone, self.by), heard_of(state, self.by)
        window = no_more_asked(state, self.by)
        return replace(state, gone=gone, offer=offer, agreed=agreed, overdue=overdue, **window)


class Overdue(Event):
    """A player has not answered by the deadline, so another may claim the win.

    The claim is possible until an order or an answer comes that all are told of.
    """

    of: Open[str]

    def change(self, state: Any) -> Any:
        """The claim stands."""
        return replace(state, overdue=(*heard_of(state, self.of), self.of))


class Silent(Overdue):
    """The same where more than two play: another player may have the seat leave.

    That is possible until an order or an answer comes that all are told of.
    """


class StandingUsed(Event):
    """What happens next is done by a standing order, by this rule; only its owner is told."""

    by: Open[str]
    rule: Open[str]

    def change(self, state: Any) -> Any:
        """What is done follows."""
        return state


class SidesTaken(Event):
    """Who plays which seat, in the order of the seats; drawn by lot, or agreed when the game was opened."""

    names: Open[tuple[str, ...]]
    drawn: Open[bool]
    seats: Open[tuple[str, ...]]

    def change(self, state: Any) -> Any:
        """The players have their seats; who took one over before, by the name that was given then (H7)."""
        known = dict(zip(self.seats, self.names, strict=True)) | dict(state.names)
        return replace(state, names=tuple(known.items()))


def game_goes_on(v: Any, _move: Any) -> Why | None:
    """When the game is over nothing more is played."""
    return why("game-over") if v.outcome else None


def still_playing(v: Any, _move: Any) -> Why | None:
    """When the game is over nothing more is played, and who has left it plays no more."""
    if v.seat in v.gone:
        return why("has-left")
    return why("game-over") if v.outcome else None


def not_in_turn(v: Any) -> Why | None:
    """Why the seat of a view cannot do what is done in its own turn; None if it is on turn.

    For rules of games to ask.
    """
    if not v.begun:
        return why("not-begun")
    if v.on_turn == v.seat:
        return None
    return why("not-your-turn", seat=v.on_turn, position=f"{v.turn}.{v.action}")


def resign_this_game(v: Any, m: Resign) -> Why | None:
    """A resignation names its game; it is possible at any time, in anyone's turn."""
    return None if m.game == v.game else why("other-game", named=m.game, game=v.game)


def no_offer_stands(v: Any, _move: OfferDraw) -> Why | None:
    """An offer stands until it lapses or is accepted; while another player's stands, accept it."""
    if v.seat == MASTER:
        return why("no-opponent")
    if not v.begun:
        return why("not-begun")
    return why("offer-stands", seat=v.offer) if v.offer else None


def offered_by_other(v: Any, _move: AcceptDraw | DeclineDraw) -> Why | None:
    """A draw is accepted while another player's offer stands."""
    return None if v.offer and v.seat not in {v.offer, MASTER, *v.agreed} else why("no-offer")


def offered_to_be_declined(v: Any, _move: DeclineDraw) -> Why | None:
    """A draw is declined while another player's offer stands."""
    return None if v.offer and v.seat not in {v.offer, MASTER} else why("no-offer")


def other_overdue(v: Any, _move: ClaimWin) -> Why | None:
    """The win may be claimed when another player has let a deadline pass, and not answered since."""
    return None if v.seat != MASTER and {*v.overdue} - {v.seat} else why("not-overdue")


ANY_TIME = frozenset({"resign", "offer draw", "accept draw", "decline draw", "claim draw", "claim win"})
"""Families that are told after the others."""
TYPED = frozenset({"resign", "accept draw", "claim draw", "claim win"})
"""Families of orders that end a game, or a seat's part in it: written by hand, so that no stray tap gives one."""
ALWAYS = frozenset({"resign", "offer draw"})
"""Those of them that nearly every letter would list: they are told once in a while."""


Leaving = Callable[[Any, str, str, str, Lots], Happening]
"""What it means that a seat leaves: (state, seat, rule, reason, lots) -> events; returns the state after them."""
TWO = 2


class Customs(Value):
    """The customs under the numbers of one game's rulebook."""

    numbers: Mapping[str, str]
    game_goes_on: Rule
    rules: Mapping[type[Move], Rule]
    ended: type[Ended]
    resigned: type[Resigned]
    offered: type[DrawOffered]
    declined: type[DrawDeclined]
    overdue: type[Overdue] | None
    agreed: type[DrawAgreed] | None = None
    left: type[SeatLeft] | None = None
    leaving: Leaving | None = None

    def moves(self, *held: Rule) -> Moves:
        """How these moves happen, and the rules they are held to: `held` before their own, except for a resignation."""
        moves: dict[type[Move], tuple[Happen, tuple[Rule, ...]]] = {
            Resign: (self._resign, (self.game_goes_on, self.rules[Resign])),
            OfferDraw: (self._offer, (*held, self.rules[OfferDraw])),
            AcceptDraw: (self._accept, (*held, self.rules[AcceptDraw])),
            DeclineDraw: (self._decline, (*held, self.rules[DeclineDraw])),
        }
        if ClaimWin in self.rules:
            moves[ClaimWin] = (self._claim, (*held, self.rules[ClaimWin]))
        return moves

    def families(self, v: Any, *claims: Family) -> Iterator[Family]:
        """The legal ones of these moves, and the game's own claims.

        The game itself must ask `held` of `moves` before.
        """
        yield from self._legal(v, "offer draw", OfferDraw())
        yield from self._legal(v, "accept draw", AcceptDraw())
        yield from self._legal(v, "decline draw", DeclineDraw())
        yield from claims
        yield from self._legal(v, "claim win", ClaimWin())

    def _legal(self, v: Any, key: str, move: Move) -> Iterator[Family]:
        if type(move) in self.rules and self.rules[type(move)].check(v, move) is None:
            yield plain(key, self.rules[type(move)].number, [move])

    def resigning(self, v: Any) -> Iterator[Family]:
        """Giving the game up, which is always possible."""
        yield plain("resign", self.numbers["resign"], [Resign(v.game)])

    def notes(self, v: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """What the table says about an offer that stands and a deadline that has passed: keys of `notes` and values.

        Not of the offer to who may answer it: letters begin with that.
        """
        if v.offer and v.seat in {None, v.offer}:
            yield "offer", {"seat": v.offer, "rule": self.numbers["draw"]}
        two = len(still_in(v)) == TWO
        for seat in v.overdue:
            if two:
                yield "overdue", {"seat": seat, "rule": self.numbers["silence"]}
            else:
                yield "overdue-several", {"seat": seat, "rule": self.numbers["silence"]}

    def let_pass(self, state: Any, owed: Owed) -> Happening:
        """What silence means where nothing is played for anyone: the other may claim the win."""
        assert self.overdue  # noqa: S101  a number for silence was given: see `customs`
        if owed.seat not in state.overdue:
            yield self.overdue(owed.seat)

    def _resign(self, _state: Any, by: str, m: Resign, lots: Lots) -> Happening:  # noqa: ARG002
        state = yield self.resigned(by)
        yield from self.leaves(state, by, self.numbers["resign"], "resigned", lots)

    def leaves(self, state: Any, seat: str, rule: str, reason: str, lots: Lots) -> Happening:
        """A seat leaves, as the game says (see `Leaving`), or else as `one_less` says."""
        return (self.leaving or self.one_less)(state, seat, rule, reason, lots)

    def one_less(self, state: Any, seat: str, rule: str, reason: str, lots: Lots) -> Happening:  # noqa: ARG002
        """The last one who is still in wins; while there are more, the seat has left, and the others play on."""
        others = tuple(one for one in still_in(state) if one != seat)
        if seat == MASTER:
            return (yield self.ended((), rule, "master-left"))
        if len(others) == 1 and not state.gone:
            return (yield self.ended(others, rule, reason))
        assert self.left  # noqa: S101  more than two play: see `customs`
        state = yield self.left(seat, rule, reason)
        return (yield self.ended(others, rule, "last-in")) if len(others) == 1 else state

    def _offer(self, _state: Any, by: str, m: OfferDraw, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.offered(by)

    def _accept(self, state: Any, by: str, m: AcceptDraw, lots: Lots) -> Happening:  # noqa: ARG002
        if {*still_in(state)} - {state.offer, by, *state.agreed}:
            assert self.agreed  # noqa: S101  more than two play: see `customs`
            yield self.agreed(by)
        else:
            yield self.ended((), self.numbers["draw"], "agreed")

    def _decline(self, _state: Any, by: str, m: DeclineDraw, lots: Lots) -> Happening:  # noqa: ARG002
        yield self.declined(by)

    def _claim(self, state: Any, by: str, m: ClaimWin, lots: Lots) -> Happening:  # noqa: ARG002
        for seat in state.overdue:
            if seat != by and not state.outcome:
                state = yield from self.leaves(state, seat, self.numbers["silence"], "overdue", lots)


def customs(
    module: str,
    *,
    over: str,
    resign: str,
    draw: str,
    silence: str = "",
    several: bool = False,
    leaves: Leaving | None = None,
) -> Customs:
    """The customs for the game of which `module` (its `__name__`) is a part, under these numbers of its rulebook.

    Without a number for `silence` nobody can claim anything against the silent. `several`: more than two may
    play, or there is a master. `leaves`: what it means that a seat leaves, if not `Customs.one_less`.
    """

    def numbered(number: str, check: Check) -> Rule:
        made = rule(number)(check)
        cites(number)(_named(check.__name__, module))
        return made

    return Customs(
        {"over": over, "resign": resign, "draw": draw, "silence": silence},
        numbered(over, still_playing if several else game_goes_on),
        {
            Resign: numbered(resign, resign_this_game),
            OfferDraw: numbered(draw, no_offer_stands),
            AcceptDraw: numbered(draw, offered_by_other),
            DeclineDraw: numbered(draw, offered_to_be_declined),
            **({ClaimWin: numbered(silence, other_overdue)} if silence else {}),
        },
        own_event(over, module, Ended),
        own_event(resign, module, Resigned),
        own_event(draw, module, DrawOffered),
        own_event(draw, module, DrawDeclined),
        own_event(silence, module, Silent if several else Overdue) if silence else None,
        own_event(draw, module, DrawAgreed) if several else None,
        own_event(resign, module, SeatLeft) if several else None,
        leaves,
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


def no_more_asked(state: Any, seat: str) -> dict[str, tuple[Any, ...]]:
    """A change of a state: a seat may not react, nor passes beforehand; empty if the state has no windows."""
    if not hasattr(state, "reacting"):
        return {}
    passing = tuple(one for one in state.passing if one[0] != seat)
    return {"reacting": tuple(one for one in state.reacting if one != seat), "passing": passing}


def still_offered(offer: str, by: str) -> str:
    """The seat whose offer of a draw stands after a turn of `by`: any other lapses with it, whenever it was made."""
    return offer if offer == by else ""


def heard_of(state: Any, by: str) -> tuple[str, ...]:
    """The seats that are still overdue when all are told of an order or an answer of `by`: not `by`."""
    return tuple(one for one in state.overdue if one != by)


# Choices that all make at the same time: each is sealed, and its writer may replace it until all are in.
#
# Before all are in nobody else learns that a choice is in: neither from events nor from the list of those who
# owe one. The State is a `referee.engine.kit.base.SidedState`; each side has a field `sealed`, None until its
# player has chosen.


class Sealed(Event):
    """A player has chosen; nobody else learns of it before all have."""

    by: Open[str]
    cards: Annotated[tuple[str, ...], seen_by("by")]

    def change(self, state: Any) -> Any:
        """The choice is in."""
        return state.put(self.by, replace(state.side(self.by), sealed=self.cards))


class Resealed(Sealed):
    """A choice replaced before all were in."""


class SealedChoice(Value):
    """The sealed choice of one game, under a number of its rulebook."""

    number: str
    duty: str
    sealed: type[Sealed]
    resealed: type[Resealed]

    def choose(self, state: Any, by: str, cards: tuple[str, ...]) -> Happening:
        """A choice is made, or made again."""
        yield (self.sealed if state.side(by).sealed is None else self.resealed)(by, cards)

    def owed(self, state: Any) -> tuple[Owed, ...]:
        """Who has not chosen yet; () when all choices are in."""
        return tuple(self._of(seat) for seat in state.seats if state.side(seat).sealed is None)

    def owed_as_known(self, state: Any, seat: str | None) -> tuple[Owed, ...]:
        """The same as far as a seat may know: that a choice is in is known to its writer only."""
        chosen = [one for one in state.seats if one == seat and state.side(one).sealed is not None]
        return tuple(self._of(one) for one in state.seats if one not in chosen)

    def _of(self, seat: str) -> Owed:
        return Owed(seat, self.duty, self.number)


def sealed_choice(module: str, number: str, duty: str) -> SealedChoice:
    """The choice of the game of which `module` (its `__name__`) is a part, under this number and as this duty.

    As in `CHOICE = sealed_choice(__name__, "1.3", "deploy")`.
    """
    return SealedChoice(
        number,
        duty,
        own_event(number, module, Sealed, only="by"),
        own_event(number, module, Resealed, only="by"),
    )

"""What cards, runes and the master do to the table: each effect once.

What opens an encounter, begins combat, needs a roll (`hit`, `test`), ends the game or concerns stops is the master's
alone and stands in `ruling`. Whether an effect can be carried out, `judged.impossible` says.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.engine.events import Event, Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.carried import (
    Broken,
    DidNotFit,
    ItemDealt,
    Passed,
    RuneDealt,
    SetAside,
    bearer,
)
from referee.games.hammer_of_thor.closing import closed, closed_if_gone
from referee.games.hammer_of_thor.dying import dies, enters, goes
from referee.games.hammer_of_thor.effects import Effect
from referee.games.hammer_of_thor.fared import (
    CharacteristicSet,
    Cured,
    Joined,
    LeftTheGame,
    NothingHappens,
    PutAt,
    RaisedUp,
    ReputationChanged,
    SkipSet,
    SpeedGiven,
    SplitOff,
    StaminaChanged,
    Struck,
    WentBack,
)
from referee.games.hammer_of_thor.figures import (
    Names,
    boats,
    character,
    counter_of,
    fits,
    group_of,
    seat_of,
)
from referee.games.hammer_of_thor.happened import SeasonMoved
from referee.games.hammer_of_thor.judged import FATE, RUNE, impossible, own_reputation
from referee.games.hammer_of_thor.measured import fallen
from referee.games.hammer_of_thor.met import MasterSaid
from referee.games.hammer_of_thor.played import FateDrawn
from referee.games.hammer_of_thor.rounds import next_round
from referee.games.hammer_of_thor.table import State

__all__ = ["carried_out", "followed", "impossible", "joins", "listed"]

Doing = Callable[[State, Any, Lots, str], Happening]


def carried_out(s: State, effect: Effect, lots: Lots, rule: str) -> Happening:
    """Carry out an effect that can be carried out, by this rule; returns the state after it."""
    return (yield from followed(s, DOING[type(effect)](s, effect, lots, rule)))


def followed(s: State, happening: Happening) -> Happening:
    """The same happening; returns the state after its last event, whatever it returns itself."""
    try:
        event = next(happening)
        while True:
            s = yield event
            event = happening.send(s)
    except StopIteration:
        return s


@cites("S9")
def _stamina(s: State, m: e.Stamina, lots: Lots, rule: str) -> Happening:
    """STAMINA is lost, or mended, never above what is printed; in the supplement a loss kills like a blow."""
    amount = min(m.amount, s.figures[m.name].lost)
    s = yield StaminaChanged(m.name, amount, m.subdual, rule)
    if s.house and amount < 0 and not m.subdual and fallen(s, m.name):
        s = yield from dies(s, m.name, "S9", lots)
    return s


def _reputation(s: State, m: e.Reputation, lots: Lots, rule: str) -> Happening:
    """REPUTATION is gained, or lost, never below 0."""
    yield ReputationChanged(m.name, max(m.amount, -own_reputation(s, m.name)), rule)


def _kill(s: State, m: e.Kill, lots: Lots, rule: str) -> Happening:
    yield from dies(s, m.name, rule, lots)


@cites("2.1D2", "M19")
def _raise(s: State, m: e.Raise, lots: Lots, rule: str) -> Happening:
    """One of the dead joins a group; a Human outside Midgard dies again."""
    s = yield RaisedUp(m.name, m.to)
    yield from enters(s, group_of(s, m.name), lots)


def _out(s: State, m: e.Out, lots: Lots, rule: str) -> Happening:
    if m.name in s.figures:
        yield from goes(s, LeftTheGame(m.name), lots)
    else:
        yield LeftTheGame(m.name)


def _join(s: State, m: e.Join, lots: Lots, rule: str) -> Happening:
    yield from joins(s, m.name, m.to, lots, rule)


@cites("2.1F", "2.1D2", "M19")
def joins(s: State, name: str, to: str, lots: Lots, rule: str) -> Happening:
    """A character joins a group with its listed things; an encounter without a side closes; Humans may die."""
    items, animals = listed(s, name, to)
    s = yield from goes(s, Joined(name, to, items, animals, rule), lots)
    return s if s.outcome else (yield from enters(s, group_of(s, to), lots))


@cites("2.1F", "2.2A1")
def listed(s: State, name: str, to: str) -> tuple[Names, Names]:
    """2.1F The listed items and animals that lie aside, the items as far as they fit (2.2A1)."""
    card = character(s, name)
    taken: list[str] = []
    afloat = boats(s, group_of(s, to))
    for item in (one for one in card.items if one in s.aside):
        new = s.cards.items[item]
        letters = {letter for one in taken for letter in s.cards.items[one].letters}
        if fits(s, name, item) and not letters & set(new.letters) and not (new.boat and afloat):
            taken.append(item)
            afloat += new.boat
    return tuple(taken), tuple(one for one in card.animals if one in s.aside)


def _leave(s: State, m: e.Leave, lots: Lots, rule: str) -> Happening:
    """A character goes back into its race deck, which is shuffled."""
    yield from goes(s, WentBack(m.name, rule), lots)


@cites("2.1D2", "M19")
def _put(s: State, m: e.Put, lots: Lots, rule: str) -> Happening:
    """A counter is put somewhere else; an encounter without it closes, and Humans may die."""
    s = yield PutAt(m.group, m.place)
    s = yield from closed_if_gone(s, lots)
    if there := counter_of(s, m.group):
        yield from enters(s, there, lots)


@cites("2.2A1", "2.2A7", "4.1c")
def _deal(s: State, m: e.Deal, lots: Lots, rule: str) -> Happening:
    """The top card of a pile is dealt; from an empty one, or to a full hand, nothing is."""
    pile = s.stacks[m.pile]
    if not pile:
        yield NothingHappens(m.pile, rule)
    elif m.pile == FATE:
        full = bool(s.hand(m.to))
        yield DidNotFit(m.to, m.pile) if full else FateDrawn(m.to, m.pile, pile[0], rule)
    elif m.pile == RUNE:
        yield RuneDealt(m.to, seat_of(s, m.to), pile[0])
    else:
        fit = fits(s, m.to, pile[0])
        yield ItemDealt(m.to, seat_of(s, m.to), pile[0]) if fit else DidNotFit(m.to, m.pile)


@cites("2.2A4", "M14")
def _give(s: State, m: e.Give, lots: Lots, rule: str) -> Happening:
    """An item goes to a character, face up if it was; its name is told to all if it is known already."""
    was = bearer(s, m.item)
    revealed = bool(was) and m.item in s.figures[was].revealed
    seats = tuple(dict.fromkeys(one for one in (seat_of(s, m.name), seat_of(s, was)) if one))
    seen_as = m.item if revealed or m.item in s.known else ""
    yield Passed(m.name, was, seats, m.item, seen_as, revealed, rule)


def _round(s: State, m: e.NextRound, lots: Lots, rule: str) -> Happening:
    yield from next_round(s, lots)


def _close(s: State, m: e.Close, lots: Lots, rule: str) -> Happening:
    yield from closed(s, lots)


def _one(make: Callable[[Any, str], Event]) -> Doing:
    """An effect that is a single event."""

    def happen(s: State, m: Any, lots: Lots, rule: str) -> Iterator[Any]:
        yield make(m, rule)

    return happen  # type: ignore[return-value]


DOING: Mapping[type[Effect], Doing] = {
    e.NextRound: _round,
    e.Close: _close,
    e.Stamina: _stamina,
    e.Set: _one(lambda m, _: CharacteristicSet(m.name, m.characteristic, m.value)),
    e.Reputation: _reputation,
    e.Kill: _kill,
    e.Raise: _raise,
    e.Out: _out,
    e.Join: _join,
    e.Leave: _leave,
    e.Split: _one(lambda m, _: SplitOff(m.name)),
    e.Put: _put,
    e.Deal: _deal,
    e.Give: _give,
    e.Aside: _one(lambda m, _: SetAside(m.item)),
    e.Break: _one(lambda m, rule: Broken(m.item, rule)),
    e.Insane: _one(lambda m, _: Struck(m.name, m.kind)),
    e.Sane: _one(lambda m, rule: Cured(m.name, rule)),
    e.SpeedBonus: _one(lambda m, _: SpeedGiven(m.group, m.amount)),
    e.Skip: _one(lambda m, _: SkipSet(m.seat)),
    e.SeasonIs: _one(lambda m, rule: SeasonMoved(m.season, rule)),
    e.Note: _one(lambda m, _: MasterSaid(m.text)),
}
"""Section 5, but for what is the master's alone."""

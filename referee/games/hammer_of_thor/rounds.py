"""The rounds of an encounter: cards are chosen sealed, and shown when all are in."""

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.barring import (
    ATTACK,
    EVADE,
    FRIENDSHIP,
    IN_ORDER,
    is_rolled,
    named_for,
    playable,
)
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.fared import SpeedSpent
from referee.games.hammer_of_thor.figures import EVIL, GOOD, Counter, allowance, character, group_of, value
from referee.games.hammer_of_thor.happened import Rolled
from referee.games.hammer_of_thor.met import CardSealed, CardsShown, RoundBegun, meeting
from referee.games.hammer_of_thor.table import State

D10 = 10


def met(s: State) -> tuple[Counter, Counter]:
    """The two counters of the encounter that goes on."""
    own, other = sides(s)
    assert own and other  # noqa: S101, PT018  an encounter without a side is closed at once
    return own, other


@cites("4.3", "4.3A")
def next_round(s: State, lots: Lots) -> Happening:
    """The next round: cards are chosen again; some have been named beforehand."""
    s = yield RoundBegun(meeting(s).round + 1)
    for counter in met(s):
        if counter.seat and not is_rolled(s, counter) and (card := beforehand(s, counter)):
            s = yield CardSealed(counter.seat, counter.leader, card)
    return s


@cites("2.2A8", "M23")
def sealed_by_roll(s: State, leader: str, lots: Lots) -> Happening:
    """2.2A8 The card of a schizophrenic leader is rolled and sealed, whenever in the round one is due."""
    counter = group_of(s, leader)
    card = yield from rolled_card(s, counter, lots)
    yield CardSealed(counter.seat, leader, card)


@cites("2.2A8", "M23")
def rolled_card(s: State, counter: Counter, lots: Lots) -> Happening:
    """Roll a schizophrenic's card, again for what it cannot play; returns the card."""
    able, card = playable(s, counter, meeting(s).round), ""
    while not card:
        number = lots.below(f"schizophrenia {counter.leader}", D10)
        yield Rolled("schizophrenia", counter.leader, number, -1, "2.2A8")
        card = next((one for one in IN_ORDER[number : number + 1] if one in able), "")
    return card


@cites("S2")
def beforehand(s: State, counter: Counter) -> str:
    """The card that a seat has named for encounters with the other one, if it can play it now; "" for none."""
    own, other = met(s)
    card = named_for(dict(s.answers.get(counter.seat, ())), other if counter.id == own.id else own)
    return card if card in playable(s, counter, meeting(s).round) else ""


@cites("4.3A", "4.2b", "M18", "M23")
def all_in(s: State, lots: Lots) -> Happening:
    """All who choose have chosen: the cards are shown, and EVADE costs one SPEED, if one is left."""
    cards = []
    for counter in met(s):
        card = dict(meeting(s).sealed).get(counter.id, "")
        if not counter.seat and s.house:
            card = yield from nobodys_card(s, counter, lots)
        cards.append((counter.leader, card))
    s = yield CardsShown(tuple(cards))
    for counter in met(s):
        if counter.seat and (counter.leader, EVADE) in cards and allowance(s, counter):
            s = yield SpeedSpent(counter.leader, 1)
    return s


@cites("S2")
def nobodys_card(s: State, counter: Counter, lots: Lots) -> Happening:
    """S2 A stranger, or a counter of nobody, rolls against its TEMPER; returns its card."""
    able = playable(s, counter, meeting(s).round)
    if not able:
        return ""
    if is_rolled(s, counter):
        return (yield from rolled_card(s, counter, lots))
    need = value(s, counter.leader, "temper")
    number = lots.below(f"temper {counter.leader}", D10)
    yield Rolled("temper", counter.leader, number, need, "S2")
    wanted = ATTACK if number <= need else EVADE if opposed(s) else FRIENDSHIP
    return next(one for one in (wanted, ATTACK, EVADE, *able) if one in able)


def opposed(s: State) -> bool:
    """S2 Whether of the leaders in an encounter one is good and the other evil."""
    return {character(s, one.leader).alignment for one in met(s)} == {GOOD, EVIL}

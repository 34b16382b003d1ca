"""Which Encounter cards the leader of a group cannot choose, and by which rule."""

from collections.abc import Iterator, Mapping

from referee.engine.rules import cites
from referee.games.hammer_of_thor.cards import pile_of
from referee.games.hammer_of_thor.closing import sides
from referee.games.hammer_of_thor.figures import (
    CATATONIA,
    KLEPTOMANIA,
    LIAR,
    LUNACY,
    MEGALOMANIA,
    PARANOIA,
    SCHIZOPHRENIA,
    SUICIDAL,
    Counter,
    OnTable,
    character,
    is_animal,
    place_of,
)

ATTACK, SUBDUE, EVADE, CON, FOLLOWER = "attack", "subdue", "evade", "con", "follower"
CHALLENGE, NEGOTIATE, FRIENDSHIP = "challenge", "negotiate", "friendship"
IN_ORDER = (ATTACK, CON, FOLLOWER, "seduce", EVADE, CHALLENGE, NEGOTIATE, FRIENDSHIP)
"""4.3A1-8 The Encounter cards in their order; the first is ATTACK or SUBDUE."""
CARDS = (ATTACK, SUBDUE, *IN_ORDER[1:])
FIGHTS = frozenset({ATTACK, SUBDUE})
BEASTS = FIGHTS | {EVADE}
"""2.1I What animals without speech play."""
GODS = frozenset({"aesir", "vanir"})
ATTACK_ONLY, GODS_FRIENDSHIP, FIRST_ROUND = "attack-only", "gods-friendship", "first-round"
"""9.0 Labels of the board: notes of a place, and what leaders of a race may not choose at first."""
ALL = frozenset(CARDS)
INSANE: Mapping[str, frozenset[str]] = {
    CATATONIA: frozenset(),
    KLEPTOMANIA: FIGHTS | {CON, CHALLENGE},
    MEGALOMANIA: frozenset({FOLLOWER}),
    LIAR: ALL - {NEGOTIATE},
    PARANOIA: frozenset({EVADE}),
    SUICIDAL: FIGHTS,
}
"""2.2A8 What the insane choose from; Lunacy depends on the place, and Schizophrenia's card is rolled."""


@cites("2.2A8", "M23")
def of_the_insane(t: OnTable, counter: Counter) -> frozenset[str]:
    """2.2A8 What the insanity of its leader leaves a group to choose from."""
    insanity = t.figures[counter.leader].insanity
    if insanity == LUNACY:
        return FIGHTS if not place_of(t, counter).below or "mani" in counter.members else frozenset()
    return INSANE.get(insanity, ALL)


def is_rolled(t: OnTable, counter: Counter) -> bool:
    """2.2A8 Whether the card of a group is rolled: its leader is schizophrenic."""
    return t.figures[counter.leader].insanity == SCHIZOPHRENIA


@cites("2.1I")
def without_speech(t: OnTable, counter: Counter | None) -> bool:
    """2.1I Whether a group is led by an animal without speech; then there is nobody else in it."""
    return counter is not None and is_animal(t, counter.leader) and not character(t, counter.leader).speaks


def _limits(t: OnTable, counter: Counter, count: int) -> Iterator[tuple[str, frozenset[str]]]:
    """What a leader may choose from, by the number of each rule."""
    yield "2.2A8", of_the_insane(t, counter)
    if any(without_speech(t, one) for one in (counter, *sides(t))):
        yield "2.1I", BEASTS
    yield from (("9.0", able) for _, able in labels(t, counter, count))


@cites("9.0")
def labels(t: OnTable, counter: Counter, count: int) -> Iterator[tuple[str, frozenset[str]]]:
    """9.0 The labels of the board that bind a leader in this round, each with what it leaves to choose from."""
    race, notes = character(t, counter.leader).race, place_of(t, counter).notes
    if ATTACK_ONLY in notes:
        yield ATTACK_ONLY, FIGHTS
    if GODS_FRIENDSHIP in notes and race in GODS:
        yield GODS_FRIENDSHIP, frozenset({FRIENDSHIP})
    if count == 1 and (banned := t.board.first_round.get(pile_of(race))):
        yield FIRST_ROUND, ALL - {banned, *(FIGHTS if banned == ATTACK else ())}


@cites("2.2A8", "2.1I", "9.0")
def barred(t: OnTable, counter: Counter, count: int) -> Mapping[str, str]:
    """The Encounter cards that a group cannot play in this round of the encounter, each with the number of why."""
    found: dict[str, str] = {}
    for number, able in _limits(t, counter, count):
        found |= {card: number for card in CARDS if card not in able and card not in found}
    return found


def playable(t: OnTable, counter: Counter, count: int) -> tuple[str, ...]:
    """The Encounter cards that a group can play in this round, in their order."""
    never = barred(t, counter, count)
    return tuple(card for card in CARDS if card not in never)


@cites("M25")
def named_for(named: Mapping[str, str], against: Counter) -> str:
    """M25 Of the cards that a seat has named beforehand the one for a counter that it meets; "" for none.

    One for a character of the other group goes before one for its seat, and that before one for anybody.
    """
    return next((named[one] for one in (*against.members, against.seat, "") if one in named), "")

"""S3, S5 What the cards of an encounter do in the supplement, leader against leader."""

from collections.abc import Callable, Collection, Mapping

from referee.engine.events import Happening
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.hammer_of_thor.closing import closed, sides
from referee.games.hammer_of_thor.fighting import bands_of, fought
from referee.games.hammer_of_thor.figures import (
    MEGALOMANIA,
    MONOMANIA,
    Counter,
    Names,
    OnTable,
    character,
    reputation,
)
from referee.games.hammer_of_thor.measured import opposed, reaction, thrown, weighed
from referee.games.hammer_of_thor.met import CardActed
from referee.games.hammer_of_thor.norns import rune_dealt
from referee.games.hammer_of_thor.spoils import joined_if_able, praised
from referee.games.hammer_of_thor.table import State, is_starter
from referee.games.hammer_of_thor.tending import mended
from referee.util.values import Value

FIGHTS = frozenset({"attack", "subdue", "challenge"})
TESTS: Mapping[str, tuple[str, str]] = {
    "evade": ("speed", "speed"),
    "con": ("intelligence", "wisdom"),
    "follower": ("charisma", "wisdom"),
    "seduce": ("charisma", "senses"),
    "negotiate": ("intelligence", "temper"),
    "friendship": ("charisma", "temper"),
}
"""S5 Which characteristic is tested against which of the other leader."""


class Act(Value):
    """A card that is carried out: by which counter, on which."""

    card: str
    own: Counter
    other: Counter


@cites("S3")
def order_of(s: State, lots: Lots) -> Happening:
    """S3 Each leader rolls and adds REACTION; returns the table and the counters' numbers, the first to act first."""
    found = s.encounter
    assert found is not None  # noqa: S101  asked within an encounter
    sums: list[int] = []
    for counter in (s.counter(found.own), s.counter(found.other)):
        s, shown = yield from thrown(s, "order", counter.leader, -1, lots, "S3")
        sums.append(shown + reaction(s, counter.leader))
    numbers = (found.own, found.other)
    return s, numbers if sums[0] >= sums[1] else numbers[::-1]


@cites("S5", "2.2A8")
def verdict(t: OnTable, card: str, by: str, at: str) -> bool | None:
    """S5 Whether a card works (True) or fails (False) without a test; None where it is tested."""
    mind = t.figures[at].insanity
    match card:
        case "follower" if mind == MEGALOMANIA:
            return False
        case "follower" | "friendship" if opposed(t, by, at):
            return False
        case "seduce" if {character(t, by).sex, character(t, at).sex} != {"male", "female"}:
            return False
        case "negotiate" if mind == MONOMANIA:
            return True
    return None


@cites("S5")
def vain(t: OnTable, own: Counter, other: Counter, never: Collection[str]) -> Names:
    """S5 The cards that could be chosen and fail without a test: a follower between good and evil, and the like."""
    able = (one for one in TESTS if one not in never)
    return tuple(one for one in able if verdict(t, one, own.leader, other.leader) is False)


@cites("S5")
def acted(s: State, number: int, cards: Mapping[int, str], lots: Lots) -> Happening:
    """S5 The card of a counter is carried out; all but the fights end the encounter when they work."""
    own, other = sides(s)
    card = cards.get(number, "")
    if not (own and other and card):
        return s
    act = Act(card, own, other) if own.id == number else Act(card, other, own)
    by, at = act.own.leader, act.other.leader
    if card in FIGHTS:
        s = yield CardActed(by, at, card, works=True, rule="S5")
        return (yield from fought(s, bands_of(s, card, cards, own.id, other.id), lots))
    works = verdict(s, card, by, at)
    if works is None:
        x, y = TESTS[card]
        s, works = yield from weighed(s, card, (by, x), (at, y), lots)
    s = yield CardActed(by, at, card, works=works, rule="S5")
    return (yield from _worked(s, act, lots)) if works else s


def _worked(s: State, act: Act, lots: Lots) -> Happening:
    """What a card that has worked does; then the encounter is over."""
    s = yield from DOING[act.card](s, act, lots)
    return s if s.outcome else (yield from closed(s, lots))


def _evade(s: State, act: Act, lots: Lots) -> Happening:
    """S5 They are gone; the SPEED was paid when the card was shown (M18)."""
    yield from ()
    return s


@cites("S5")
def _con(s: State, act: Act, lots: Lots) -> Happening:
    """S5 REPUTATION for the one; the leader of a seat who was cheated loses it."""
    s = yield from praised(s, act.own.leader, 1, "S5")
    return (yield from praised(s, act.other.leader, -1, "S5")) if act.other.seat else s


@cites("S5")
def _won_over(s: State, act: Act, lots: Lots) -> Happening:
    """S5 The stranger or the leader of nobody's counter joins; of a seat's, whoever is the least."""
    name = act.other.leader if not act.other.seat else least(s, act.other, act.card)
    return (yield from joined_if_able(s, name, act.own.leader, lots, "S5")) if name else s


@cites("S5", "2.2A8")
def least(s: State, counter: Counter, card: str) -> str:
    """S5 Of a seat's counter the member with least REPUTATION, neither leader nor starting character; "" for none.

    2.2A8 No follower is made of a megalomaniac.
    """
    able = [
        one
        for one in counter.members
        if one != counter.leader
        and not is_starter(s, one)
        and not (card == "follower" and s.figures[one].insanity == MEGALOMANIA)
    ]
    return min(able, key=lambda one: reputation(s, one), default="")


@cites("S5")
def _negotiated(s: State, act: Act, lots: Lots) -> Happening:
    """S5 Both gain, but no stranger."""
    for counter in (act.own, act.other):
        s = yield from praised(s, counter.leader, 1, "S5")
    return s


@cites("S5")
def _friends(s: State, act: Act, lots: Lots) -> Happening:
    """S5 Everyone there mends; the leader of a seat gains REPUTATION and a rune."""
    for counter in (act.own, act.other):
        for name in counter.members:
            s = yield from mended(s, name, 1, "S5")
    for counter in (act.own, act.other):
        if counter.seat:
            s = yield from praised(s, counter.leader, 1, "S5")
            s = yield from rune_dealt(s, counter.leader)
    return s


DOING: Mapping[str, Callable[[State, Act, Lots], Happening]] = {
    "evade": _evade,
    "con": _con,
    "follower": _won_over,
    "seduce": _won_over,
    "negotiate": _negotiated,
    "friendship": _friends,
}

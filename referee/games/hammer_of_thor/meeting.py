"""4.3 Encounters: they open, cards are chosen, sealed, and they close."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.choices import Held, Move
from referee.engine.events import Happening
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, first_broken, rule, why
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor.barring import (
    ATTACK,
    ATTACK_ONLY,
    CARDS,
    EVADE,
    GODS_FRIENDSHIP,
    barred,
    is_rolled,
    labels,
    playable,
)
from referee.games.hammer_of_thor.cards import pile_of
from referee.games.hammer_of_thor.closing import closed, closed_if_gone, sides
from referee.games.hammer_of_thor.contests import vain
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.doing import followed
from referee.games.hammer_of_thor.dying import enters
from referee.games.hammer_of_thor.figures import Counter, Names, character, group_of, seat_of
from referee.games.hammer_of_thor.grounds import encounter
from referee.games.hammer_of_thor.met import (
    CardResealed,
    CardSealed,
    EncounterOpened,
    NobodyCame,
    Stopped,
    StrangerCame,
)
from referee.games.hammer_of_thor.moves import PlayCard, WhenCard
from referee.games.hammer_of_thor.played import AnswerSet
from referee.games.hammer_of_thor.playing import fired
from referee.games.hammer_of_thor.rounds import all_in, beforehand, met, next_round, nobodys_card
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

__all__ = [
    "MOVES",
    "all_in",
    "barred",
    "candidates",
    "closed",
    "closed_if_gone",
    "met",
    "next_round",
    "nobodys_card",
    "opened",
    "stranger",
    "unanswered",
]


@cites("4.3", "4.4", "4.5", "4.6", "4.2c", "M25", "M26")
def opened(s: State, own: str, other: str, rule: str, lots: Lots) -> Happening:
    """An encounter opens, by this rule (4.4, 4.5, 4.6): the master is asked, and cards are chosen.

    What was ordered beforehand for an encounter is played before; it may be over then.
    """
    ours, theirs = group_of(s, own), group_of(s, other)
    s = yield EncounterOpened(ours.leader, theirs.leader, rule, surprising(s, ours))
    if not s.house and not s.stops:
        s = yield Stopped(rule, ours.seat, (ours.leader, theirs.leader), "")
    for seat in dict.fromkeys(one.seat for one in (ours, theirs) if one.seat):
        s = yield from followed(s, fired(s, "encounter", seat, ours.at, lots))
    return (yield from next_round(s, lots)) if s.encounter else s


@cites("4.2c")
def surprising(s: State, counter: Counter) -> bool:
    """4.2c Whether the reconnaissance of its place by this counter has worked in this player-turn."""
    return s.done.mover == counter.id and (counter.at, True) in s.done.scouted


@cites("4.3", "4.5", "2.1D2", "S1")
def stranger(s: State, own: str, deck: str, lots: Lots) -> Happening:
    """The top card of a race deck is met, if there is one; a Human outside Midgard dies before."""
    at = group_of(s, own).at
    if not s.stacks.get(deck):
        return (yield NobodyCame(at, deck, "S1" if s.house else "4.3"))
    name = s.stacks[deck][0]
    s = yield StrangerCame(deck, name, at)
    s = yield from enters(s, group_of(s, name), lots)
    return (yield from opened(s, own, name, "4.5", lots)) if name in s.figures else s


@cites("M31")
def unanswered(s: State, counter: Counter) -> str:
    """M31 The card of a silent seat with the supplement: `evade`, or `attack`, or what it can play."""
    able = playable(s, counter, s.encounter.round if s.encounter else 0)
    return next((one for one in (EVADE, ATTACK, *able) if one in able), "")


def own_side(v: View) -> Counter | None:
    """The counter of the reader that is in the encounter."""
    return next((one for one in sides(v) if one and one.seat and one.seat == v.seat), None)


def _card(s: State, by: str, m: PlayCard, lots: Lots) -> Happening:
    """The card is sealed; all are told once that the seat has chosen."""
    counter = next(one for one in met(s) if one.seat == by)
    again = any(number == counter.id for number, _ in s.encounter.sealed) if s.encounter else False
    yield (CardResealed if again else CardSealed)(by, counter.leader, m.card)


@rule("4.3A")
def cards_due(v: View, m: PlayCard) -> Why | None:
    """A card is chosen in an encounter of an own group, till all have chosen."""
    if own_side(v) is None or v.encounter is None:
        return why("no-encounter-yet", chosen=m.card if m.card in CARDS else FRIENDLY, house=v.house)
    return None if v.encounter.asks else why("cards-shown")


@rule("4.3A")
def is_a_card(v: View, m: PlayCard | WhenCard) -> Why | None:
    """The Encounter cards are those that there are."""
    return None if m.card in CARDS else why("no-such-card", card=m.card)


def _bars(v: View, m: PlayCard, number: str) -> bool:
    counter = own_side(v)
    count = v.encounter.round if v.encounter else 0
    return counter is not None and barred(v, counter, count).get(m.card) == number


@rule("2.2A8")
def of_sound_mind(v: View, m: PlayCard) -> Why | None:
    """What the insane choose follows from their insanity; a schizophrenic's card is rolled."""
    counter = own_side(v)
    if counter and (is_rolled(v, counter) or _bars(v, m, "2.2A8")):
        return why("insane", name=counter.leader, insanity=v.figures[counter.leader].insanity, card=m.card)
    return None


@rule("2.1I")
def among_beasts(v: View, m: PlayCard) -> Why | None:
    """Animals without speech, and those who meet them, only fight or evade."""
    return why("without-speech", card=m.card) if _bars(v, m, "2.1I") else None


@rule("9.0")
def as_the_board_says(v: View, m: PlayCard) -> Why | None:
    """The labels of the board bar some cards in a place, and to some leaders in the first round."""
    counter = own_side(v)
    if counter is None or v.encounter is None:
        return None
    found = labels(v, counter, v.encounter.round)
    label = next((one for one, able in found if m.card not in able), "")
    if label == ATTACK_ONLY:
        return why("only-attack-here", place=counter.at)
    if label == GODS_FRIENDSHIP:
        return why("only-friendship-here", place=counter.at)
    deck = pile_of(character(v, counter.leader).race)
    return why("not-at-first", card=m.card, name=counter.leader, deck=deck) if label else None


def _answer(s: State, by: str, m: WhenCard, lots: Lots) -> Happening:
    """It is kept; where the seat owes a card just now, and this one is for it, it is that card."""
    s = yield AnswerSet(by, m.subject, m.card)
    own = next((one for one in sides(s) if one and one.seat == by), None)
    if own is None or s.encounter is None or not s.encounter.asks or own.id in dict(s.encounter.sealed):
        return
    if not is_rolled(s, own) and (card := beforehand(s, own)):
        yield CardSealed(by, own.leader, card)


@rule("M25")
def of_a_player(v: View, m: WhenCard) -> Why | None:
    """A card is named beforehand by a player, for encounters with somebody else's group."""
    if v.seat in {None, MASTER} or v.stage not in {"choosing", "turns"}:
        return why("no-cards-now")
    if not m.subject:
        return None
    if m.subject in v.figures:
        met = seat_of(v, m.subject) != v.seat
    else:
        met = m.subject != v.seat and m.subject not in v.gone and m.subject in v.players
    return None if met else why("no-such-player", seat=m.subject)


FRIENDLY = "friendship"
"""Told for an example where no Encounter card was named."""
MOVES: Moves = {
    PlayCard: (
        _card,
        (cards_due, is_a_card, of_sound_mind, among_beasts, as_the_board_says),
    ),
    WhenCard: (_answer, (CUSTOMS.game_goes_on, of_a_player, is_a_card)),
}
RESTS_ON: Mapping[type[Move], RestsOn] = {PlayCard: encounter}


def candidates(v: View) -> Iterator[tuple[str, str, Sequence[Any]]]:
    """The cards of a seat: of this round, those apart that cannot work, and for encounters to come."""
    fail = _in_vain(v)
    cards: list[Move] = [PlayCard(card) for card in CARDS if card not in fail]
    yield "card", "4.3A", cards if own_side(v) else []
    yield "card in vain", "S5", [PlayCard(card) for card in fail]
    yield "when card", "M25", Held(WhenCard, _named_beforehand(v), CARDS)


@cites("S5")
def _in_vain(v: View) -> Names:
    """S5 In the supplement: the cards that fail without a test against the leader who is met."""
    own = own_side(v)
    other = next((one for one in sides(v) if one and own and one.id != own.id), None)
    return vain(v, own, other, ()) if v.house and own and other else ()


def _named_beforehand(v: View) -> Sequence[str]:
    """M25 For whom cards can be named now: "" for anybody, seats, and characters."""
    rules = MOVES[WhenCard][1]
    named = ("", *v.players, *v.figures)
    return [one for one in named if first_broken(rules, v, WhenCard(one, CARDS[0])) is None]

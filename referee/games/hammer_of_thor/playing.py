"""4.1 Fate and Prediction cards: drawn, kept, discarded, played at any time."""

from collections.abc import Iterator, Mapping

from referee.engine.choices import Move
from referee.engine.events import Happening, face
from referee.engine.game import Moves
from referee.engine.kit.base import RestsOn
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.hammer_of_thor import doing
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.cards import Card, name_of
from referee.games.hammer_of_thor.fared import NothingHappens
from referee.games.hammer_of_thor.figures import counters_of, group_of, is_norn, of_seat, seat_of
from referee.games.hammer_of_thor.grounds import named as people_named
from referee.games.hammer_of_thor.grounds import own_hand, player_turn, together
from referee.games.hammer_of_thor.met import Stopped
from referee.games.hammer_of_thor.moves import Discard, Keep, Play
from referee.games.hammer_of_thor.played import (
    FateDiscarded,
    FateDrawn,
    Played,
    RagnarokDrawn,
    StandingDue,
    StandingOver,
    card_of,
)
from referee.games.hammer_of_thor.spoken import aimed, effects_of
from referee.games.hammer_of_thor.table import State, living
from referee.games.hammer_of_thor.timing import FATE, GOES_ON
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

Table = State | View
HARMS = (e.Skip, e.Insane, e.Kill, e.Out)
"""Effects that nobody wants for themselves."""


def held(hand: tuple[str, ...], name: str) -> str:
    """The first card of that name in a hand; "" for none."""
    return next((card for card in hand if name_of(card) == name), "")


@cites("4.1a", "4.1c", "M10")
def fate_phase(s: State, by: str, lots: Lots) -> Happening:
    """The Fate phase of a seat begins: it draws; RAGNAROK stops its player-turn."""
    pile = next((one for one in ("fate", "prediction") if s.stacks[one]), "")
    if not pile:
        return s
    card = s.stacks[pile][0]
    if card_of(s, card).ragnarok:
        return (yield RagnarokDrawn(by, pile, card))
    s = yield FateDrawn(by, pile, card, "4.1a")
    return (yield from fired(s, "turn", by, 0, lots))


@cites("4.1b", "M25")
def play_card(s: State, by: str, card: str, on: str, lots: Lots) -> Happening:
    """A card is played: it leaves play, and what it says is done at once."""
    told = card_of(s, card)
    on = group_of(s, on).leader if told.target == "group" else on
    s = yield Played(by, card, on)
    s = yield from done(s, by, told, face(card), on, "4.1b", lots)
    return (yield from fired(s, "played", by, 0, lots))


@cites("4.1b", "2.2B1", "M25", "M26", "S15")
def done(s: State, by: str, card: Card, shown: str, on: str, number: str, lots: Lots) -> Happening:
    """What a card or a rune says is done, as far as it can be; where it says nothing, the master is asked."""
    if card.effects is None:
        if s.house:
            return (yield NothingHappens(shown, "S15"))
        return (yield Stopped(number, by, (on,) if on in s.figures else (), shown))
    failed, season = False, s.season
    for one in effects_of(card):
        effect = aimed(one, by, on)
        if s.outcome:
            return s
        if doing.impossible(s, effect):
            failed = True
        else:
            s = yield from doing.carried_out(s, effect, lots, number)
    if s.season != season:
        s = yield from fired(s, "season", "", 0, lots)
    return (yield NothingHappens(shown, number)) if failed else s


def target(t: Table, card: Card, on: str) -> Why | None:
    """Why a card cannot be played at this target: seats that have not left, their counters and characters."""
    if card.target == "none":
        return why("no-target", card=card.name) if on else None
    if not on:
        return why("target-needed", card=card.name, target=card.target)
    there = on in living(t) if card.target == "seat" else bool(seat_of(t, on)) and not is_norn(t, on)
    return None if there else why("not-a-target", card=card.name, target=on, needs=card.target)


def targets(t: Table, card: Card) -> tuple[str, ...]:
    """At whom a card can be played, each once; "" for a card that needs nobody."""
    match card.target:
        case "none":
            return ("",)
        case "seat":
            return living(t)
        case "group":
            groups = [one for seat in living(t) for one in counters_of(t, seat)]
            found = (
                next((n for n in (one.leader, *one.members) if not is_norn(t, n)), one.leader)
                for one in groups
            )
        case _:
            found = (name for seat in living(t) for name in of_seat(t, seat))
    return tuple(one for one in found if not is_norn(t, one))


def _play(s: State, by: str, m: Play, lots: Lots) -> Happening:
    yield from play_card(s, by, held(s.hand(by), m.card), m.on, lots)


def _keep(s: State, by: str, m: Keep, lots: Lots) -> Happening:
    """The other card is discarded."""
    kept = held(s.hand(by), m.card)
    yield FateDiscarded(by, next(card for card in s.hand(by) if card != kept))


def discarded(s: State, by: str, m: Discard, lots: Lots) -> Happening:
    """A card is discarded, unseen."""
    yield FateDiscarded(by, held(s.hand(by), m.thing))


@rule("M25")
def in_time(v: View, _m: Move) -> Why | None:
    """Cards are played from the first player-turn until RAGNAROK is drawn."""
    return None if v.stage == "turns" and v.begun else why("no-cards-now")


@rule("4.1c")
def in_hand(v: View, m: Play | Keep) -> Why | None:
    """A card is played or kept by the seat that holds it."""
    return None if held(v.hand, m.card) else why("not-in-hand", card=m.card)


@rule("4.1b")
def at_a_target(v: View, m: Play) -> Why | None:
    """A card is played at what it names: a seat that has not left, or its counter or character; never at a Norn."""
    return target(v, card_of(v, held(v.hand, m.card)), m.on)


@rule("4.1c")
def in_fate_phase(v: View, _m: Keep | Discard) -> Why | None:
    """Cards are discarded in your own Fate phase only."""
    own = v.stage == "turns" and v.on_turn == v.seat and v.done.phase == FATE
    if own and v.stops:
        return why("stop-open", section=v.stops[-1].section)
    return None if own else why("not-fate-phase")


@rule("4.1c")
def two_in_hand(v: View, _m: Keep) -> Why | None:
    """One of two cards is kept; a single one is kept without a word."""
    return None if len(v.hand) > 1 else why("one-card")


def likeliest(v: View, card: Card) -> list[str]:
    """The targets of a card, the likeliest first: for one that does harm, others; else one's own; leaders first."""
    harms = any(isinstance(one, HARMS) or getattr(one, "amount", 0) < 0 for one in effects_of(card))

    def far(on: str) -> tuple[bool, bool]:
        mine = v.seat in {on, seat_of(v, on)}
        return mine == harms, on in v.figures and group_of(v, on).leader != on

    return sorted(targets(v, card), key=far)


def candidates(v: View) -> Iterator[tuple[str, str, list[Move]]]:
    """What could be done with the cards in hand."""
    hand = dict.fromkeys(v.hand)
    yield "play", "4.1b", [Play(name_of(one), on) for one in hand for on in likeliest(v, card_of(v, one))]
    yield "keep", "4.1c", [Keep(name_of(one)) for one in hand]
    yield "discard card", "4.1c", [Discard(name_of(one)) for one in hand]


@cites("M25")
def fired(s: State, event: str, subject: str, place: int, lots: Lots) -> Happening:
    """What was ordered beforehand for this event is played, clockwise from the seat on turn.

    The subject is the seat, or the character of the counter, that it concerns; "" for the season.
    """
    concerned = _concerned(s, event, subject)
    for seat in _clockwise(s):
        order = s.standing.get(seat)
        if s.stage != "turns" or order is None or order.event != event:
            continue
        if order.subject in concerned and order.place in {0, place}:
            card = held(s.hand(seat), name_of(order.card))
            if not card or target(s, card_of(s, card), order.on):
                s = yield StandingOver(seat, True)
            else:
                s = yield StandingDue(seat)
                s = yield from play_card(s, seat, card, order.on, lots)
    return s


def _clockwise(s: State) -> tuple[str, ...]:
    """The seats that have not left, from the one on turn, else from the first player."""
    at = s.order.index(s.on_turn) if s.on_turn in s.order else 0
    return tuple(one for one in (*s.order[at:], *s.order[:at]) if one not in s.gone)


def _concerned(s: State, event: str, subject: str) -> frozenset[str]:
    """The seat and the characters that an event concerns."""
    if subject in s.figures:
        return frozenset({seat_of(s, subject), *group_of(s, subject).members} - {""})
    counters = counters_of(s, subject)
    if event == "encounter" and s.encounter:
        counters = tuple(one for one in counters if one.id in {s.encounter.own, s.encounter.other})
    return frozenset({subject, *(name for one in counters for name in one.members)})


MOVES: Moves = {
    Play: (_play, (GOES_ON, in_time, in_hand, at_a_target)),
    Keep: (_keep, (GOES_ON, in_fate_phase, in_hand, two_in_hand)),
}
"""Discard, which is of items too, stands in `items`."""
RESTS_ON: Mapping[type[Move], RestsOn] = {Play: together(player_turn, people_named), Keep: own_hand}

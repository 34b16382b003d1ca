"""When an order is given: in the player-turn of its seat and its phases, or in an encounter of a group of the seat."""

from collections.abc import Callable
from typing import Any

from referee.engine.events import Happening
from referee.engine.rules import Rule, cites, rule, why
from referee.games.hammer_of_thor.cards import name_of
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.duties import liar_due
from referee.games.hammer_of_thor.figures import Counter, counter_of, counters_of
from referee.games.hammer_of_thor.played import PhaseBegun
from referee.games.hammer_of_thor.table import State
from referee.games.hammer_of_thor.view import View
from referee.util.errors import Why

FATE, MOVEMENT, ENCOUNTER, AFTER = "fate", "movement", "encounter", "after"
"""4.0 The phases, and what comes when nothing but the end of the player-turn can follow (M28)."""


@rule("4.0")
def own_turn(v: View, _m: Any) -> Why | None:
    """What belongs to a player-turn is done in your own, while nobody is asked and no encounter goes on."""
    if not v.on_turn:
        return why("not-begun")
    if v.stage != "turns":
        return why("ragnarok-drawn")
    if v.on_turn != v.seat:
        return why("not-your-turn", seat=v.on_turn, position=f"{v.turn}.{v.action}")
    if v.encounter:
        return why("encounter-open")
    if v.stops:
        return why("stop-open", section=v.stops[-1].section)
    return why("follower-owed", name=liar) if (liar := liar_due(v)) else None


@rule("M10")
def one_card_held(v: View, _m: Any) -> Why | None:
    """With two cards in hand nothing is done but to play, to keep or to discard one of them."""
    if v.stage == "turns" and v.on_turn == v.seat and v.done.phase == FATE and len(v.hand) > 1:
        return why("two-cards", cards=tuple(map(name_of, v.hand)))
    return None


@rule("4.0")
def movement(v: View, _m: Any) -> Why | None:
    """Counters move in the Movement phase, which `halt` ends."""
    return None if v.done.phase in {FATE, MOVEMENT} else why("halted")


@rule("4.0")
def halted(v: View, _m: Any) -> Why | None:
    """Others are met in the Encounter phase, which begins with `halt`."""
    if v.done.phase == ENCOUNTER:
        return None
    return why("halt-first" if v.done.phase in {FATE, MOVEMENT} else "turn-ending")


@rule("M28")
def at_the_end(v: View, _m: Any) -> Why | None:
    """At the end of a player-turn: that is after `halt`."""
    return None if v.done.phase in {ENCOUNTER, AFTER} else why("halt-first")


@rule("M28")
def not_ending(v: View, _m: Any) -> Why | None:
    """After an order for the end of a player-turn nothing follows but another of these, and the end."""
    return why("turn-ending") if v.done.phase == AFTER and not v.encounter else None


GOES_ON = CUSTOMS.game_goes_on
IN_TURN = (GOES_ON, own_turn, one_card_held, not_ending)
IN_MOVEMENT = (GOES_ON, own_turn, one_card_held, movement)
IN_ENCOUNTER_PHASE = (GOES_ON, own_turn, one_card_held, halted)
AT_THE_END = (GOES_ON, own_turn, one_card_held, at_the_end)


def in_turn_unless(excused: Callable[[View, Any], bool]) -> tuple[Rule, ...]:
    """The rules of a player-turn, each under its own number, but for orders that are excused from them."""

    def lifted(one: Rule) -> Rule:
        def check(v: View, m: Any) -> Why | None:
            return None if excused(v, m) else one.check(v, m)

        return Rule(one.number, one.name, one.text, check)

    return tuple(lifted(one) for one in IN_TURN if one is not GOES_ON)


def fate_over(s: State, by: str) -> Happening:
    """M10 Any other order of the seat on turn than for its cards ends the Fate phase."""
    over = s.done.phase == FATE and s.on_turn == by and not s.encounter
    return (yield PhaseBegun(by, MOVEMENT)) if over else s


def meets(t: State | View, counter: Counter | None) -> bool:
    """Whether a counter is in the encounter that goes on."""
    return counter is not None and t.encounter is not None and counter.id in _sides(t)


def _sides(t: State | View) -> tuple[int, ...]:
    return (t.encounter.own, t.encounter.other) if t.encounter else ()


def in_reach(name: str) -> tuple[Rule, ...]:
    """What is held to with what a character has, which the field `name` of the order names.

    Its group is in the encounter that goes on, or it is the seat's own player-turn.
    """
    return in_turn_unless(lambda v, m: meets(v, counter_of(v, getattr(m, name))))


@cites("4.2a")
def named(t: State | View, seat: str, group: str) -> Counter | None:
    """The counter of the seat that an order names by any of its members, or not at all where the seat has only one."""
    own = counters_of(t, seat)
    if group:
        return next((one for one in own if group in one.members), None)
    return own[0] if len(own) == 1 else None


def own_group(v: View, group: str) -> Why | None:
    """Why an order names no own counter."""
    if named(v, v.seat or "", group):
        return None
    return why("not-your-group", name=group) if group else why("which-group")


def own_character(v: View, name: str) -> Why | None:
    """Why a character is not one of the seat."""
    counter = counter_of(v, name)
    return None if counter and counter.seat and counter.seat == v.seat else why("not-yours", name=name)

"""Orders as written are made exact by the writer's view: which counter is meant, and by its leader's name."""

from typing import Any

from referee.engine.choices import Move
from referee.engine.game import Ambiguous
from referee.engine.rules import cites
from referee.engine.seating import MASTER
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.figures import counter_of, counters_of, fits, of_seat
from referee.games.hammer_of_thor.view import View
from referee.util.values import replace


@cites("M16", "M26")
def resolve(move: Move, v: View) -> Move | Ambiguous:
    """The exact order: a group is named by its leader; left out, it is the seat's only one, or that which moves.

    `move G n` is a step of a player, and of the master it puts a counter there. Looks only at the writer's own view;
    names that fit nothing stay as they are, and the order is refused.
    """
    match move:
        case m.Step(group=group, places=(place,)) if v.seat == MASTER and group:
            return e.Put(_leader(v, group), place)
        case m.Caution() | m.Search() | m.Reconnoitre() | m.Step() | m.Roll():
            return _of_group(move, v)
        case m.Take(item=item, name="") | m.Smith(item=item, name=""):
            return _one_of([replace(move, name=one) for one in _who_may_have(v, item)] or [move])
        case m.Meet(other=other):
            return m.Meet(_leader(v, other))
        case e.Encounter(group=group, other=other):
            return e.Encounter(_leader(v, group), _leader(v, other))
        case e.EncounterTop() | e.Put() | e.SpeedBonus():
            return replace(move, group=_leader(v, move.group))
        case e.Raise() | e.Join():
            return replace(move, to=_leader(v, move.to))
        case m.Play() | m.UseRune() if _at_group(v, move):
            return replace(move, on=_leader(v, move.on))
        case _:
            return move


def _at_group(v: View, move: m.Play | m.UseRune) -> bool:
    """Whether a card or a rune is played at a whole group, which its leader then names."""
    name = move.card if isinstance(move, m.Play) else move.rune
    known = (v.cards.fate.get(name), v.cards.predictions.get(name), v.cards.runes.get(name))
    return any(one.target == "group" for one in known if one)


def _leader(v: View, name: str) -> str:
    """The leader of the group that a character is in; the name itself for nobody on the map."""
    counter = counter_of(v, name)
    return counter.leader if counter else name


def _of_group(move: Any, v: View) -> Move | Ambiguous:
    """The order of one of the seat's own counters."""
    if move.group:
        found = [_leader(v, move.group)]
    else:
        own = counters_of(v, v.seat or MASTER)
        moving = [one for one in own if one.id == v.done.mover]
        found = [one.leader for one in moving or own]
    return _one_of([replace(move, group=one) for one in found] or [move])


@cites("2.2A6", "S14")
def _who_may_have(v: View, item: str) -> list[str]:
    """Who may be meant where an item is taken or forged for nobody in particular: all that it fits, else all."""
    own = of_seat(v, v.seat or MASTER)
    return [one for one in own if item in v.cards.items and fits(v, one, item)] or list(own)


def _one_of(exact: list[Any]) -> Move | Ambiguous:
    """The only order that can be meant; of several the writer is asked."""
    if len(exact) > 1:
        return Ambiguous(tuple(exact), tuple(one.written for one in exact))
    made: Move = exact[0]
    return made

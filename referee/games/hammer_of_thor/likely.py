"""What a player is likely to want in the movement: a way and its halt, by a simple measure over what this seat sees.

Nothing here looks at a state, so a letter that shows it tells nothing more than the table does. What is not movement
has the links of its families.
"""

from functools import partial

from referee.engine.choices import Choices, Move
from referee.engine.kit.likely import Turn, best
from referee.games.hammer_of_thor.board import Place
from referee.games.hammer_of_thor.figures import counter_of
from referee.games.hammer_of_thor.moves import EndTurn, Halt, Step
from referee.games.hammer_of_thor.view import View

WAYS, SINGLE = 2, 4
"""How many whole turns are told, and how many steps without a halt."""
ALL = 10.0
"""One more than an encounter can have as its number."""
HARM, WATER, COMPANY = 4.0, 1.0, 3.0
HARMFUL = frozenset({"venom", "disease", "fire"})
ALSO = ("halt", "play")
"""Families of which the first move is told too."""


def likely(v: View, choices: Choices) -> tuple[Turn, ...]:
    """The best steps with their halt, and the end of the turn where nobody can be met; then steps alone; the halt."""
    family = choices.family("move")
    if family is None:
        return ()
    steps = [move for move in family.moves() if isinstance(move, Step)]
    ranked = best(steps, partial(worth, v), most=SINGLE)
    whole = [(step, Halt(), *_end(v, step)) for step in ranked[:WAYS]]
    also = [one for key in ALSO if (one := choices.family(key))]
    return (*whole, *((step,) for step in ranked), *((one.moves()[0],) for one in also))


def worth(v: View, move: Step) -> float:
    """What a step is worth: quiet places and company; not water, and not what costs STAMINA."""
    place = _place(v, move)
    company = any(one.at == place.number for one in v.counters)
    harm = HARM * bool(HARMFUL & place.notes) + WATER * place.water
    return ALL - (place.encounter or 0) + COMPANY * company - harm


def _place(v: View, move: Step) -> Place:
    return v.board.places[move.places[-1]]


def _end(v: View, move: Step) -> tuple[Move, ...]:
    """M16 The end of the turn where surely no encounter comes: no roll is below 0, and nobody is there."""
    place, mover = _place(v, move), counter_of(v, move.group)
    searched = place.number in v.done.searched
    met = any(one.at == place.number for one in v.counters if one != mover)
    none = v.house if place.encounter is None else place.encounter == 0
    return (EndTurn(),) if none and not met and not searched else ()

"""What a card or a rune is worth to the reader of a view on whomever it is used: a simple measure, of what all see.

Below 0 is what the reader would not want; 0 is what would be wasted, as a feast is on one who has lost nothing.
"""

from collections.abc import Callable, Mapping
from typing import Any

from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor.cards import Card
from referee.games.hammer_of_thor.figures import counter_of, reputation, seat_of, stamina, value
from referee.games.hammer_of_thor.measured import D10, fallen
from referee.games.hammer_of_thor.moves import Play, UseRune
from referee.games.hammer_of_thor.played import card_of
from referee.games.hammer_of_thor.playing import held
from referee.games.hammer_of_thor.spoken import aimed, effects_of
from referee.games.hammer_of_thor.table import starter_of
from referee.games.hammer_of_thor.view import View

FATAL, MADNESS, TURN, GIFT, PUT = 8.0, 4.0, 3.0, 3.0, 1.0
POINT, MENDED, HURT, PACE = 0.3, 0.5, 0.3, 0.5
"""A point of a characteristic, of STAMINA given back and lost, of SPEED."""
FAME = 0.01
"""So little each point of REPUTATION counts, that of two enemies the higher is hit, and of one's own."""
KEPT = 1.0
"""2.2B2 What a rune is worth that is not used."""
REALM = 2.0
"""S17 What it is worth to come to a realm that is new."""
IN_FIGHTS = frozenset({"accuracy", "strength", "agility"})
"""S6 What everybody of a group strikes with, and is struck by."""
MOVING = frozenset({"fate", "movement"})


def played(v: View, m: Play) -> float:
    """What it is worth to play a card at its target."""
    return helped(v, card_of(v, held(v.hand, m.card)), m.on)


def used(v: View, m: UseRune) -> float:
    """2.2B1 What it is worth to try a rune: it works on 0, and on as many faces more as its user's INTELLIGENCE."""
    chance = min(D10, 1 + value(v, m.by, "intelligence")) / D10
    return chance * helped(v, v.cards.runes[m.rune], m.on) - KEPT


def helped(v: View, card: Card, on: str) -> float:
    """What the effects of a card are worth, each by its kind; of the others nothing is known."""
    found = [aimed(one, v.seat or "", on) for one in effects_of(card)]
    worth = sum(WORTH[type(one)](v, one) for one in found if type(one) in WORTH)
    return worth + FAME * reputation(v, on) if worth > 0 and on in v.figures else worth


def _sign(v: View, on: str) -> int:
    """1 for one's own, -1 for others'."""
    return 1 if v.seat in {on, seat_of(v, on)} else -1


def _reputation(v: View, m: e.Reputation) -> float:
    """M15 Only a track counts in the end."""
    return float(m.amount * _sign(v, m.name)) if v.figures[m.name].tracked else 0.0


def _stamina(v: View, m: e.Stamina) -> float:
    if m.amount > 0:
        return MENDED * _sign(v, m.name) * min(m.amount, v.figures[m.name].lost)
    return -_sign(v, m.name) * (_fatal(v, m) or HURT * -m.amount)


def _fatal(v: View, m: e.Stamina) -> float:
    """S9 Whether it would die of it, and how much that is worth; 0 for no."""
    dies = not fallen(v, m.name) and 0 < stamina(v, m.name) <= -m.amount
    return FATAL + MADNESS * (starter_of(v, seat_of(v, m.name)) == m.name) if dies else 0.0


def _set(v: View, m: e.Set) -> float:
    """S5, S6 What only leaders are tested by is worth nothing to those who follow."""
    if m.characteristic not in IN_FIGHTS and m.name not in {one.leader for one in v.counters}:
        return 0.0
    return POINT * _sign(v, m.name) * (m.value - value(v, m.name, m.characteristic))


def _insane(v: View, m: e.Insane) -> float:
    return 0.0 if v.figures[m.name].insanity else -MADNESS * _sign(v, m.name)


def _sane(v: View, m: e.Sane) -> float:
    return MADNESS * _sign(v, m.name) if v.figures[m.name].insanity else 0.0


def _speed(v: View, m: e.SpeedBonus) -> float:
    """M18 It lasts for this player-turn: it is worth something before the movement of whoever is on turn."""
    goes = v.done.phase in MOVING and seat_of(v, m.group) == v.on_turn
    return PACE * m.amount * _sign(v, m.group) if goes else 0.0


def _put(v: View, m: e.Put) -> float:
    """M32, S17 To be put elsewhere is a loss, but for a realm that is new."""
    counter = counter_of(v, m.group)
    if counter is None or counter.at == m.place:
        return 0.0
    new = v.house and (counter.seat, v.board.places[m.place].realm) not in v.realms
    return (REALM * new - PUT) * _sign(v, m.group)


def _skip(v: View, m: e.Skip) -> float:
    return TURN * -_sign(v, m.seat) if m.seat not in v.skipped else 0.0


def _deal(v: View, m: e.Deal) -> float:
    return GIFT * _sign(v, m.to)


WORTH: Mapping[type, Callable[[View, Any], float]] = {
    e.Reputation: _reputation,
    e.Stamina: _stamina,
    e.Set: _set,
    e.Insane: _insane,
    e.Sane: _sane,
    e.SpeedBonus: _speed,
    e.Put: _put,
    e.Skip: _skip,
    e.Deal: _deal,
}

"""What a table is worth to a seat: the sum of a few simple terms over what that seat sees.

The table is a sketch, on which a move is tried by changing it: names of cards in columns, and numbers.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from referee.games.thunder.cards import LEADERS, SPEARS, TREASURES, name_of
from referee.games.thunder.odds import Known
from referee.games.thunder.table import HAND_LIMIT, ROWS
from referee.games.thunder.view import Half, View
from referee.util.values import Value, field

Names = tuple[str, ...]
"""The names of a column's cards, its front first; "" for a card that is not seen."""
Lines = tuple[Names, ...]
SPACES = 3 * ROWS

WINS = 100.0
"""What the game is worth."""
LAID, STRENGTH = 1.0, 0.65
"""A card on the battlefield, and each point of its strength."""
POWERLESS = {"shield-wall": 2.5, "nightmare": 2.0}
BLUFF, BEHIND = 0.6, 0.9
"""A card without strength there; how much of its worth a card has that is not in front."""
HELD, HELD_STRENGTH = 0.8, 0.5
"""The same in hand, where a card does not yet fight."""
POWERS = {
    "ravens": 1.5, "baldr": 1.5, "berserker": 1.2, "freya": 2.0, "frigg": 2.0, "hel": 3.0, "idunn": 1.5, "longships": 2.5,
    "odin": 2.0, "seer": 0.5, "valkyries": 2.0, "vidarr": 3.0, "shield-wall": 2.0,
    **dict.fromkeys(SPEARS, 6.0), **dict.fromkeys(LEADERS, 5.0), **dict.fromkeys(TREASURES, -4.0),
}  # fmt: skip
"""What a card in hand is worth for its power; what must not be hit there costs something."""
POINTS = (0.0, 0.0, 5.0, 9.0)
"""3.1 Columns, which are the actions of a turn."""
LED, HINDERED = 14.0, 16.0
"""10.3 Four actions; 10.5 enemies that stand before one's Thor/Loki."""
FEW = (0.0, -22.0, -11.0, -6.0, -3.0, -1.5, -0.5, 0.0)
THEIRS, MANY = 0.6, len(FEW) - 1
"""8.3 How near a side is to having no card on the battlefield, by their number; how much that counts for the enemy."""
BARED = (40.0, 9.0, 2.5, 1.5)
"""8.1 The danger to the Ring/Crown, by its row."""
LONE, ENDANGERED, FULL, BLOCKED = 3.0, 12.0, 1.0, 4.0
"""The last card of a column; a treasure behind a Nightmare; no room in a column, and nothing in front that can win."""
NOW, LATER, THREAT, CERTAIN = 0.9, 0.5, 0.6, 30.0
"""How much a fight that can be won counts: in this turn, in a later one, for the enemy; and how much at most."""
ENOUGH, SURPLUS = 6, 0.2
"""Cards in hand from which there is enough to choose; what each further one costs."""
LAST, ENDING = 25, 1.0
"""Cards at the end of the deck that are drawn unwillingly."""
ROOMY, CRAMPED = 8, 0.1
"""8.2 How many quiet actions there should be left."""
LONG, HURRY = 40, 8.0
"""With so few cards to draw and lay left the enemy's cards must be taken."""


class Sketch(NamedTuple):
    """A table as far as it is weighed; `held` is what the `size` cards of the hand are worth."""

    mine: Lines
    theirs: Lines
    ap: int
    held: float
    size: int
    deck: int


class Column(NamedTuple):
    """Two columns that face one another: what their cards are worth, and what a fight would bring to either side.

    `own` and `foes` are how many cards they hold; of these are one's treasure, and Thor/Loki on either side.
    """

    cards: float
    attack: float
    threat: float
    own: int
    foes: int
    treasure: bool
    led: bool
    faced: bool


class Scales(Value, eq=False):
    """What cards are worth by what a seat knows, and the columns that were weighed before."""

    known: Known
    columns: dict[tuple[Names, Names], Column] = field(default_factory=dict)
    laid: dict[str, float] = field(default_factory=dict)

    def held(self, name: str) -> float:
        """What a card in hand is worth."""
        strength = self.known.strength[name]
        fighting = HELD + HELD_STRENGTH * strength if strength and self.known.fights(name) else 0.0
        return max(fighting, POWERS.get(name, 0.0)) if name not in TREASURES else POWERS[name]

    def column(self, mine: Names, theirs: Names) -> Column:
        """Weigh two columns that face one another."""
        found = self.columns.get((mine, theirs))
        if found is None:
            found = self.columns[mine, theirs] = _column(self, mine, theirs)
        return found


@lru_cache(maxsize=64)
def scales(known: Known) -> Scales:
    """The scales for what a seat knows."""
    laid = {name: _laid(known, name) for name in known.strength}
    return Scales(known, {}, {**laid, "": sum(chance * laid[name] for name, chance in known.down)})


def _laid(known: Known, name: str) -> float:
    """What a card on the battlefield is worth for itself."""
    if name in TREASURES | LEADERS:
        return 0.0
    strength = known.strength[name]
    return POWERLESS.get(name, LAID + STRENGTH * strength if strength else BLUFF)


def _column(on: Scales, mine: Names, theirs: Names) -> Column:
    attack = _gain(on, mine, theirs, on.known.seat)
    threat = max(0.0, _gain(on, theirs, mine, on.known.foe))
    cards = (
        _row(on, mine)
        - _row(on, theirs)
        - sum(
            BARED[row] + ENDANGERED * ("nightmare" in mine)
            for row, name in enumerate(mine)
            if name in TREASURES
        )
    )
    if len(mine) == ROWS:
        stuck = attack <= 0 if theirs else not on.known.fights(mine[0])
        cards -= FULL + BLOCKED * (stuck and mine[0] not in LEADERS)
    return Column(
        cards,
        min(max(0.0, attack), CERTAIN),
        min(threat, CERTAIN),
        len(mine),
        len(theirs),
        bool(TREASURES & {*mine}),
        mine[:1] != () and mine[0] in LEADERS,
        theirs[:1] != () and theirs[0] in LEADERS,
    )


def _row(on: Scales, line: Names) -> float:
    return sum(on.laid[name] * (BEHIND if row else 1.0) for row, name in enumerate(line))


def _gain(on: Scales, ours: Names, theirs: Names, by: str) -> float:
    """6.1 What a challenge of front against front is likely to bring to who challenges; nothing where there is none."""
    if not ours or not theirs or theirs[0] in LEADERS:
        return 0.0
    if not ours[0]:
        able = [(name, chance) for name, chance in on.known.down if on.known.fights(name)]
        return sum(chance * max(0.0, _fight(on, (name, *ours[1:]), theirs, by)) for name, chance in able)
    if not on.known.fights(ours[0]):
        return 0.0
    if theirs[0]:
        return _fight(on, ours, theirs, by)
    return sum(chance * _fight(on, ours, (name, *theirs[1:]), by) for name, chance in on.known.down)


def _fight(on: Scales, ours: Names, theirs: Names, by: str) -> float:
    """The same for two fronts that are known."""
    taken = on.laid[theirs[0]] + LONE * (len(theirs) == 1)
    lost = on.laid[ours[0]] + LONE * (len(ours) == 1)
    match on.known.meets(ours[0], theirs[0], by):
        case "won":
            return taken
        case "lost":
            return -lost
        case "both":
            return taken - lost
        case "treasure":
            return WINS
    fallen = sum(map(on.laid.__getitem__, theirs)) - sum(map(on.laid.__getitem__, ours))
    return fallen - WINS * any(name in TREASURES for name in ours)


# The terms

Columns = tuple[Column, ...]


def _cards(columns: Columns, _s: Sketch) -> float:
    """The cards on the battlefield."""
    return sum([one.cards for one in columns])


def _fights(columns: Columns, s: Sketch) -> float:
    """What can be won and lost there next."""
    attacks = sorted([one.attack for one in columns], reverse=True)
    won = sum([gain * (NOW if n < s.ap else LATER) for n, gain in enumerate(attacks)])
    return won - THREAT * sum([one.threat for one in columns])


def _few(columns: Columns, _s: Sketch) -> float:
    """8.3 How near either side is to having no card on the battlefield; a treasure (8.1) does not save its side."""
    own = sum([one.own - one.treasure for one in columns])
    return FEW[min(own, MANY)] - THEIRS * FEW[min(_foes(columns), MANY)]


def _foes(columns: Columns) -> int:
    return sum([one.foes for one in columns])


def _points(columns: Columns, _s: Sketch) -> float:
    """3.1, 10.3 The actions of a turn."""
    own = LED if any(one.led for one in columns) else POINTS[sum([one.own > 0 for one in columns])]
    theirs = LED if any(one.faced for one in columns) else POINTS[sum([one.foes > 0 for one in columns])]
    return own - theirs


def _in_the_way(columns: Columns, _s: Sketch) -> float:
    """10.5 What stands before one's Thor/Loki cannot be challenged: the worse, the less stands elsewhere."""
    before = sum([one.foes for one in columns if one.led])
    return -HINDERED * (before / _foes(columns)) ** 2 if before else 0.0


def _hand(_columns: Columns, s: Sketch) -> float:
    return s.held - SURPLUS * max(0, s.size - ENOUGH) ** 2


def _deck(_columns: Columns, s: Sketch) -> float:
    return -ENDING * max(0, LAST - s.deck)


def _room(columns: Columns, s: Sketch) -> float:
    """8.2 Who can neither draw nor lay soon has no action left."""
    return -CRAMPED * max(0, ROOMY - _quiet(columns, s)) ** 2


def _quiet(columns: Columns, s: Sketch) -> int:
    """4.2, 5.1 How many cards can be laid and drawn."""
    own = sum([one.own for one in columns])
    return min(SPACES - own, s.size) + min(s.deck, HAND_LIMIT - s.size)


def _late(columns: Columns, s: Sketch) -> float:
    """4.2 The deck ends: what the enemy still has is in the way."""
    return -HURRY * _foes(columns) * max(0.0, 1 - (2 * s.deck + s.size) / LONG)


TERMS: tuple[Callable[[Columns, Sketch], float], ...] = (
    _cards, _fights, _few, _points, _in_the_way, _hand, _deck, _room, _late,
)  # fmt: skip
"""What a table is worth, to be summed up."""


def weigh(on: Scales, s: Sketch) -> float:
    """What a table is worth to the seat that knows it; `WINS` where it has as good as won."""
    columns = tuple([on.column(mine, theirs) for mine, theirs in zip(s.mine, s.theirs, strict=True)])
    if not any(s.theirs):
        return WINS if _quiet(columns, s) >= s.ap else -WINS
    if not any(s.mine) and not (s.ap > 0 and s.size):
        return -WINS
    if s.ap > _quiet(columns, s) + sum([one.foes > 0 for one in columns]):
        return -WINS / 2
    return sum([term(columns, s) for term in TERMS])


# The table as it is seen


def sketched(on: Scales, v: View) -> Sketch:
    """The table of a view."""
    held = [name_of(face) for face in v.mine.hand or ()]
    points = v.ap if v.on_turn == v.seat else 0
    return Sketch(
        _names(v.mine), _names(v.theirs), points, sum(map(on.held, held)), len(held), v.mine.deck_size
    )


def _names(half: Half) -> Lines:
    return tuple(tuple(spot.name for spot in line) for line in half.columns)

"""What a seat may reckon with, by its view alone: what cards that nobody has shown may be, and how a fight would go.

Nothing here looks at a state.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

from referee.games.thunder.cards import GIANTS, LEADERS, NEVER_CHALLENGE, TREASURES, back_of, name_of
from referee.games.thunder.view import View
from referee.util.values import Value

Chances = tuple[tuple[str, float], ...]
"""Names of cards, and how likely each is."""
WON, LOST, BOTH, COLUMN, TREASURE = "won", "lost", "both", "column", "treasure"
"""6.5 to 6.7, 14.1 How a challenge ends for who challenges; `TREASURE`: the Ring/Crown is hit, which wins the game."""
BLUFFED = 0.5
"""5.3 How much more seldom a card without strength is laid than another."""
BERSERK = 6


class Known(Value, eq=False):
    """What a seat knows about the cards of the game.

    Attributes:
        strength: of every card, by its name; None where it has none.
        down: what a face-down card of the enemy may be; all ways of what was not seen equally likely.
        hand: what a card in the enemy hand may be.
        berserk, ties: the seat whose Berserker, whose Idunn is in effect (11, 12); "" for none.
    """

    seat: str
    foe: str
    strength: Mapping[str, int | None]
    down: Chances
    hand: Chances
    berserk: str
    ties: str

    def fights(self, name: str) -> bool:
        """6.2 Whether a card may challenge."""
        return name not in NEVER_CHALLENGE and self.strength[name] is not None

    def meets(self, challenger: str, target: str, by: str) -> str:
        """How a challenge by a seat ends, of two cards that are known: special targets first (6.9)."""
        if target == "shield-wall":
            return WON if challenger == "female-archer" else LOST
        if target == "nightmare":
            return COLUMN
        if target in TREASURES:
            return TREASURE
        strength = self.strength[target]
        if strength is None or (challenger == "frigg" and target in GIANTS):
            return WON
        own = (
            BERSERK
            if challenger == "viking-warriors" and self.berserk == by
            else self.strength[challenger] or 0
        )
        if own == strength:
            return BOTH if not self.ties else WON if self.ties == by else LOST
        if own > strength and (challenger in GIANTS or target not in GIANTS):
            return WON
        return LOST


def known(v: View) -> Known:
    """What the reader of a view knows; the same object as long as that is the same, if it was asked for lately."""
    foe = v.theirs.seat
    left = Counter({row.name: row.copies for row in v.decks.rows[foe]})
    left.subtract([name_of(face) for face in _shown(v) if back_of(face) == foe])
    strength = tuple([(row.name, row.strength) for rows in v.decks.rows.values() for row in rows])
    return _known(v.seat or "", foe, strength, tuple(left.items()), *v.holders)


@lru_cache(maxsize=64)
def _known(
    seat: str,
    foe: str,
    strengths: tuple[tuple[str, int | None], ...],
    left: tuple[tuple[str, int], ...],
    berserk: str,
    ties: str,
) -> Known:
    strength = dict(strengths)
    down = {
        name: copies * (BLUFFED if strength[name] is None else 1.0)
        for name, copies in left
        if name not in LEADERS
    }
    return Known(seat, foe, strength, _shares(down), _shares(dict(left)), berserk, ties)


def _shown(v: View) -> Iterator[str]:
    """1.2, 21 The faces that the reader sees, or has seen fall."""
    for half in (v.mine, v.theirs):
        yield from (spot.face for line in half.columns for spot in line if spot.face)
        yield from half.falling
        yield from (half.hand or ())
        yield from (half.pile or half.shown)


def _shares(weights: Mapping[str, float]) -> Chances:
    """Weights as chances that sum up to one."""
    total = sum(weight for weight in weights.values() if weight > 0)
    return tuple((name, weight / total) for name, weight in weights.items() if weight > 0)

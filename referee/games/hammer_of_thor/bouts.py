"""What an Encounter card is worth against whoever is met: by its chance (S5), and by how a fight would go (S6)."""

from collections.abc import Collection, Iterator, Mapping

from referee.games.hammer_of_thor.chances import chances
from referee.games.hammer_of_thor.fighting import may_strike, odds
from referee.games.hammer_of_thor.figures import Counter, character, reputation, stamina
from referee.games.hammer_of_thor.measured import D10, bonus
from referee.games.hammer_of_thor.table import is_starter
from referee.games.hammer_of_thor.view import View

GAIN: Mapping[str, float] = {"follower": 4.0, "seduce": 4.0, "friendship": 2.0, "con": 1.2, "negotiate": 1.1}
"""What a card brings that works: somebody joins, a point and a rune, a point."""
FLIGHT, QUIET = 3.0, 0.3
"""What it is worth to get away from a fight that would be lost, and from another."""
CLEAR, EVEN = 1.5, 0.8
"""How much sooner the other falls, for a fight to be sought; and from where on it is fled."""
ENDLESS = 99.0
BLOWS = 8.0
"""S6 What a fight costs where both would fall at the same time: STAMINA of everybody who can be struck."""


def worths(v: View, own: Counter, other: Counter, never: Collection[str] = ()) -> Mapping[str, float]:
    """What each card is worth that can be chosen and can work."""
    ahead, found = lead(v, own, other), dict(fights(v, own, other, never))
    for card, of_ten in chances(v, own, other, never):
        gain = GAIN.get(card) or (FLIGHT if ahead < EVEN else QUIET)
        found[card] = gain * of_ten / D10
    return found


def fights(v: View, own: Counter, other: Counter, never: Collection[str]) -> Iterator[tuple[str, float]]:
    """S7 A kill brings half the REPUTATION, a subdued enemy one and its company, if it is no starting character.

    S6 Both cost STAMINA, the more the longer the other stands; whom a card wins over is won without a fight.
    """
    ahead = lead(v, own, other)
    sure = min(1.0, ahead / 2) if ahead >= CLEAR else 0.0
    at = other.leader
    kill, yields = max(1, reputation(v, at) // 2), -1.0 if is_starter(v, at) else GAIN["follower"]
    for card, gain in (("attack", float(kill)), ("subdue", 1 + yields)):
        if card not in never:
            yield card, sure * gain - BLOWS / max(ahead, EVEN)


def lead(v: View, own: Counter, other: Counter) -> float:
    """How much sooner the other leader falls than one's own: above 1 is for the reader."""
    return _lasts(v, own.leader, other) / max(_lasts(v, other.leader, own), 0.1)


def _lasts(v: View, name: str, enemies: Counter) -> float:
    """How many rounds a leader stands against all who strike at it."""
    hit = 0.0
    for one in enemies.members:
        if may_strike(v, one, name):
            need, loss = odds(v, one, name)
            hit += (1 + need) / D10 * loss
    left = stamina(v, name) + bonus(v, name, "stamina")
    return min(ENDLESS, left / hit) if hit and character(v, name).stamina else ENDLESS

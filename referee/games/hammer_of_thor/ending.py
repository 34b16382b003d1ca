"""How the game ends: the side that wins, and among its seats the highest REPUTATION."""

from typing import Any, NamedTuple

from referee.engine.events import Happening
from referee.engine.game import Standings
from referee.engine.rules import cites
from referee.games.hammer_of_thor.customs import CUSTOMS
from referee.games.hammer_of_thor.figures import GOOD, of_seat, reputation
from referee.games.hammer_of_thor.table import State, side_of


@cites("M15", "2.2B2")
def worth(t: Any, seat: str) -> int:
    """M15 What a seat has: the REPUTATION of its characters with a track, and 1 for each rune (2.2B2)."""
    people, runes, _ = counted(t, seat)
    return sum(number for _, number in people) + runes


class Counted(NamedTuple):
    """M15 Whose REPUTATION counts for a seat, with how much of it; the runes; how many there are whose does not."""

    people: tuple[tuple[str, int], ...] = ()
    runes: int = 0
    others: int = 0


def counted(t: Any, seat: str) -> Counted:
    """M15 What is counted for a seat, that of its characters with a track, and 1 for each rune (2.2B2)."""
    names = of_seat(t, seat)
    runes = 0 if t.faded else sum(len(t.figures[one].runes) + t.figures[one].unseen for one in names)
    people = tuple((one, reputation(t, one)) for one in names if t.figures[one].tracked)
    return Counted(people, runes, len(names) - len(people))


def standings(t: Any) -> Standings:
    """What each seat that is still in has, the best first."""
    found = [(seat, worth(t, seat)) for seat in t.still_in]
    return tuple(sorted(found, key=lambda one: -one[1]))


@cites("0", "M15", "M30")
def won(s: State, side: str, rule: str) -> Happening:
    """0, M30 Among the seats of the winning side the highest REPUTATION wins; those tied share it. "": nobody wins."""
    able = [(seat, value) for seat, value in standings(s) if side and side_of(s, seat) == side]
    best = tuple(seat for seat, value in able if value == able[0][1])
    found = standings(s)
    yield CUSTOMS.ended(
        best, rule, "nobody-wins" if not best else "good-wins" if side == GOOD else "evil-wins", found
    )

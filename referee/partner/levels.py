"""How long a program of the house thinks, by how strong it is to play (H34)."""

from dataclasses import dataclass

from referee.house.programs import LEVELS as NAMES


@dataclass(frozen=True, slots=True)
class Level:
    """How many tables it imagines for an order at most, and for how many seconds; 0: none, it plays plainly."""

    tables: int
    seconds: float


LEVELS = dict(zip(NAMES, (Level(0, 0.0), Level(40, 1.0), Level(150, 4.0), Level(800, 15.0)), strict=True))

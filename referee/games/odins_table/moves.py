"""The moves of Odin's Table as values. Squares are `a1` to `f5`, columns `a` to `f`, cards are named by name."""

from referee.engine.choices import Move
from referee.engine.moves import move
from referee.games.odins_table.cards import VALUES

Names = tuple[str, ...]


def values(cards: Names) -> str:
    """Cards by their values."""
    return " ".join(str(VALUES[name]) for name in cards)


@move("place {cards}", written={"cards": values})
class Place(Move):
    """`place 9 4 0 7 1 3`: the six cards for the columns a to f, in that order (2.2)."""

    cards: Names


@move("{origin}-{target}")
class Step(Move):
    """`b1-b2`: a piece moves (3.1)."""

    origin: str
    target: str


@move("{origin}x{target}", "attack {target}")
class Attack(Move):
    """`b2xc3`: a piece attacks (3.5). Without an origin `attack c3`: by the one piece that can."""

    origin: str
    target: str


@move("return {square}")
class Return(Move):
    """`return a1`: a captured piece comes back (6.1)."""

    square: str


@move("pass")
class Pass(Move):
    """`pass`: where there is no legal turn (3.6)."""


@move("scout {column}")
class Scout(Move):
    """`scout d`: Hugin & Munin turn up an enemy card (5.1)."""

    column: str


@move("standing scout {columns|never}")
class StandingScout(Move):
    """`standing scout d, a, f`; without columns `standing scout never` (5.7)."""

    columns: Names = ()

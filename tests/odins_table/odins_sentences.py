"""Every sentence of the grammar of Odin's Table up to a bound, as moves just read."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations, product
from typing import Any

from referee.engine.choices import Move
from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.games.odins_table import moves as m

COLUMNS = "abcdef"
SQUARES = tuple(column + rank for column in COLUMNS for rank in "12345")
NAMES = ("odin", "frigg", "thor", "freyr", "tyr", "hel", "freyja", "baldr", "loki", "hugin-munin")


def sentences(_content: Mapping[str, Any], view: Any) -> tuple[Move, ...]:
    """All moves between any two squares, lists of few columns, and every order of the six cards.

    Also some orders of cards that are not the six.
    """
    six = tuple(face.partition(".")[2] for face in view.mine.six) if view.phase == "place" else ()
    return (*_sentences(), *dict.fromkeys(_placings(six)))


@cache
def _sentences() -> tuple[Move, ...]:
    return tuple(_all())


def _all() -> Iterator[Move]:
    yield from (
        m.Pass(),
        OfferDraw(),
        AcceptDraw(),
        DeclineDraw(),
        ClaimDraw(),
        ClaimWin(),
        Resign("g1"),
        Resign("g2"),
    )
    for origin, target in product(SQUARES, SQUARES):
        yield m.Step(origin, target)
        yield m.Attack(origin, target)
    yield from map(m.Return, SQUARES)
    yield from map(m.Scout, COLUMNS)
    for size in range(4):
        yield from (m.StandingScout(columns) for columns in product(COLUMNS, repeat=size))
    yield from (m.StandingScout((*COLUMNS, *more)) for more in ("", "a", "fe"))
    yield from (m.Place(NAMES[n : n + size]) for n in range(3) for size in range(8))


def _placings(six: tuple[str, ...]) -> Iterator[Move]:
    yield from map(m.Place, permutations(six))
    for at, name in product(range(len(six)), NAMES):
        yield m.Place((*six[:at], name, *six[at + 1 :]))
    yield from (m.Place(six[:-1]), m.Place((*six, *six[:1])))

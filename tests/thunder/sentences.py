"""Every sentence of the grammar of Thunder & Lightning up to a bound, as moves just read."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import permutations, product
from typing import Any

from referee.engine.choices import Move
from referee.engine.moves import AcceptDraw, ClaimDraw, ClaimWin, DeclineDraw, OfferDraw, Resign
from referee.games.thunder import moves as m
from referee.games.thunder.cards import Decks

COLUMNS = "ABC"
POWER_OF: Mapping[str, type[Any]] = {
    "freya": m.UseFreya,
    "berserker": m.UseLasting,
    "idunn": m.UseLasting,
}
ORDERS = ((), ("nightmare", "ravens"), ("own ravens", "captured ravens", "ravens"))


def sentences(content: Mapping[str, Any]) -> tuple[Move, ...]:
    """All moves over the names of these decks: places with rows 0 to 5, lists of few cards."""
    return _sentences(Decks.of(content["deck"]).names)


@cache
def _sentences(names: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple(dict.fromkeys([*_plain(), *_lays(names), *_uses(names), *_lists(names)]))


def _plain() -> Iterator[Move]:
    yield from (
        m.Draw(),
        m.Next(),
        m.Stop(),
        OfferDraw(),
        AcceptDraw(),
        DeclineDraw(),
        ClaimDraw(),
        ClaimWin(),
    )
    yield from (Resign("g1"), Resign("g2"))
    yield from (m.Place(column) for column in COLUMNS)
    yield from (m.Challenge(column, order) for column in COLUMNS for order in ORDERS)
    for size in range(4):
        yield from (m.StandingLay(columns) for columns in product(COLUMNS, repeat=size))


def _lays(names: tuple[str, ...]) -> Iterator[Move]:
    for name, column, row in product(names, COLUMNS, range(6)):
        yield m.Lay(name, column, row)
    for name, column in product(names, COLUMNS):
        yield m.Lay(f"captured {name}", column, 1)
        yield m.Lay(f"own {name}", column, 1)


def _uses(names: tuple[str, ...]) -> Iterator[Move]:
    yield from (cls(name) for name, cls in POWER_OF.items())
    yield from (m.UsePowerless(name) for name in ("nightmare", "shield-wall", "tyr", "loki"))
    for card in ("ravens", "captured ravens"):
        yield from (
            m.UseRavens(card, target, "", order) for target in (*COLUMNS, "own", "hand") for order in ORDERS
        )
        yield from (m.UseRavens(card, target, to) for target in ("hand", "A", "own") for to in COLUMNS)
    yield from (m.UseFrigg("frigg", target) for target in (*COLUMNS, "hand"))
    yield from (m.UseHel("hel", word + name) for name in names for word in ("", "own ", "captured "))
    for card, column, row in product(("gungnir", "mjolnir"), COLUMNS, range(1, 6)):
        yield m.UseSpear(card, column, row)
    for card, a, b, c, d in product(("baldr", "valkyries"), COLUMNS, range(1, 5), COLUMNS, range(1, 6)):
        yield m.Shift(card, a, b, c, d)
    for column, at, row, order in product(COLUMNS, COLUMNS, range(1, 6), ORDERS):
        yield m.UseVidarr("vidarr", column, at, row, order)
    for size in range(5):
        yield from (m.UseSeer("seer", to) for to in product(COLUMNS, repeat=size))


def _lists(names: tuple[str, ...]) -> Iterator[Move]:
    crew = ("viking-warriors", "female-archer", "captured female-archer", "ravens")
    for size in range(5):
        yield from (m.UseLongships("longships", take) for take in product(crew, repeat=size))
        yield from (m.UseOdin("odin", take) for take in product(("ravens", "captured ravens"), repeat=size))
    yield from (m.Deploy(cards) for cards in permutations(names[::4], 3))
    yield from (m.Deploy(cards) for cards in (names[:2], names[:4], ("ravens",) * 3))
    some = ("ravens", "nightmare", "own ravens", "captured ravens", "hirdman", "frost-giant")
    for size in range(3):
        yield from (m.Order(cards) for cards in product((*names, *some[2:4]), repeat=size))
        yield from (m.StandingDiscards(cards) for cards in product(some, repeat=size))
    yield m.StandingDiscards(("ravens",) * 25)

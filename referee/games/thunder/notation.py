"""Thunder & Lightning's moves as written are made exact by the writer's view."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from referee.engine.choices import Move
from referee.engine.game import Ambiguous
from referee.engine.rules import cites
from referee.games.thunder import moves as m
from referee.games.thunder.actions import worded
from referee.games.thunder.cards import LEADERS, back_of, name_of
from referee.games.thunder.table import ROWS, Cards, column_index
from referee.games.thunder.view import View
from referee.util.values import replace


@cites("17.3")
def resolve(move: Move, v: View) -> Move | Ambiguous:
    """Make a written move exact: which of two cards with one name (17.3), and which row if none is named.

    Looks only at the writer's own view. If the writer holds nothing of that name, the move stays as it is,
    and is refused.
    """
    found = list(dict.fromkeys(_readings(move, v)))
    return found[0] if len(found) == 1 else Ambiguous(tuple(found), tuple(one.written for one in found))


def _readings(move: Any, v: View) -> Iterator[Move]:
    hand, pile, seat = v.mine.hand or (), v.mine.pile or (), v.seat or ""
    match move:
        case m.Deploy(cards=cards):
            yield from (m.Deploy(names) for names in _all(cards, hand, seat))
        case m.Lay():
            for name in _one(move.card, hand, seat):
                yield from (replace(move, card=name, row=row) for row in _rows(move, v))
        case m.UseHel():
            for card, one in product(_one(move.card, hand, seat), _one(move.take, pile, seat)):
                yield m.UseHel(card, one)
        case m.UseLongships() | m.UseOdin():
            for card, take in product(_one(move.card, hand, seat), _available(move.take, pile, seat)):
                yield type(move)(card, take)
        case m.Use():
            yield from (replace(move, card=card) for card in _one(move.card, hand, seat))
        case _:
            yield move


def _one(name: str, faces: Cards, seat: str) -> tuple[str, ...]:
    """What a name can mean among these cards, as their holder must write it (17.3)."""
    word, _, bare = name.rpartition(" ")
    exact = worded(faces).get(bare, ())
    if not exact or name in exact:
        return (name,)
    if not word:
        return exact
    backs = {back_of(face) for face in faces if name_of(face) == bare}
    return (
        exact
        if (backs == {seat} and word == "own") or (seat not in backs and word == "captured")
        else (name,)
    )


def _all(names: Cards, faces: Cards, seat: str) -> list[Cards]:
    return list(product(*(_one(name, faces, seat) for name in names)))


def _available(names: Cards, faces: Cards, seat: str) -> list[Cards]:
    """The readings of a list for which there are enough cards; all readings if there are enough for none."""
    readings = list(dict.fromkeys(tuple(sorted(reading)) for reading in _all(names, faces, seat)))
    return [reading for reading in readings if _suffice(reading, faces, seat)] or readings[:1]


def _suffice(names: Cards, faces: Cards, seat: str) -> bool:
    left = list(faces)
    for name in names:
        word, _, bare = name.rpartition(" ")
        fit = (
            f for f in left if name_of(f) == bare and (not word or (back_of(f) == seat) == (word == "own"))
        )
        if (one := next(fit, None)) is None:
            return False
        left.remove(one)
    return True


def _rows(move: m.Lay, v: View) -> range | tuple[int, ...]:
    """The row as written. If none is: 1 for Thor/Loki and in an empty column, else every row there is."""
    if move.row:
        return (move.row,)
    rows = len(v.mine.columns[column_index(move.column)])
    if move.card in LEADERS or rows == 0:
        return (1,)
    if rows == ROWS:
        return (ROWS,)
    return range(1 + (v.mine.led == column_index(move.column)), rows + 2)

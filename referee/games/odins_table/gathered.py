"""What a reader of Odin's Table was not shown, at the end: the enemy's cards column by column, not draw by draw."""

from collections.abc import Iterable, Sequence
from typing import Any

from referee.engine.kit.defaults import Gathered, Note, note
from referee.games.odins_table.board import COLUMNS

CHOSEN = frozenset({"Sealed", "Resealed"})
"""2.2 Where the first six cards go; the last choice of a seat counts."""
DRAWN = "Replaced"
"""4.4, 5.4 The next card is laid at a column."""


def gathered(told: Sequence[Any]) -> tuple[tuple[Gathered, ...], tuple[Any, ...]]:
    """The cards that were laid at the columns of each seat, each with its turn; and everything else.

    What an undo took back stays where it was told, with that remark.
    """
    counts = [one for one in told if not one.undone]
    placed = {one.seen["by"]: one for one in counts if one.seen.kind in CHOSEN}
    drawn = [one for one in counts if one.seen.kind == DRAWN]
    seats = dict.fromkeys((*placed, *(one.seen["of"] for one in drawn)))
    groups = [
        Gathered(
            note("columns-of", seat=seat),
            _columns(placed.get(seat), [one for one in drawn if one.seen["of"] == seat]),
        )
        for seat in seats
    ]
    gone = {id(one) for one in (*placed.values(), *drawn)}
    return tuple(groups), tuple(one for one in told if id(one) not in gone)


def _columns(placed: Any, drawn: Iterable[Any]) -> tuple[tuple[str, Note], ...]:
    """Each column with its cards in their order: the first without a turn, for it lay there from the beginning."""
    first = placed.seen["cards"] if placed else ()
    cards = {column: [(card, 0)] for column, card in zip(COLUMNS, first, strict=False)}
    for one in drawn:
        cards.setdefault(one.seen["column"], []).append((one.seen["card"], one.turn))
    return tuple((column, note("column-of", cards=tuple(cards[column]))) for column in sorted(cards))

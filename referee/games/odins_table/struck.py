"""What the other has done that changes the game for its reader: a piece is captured, or one enters a fortress.

Only what the reader was shown is looked at: keys of `templates/odins_table` with their values. What the reader's own
orders bring about is told in their receipt.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from referee.engine.events import Seen
from referee.games.odins_table.board import FORTRESS
from referee.games.odins_table.cards import other
from referee.games.odins_table.view import View

Note = tuple[str, Mapping[str, Any]]


def struck(v: View, told: Sequence[Seen]) -> tuple[Note, Note] | None:
    """The subject of a letter and its first sentence, where the other captures a piece, or brings one home.

    None while the other offers a draw, of which the subject tells.
    """
    if v.seat is None or v.offer:
        return None
    enemy, by = other(v.seat), ""
    taken, entered, arrived = list[str](), list[str](), list[str]()
    for one in told:
        by = one["by"] if one.kind in {"Attacked", "Moved"} else by
        if by != enemy:
            continue
        if one.kind == "Captured" and one["of"] == v.seat:
            taken.append(one["square"])
        for seat, square in _landed(one):
            if square in FORTRESS[other(seat)]:
                (arrived if seat == v.seat else entered).append(square)
    if not (taken or entered or arrived):
        return None
    news = {"by": enemy, "taken": tuple(taken), "entered": tuple(entered), "arrived": tuple(arrived)}
    mine = any(one.seat == v.seat for one in v.owed)
    return ("struck-head", {**news, "mine": mine}), ("struck-lead", news)


def _landed(one: Seen) -> tuple[tuple[str, str], ...]:
    """Whose piece came onto which square."""
    if one.kind in {"Moved", "Advanced"}:
        return ((one["by"], one["target"]),)
    if one.kind == "Swapped":
        return (one["by"], one["target"]), (other(one["by"]), one["origin"])
    return ()

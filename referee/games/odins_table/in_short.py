"""A game of Odin's Table in short: who won how many attacks, what was lost and scouted, which pieces came home."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.engine.events import Seen
from referee.games.odins_table.board import FORTRESS
from referee.games.odins_table.cards import SEATS, other

Events = Sequence[Seen]
Note = tuple[str, Mapping[str, Any]]
STEPS = frozenset({"Advanced", "Moved"})
"""What brings a piece of its mover to another square."""


def in_short(told: Events) -> Iterator[Note]:
    """The game in a few sentences, as keys of the texts with their values."""
    made, won = (Counter(one["by"] for one in told if one.kind == kind) for kind in ("Attacked", "Advanced"))
    if made:
        rows = tuple((seat, won[seat], made[seat]) for seat in SEATS if made[seat])
        yield "in-short-attacks", {"rows": rows}
    lost, back, scouted = (
        Counter(one[field] for one in told if one.kind == kind)
        for kind, field in (("Captured", "of"), ("Returned", "by"), ("Scouted", "by"))
    )
    if lost:
        yield "in-short-lost", {"rows": tuple((seat, lost[seat], back[seat]) for seat in SEATS)}
    if scouted:
        yield "in-short-scouted", {"rows": tuple((seat, scouted[seat]) for seat in SEATS if scouted[seat])}
    if entered := tuple((seat, squares) for seat in SEATS if (squares := tuple(entries(told, seat)))):
        yield "in-short-home", {"rows": entered}


def entries(told: Events, seat: str) -> Iterator[tuple[str, int]]:
    """6.2 The squares of the enemy fortress onto which pieces of a seat came, each with the number of the turn."""
    turn = 0
    for one in told:
        turn += one.kind == "TurnBegun"
        for by, target in steps(one):
            if by == seat and target in FORTRESS[other(seat)]:
                yield target, turn


def steps(one: Seen) -> Iterator[tuple[str, str]]:
    """The steps of pieces that an event tells of: whose, and where to; at a swap both go (4.5)."""
    if one.kind in STEPS or one.kind == "Swapped":
        yield one["by"], one["target"]
    if one.kind == "Swapped":
        yield other(one["by"]), one["origin"]

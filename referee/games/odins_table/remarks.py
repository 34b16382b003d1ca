"""What is remarked below the board: what only its reader has chosen or may do, what the next step decides.

Only views are looked at: keys of `templates/odins_table` with their values.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.engine.kit import base
from referee.games.odins_table.board import COLUMNS, CORNERS, FORTRESS, HOME_RANK, steps
from referee.games.odins_table.cards import LOKI, RAVENS, SEATS
from referee.games.odins_table.customs import CUSTOMS
from referee.games.odins_table.ending import HOME_TO_WIN, IDLE_TURNS
from referee.games.odins_table.view import Half, View

LONG = 100
"""From this many turns without a piece entering a fortress on, they are told."""
Note = tuple[str, Mapping[str, Any]]


def notes(v: View) -> Iterator[Note]:
    """What else all see or the reader knows, as keys of the catalog with their values."""
    if v.seat and not v.outcome:
        if v.phase == "place" and v.mine.sealed is None:
            yield from _to_place(v)
        yield from _first_turn(v)
        yield from _last_step(v)
        yield from _private(v.mine, v.theirs.seat)
        yield from _no_corner(v)
    yield from base.notes(v, "6.5")
    if v.idle >= LONG:
        yield "idle", {"turns": v.idle, "limit": IDLE_TURNS}
    yield from CUSTOMS.notes(v)


def _to_place(v: View) -> Iterator[Note]:
    """2.2, 4 What the cards will do where they are laid; and for who sees the board turned, from where they count."""
    yield from powers()
    if v.seat == "thor":
        yield "place-turned", {}


def _first_turn(v: View) -> Iterator[Note]:
    """2.4, 6.3 In the reader's first turn how one wins, and how a move is written: the invitation is days old."""
    if v.phase == "play" and v.on_turn == v.seat and v.turn <= len(SEATS):
        row = HOME_RANK[v.theirs.seat]
        yield "first-turn", {"seat": v.seat, "of": v.theirs.seat, "row": row}


def powers() -> Iterator[Note]:
    """What a card does for the pieces of its column, and the two cards that can do more (4.5, 5.1)."""
    yield "powers", {}
    for name in (LOKI, RAVENS):
        yield "power", {"card": name}


def _last_step(v: View) -> Iterator[Note]:
    """6.3 On the reader's turn: the steps by which the game is won at once, else those by which it is lost next."""
    if v.phase != "play" or not any(one.seat == v.seat for one in v.owed):
        return
    if won := _entering(v, v.mine, v.theirs):
        yield "wins-now", {"moves": won}
    elif lost := _entering(v, v.theirs, v.mine):
        yield "wins-next", {"seat": v.theirs.seat, "moves": lost}


def _entering(v: View, own: Half, enemy: Half) -> tuple[str, ...]:
    """The steps by which a side brings its last piece home; an attack may fail, and is none of them."""
    if own.home != HOME_TO_WIN - 1:
        return ()
    goal = FORTRESS[enemy.seat]
    every = steps(v.options.diagonal, own.seat, own.pieces, enemy.pieces)
    return tuple(f"{origin}-{target}" for origin, target, fights in every if target in goal and not fights)


def _no_corner(v: View) -> Iterator[Note]:
    """6.1 On the reader's turn: why no captured piece can come back; an enemy piece on a corner is frozen for good."""
    corners = CORNERS[v.mine.seat]
    taken = {*corners} <= {*v.mine.pieces, *v.theirs.pieces}
    if v.mine.captured and taken and any(one.seat == v.seat for one in v.owed):
        yield "corners-taken", {"corners": tuple(one for one in corners if one not in v.theirs.pieces)}


def _private(mine: Half, enemy: str) -> Iterator[Note]:
    """What only the reader has chosen, may do, or has been shown."""
    if mine.sealed is not None:
        yield "sealed", {"cards": mine.sealed}
    for column in mine.rights:
        yield ("right-column", {"column": column}) if column else ("right-spent", {})
    lying = tuple(
        column
        for column, slot in zip(COLUMNS, mine.columns, strict=True)
        if slot.face and slot.face.endswith(f".{RAVENS}") and column not in mine.rights
    )
    if lying and not mine.peeked:
        yield "ravens-lie", {"columns": lying}
    for one in mine.peeked:
        yield (
            "peeked",
            {"seat": enemy, "own": one.own, "column": one.column, "card": one.card, "next": one.next},
        )
    if mine.standing:
        yield "standing", {"columns": mine.standing}
    elif mine.standing is not None:
        yield "standing-never", {}

"""Why a turn looks good, move by move, as sentences of the catalog.

Nothing here looks at a state: a reason tells no more than the table that its reader sees, and what its cards can do.
"""

from collections.abc import Iterator
from typing import Any

from referee.engine.kit.defaults import Note, Turn, note
from referee.games.thunder import moves as m
from referee.games.thunder.cards import LEADERS, TREASURES, other
from referee.games.thunder.odds import BOTH, COLUMN, LOST, TREASURE, WON, known
from referee.games.thunder.view import View
from referee.games.thunder.weighing import Sketch
from referee.games.thunder.worth import AFTER, at, bare, look, step

TEN = 10


def because(v: View, turn: Turn) -> tuple[Note, ...]:
    """What speaks for each move of a turn, on the table that those before it leave; what is drawn is told once."""
    table, found = look(v).table, list[Note]()
    for move in turn:
        found += _of(v, table, move)
        table = step(v, table, move).table if type(move) in AFTER else table
    drawn = sum(isinstance(move, m.Draw) for move in turn)
    return (*found, *([note("because-draw", count=drawn, alone=drawn == len(turn))] if drawn else []))


def _of(v: View, table: Sketch, move: Any) -> Iterator[Note]:
    if isinstance(move, m.Use):
        yield note("because-power", card=bare(move.card))
    elif isinstance(move, m.Challenge):
        yield from _challenge(v, table, move)
    elif isinstance(move, m.Lay):
        yield _lay(v, table, move)


def _challenge(v: View, table: Sketch, move: m.Challenge) -> Iterator[Note]:
    """6.5 to 6.9 How the fight ends, if the other card is known; else in how many of ten cases, by what it may be."""
    own, enemy = at(table.mine, move.column)[:1], at(table.theirs, move.column)[:1]
    if not own or not enemy:
        return
    on, fates = known(v), dict.fromkeys((WON, LOST, BOTH, COLUMN, TREASURE), 0.0)
    for name, chance in ((enemy[0], 1.0),) if enemy[0] else on.down:
        fates[on.meets(own[0], name, on.seat)] += chance
    ends = {
        "won": round(TEN * (fates[WON] + fates[TREASURE])),
        "lost": round(TEN * fates[LOST]),
        "both": round(TEN * (fates[BOTH] + fates[COLUMN])),
    }
    sure = max(ends, key=lambda one: ends[one]) if enemy[0] else ""
    cards = {"own": _face(v, on.seat, own[0]), "theirs": enemy[0] and _face(v, on.foe, enemy[0])}
    yield note("because-challenge", column=move.column, sure=sure, **cards, **ends)


def _lay(v: View, table: Sketch, move: m.Lay) -> Note:
    """3.4, 8.1, 10.3 A new column is an action point more, unless Thor/Loki give four; a treasure is safer there."""
    card, deep = bare(move.card), len(at(table.mine, move.column))
    lies = {
        "leads": card in LEADERS,
        "opens": not deep,
        "treasure": card in TREASURES and move.row > 1,
        "front": move.row == 1,
        "behind": True,
    }
    why = next(one for one, holds in lies.items() if holds)
    laid = _face(v, v.seat or "", card)
    return note("because-lay", card=laid, column=move.column, deep=deep + 1, why=why, points=v.mine.led < 0)


def _face(v: View, seat: str, name: str) -> str:
    """The face of a card of that name, of this seat's deck if it is in there."""
    deck = seat if any(row.name == name for row in v.decks.rows[seat]) else other(seat)
    return f"{deck}.{name}"

"""What a player is likely to want: each turn by a simple measure over what this seat sees.

Nothing here looks at a state, so a letter that shows it tells nothing more than the table does.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from referee.engine.choices import Choices, Move
from referee.engine.kit.defaults import Turn, best, varied
from referee.games.odins_table.board import FORTRESS, HOME_RANK, NEIGHBOURS
from referee.games.odins_table.cards import LOKI, RAVENS, name_of, other, value_of
from referee.games.odins_table.ending import HOME_TO_WIN
from referee.games.odins_table.moves import Attack, Pass, Return, Scout, Step
from referee.games.odins_table.view import View

HOME, RANK, BACK = 30.0, 4.0, 5.0
"""A piece that enters the enemy fortress; a rank forward; a piece brought back."""
STRENGTH, AHEAD = 0.2, 0.5
"""Of steps that lead as far: what a value more of the card that fights for the piece then counts, and a rank more."""
MEAN = 4.0
"""The value that a card is reckoned to have which nobody has shown."""
DOUBT = 0.5
LOST = 6.0
"""More than any step is worth: a piece that an enemy next to it takes for sure, by cards that lie face up."""
STOPPED = 15.0
"""An attack on a piece whose next step into the fortress wins; on any other before the fortress, one rank."""
TOLD = 3
"""Turns that are told: the board shows the others."""


def likely(v: View, choices: Choices) -> tuple[Turn, ...]:
    """The best turns; a step into the column of Hugin & Munin with the scouting it gives, as one."""
    if v.seat is None:
        return ()
    moves = [move for family in choices.families if family.listed for move in family.moves()]
    ranked = best(moves, partial(worth, v), most=len(moves))
    single = [(move,) for move in varied(ranked, _piece, TOLD)]
    whole = [*_scouting(v, moves)]
    first = bool(whole and single) and worth(v, single[0][0]) < STOPPED and _leads(v, whole[0][0])
    return (*(whole if first else ()), *single[:1], *(() if first else whole), *single[1:])[:TOLD]


def _piece(move: Move) -> object:
    """The piece that moves: the best of each is told, not every way of one; one column to scout, one corner."""
    return move.origin if isinstance(move, Step) else type(move) if isinstance(move, Scout | Return) else move


def worth(v: View, move: Move) -> float:
    """What a move is worth to its seat; nothing for what is not likely wanted.

    A standing order scouts before a line does (5.7), so none is told beside it.
    """
    if isinstance(move, Scout) and v.mine.standing:
        return 0.0
    measure = MEASURES.get(type(move))
    return measure(v, move) if measure else 0.0


def _own(v: View, square: str) -> float:
    face = v.mine.slot(square[0]).face
    return float(value_of(face)) if face else MEAN


def _enemy(v: View, square: str) -> float:
    face = v.theirs.slot(square[0]).face
    return float(value_of(face)) if face else MEAN


def ranks_ahead(v: View, move: Step | Attack) -> int:
    """How many ranks a step leads towards the enemy fortress."""
    ahead = int(move.target[1]) - int(move.origin[1])
    return ahead if HOME_RANK[v.seat or ""] == "1" else -ahead


def _leads(v: View, move: Move) -> bool:
    return isinstance(move, Step) and ranks_ahead(v, move) > 0


def _danger(v: View, square: str, own: float | None = None) -> float:
    """By how much the cards of enemies around a square are better than the one that would defend it there.

    4.5 Loki is not captured by a higher card; 6.2 a frozen piece attacks nobody.
    """
    seat = v.seat or ""
    near = [one for one in v.theirs.pieces if one in NEIGHBOURS[square] and one not in FORTRESS[seat]]
    if square in FORTRESS[seat] or not near:
        return 0.0
    mine = v.mine.slot(square[0])
    own = _own(v, square) if own is None else own
    if mine.face is not None and name_of(mine.face) == LOKI:
        return DOUBT * any(_enemy(v, one) <= own for one in near)
    surely = mine.up and any(v.theirs.slot(one[0]).face and _enemy(v, one) >= own for one in near)
    return max(0.0, max(_enemy(v, one) for one in near) + DOUBT - own) + LOST * surely


def _step(v: View, move: Step, own: float | None = None) -> float:
    """What a step is worth; `own`: of the card that will lie in its column, where that is not the one there now."""
    if move.target in FORTRESS[other(v.seat or "")]:
        return HOME
    forward, danger = ranks_ahead(v, move), _danger(v, move.target, own) - flees(v, move)
    if forward <= 0:
        return bars(v, move.target) - danger
    lead = abs(int(move.target[1]) - int(HOME_RANK[v.seat or ""]))
    worth = RANK * forward - danger + STRENGTH * _own(v, move.target) + AHEAD * lead
    return worth - RANK * _leads_nowhere(v, move.target)


def flees(v: View, move: Step) -> float:
    """4.2 What it is worth that a piece leaves where an enemy takes it next: by an open card that beats its own.

    In its own fortress a piece is attacked from straight in front of it alone (3.2).
    """
    straight, own = move.origin in FORTRESS[v.seat or ""], v.mine.slot(move.origin[0])
    near = (
        one
        for one in v.theirs.pieces
        if one in NEIGHBOURS[move.origin] and (one[0] == move.origin[0] or not straight)
    )
    known = own.face is not None and name_of(own.face) != LOKI
    taken = known and any(v.theirs.slot(one[0]).up and _enemy(v, one) >= _own(v, move.origin) for one in near)
    return LOST * taken


def _leads_nowhere(v: View, square: str) -> bool:
    """6.2 Whether a square stands before one of the enemy fortress where a piece of the reader's own is frozen."""
    return any(one[0] == square[0] and one in NEIGHBOURS[square] for one in _frozen(v))


def _frozen(v: View) -> list[str]:
    return [one for one in v.mine.pieces if one in FORTRESS[other(v.seat or "")]]


def _attack(v: View, move: Attack) -> float:
    """4.2, 4.5 By the card of the column it comes from against that of the column it goes to."""
    gain = _own(v, move.origin) - _enemy(v, move.target)
    face = v.theirs.slot(move.target[0]).face
    if face is not None and name_of(face) == LOKI and gain > 0:
        return DOUBT
    fought = RANK * (gain >= 0) + gain + DOUBT * ranks_ahead(v, move)
    enters = HOME * (gain > 0) * (move.target in FORTRESS[other(v.seat or "")])
    return fought + enters + stops(v, move.target)


def stops(v: View, square: str) -> float:
    """6.2, 6.3 What it is worth that the piece on a square does not step into the reader's fortress next."""
    if not any(one[0] == square[0] and one in NEIGHBOURS[square] for one in FORTRESS[v.seat or ""]):
        return 0.0
    return _stops_at(v)


def _stops_at(v: View) -> float:
    return STOPPED if v.theirs.home == HOME_TO_WIN - 1 else RANK


def bars(v: View, square: str) -> float:
    """6.2 What it is worth to stand before a piece that would step into the reader's fortress there next."""
    if square not in FORTRESS[v.seat or ""] or not any(
        one[0] == square[0] and one in NEIGHBOURS[square] for one in v.theirs.pieces
    ):
        return 0.0
    return max(0.0, _stops_at(v) + _own(v, square) - _enemy(v, square))


def _return(v: View, move: Return) -> float:
    """6.1 It stands before an enemy piece there, as a step to that corner would."""
    return BACK + bars(v, move.square)


def _scout(v: View, move: Scout) -> float:
    """5.1 A column in which an enemy piece stands that is near; else one in which one stands that can still move.

    Of those the one whose piece is nearest to the reader's fortress; a frozen piece of the reader's is near to none.
    It takes nothing from the turn, so it comes before a step.
    """
    frozen, home = {*_frozen(v)}, int(HOME_RANK[v.seat or ""])
    free = [square for square in v.theirs.pieces if square not in FORTRESS[v.seat or ""]]
    there = [square for square in free if square[0] == move.column]
    if not there:
        return DOUBT
    near = any(one in NEIGHBOURS[square] for square in there for one in v.mine.pieces if one not in frozen)
    return (3 if near else 2) * RANK - DOUBT * min(abs(int(square[1]) - home) for square in there)


def _scouting(v: View, moves: list[Move]) -> Iterator[Turn]:
    """5.5 The best step that brings the right to scout, and the column to scout then.

    5.4 Hugin & Munin are used up by it: another card will fight for the piece there.
    """
    scouted = best(map(Scout, _hidden(v)), partial(worth, v), most=1)
    steps = [move for move in moves if isinstance(move, Step) and gives_right(v, move)]
    for move in best(steps, lambda one: _step(v, one, MEAN) + DOUBT * (ranks_ahead(v, one) == 0), most=1):
        if scouted:
            yield move, *scouted


def _hidden(v: View) -> list[str]:
    """The columns whose enemy card lies face down."""
    return [column for column in "abcdef" if not v.theirs.slot(column).up]


def gives_right(v: View, move: Step) -> bool:
    """5.1, 5.3 Whether a step leads into the column where the reader's Hugin & Munin lies, from another one."""
    face = v.mine.slot(move.target[0]).face
    return move.origin[0] != move.target[0] and face is not None and name_of(face) == RAVENS


MEASURES: Mapping[type[Move], Callable[..., float]] = {
    Step: _step,
    Attack: _attack,
    Return: _return,
    Scout: _scout,
    Pass: lambda *_: 1.0,
}

"""3 A turn: where a piece may step; 3.6 the pass of a player who has no legal turn."""

from typing import Any

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites, rule, why
from referee.games.odins_table.board import BARRING, CORNERS, FORTRESS, NEIGHBOURS, enters_wrongly, steps
from referee.games.odins_table.cards import RAVENS, SEATS, name_of
from referee.games.odins_table.moves import Attack, Pass, Step
from referee.games.odins_table.table import State, moved
from referee.games.odins_table.turn import lapsed, made, turn_made
from referee.games.odins_table.view import View
from referee.util.errors import Why
from referee.util.values import replace


@event("3.1")
class Moved(Event):
    """A piece has moved to a free square."""

    by: Open[str]
    origin: Open[str]
    target: Open[str]

    def change(self, s: State) -> State:
        s = moved(lapsed(s, self.by), self.by, self.origin, self.target, **made(s))
        for seat in SEATS:
            s = scout_by_column(s, seat, self.origin, self.target)
        return s


@event("3.6")
class Passed(Event):
    """A player without a legal turn passes."""

    by: Open[str]

    def change(self, s: State) -> State:
        return turn_made(s, self.by)


@cites("5.1", "5.3")
def scout_by_column(s: State, seat: str, origin: str, target: str) -> State:
    """5.3 A piece was moved into another column: Hugin & Munin lying there may scout for their owner."""
    column = target[0]
    if column == origin[0] or name_of((side := s.side(seat)).card(column)) != RAVENS:
        return s
    return s.put(seat, replace(side, rights=(*side.rights, column)))


AnyStep = Step | Attack
Squares = tuple[str, ...]


@rule("3.1")
def own_piece_there(v: View, m: AnyStep) -> Why | None:
    """You move one of your own pieces."""
    if not m.origin:
        return why("none-next-to", square=m.target)
    return None if m.origin in v.mine.pieces else why("no-own-piece", square=m.origin)


@rule("6.2")
def not_frozen(v: View, m: AnyStep) -> Why | None:
    """A piece in the enemy fortress is frozen: it never moves again."""
    return why("frozen", square=m.origin) if m.origin in FORTRESS[v.theirs.seat] else None


@rule("3.1")
def one_square(v: View, m: AnyStep) -> Why | None:
    """A piece moves one square, in any of the eight directions."""
    return None if m.target in NEIGHBOURS[m.origin] else why("not-a-step", first=m.origin, second=m.target)


@rule("3.1")
def no_own_piece(v: View, m: AnyStep) -> Why | None:
    """A piece never moves onto a square with a piece of its own side."""
    return why("own-piece", square=m.target) if m.target in v.mine.pieces else None


@rule("6.2")
def onto_no_frozen_piece(v: View, m: AnyStep) -> Why | None:
    """No piece may step onto the square of a frozen one, or attack it."""
    stands = m.target in v.theirs.pieces and m.target in FORTRESS[v.mine.seat]
    return why("frozen", square=m.target) if stands else None


@rule("3.2")
def straight_into_fortress(v: View, m: AnyStep) -> Why | None:
    """The enemy fortress is entered, and a piece in its own fortress attacked, only straight forward."""
    wrong = enters_wrongly(v.mine.seat, m.origin, m.target)
    return why("fortress-straight", square=m.target) if wrong else None


@rule("3.3")
def not_between_two(v: View, m: AnyStep) -> Why | None:
    """No diagonal step between two enemy pieces, frozen ones included, and no attack either."""
    pair = BARRING[v.options.diagonal][m.origin, m.target]
    if pair and pair[0] in v.theirs.pieces and pair[1] in v.theirs.pieces:
        return why("between-two", first=pair[0], second=pair[1])
    return None


@rule("3.5")
def right_sign(v: View, m: AnyStep) -> Why | None:
    """Moving onto an enemy piece is an attack, and is written as one."""
    attack = m.target in v.theirs.pieces
    if attack == isinstance(m, Attack):
        return None
    if attack:
        return why("write-x", right=f"{m.origin}x{m.target}")
    return why("write-step", right=f"{m.origin}-{m.target}")


STEP = (
    own_piece_there,
    not_frozen,
    one_square,
    no_own_piece,
    onto_no_frozen_piece,
    straight_into_fortress,
    not_between_two,
    right_sign,
)


@cites("3.4")
def step(s: State, by: str, m: Step, lots: Lots) -> Happening:
    """3.1 A piece moves; 3.4 their own fortress is open to it."""
    yield Moved(by, m.origin, m.target)


def free_corners(seat: str, mine: Squares, theirs: Squares, captured: int) -> list[str]:
    """6.1 The corners on which a captured piece may be put."""
    if not captured:
        return []
    return [corner for corner in CORNERS[seat] if corner not in mine and corner not in theirs]


@cites("3.6")
def has_turn(diagonal: str, seat: str, mine: Squares, theirs: Squares, captured: int) -> bool:
    """Whether a player has a legal turn: a step, an attack, or a piece to bring back. All see this."""
    some = next(steps(diagonal, seat, mine, theirs), None)
    return some is not None or bool(free_corners(seat, mine, theirs, captured))


@rule("3.6")
def no_legal_turn(v: View, m: Any) -> Why | None:
    """A turn may not be passed as long as there is a legal one."""
    some = has_turn(v.options.diagonal, v.mine.seat, v.mine.pieces, v.theirs.pieces, v.mine.captured)
    return why("turn-exists") if some else None


def pass_turn(s: State, by: str, m: Pass, lots: Lots) -> Happening:
    """3.6 There is no legal turn."""
    yield Passed(by)

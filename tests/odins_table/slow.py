"""Odin's Table once more, slow and plain, written from the numbered rules alone: it counts, the engine is measured.

It shares no code with the engine. All is known here: cards are their values, piles are lists whose next card
stands first, discards are lists whose oldest card stands first, and what a shuffle brings is a function that the
caller gives. A **line** is what one seat writes on one line, in canonical notation: `b1-b2`, `b2xc3`, `return a1`,
`pass`, `scout d`. Claims, offers, resignation and standing orders are no lines here (6.5, 6.6, 6.7 never end a count).

What is counted, so that another program can be driven to count the same:

- `turns(p, n)`: sequences of exactly n turns, nobody scouts. A game that has ended has no further turns: it
  counts 0 where more than 0 are asked for. `pass` is a turn.
- `lines(p, n)`: sequences of exactly n lines, each line with its writer. After a turn the same letter is still open:
  its writer may scout once for each right (5.5, 5.8), naming any enemy column whose card lies face down at that
  moment. The letter ends without a word when the other seat's line comes; the rights of the one who moved are
  then gone. The other seat may scout for its rights in the same way, before its turn; with that turn they are gone.
  A scouting that nothing allows is no line. `odin scout d` and `thor scout d` are two different lines.
  The draw of 3.6 is seen when a turn begins, so after the mover's scouting.
"""

from collections.abc import Callable
from typing import NamedTuple

from referee.util.values import Value, replace

COLUMNS = "abcdef"
RANKS = "12345"
OTHER = {"odin": "thor", "thor": "odin"}
HOME = {"odin": "1", "thor": "5"}
CORNERS = {"odin": ("a1", "f1"), "thor": ("a5", "f5")}
DECK = (9, 9, 8, 8, 7, 7, *(value for value in range(7) for _ in range(3)))

Values = tuple[int, ...]


class Line(NamedTuple):
    """One line and the seat that writes it."""

    by: str
    text: str


class Rulings(Value):
    """The options that matter here, and what a shuffle of the discards (oldest first) brings (next card first)."""

    diagonal: str = "between"
    spent: str = "scouts"
    renew: Callable[[Values], Values] = lambda discards: discards


USUAL = Rulings()


class Half(Value):
    """What one side has: pieces on their squares, pieces lost, six column cards, which are open, pile and discards."""

    pieces: frozenset[str]
    captured: int
    cards: Values
    up: tuple[bool, ...]
    pile: Values
    discards: Values = ()


class Position(Value):
    """A table between two lines.

    `on_turn` owes the next turn. `mover` is the seat that has made its turn in a letter that may still go on, or
    "" at the start. A right is "" for a spent Hugin & Munin (5.6), or the column where one lies (5.1).
    `outcome` is "" while the game goes on, else the winner's seat or "drawn".
    """

    odin: Half
    thor: Half
    on_turn: str = "odin"
    mover: str = ""
    odin_rights: tuple[str, ...] = ()
    thor_rights: tuple[str, ...] = ()
    outcome: str = ""

    def half(self, seat: str) -> Half:
        """One side."""
        return self.odin if seat == "odin" else self.thor

    def rights(self, seat: str) -> tuple[str, ...]:
        """For what a side may scout, in the order in which it is used up."""
        return self.odin_rights if seat == "odin" else self.thor_rights

    def with_half(self, seat: str, half: Half) -> "Position":
        """The same table with one side changed."""
        return replace(self, odin=half) if seat == "odin" else replace(self, thor=half)

    def with_rights(self, seat: str, rights: tuple[str, ...]) -> "Position":
        """The same table with one side's rights changed."""
        return replace(self, odin_rights=rights) if seat == "odin" else replace(self, thor_rights=rights)


# --- what is legal ---------------------------------------------------------------------------------------------


def frozen(seat: str, square: str) -> bool:
    """6.2 Whether a piece of this seat on this square is frozen: it stands in the enemy fortress."""
    return square[1] == HOME[OTHER[seat]]


def aside(square: str, by: int) -> str:
    """The square this many columns to the right, or "" beyond the edge."""
    at = COLUMNS.index(square[0]) + by
    return COLUMNS[at] + square[1] if 0 <= at < len(COLUMNS) else ""


def barred(enemies: frozenset[str], origin: str, target: str, diagonal: str) -> bool:
    """3.3 Whether two enemies bar this diagonal step; all enemy pieces count, frozen ones too."""
    if origin[0] == target[0] or origin[1] == target[1]:
        return False
    if diagonal == "beside":
        return aside(target, -1) in enemies and aside(target, 1) in enemies
    return origin[0] + target[1] in enemies and target[0] + origin[1] in enemies


def may_go(position: Position, seat: str, origin: str, target: str, rulings: Rulings) -> bool:
    """3.1 to 3.5 and 6.2: whether a piece of this seat may step or attack from one square to the next."""
    mine, theirs = position.half(seat).pieces, position.half(OTHER[seat]).pieces
    if origin == target or target in mine or frozen(seat, origin):
        return False
    if target in theirs and frozen(OTHER[seat], target):
        return False
    if frozen(seat, target) and origin[0] != target[0]:  # "frozen" asks the same: is it the enemy fortress?
        return False
    return not barred(theirs, origin, target, rulings.diagonal)


def around(square: str) -> list[str]:
    """The squares at most one step away, in all eight directions (and the square itself)."""
    column, rank = COLUMNS.index(square[0]), RANKS.index(square[1])
    return [
        COLUMNS[c] + RANKS[r]
        for c in range(column - 1, column + 2)
        for r in range(rank - 1, rank + 2)
        if 0 <= c < len(COLUMNS) and 0 <= r < len(RANKS)
    ]


def real_turns(position: Position, seat: str, rulings: Rulings = USUAL) -> list[str]:
    """Every step, attack and return that this seat could play if it were on turn; no `pass`."""
    mine, theirs = position.half(seat), position.half(OTHER[seat])
    found = [
        origin + ("x" if target in theirs.pieces else "-") + target
        for origin in sorted(mine.pieces)
        for target in around(origin)
        if may_go(position, seat, origin, target, rulings)
    ]
    free = [corner for corner in CORNERS[seat] if corner not in mine.pieces | theirs.pieces]
    return found + [f"return {corner}" for corner in free if mine.captured]


def scoutings(position: Position, seat: str) -> list[str]:
    """5.1, 5.8 The scouting lines of this seat: none without a right, else one for each face-down enemy card."""
    if not position.rights(seat):
        return []
    open_ones = zip(COLUMNS, position.half(OTHER[seat]).up, strict=True)
    return [f"scout {column}" for column, shown in open_ones if not shown]


def begun(position: Position, rulings: Rulings = USUAL) -> Position:
    """The table once the letter of the one who moved is over and the next turn begins (5.5, 3.6)."""
    if not position.mover or position.outcome:
        return position
    position = replace(position.with_rights(position.mover, ()), mover="")
    stuck = not any(real_turns(position, seat, rulings) for seat in OTHER)
    return replace(position, outcome="drawn") if stuck else position


def legal_turns(position: Position, rulings: Rulings = USUAL) -> list[Line]:
    """Every turn of the seat on turn; `pass` only where there is no other (3.6)."""
    position = begun(position, rulings)
    if position.outcome:
        return []
    seat = position.on_turn
    return [Line(seat, text) for text in real_turns(position, seat, rulings) or ["pass"]]


def legal_lines(position: Position, rulings: Rulings = USUAL) -> list[Line]:
    """Every line that either seat could write now."""
    if position.outcome:
        return []
    writers = [position.mover] if position.mover else []
    if not begun(position, rulings).outcome:
        writers.append(position.on_turn)
    found = [Line(seat, text) for seat in writers for text in scoutings(position, seat)]
    return found + legal_turns(position, rulings)


# --- what happens ----------------------------------------------------------------------------------------------


def put(row: tuple[int, ...], column: str, what: int) -> tuple[int, ...]:
    """The row with one entry changed."""
    at = COLUMNS.index(column)
    return (*row[:at], what, *row[at + 1 :])


def discarded(half: Half, column: str) -> Half:
    """The half with the card of that column on the discards; its place is still to be filled."""
    return replace(half, discards=(*half.discards, half.cards[COLUMNS.index(column)]))


def refilled(half: Half, column: str, rulings: Rulings) -> Half:
    """4.4, 6.4 The half with a new card, face down, in that column; an empty pile is made again first."""
    pile, discards = (half.pile, half.discards) if half.pile else (rulings.renew(half.discards), ())
    up = tuple(shown and at != column for at, shown in zip(COLUMNS, half.up, strict=True))
    return replace(half, cards=put(half.cards, column, pile[0]), up=up, pile=pile[1:], discards=discards)


def has_won(position: Position, seat: str) -> bool:
    """6.3 Three own pieces in the enemy fortress."""
    return sum(frozen(seat, square) for square in position.half(seat).pieces) >= 3


def entered(position: Position, column: str, seats: tuple[str, ...]) -> Position:
    """5.1, 5.3 A piece came into this column from another: who has a Hugin & Munin lying there gains a right."""
    for seat in seats:
        if position.half(seat).cards[COLUMNS.index(column)] == 0:
            position = position.with_rights(seat, (*position.rights(seat), column))
    return position


def moved(position: Position, seat: str, origin: str, target: str) -> Position:
    """The table with a piece of this seat on another square; nothing else."""
    half = position.half(seat)
    return position.with_half(seat, replace(half, pieces=half.pieces - {origin} | {target}))


def taken(position: Position, seat: str, square: str) -> Position:
    """4.3 The table without that piece of this seat: it is captured."""
    half = position.half(seat)
    return position.with_half(seat, replace(half, pieces=half.pieces - {square}, captured=half.captured + 1))


def fought(position: Position, seat: str, origin: str, target: str, rulings: Rulings) -> Position:
    """Chapter 4: an attack, with the rights that it gives (5.3, 5.6)."""
    enemy = OTHER[seat]
    hits = position.half(seat).cards[COLUMNS.index(origin[0])]
    guards = position.half(enemy).cards[COLUMNS.index(target[0])]
    swap = guards == 1 and hits > 1
    wins = hits >= guards and not swap
    for side, card in ((seat, hits), (enemy, guards)):
        if card == 0 and rulings.spent == "scouts":
            position = position.with_rights(side, ("",))
    if swap:
        position = moved(moved(position, enemy, target, origin), seat, origin, target)
    elif wins:
        position = moved(taken(position, enemy, target), seat, origin, target)
        if origin[0] != target[0]:
            # The enemy's card of that column has just fought: it gives no right of this kind.
            position = entered(position, target[0], (seat,))
    else:
        position = taken(position, seat, origin)
    for side, column in ((enemy, target[0]), (seat, origin[0])):
        position = position.with_half(side, discarded(position.half(side), column))
    for side, column in ((enemy, target[0]), (seat, origin[0])):
        position = position.with_half(side, refilled(position.half(side), column, rulings))
    return position


def scouted(position: Position, seat: str, column: str, rulings: Rulings) -> Position:
    """5.1 to 5.6: one right of this seat is used on one enemy card."""
    right, *rest = position.rights(seat)
    enemy = position.half(OTHER[seat])
    up = tuple(shown or at == column for at, shown in zip(COLUMNS, enemy.up, strict=True))
    position = position.with_half(OTHER[seat], replace(enemy, up=up)).with_rights(seat, tuple(rest))
    if right:
        position = position.with_half(seat, refilled(discarded(position.half(seat), right), right, rulings))
    return position


def after(position: Position, line: Line, rulings: Rulings = USUAL) -> Position:
    """The table after a legal line of either seat; ValueError for any other line."""
    if line not in legal_lines(position, rulings):
        raise ValueError(line)
    return carried_out(position, line, rulings)


def carried_out(position: Position, line: Line, rulings: Rulings = USUAL) -> Position:
    """The table after a line that is known to be legal."""
    if line.by != position.mover:
        position = begun(position, rulings)
    if line.text.startswith("scout"):
        return scouted(position, line.by, line.text[-1], rulings)
    position = replace(position, odin_rights=(), thor_rights=(), mover=line.by, on_turn=OTHER[line.by])
    if line.text.startswith("return"):
        half = position.half(line.by)
        back = replace(half, pieces=half.pieces | {line.text[-2:]}, captured=half.captured - 1)
        position = position.with_half(line.by, back)
    elif line.text != "pass":
        origin, target = line.text[:2], line.text[3:]
        if line.text[2] == "x":
            position = fought(position, line.by, origin, target, rulings)
        else:
            position = moved(position, line.by, origin, target)
            if origin[0] != target[0]:
                position = entered(position, target[0], ("odin", "thor"))
    winner = next((seat for seat in OTHER if has_won(position, seat)), "")
    return replace(position, outcome=winner, odin_rights=(), thor_rights=()) if winner else position


# --- counting --------------------------------------------------------------------------------------------------


def turns(position: Position, depth: int, rulings: Rulings = USUAL) -> int:
    """How many sequences of exactly `depth` turns there are when nobody scouts."""
    if depth == 0:
        return 1
    found = legal_turns(position, rulings)
    if depth == 1:
        return len(found)
    return sum(turns(carried_out(position, one, rulings), depth - 1, rulings) for one in found)


def lines(position: Position, depth: int, rulings: Rulings = USUAL) -> int:
    """How many sequences of exactly `depth` lines there are, scouting included."""
    if depth == 0:
        return 1
    found = legal_lines(position, rulings)
    if depth == 1:
        return len(found)
    return sum(lines(carried_out(position, one, rulings), depth - 1, rulings) for one in found)


def divide(position: Position, depth: int, rulings: Rulings = USUAL) -> dict[str, int]:
    """`lines` told apart by the first line (`odin b1-b2`): where two programs differ, this shows the branch."""
    return {
        f"{one.by} {one.text}": lines(carried_out(position, one, rulings), depth - 1, rulings)
        for one in legal_lines(position, rulings)
    }


# --- three tables to count from --------------------------------------------------------------------------------


def laid(pieces: str, cards: str, up: str, pile: str, discards: str) -> Half:
    """One side in short: squares, the cards of a to f as digits, the columns that are open, pile and discards."""
    squares = frozenset(pieces.split())
    return Half(
        squares,
        6 - len(squares),
        tuple(map(int, cards)),
        tuple(column in up for column in COLUMNS),
        tuple(map(int, pile)),
        tuple(map(int, discards)),
    )


START = Position(
    laid("a1 b1 c1 d1 e1 f1", "460193", "", "280735164920518273645", ""),
    laid("a5 b5 c5 d5 e5 f5", "715028", "", "936241057846312950634", ""),
)
"""The first turn: no card open, all pieces at home."""

MIDDLE = Position(
    laid("a2 c3 d2 e3 f1", "600713", "f", "8", "99252841345630175642"),
    laid("b4 c4 d3 e4 f5", "201814", "a", "53", "9672703948566045231"),
)
"""Attacks on all sides: Loki behind c and e, Hugin & Munin in entered columns, piles that run out, pieces lost."""

END = Position(
    laid("a5 f5 c4 d1 e3", "302975", "b", "", "048161532847620964135"),
    laid("c1 d2 e2", "610180", "ad", "4", "95273840536297314256"),
)
"""Odin is a step from winning, Thor's lost pieces cannot come back, and a swap may carry Thor into the fortress."""

SET_UPS = {"start": START, "middle": MIDDLE, "end": END}

COUNTS = {
    "start": ((16, 256, 4_800, 90_000), (16, 280, 5_568, 112_848)),
    "middle": ((27, 716, 18_747, 500_568), (27, 796, 22_172, 640_257)),
    "end": ((19, 173, 2_998, 26_180), (19, 196, 3_577, 41_767)),
}
"""By the usual rulings: `turns` and `lines` of depth 1, 2, 3 and 4."""

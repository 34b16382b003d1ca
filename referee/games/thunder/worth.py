"""What a move is worth to its seat: what the table is likely to be worth after it, over what it is worth now.

A move is tried on a sketch of the table (`weighing`). Where it depends on a card that is not seen, every card that
could lie there counts by its chance (`odds`).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from referee.engine.choices import Move
from referee.games.thunder import moves as m
from referee.games.thunder.cards import GIANTS, LEADERS, TREASURES, name_of
from referee.games.thunder.odds import COLUMN, LOST, TREASURE, WON, known
from referee.games.thunder.setting_up import FIRST_ROW
from referee.games.thunder.table import COLUMNS, ROWS
from referee.games.thunder.view import View
from referee.games.thunder.weighing import WINS, Lines, Names, Scales, Sketch, scales, sketched, weigh
from referee.util.values import remembered

ACTION = 3.0
"""3.4 What an action is worth that does nothing: each must be spent."""
DRAWN = 3.5
"""What a card off the deck is likely to be worth in the hand."""
LOOKED, TURNED_UP, FOUND = 1.0, 0.7, 5.0
"""13.2 A look at a hand; each card turned up in a column; a giant met in the hand."""
GIVEN = -1.0
"""19.2 What the enemy gains from a card of his deck that comes to his side."""
BERSERKER, IDUNN = 2.5, 1.0
"""11.1, 12.1 For each Viking Warriors in front, and for any fight."""
LEADING = 4
"""10.3 Actions with Thor/Loki in play."""


class Look(NamedTuple):
    """The table of a view, the scales for it, and what it weighs."""

    on: Scales
    table: Sketch
    weight: float


@remembered
def look(v: View) -> Look:
    """The table that the reader of a view sees; made once for each view."""
    on = scales(known(v))
    table = sketched(on, v)
    return Look(on, table, weigh(on, table))


def worth(v: View, move: Move) -> float:
    """What a move is worth to its seat; nothing for what does not carry the game on."""
    after = AFTER.get(type(move))
    if after is None:
        return 0.0
    on, table, weight = look(v)
    return after(v, on, _spent(on, table, move), move) - weight + ACTION


class Step(NamedTuple):
    """What a move is worth after others of its turn, and the table that it leaves."""

    gain: float
    table: Sketch


def step(v: View, table: Sketch, move: Move) -> Step:
    """A move on a table that moves before it left. How a fight ends is not known: that table stays as it was."""
    on, spent = look(v).on, _spent(look(v).on, table, move)
    gain = AFTER[type(move)](v, on, spent, move) - weigh(on, table) + ACTION
    leaves = LEAVES.get(type(move))
    return Step(gain, leaves(spent, move) if leaves else spent)


def _spent(on: Scales, s: Sketch, move: Any) -> Sketch:
    """The table with one action less, and without the card that is laid or played."""
    card = bare(getattr(move, "card", ""))
    points = s.ap - (card not in LEADERS and not isinstance(move, ANSWERS))
    if not card:
        return s._replace(ap=points)
    return s._replace(ap=points, held=s.held - on.held(card), size=s.size - 1)


ANSWERS = (m.Deploy, m.Place, m.Next, m.Stop)
"""What costs no action."""


def bare(card: str) -> str:
    """The name of a card, without whose it is."""
    return card.rpartition(" ")[2]


# Columns


def at(lines: Lines, letter: str) -> Names:
    """The column of a letter."""
    return lines[COLUMNS.index(letter)]


def changed(lines: Lines, letter: str, line: Names) -> Lines:
    """The columns with another one in that place."""
    n = COLUMNS.index(letter)
    return (*lines[:n], line, *lines[n + 1 :])


def without(lines: Lines, letter: str, row: int = 1) -> Lines:
    """2.2 A card is gone; those behind it have moved forward."""
    line = at(lines, letter)
    return changed(lines, letter, line[: row - 1] + line[row:])


def placed(lines: Lines, letter: str, row: int, name: str) -> Lines:
    """2.3 A card comes in; those behind it have moved back."""
    line = at(lines, letter)
    return changed(lines, letter, (*line[: row - 1], name, *line[row - 1 :]))


def shown(lines: Lines, letter: str, row: int, name: str) -> Lines:
    """A card is turned up."""
    line = at(lines, letter)
    return changed(lines, letter, (*line[: row - 1], name, *line[row:]))


# Challenges and hits


def challenge(_v: View, on: Scales, s: Sketch, move: m.Challenge) -> float:
    """6.1 Front against front."""
    return _fight(on, s, move.column, move.column, 1)


def flank(_v: View, on: Scales, s: Sketch, move: m.UseVidarr) -> float:
    """20.1 A front card against any card of a column."""
    return _fight(on, s, move.column, move.at_column, move.at_row)


def _fight(on: Scales, s: Sketch, own: str, column: str, row: int) -> float:
    front = at(s.mine, own)[0]
    return _expected(
        on,
        at(s.theirs, column)[row - 1],
        lambda name: on.known.meets(front, name, on.known.seat),
        lambda fate, name: _fought(on, s, own, column, row, fate, name),
    )


def _expected(
    on: Scales, name: str, fate: Callable[[str], str], weight: Callable[[str, str], float]
) -> float:
    """What a table is likely to weigh after a card was met, seen or not; what ends alike is weighed once."""
    total, won = 0.0, dict[str, float]()
    for one, chance in ((name, 1.0),) if name else on.known.down:
        how = fate(one)
        if how == LOST or how not in won:
            won[how] = weight(how, one)
        total += chance * won[how]
    return total


def _fought(on: Scales, s: Sketch, own: str, column: str, row: int, fate: str, name: str) -> float:
    """What a table weighs after a challenge by its fate, with a card of that name."""
    if fate == TREASURE:
        return WINS
    if fate == COLUMN:
        return _fallen(on, s, column)
    mine = s.mine if fate == WON else without(s.mine, own)
    theirs = shown(s.theirs, column, row, name) if fate == LOST else without(s.theirs, column, row)
    return weigh(on, s._replace(mine=mine, theirs=theirs))


def _fallen(on: Scales, s: Sketch, column: str) -> float:
    """14.1 A column is gone on both sides; 8.4 whose turn it is loses, if a treasure of theirs was there."""
    if any(name in TREASURES for name in at(s.mine, column)):
        return -WINS
    return weigh(on, s._replace(mine=changed(s.mine, column, ()), theirs=changed(s.theirs, column, ())))


def spear(_v: View, on: Scales, s: Sketch, move: m.UseSpear) -> float:
    """18.1 Any card is taken off, whatever it is."""
    rid = s._replace(theirs=without(s.theirs, move.column, move.row))
    return _expected(
        on,
        at(s.theirs, move.column)[move.row - 1],
        lambda name: TREASURE if name in TREASURES else WON,
        lambda fate, _: WINS if fate == TREASURE else weigh(on, rid),
    )


# Ravens


def ravens(v: View, on: Scales, s: Sketch, move: m.UseRavens) -> float:
    """15.2, 15.4, 15.5 A front card, one's Thor/Loki, or a card of the enemy hand."""
    if move.target == "own":
        return weigh(on, s._replace(mine=without(s.mine, COLUMNS[v.mine.led])))
    if move.target == "hand":
        return _picked(v, on, s, move.to)
    return _expected(
        on,
        at(s.theirs, move.target)[0],
        lambda name: _seen_by_ravens(on, name),
        lambda fate, name: _met_ravens(on, s, move.target, fate, name),
    )


def _seen_by_ravens(on: Scales, name: str) -> str:
    """15.2, 15.3 What comes of a card that Ravens challenge: what is strong stays."""
    special = {"shield-wall": LOST, "nightmare": COLUMN, **dict.fromkeys(TREASURES, TREASURE)}
    return special.get(name) or (WON if (on.known.strength[name] or 0) <= 1 else LOST)


def _met_ravens(on: Scales, s: Sketch, column: str, fate: str, name: str) -> float:
    """What a table weighs after Ravens have challenged a front card."""
    if fate == TREASURE:
        return WINS
    if fate == COLUMN:
        return _fallen(on, s, column)
    theirs = without(s.theirs, column) if fate == WON else shown(s.theirs, column, 1, name)
    return weigh(on, s._replace(theirs=theirs))


def _picked(v: View, on: Scales, s: Sketch, to: str) -> float:
    """15.5 A card of the enemy hand, all equally likely."""
    opened = [to] if to else [one for one in COLUMNS if _open(s.theirs, one)]
    now = weigh(on, s)
    return sum(chance * _taken(v, on, s, name, opened, now) for name, chance in on.known.hand)


def _open(lines: Lines, column: str) -> bool:
    """15.5 Whether a card can be put in front of a column."""
    line = at(lines, column)
    return len(line) < ROWS and not (line and line[0] in LEADERS)


def _taken(v: View, on: Scales, s: Sketch, name: str, opened: list[str], now: float) -> float:
    """What the table weighs after a card of the enemy hand was hit."""
    if name in TREASURES:
        return WINS
    if name == "nightmare":
        return now + DRAWN * v.theirs.hand_size
    if (on.known.strength[name] or 0) <= 1 or not opened:
        return now + on.held(name)
    return max(_forced(on, s, one, name) for one in opened) + on.held(name)


def _forced(on: Scales, s: Sketch, column: str, name: str) -> float:
    return weigh(on, s._replace(theirs=placed(s.theirs, column, 1, name)))


# Other powers, laying and drawing


def frigg(v: View, on: Scales, s: Sketch, move: m.UseFrigg) -> float:
    """13.2 A look, at a hand or a column."""
    if move.target == "hand":
        met = sum(chance for name, chance in on.known.hand if name in GIANTS)
        return weigh(on, s) + LOOKED + FOUND * met * v.theirs.hand_size
    spots = v.theirs.columns[COLUMNS.index(move.target)]
    return weigh(on, s) + TURNED_UP * sum(not spot.up for spot in spots)


def _gained(on: Scales, s: Sketch, *cards: str) -> float:
    """Cards come into the hand."""
    return weigh(on, s._replace(held=s.held + sum(map(on.held, cards)), size=s.size + len(cards)))


def lasting(_v: View, on: Scales, s: Sketch, move: m.UseLasting) -> float:
    """11.1, 12.1 By the Viking Warriors in front; for any fight."""
    if bare(move.card) == "idunn":
        return weigh(on, s) + IDUNN
    return weigh(on, s) + BERSERKER * sum(line[:1] == ("viking-warriors",) for line in s.mine)


def shift(_v: View, on: Scales, s: Sketch, move: m.Shift) -> float:
    """9.1 An own card, or with Valkyries an enemy's, in another place."""
    return weigh(on, _shifted(s, move))


def _shifted(s: Sketch, move: m.Shift) -> Sketch:
    own = bare(move.card) == "baldr"
    lines = _moved(s.mine if own else s.theirs, move)
    return s._replace(mine=lines) if own else s._replace(theirs=lines)


def lay(_v: View, on: Scales, s: Sketch, move: m.Lay) -> float:
    """5.1 A card behind or in front."""
    return weigh(on, _with_laid(s, move))


def _with_laid(s: Sketch, move: m.Lay) -> Sketch:
    """10.3 With Thor/Loki there are four actions in this turn."""
    led = bare(move.card) in LEADERS
    points = s.ap + (LEADING - max(1, sum(map(bool, s.mine)))) * led
    return s._replace(mine=_laid(s.mine, move), ap=points)


def draw(_v: View, on: Scales, s: Sketch, move: m.Draw) -> float:
    """4.1 A card more."""
    return weigh(on, _drawn(s, move))


def _drawn(s: Sketch, _move: m.Draw) -> Sketch:
    return s._replace(held=s.held + DRAWN, size=s.size + 1, deck=s.deck - 1)


def deploy(_v: View, on: Scales, s: Sketch, move: m.Deploy) -> float:
    """1.3 Three fronts, and what is left in the hand, before three that nobody sees."""
    spent = sum(on.held(card) for card in move.cards)
    mine: Lines = tuple((card,) for card in move.cards)
    left = s._replace(mine=mine, theirs=(("",),) * FIRST_ROW, held=s.held - spent, size=s.size - FIRST_ROW)
    return weigh(on, left)


def place(v: View, on: Scales, s: Sketch, move: m.Place) -> float:
    """15.5, 19.2 Where a card that was turned up harms least."""
    return _forced(on, s, move.column, name_of(v.pending[0].card))


AFTER: Mapping[type[Move], Callable[..., float]] = {
    m.Challenge: challenge,
    m.UseVidarr: flank,
    m.UseSpear: spear,
    m.UseRavens: ravens,
    m.UseFrigg: frigg,
    m.UseFreya: lambda v, on, s, _: _gained(on, s, name_of(v.theirs.pile_top)),
    m.UseHel: lambda _, on, s, move: _gained(on, s, bare(move.take)),
    m.UseLongships: lambda _, on, s, move: _gained(on, s, *map(bare, move.take)),
    m.UseOdin: lambda _, on, s, move: _gained(on, s, *map(bare, move.take)),
    m.Shift: shift,
    m.UseSeer: lambda _v, on, s, _: weigh(on, s) + 2 * GIVEN,
    m.UseLasting: lasting,
    m.Lay: lay,
    m.Draw: draw,
    m.Deploy: deploy,
    m.Place: place,
    m.Next: lambda _v, on, s, _: weigh(on, s) + GIVEN,
    m.Stop: lambda _v, on, s, _: weigh(on, s),
}
"""For each kind of move what the table is likely to weigh after it."""
LEAVES: Mapping[type[Move], Callable[[Sketch, Any], Sketch]] = {
    m.Lay: _with_laid,
    m.Draw: _drawn,
    m.Shift: _shifted,
}
"""What a table is after a move whose outcome is sure."""


def then_challenges(v: View, move: m.Lay | m.Shift, column: str) -> float:
    """What two actions are worth: a card comes to the front of a column, and challenges there at once."""
    on, table, weight = look(v)
    after = _spent(on, table, move)
    mine = _moved(after.mine, move) if isinstance(move, m.Shift) else _laid(after.mine, move)
    line = at(after.theirs, column)
    if not line or line[0] in LEADERS or not (own := at(mine, column)) or not on.known.fights(own[0]):
        return 0.0
    return _fight(on, after._replace(mine=mine, ap=after.ap - 1), column, column, 1) - weight + 2 * ACTION


def _laid(lines: Lines, move: m.Lay) -> Lines:
    return placed(lines, move.column, move.row, bare(move.card))


def _moved(lines: Lines, move: m.Shift) -> Lines:
    """9.1 The place is counted after the card has been taken out."""
    name = at(lines, move.column)[move.row - 1]
    return placed(without(lines, move.column, move.row), move.to_column, move.to_row, name)


def ends(v: View, move: Move) -> bool:
    """8.1 Whether a move surely wins at once, while the enemy has more than one card."""
    _, table, weight = look(v)
    return sum(map(len, table.theirs)) > 1 and worth(v, move) >= WINS - weight + ACTION

"""4 The attack: two cards are turned up, the higher one wins."""

from referee.engine.events import Event, Happening, Open, event
from referee.engine.lots import Lots
from referee.engine.rules import cites
from referee.games.odins_table.board import FORTRESS
from referee.games.odins_table.cards import LOKI, name_of, other, value_of
from referee.games.odins_table.drawing import FOUGHT, Discarded, replace_card
from referee.games.odins_table.moves import Attack
from referee.games.odins_table.moving import scout_by_column
from referee.games.odins_table.table import State, moved
from referee.games.odins_table.turn import turn_made
from referee.util.values import replace


@event("3.5")
class Attacked(Event):
    """A piece attacks an enemy piece."""

    by: Open[str]
    origin: Open[str]
    target: Open[str]

    def change(self, s: State) -> State:
        return turn_made(s, self.by)


@event("4.1")
class TurnedUp(Event):
    """A column card that lay face down is turned up to fight."""

    of: Open[str]
    column: Open[str]
    card: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.of)
        return s.put(self.of, replace(side, up=side.up | {self.column}))


@event("4.3")
class Captured(Event):
    """A piece is taken off the board."""

    of: Open[str]
    square: Open[str]

    def change(self, s: State) -> State:
        side = s.side(self.of)
        pieces = tuple(square for square in side.pieces if square != self.square)
        return s.put(self.of, replace(side, pieces=pieces, captured=side.captured + 1))


@event("4.3")
class Advanced(Event):
    """The winning attacker moves onto the square."""

    by: Open[str]
    origin: Open[str]
    target: Open[str]

    def change(self, s: State) -> State:
        # The defender's card of that column fought, and is spent (5.6): only the attacker's may lie there still.
        return scout_by_column(moved(s, self.by, self.origin, self.target), self.by, self.origin, self.target)


@event("4.5")
class Swapped(Event):
    """Loki's trick: attacker and attacked change squares; by 4.7 a piece may enter a fortress so."""

    by: Open[str]
    origin: Open[str]
    target: Open[str]
    rule: Open[str] = "4.5"

    def change(self, s: State) -> State:
        s = moved(s, other(self.by), self.target, self.origin)
        return moved(s, self.by, self.origin, self.target)


@cites("4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "5.6")
def attack(s: State, by: str, m: Attack, lots: Lots) -> Happening:
    """4.1 Both cards are turned up, the defender's first; 4.2 the higher wins; 4.4 both are used up."""
    enemy, own_column, enemy_column = other(by), m.origin[0], m.target[0]
    s = yield Attacked(by, m.origin, m.target)
    s = yield from turn_up(s, enemy, enemy_column)
    s = yield from turn_up(s, by, own_column)
    attacking, defending = s.side(by).card(own_column), s.side(enemy).card(enemy_column)
    s = yield from settled(s, by, m, attacking, defending)
    s = yield Discarded(enemy, enemy_column, defending)
    s = yield Discarded(by, own_column, attacking)
    s = yield from replace_card(s, enemy, enemy_column, lots, FOUGHT)
    s = yield from replace_card(s, by, own_column, lots, FOUGHT)
    return s


def turn_up(s: State, of: str, column: str) -> Happening:
    """4.1 A card already face up is simply used."""
    side = s.side(of)
    if column not in side.up:
        s = yield TurnedUp(of, column, side.card(column))
    return s


@cites("4.7")
def settled(s: State, by: str, m: Attack, attacking: str, defending: str) -> Happening:
    """4.2 The higher value wins, on a tie the attacker; 4.5 a defending Loki attacked by a higher card swaps."""
    enemy = other(by)
    if name_of(defending) == LOKI and value_of(attacking) > value_of(defending):
        enters = m.target in FORTRESS[enemy] or m.origin in FORTRESS[by]
        return (yield Swapped(by, m.origin, m.target, "4.7" if enters else "4.5"))
    if value_of(attacking) < value_of(defending):
        return (yield Captured(by, m.origin))
    yield Captured(enemy, m.target)
    return (yield Advanced(by, m.origin, m.target))

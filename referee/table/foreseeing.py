"""H27 Orders beforehand are played: a letter of their seat is entered, as if it had been written then.

An order is looked at after each entry, in the order in which they were given, the seats in their order:

- its condition holds, by the view of its seat and by what the seat was shown since it gave the order, or since it last
  answered in full; then its orders are played as soon as the first of them may be;
- its condition does not hold, and the seat is to answer, for the first time since something that another did changed
  the table for it; then the orders after `else` are played, if the first of them may be.
"""

from typing import Any, NamedTuple

from referee.engine.kit.foreseen import facts_of, foreseen_of
from referee.house import foreseen as rules
from referee.house.players import SeatTaken
from referee.house.rulings import RolledBack
from referee.notation.foreseen import ELSE, THEN
from referee.notation.readings import Order
from referee.record.entries import Letter
from referee.table import holding, ruling
from referee.table.beforehand import told
from referee.table.folded import Folded
from referee.table.legality import rule_line
from referee.table.points import written_position
from referee.table.ruling import LetterInHand
from referee.table.verdicts import PLAYED
from referee.util.translations import ENGLISH
from referee.util.values import replace


class Due(NamedTuple):
    """An order beforehand that is to be played now, and which of its branches."""

    seat: str
    name: int
    branch: str
    orders: tuple[str, ...]

    @property
    def lines(self) -> list[str]:
        """The lines of the letter by which it is played."""
        return [f"if {self.name}: {self.branch}", *self.orders]


def known_as(table: Folded, letter: Letter) -> Letter:
    """A letter of which only the lines are known; with the event that tells it, if it is the referee's own and due."""
    if (found := due_as(table, letter)) is None:
        return letter
    return replace(letter, events=(rules.ForeseenPlayed(found.seat, found.name, found.branch),))


def due_as(table: Folded, letter: Letter, n: int | None = None) -> Due | None:
    """The order beforehand that is to be played as entry n (else the next), if this letter has its very lines."""
    found, lines = due(table, n), [line.raw for line in letter.lines]
    return found if found and (found.seat, found.lines) == (letter.seat, lines) else None


def due(table: Folded, n: int | None = None) -> Due | None:
    """The order beforehand that is to be played as entry n (else the next); None if there is none."""
    n = len(table.points) if n is None else n
    before = table.points[n - 1]
    house, state = before.house, before.state
    if not house.foreseen or house.waiting or house.rests or table.game.ended(state) is not None:
        return None
    for seat in (one for one in table.seats if one not in state.gone):
        view = table.game.view(state, seat)
        for one in rules.of_seat(house.foreseen, seat, table.game.position(view)[0]):
            if found := _branch(table, n, seat, view, one):
                return found
    return None


def _branch(table: Folded, n: int, seat: str, view: Any, one: rules.Waiting) -> Due | None:
    """The branch of an order beforehand that is to be played as entry n; None if it waits on."""
    holds = _holds(table, n, seat, view, one)
    branch = THEN if holds else ELSE
    orders = one.lines[branch]
    answers = any(owed.seat == seat for owed in view.owed) and table.index.overtaken(seat, one.entry, n)
    if not orders or not (holds or answers) or not _may_be_played(table, n, seat, orders[0]):
        return None
    return Due(seat, one.given.name, branch, orders)


def _holds(table: Folded, n: int, seat: str, view: Any, one: rules.Waiting) -> bool:
    """Whether the condition of an order beforehand holds before entry n, by what its seat has to answer."""
    since = _answered(table, n, seat, one.entry + 1)
    told = [known.seen for point in table.points[since:n] for known in point.told(seat)]
    return rules.holds(table.game, view, told, one.given.condition)


def _answered(table: Folded, n: int, seat: str, first: int) -> int:
    """The last entry before n, but not before `first`, by which a seat did all that it owed; else `first`.

    What it was shown before that, it has answered: "if Loki attacks d3" waits for the next attack then.
    """
    for at in range(n - 1, first - 1, -1):
        entry = table.points[at].entry
        if (
            isinstance(entry, Letter)
            and entry.seat == seat
            and _owes(table, at - 1, seat) > _owes(table, at, seat)
        ):
            return at
    return first


def _owes(table: Folded, at: int, seat: str) -> bool:
    return any(owed.seat == seat for owed in table.game.owed(table.points[at].state))


def _may_be_played(table: Folded, n: int, seat: str, order: str) -> bool:
    """Whether a seat may play an order as entry n, by what the seat knows."""
    before = table.points[n - 1]
    sitting = LetterInHand(table.game, before.state, seat, before.house).sitting()
    (line,) = table.read([order], language=ENGLISH)
    return rule_line(line, sitting).kind == PLAYED


def told_of(table: Folded, seat: str, n: int) -> tuple[str, ...]:
    """The orders beforehand of a seat that wait after entry n, as a letter lists them; none when the game is over."""
    return told(_alive(table, seat, n))


def _alive(table: Folded, seat: str, n: int) -> tuple[rules.Waiting, ...]:
    """The orders beforehand of a seat that can still be played after entry n, by what the seat knows."""
    point = table.points[n]
    if not point.house.foreseen or table.game.ended(point.state) is not None:
        return ()
    view = table.game.view(point.state, seat)
    waiting = rules.of_seat(point.house.foreseen, seat, table.game.position(view)[0])
    return tuple(one for one in waiting if one.given.otherwise or not _never(table, n, seat, view, one))


def _never(table: Folded, n: int, seat: str, view: Any, one: rules.Waiting) -> bool:
    """Whether the condition of an order beforehand holds no more after entry n, and never will."""
    facts = facts_of(one.given.condition)
    gone = any(rules.is_never(table.game, view, fact, one.given.until) for fact in facts)
    return gone and not _holds(table, n + 1, seat, view, one)


def gone(table: Folded, seat: str, since: int, until: int) -> tuple[str, ...]:
    """The orders beforehand of a seat that waited after entry `since` and can be played no more after `until`.

    Those that were played, taken back, or put back with the table are not among them.
    """
    before = _alive(table, seat, since) if since >= 0 else ()
    events = [event for point in table.points[since + 1 : until + 1] for event in point.entry.events]
    if not before or any(isinstance(one, RolledBack | SeatTaken) for one in events):
        return ()
    done = {one.name for one in events if isinstance(one, rules.EVENTS) and one.by == seat}
    left = {one.given.name for one in _alive(table, seat, until)}
    over = table.game.ended(table.points[until].state) is not None
    return () if over else told(tuple(one for one in before if one.given.name not in done | left))


def passed(table: Folded, seat: str, since: int, until: int) -> tuple[str, ...]:
    """The names of those whose condition held until their seat answered in another way: they wait for the next time."""
    left = {one.given.name for one in _alive(table, seat, until)}
    found = dict[str, None]()
    for n in range(max(since, 0) + 1, until + 1) if left else ():
        entry = table.points[n].entry
        if isinstance(entry, Letter) and entry.seat == seat and _owes(table, n - 1, seat):
            held = {*held_back(table, seat, n)}
            found |= dict.fromkeys(one for one in held_back(table, seat, n - 1) if one not in held)
    return tuple(one for one in found if int(one) in left)


def held_back(table: Folded, seat: str, n: int) -> tuple[str, ...]:
    """The names of those that wait after entry n although their condition holds: their order is not allowed yet."""
    point = table.points[n]
    if table.game.ended(point.state) is not None or not point.house.foreseen:
        return ()
    view = table.game.view(point.state, seat)
    waiting = rules.of_seat(point.house.foreseen, seat, table.game.position(view)[0])
    return tuple(str(one.given.name) for one in waiting if _holds(table, n + 1, seat, view, one))


def lacking(table: Folded, seat: str, n: int) -> tuple[str, ...]:
    """The names of those that wait after entry n and play a card that their seat does not have in hand then."""
    view, lacks = table.game.view(table.points[n].state, seat), foreseen_of(table.game).lacks
    found = list[str]()
    for one in _alive(table, seat, n):
        readings = [
            line.reading for line in table.read((*one.given.orders, *one.given.otherwise), language=ENGLISH)
        ]
        if any(isinstance(read, Order) and lacks(view, read.move) for read in readings):
            found.append(str(one.given.name))
    return tuple(found)


def letter(table: Folded) -> Letter | None:
    """The next letter by which an order beforehand is played, ruled on; None if none is due.

    It has the time of what it answers, as a standing order does.
    """
    if (one := due(table)) is None:
        return None
    before = table.points[-1]
    house = replace(holding.house_for(table, one.seat, "", at=before.entry.at), playing=True)
    lines, lots = table.read(one.lines, language=ENGLISH), table.lots()
    result = ruling.rule_on(table.game, before.state, one.seat, lines, lots, house=house)
    return Letter(
        at=before.entry.at,
        seat=one.seat,
        position=written_position(table.game.position(before.state)),
        lines=tuple(verdict.entered for verdict in result.verdicts),
        events=result.events,
        lots=result.lots,
    )

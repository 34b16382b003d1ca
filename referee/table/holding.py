"""What the house knows when a letter is ruled on, worked out from the record."""

from referee.house.annotations import notes_left
from referee.house.letters import talk_left
from referee.house.rematch import refused
from referee.house.state import House, Moved
from referee.table.clocks.clock import Clocks
from referee.table.folded import Folded
from referee.table.index import number_in
from referee.table.noted import placed, places_noted, times_noted
from referee.table.points import written_position
from referee.table.undo import Undoing
from referee.util.times import moment
from referee.util.values import replace


def no_rematch(table: Folded, until: int) -> str:
    """H30 Why no rematch of a game that is over can be asked for after its entries before `until`; "" if one can."""
    events = (event for point in table.points[:until] for event in point.entry.events)
    dealt = table.index.dealt is not None
    return refused(events, dealt=dealt, term=table.terms.rematch)


def house_for(table: Folded, seat: str, reply: str, until: int | None = None, at: str = "") -> House:
    """What the house knows for a letter that becomes entry `until` (else the next) and answers our mail number `reply`.

    `at` is when the letter came (RFC 3339, UTC); left out, it is the time of that entry.
    """
    n, number = len(table.points) if until is None else until, number_in(reply, table.id, seat)
    came, before = at or table.points[n].entry.at, table.points[n - 1]
    hours = Clocks(table.game, table.terms, table.points[:n]).hours(seat, moment(came))
    house = replace(
        before.house,
        talk=talk_left(table.index.talk[seat], n, came),
        notes=notes_left(times_noted(table, seat, n), came),
        places=lambda written: placed(table, seat, written, n),
        noted=places_noted(table, seat, n),
        hours=hours,
        undoing=Undoing(table, seat, n),
        told=table.index.entry_of(seat, number),
        rematch=no_rematch(table, n) if table.game.ended(before.state) else "",
    )
    if house.told is None or table.game.ended(before.state):
        return house
    then, position = (
        written_position(table.game.position(one.state)) for one in (table.points[house.told], before)
    )
    overtaken = table.index.overtaken(seat, house.told, n)
    repeats = table.index.repeats(seat, number, position, n)
    answered = table.points[house.told]

    def moved() -> Moved:
        return Moved(*(table.game.view(one.state, seat) for one in (answered, before)))

    return replace(
        house, answers=then if overtaken else "", moved=moved if overtaken else None, repeats=repeats
    )

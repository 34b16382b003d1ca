"""H27 Orders beforehand at a table: what a line about them is held to and does, and which wait after an entry."""

from typing import Any

from referee.engine.events import Event
from referee.engine.game import Game
from referee.house import foreseen as rules
from referee.house.players import SeatTaken
from referee.house.rulings import RolledBack
from referee.house.state import House
from referee.notation import foreseen
from referee.notation.readings import Foresight, Table
from referee.record.entries import Entry, Letter
from referee.util.values import replace


def after(house: House, n: int, entry: Entry) -> House:
    """The house after entry n: when the table goes back no order waits any more, nor for a new player of its seat."""
    waiting = house.foreseen
    for event in entry.events:
        match event:
            case RolledBack():
                waiting = ()
            case SeatTaken(by=seat):
                waiting = tuple(one for one in waiting if one.given.by != seat)
            case _ if isinstance(event, rules.EVENTS):
                waiting = rules.after(waiting, event, n)
    return house if waiting is house.foreseen else replace(house, foreseen=waiting)


def plays(entry: Entry) -> bool:
    """Whether an entry is a letter by which the referee played an order beforehand."""
    return isinstance(entry, Letter) and any(isinstance(one, rules.ForeseenPlayed) for one in entry.events)


def looked_at(game: Game, view: Any, asked: Table, house: House, *, begun: bool) -> rules.Foreseeing:
    """What the rules look at for a line about orders beforehand, by the view of its writer."""
    waiting = rules.of_seat(house.foreseen, view.seat, game.position(view)[0])
    given = asked if isinstance(asked, Foresight) else None
    name = asked.argument.partition(" ")[0]
    last = waiting[-1] if waiting and not name else None
    found = next((one for one in waiting if str(one.given.name) == name), last)
    free = rules.free_name(house.foreseen, view.seat)
    return rules.Foreseeing(game, view, given, begun, waiting, found, free)


def happens(looked: rules.Foreseeing, asked: Table, text: str) -> Event:
    """What a line about orders beforehand does, once the rules allow it."""
    seat = looked.view.seat
    if (given := looked.asked) is not None:
        what = (given.condition, given.orders, given.otherwise, given.until)
        return rules.Foreseen(seat, looked.free, *what, " ".join(text.split()))
    assert looked.found  # noqa: S101  the rules have asked
    order = looked.found.given
    if asked.verb == foreseen.HOLDS:
        return rules.ForeseenPlayed(seat, order.name, asked.argument.partition(" ")[2], order.said)
    return rules.ForeseenWithdrawn(seat, order.name)


def told(waiting: tuple[rules.Waiting, ...]) -> tuple[str, ...]:
    """Orders beforehand as a letter lists them: the number, and what the writer wrote."""
    return tuple(f"{one.given.name}: {one.given.said}" for one in waiting)

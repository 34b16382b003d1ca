"""The one place where events become a game: each event makes a new state and new options from those before it.

Most events change the table by themselves. Two look further. After a rollback (H21) the table stands as it
stood after an earlier entry; after a change of an option, its new value holds from then on. A rollback does
not undo what the house did to the seats and the options since: another player stays, and an option that was
changed stays changed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.engine.events import Event
from referee.engine.game import Game
from referee.house.players import SeatTaken
from referee.house.rulings import OptionChanged, RolledBack
from referee.table.points import Point, written_position
from referee.util.values import Value

Content = Mapping[str, Any]
MISFITS = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors raised by events that do not fit the table; only a record that somebody changed has such events."""


class NotFolded(Exception):
    """An event of a record does not fit what came before it; carries the name of its class."""


class Now(Value):
    """What stands: the state, and the options in full."""

    state: Any
    content: Content


def blank(game: Game, id: str, content: Content) -> Now:
    """What stands before the first event. Raises `Faulty` for options with which no game could be opened."""
    game.fits(content)
    return Now(game.blank(id, content), content)


def folded(game: Game, before: Sequence[Point], now: Now, event: Event) -> Now:
    """What stands after an event; `before` is the game after each of the entries before this one.

    Raises LookupError for a rollback to an entry that is not there.
    """
    if (looks := _LOOK_FURTHER.get(type(event))) is not None:
        return looks(before, now, event)
    return Now(game.apply(now.state, event), now.content)


def _rolled_back(before: Sequence[Point], now: Now, event: RolledBack) -> Now:
    return Now(_back_at(before, event.to, now.content), now.content)


def _option_changed(_before: Sequence[Point], now: Now, event: OptionChanged) -> Now:
    content = {**now.content, event.name: event.value}
    return Now(now.state.with_options(content), content)


_LOOK_FURTHER: Mapping[type[Event], Callable[[Sequence[Point], Now, Any], Now]] = {
    RolledBack: _rolled_back,
    OptionChanged: _option_changed,
}


def each_folded(game: Game, before: Sequence[Point], now: Now, events: Iterable[Event]) -> Iterator[Now]:
    """What stands after each of the events of one entry. Raises `NotFolded`."""
    for event in events:
        try:
            now = folded(game, before, now, event)
        except MISFITS as error:
            raise NotFolded(type(event).__name__) from error
        yield now


def all_folded(
    game: Game, before: Sequence[Point], now: Now, events: Iterable[Event]
) -> tuple[Now, tuple[str, ...]]:
    """What stands after the events of one entry, and the public position after each of them. Raises `NotFolded`."""
    apply, state, content, positions = game.apply, now.state, now.content, list[str]()
    for event in events:
        try:
            if (looks := _LOOK_FURTHER.get(type(event))) is None:
                state = apply(state, event)
            else:
                now = looks(before, Now(state, content), event)
                state, content = now.state, now.content
        except MISFITS as error:
            raise NotFolded(type(event).__name__) from error
        positions.append(written_position(game.position(state)))
    return Now(state, content), tuple(positions)


def _back_at(before: Sequence[Point], to: int, content: Content) -> Any:
    """The state after entry `to`, with the players and the options of now."""
    if not 0 <= to < len(before):
        raise LookupError(to)
    state = before[to].state
    since = [event for one in before[to + 1 :] for event in one.entry.events]
    for event in since:
        if isinstance(event, SeatTaken):
            state = event.change(state)
    return state.with_options(content) if any(isinstance(one, OptionChanged) for one in since) else state

"""What a reader is shown at the end of a game: what other seats were shown in it and the reader was not."""

from collections.abc import Callable, Iterator, Sequence

from referee.engine.events import Event, LeavesTheTable, Seen, seen
from referee.house.rulings import RolledBack
from referee.table.points import Told
from referee.table.table import Table


def unseen(table: Table, seat: str, until: int, told: Callable[[Seen], str] = repr) -> tuple[Told, ...]:
    """What other seats were shown before entry `until` and this one was not, or not in full: as they saw it.

    Not what `told` says in the same words either way: a field may hold what another sentence has told already.
    H8, H10 No letter tells the language, the address or the secrets of another seat; the record, open after
    the game, does.
    """
    undone = _undone(table, until)
    return tuple(
        Told(position, shown, undone=n in undone and not isinstance(event, LeavesTheTable))
        for n, event, position in _open_in_the_end(table, until)
        if (shown := _more(event, seat, table.seats, told)) is not None
    )


def everything(table: Table, until: int) -> tuple[Told, ...]:
    """What happened in the game itself before entry `until`, as the seat saw it that saw most of it; nothing undone.

    It is what each seat was shown together with what the end of the game shows it (`unseen`), and no more.
    """
    undone, seats = _undone(table, until), table.seats
    return tuple(
        Told(position, shown)
        for n, event, position in _open_in_the_end(table, until)
        if n not in undone and type(event).__name__ in table.game.events
        if (shown := _most(event, seats)) is not None
    )


def _undone(table: Table, until: int) -> set[int]:
    """The entries past which the table went back."""
    return {
        n
        for m, point in enumerate(table.points[:until])
        for event in point.entry.events
        if isinstance(event, RolledBack)
        for n in range(event.to + 1, m)
    }


def _open_in_the_end(table: Table, until: int) -> Iterator[tuple[int, Event, str]]:
    """The events before entry `until` that are no seat's own affair, each with its entry and the position it led to."""
    for n, point in enumerate(table.points[:until]):
        for event, position in zip(point.entry.events, point.positions, strict=True):
            if not event.untold:
                yield n, event, position


def _most(event: Event, seats: Sequence[str]) -> Seen | None:
    """An event as shown to that one of these seats that saw most of it."""
    shown = (one for seat in seats if (one := seen(event, seat)) is not None)
    return max(shown, key=lambda one: len(one.fields), default=None)


def _more(event: Event, seat: str, seats: Sequence[str], told: Callable[[Seen], str]) -> Seen | None:
    """An event as shown to the seat that saw most of it, if that is more than this seat saw; else None."""
    mine, most = seen(event, seat), _most(event, [one for one in seats if one != seat])
    if most is None or mine is None:
        return most
    hidden = [most[name] for name in most.fields.keys() - mine.fields.keys()]
    known = mine.fields.values()  # an item that all know by name is shown to its seats once more
    more = any(value and value not in known for value in hidden) and told(most) != told(mine)
    return most if more else None

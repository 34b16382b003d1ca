"""What a reader is shown at the end of a game: what other seats were shown in it and the reader was not."""

from collections.abc import Sequence

from referee.engine.events import Event, Seen, seen
from referee.house.annotations import NamePublished, NotesOpened, Remarked
from referee.house.confirming import ConfirmChosen
from referee.house.disputes import Stated
from referee.house.keeper import Restored
from referee.house.letters import DataChosen, LanguageChosen, LettersChosen
from referee.house.players import AddressCorrected, SecretRenewed
from referee.house.rematch import RematchAsked
from referee.house.rulings import RolledBack
from referee.house.time import RemindersChosen
from referee.table.index import STILL
from referee.table.points import Told
from referee.table.table import Table

UNTOLD = (
    *(
        LanguageChosen,
        LettersChosen,
        DataChosen,
        ConfirmChosen,
        RemindersChosen,
        AddressCorrected,
        SecretRenewed,
        Restored,
        Stated,
    ),
    *(Remarked, NotesOpened, NamePublished, RematchAsked),
)
"""H8, H10, H12, H20, H25, H26, H30, H32 Events that no other seat is told of when the game is over either."""


def unseen(table: Table, seat: str, until: int) -> tuple[Told, ...]:
    """What other seats were shown before entry `until` and this one was not, or not in full: as they saw it.

    H8, H10 No letter tells the language, the address or the secrets of another seat; the record, open after
    the game, does.
    """
    undone = {
        n
        for m, point in enumerate(table.points[:until])
        for event in point.entry.events
        if isinstance(event, RolledBack)
        for n in range(event.to + 1, m)
    }
    return tuple(
        Told(position, shown, undone=n in undone and not isinstance(event, STILL))
        for n, point in enumerate(table.points[:until])
        for event, position in zip(point.entry.events, point.positions, strict=True)
        if not isinstance(event, UNTOLD)
        if (shown := _more(event, seat, table.seats)) is not None
    )


def _more(event: Event, seat: str, seats: Sequence[str]) -> Seen | None:
    """An event as shown to the seat that saw most of it, if that is more than this seat saw; else None."""
    mine = seen(event, seat)
    shown = [one for other in seats if other != seat and (one := seen(event, other)) is not None]
    most = max(shown, key=lambda one: len(one.fields), default=None)
    if most is None or mine is None:
        return most
    hidden = [most[name] for name in most.fields.keys() - mine.fields.keys()]
    known = mine.fields.values()  # an item that all know by name is shown to its seats once more
    return most if any(value and value not in known for value in hidden) else None

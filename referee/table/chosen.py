"""What the seats of a record have chosen about their letters (`referee.house.seat_settings`), as of each entry."""

from collections.abc import Sequence
from typing import Any

from referee.engine.events import Event
from referee.house.chapters import SETTINGS
from referee.house.letters import LanguageChosen
from referee.house.players import SeatTaken
from referee.house.seat_settings import SeatChoice
from referee.record.entries import Entry, Opening
from referee.util.translations import ENGLISH


class Chosen:
    """What each seat has chosen, entry by entry."""

    def __init__(self, seats: Sequence[str]) -> None:
        """Nothing has been chosen yet at a table with these seats."""
        self._seats = seats
        self._values: dict[tuple[str, str | None], list[tuple[int, Any]]] = {}
        """By the name of the event and the seat: the entries with a choice, each with its value; None ends it."""

    def choose(self, n: int, seat: str | None, event: type[SeatChoice], value: Any) -> None:
        """Hold that from entry n on a value stands for a seat."""
        self._values.setdefault((event.__name__, seat), []).append((n, value))

    def opened(self, seat: str | None, language: str) -> None:
        """Hold the language of a seat in the opening; "" stands for English."""
        if language:
            self.choose(0, seat, LanguageChosen, language)

    def take_in(self, n: int, entry: Entry) -> None:
        """Add entry n."""
        if isinstance(entry, Opening):
            for seat, language in zip(self._seats, entry.languages, strict=False):
                self.opened(seat, language)
        for event in entry.events:
            self.see(n, event)

    def see(self, n: int, event: Event) -> None:
        """Add an event of entry n. The choice of an earlier player is that player's own, except for the language."""
        if isinstance(event, SeatChoice):
            self.choose(n, event.by, type(event), event.value)
        elif isinstance(event, SeatTaken):
            for setting in SETTINGS.values():
                if not setting.remains:
                    self.choose(n, event.by, setting.event, None)

    def value(self, event: type[SeatChoice], seat: str | None, until: int | None = None) -> Any:
        """What a seat has chosen by such an event before entry `until` (else now); None for nothing."""
        known = self._values.get((event.__name__, seat), ())
        return next((value for n, value in reversed(known) if until is None or n < until), None)

    def language(self, seat: str | None, until: int | None = None) -> str:
        """The language of a seat's letters, before entry `until` (else now); an onlooker's is English."""
        return self.value(LanguageChosen, seat, until) or ENGLISH

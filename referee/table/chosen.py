"""What the seats of a record have chosen about their letters: the language, and how often they come (H10)."""

from collections.abc import Sequence

from referee.house.letters import DataChosen, LanguageChosen, LettersChosen
from referee.house.players import SeatTaken
from referee.record.entries import Entry, Opening
from referee.util.translations import ENGLISH

Choices = dict[str | None, list[tuple[int, str]]]
"""By seat, what was chosen, each with its entry."""


class Chosen:
    """What each seat has chosen, entry by entry."""

    def __init__(self, seats: Sequence[str]) -> None:
        """Nothing has been chosen yet at a table with these seats."""
        self._seats = seats
        self._languages: Choices = {}
        self._paces: Choices = {}
        self._data: Choices = {}

    def opened(self, seat: str | None, language: str) -> None:
        """In the opening a seat was given a language; "" stands for English."""
        if language:
            self.speaks(0, seat, language)

    def speaks(self, n: int, seat: str | None, language: str) -> None:
        """From entry n on letters to a seat are in a language."""
        self._languages.setdefault(seat, []).append((n, language))

    def take_in(self, n: int, entry: Entry) -> None:
        """Add entry n."""
        if isinstance(entry, Opening):
            for seat, language in zip(self._seats, entry.languages, strict=False):
                self.opened(seat, language)
        for event in entry.events:
            match event:
                case LanguageChosen(by=seat, language=language):
                    self.speaks(n, seat, language)
                case LettersChosen(by=seat, pace=pace):
                    self._paces.setdefault(seat, []).append((n, pace))
                case DataChosen(by=seat, wanted=wanted):
                    self._data.setdefault(seat, []).append((n, "json" if wanted else ""))
                case SeatTaken(by=seat):
                    # The choice of an earlier player is that player's own.
                    self._paces.setdefault(seat, []).append((n, ""))
                    self._data.setdefault(seat, []).append((n, ""))

    def language(self, seat: str | None, until: int | None = None) -> str:
        """The language of a seat's letters, before entry `until` (else now); an onlooker's is English."""
        return _last(self._languages, seat, until) or ENGLISH

    def pace(self, seat: str | None, default: str, until: int | None = None) -> str:
        """How often letters to a seat come, before entry `until` (else now); `default`, if it has not chosen."""
        return _last(self._paces, seat, until) or default

    def data(self, seat: str | None, until: int | None = None) -> bool:
        """Whether letters to a seat come with data, before entry `until` (else now)."""
        return bool(_last(self._data, seat, until))


def _last(known: Choices, seat: str | None, until: int | None) -> str:
    """What was chosen last before an entry; "" for nothing."""
    return next((one for n, one in reversed(known.get(seat, [])) if until is None or n < until), "")

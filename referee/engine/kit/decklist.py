"""Deck lists as games share them: rows read from a file that players edit, with every mistake told with its place."""

from collections.abc import Callable, Mapping
from typing import Any

from referee.util import plainyaml
from referee.util.errors import Faulty
from referee.util.plainyaml import Marked

TITLE = 40
CERTAINTIES = ("printed", "reconstructed")
"""How sure a row is: a source prints it, or it was worked out."""

Row = dict[str, Any]
Steps = tuple[str | int, ...]
Wrong = tuple[str, dict[str, Any]] | None
"""What is wrong with a value: a key and its values; None if nothing is."""
Checks = Mapping[str, Callable[[Any], Wrong]]
"""For each field of a row, the check of its value."""


class Checker:
    """One deck file being checked. Mistakes are collected, and told at the end."""

    def __init__(self, marked: Marked, checks: Checks) -> None:
        """Check a file whose rows have these fields."""
        self.marked, self.checks = marked, checks
        self._found: list[tuple[tuple[int, int], Faulty]] = []

    def fault(self, name: str, path: Steps, /, *, at_key: bool = False, **params: Any) -> None:
        """Note what is wrong at a place."""
        where = self.marked.place(path, key=at_key)
        self._found.append((self.marked.spot(path, key=at_key), Faulty(name, where=where, **params)))

    def tell(self) -> None:
        """Raise `Faulty`, or `ManyFaulty` with all mistakes in the order of the file."""
        plainyaml.raise_all([fault for _, fault in sorted(self._found, key=lambda one: one[0])])

    def fields(self, value: Any, path: Steps, known: tuple[str, ...]) -> Row:
        """The known fields of a map; unknown and missing ones are noted as mistakes."""
        if not isinstance(value, dict):
            self.fault("not-a-map", path, known=known)
            return {}
        for name in sorted(value.keys() - set(known)):
            self.fault("unknown-key", (*path, name), at_key=True, name=name, known=known)
        for name in known:
            if name not in value:
                self.fault("missing-key", path, name=name)
        return {name: value[name] for name in known if name in value}

    def rows(self, value: Any, path: Steps = ()) -> dict[int, Row]:
        """The rows of a list by index, each with only those fields that are right in themselves."""
        if not isinstance(value, list):
            self.fault("not-a-list", path)
            return {}
        return {index: self._row(row, (*path, index)) for index, row in enumerate(value)}

    def _row(self, value: Any, path: Steps) -> Row:
        good: Row = {}
        for name, field in self.fields(value, path, tuple(self.checks)).items():
            wrong = self.checks[name](field)
            if wrong is None:
                good[name] = field
            else:
                self.fault(wrong[0], (*path, name), **wrong[1])
        return good

    def each_card_once(self, rows: Mapping[int, Row], path: Steps = ()) -> None:
        """No card stands in two rows of a deck."""
        first: dict[str, int] = {}
        for index, row in rows.items():
            if (card := row.get("card")) is None:
                continue
            if card in first:
                line = self.marked.spot((*path, first[card], "card"))[0]
                self.fault("deck-card-twice", (*path, index, "card"), card=card, first=line)
            first.setdefault(card, index)


def size(rows: Mapping[int, Row]) -> int | None:
    """How many cards a deck has; None if a wrong row leaves that unknown."""
    copies = [row.get("copies") for row in rows.values()]
    numbers = [number for number in copies if number is not None]
    return sum(numbers) if len(numbers) == len(copies) else None


def text(most: int) -> Callable[[Any], Wrong]:
    """A check for a text of one printable line, of 1 to `most` characters, without spaces at its ends."""

    def check(value: Any) -> Wrong:
        if not isinstance(value, str):
            return "not-text", {"value": value}
        if not value.isprintable() or value != value.strip():
            return "deck-text", {"text": value}
        return None if 1 <= len(value) <= most else ("deck-text-length", {"text": value, "most": most})

    return check


def copies(most: int) -> Callable[[Any], Wrong]:
    """A check for the number of copies, 1 to `most`."""

    def check(value: Any) -> Wrong:
        fits = type(value) is int and 1 <= value <= most
        return None if fits else ("deck-copies", {"value": value, "most": most})

    return check


def certainty(value: Any) -> Wrong:
    """A check for how sure a row is."""
    return None if value in CERTAINTIES else ("deck-certainty", {"value": value, "known": CERTAINTIES})

"""A game moment by moment: of each entry of a record what it holds, be the record whole or as one audience may have it.

    for moment in moments(Table.load("record.yaml")):
        print(moment.number, moment.positions)

A moment is one entry of the record.
"""

import re
from collections.abc import Iterator
from typing import Any

from referee.engine.events import face_value
from referee.record.entries import Letter
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.util.regexes import regex
from referee.util.values import Value

FACE = regex(r"[a-z]+\.[a-z][a-z-]*", re.ASCII)
"""A card as it is shown: whose back it bears, and what it is."""


class Happened(Value):
    """One event of a moment: its name, the rule it cites, the position it led to, and its fields, cards as faces."""

    kind: str
    rule: str
    position: str
    fields: dict[str, Any]

    def faces(self) -> Iterator[str]:
        """The cards that it names."""
        return _faces(tuple(self.fields.values()))


class Moment(Value):
    """One entry of a record.

    `seal` is that of the entry, in hex. `at` is when it came, "" where the audience is not told. `began` is the
    position a letter was ruled on at, "" for what is no letter; `letter` has its lines, None for another's in a
    redacted record.
    """

    number: int
    seal: str
    at: str
    began: str
    letter: Letter | None
    happened: tuple[Happened, ...]

    @property
    def positions(self) -> tuple[str, ...]:
        """The positions that this entry led to, in their order, each once."""
        return tuple(dict.fromkeys(one.position for one in self.happened))

    def faces(self) -> Iterator[str]:
        """The cards that its events name."""
        return (face for one in self.happened for face in one.faces())


def moments(table: Table) -> tuple[Moment, ...]:
    """The moments of a game: all that happened, or what the audience of a redacted record was shown."""
    return tuple(_known(table) if isinstance(table, Redacted) else _whole(table))


def _whole(table: Table) -> Iterator[Moment]:
    for n, point in enumerate(table.points):
        entry = point.entry
        happened = (
            Happened(
                type(event).__name__,
                event.cited,
                position,
                {one.name: face_value(getattr(event, one.name), one.sorted) for one in event.shown},
            )
            for event, position in zip(entry.events, point.positions, strict=True)
        )
        letter = entry if isinstance(entry, Letter) else None
        seal = str(table.documents[n]["seal"])
        yield Moment(n, seal, entry.at, letter.position if letter else "", letter, tuple(happened))


def _known(table: Redacted) -> Iterator[Moment]:
    for one, document in zip(table.known, table.documents, strict=True):
        happened = (
            Happened(told.seen.kind, told.seen.rule, told.position, dict(told.seen.fields))
            for told in one.told
        )
        began, at = (one.letter.position, one.letter.at) if one.letter else ("", str(document.get("at", "")))
        yield Moment(one.number, str(document["seal"]), at, began, one.letter, tuple(happened))


def _faces(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for item in value:
            yield from _faces(item)
    elif isinstance(value, str) and FACE.fullmatch(value):
        yield value

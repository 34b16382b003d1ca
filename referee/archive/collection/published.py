"""A game as it may be replayed in public: the same events, without the names, words and digests that stand beside them.

Its seals no longer fit it, so it is made in memory, after the record was verified, and goes nowhere else.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

from referee.archive.collection.names import Cast
from referee.archive.consent import PUBLISHED
from referee.archive.notes import OPENED, Note, standing
from referee.archive.replay.data import NAMING
from referee.archive.walk import walk
from referee.record.file import Reading
from referee.record.seals import is_redacted, without
from referee.record.stores import Whole
from referee.table.redacted import Redacted
from referee.table.table import Table
from referee.telling.catalog import catalog
from referee.util.values import Value, replace

LEFT_OUT = "(...)"
"""What stands for words that a player wrote to the others, to the judge or to nobody."""
WORDS = frozenset({"text", "reason"})
"""The fields of events and entries that hold what a person wrote, or why a game ended, as a key."""
OF_THE_MAIL = frozenset({"digest", "message", "body"})
"""The fields of a letter that tell of the mail it came in."""
BESIDE = ("remark", "mark")
"""The fields of a line that its writer alone knows, until they are opened."""
FIXED = frozenset(
    [
        "salt",
        "leaves",
        "seal",
        "signature",
        "commit",
        "signer",
        "private",
        "at",
        "kind",
        "game",
        "edition",
        "terms",
        "answered",
        "seats",
        "roles",
        "languages",
        "lots",
        "position",
        "positions",
        "act",
        "verdict",
        "rule",
        "why",
    ]
)
"""The fields that hold no words of a person."""
OF_THE_GAME = {"options": "players", "view": "names"}
"""What is told in the words of the game, where a card may be called as a player is: and the field with their names."""
EVENTS, EVENT, MOVE, RAW = "events", "event", "move", "raw"


def published(table: Table, notes: Iterable[Note], people: Cast) -> tuple[Table, tuple[Note, ...]]:
    """A finished game and its notes as everybody may see them."""
    told = tuple(_notes(table, notes, people))
    opened = {note.seat for note in told if note.kind == OPENED}
    outcomes = catalog(table.game.name).entries["outcomes"]
    documents = tuple(
        _Cleaner(people, outcomes, BESIDE if doc.get("seat") in opened else ()).clean(without(doc))
        for doc in table.documents
    )
    players = documents[0].get("options", {}).get("players")
    if players:
        documents[0]["options"]["players"] = list(_told_apart(players))
    kind = Redacted if is_redacted(documents) else Table
    marks = (b"",) * len(documents)
    return kind(Whole(Reading(documents, marks, b""), len(documents))), told


def _notes(table: Table, notes: Iterable[Note], people: Cast) -> Iterator[Note]:
    """The notes that everybody may read now, under the names that are shown."""
    open_now = {note for step in walk(table, notes) for note in step.notes}
    for note in standing(notes):
        if note in open_now and note.kind not in {PUBLISHED, "tag"}:
            yield replace(note, by=people.writer(note), name="", text=people.clean(note.text))


class _Cleaner(Value):
    """Makes a document fit to be seen: `kept` are the fields of its writer that were opened."""

    people: Cast
    outcomes: Container[str]
    kept: Container[str] = ()

    def clean(self, value: Any, field: str = "") -> Any:
        """A document, or what stands in a field of one, as everybody may see it."""
        if field in FIXED:
            return value
        if isinstance(value, Mapping):
            named = OF_THE_GAME.get(field)
            return {
                name: self.clean(one, name) if named in {None, name} else self._without_words(one, name)
                for name, one in value.items()
                if self._stays(name)
            }
        if isinstance(value, list | tuple):
            one_by_one = self._event if field == EVENTS else lambda one: self.clean(one, field)
            return [one_by_one(one) for one in value]
        return self._text(value, field) if isinstance(value, str) and value else value

    def _event(self, event: Any) -> Any:
        """An event: its fields are words of the game, but where it tells who plays."""
        return self.clean(event) if event.get(EVENT) in NAMING else self._without_words(event)

    def _without_words(self, value: Any, field: str = "") -> Any:
        """What is told in the words of the game, without those of players that stand there too."""
        if isinstance(value, Mapping):
            return {name: self._without_words(one, name) for name, one in value.items()}
        if isinstance(value, list | tuple):
            return [self._without_words(one, field) for one in value]
        return LEFT_OUT if value and field in WORDS and value not in self.outcomes else value

    def _stays(self, name: str) -> bool:
        return name not in OF_THE_MAIL and (name not in BESIDE or name in self.kept)

    def _text(self, value: str, field: str) -> str:
        if field == RAW:
            return ""
        if field == MOVE:
            return self.people.move(value)
        return LEFT_OUT if field in WORDS and value not in self.outcomes else self.people.clean(value)


def _told_apart(names: Iterable[str]) -> Iterator[str]:
    """Names of which no two are the same: those who were forgotten are numbered."""
    seen = list[str]()
    for name in names:
        seen.append(name)
        yield name if seen.count(name) == 1 else f"{name} {seen.count(name)}"

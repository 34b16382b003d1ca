"""What each effect of a ruling says of itself (H21); the eight are in `referee.table.rulings.effects`."""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.house.players import Player
from referee.table.rulings.bench import Bench


class Places(Protocol):
    """What finds, at a table, what a line names. Each raises `Faulty` where that is not to be found."""

    def letter(self, position: str, line: int) -> int:
        """The letter that has a line of this number, ruled on at a position."""

    def position(self, position: str) -> int:
        """The entry after which the table stood at a position, if it stands elsewhere now."""

    def player(self, text: str) -> Player:
        """A player, as written: `Cleo <cleo@example.org>`."""


class Effect(Move):
    """What a ruling may do. As read from a line it names positions and texts; `found` gives what they are at a table.

    `key` is its name in records and catalogues, `aliases` those of its lines in `grammar/arbiter.lark`, `form` how it is
    written; `told_by` the event that tells of it, and which fields of that are its own. `texted`: a text follows after a
    colon. `goes_back`: the table stands as it stood, so it stands first in a ruling. `ends`: it may stand in a ruling when
    the game is over.
    """

    __slots__ = ()
    key: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]]
    form: ClassVar[str]
    told_by: ClassVar[tuple[Any, ...]]
    texted: ClassVar[bool] = False
    goes_back: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """The effect of the words of a line."""
        return cls(*words)

    def with_text(self, _text: str) -> Self:
        """The same, with the text after its colon."""
        raise TypeError(type(self))

    @property
    def written(self) -> str:
        """The line, in canonical notation and in English."""
        return self.form.format(one=self).rstrip()

    def found(self, _places: Places) -> "Effect":
        """The same at a table: entries for positions. Raises `Faulty`."""
        return self

    def happen(self, bench: Bench) -> None:
        """Carry it out. Raises `Faulty` where it cannot be."""

    @classmethod
    def recorded(cls, events: Sequence[Event]) -> "Effect | None":
        """What it was, by the events that a record tells of it; None if they do not fit."""
        kind, *fields = cls.told_by
        fits = bool(events) and type(events[0]) is kind
        return cls(*(getattr(events[0], name) for name in fields)) if fits else None

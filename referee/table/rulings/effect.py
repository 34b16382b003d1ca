"""What each effect of a ruling says about itself (H21); they are in `referee.table.rulings.effects`."""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, Self

from referee.engine.choices import Move
from referee.engine.events import Event
from referee.house.players import Player
from referee.table.rulings.bench import Bench


class Places(Protocol):
    """Finds, at a table, what a line names. Each method raises `Faulty` where there is no such thing."""

    def letter(self, position: str, line: int) -> int:
        """The letter that has a line of this number, ruled on at a position."""

    def position(self, position: str) -> int:
        """The entry after which the table stood at a position, if it stands elsewhere now."""

    def player(self, text: str) -> Player:
        """A player, as written: `Cleo <cleo@example.org>`."""


class Effect(Move):
    """What a ruling may do.

    As read from a line it names positions and texts; `found` turns them into entries and values.

    Attributes:
        key: its name in records and catalogues.
        aliases: the names of its lines in `grammar/arbiter.lark`.
        told_by: the event that tells of it, and which fields of that event are its own.
        texted: a text follows after a colon.
        goes_back: it puts the table back, so it stands first in a ruling.
        ends: it may stand in a ruling when the game is over.
    """

    __slots__ = ()
    key: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]]
    told_by: ClassVar[tuple[Any, ...]]
    texted: ClassVar[bool] = False
    goes_back: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    @classmethod
    def read(cls, _alias: str, *words: str) -> Self:
        """The effect that the words of a line say."""
        return cls(*words)

    def with_text(self, _text: str) -> Self:
        """The same effect, with the text after its colon."""
        raise TypeError(type(self))

    def found(self, _places: Places) -> "Effect":
        """The same effect at a table: with entries for positions. Raises `Faulty`."""
        return self

    def happen(self, bench: Bench) -> None:
        """Carry it out. Raises `Faulty` where that is not possible."""

    @classmethod
    def recorded(cls, events: Sequence[Event]) -> "Effect | None":
        """The effect that the events of a record tell of; None if they do not fit."""
        kind, *fields = cls.told_by
        fits = bool(events) and type(events[0]) is kind
        return cls(*(getattr(events[0], name) for name in fields)) if fits else None

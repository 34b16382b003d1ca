"""Frozen values made quickly are those that their class makes."""

import copy
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from referee.house.chapters import EVENTS
from referee.house.games import find, names
from referee.record.entries import Letter, Line
from referee.record.reading import maker


@dataclass(frozen=True, slots=True)
class Below:
    """A base with a field of its own."""

    at: str
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Below):
    """A card that lies there."""

    name: str
    count: int = 1


def test_it_is_what_the_class_makes() -> None:
    """All fields or some, in any order, with those of the base; equal, of the same class, copied and kept alike."""
    made = maker(Card, ("name", "at"))("tyr", "A1")
    assert type(made) is Card
    assert made == Card("A1", name="tyr")
    assert repr(made) == repr(Card("A1", name="tyr"))
    assert hash(maker(Below, ("words", "at"))((), "A1")) == hash(Below("A1", ()))  # type: ignore[arg-type]
    assert copy.copy(made) == made == pickle.loads(pickle.dumps(made))  # noqa: S301  our own


def test_it_is_frozen() -> None:
    """As every other of its class."""
    made = maker(Card, ("name", "at"))("tyr", "A1")
    with pytest.raises(FrozenInstanceError):
        made.name = "hel"


def test_what_is_made_by_default_is_made_each_time() -> None:
    """No two share a mapping."""
    make = maker(Below, ("at",))
    assert make("A1").words is not make("A1").words


@pytest.mark.parametrize("given", [(), ("tyr",), ("tyr", "A1", "more")])
def test_too_few_or_too_many_values_are_refused(given: tuple[str, ...]) -> None:
    """Each field that is named has a value."""
    with pytest.raises(TypeError):
        maker(Card, ("name", "at"))(*given)


def test_every_event_and_entry_can_be_made_so() -> None:
    """Those of the house and of all games, their fields in the opposite order."""
    events = [*EVENTS.values(), *(one for name in names() for one in find(name).events.values())]
    for cls in (*events, Letter, Line):
        given: dict[str, Any] = {one.name: object() for one in reversed(fields(cls))}
        assert maker(cls, tuple(given))(*given.values()) == cls(**given)

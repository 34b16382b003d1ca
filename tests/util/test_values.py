"""Frozen values: changed, compared, shown and looked at."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from referee.util.values import (
    FieldNote,
    SharedFields,
    Value,
    field,
    field_names,
    remembered,
    replace,
    usual_values,
    worked_out,
)


class Hand(Value, dict=True):
    """Some cards, with a memory."""

    cards: tuple[str, ...]
    open: bool = False

    @remembered
    def holds(self, card: str) -> bool:
        """Whether a card is among them."""
        return card in self.cards


def test_a_value_is_frozen_and_knows_its_fields() -> None:
    """By place or by name, with defaults; what is wrong is told."""
    assert Hand(("tyr",)) == Hand(cards=("tyr",), open=False) != Hand(("hel",))
    assert field_names(Hand) == field_names(Hand(())) == ("cards", "open")
    assert usual_values(Hand) == {"open": False}
    with pytest.raises(AttributeError):
        Hand(()).open = True
    for wrong in ({}, {"cards": (), "card": "tyr"}):
        with pytest.raises(TypeError, match=r"cards?"):
            Hand(**wrong)  # type: ignore[arg-type]


def test_a_changed_value_remembers_nothing_and_keeps_the_rest() -> None:
    """Whether it was made by its class or by a change."""
    hand = Hand(("tyr",))
    assert hand.holds("tyr")
    once = replace(hand, open=True)
    twice = replace(once, cards=())
    assert (once, twice) == (Hand(("tyr",), True), Hand((), True))
    assert not twice.holds("tyr")
    assert once.holds("tyr")


class Many(Value):
    """A value with a field of its own each time."""

    size: int
    known: dict[str, int] = field(default_factory=dict)


def test_a_field_may_be_made_anew_each_time() -> None:
    """No two values share it; given, it is what was given."""
    one, other = Many(size=1), Many(size=1)
    assert one == other == Many(1, {})
    assert one.known is not other.known
    assert usual_values(Many) == {"known": {}}


class Spoken(Value, uncompared=("line",), unshown=("secret",)):
    """Words, the line in which they stand, and what nobody is to read in a traceback."""

    words: str
    line: int = 0
    secret: bytes = b""


class Answer(Spoken):
    """Words to somebody."""

    to: str = ""


def test_where_a_value_stands_makes_no_other_value_of_it() -> None:
    """Nor does it make another hash; all else does, also what a class adds to its base."""
    assert Spoken("so", 1) == Spoken("so", 2) != Spoken("no", 1)
    assert len({Spoken("so", 1), Spoken("so", 2), Spoken("so", 2, b"x")}) == 2
    assert Answer("so", 1) == Answer("so", 2) != Answer("so", 1, to="thor")
    assert Spoken("so") != Answer("so")


def test_what_is_not_to_be_shown_does_not_stand_in_the_text_of_a_value() -> None:
    """Nor in that of a class which adds to it; all else does."""
    for one in (Spoken("so", 3, b"hidden"), Answer("so", 3, b"hidden", "thor")):
        assert "hidden" not in repr(one)
        assert "words='so', line=3" in repr(one)


class Purse(SharedFields):
    """Fields that other classes take over, with what is asked about them."""

    gold: int = 0
    owed: Mapping[str, int] = field(default_factory=dict)

    @property
    def rich(self) -> bool:
        """Whether there is much."""
        return self.gold > 9


class God(Hand, Purse, kw_only=True, dict=True):
    """Cards and gold."""

    name: str = ""


def test_a_class_has_the_fields_of_several_bases() -> None:
    """With their defaults and methods, and it counts as each of them."""
    god = God(cards=("tyr",), gold=10)
    assert (god.rich, god.holds("tyr"), isinstance(god, Purse)) == (True, True, True)
    assert replace(god, gold=1) == God(cards=("tyr",), gold=1) != god
    assert field_names(God) == ("cards", "open", "gold", "owed", "name")
    assert God(cards=()).owed is not God(cards=()).owed


noted: Any = FieldNote


class Server(Value):
    """SharedFields with notes."""

    host: str = noted("a name")
    port: int = noted("a number", 25)


class Relay(Server):
    """One field more."""

    user: str = noted("a person", "")


def test_a_class_keeps_what_is_noted_about_its_fields() -> None:
    """The fields themselves are like all others."""
    notes: Any = Relay
    assert notes.NOTES == {"host": "a name", "port": "a number", "user": "a person"}
    assert (Relay("mail").port, usual_values(Relay)) == (25, {"port": 25, "user": ""})
    with pytest.raises(TypeError, match="host"):
        Relay(port=1)


def test_a_dataclass_on_top_of_a_value_is_told_what_to_write() -> None:
    """In one sentence, at import."""
    with pytest.raises(TypeError, match=r"^Old is a value by its base: leave out @dataclass"):

        @dataclass(frozen=True)
        class Old(Hand):  # type: ignore[misc]  # as it is to be told
            size: int = 0


def test_what_is_worked_out_is_so_once_and_stays_out_of_comparisons() -> None:
    """A property of the value itself: equal values stay equal, whether it was read or not."""
    asked: list[int] = []

    class Pile(Value, dict=True):
        size: int

        @worked_out
        def half(self) -> int:
            """Half of it."""
            asked.append(self.size)
            return self.size // 2

    pile = Pile(9)
    assert (pile.half, pile.half, asked) == (4, 4, [9])
    assert pile == Pile(9)
    assert Pile.half.__doc__ == "Half of it."


def test_what_is_remembered_is_worked_out_once_for_each_value_and_question() -> None:
    """A changed value has forgotten it; two questions of one name are two."""
    asked: list[tuple[Hand, str | None]] = []

    @remembered
    def look(hand: Hand, seat: str | None) -> Many:
        asked.append((hand, seat))
        return Many(len(hand.cards))

    @remembered
    def other(hand: Hand, seat: str | None) -> int:
        return len(hand.cards) + (seat == "odin")

    hand = Hand(("tyr", "hel"))
    assert look(hand, "odin") is look(hand, "odin")
    assert other(hand, "odin") == 3
    assert look(hand, None) is not look(hand, "odin")
    assert look(replace(hand, cards=()), "odin") == Many(0)
    assert len(asked) == 3

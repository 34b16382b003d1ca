"""Frozen values: changed, made and looked at quickly."""

from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any

import pytest

from referee.util.values import but, quick, remembered, worked_out, written


@dataclass(frozen=True)
class Hand:
    """Some cards, with a memory."""

    cards: tuple[str, ...]
    open: bool = False
    memo: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


@dataclass(frozen=True)
class Shown:
    """What is shown of them."""

    size: int
    top: str = ""


SHOWN = written(Shown, ("hand",), {"size": "len(hand.cards)"}, [fields(Shown)[1]])


def test_a_value_made_by_a_written_function_is_the_one_that_its_class_makes() -> None:
    """A field that has a default may be left out."""
    assert SHOWN(Hand(("tyr", "hel")), top="tyr") == Shown(2, "tyr")
    assert SHOWN(Hand(())) == Shown(0)


@pytest.mark.parametrize("values", [{"tip": "tyr"}, {"top": "tyr", "tip": "hel"}])
def test_a_field_of_another_name_is_told(values: dict[str, Any]) -> None:
    """As by the class itself, and never a value that lacks something."""
    with pytest.raises(TypeError, match="tip"):
        SHOWN(Hand(()), **values)


def test_a_field_too_few_is_told() -> None:
    """One without a default has to be given."""
    with pytest.raises(TypeError, match="size"):
        written(Shown, (), {}, fields(Shown))(top="tyr")


@dataclass(frozen=True)
class Many:
    """A value with a field of its own each time."""

    size: int
    known: dict[str, int] = field(default_factory=dict)


def test_a_field_may_be_made_anew_each_time() -> None:
    """No two values share it; given, it is what was given."""
    many = written(Many, (), {}, fields(Many))
    one, other = many(size=1), many(size=1)
    assert one == other == Many(1)
    assert one.known is not other.known
    assert many(size=1, known={"tyr": 2}) == Many(1, {"tyr": 2})


def test_a_field_that_cannot_be_given_by_name_is_told() -> None:
    """Nothing is left out in silence."""
    with pytest.raises(TypeError, match="memo"):
        written(Hand, (), {}, fields(Hand))


@dataclass(frozen=True, slots=True)
class Slow:
    """A value as `dataclass` makes it."""

    by: str
    cards: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


def test_a_quick_class_makes_the_same_frozen_values() -> None:
    """By place or by name, with defaults, with what comes after; and what is wrong is told."""
    plain = [Slow("thor"), Slow("thor", ("tyr", "hel")), Slow(cards=("tyr",), by="loki")]
    before = Slow.__init__
    assert quick(Slow) is Slow
    assert Slow.__init__ is not before
    assert [Slow("thor"), Slow("thor", ("tyr", "hel")), Slow(cards=("tyr",), by="loki")] == plain
    with pytest.raises(FrozenInstanceError):
        plain[0].by = "loki"  # type: ignore[misc]
    for wrong in ({}, {"by": "thor", "card": "tyr"}):
        with pytest.raises(TypeError, match=r"by|card"):
            Slow(**wrong)  # type: ignore[arg-type]


def test_a_value_changed_twice_remembers_nothing_and_keeps_the_rest() -> None:
    """Whether it was made by its class or by a change."""
    hand = Hand(("tyr",))
    once = but(hand, open=True)
    twice = but(once, cards=())
    once.memo["seen"] = 1
    assert (once, twice) == (Hand(("tyr",), True), Hand((), True))
    assert not twice.memo
    assert not but(once, open=False).memo


def test_what_is_worked_out_is_so_once_and_stays_out_of_comparisons() -> None:
    """A property of the value itself: equal values stay equal, whether it was read or not."""
    asked: list[int] = []

    @dataclass(frozen=True)
    class Pile:
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
    def look(hand: Hand, seat: str | None) -> Shown:
        asked.append((hand, seat))
        return Shown(len(hand.cards))

    @remembered
    def other(hand: Hand, seat: str | None) -> int:
        return len(hand.cards) + (seat == "odin")

    hand = Hand(("tyr", "hel"))
    assert look(hand, "odin") is look(hand, "odin")
    assert other(hand, "odin") == 3
    assert look(hand, None) is not look(hand, "odin")
    assert look(but(hand, cards=()), "odin") == Shown(0)
    assert len(asked) == 3

"""Frozen values: changed, made and looked at quickly."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.util.values import but, made, remembered, worked_out


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


def test_a_value_made_of_its_fields_is_the_one_that_its_class_makes() -> None:
    """All fields given, or some left out that have a default."""
    assert made(Shown, {"size": 2, "top": "tyr"}) == Shown(2, "tyr")
    assert made(Shown, {"size": 2}) == Shown(2)


@pytest.mark.parametrize("values", [{"top": "tyr"}, {"size": 2, "top": "tyr", "tip": "hel"}])
def test_a_field_too_few_or_too_many_is_told(values: dict[str, Any]) -> None:
    """As by the class itself, and never a value that lacks something."""
    with pytest.raises(TypeError, match=r"size|tip"):
        made(Shown, values)


def test_a_field_of_another_name_is_told_though_one_was_right_before() -> None:
    """Of as many fields as there are, one is misspelt."""
    assert made(Shown, {"top": "tyr", "size": 2}) == made(Shown, {"size": 2, "top": "tyr"})
    with pytest.raises(TypeError, match="tip"):
        made(Shown, {"size": 2, "tip": "tyr"})


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

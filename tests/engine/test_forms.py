"""The form of a move: written, and read back from the parts that a grammar leaves of it."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.engine.choices import Move
from referee.engine.forms import alias_of
from referee.engine.game import Game
from referee.engine.moves import move

Names = tuple[str, ...]


@move("draw")
class Draw(Move):
    """Words alone."""


@move("lay {card} {column}[{row}][ to {to}]")
class Lay(Move):
    """Fields, some of which may be left out."""

    card: str
    column: str
    row: int = 0
    to: Names = ()


@move("{origin}x{target}", "attack {target}")
class Attack(Move):
    """Two forms."""

    origin: str
    target: str


@move("take {cards|none}")
class Take(Move):
    """A word for none."""

    cards: Names


@move("roll {dice}", written={"dice": lambda dice: "-".join(map(str, dice))})
class RollDice(Move):
    """Numbers, written in a way of their own."""

    dice: tuple[int, ...]


@move("pay {gold}")
class Pay(Move):
    """A number, which may be 0."""

    gold: int


@move("hit {name}[ {softly}]", written={"softly": lambda _: "softly"})
class Hit(Move):
    """A word that may stand there or not."""

    name: str
    softly: bool = False


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (Draw(), "draw"),
        (Hit("tyr"), "hit tyr"),
        (Hit("tyr", True), "hit tyr softly"),
        (Lay("tyr", "A"), "lay tyr A"),
        (Lay("tyr", "A", 2), "lay tyr A2"),
        (Lay("tyr", "A", 0, ("B", "C")), "lay tyr A to B, C"),
        (Attack("b2", "c3"), "b2xc3"),
        (Attack("", "c3"), "attack c3"),
        (Take(()), "take none"),
        (Take(("tyr", "hel")), "take tyr, hel"),
        (RollDice((6, 1)), "roll 6-1"),
        (Pay(0), "pay 0"),
    ],
)
def test_a_move_is_written_in_its_form(one: Move, text: str) -> None:
    """An empty field in brackets is left out, or has a word. Of two forms, the one without an empty field is used."""
    assert one.written == text


@pytest.mark.parametrize(
    ("kind", "parts", "one"),
    [
        (Draw, (), Draw()),
        (Lay, ("tyr", "A"), Lay("tyr", "A")),
        (Lay, ("tyr", "A", None, None), Lay("tyr", "A")),
        (Lay, ("tyr", "A", "2", ("B", "C")), Lay("tyr", "A", 2, ("B", "C"))),
        (Attack, ("b2", "c3"), Attack("b2", "c3")),
        (Attack, ("c3",), Attack("", "c3")),
        (Take, (), Take(())),
        (Take, ("tyr",), Take(("tyr",))),
        (Take, (("tyr", ("hel", "hel")),), Take(("tyr", "hel", "hel"))),
        (RollDice, (("6", "1"),), RollDice((6, 1))),
        (Hit, ("tyr", None), Hit("tyr", False)),
        (Hit, ("tyr", "softly"), Hit("tyr", True)),
    ],
)
def test_parts_become_fields(kind: type[Move], parts: tuple[Any, ...], one: Move) -> None:
    """In their order, converted to the type of the field; a field without a part is empty."""
    assert kind.FORMS.read(*parts) == one


def test_more_parts_than_fields_are_no_move() -> None:
    """If a grammar leaves more parts than the form has fields, they do not fit."""
    with pytest.raises(TypeError, match=r"Attack: 3 parts, for \{origin\}x\{target\}"):
        Attack.FORMS.read("a1", "b2", "c3")


WORD = st.text("abc", min_size=1, max_size=3)


@given(st.builds(Lay, WORD, WORD, st.integers(0, 9), st.lists(WORD, max_size=3).map(tuple)))
def test_no_two_moves_are_written_alike(one: Lay) -> None:
    """Each field stands in what is written, where its form has it."""
    _, card, place, *to = one.written.split(" ")
    column, row = place.rstrip("0123456789"), place.lstrip("abc")
    parts = (card, column, row or None, tuple(word.rstrip(",") for word in to[1:]))
    assert Lay.FORMS.read(*parts) == one


@pytest.mark.parametrize(
    "form", ["lay [{card}", "lay {card", "lay {card}]", "lay [{card} [x]]", "lay {}", "lay []"]
)
def test_a_form_that_does_not_close_is_refused(form: str) -> None:
    """When the module is loaded, with the class and the form."""
    with pytest.raises(TypeError, match=r"Odd: the form .* cannot be read"):
        _declared(form)


@pytest.mark.parametrize(
    ("form", "written", "why"),
    [
        ("lay {cards}", {}, "its form names cards, which is no field of it"),
        ("lay {card}", {"cards": str}, "its form names cards, which is no field of it"),
        ("lay", {}, "no form of the move names it"),
    ],
)
def test_a_form_has_the_fields_of_its_class(form: str, written: Any, why: str) -> None:
    """All of them, and no other."""
    with pytest.raises(TypeError, match=f"Odd.*: {why}"):
        _declared(form, written)


def _declared(form: str, written: Any = None) -> None:
    made: Any = type("Odd", (Move,), {"__annotations__": {"card": str}, "__module__": __name__})
    move(form, written=written or {})(made)


def test_the_grammar_calls_a_class_in_small_letters() -> None:
    """Each word of it apart."""
    assert [alias_of(one) for one in (Draw, RollDice)] == ["draw", "roll_dice"]


def test_what_is_said_of_a_game_is_in_its_contract() -> None:
    """Whatever manuals and modules name as `Game.name` is there; a game does not write its moves."""
    root = Path(referee.__file__).parents[1]
    manuals = (root / "README.md", *(root / "examples").rglob("*.md"), *(root / "referee").rglob("*.py"))
    named = set(re.findall(r"\bGame\.(\w+)", "\n".join(path.read_text("utf-8") for path in manuals)))
    assert "uncovered" in named
    assert named <= {*vars(Game), *Game.__annotations__}
    assert not hasattr(Game, "write")

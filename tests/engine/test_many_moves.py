"""Rules that look at the view alone, and many moves held to their rules at once."""

import dis
from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine.choices import Held, Move
from referee.engine.moves import move
from referee.engine.rules import Rule, first_broken, rule, unbroken, why
from referee.house.games import find
from referee.util.errors import Why
from referee.util.values import Struct


@move("take {number}")
class Take(Move):
    """`take 3`."""

    number: int


@move("put {number}")
class Put(Move):
    """`put 3`."""

    number: int


class Asked(Struct, dict=True):
    """A view that counts how often it is asked."""

    open: bool
    often: int = 0


@rule("1.1")
def while_open(v: Asked, _m: Any) -> Why | None:
    """Things are taken while it is open."""
    v.often += 1
    return None if v.open else why("closed")


@rule("1.2")
def even(_v: Asked, m: Any) -> Why | None:
    """What is taken is even."""
    return why("odd") if m.number % 2 else None


RULES: dict[type[Any], tuple[Rule, ...]] = {Take: (even, while_open), Put: (even,)}


@pytest.mark.parametrize("is_open", [True, False])
def test_many_moves_are_held_to_their_rules_as_each_of_them_is(is_open: bool) -> None:
    """In their order; a rule that does not look at the move is asked once for all of a kind."""
    moves: list[Any] = [kind(number) for number in range(6) for kind in (Take, Put)]
    expected = [one for one in moves if first_broken(RULES[type(one)], Asked(is_open), one) is None]
    view = Asked(is_open)
    assert [*unbroken(RULES.__getitem__, view, moves)] == expected
    assert len(expected) == (6 if is_open else 3)
    assert view.often == 1


def rules_of_the_table() -> Iterator[Rule]:
    """Every rule of the games that says by its parameter that it looks at the view alone."""
    for name in ("thunder", "odins_table", "hammer_of_thor"):
        for _, rules in find(name).MOVES.values():
            yield from (one for one in rules if one.of_table)


def test_a_rule_that_looks_at_the_view_alone_does_not_look_at_the_move() -> None:
    """Its code never reads the second parameter."""
    found = {one.name: one for one in rules_of_the_table()}
    assert {"game_goes_on", "own_turn", "by_the_master"} & {*found}
    for one in found.values():
        code: Any = one.check.__code__
        name = code.co_varnames[1]
        assert name not in code.co_cellvars, one.name
        assert all(name not in str(step.argval) for step in dis.get_instructions(code)), one.name


def test_moves_made_when_asked_for_are_those_of_a_list() -> None:
    """Length, order, places, parts, and which moves they are."""
    made, listed = Held(Take, range(3)), [Take(0), Take(1), Take(2)]
    assert [*made] == listed == [made[n] for n in range(3)]
    assert (len(made), made[-1], made[1:], made[::-1]) == (3, listed[-1], listed[1:], listed[::-1])
    assert Take(2) in made
    assert Take(3) not in made
    assert not Held(Take, ())
    for far in (3, -4):
        with pytest.raises(IndexError):
            made[far]


def test_words_in_several_places_are_combined_as_loops_do() -> None:
    """The last place changes first."""
    made = Held(lambda *words: Take(int("".join(words))), "123", "45")
    assert [one.number for one in made if isinstance(one, Take)] == [14, 15, 24, 25, 34, 35]
    assert [made[n] for n in range(6)] == [*made]

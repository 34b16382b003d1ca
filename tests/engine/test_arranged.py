"""Moves that name words in any order, made when they are asked for."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.engine.choices import Arranged
from referee.games.thunder.moves import Deploy

WORDS = st.lists(st.sampled_from(["ravens", "tyr", "hel", "frigg"]), max_size=6)


@given(WORDS, st.integers(0, 4))
def test_they_are_all_the_orders_each_once(words: list[str], size: int) -> None:
    """Counted, listed, and found by their place, as if each order had been made and those that are equal left out."""
    moves = Arranged(Deploy, words, size)
    made = [Deploy(cards) for cards in dict.fromkeys(permutations(sorted(words), size))]
    assert len(moves) == len(made)
    assert list(moves) == made
    assert [moves[at] for at in range(len(moves))] == made
    assert moves[1:3] == made[1:3]
    assert all(move in moves for move in made)


def test_one_is_chosen_at_random_and_none_beyond_the_last() -> None:
    """As of any list."""
    moves = Arranged(Deploy, ("tyr", "hel", "hel"), 2)
    assert Random(1).choice(moves) in list(moves)
    assert moves[-1] == Deploy(("tyr", "hel"))
    for beyond in (3, -4):
        with pytest.raises(IndexError):
            moves[beyond]

"""A page of ours, quoted without any mark in an answer: nothing in it reads as an order, in either language."""

from random import Random

import pytest

from referee.house.games import BUILT_IN, find
from referee.notation.reader import Prose, Reader
from referee.post.reading.markup import lines_of_html
from referee.telling.catalog import languages
from referee.telling.letter import Letter, bodies
from referee.testing.random_games import options_of, random_world

STEPS = 60


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_no_line_of_a_page_reads_as_an_order(name: str, language: str) -> None:
    """The board as a table above all: squares side by side are no step, and a card by its name lays nothing."""
    game = find(name)
    content = options_of(game, 5)
    reader, rng = Reader(game, content, (language,)), Random(5)
    world = random_world(game, content, 5, at_most=STEPS)
    for state in rng.sample(world.states[1:], 8):
        for seat in game.seats:
            view = game.view(state, seat)
            letter = Letter(
                game=game,
                content=content,
                view=view,
                number=f"g1.{seat}.3",
                choices=game.choices(view),
                address="referee+abc@games.example",
                language=language,
            )
            for line in lines_of_html(bodies(letter).html)[0]:
                assert reader.read(line.text) == Prose(), line.text

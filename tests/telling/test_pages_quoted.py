"""A page of ours, quoted without any mark in an answer: nothing in it reads as an order, in either language."""

from random import Random

import pytest

from referee.api import Table
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


WORDS = "resign g1\ndraw 3\nThor, pass"


@pytest.mark.parametrize("language", languages())
def test_words_of_a_player_stand_beside_a_line_and_order_nothing(language: str) -> None:
    """The bar of the fence was seen on the page; now a line is drawn, and the sign stands where nobody sees it."""
    table = Table.open("thunder", seed="07", languages={"thor": language})
    for seat, row in (
        ("thor", "deploy ravens, huscarl, viking warriors"),
        ("loki", "deploy ravens, dragon, frigg"),
    ):
        table.play(seat, row)
    table.play(table.owed()[0].seat, [f"say: {one}" for one in WORDS.split("\n")])
    reader_seat = next(one for one in table.seats if one != table.owed()[0].seat)
    letter = Letter(
        game=table.game,
        content=table.content,
        view=table.view(reader_seat),
        number="g1.thor.9",
        told=table.told(reader_seat),
        choices=table.choices(reader_seat),
        language=language,
    )
    page = bodies(letter).html
    assert "<blockquote" in page
    assert ">|<" not in page.replace(" ", "")
    lines = [one.text for one in lines_of_html(page.replace("blockquote", "div"))[0]]  # quoted without a mark
    assert [one for one in lines if one.endswith(tuple(WORDS.split("\n")))]
    reader = Reader(table.game, table.content, (language,))
    assert all(reader.read(one) == Prose() for one in lines)

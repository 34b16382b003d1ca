"""7.1 The last letter of a game of Odin's Table shows the board with all its cards, for all lies open then."""

from typing import Any

import pytest

from referee.house.games import find
from referee.telling.letter import Letter, bodies
from referee.testing.random_games import random_world

GAME = find("odins_table")
CONTENT = GAME.options({})


def last(seat: str, language: str, **more: Any) -> str:
    """The text of a letter at the end of a random game."""
    state = random_world(GAME, CONTENT, 3, at_most=300).states[-1]
    view = GAME.view(state, seat)
    letter = Letter(
        game=GAME,
        content=CONTENT,
        view=view,
        number="g1.odin.9",
        choices=GAME.choices(view),
        language=language,
        **more,
    )
    return bodies(letter).text


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("seat", ["odin", "thor"])
def test_7_1_the_board_of_the_last_letter_has_no_backs(seat: str, language: str) -> None:
    """It kept them, and told below what they were; a card still lies as it lay. Before, the backs are shown."""
    state = random_world(GAME, CONTENT, 3, at_most=300).states[-1]
    heading = {"en": "WHAT LAY HIDDEN", "de": "WAS VERBORGEN LAG"}[language]
    before = last(seat, language)
    assert "##" in before
    told = last(seat, language, hidden=GAME.uncovered(state))
    assert "##" not in told
    table, _, hidden = told.partition(heading)
    assert hidden
    other = "thor" if seat == "odin" else "odin"
    theirs = getattr(GAME.view(state, other), other)
    down = [slot.face for slot in theirs.columns if not slot.up]
    assert down
    edge = next(line for line in table.split("\n") if line.startswith(f"{other.title()}:   "))
    assert edge.count("[") == len(down)

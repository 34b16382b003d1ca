"""A pause with an end inside a sentence is the question that it is on a line of its own (H15)."""

import pytest

from referee.api import Table
from referee.house.games import find
from referee.notation.reader import Reader
from referee.notation.readings import Prose
from referee.notation.readings import Table as Asked

GAME = find("thunder")


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("please pause until Monday", "until Monday"),
        ("Please pause until Monday, I am ill.", "until Monday"),
        ("I'd like a pause until Monday.", "until Monday"),
        ("Can we pause for 3 days?", "3 day"),
        ("Bitte Pause bis Montag", "bis Montag"),
        ("pause 3 days I'm at my sister's", "3 day"),
        ("pause 2 days, please", "2 day"),
        ("Hallo! Bitte eine Pause bis Montag, ich bin krank.", "bis Montag"),
    ],
)
def test_h15_a_sentence_that_wants_a_pause_with_an_end_is_answered_like_that_line(
    line: str, end: str
) -> None:
    """In both languages; it is a question, so nothing stops by it."""
    (read,) = Reader(GAME, GAME.options({}), ("de",)).read_letter(line)
    assert read.reading == Asked("pause", end)
    table = Table.open("thunder", seed="07")
    played = table.play("thor", line)
    assert played.verdicts == ("answered",)
    assert not any(verdict.events for verdict in played.ruled.verdicts)
    assert "Not done, for it stands in a sentence" not in played.receipt


@pytest.mark.parametrize(
    "line",
    [
        "Please do not pause until Monday",
        "Loki, your pause until Monday was long",
        "> please pause until Monday",
        "the game will pause",
        "Bitte nicht Pause bis Montag",
    ],
)
def test_what_only_speaks_of_one_is_prose(line: str) -> None:
    """A denial, what others did, a quotation; and a pause without an end is offered, as before."""
    for one in Reader(GAME, GAME.options({}), ("de",)).read_letter(line):
        assert isinstance(one.reading, Prose)

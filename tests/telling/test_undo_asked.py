"""`undo` asked in a letter: which letter would be taken back and what it played; or at once why it cannot be (H22)."""

import pytest

from referee.api import Table

WHICH = {
    "en": "Your last letter is the one that {} answers, with {} in turn 1.",
    "de": "Dein letzter Brief ist der, auf den {} antwortet, mit {} in Zug 1.",
}
HOW = {"en": "You ask them by: offer undo", "de": "So fragst du sie: biete rücknahme"}
OPENED = {
    "en": "It cannot be taken back: something was shown to you since",
    "de": "Das lässt sich nicht zurücknehmen: Seitdem wurde dir etwas gezeigt",
}


def opened(game: str, language: str) -> tuple[Table, str]:
    """A game after the first two letters, and whose turn it is."""
    table = Table.open(game, seed="07")
    table = Table.open(game, seed="07", languages=dict.fromkeys(table.seats, language))
    for _ in range(2):
        seat = table.owed()[0].seat
        table.play(seat, next(iter(table.moves(seat))))
    return table, table.owed()[0].seat


def told(table: Table, seat: str, line: str) -> str:
    """The receipt of a line, in one row."""
    return " ".join(table.play(seat, line).receipt.replace("|", "").split())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("line", ["undo", "Sorry, can I take back my last move?"])
def test_which_letter_and_what_it_played(line: str, language: str) -> None:
    """As its writer knows it; once the offer stands, that it does, and no tap."""
    table, seat = opened("odins_table", language)
    assert "g1.odin." not in told(table, seat, line)  # the last letter was the other's
    table.play(seat, "a1-a2")
    assert WHICH[language].format("g1.odin.5", "a1-a2") in told(table, seat, line)
    assert HOW[language] in told(table, seat, line)
    table.play(seat, "offer undo")
    again = told(table, seat, line)
    assert WHICH[language].format("g1.odin.5", "a1-a2") in again
    assert HOW[language] not in again
    assert "[H22]" in again


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_cannot_be_taken_back_is_told_at_once(language: str) -> None:
    """Cards were drawn: the offer would be refused, and no tap leads there."""
    table, seat = opened("thunder", language)
    table.play(seat, "draw\ndraw")
    draw = {"en": "draw", "de": "ziehe"}[language]
    answer = told(table, seat, "undo")
    which = WHICH[language].format("g1.loki.3", f"{draw}, {draw}")
    assert answer.index(OPENED[language]) < answer.index(which)
    assert HOW[language] not in answer
    assert table.play(seat, "offer undo").verdicts == ("refused",)


def test_the_other_is_not_told_what_a_letter_played() -> None:
    """The last letter that all have seen is another's: nothing of it is told, but that it is none of the asker's."""
    table, seat = opened("odins_table", "en")
    table.play(seat, "a1-a2")
    assert "a1-a2" not in told(table, "thor", "undo")
    assert "not a letter of yours" in told(table, "thor", "undo")

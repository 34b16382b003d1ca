"""What is told of a long rule below a refusal: the part that decides."""

import pytest
from support.thor_orders import GAME

from referee.telling.handbook import rule_line
from referee.util.text import LEFT_OUT, WHOLE, deciding


def test_a_short_rule_is_told_whole() -> None:
    """Up to some four lines."""
    text = rule_line(GAME, "1.0e", "de")
    assert len(text) <= WHOLE
    assert deciding(text, "Dein Charakter beginnt auf 39 bis 40.") == text


@pytest.mark.parametrize(
    ("number", "language", "reason", "told"),
    [
        ("9.0", "de", "An diesem Ort gelingt keine Erkundung: 25 Utgard.", "wo ERKUNDUNG nicht gelingt"),
        (
            "9.0",
            "en",
            "A reconnaissance of this place never works: 25 Utgard.",
            "where RECONNAISSANCE does not work",
        ),
        ("M23", "de", "Eine Marke mit einem katatonischen Charakter zieht nicht.", "mit einem katatonischen"),
        ("M11", "en", "The step to that location cannot be paid.", "the step to it can still be paid"),
    ],
)
def test_of_a_long_rule_the_part_is_told_that_decides(
    number: str, language: str, reason: str, told: str
) -> None:
    """The sentence, or the clause of a long one, that has most words in common with the reason; dots for the rest."""
    text = rule_line(GAME, number, language)
    part = deciding(text, reason)
    assert told in part
    assert len(part) <= WHOLE + 2 * len(f" {LEFT_OUT}")
    assert part.strip(f"{LEFT_OUT} ") in text
    assert part.endswith(LEFT_OUT)


def test_nothing_in_common_tells_how_the_rule_begins() -> None:
    """Rather than any other part of it."""
    text = rule_line(GAME, "M25")
    assert text.startswith(deciding(text, "?").removesuffix(f" {LEFT_OUT}"))

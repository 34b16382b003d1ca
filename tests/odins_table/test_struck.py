"""A captured piece, or one that comes into a fortress by what the other did, heads the letter and its subject."""

import pytest
from by_hand import Table, side, table
from odins_board import GAME

from referee.games.odins_table import telling
from referee.telling.sentences import reader_of


def struck(t: Table, seat: str, language: str) -> tuple[str, str] | None:
    """The subject and the first sentence of a letter about what the last letter of `t` brought about."""
    reader = reader_of(GAME, t.options, t.view(seat), language)
    found = telling.struck(reader.view, t.told(seat))
    if found is None:
        return None
    (head, values), (lead, more) = found
    return reader.text(head, place="g1", **values), reader.text(lead, **more)


CASES = [
    (
        (side("c3 a1", "..9..."), side("c4 a5", "..2...")),
        "c3xc4",
        ("Your turn, and Odin captures your piece on c4: g1", "Odin captures your piece on c4."),
        (
            "Du bist dran, und Odin nimmt deinen Stein auf c4 gefangen: g1",
            "Odin nimmt deinen Stein auf c4 gefangen.",
        ),
    ),
    (
        (side("c4 a1"), side("e5 a5")),
        "c4-c5",
        (
            "Your turn, and Odin has come into your fortress, on c5: g1",
            "Odin has come into your fortress, on c5.",
        ),
        (
            "Du bist dran, und Odin ist in deine Festung gekommen, auf c5: g1",
            "Odin ist in deine Festung gekommen, auf c5.",
        ),
    ),
    (
        (side("c4 a1", "..9..."), side("c5 a5", "..2...")),
        "c4xc5",
        (
            "Your turn, and Odin captures your piece on c5 and has come into your fortress: g1",
            "Odin captures your piece on c5 and has come into your fortress.",
        ),
        (
            "Du bist dran, und Odin nimmt deinen Stein auf c5 gefangen und ist in deine Festung gekommen: g1",
            "Odin nimmt deinen Stein auf c5 gefangen und ist in deine Festung gekommen.",
        ),
    ),
    (
        (side("f1 a1", ".....9"), side("e2 a5", "....1.")),
        "f1xe2",
        (
            "Your turn, and your piece on f1 has come into Odin's fortress: g1",
            "Your piece on f1 has come into Odin's fortress.",
        ),
        (
            "Du bist dran, und dein Stein auf f1 ist in Odins Festung gekommen: g1",
            "Dein Stein auf f1 ist in Odins Festung gekommen.",
        ),
    ),
]


@pytest.mark.parametrize(("sides", "order", "english", "german"), CASES)
def test_the_other_is_told_first_what_changes_the_game(
    sides: tuple[dict[str, str], dict[str, str]],
    order: str,
    english: tuple[str, str],
    german: tuple[str, str],
) -> None:
    """The first line said whose turn it is and nothing more; whoever did it is told in the receipt."""
    t = table(*sides)
    assert t.letter("odin", order) == ["played"]
    assert struck(t, "thor", "en") == english
    assert struck(t, "thor", "de") == german
    assert struck(t, "odin", "en") is None


def test_a_step_and_an_attack_that_is_lost_are_no_such_news() -> None:
    """4.3 The attacker's piece is captured then: a gain of the reader's, which the story tells."""
    for sides, order in (
        ((side("c3 a1"), side("e5")), "c3-c4"),
        ((side("c3", "..2..."), side("c4", "..9...")), "c3xc4"),
    ):
        t = table(*sides)
        assert t.letter("odin", order) == ["played"]
        assert struck(t, "thor", "en") is None

"""The game in short: what the letter that tells the end says of the whole game, counted by hand from a transcript."""

import pytest
from support.summed_up import summed_up

from referee.engine.events import Seen
from referee.games.odins_table.in_short import entries

THREE_HOME = {
    # Odin attacks in turns 5 and 9 (Loki's trick both times) and 11 (wins), Thor in 6, 16, 22 and 24 (wins); what was
    # captured came back in 14 (Thor's) and 19 (Odin's); Hugin & Munin scouted in turn 1.
    "en": (
        "24 turns; you have won.",
        "Attacks won: Odin 1 of 3, Thor 4 of 4.",
        "Pieces lost: Odin 4, of which 1 came back; Thor 1, of which 1 came back.",
        "Cards scouted: 1 by Odin.",
        "Into the fortress came Odin: e5 (turn 13); Thor: d1 (turn 10), e1 (turn 18), a1 (turn 24).",
    ),
    "de": (
        "24 Züge; du hast gewonnen.",
        "Gewonnene Angriffe: Odin 1 von 3, Thor 4 von 4.",
        "Verlorene Steine: Odin 4, davon kam einer zurück; Thor 1, davon kam einer zurück.",
        "Ausgekundschaftete Karten: 1 von Odin.",
        "In die Festung kamen Odin: e5 (Zug 13); Thor: d1 (Zug 10), e1 (Zug 18), a1 (Zug 24).",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_game_is_summed_up(language: str) -> None:
    """Attacks won, of how many; pieces lost, and those that came back; scouted cards; who came home, where and when."""
    assert summed_up("odins_table/three-home", "thor", language) == THREE_HOME[language]


def test_a_piece_that_a_swap_brings_home_is_told() -> None:
    """4.7 In turn 17 Odin attacked e2 from d1, and Loki's trick put Thor's piece onto d1."""
    assert summed_up("odins_table/swap-into-the-fortress", "odin")[-1].endswith(
        "Thor: f1 (turn 12), d1 (turn 17), e1 (turn 20)."
    )


def test_at_a_swap_both_pieces_may_come_home() -> None:
    """4.7 The attacker goes onto the square of the attacked piece, that one onto the attacker's."""
    swapped = Seen("Swapped", "4.7", {"by": "odin", "origin": "c1", "target": "c5", "rule": "4.7"})
    assert [*entries([swapped], "odin")] == [("c5", 0)]
    assert [*entries([swapped], "thor")] == [("c1", 0)]


def test_a_draw_has_no_winner() -> None:
    """What nobody did has no line: no piece came home there."""
    assert summed_up("odins_table/drawn", "thor") == (
        "19 turns; nobody has won.",
        "Attacks won: Odin 2 of 2, Thor 1 of 1.",
        "Pieces lost: Odin 1; Thor 2.",
        "Cards scouted: 1 by Odin.",
    )

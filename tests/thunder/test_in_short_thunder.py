"""The game in short: what the letter that tells the end says of the whole game, counted by hand from transcripts."""

import pytest
from support.summed_up import played, reader_at_the_end, summed_up

from referee.engine.events import Seen
from referee.games.thunder import telling

SHORT = [
    # Thor challenges in turns 4 (falls), 16 (wins), 16 (wins); Loki in 3 (falls at a Shield Wall), 5 (wins), 5 (falls).
    # Of Loki fall Ravens by Mjolnir, Viking Warriors, Ravens, Freya, the Crown; of Thor Hirdman, Longships, and
    # Ravens out of the hand in turn 13.
    (
        "thunder/treasure-lost",
        "thor",
        "en",
        (
            "16 turns; you have won.",
            "Won challenges: Thor 2 of 3, Loki 1 of 3.",
            "Cards that fell: Thor 3, the strongest Hirdman 4; Loki 5, the strongest Viking Warriors 3.",
            (
                "What decided it, in turn 16: You challenge in column B: your Viking Warriors 3 beat Loki's "
                "defenceless Odin's Crown 0, which falls."
            ),
        ),
    ),
    # Thor's challenges of turns 6 and 8 (the first) are lost, one of turn 8 is a tie, that of 12 wins; Loki's of 3, 5
    # and 7 (the first) are lost, one of 7 wins, and that of turn 13 wakes Nightmare, by which all of column A falls.
    # Of Loki fall Female Archer, Shield Wall out of the hand, Ravens, Frigg, Viking Warriors, Baldr, and those three.
    (
        "thunder/empty-battlefield",
        "loki",
        "de",
        (
            "14 Züge; Thor hat gewonnen.",
            "Gewonnene Forderungen: Thor 1 von 4, Loki 1 von 5.",
            "Gefallene Karten: Thor 5, die stärkste Hirdmann 4; Loki 9, die stärkste Drache 6.",
            (
                "Was die Partie entschied, in Zug 13: Du forderst in Spalte A und weckst Thors Nachtmahr: Spalte A "
                "fällt ganz. Deine Karten: Drache, Feuerriese, Raben (erbeutet). Thors Karten: Nachtmahr."
            ),
        ),
    ),
]


@pytest.mark.parametrize(("game", "seat", "language", "lines"), SHORT)
def test_a_game_is_summed_up(game: str, seat: str, language: str, lines: tuple[str, ...]) -> None:
    """Its turns and its winner; challenges won, of how many; what fell; and the deed by which the last card fell."""
    assert summed_up(game, seat, language) == lines


@pytest.mark.parametrize("events", [[], [Seen("Shuffled", "1.1", {"of": "thor"})]])
def test_a_game_given_up_before_the_first_action_has_nothing_to_count(events: list[Seen]) -> None:
    """8.5 Whoever resigns while the three cards are chosen: nothing was done, and nothing is told of it."""
    table, _ = played("thunder/treasure-lost")
    assert telling.in_short(reader_at_the_end(table, "thor").view, events) == ()


def test_the_power_by_which_most_fell_is_named() -> None:
    """Ravens took four cards in that game: by whose hand does not matter here."""
    assert "4 of these fell by the power of Ravens." in summed_up("thunder/first-blood", "thor")


def test_the_end_for_want_of_an_action_has_no_last_deed() -> None:
    """8.2 No card fell by which that game ended."""
    assert len(summed_up("thunder/no-action-left", "loki")) == 3

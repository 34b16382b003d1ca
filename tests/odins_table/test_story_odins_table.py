"""An attack and a scouting are told as a story: whose card wins and why, which piece is captured, what is drawn."""

from collections.abc import Mapping

import pytest
from odins_board import GAME, Board

from referee.telling.sentences import reader_of, told_together

CARDS = "9 0 6 3 2 1"
NEW_EN = " Both cards are used up; for column c Thor draws a new card, you draw Odin 9. "
NEW_DE = " Beide Karten sind verbraucht; an Spalte c kommt für dich Odin 9, für Odin eine neue Karte. "


def story(order: str, thor: Mapping[str, str], reader: str, language: str, **odin: str) -> str:
    """What one order of Odin's brought about, told; both have Odin 9 on top of the draw pile, if not given."""
    board = Board(odin={"pieces": "c3 a1", "cards": CARDS, **odin}, thor=thor, lots=[[0]])
    assert board.letter("odin", order) == ["played"]
    told = told_together(reader_of(GAME, board.options, board.view(reader), language), board.told(reader))
    return next(told)


ATTACKS = [
    (
        "2 3 5 5 6 7",
        (
            "You attack c4 from c3: your Freyr 6 beats Thor's Tyr 5. Thor's piece is captured, and yours moves in "
            f"to c4.{NEW_EN}[3.5, 4.1, 4.2, 4.3, 4.4]"
        ),
        (
            "Odin greift von c3 aus c4 an: Odins Karte Freyr 6 schlägt deine Karte Tyr 5. Dein Stein wird gefangen "
            f"genommen, und Odins rückt auf c4 vor.{NEW_DE}[3.5, 4.1, 4.2, 4.3, 4.4]"
        ),
    ),
    (
        "2 3 6+ 5 6 7",
        (
            "You attack c4 from c3: both cards are Freyr 6, and between equals the attacker wins. Thor's piece is "
            f"captured, and yours moves in to c4.{NEW_EN}[3.5, 4.1, 4.2, 4.3, 4.4]"
        ),
        (
            "Odin greift von c3 aus c4 an: Beide Karten sind Freyr 6, und bei Gleichstand gewinnt, wer angreift. "
            f"Dein Stein wird gefangen genommen, und Odins rückt auf c4 vor.{NEW_DE}[3.5, 4.1, 4.2, 4.3, 4.4]"
        ),
    ),
    (
        "2 3 8 5 6 7",
        (
            "You attack c4 from c3: your Freyr 6 loses to Thor's Frigg 8, and your piece on c3 is captured."
            f"{NEW_EN}[3.5, 4.1, 4.2, 4.3, 4.4]"
        ),
        (
            "Odin greift von c3 aus c4 an: Odins Karte Freyr 6 unterliegt deiner Karte Frigg 8, und Odins Stein auf "
            f"c3 wird gefangen genommen.{NEW_DE}[3.5, 4.1, 4.2, 4.3, 4.4]"
        ),
    ),
    (
        "2 3 1 5 6 7",
        (
            "You attack c4 from c3: Thor's Loki 1 tricks your Freyr 6. Nobody is captured, the pieces change places: "
            f"yours stands on c4 now, Thor's on c3.{NEW_EN}[3.5, 4.1, 4.5, 4.4]"
        ),
        (
            "Odin greift von c3 aus c4 an: Deine Karte Loki 1 überlistet Odins Karte Freyr 6. Kein Stein wird "
            "gefangen genommen, die beiden tauschen die Plätze: Odins steht jetzt auf c4, deiner auf c3."
            f"{NEW_DE}[3.5, 4.1, 4.5, 4.4]"
        ),
    ),
]


@pytest.mark.parametrize(("cards", "english", "german"), ATTACKS)
def test_4_an_attack_says_who_won_and_why_and_what_is_captured(cards: str, english: str, german: str) -> None:
    """4.1 to 4.5 To the attacker in English, to the other in German; each is told the own new card alone."""
    thor = {"pieces": "c4 e5", "cards": cards}
    assert story("c3xc4", thor, "odin", "en") == english
    assert story("c3xc4", thor, "thor", "de") == german


def test_6_4_a_pile_made_again_and_a_fortress_entered_stand_in_the_story() -> None:
    """4.7, 6.2, 6.4 Two columns, the attacker's pile made again, the winner in the fortress."""
    thor = {"pieces": "c5 e5", "cards": "2 3 5 5 6 7", "deck": "4"}
    odin = {"pieces": "c4 a1", "deck": ""}
    assert story("c4xc5", thor, "odin", "en", **odin) == (
        "You attack c5 from c4: your Freyr 6 beats Thor's Tyr 5. Thor's piece is captured, and yours moves in to c5. "
        "It stands in Thor's fortress now, and is frozen (6.2). Both cards are used up. Your draw pile is empty: "
        "your discards are shuffled and become the new one. For column c Thor draws a new card, you draw Freyr 6. "
        "[3.5, 4.1, 4.2, 4.3, 4.4, 6.4]"
    )
    thor = {"pieces": "d4 e5", "cards": "2 3 5 5 6 7", "deck": "4"}
    assert story("c3xd4", thor, "thor", "de", deck="") == (
        "Odin greift von c3 aus d4 an: Odins Karte Freyr 6 schlägt deine Karte Tyr 5. Dein Stein wird gefangen "
        "genommen, und Odins rückt auf d4 vor. Beide Karten sind verbraucht. Odins Nachziehstapel ist leer: Der "
        "Ablagestapel wird gemischt und bildet den neuen. Du ziehst Hel 4 für Spalte d, Odin zieht eine neue Karte "
        "für Spalte c. [3.5, 4.1, 4.2, 4.3, 4.4, 6.4]"
    )


def test_5_a_scouting_says_what_it_finds_and_what_comes_for_it() -> None:
    """5.1, 5.4 The card that comes is its owner's secret."""
    thor = {"pieces": "c5 e5", "cards": "2 3 5 5 6 7"}
    assert story("scout c", thor, "odin", "en", rights="b") == (
        "Your Hugin & Munin 0 of column b scouts: Thor's Tyr 5 at column c is turned up. Hugin & Munin are used up; "
        "you draw Odin 9 for column b. [5.1, 5.4]"
    )
    assert story("scout c", thor, "thor", "de", rights="b") == (
        "Odins Karte Hugin & Munin 0 an Spalte b kundschaftet aus und deckt deine Karte an Spalte c auf: Tyr 5. "
        "Hugin & Munin sind verbraucht; Odin zieht eine neue Karte für Spalte b. [5.1, 5.4]"
    )

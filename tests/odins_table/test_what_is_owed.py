"""What a seat of Odin's Table is told first: what it is to do, how near the end is, and what its own half allows."""

import re

import pytest
from by_hand import Table, opening, side, table
from odins_board import GAME

from referee.games.odins_table import telling
from referee.telling.letter import Letter, bodies
from referee.telling.sentences import owed_told, reader_of
from referee.util.values import replace


def owed(t: Table, seat: str, language: str = "en") -> list[str]:
    """What a letter to a seat says of who owes what, the reader first."""
    return [one.text for one in owed_told(reader_of(GAME, t.options, t.view(seat), language), {})]


def notes(t: Table, seat: str) -> list[str]:
    """The keys of the remarks below the board."""
    return [key for key, _ in telling.table(t.view(seat)).notes]


def test_the_first_letter_says_what_the_cards_are_for() -> None:
    """2.2 Whoever does not know the game learns where the cards go, what they do there, and that nobody sees them."""
    t = opening()
    assert owed(t, "odin") == [
        "You lay your six cards face down, one at each column. [2.2]",
        "Thor lays six cards, unseen. [2.2]",
    ]
    assert owed(t, "thor", "de") == [
        "Du legst deine sechs Karten verdeckt an die Spalten, an jede eine. [2.2]",
        "Odin legt sechs Karten, ungesehen. [2.2]",
    ]
    assert notes(t, "odin") == ["powers", "power", "power"]
    assert notes(t, "thor") == ["powers", "power", "power", "place-turned"]


@pytest.mark.parametrize(
    ("odin", "thor", "english", "german"),
    [
        ("c3 a5", "d3 f1", "It is your turn.", "Odin ist am Zug."),
        (
            "c3 a5 b5",
            "d3 f1",
            "It is your turn; one more piece in Thor's fortress, and you win.",
            "Odin ist am Zug; noch ein Stein in deiner Festung, und Odin gewinnt.",
        ),
        (
            "c3 a5",
            "d3 f1 e1",
            "It is your turn; one more piece in your fortress, and Thor wins.",
            "Odin ist am Zug; noch ein Stein in Odins Festung, und du gewinnst.",
        ),
        (
            "c3 a5 b5",
            "d3 f1 e1",
            "It is your turn; whoever gets one more piece in wins.",
            "Odin ist am Zug; wer noch einen Stein hineinbringt, gewinnt.",
        ),
    ],
)
def test_6_3_a_letter_says_how_near_the_end_is(odin: str, thor: str, english: str, german: str) -> None:
    """With two pieces in the enemy fortress the next one wins, and the first sentence of a letter says so."""
    t = table(side(odin), side(thor))
    assert owed(t, "odin") == [f"{english} [2.4]"]
    assert owed(t, "thor", "de") == [f"{german} [2.4]"]


def test_6_1_why_no_piece_comes_back() -> None:
    """A captured piece waits for a corner, and its owner is told so on their turn while both are taken."""
    assert "corners-taken" in notes(table(side("a1 f1 c3"), side("d4")), "odin")
    assert "corners-taken" in notes(table(side("a1 c3"), side("f1 d4")), "odin")
    assert "corners-taken" not in notes(table(side("a1 c3"), side("d4")), "odin")
    assert "corners-taken" not in notes(table(side("a1 f1 c3", captured=0), side("d4")), "odin")
    assert "corners-taken" not in notes(table(side("a1 f1 c3"), side("d4")), "thor")
    assert "corners-taken" not in notes(table(side("a1 f1 c3"), side("d4"), turn="thor"), "odin")


@pytest.mark.parametrize(
    ("odin", "thor", "english", "german"),
    [
        ("a1 c3", "f1 d4", "onto a1, a corner of your fortress, once it is free", "auf a1 zurück, eine Ecke"),
        (
            "a1 f1",
            "d4",
            "onto a1 or f1, the corners of your fortress, once one",
            "auf a1 oder f1 zurück, die Ecken",
        ),
        (
            "c3",
            "a1 f1",
            "No captured piece of yours comes back any more",
            "Kein gefangen genommener Stein von dir",
        ),
    ],
)
def test_6_1_a_corner_with_a_frozen_piece_is_not_waited_for(
    odin: str, thor: str, english: str, german: str
) -> None:
    """It is never free again: both corners were named, whatever stood there."""
    t = table(side(odin), side(thor))
    values = next(values for key, values in telling.table(t.view("odin")).notes if key == "corners-taken")
    for language, said in (("en", english), ("de", german)):
        reader = reader_of(GAME, t.options, t.view("odin"), language)
        assert said in reader.says.say("notes", "corners-taken", reader.voice, values)


def last(t: Table, seat: str) -> dict[str, tuple[str, ...]]:
    """The remarks on what the next step decides, each with its steps."""
    shown = telling.table(t.view(seat)).notes
    return {key: values["moves"] for key, values in shown if key.startswith("wins-")}


def test_6_3_the_step_that_wins_is_told_and_the_one_that_loses() -> None:
    """On the reader's own turn: two are home, and a piece stands before a free square of the fortress."""
    odin, thor = side("a5 b5 c4 d4"), side("a1 b1 e2")
    assert last(table(odin, thor), "odin") == {"wins-now": ("c4-c5", "d4-d5")}
    assert last(table(side("a5 c4"), thor), "odin") == {"wins-next": ("e2-e1",)}
    assert last(table(odin, thor), "thor") == {}
    assert last(table(odin, thor, turn="thor"), "thor") == {"wins-now": ("e2-e1",)}
    assert last(table(side("a5 b5 c4"), side("a1 b1 c5 e3")), "odin") == {}
    assert last(table(side("a5 c4 e1"), thor), "odin") == {}


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_has_the_six_cards_above_their_links_and_no_order_to_scout(language: str) -> None:
    """The cards to lay stood in grey below all moves; and nobody knows of scouting yet (5.7)."""
    t = opening()
    view = t.view("thor")
    letter = Letter(game=GAME, content=t.options, view=view, number="g1.thor.2", choices=GAME.choices(view))
    page = bodies(replace(letter, language=language, address="referee@games.example")).html
    six = {"en": "Your first six: ", "de": "Deine ersten sechs: "}[language]
    lay = {"en": "place CARD", "de": "lege KARTE"}[language]
    assert page.count(six) == 1
    assert page.index(six) < page.index(lay)
    assert not {"standing scout", "dauerauftrag auskundschaften"} & {
        *re.findall("standing scout|dauer[a-z]+ [a-z]+", page)
    }

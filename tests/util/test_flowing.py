"""A text of lines as parts for a page: what was broken at the width is joined, what is drawn stays as it is set."""

from pathlib import Path

import pytest
from support.letters_out import THUNDER

from referee.api import Table
from referee.house.games import BUILT_IN
from referee.telling.catalog import catalog
from referee.telling.handbook import numbers_of, rule_text
from referee.util.flowing import Part, flowed, headed
from referee.util.text import MARK, WIDTH, block

CARD = block("Ravens: in the deck of Thor 9, strength 1, with the mythological symbol, and more of them.", "")
RULE = """\
15.2 From the hand, Ravens may challenge a row-1 card of the enemy. It
    is turned up. If its strength is 0 or 1, or if it has no strength,
    it is discarded. If its strength is 2 to 7 it stays, face up. [R15]
    use ravens B"""
BOARD = """\
  A        B        C
1 ####     ####     ####
-- Thor above, Loki below --"""
NARROW = """\
  A        B        C
2 -        -        ####
1 Archer 2 ####     Huscarl5
-- Thor above, Loki below --
1(Idunn)   ShieldW0(FrostG4)
  A        B        C"""


WIDE = """\
Thor:   a ##    b ##    c 5     d ##    e ##    f ##
5     T a5    T b5    T c5    T d5      e5    T f5
4       a4      b4      c4      d4    T e4      f4
1     O a1    O b1    O c1    O d1    O e1    O f1
Odin:   a [4]   b [4]   c [8]   d [6]   e [5]   f [2]
O: Odin, T: Thor. Above and below the board, the cards of the columns;
[3]: face down, known to you."""


def parts(text: str) -> tuple[Part, ...]:
    """The parts of a text."""
    return flowed(text.split("\n"))


def test_what_was_broken_at_the_width_is_joined() -> None:
    """A paragraph, a rule with the order below it, a position with what happened there."""
    assert [len(line) <= WIDTH for line in CARD.split("\n")] == [True, True]
    assert parts(CARD) == (Part("p", " ".join(CARD.split())),)
    rule, order = parts(RULE)
    assert (rule.kind, rule.lead, order) == ("rule", "15.2", Part("p", "use ravens B", deep=True))
    assert rule.text.endswith("it stays, face up. [R15]")
    told = "Turn 1: Loki\n" + block("1.1  " + "You draw a card, and another one. " * 4, "  ", "       ")
    assert [(one.kind, one.lead) for one in parts(told)] == [("p", ""), ("at", "1.1")]


def test_a_list_of_words_and_a_long_number_are_told_apart() -> None:
    """A word has what it means behind it; a number of a shuffle is a line of its own."""
    assert parts("moves          what you may do\nwhy LETTER     the same;\n               of a letter") == (
        Part("term", "what you may do", "moves"),
        Part("term", "the same; of a letter", "why LETTER"),
    )
    root = "  Fixed: deck thor, 50 cards, by this root: [H19]\n  " + "ab" * 32 + "\n  Words went into it."
    assert len(parts(root)) == 3


def test_what_is_drawn_said_and_headed() -> None:
    """A board stays in its lines, words of a player keep their mark, a heading stands alone; no caret is left."""
    assert parts(f"THE TABLE\n{BOARD}\n\n1> lay\n   ^\n| Hello,\n| Anna!") == (
        Part("head", "THE TABLE"),
        Part("drawn", BOARD),
        Part("p", "1> lay"),
        Part("said", "Hello,\nAnna!"),
    )
    assert parts("WHAT YOU MAY DO\n| Draw a card [4.1]: draw")[1] == Part("p", "Draw a card [4.1]: draw")


def test_a_board_whose_rows_have_one_letter_in_the_middle_is_drawn() -> None:
    """A column that is named by a letter, or empty, stands between the gaps alone."""
    assert parts(NARROW) == (Part("drawn", NARROW),)


def test_a_board_that_is_wider_than_a_phone_becomes_cells() -> None:
    """Divided where no row has a letter; a narrow one, and a table with words in it, stay as they are set."""
    board, below = parts(WIDE)
    rows = [row.split("\t") for row in board.text.split("\n")]
    assert board.kind == "cells"
    assert {*map(len, rows)} == {13}
    assert rows[1] == ["5", "T", "a5", "T", "b5", "T", "c5", "T", "d5", "", "e5", "T", "f5"]
    assert rows[0][:3] == ["Thor:", "", "a ##"]
    assert below == Part("p", " ".join(WIDE.split("\n")[-2:]))
    narrow = "\n".join(row[:30].rstrip() for row in WIDE.split("\n")[:5])
    assert parts(narrow) == (Part("drawn", narrow),)
    words = WIDE.replace("c 5     d ##", "something new")
    assert parts(words)[0].kind == "drawn"


@pytest.mark.parametrize(
    ("heading", "parts"),
    [
        ("THE TABLE", ("THE TABLE", "")),
        ("A LETTER of Loki, ruled on", ("A LETTER", "of Loki, ruled on")),
        ("IN DISPUTE, at 2.0", ("IN DISPUTE,", "at 2.0")),
        ("You owe it", ("You owe it", "")),
    ],
)
def test_a_heading_is_capitals_and_the_rest_is_none(heading: str, parts: tuple[str, str]) -> None:
    """What follows the capitals is set as a sentence."""
    assert headed(heading) == parts


def test_a_list_of_moves_is_joined_at_its_own_width() -> None:
    """Below a heading a list stands after the mark, and is broken two letters earlier."""
    played = "Play Frigg: you see the enemy hand, and Angrboda and Tyr in it fall; or a column is turned up"
    listed = block(played, MARK, hang=f"{MARK}      ")
    assert [len(line) <= WIDTH for line in listed.split("\n")] == [True, True]
    assert parts(f"WHAT YOU MAY DO\n{listed}")[1] == Part("p", played)


def test_of_our_own_orders_are_a_list_and_of_players_they_stay_words() -> None:
    """In help each order with what it is for is an item, broken or not; what a player said keeps its lines."""
    text = "One order a line.\n| letters, reminders: how\n|   letters come\n| offer undo"
    own = flowed(text.split("\n"), own=True)
    assert [one.text for one in own if one.listed] == ["letters, reminders: how letters come", "offer undo"]
    assert parts(text)[1] == Part("said", "letters, reminders: how\n  letters come\noffer undo")


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_answer_in_words_is_drawn(language: str) -> None:
    """Help and rules of every game are paragraphs; of help, most lines are a word and what it means."""
    helped = flowed(catalog("thunder", language).say("help", "all", params=numbers_of(THUNDER)).split("\n"))
    assert {one.kind for one in helped} <= {"p", "term", "rule"}
    assert sum(one.kind == "term" for one in helped) > 20
    for name in sorted(BUILT_IN):
        game = Table.open(name, seed="07").game
        for number in ("1", "H"):
            found = flowed((rule_text(game, number, language) or "").split("\n"))
            assert "drawn" not in {one.kind for one in found}, (name, number)


def test_a_letter_has_no_answer_in_letters_of_one_width() -> None:
    """No page but one with a drawing sets text in letters of one width."""
    folder = Path(__file__).parents[2] / "templates"
    users = [path.name for path in sorted(folder.glob("*.html")) if "css.pre" in path.read_text("utf-8")]
    assert users == ["parts.html"]

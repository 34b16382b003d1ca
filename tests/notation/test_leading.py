"""Orders after words that say when, words behind an order that go on in the next row, and lists with semicolons."""

import pytest

from referee.house.games import find
from referee.notation.reader import Order, Reader, Text


def read(letter: str, language: str = "en", game: str = "thunder") -> list[str]:
    """Each line of a letter: its order, the words that are said, or "" for anything else."""
    found = find(game)
    lines = Reader(found, found.options({}), [language]).read_letter(letter)
    return [_said(one.reading) for one in lines]


def _said(reading: object) -> str:
    if isinstance(reading, Text):
        return f"{reading.verb}: {reading.text}"
    return reading.move.written if isinstance(reading, Order) else ""


@pytest.mark.parametrize(
    ("language", "game", "letter", "orders"),
    [
        ("en", "thunder", "first draw", ["draw"]),
        ("en", "thunder", "First draw\nthen challenge A\nand now draw!", ["draw", "challenge A", "draw"]),
        ("en", "thunder", "first, draw, then challenge A", ["draw", "challenge A"]),
        ("en", "thunder", "After that: lay dragon B2", ["lay dragon B2"]),
        ("en", "thunder", "draw\nfinally challenge B and draw", ["draw", "challenge B", "draw"]),
        ("en", "thunder", "Hi Bert,\n\nnow draw", ["", "draw"]),
        ("en", "odins_table", "then a1-a2", ["a1-a2"]),
        ("en", "odins_table", "first c3xd4, then scout b", ["c3xd4", "scout b"]),
        ("en", "hammer_of_thor", "first move odin 12\nthen halt", ["move odin 12", "halt"]),
        ("de", "thunder", "und ziehe", ["draw"]),
        ("de", "thunder", "zuerst ziehen\ndanach fordere A", ["draw", "challenge A"]),
        ("de", "thunder", "Als erstes: lege Drache nach B2\nund dann ziehe", ["lay dragon B2", "draw"]),
        ("de", "thunder", "jetzt noch ziehe", ["draw"]),
        ("de", "odins_table", "dann a1-a2, danach kundschafte b aus", ["a1-a2", "scout b"]),
        ("de", "hammer_of_thor", "jetzt zieh Odin nach 12\nund halt", ["move odin 12", "halt"]),
    ],
)
def test_words_that_say_when_may_stand_before_an_order(
    language: str, game: str, letter: str, orders: list[str]
) -> None:
    """At the beginning of a letter or a paragraph, and below another order."""
    assert read(letter, language, game) == orders


@pytest.mark.parametrize(
    ("language", "letter"),
    [
        ("en", "I hope that you will wait for me\nand draw"),
        ("en", "I challenge A\nthen draw"),
        ("en", "I challenge A\n\nthen draw"),
        ("en", "drwa\nthen draw"),
        ("en", "then resign g1"),
        ("en", "now offer draw"),
        ("en", "then accept draw"),
        ("en", "then draw or so"),
        ("en", "> then draw"),
        ("en", "then I draw"),
        ("en", "Now then"),
        ("en", "please draw"),
        ("de", "Ich lege Drache B1\nund ziehe"),
        ("de", "Ich freue mich, wenn du bald antwortest\nund ziehe"),
        ("de", "dann gib auf g1"),
        ("de", "und biete Remis"),
        ("de", "Bitte ziehen"),
        ("de", "dann ist ja gut"),
        ("de", "| dann ziehe"),
    ],
)
def test_below_a_sentence_and_before_great_moves_they_make_no_order(language: str, letter: str) -> None:
    """The end of somebody's sentence is not played, nor what ends the game, nor what comes after a fault."""
    assert [one for one in read(letter, language) if one] == []


@pytest.mark.parametrize(
    ("language", "letter", "lines"),
    [
        ("en", "draw, say Well\nplayed", ["draw", "say: Well\nplayed"]),
        ("en", "draw and say Well\nplayed\n\ndraw", ["draw", "say: Well\nplayed", "draw"]),
        ("en", "draw, say Hi\nthere\nchallenge B", ["draw", "say: Hi\nthere", "challenge B"]),
        ("en", "draw, draw, note so\nand so\nend\nmore", ["draw", "draw", "note: so\nand so", ""]),
        ("de", "ziehe, sage Viel Glück\nund viel Spaß", ["draw", "say: Viel Glück\nund viel Spaß"]),
        ("de", "ziehe und sage Gut\ngespielt!\n\nHallo", ["draw", "say: Gut\ngespielt!", ""]),
        ("de", "ziehe, notiere so\nwar es", ["draw", "note: so\nwar es"]),
    ],
)
def test_words_behind_an_order_go_on_as_words_do(language: str, letter: str, lines: list[str]) -> None:
    """To the next blank row, to `end`, or to a row that reads as an order."""
    assert read(letter, language) == lines


@pytest.mark.parametrize(
    ("language", "game", "line"),
    [
        ("en", "thunder", "deploy ravens; tyr; hel"),
        ("en", "thunder", "use seer a; b; c"),
        ("de", "thunder", "Aufstellen Raben; Tyr; Hel"),
        ("de", "thunder", "Stelle Raben; Tyr und Hel auf"),
        ("de", "thunder", "stell auf: Raben; Tyr; Hel."),
        ("en", "odins_table", "place 9; 2; 6; 3; 7; 1"),
        ("de", "odins_table", "Stelle Odin; Tyr; 2; 3; 7; 1 auf"),
        ("de", "odins_table", "dauerauftrag auskundschaften a; c; b"),
    ],
)
def test_a_list_may_have_semicolons(language: str, game: str, line: str) -> None:
    """Where they part no orders, they are commas."""
    comma = read(line.replace(";", ","), language, game)
    assert read(line, language, game) == comma != [""]
    assert read("draw; draw") == ["draw", "draw"]

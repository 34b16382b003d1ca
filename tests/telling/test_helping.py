"""`help`: how one wins and what a turn is, what can be ordered now, the words of the house; and `help WORD`."""

import re

import pytest
from test_meant import answered, table_at

from referee.api import Table
from referee.house.games import BUILT_IN, find
from referee.notation.reader import Reader
from referee.notation.readings import Foresight, Prose
from referee.notation.readings import Table as Asked
from referee.telling.about import aim, help_text
from referee.telling.handbook import rules_about
from referee.telling.sentences import reader_of
from referee.telling.spoken import word_of

ORDERS = {"thunder": "deploy", "odins_table": "place", "hammer_of_thor": "choose"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_help_begins_with_how_one_wins(name: str, language: str) -> None:
    """Then the orders of this moment, then the words of the house; in every game and both languages."""
    table = Table.open(name, seed="07")
    seat = table.owed()[0].seat
    reader = reader_of(table.game, table.content, table.view(seat), language)
    told = help_text(reader, table.choices(seat))
    first = "\n".join(aim(reader)).split()[:6]
    assert first
    assert told.split()[: len(first)] == first
    now, house = told.index(reader.text("moves")), told.index("| " + reader.text("table-word") + ",")
    assert 0 < now < house
    assert word_of(table.game, table.content, language, ORDERS[name]) in told[now:house]
    assert len(told[house:].split()) < 130


@pytest.mark.parametrize(
    ("language", "line", "told", "left_out"),
    [
        (
            "en",
            "help lay",
            "| Lay a card face down: in front, between or behind [5.1] | lay CARD PLACE",
            "YOU WIN",
        ),
        ("en", "help lay", "By rule 5.1: ", "| Challenge"),
        ("de", "Hilfe legen", "Nach Regel 5.1: ", "DU GEWINNST"),
        ("en", "help if", "An order beforehand [H27] waits until", "YOU WIN"),
        ("de", "hilfe wenn", "Ein Befehl im Voraus [H27]", "DU GEWINNST"),
        ("en", "help letters", "letters my-turn: letters when your answer is due", "YOU WIN"),
        ("en", "help all", "annotate 7.2 line 3", "YOU WIN"),
        ("en", "help me, please!", "YOU WIN", "NOT UNDERSTOOD"),
        ("en", "Hi, how do I win?", "YOU WIN", "ignored"),
        ("de", "Wie gewinne ich?", "DU GEWINNST", "nicht beachtet"),
    ],
)
def test_help_with_one_word(language: str, line: str, told: str, left_out: str) -> None:
    """Its moves of this moment, its rules with an example, or what the house says of it; else help as a whole."""
    text, _, verdicts = answered(line, language, table_at("3.0", language))
    assert verdicts == ["answered"]
    assert told in text
    assert left_out not in text


@pytest.mark.parametrize(("language", "words"), [("en", ("score", "hint")), ("de", ("punkte", "tipp"))])
@pytest.mark.parametrize("asks", ["help", "help all"])
def test_help_names_score_and_hint(asks: str, language: str, words: tuple[str, ...]) -> None:
    """Words sent alone that people ask for; each is answered, and told in the reader's language."""
    text, _, _ = answered(asks, language, table_at("3.0", language))
    for word, verb in zip(words, ("score", "hint"), strict=True):
        assert re.search(rf"\b{word}\b[^|]*:|\b{word} ", text), word
        game = find("thunder")
        (one,) = Reader(game, game.options({}), (language,)).read_letter(word)
        assert one.reading == Asked(verb)


@pytest.mark.parametrize(
    ("line", "verb"),
    [
        ("Hinweis bitte! Was soll ich tun?", "hint"),
        ("Hi, how do I win? Thanks!", "help"),
        ("What can I do?", "moves"),
        ("zurücknehmen bitte", "undo"),
        ("show me the table, please", "table"),
        ("help lay", "help"),
    ],
)
def test_a_question_may_have_words_of_courtesy_beside_it(line: str, verb: str) -> None:
    """A greeting and thanks, and the same question twice, change nothing."""
    game = find("thunder")
    (one,) = Reader(game, game.options({}), ("de",)).read_letter(line)
    assert isinstance(one.reading, Asked)
    assert one.reading.verb == verb


@pytest.mark.parametrize(
    "line",
    ["please", "Thank you!", "THE TABLE", "DER TISCH", "Hint: I have no dragon", "help is on the way to you"],
)
def test_courtesy_alone_and_headings_ask_nothing(line: str) -> None:
    """They are prose, as are headings of our own letters."""
    game = find("thunder")
    (one,) = Reader(game, game.options({}), ("de",)).read_letter(line)
    assert isinstance(one.reading, Prose)


@pytest.mark.parametrize(
    ("language", "line", "told"),
    [
        ("en", "rules challenge", r"3\.7 In the first turn"),
        ("de", "Regeln Stärke", "[Ss]tärke"),
        ("en", "rules battlefield", "battlefield"),
        ("en", "rules xyzzy", "There is no rule or chapter xyzzy."),
    ],
)
def test_the_rules_are_found_by_a_word(language: str, line: str, told: str) -> None:
    """The chapters that are called so, and the first rules in which it stands."""
    text, _, verdicts = answered(line, language, table_at("3.0", language))
    assert verdicts == ["answered"]
    assert re.search(told, text.partition(line)[2])
    assert "NOT UNDERSTOOD" not in text
    assert "NICHT VERSTANDEN" not in text


@pytest.mark.parametrize(
    ("language", "word", "numbers"),
    [
        ("en", "attack", ["4.1", "4.2", "4.3", "4.4"]),
        ("en", "scouting", ["5.1", "5.2", "5.3", "5.4"]),
        ("de", "Angriff", ["4.1", "4.2", "4.3", "4.4"]),
    ],
)
def test_rules_about_a_word_begin_with_the_chapter_that_is_called_so(
    language: str, word: str, numbers: list[str]
) -> None:
    """`rules attack` showed four rules of other chapters in which the word stands, and none on how one attacks."""
    told = rules_about(find("odins_table"), word, language)
    assert re.findall(r"^(\d+\.\d+) ", told, re.MULTILINE) == numbers


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_help_on_orders_beforehand_has_a_whole_one_to_copy(name: str, language: str) -> None:
    """It was a paragraph of grammar: now a line that is read as an order beforehand stands after the first sentence."""
    table = Table.open(name, seed="07")
    seat = table.owed()[0].seat
    reader = reader_of(table.game, table.content, table.view(seat), language)
    told = help_text(reader, table.choices(seat), {"en": "if", "de": "wenn"}[language])
    line = next(row for row in told.splitlines() if row.startswith("| ")).removeprefix("| ")
    (read,) = Reader(table.game, table.content, (language,)).read_letter(line)
    assert isinstance(read.reading, Foresight)
    assert max(len(one) for one in re.split(r"\n(?! )", told)) < 400

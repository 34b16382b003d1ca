"""The handbook: every rule, ruling, order, card and option stands in it, once and within the width."""

import re

import pytest
from support.rings import inner_only
from support.suite import announced

from referee.api import Table
from referee.engine.rules import NUMBER
from referee.games.thunder.options import Options
from referee.house.games import BUILT_IN, find
from referee.house.rulebook import Chapter, Rulebook, RuleText, Ruling, rulebook
from referee.notation.reader import Misread, Prose, Reader, Reading, Text
from referee.telling.handbook import handbook_text, rule_line, rule_text
from referee.util.text import WIDTH
from referee.util.translations import HOUSE, languages
from referee.util.values import replace

GAME = find("thunder")
TEXT = handbook_text(GAME.name)
LINES = TEXT.splitlines()


LAYER = {"published": "", "ruling": "(our ruling) ", "supplement": "(our supplement) "}
"""What stands between the number of a rule and its text."""


def _flat(text: str) -> str:
    return " ".join(text.split())


def test_every_rule_stands_in_the_handbook_once() -> None:
    """Each numbered rule begins exactly one line, and its text is there in full, after whose rule it is."""
    flat, rules = _flat(TEXT), rulebook("thunder").rules
    for number, rule in rules.items():
        assert sum(line.startswith(f"{number} ") for line in LINES) == 1, number
        assert _flat(f"{number} {LAYER[rule.layer]}{rule.text}") in flat
    assert {rule.layer for rule in rules.values()} == set(LAYER)


def test_every_ruling_and_its_values_stand_in_the_handbook() -> None:
    """Each ruling is printed, with the meaning of each value where the players may choose."""
    flat = _flat(TEXT)
    for ruling in rulebook("thunder").rulings:
        assert _flat(f"{ruling.number} ({ruling.rule}) {ruling.text}") in flat
        assert all(_flat(text) in flat for _, text in ruling.values)


def test_options_are_those_of_the_game() -> None:
    """The rulebook's options are the ones the game knows, with the same usual value first."""
    told = {
        ruling.option: (ruling.number, *(value for value, _ in ruling.values))
        for ruling in rulebook("thunder").rulings
        if ruling.option
    }
    assert told == {name: tuple(values) for name, values in Options.second_values().items()}
    assert "  flank (R11): facing (the default), across" in LINES


def test_every_order_is_listed_with_its_rule() -> None:
    """The list of orders has a line for each form the rulebook names."""
    for rule in rulebook("thunder").rules.values():
        for order in rule.orders:
            assert _flat(f"{order} [{rule.number}]") in _flat(TEXT), order


def test_every_card_is_listed_with_its_certainty() -> None:
    """Both decks stand in the handbook row by row, and each says how sure it is."""
    decks = GAME.options({})["deck"]
    for rows in decks.values():
        for row in rows:
            assert any(
                line.strip().startswith(row["title"]) and line.endswith(row["certainty"]) for line in LINES
            )
    told = [line for line in LINES if line.endswith(("  printed", "  reconstructed"))]
    assert len(told) == sum(map(len, decks.values()))


def test_words_and_abbreviations_are_printed() -> None:
    """The other words for an order or a card, and the abbreviations, stand in brackets after it."""
    assert "  challenge (attack, cha, chal)" in LINES
    assert "  ravens (raven, rav)" in LINES


def test_the_handbook_keeps_to_the_width() -> None:
    """No line is wider than a mail should be."""
    assert [line for line in LINES if len(line) > WIDTH or line != line.rstrip()] == []


def test_one_rule_can_be_asked_for() -> None:
    """A rule, a whole chapter, a ruling, a rule of the house, a letter after a number, a dot too many."""
    rule = rulebook("thunder").rules["15.2"]
    assert _flat(rule_text(GAME, "15.2") or "").startswith(_flat(f"15.2 {rule.text}"))
    assert rule_text(GAME, "15.2.") == rule_text(GAME, "15.2")
    assert rule_text(GAME, "13.2a") == rule_text(GAME, "13.2")
    assert (rule_text(GAME, "r11") or "").startswith("R11 (20.1)")
    assert (rule_text(GAME, "H1") or "").startswith("H1 ")
    assert (rule_text(GAME, "h4") or "").splitlines()[-2:] == ["    accept", "    accept TEXT"]
    chapter = rule_text(GAME, "15") or ""
    assert chapter.splitlines()[0] == "15 Ravens"
    assert all(f"\n15.{n} " in chapter for n in range(1, 7))


@pytest.mark.parametrize("number", ["99", "15.9", "R99", "H99", "x", "15.", "../15"])
def test_what_is_no_rule_has_no_text(number: str) -> None:
    """An unknown number gives nothing, and no error; `15.` is chapter 15."""
    assert (rule_text(GAME, number) is None) == (number != "15.")


LETTERED = ("0", "1.0a", "1.0b", "2.1D2", "2.2A0", "2.2A10", "2.2B1", "4.2a", "4.2A", "4.2A10", "M16", "S1")
"""Numbers as they stand in a rulebook whose sections have letters."""


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("0", "0"),
        ("1.0A", "1.0a"),
        ("2.1d2", "2.1D2"),
        ("4.2a", "4.2a 4.2A"),
        ("4.2A", "4.2a 4.2A"),
        ("4.2a10", "4.2A10"),
        ("m16.", "M16"),
        ("S1", "S1"),
        ("s0", "S0"),
        ("1.0", "1.0a 1.0b"),
        ("4.2", "4.2a 4.2A 4.2A10"),
        ("4", ""),
        ("M", ""),
        ("4.2b", ""),
        ("2.2a", "2.2A0 2.2A10"),
        ("2.2", "2.2A0 2.2A10 2.2B1"),
    ],
)
def test_numbers_with_letters_can_be_asked_for(
    asked: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large or small: both where two differ in that alone; a section is all its rules with letters; rulings too."""
    rules = {number: RuleText(number, f"The text of {number}.") for number in LETTERED}
    book = Rulebook("", (), (Ruling("S0", "0", "The text of S0."),), rules)
    monkeypatch.setattr("referee.telling.handbook.rulebook", lambda *_: book)
    found = re.findall(r"The text of (\S+)\.", rule_text(GAME, asked) or "")
    assert " ".join(found) == told


def test_a_chapter_may_have_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """`rules m` is the chapter M."""
    book = Rulebook("", (Chapter("M", "Our rulings", (RuleText("M1", "A ruling of ours."),)),), ())
    monkeypatch.setattr("referee.telling.handbook.rulebook", lambda *_: book)
    assert (rule_text(GAME, "m") or "").splitlines() == ["M Our rulings", "M1 A ruling of ours."]


def test_the_line_under_a_refusal_is_the_rule() -> None:
    """The bare sentence of a rule, of the game or the house; nothing for an unknown number."""
    assert rule_line(GAME, "1.5") == rulebook("thunder").rules["1.5"].text
    assert rule_line(GAME, "H1").startswith("An order that names a position")
    assert rule_line(GAME, "99.9") == ""


def test_rules_without_a_number_are_the_chapters() -> None:
    """The order `rules` alone is answered with what one can ask for."""
    listed = rule_text(find("thunder"), "") or ""
    assert listed.splitlines()[0] == "1 Setting up"
    assert listed.splitlines()[-1] == "H Rules of the house"
    assert len(listed.splitlines()) == 22


def test_h_alone_is_the_chapters_of_the_house() -> None:
    """Each with the numbers of its rules, by which they are asked for."""
    listed = (rule_text(GAME, "h") or "").splitlines()
    assert listed[0] == "H4, H5, H11: The invitation"
    assert len(listed) == len(rulebook(HOUSE).chapters)
    assert (rule_text(GAME, "H", "de") or "").splitlines()[0] == "H4, H5, H11: Die Einladung"


@pytest.mark.parametrize("name", sorted(BUILT_IN))
def test_the_house_stands_in_every_handbook_by_chapter(name: str) -> None:
    """Under its title each rule once, in full, with its orders; these stand among the orders of the game too."""
    text = handbook_text(name)
    lines, flat = text.splitlines(), _flat(text)
    for chapter in rulebook(HOUSE).chapters:
        at = lines.index(chapter.title)
        assert lines[at + 1].startswith(f"{chapter.rules[0].number} ")
        for rule in chapter.rules:
            assert sum(line.startswith(f"{rule.number} ") for line in lines) == 1
            assert _flat(" ".join([f"{rule.number} {rule.text}", *rule.orders])) in flat
            assert all(f"  {order}  [{rule.number}]" in lines for order in rule.orders)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", inner_only(sorted(BUILT_IN), "hammer_of_thor".__ne__))
def test_every_order_of_the_house_is_read_in_every_game(name: str, language: str) -> None:
    """In the words of each language it is the order that it is in English, and no prose."""
    game = find(name)
    content = game.options({})
    for number, rule in rulebook(HOUSE).rules.items():
        for order, told in zip(rule.orders, rulebook(HOUSE, language).rules[number].orders, strict=True):
            invited = number in {"H4", "H5"}
            meant = Reader(game, content, invited=invited).read(a_card(order))
            assert not isinstance(meant, Misread | Prose), order
            found = Reader(game, content, (language,), invited=invited).read(a_card(told))
            assert replaced(found) == replaced(meant), (told, order)


def a_card(order: str) -> str:
    """An order with a card in the place of NAME, which no language has a word for."""
    return re.sub("(?<=(card|arte) )NAME", "loki.tyr", order)


def replaced(reading: Reading) -> object:
    """A reading without where its words ended, which lies elsewhere in another language."""
    return replace(reading, ends=0) if isinstance(reading, Text) else reading


@pytest.mark.share(3)
@pytest.mark.parametrize("name", [*sorted(BUILT_IN), "sindri", "trio"])
def test_what_help_and_reports_ask_for_as_an_example_is_there(name: str) -> None:
    """Each number after `rules` is that of a rule, a chapter or a ruling which this game has, or of the house."""
    with announced():
        table = Table.open(name, seed="07")
        seat = next(one.seat for one in table.view(None).owed)
        for language, word in (("en", "rules"), ("de", "regeln")):
            if name != "trio" or language == "en":
                table.play(seat, [f"language {language}"])
                told = table.play(seat, ["help"]).receipt + table.report(seat)
                numbers = re.findall(rf"\b{word} ({NUMBER}|[A-Z])(?=[ ,)])", told)
                assert len(numbers) >= 5, told
                assert all(rule_text(table.game, number) for number in numbers), numbers

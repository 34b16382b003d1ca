"""The rulebook as data: every number of the published sections, every ruling and the supplement, in layers apart."""

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.thor_orders import KINDS, reader

from referee.engine.rules import cited
from referee.games import hammer_of_thor as package
from referee.notation.reader import Order
from referee.telling.handbook import handbook_text
from referee.util.text import WIDTH
from referee.util.translations import translated

BOOK_FILE = Path(__file__).parents[2] / "referee" / "games" / "hammer_of_thor" / "rulebook.yaml"
BOOK: dict[str, Any] = yaml.safe_load(BOOK_FILE.read_text("utf-8"))
CHAPTERS: list[dict[str, Any]] = BOOK["chapters"]
RULES: list[dict[str, Any]] = [rule for chapter in CHAPTERS for rule in chapter["rules"]]

NUMBERS = {
    "0": "0",
    "1": "1.0a 1.0b 1.0c 1.0d 1.0e 1.0f 1.0g 1.0h 1.0i 1.0j 1.0k",
    "2": "2.1A 2.1B 2.1C 2.1D 2.1D2 2.1E 2.1F 2.1G 2.1H 2.1I "
    "2.2A0 2.2A1 2.2A2 2.2A3 2.2A4 2.2A5 2.2A6 2.2A7 2.2A8 2.2A9 2.2A10 2.2B1 2.2B2 2.2C",
    "3": "3.0 3.1 3.2 3.3 3.4",
    "4": "4.0 4.1a 4.1b 4.1c 4.2a 4.2b 4.2c 4.2A",
    "5": "4.2B 4.2C 4.3 4.3A 4.4 4.5 4.6 5.0 6.0 8.0 9.0 10.0 12.0 14.1A",
    "M": " ".join(f"M{n}" for n in range(1, 34)),
    "S": " ".join(f"S{n}" for n in range(1, 19)),
}
"""The numbers of each chapter, in their order."""
LAYERS = {"(published, ": "01234", "Left to the master": "5", "Our rulings": "M", "Our supplement": "S"}
"""How the titles of the chapters of each layer begin or end."""

PLAYERS = (
    "choose start discard play when keep caution search reconnoitre move halt roll meet card reveal conceal rune use change "
    "take look lose smith mission ask side end resign offer accept decline"
)
MASTERS = (
    "encounter combat round close hit test stamina set reputation kill raise out join leave split new move deal give aside "
    "break insane sane speed skip season win stop go remark ruling"
)
"""The first words of all orders."""


def test_every_number_is_there_once_and_in_order() -> None:
    """The book holds exactly the numbers of the sections, the rulings and the supplement, each in its chapter."""
    found = {one["number"]: " ".join(rule["number"] for rule in one["rules"]) for one in CHAPTERS}
    assert found == NUMBERS


def test_the_layers_are_told_apart() -> None:
    """The title of each chapter says whether it is published, left to the master, our ruling or our supplement."""
    for words, chapters in LAYERS.items():
        titled = {one["number"] for one in CHAPTERS if words in one["title"]}
        assert titled == set(chapters), words


def test_it_says_that_cards_and_map_are_not_the_published_ones() -> None:
    """In the rule that every player reads first, in that of the map, and with the option."""
    texts = {rule["number"]: rule["text"] for rule in RULES}
    assert "not the published ones" in texts["0"]
    assert "is ours" in texts["9.0"]
    assert "not the published ones" in BOOK["rulings"][0]["text"]


def test_a_rule_names_only_rulings_that_there_are() -> None:
    """No published rule names an unknown ruling, and none is named by a ruling or the supplement."""
    for chapter in CHAPTERS:
        for rule in chapter["rules"]:
            named = rule.get("rulings", [])
            assert set(named) <= set(NUMBERS["M"].split()), rule["number"]
            assert len(named) == len(set(named))
            assert not named or chapter["number"] not in "MS"


def test_every_ruling_is_named_by_a_rule_that_it_bears_on() -> None:
    """Whoever reads a published rule is led to what we decided; M31 to M33 are about the table as a whole."""
    named = {one for rule in RULES for one in rule.get("rulings", [])}
    assert set(NUMBERS["M"].split()) - named == {"M31", "M33"}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["number"])
def test_a_text_is_a_whole_sentence(rule: dict[str, Any]) -> None:
    """Every text has 15 characters or more, ends with a full stop, and has no line break or double space."""
    text = rule["text"]
    assert len(text) >= 15
    assert text.endswith(".")
    assert text == " ".join(text.split())


def test_no_entry_has_a_key_of_its_own_making() -> None:
    """Every part of the book has the keys it must have, and none besides those it may have."""
    assert set(BOOK) == {"title", "layer", "chapters", "rulings"}
    for rule in RULES:
        assert {"number", "text"} <= set(rule) <= {"number", "layer", "section", "text", "rulings", "orders"}
        assert rule.get("orders", ["halt"])


def test_the_supplement_is_the_only_option() -> None:
    """Without it a master plays along: that is the default."""
    (only,) = BOOK["rulings"]
    assert (only["number"], only["option"], list(only["values"])) == ("S0", "supplement", ["none", "house"])


def test_every_order_begins_with_a_known_word_and_each_is_shown() -> None:
    """Each verb of the players and of the master stands under some rule, and no other does."""
    shown = [order for rule in RULES for order in rule.get("orders", [])]
    assert {order.split()[0] for order in shown} == {*PLAYERS.split(), *MASTERS.split()}
    assert len(shown) == len(set(shown))


def test_every_text_is_there_in_german() -> None:
    """Titles, rules, and the ruling with its values, each in words of its own."""
    german = translated("hammer_of_thor", "de").pgettext
    texts = [("title", BOOK["title"]), *((f"chapter.{one['number']}", one["title"]) for one in CHAPTERS)]
    texts += [(f"rule.{rule['number']}", rule["text"]) for rule in RULES]
    for one in BOOK["rulings"]:
        texts.append((f"ruling.{one['number']}", one["text"]))
        texts += [(f"value.{one['number']}.{value}", text) for value, text in one["values"].items()]
    assert [context for context, text in texts if german(context, text) == text] == []


M33 = "M33"
"""Its orders are those of the house."""


@pytest.mark.parametrize(
    "rule",
    [one for one in RULES if "orders" in one and one["number"] != M33],
    ids=lambda rule: rule["number"],
)
def test_each_order_is_read_and_written_as_it_stands(rule: dict[str, Any]) -> None:
    """What the rulebook shows is an order in its canonical form."""
    for order in rule["orders"]:
        read = reader("en").read(order)
        assert isinstance(read, Order), (order, read)
        assert read.move.written == order


def test_every_kind_of_order_is_shown() -> None:
    """Each order of the players and each effect of the master stands under some rule.

    `move thor 29` alone reads as the order of a player, so `Put` is not among them.
    """
    read = [reader("en").read(order) for rule in RULES for order in rule.get("orders", [])]
    shown = {type(one.move) for one in read if isinstance(one, Order)}
    assert [one.__name__ for one in KINDS if one not in shown] == ["Put"]


def test_code_and_rulebook_hold_the_same_numbers() -> None:
    """Every rule is cited by the code that carries it out or leaves it to the master, and no other is."""
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    found = {number for number, _, _ in cited(package.__name__) if not number.startswith("H")}
    assert found == {rule["number"] for rule in RULES}


def test_tests_bear_numbers_that_there_are() -> None:
    """A test that bears a number is about a rule of that number: `test_4_2a_` about 4.2a and 4.2A."""
    known = {rule["number"].replace(".", "_").lower() for rule in RULES}
    text = "\n".join(path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py")))
    named = set(re.findall(r"^def test_(\d+_\d+(?:[a-z]\d*)?|[ms]\d+|0)_", text, re.MULTILINE))
    assert named - known == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_handbook_keeps_to_the_width(language: str) -> None:
    """Titles too, which are not broken into lines."""
    assert [
        line for line in handbook_text(package.GAME.name, language).splitlines() if len(line) > WIDTH
    ] == []

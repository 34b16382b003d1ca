"""The rulebook as data: every number of the rules and every ruling is there, once and well formed."""

from pathlib import Path
from typing import Any

import pytest
import yaml

BOOK_FILE = Path(__file__).parents[2] / "referee" / "games" / "thunder" / "rulebook.yaml"
BOOK: dict[str, Any] = yaml.safe_load(BOOK_FILE.read_text("utf-8"))
CHAPTERS: list[dict[str, Any]] = BOOK["chapters"]
RULES: list[dict[str, Any]] = [rule for chapter in CHAPTERS for rule in chapter["rules"]]
RULINGS: list[dict[str, Any]] = BOOK["rulings"]

CHAPTER_BY_CHAPTER = (
    "1.1 1.2 1.3 1.4 1.5 1.6",
    "2.1 2.2 2.3 2.4 2.5 2.6 2.7",
    "3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8",
    "4.1 4.2",
    "5.1 5.2 5.3 5.4",
    "6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9",
    "7.1 7.2 7.3 7.4 7.5 7.6 7.7",
    "8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8",
    "9.1 9.2",
    "10.1 10.2 10.3 10.4 10.5 10.6 10.7",
    "11.1 11.2 11.3 11.4 11.5",
    "12.1 12.2 12.3 12.4",
    "13.1 13.2 13.3 13.4",
    "14.1 14.2 14.3 14.4 14.5 14.6",
    "15.1 15.2 15.3 15.4 15.5 15.6",
    "16.1 16.2",
    "17.1 17.2 17.3 17.4 17.5",
    "18.1 18.2",
    "19.1 19.2 19.3 19.4",
    "20.1 20.2 20.3",
    "21.1 21.2 21.3 21.4 21.5",
)
NUMBERS = [number for chapter in CHAPTER_BY_CHAPTER for number in chapter.split()]

# Which rule each ruling belongs to, as the rules mark it.
HOME = {
    "R1": "1.4",
    "R2": "2.7",
    "R3": "3.5",
    "R4": "6.7",
    "R5": "7.2",
    "R6": "11.4",
    "R7": "12.4",
    "R8": "17.3",
    "R9": "19.3",
    "R10": "19.3",
    "R11": "20.1",
    "R12": "17.2",
    "R13": "7.3",
    "R14": "10.6",
    "R15": "15.2",
    "R16": "17.1",
    "R17": "17.4",
    "R18": "18.2",
    "R19": "19.1",
    "R20": "19.2",
    "R21": "8.7",
    "R22": "8.8",
    "R23": "14.5",
    "R24": "14.6",
    "R25": "17.1",
    "R26": "1.3",
    "R27": "1.6",
    "R28": "9.1",
    "R29": "15.5",
}

OPTIONS = {
    "R11": ("flank", ["facing", "across"]),
    "R13": ("played", ["after", "first"]),
    "R19": ("seer", ["may-stop", "must-draw"]),
    "R24": ("discards", ["standing", "ask"]),
}

ORDERS = [
    "deploy ravens, female-archer, viking-warriors",
    "draw",
    "lay nightmare B2",
    "lay thor A1",
    "challenge B",
    "challenge B order nightmare, ravens",
    "use ravens B",
    "use ravens own",
    "use ravens hand",
    "use ravens hand to C",
    "use frigg hand",
    "use frigg B",
    "use freya",
    "use hel tyr",
    "use longships viking-warriors, female-archer",
    "use longships none",
    "use odin 3",
    "use gungnir C3",
    "use mjolnir C3",
    "use baldr A2 C1",
    "use valkyries A1 B2",
    "use vidarr A A3",
    "use seer",
    "use seer to B, C",
    "place B",
    "next",
    "stop",
    "use berserker",
    "use idunn",
    "order nightmare, ravens, frigg",
    "order default",
    "standing order nightmare, ravens",
    "standing order default",
    "standing lay A, C",
    "standing lay never",
    "lay captured ravens B1",
    "resign g1",
    "offer draw",
    "accept draw",
    "decline draw",
    "claim draw",
    "claim win",
]


def texts() -> list[tuple[str, str]]:
    """Every text of the book that a player reads, with the number or value it stands under."""
    found = [(str(one["number"]), str(one["text"])) for one in [*RULES, *RULINGS]]
    for ruling in RULINGS:
        values = ruling.get("values", {})
        found += [(f"{ruling['number']} {value}", str(text)) for value, text in values.items()]
    return found


def test_every_rule_is_there_once_and_in_order() -> None:
    """The book holds exactly the numbers of the rules, in their order, none twice and each as text."""
    assert [rule["number"] for rule in RULES] == NUMBERS


def test_chapters_run_from_1_to_21_and_hold_their_own_rules() -> None:
    """Chapters are numbered 1 to 21, have a title, and hold no rule of another chapter."""
    assert [chapter["number"] for chapter in CHAPTERS] == list(range(1, 22))
    assert all(chapter["title"].strip() for chapter in CHAPTERS)
    for chapter in CHAPTERS:
        heads = {rule["number"].partition(".")[0] for rule in chapter["rules"]}
        assert heads == {str(chapter["number"])}


def test_every_ruling_is_there_once_and_in_order() -> None:
    """R1 to R29 stand each once, in order, and nothing else does."""
    assert [ruling["number"] for ruling in RULINGS] == [f"R{n}" for n in range(1, 30)]


def test_a_ruling_names_the_rule_it_belongs_to_and_is_named_there() -> None:
    """Each ruling names an existing rule, the one the rules mark, and that rule names the ruling."""
    assert {ruling["number"]: ruling["rule"] for ruling in RULINGS} == HOME
    named = {rule["number"]: rule.get("rulings", []) for rule in RULES}
    for number, rule in HOME.items():
        assert number in named[rule]


def test_a_rule_names_only_rulings_that_exist() -> None:
    """No rule names an unknown ruling or the same one twice, and no list of rulings or orders is empty."""
    for rule in RULES:
        rulings = rule.get("rulings", ["R1"])
        assert rulings
        assert set(rulings) <= set(HOME)
        assert len(rulings) == len(set(rulings))
        assert rule.get("orders", ["draw"])


@pytest.mark.parametrize(("number", "text"), texts())
def test_a_text_is_a_whole_sentence_on_one_line(number: str, text: str) -> None:
    """Every text has 15 characters or more, ends with a full stop, and has no line break or double space."""
    assert len(text) >= 15, number
    assert text.endswith("."), number
    assert text == " ".join(text.split()), number


def test_only_four_rulings_are_options() -> None:
    """R11, R13, R19 and R24 alone name an option; the values are those of the rules, the usual one first."""
    found = {
        ruling["number"]: (ruling.get("option"), list(ruling.get("values", {})))
        for ruling in RULINGS
        if "option" in ruling or "values" in ruling
    }
    assert found == OPTIONS


def test_no_entry_has_a_key_of_its_own_making() -> None:
    """Every part of the book has the keys it must have, and none besides those it may have."""
    assert set(BOOK) == {"title", "layer", "chapters", "rulings"}
    for rule in RULES:
        assert {"number", "text"} <= set(rule) <= {"number", "layer", "text", "rulings", "orders"}
    for ruling in RULINGS:
        assert {"number", "rule", "text"} <= set(ruling) <= {"number", "rule", "text", "option", "values"}


def test_every_form_of_order_is_shown_somewhere() -> None:
    """Each canonical order stands under some rule, and no other line of notation does."""
    assert {order for rule in RULES for order in rule.get("orders", [])} == set(ORDERS)

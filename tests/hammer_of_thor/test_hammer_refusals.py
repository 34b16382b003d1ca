"""The refusals: each reason that the code gives has a sentence, which needs no more than the code gives with it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.source import nodes
from thor_table import content, table

from referee.games import hammer_of_thor as package
from referee.games.hammer_of_thor.barring import CARDS
from referee.games.hammer_of_thor.board import board
from referee.games.hammer_of_thor.cards import card_set
from referee.games.hammer_of_thor.figures import CHARACTERISTICS
from referee.games.hammer_of_thor.timing import own_turn
from referee.games.hammer_of_thor.view import view
from referee.games.hammer_of_thor.voice import Voice
from referee.house.games import BUILT_IN
from referee.telling.catalog import Catalog
from referee.util import data, plainyaml

GAME = "hammer_of_thor"
SAYS = {language: Catalog(GAME, language) for language in ("en", "de")}
OWN = plainyaml.read_text(data.text("templates", GAME, "messages.en.yaml"), "messages").value
MODULES = sorted(Path(package.__file__).parent.glob("*.py"))
VALUES: dict[str, Any] = {
    "names": ("sif", "loki"),
    "items": ("gungnir", "hofud"),
    "shapes": ("falcon",),
    "chosen": "friendship",
    "cards": ("feast", "slander"),
    "left": (("good", 1), ("neutral", 1)),
    "known": ("one", "another"),
    "did": ("take",),
    "name": "thor",
    "item": "gungnir",
    "shape": "falcon",
    "rune": "ale-rune",
    "card": "feast",
    "place": 8,
    "start": 9,
    "target": "group",
    "seat": "blue",
    "characteristic": "wisdom",
    "insanity": "lunacy",
    "deck": "jotun",
    "season": "winter",
    "alignment": "good",
    "effect": "go on",
    "times": 2,
    "needs": "group",
    "lines": (8, 29),
    "reason": "no-combat",
    "of": {},
}
"""What may stand in a parameter of that name; anywhere else a number stands, or Sif."""
NUMBERS = {"first", "last", "need", "have", "most", "cost", "has", "value", "count"}


def reasons() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each reason in the code: where it is given, its key, and the names of its parameters."""
    for path in MODULES:
        for node in nodes(path):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in {"why", "Why"}
            ):
                names = tuple(str(one.arg) for one in node.keywords)
                for key in ast.walk(node.args[0]):
                    if isinstance(key, ast.Constant) and "-" in str(key.value):
                        yield f"{path.name}:{node.lineno}", str(key.value), names


REASONS = sorted({(key, names) for _, key, names in reasons()})


def value(name: str) -> Any:
    """Something to stand in a parameter."""
    return VALUES.get(name, 3 if name in NUMBERS else "sif")


@pytest.mark.parametrize(("key", "names"), REASONS, ids=[f"{key}-{len(names)}" for key, names in REASONS])
def test_a_reason_has_a_sentence(key: str, names: tuple[str, ...]) -> None:
    """It is told in both languages with what the code gives, as a whole sentence."""
    voice = Voice("red", card_set(content("cards")), board(content("map")))
    for language, says in SAYS.items():
        if language != "en" and "|order" in OWN["refusals"].get(key, "") and GAME not in BUILT_IN:
            continue  # orders are told in German by the words of a game that can be found
        told = says.say("refusals", key, voice, {name: value(name) for name in names})
        assert told[0].isupper() or told[0].isdigit(), told
        assert told.endswith("."), told
        assert not any(wrong in told for wrong in ("  ", " ,", " .", "..", "{", "()", "None")), told


def test_the_reasons_are_found() -> None:
    """The search finds them: there are more than eighty."""
    assert len({key for key, _ in REASONS}) > 80


def test_each_roll_says_what_it_is_for() -> None:
    """Whatever the code rolls for is told: a die of the master, of the referee, of the supplement."""
    found = set[str]()
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {"Rolled", "thrown", "weighed"}:
                found |= {
                    one.value
                    for one in node.args[:2]
                    if isinstance(one, ast.Constant) and isinstance(one.value, str)
                }
    assert found >= {"first", "births", "blow"}
    assert found - OWN["rolls"].keys() == set()
    assert {*CHARACTERISTICS, "reputation", "stamina", *CARDS} - {"attack", "subdue", "challenge"} <= OWN[
        "rolls"
    ].keys()


def test_each_family_of_choices_has_a_heading() -> None:
    """Whatever the chapters list as possible, or describe, stands under a heading."""
    found = set[str]()
    for path in MODULES:
        text = path.read_text("utf-8")
        found |= set(re.findall(r'yield \(?\s*"([a-z ]+)",\s+"[0-9A-Z][0-9.a-zA-Z]*",', text))
        found |= set(re.findall(r'Family\(\s*"([a-z ]+)"', text))
    assert {"move", "keep", "end turn", "go on", "rune", "when"} <= found
    assert found - OWN["families"].keys() == set()


@pytest.mark.parametrize(
    ("stage", "on_turn", "key"),
    [
        ("choosing", "", "not-begun"),
        ("ragnarok", "red", "ragnarok-drawn"),
        ("turns", "blue", "not-your-turn"),
    ],
)
def test_4_0_why_nothing_of_a_turn_is_done(stage: str, on_turn: str, key: str) -> None:
    """Where nobody is on turn, or RAGNAROK is drawn, it is not said whose turn it is."""
    s = table(("red", 5, "thor"), ("blue", 40, "surt"), stage=stage, on_turn=on_turn)
    found = own_turn.check(view(s, "red"), None)
    assert found
    assert found.key == key


def test_4_1b_a_refused_target_is_called_by_its_name() -> None:
    """A seat is told as a seat, and what would be right is said."""
    values = {"card": "fair-wind", "target": "blue", "needs": "group"}
    voice = Voice("red", card_set(content("cards")), board(content("map")))
    assert SAYS["en"].say("refusals", "not-a-target", voice, values) == (
        "Fair Wind cannot be played on Blue: it needs a member of a group of a player."
    )
    assert (
        SAYS["de"]
        .say("refusals", "not-a-target", voice, values)
        .startswith("Rückenwind kann nicht auf Blau gespielt werden, sondern auf ")
    )
    assert SAYS["en"].say("refusals", "not-on-the-map", voice, {"name": "blue"}) == "Not on the map: Blue."

"""The rulebook of a game, or that of the house, as data from the `rulebook.yaml` of its package."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from referee.house.games import find
from referee.util import plainyaml
from referee.util.translations import ENGLISH, HOUSE, translated


@dataclass(frozen=True, slots=True)
class RuleText:
    """A numbered rule: its text, the rulings it depends on, the orders it is about."""

    number: str
    text: str
    rulings: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of the rulebook."""

    number: str
    title: str
    rules: tuple[RuleText, ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling where the sources are silent, and the rule it belongs to.

    If it is an option: its name, and what each value means, the default first. `opens`: it is chosen when a game is
    opened and can never be changed afterwards (H21), because seats or decks hang on it.
    """

    number: str
    rule: str
    text: str
    option: str = ""
    values: tuple[tuple[str, str], ...] = ()
    opens: bool = False


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of a game as data."""

    title: str
    chapters: tuple[Chapter, ...]
    rulings: tuple[Ruling, ...]
    rules: Mapping[str, RuleText] = field(default_factory=dict)


@cache
def rulebook(name: str, language: str = ENGLISH) -> Rulebook:
    """The rulebook of the game of that name, or of the `HOUSE`, from its package; read once; empty if there is none.

    Its texts are in that language. Orders are as they are written in records, except for those of the house.
    Raises `Faulty` if it is damaged.
    """
    book = _in_english(name)
    says = translated(name, language).pgettext
    chapters = tuple(
        replace(
            chapter,
            title=says(f"chapter.{chapter.number}", chapter.title),
            rules=tuple(_told(rule, says) for rule in chapter.rules),
        )
        for chapter in book.chapters
    )
    rulings = tuple(
        replace(
            one,
            text=says(f"ruling.{one.number}", one.text),
            values=tuple((value, says(f"value.{one.number}.{value}", text)) for value, text in one.values),
        )
        for one in book.rulings
    )
    rules = {rule.number: rule for chapter in chapters for rule in chapter.rules}
    return Rulebook(says("title", book.title), chapters, rulings, rules)


def _told(rule: RuleText, says: Callable[[str, str], str]) -> RuleText:
    """A rule in another language.

    Orders are translated where they hold more than words of orders (`vacation 10 days`).
    """
    orders = tuple(says(f"order.{rule.number}", order) for order in rule.orders)
    return replace(rule, text=says(f"rule.{rule.number}", rule.text), orders=orders)


@cache
def _in_english(name: str) -> Rulebook:
    package = __package__ if name == HOUSE else type(find(name)).__module__
    file = files(package).joinpath("rulebook.yaml")
    if not file.is_file():
        return Rulebook("", (), ())
    text = file.read_text("utf-8")
    content = plainyaml.read_text(text, "rulebook.yaml").value
    chapters = tuple(
        Chapter(str(one["number"]), one["title"], tuple(_rule(rule) for rule in one["rules"]))
        for one in content["chapters"]
    )
    rulings = tuple(_ruling(one) for one in content.get("rulings") or ())
    return Rulebook(content["title"], chapters, rulings)


def _rule(content: Mapping[str, Any]) -> RuleText:
    rulings, orders = _texts(content.get("rulings")), _texts(content.get("orders"))
    return RuleText(str(content["number"]), " ".join(content["text"].split()), rulings, orders)


def _ruling(content: Mapping[str, Any]) -> Ruling:
    values = tuple((value, text.strip()) for value, text in (content.get("values") or {}).items())
    option, opens = content.get("option") or "", content.get("opens") is True
    return Ruling(content["number"], str(content["rule"]), content["text"].strip(), option, values, opens)


def _texts(values: Any) -> tuple[str, ...]:
    if isinstance(values, str):
        return (values,)
    return tuple(str(value) for value in values or ())

"""The rulebook of a game, or that of the house, as data from the `rulebook.yaml` of its package."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from referee.house.games import find
from referee.util import plainyaml
from referee.util.translations import ENGLISH, HOUSE, translated
from referee.util.values import Value, field, replace

LAYERS = ("published", "ruling", "supplement")
"""Where what a number says comes from.

The published rules; our reading of them, or our answer where they are silent; or an addition of ours.
"""


class RuleText(Value):
    """A numbered rule: its text, the rulings it depends on, the orders it is about.

    Its `layer` is one of `LAYERS`, "" in a rulebook without layers, whose author made it all. What rulings decide is
    ours in a published rule too. `section` is the place of the published rules, if their number for it is another.
    """

    number: str
    text: str
    rulings: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    layer: str = ""
    section: str = ""


class Chapter(Value):
    """A chapter of the rulebook."""

    number: str
    title: str
    rules: tuple[RuleText, ...]


class Ruling(Value):
    """A ruling where the sources are silent, and the rule it belongs to.

    If it is an option: its name, and what each value means, the default first; values that go against the published
    rules are `variants`. `opens`: it is chosen when a game is opened and can never be changed afterwards (H21),
    because seats or decks hang on it.
    """

    number: str
    rule: str
    text: str
    option: str = ""
    values: tuple[tuple[str, str], ...] = ()
    opens: bool = False
    variants: tuple[str, ...] = ()


class Rulebook(Value):
    """The rules of a game as data."""

    title: str
    chapters: tuple[Chapter, ...]
    rulings: tuple[Ruling, ...]
    rules: Mapping[str, RuleText] = field(default_factory=dict)
    layered: bool = False


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
    return replace(book, title=says("title", book.title), chapters=chapters, rulings=rulings, rules=rules)


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
    layer = content.get("layer") or ""
    chapters = tuple(_chapter(one, layer) for one in content["chapters"])
    rulings = tuple(_ruling(one) for one in content.get("rulings") or ())
    return Rulebook(content["title"], chapters, rulings, layered=bool(layer))


def _chapter(content: Mapping[str, Any], layer: str) -> Chapter:
    """A chapter; a rule without a layer of its own is of that of its chapter, else of that of the book."""
    own = content.get("layer") or layer
    rules = tuple(_rule(one, own) for one in content["rules"])
    return Chapter(str(content["number"]), content["title"], rules)


def _rule(content: Mapping[str, Any], layer: str) -> RuleText:
    return RuleText(
        str(content["number"]),
        " ".join(content["text"].split()),
        _texts(content.get("rulings")),
        _texts(content.get("orders")),
        content.get("layer") or layer,
        str(content.get("section") or ""),
    )


def _ruling(content: Mapping[str, Any]) -> Ruling:
    return Ruling(
        content["number"],
        str(content["rule"]),
        content["text"].strip(),
        content.get("option") or "",
        tuple((value, text.strip()) for value, text in (content.get("values") or {}).items()),
        content.get("opens") is True,
        _texts(content.get("variants")),
    )


def _texts(values: Any) -> tuple[str, ...]:
    if isinstance(values, str):
        return (values,)
    return tuple(str(value) for value in values or ())

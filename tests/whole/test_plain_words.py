"""Plain words: what `templates/WORDS.md` says we do not write stands in no text, manual, comment or docstring."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "templates" / "WORDS.md"
ROW = re.compile(r"^\| `(.+?)` \| (.+?) \|$", re.MULTILINE)
SPATIAL = re.compile(
    r"\b(cards?|rows?|front|columns?|leader|place|piece|clock|bar|fence|line|pipe|plus)\b", re.IGNORECASE
)
"""What may lie or stand after something."""
CODE = re.compile(r"`[^`]*`")


@cache
def refused() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The left side of the page, each as an expression."""
    rows = ROW.findall(PAGE.read_text("utf-8"))
    return tuple(
        (left, re.compile(rf"\b{left.replace(chr(92) + '|', '|')}\b", re.IGNORECASE)) for left, _ in rows
    )


@cache
def any_refused() -> re.Pattern[str]:
    """Whether any of them may be in a line."""
    return re.compile("|".join(f"(?:{form.pattern})" for _, form in refused()), re.IGNORECASE)


def wrong(text: str) -> list[str]:
    """The lines of a text with a word that we do not write, each with that word."""
    found = []
    for line in filter(any_refused().search, CODE.sub(" ", text).split("\n")):
        for word, form in refused():
            if form.search(line) and not (word == "behind" and SPATIAL.search(line)):
                found.append(f"{word}: {line.strip()}")
    return found


def spoken(path: Path) -> Iterator[str]:
    """The comments and docstrings of a module."""
    source = path.read_text("utf-8")
    if not any_refused().search(source):
        return
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            yield node.value.value


def strings(value: object) -> Iterator[str]:
    """Every text in a file of texts."""
    if isinstance(value, dict):
        for one in value.values():
            yield from strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


TEXTS = sorted(
    [
        *ROOT.glob("templates/**/*.en.yaml"),
        *ROOT.glob("referee/games/*/rulebook.yaml"),
        *ROOT.glob("examples/nine_runes/**/*.yaml"),
    ]
)
MANUALS = sorted([ROOT / "README.md", *ROOT.glob("examples/*/README.md")])
MODULES = sorted([*ROOT.glob("referee/**/*.py"), *ROOT.glob("examples/nine_runes/**/*.py")])


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_texts_are_plain(path: Path) -> None:
    """What players and keepers are told."""
    assert wrong("\n".join(strings(yaml.safe_load(path.read_text("utf-8"))))) == []


@pytest.mark.parametrize("path", MANUALS, ids=lambda path: str(path.relative_to(ROOT)))
def test_manuals_are_plain(path: Path) -> None:
    """What is read before the first game."""
    assert wrong(path.read_text("utf-8")) == []


def test_the_code_is_plain() -> None:
    """Comments and docstrings, of which those of rules are told to players."""
    found = {path.name: lines for path in MODULES if (lines := wrong("\n".join(spoken(path))))}
    assert found == {}


def test_the_page_finds_what_it_names() -> None:
    """Each row finds its own words; what lies after a card is left alone."""
    assert len(refused()) >= 10
    for line in (
        "YOUR ANSWER IS WAITED FOR",
        "of the own pile",
        "told to whoever rules",
        "dealt anew",
        "a line behind it said",
    ):
        assert bool(wrong(line)) == ("line behind" not in line)
    assert wrong("it comes behind that")
    assert wrong("the card behind it moves forward") == []

"""Regular expressions that are compiled late are the same, and none of them is wrong."""

import importlib
import pkgutil
import re
import sys
from typing import Any

import pytest

import referee
from referee.util.regexes import _Regex, regex


def test_it_answers_as_the_compiled_one() -> None:
    """With its flags, for text and for bytes, more than once."""
    pairs: list[tuple[Any, Any, Any]] = [
        (regex("(a)b", re.IGNORECASE), re.compile("(a)b", re.IGNORECASE), "xAbab"),
        (regex(b"a|b"), re.compile(b"a|b"), b"xab"),
    ]
    for late, early, text in pairs:
        for _ in range(2):
            assert late.findall(text) == early.findall(text)
            assert late.sub(early.pattern[:0], text) == early.sub(early.pattern[:0], text)
        assert (late.pattern, late.flags, late.groups) == (early.pattern, early.flags, early.groups)


def test_a_mistake_is_raised_when_it_is_used() -> None:
    """By its first use, each time."""
    wrong = regex("(")
    for _ in range(2):
        with pytest.raises(re.error):
            wrong.match("x")


def test_every_expression_of_the_program_can_be_compiled() -> None:
    """Those that stand in modules and in classes, alone or in collections."""
    for one in pkgutil.walk_packages(referee.__path__, "referee."):
        if ".adapters" not in one.name and not one.name.endswith("__main__"):
            importlib.import_module(one.name)
    found = 0
    for name, module in [*sys.modules.items()]:
        if name.startswith("referee."):
            for value in (
                *vars(module).values(),
                *(one for cls in classes(module) for one in vars(cls).values()),
            ):
                for held in value if isinstance(value, tuple | list) else [value]:
                    if isinstance(held, _Regex):
                        assert held.pattern is not None
                        found += 1
    assert found > 200


def classes(module: object) -> list[type]:
    """The classes of a module."""
    return [one for one in vars(module).values() if isinstance(one, type)]

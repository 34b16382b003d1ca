"""The environments of templates: as safe as those of Jinja, however often they are asked."""

from collections import deque
from typing import Any

import pytest
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from referee.telling.catalog import catalog
from referee.util.environments import Pages, Sandboxed


def steps() -> Any:
    """Something that has a frame."""
    yield


THINGS: tuple[Any, ...] = (
    *(1, True, "text", b"bytes", (1,), [1], {"a": 1}, {1}, frozenset({1}), deque([1]), None),
    *(steps, steps(), steps.__code__, "text".upper, [].append, list, type, Sandboxed, Sandboxed(), object()),
)
NAMES = (
    *("real", "upper", "append", "clear", "update", "items", "keys", "pop", "add", "extendleft", "mro", "n"),
    *("__class__", "_safe", "__globals__", "gi_frame", "gi_code", "co_code", "func_code", "im_func", "sort"),
)


def test_the_sandbox_says_what_that_of_jinja_says() -> None:
    """Of everything, under each name, the first time and the second."""
    own, theirs = Sandboxed(), ImmutableSandboxedEnvironment()
    for name in NAMES * 2:
        for thing in THINGS:
            safe = theirs.is_safe_attribute(thing, name, None)
            assert own.is_safe_attribute(thing, name, None) is safe, (type(thing), name)


def test_what_one_thing_has_another_has_not() -> None:
    """That a text can be asked for something is not remembered of a list; a second mistake is refused as the first."""
    own = Sandboxed()
    text = own.from_string("{{ it.index }}{{ it.append(3) }}")
    assert own.from_string("{{ it.count('a') }}").render(it="aha") == "2"
    for _ in range(2):
        with pytest.raises(SecurityError):
            text.render(it=[1])
        with pytest.raises(SecurityError):
            own.from_string("{{ it.__class__.__mro__ }}").render(it=(1,))


def test_values_stand_before_what_all_templates_know() -> None:
    """What a template is given it has; what it sets no other template sees."""
    for own in (Pages(), Sandboxed()):
        own.globals["name"] = "all"
        assert own.from_string("{{ name }}").render() == "all"
        assert own.from_string("{{ name }}", globals={"name": "one"}).render() == "one"
        assert own.from_string("{{ name }}").render(name="given") == "given"
        assert own.from_string("{% set name = 'set' %}{{ name }}").render() == "set"
        assert own.from_string("{{ name }}").render() == "all"


def test_catalogs_have_them() -> None:
    """Sentences are sandboxed, pages are not."""
    own = catalog("thunder")
    assert type(own.environment) is Sandboxed
    assert type(own.pages) is Pages

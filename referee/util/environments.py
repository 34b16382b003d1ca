"""The environments of our templates: those of Jinja, which ask the same questions again and again, and remember.

A letter asks the sandbox some 600 times whether a template may read an attribute, and makes 80 contexts.
"""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Pages(Environment):
    """The environment of whole templates of our own, which are not sandboxed."""

    def make_globals(self, d: Mapping[str, Any] | None) -> dict[str, Any]:
        """What all templates know, as one dict; none of it changes once the first template is loaded."""
        return {**self.globals, **(d or {})}


class Sandboxed(Pages, ImmutableSandboxedEnvironment):
    """The environment of sentences. Whether an attribute is safe hangs on its name and on the type of what has it."""

    def __init__(self, **options: Any) -> None:
        """Nothing has been asked yet."""
        self._safe: dict[tuple[type, str], bool] = {}
        super().__init__(**options)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """As the sandbox says, which is asked once for each type and name."""
        key = type(obj), attr
        if (safe := self._safe.get(key)) is None:
            safe = self._safe[key] = super().is_safe_attribute(obj, attr, value)
        return safe

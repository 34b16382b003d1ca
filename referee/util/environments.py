"""The environments of our templates: those of Jinja, which ask the same questions again and again, and remember.

A letter asks the sandbox some 600 times whether a template may read an attribute, and makes 80 contexts.
"""

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.sandbox import ImmutableSandboxedEnvironment

from referee.util.ready import ready


class Unfolded(CodeGenerator):
    """Works out no constants: what it makes of a template hangs on no filter, nor on the sentences a filter reads."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: Any) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)


class Pages(Environment):
    """The environment of whole templates of our own, which are not sandboxed.

    Those of one class have filters of the same names, and so compile a text to the same.
    """

    code_generator_class = Unfolded

    def __init__(self, **options: Any) -> None:
        """Constants are not worked out, see above."""
        super().__init__(optimized=False, **options)

    def compile(self, source: Any, name: Any = None, filename: Any = None, *args: Any, **more: Any) -> Any:
        """A whole template made ready, or one that another process made ready. Sentences are made quickly."""

        def make() -> Any:
            return super(Pages, self).compile(source, name, filename, *args, **more)

        if not name or not isinstance(source, str) or args or more:
            return make()
        return ready(("template", type(self).__name__, name, filename or ""), (source,), make)

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

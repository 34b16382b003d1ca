"""Parts of a page that are drawn once where many pages are drawn: the tag `part` of our templates.

    {% part "group", group, voice.reader %}
    ...
    {% endpart %}

After the name of the part stand the values on which what it shows depends: all but the language and the options, so
also who reads it, where readers are told different words of the same. In a letter the tag changes nothing. Where
something that keeps parts is given to the template as `kept`, it is called with the name, the values and what draws
the part, and what it gives stands in place of the part.
"""

from collections.abc import Callable
from typing import Any

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.runtime import Context

Draw = Callable[[], str]


class KeptParts(Extension):
    """The tag `part`."""

    tags = {"part"}  # noqa: RUF012  as the class above has it

    def parse(self, parser: Parser) -> nodes.Node:
        """Make a call of what is between the tags."""
        line = next(parser.stream).lineno
        given = parser.parse_tuple(with_condexpr=True)
        values = given.items if isinstance(given, nodes.Tuple) else [given]
        body = parser.parse_statements(("name:endpart",), drop_needle=True)
        arguments = [nodes.ContextReference(), values[0], nodes.Tuple(values[1:], "load")]
        call = self.call_method("_drawn", arguments, lineno=line)
        return nodes.CallBlock(call, [], [], body, lineno=line)

    def _drawn(self, context: Context, name: str, values: tuple[Any, ...], caller: Draw) -> str:
        kept = context.get("kept")
        drawn: str = caller() if kept is None else kept(name, values, caller)
        return drawn

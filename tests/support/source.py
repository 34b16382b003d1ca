"""The modules of this program as the tests of its wording and its house read them: each is parsed once."""

import ast
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    """A module, parsed."""
    return ast.parse(path.read_text("utf-8"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All that stands in a module, from the outside to the inside."""
    return tuple(ast.walk(tree(path)))

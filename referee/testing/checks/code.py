"""The modules of a game: all of them loaded, and read as text."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

from referee.engine.game import Game
from referee.testing.places import root_of


def loaded(game: Game) -> list[Path]:
    """The modules of the package of a game, each imported, since loading a module declares what is in it."""
    package = type(game).__module__
    for module in walk_packages([str(root_of(game))], f"{package}."):
        if "tests" not in module.name.split("."):
            import_module(module.name)
    return modules(game)


def modules(game: Game) -> list[Path]:
    """The files of the modules of a game."""
    root = root_of(game)
    return sorted(path for path in root.rglob("*.py") if "tests" not in path.relative_to(root).parts)


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a module, with the last part of the name of the function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "id", getattr(node.func, "attr", "")), node


def constant(call: ast.Call, at: int, name: str) -> str:
    """A text that a call is given in full, by place or by name; "" if it is not."""
    given = [one.value for one in call.keywords if one.arg == name] or call.args[at : at + 1]
    value = given[0].value if given and isinstance(given[0], ast.Constant) else ""
    return value if isinstance(value, str) else ""

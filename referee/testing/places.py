"""Where something stands in a game, as file and line: its folders, its modules, what they call."""

import ast
import traceback
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import walk_packages

from referee.engine.game import Game
from referee.house import games
from referee.util.errors import Faulty


def root_of(game: Game) -> Path:
    """The folder of the package of a game."""
    return Path(str(games.package_of(game)))


def folder_of(game: Game, kind: str) -> Path:
    """The folder of the files of a kind of a game: those of its `grammar`, or the `templates` of its texts."""
    found = Path(str(games.folder_of(game, kind))).resolve()
    return found / game.name if kind == "templates" else found


def line_of(path: Path, text: str) -> str:
    """File and line of the first line that holds a text; the file alone if none does."""
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if text in line:
            return f"{path}:{number}"
    return str(path)


def crash(error: Exception, game: Game) -> Faulty:
    """An error as a finding, at the last place of the game's package that it went through: code, or a template."""
    root, own = root_of(game), f"{game.name}/"
    found = ""
    went = [one.__traceback__ for one in (error, error.__cause__) if one]  # a cause lies deeper
    for frame in chain.from_iterable(map(traceback.extract_tb, went)):
        if frame.filename.startswith(str(root)):
            found = f"{frame.filename}:{frame.lineno}"
        elif frame.filename.startswith(own):
            found = f"{folder_of(game, 'templates').parent / frame.filename}:{frame.lineno}"
    said = f"{type(error).__name__}: {error}"
    return Faulty("check-crash", where=found or str(root), error=said)


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

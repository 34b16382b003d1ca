"""Where something stands: file and line, for whoever writes a game."""

import inspect
import traceback
from importlib.resources import files
from pathlib import Path
from typing import Any

from referee.engine.game import Game

HOUSE = str(Path(__file__).parents[1])


def root_of(game: Game) -> Path:
    """The folder of the package of a game."""
    return Path(str(files(type(game).__module__)))


def place_of(thing: Any) -> str:
    """File and line of a function, a method or a class, its decorators included; "" if it stands in no file."""
    thing = inspect.unwrap(getattr(thing, "__func__", thing))
    try:
        return f"{inspect.getsourcefile(thing)}:{inspect.getsourcelines(thing)[1]}"
    except (TypeError, OSError):
        return ""


def line_of(path: Path, text: str) -> str:
    """File and line of the first line that holds a text; the file alone if none does."""
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        if text in line:
            return f"{path}:{number}"
    return str(path)


def place_of_error(error: BaseException, game: Game) -> str:
    """The last place of the game's own package that an error went through: code, or a template; else the package."""
    root, own = root_of(game), f"{game.name}/"
    found = ""
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename.startswith(str(root)):
            found = f"{frame.filename}:{frame.lineno}"
        elif frame.filename.startswith(own):
            found = f"{root / 'templates' / frame.filename}:{frame.lineno}"
    return found or str(root)

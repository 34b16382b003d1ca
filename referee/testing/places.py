"""Where something stands, as file and line, for authors of games."""

import traceback
from importlib.resources import files
from pathlib import Path

from referee.engine.game import Game
from referee.util.source import place_of

__all__ = ["line_of", "place_of", "place_of_error", "root_of"]


def root_of(game: Game) -> Path:
    """The folder of the package of a game."""
    return Path(str(files(type(game).__module__)))


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

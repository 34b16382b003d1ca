"""Where something stands, as file and line, for authors of games."""

import traceback
from itertools import chain
from pathlib import Path

from referee.engine.game import Game
from referee.house import games
from referee.util.source import place_of

__all__ = ["folder_of", "line_of", "place_of", "place_of_error", "root_of"]


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


def place_of_error(error: BaseException, game: Game) -> str:
    """The last place of the game's own package that an error went through: code, or a template; else the package."""
    root, own = root_of(game), f"{game.name}/"
    found = ""
    went = [one.__traceback__ for one in (error, error.__cause__) if one]  # a cause lies deeper
    for frame in chain.from_iterable(map(traceback.extract_tb, went)):
        if frame.filename.startswith(str(root)):
            found = f"{frame.filename}:{frame.lineno}"
        elif frame.filename.startswith(own):
            found = f"{folder_of(game, 'templates').parent / frame.filename}:{frame.lineno}"
    return found or str(root)

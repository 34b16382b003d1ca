"""Where the games are found, by their names."""

import importlib
import traceback
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from referee.engine.game import Game
from referee.house.clashes import refuse_clashes
from referee.util import data
from referee.util.data import announced
from referee.util.errors import Faulty, NotFound

HERE = str(Path(__file__).parents[1])
BUILT_IN = {
    "thunder": "referee.games.thunder",
    "odins_table": "referee.games.odins_table",
    "hammer_of_thor": "referee.games.hammer_of_thor",
}


@cache
def find(name: str) -> Game:
    """The game of that name: built in, or an entry point of the group `referee.games`.

    Raises `Faulty` if there is none, if it cannot be loaded, or if it uses a name of the house for something
    of its own.
    """
    found = _found(name)
    refuse_clashes(name, found)
    return found


def _found(name: str) -> Game:
    if name in BUILT_IN:
        return importlib.import_module(BUILT_IN[name]).GAME  # type: ignore[no-any-return]
    for point in announced():
        if point.name == name:
            return loaded(point)
    raise NotFound("unknown-game", name=name, games=tuple(sorted(names())))


def package_of(game: Game) -> Traversable:
    """The package of a game, with its code and its `rulebook.yaml`."""
    return files(type(game).__module__)


def folder_of(game: Game, kind: str) -> Traversable:
    """The folder `grammar` or `templates` that a game's files lie in: ours if it is built in, else in its package."""
    return data.folder(kind) if game.name in BUILT_IN else package_of(game).joinpath(kind)


def names() -> set[str]:
    """The names of all installed games."""
    return {*BUILT_IN, *(point.name for point in announced())}


def loaded(point: Any) -> Game:
    """The game of an entry point. Raises `Faulty`, naming file and line, if its package cannot be loaded."""
    try:
        return point.load()  # type: ignore[no-any-return]
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != point.module.partition(".")[0]:
            raise  # a package that the game needs is missing
        raise _broken(point, error) from error
    except Faulty:
        raise
    except Exception as error:
        raise _broken(point, error) from error


def _broken(point: Any, error: Exception) -> Faulty:
    """The fault of a game that failed to load, with the last place outside of this package where it went wrong.

    There an event is declared, or a rule is numbered.
    """
    if isinstance(error, SyntaxError):
        where = f"{error.filename}:{error.lineno}"
    else:
        frames = [one for one in traceback.extract_tb(error.__traceback__) if not _ours(one.filename)]
        where = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else point.value
    return Faulty("game-broken", where=where, game=point.name, error=f"{type(error).__name__}: {error}")


def _ours(file: str) -> bool:
    return file.startswith((HERE, "<frozen")) or "importlib" in file

"""Where the games are found, by their names."""

import importlib
import sys
import traceback
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from referee.engine.choices import Move
from referee.engine.events import EVENTS
from referee.engine.forms import alias_of
from referee.engine.game import Game
from referee.engine.kit.defaults import reading_of
from referee.engine.moves import Accept, Decline
from referee.engine.rules import cited
from referee.engine.seating import MOST, misnamed, players
from referee.house.chapters import EVENTS as OF_THE_HOUSE
from referee.house.invitation import ANSWERS
from referee.notation.requests import BUILDERS, CUSTOMARY
from referee.util import data, plainyaml
from referee.util.data import announced
from referee.util.errors import Faulty, NotFound
from referee.util.regexes import regex
from referee.util.source import place_of
from referee.util.translations import HOUSE

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


# Names that the house uses: a game that declares one of them for itself is refused before it is played.
#
# Otherwise one of the two would count without a word: an event `Late` of a game would be read as that of the
# house.


NUMBER = regex(r"H\d")
"""How the numbers of the rules of the house begin."""
NUMBERED = regex(r"\bnumber['\"]?:\s*['\"]?H\d")
"""A line of a rulebook with such a number."""
SHARED = frozenset({("H11", "SidesTaken")})
"""What a game declares itself under a number of the house: see `referee.engine.kit.customs`."""
_ANSWERS: tuple[type[Move], ...] = (Accept, Decline)
MOVES: Mapping[str, type[Move]] = {one.__name__: one for one in (*CUSTOMARY, *_ANSWERS)}
"""The moves that every game knows, and the answers to an invitation, which belong to no game."""
RULES_OF_GRAMMAR = {*BUILDERS, *(alias_of(one) for one in MOVES.values() if one is not Accept)}
"""The names of the rules of `common.lark`."""


def refuse_clashes(name: str, game: Game) -> None:
    """Raise `Faulty`, with file and line, for a game that uses a name of the house for something of its own.

    `name` is the name by which the game was found.
    """
    package = type(game).__module__
    if name == HOUSE:
        raise Faulty("game-house", where=place_of(type(game)), name=name)
    if game.name != name:
        raise Faulty("game-name", where=place_of(type(game)), game=name, name=game.name)
    _refuse_seats(game)
    own = {**game.events, **EVENTS.get(package, {})}
    for event in own.keys() & OF_THE_HOUSE.keys():
        raise Faulty("game-event", where=place_of(own[event]), game=name, name=event)
    for move in game.MOVES:
        if MOVES.get(move.__name__, move) is not move or move in ANSWERS:
            raise Faulty("game-move", where=place_of(move), game=name, name=move.__name__)
    kinds = {alias_of(kind): kind for kind in game.MOVES if kind.__name__ not in MOVES}
    made = {**kinds, **reading_of(game).BUILDERS}
    for rule in RULES_OF_GRAMMAR & made.keys():
        raise Faulty("game-grammar", where=place_of(made[rule]), game=name, name=rule)
    for number, module, thing in cited(package):
        if NUMBER.match(number) and (number, thing) not in SHARED:
            found = getattr(sys.modules.get(module), thing, None)
            where = place_of(getattr(found, "check", found))
            raise Faulty("game-rule", where=where, game=name, number=number, name=thing)
    _refuse_numbers(game)


def _refuse_numbers(game: Game) -> None:
    """Raise `Faulty` for a rulebook that gives one of its rules or rulings a number of the house."""
    package = sys.modules[type(game).__module__]
    if not hasattr(package, "__path__"):
        return  # a game in a single module has no files beside it
    file = files(package).joinpath("rulebook.yaml")
    if not file.is_file() or not NUMBERED.search(text := file.read_text("utf-8")):
        return  # reading such a file is not worth the time
    book = plainyaml.read_text(text, str(file))
    rules = [
        ("chapters", n, "rules", m)
        for n, one in enumerate(book.value["chapters"])
        for m in range(len(one["rules"]))
    ]
    for steps in (*rules, *(("rulings", n) for n in range(len(book.value.get("rulings") or ())))):
        found: Any = book.value
        for step in steps:
            found = found[step]
        if NUMBER.match(number := str(found["number"])):
            raise Faulty("game-number", where=book.place((*steps, "number")), game=game.name, number=number)


def _refuse_seats(game: Game) -> None:
    if (seat := misnamed(game.seats)) is not None:
        raise Faulty("game-seat", where=place_of(type(game)), game=game.name, name=seat)
    if not 1 < len(players(game.seats)) <= len(game.seats) <= MOST:
        raise Faulty("game-seats", where=place_of(type(game)), game=game.name, most=MOST)

"""What is missing or inconsistent in a game, as far as it shows without playing: file and line of each."""

from collections.abc import Callable, Iterator
from pathlib import Path

from referee.engine.game import Game
from referee.telling.authored import refuse_unfinished
from referee.testing.checks import books, languages, numbers, orders, texts
from referee.testing.places import folder_of, place_of_error
from referee.util.errors import Faulty
from referee.util.plainyaml import faults_of

Check = Callable[[Game], Iterator[Faulty]]


def static(game: Game, tests: Path | None = None) -> list[Faulty]:
    """Everything that is wrong with a game before it is played; `tests` is the folder with its tests, if any."""
    checks: tuple[Check, ...] = (
        books.found,
        _unfinished,
        numbers.found,
        orders.found,
        languages.found,
        texts.found,
        *((lambda one: numbers.untested(one, tests),) if tests else ()),
    )
    found = [fault for check in checks for fault in _held(check, game)]
    return list({(one.where, str(one)): one for one in found}.values())


def _unfinished(game: Game) -> Iterator[Faulty]:
    refuse_unfinished(game)
    yield from ()


def _held(check: Check, game: Game) -> Iterator[Faulty]:
    """What a check finds; an error in it is one more finding, at the last place of the game that it went through."""
    try:
        yield from check(game)
    except Faulty as fault:
        for one in faults_of(fault):
            if one.where.startswith(f"{game.name}/messages"):  # so a file of texts is called
                one.where = str(folder_of(game, "templates").parent / one.where)
            yield one
    except Exception as error:  # noqa: BLE001  whatever the game's files hold is told with its place
        said = f"{type(error).__name__}: {error}"
        yield Faulty("check-crash", where=place_of_error(error, game), error=said)

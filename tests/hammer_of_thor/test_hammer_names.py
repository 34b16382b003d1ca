"""Names: no event or move of the game is called as one of the house."""

import pkgutil
from importlib import import_module

import referee.games.hammer_of_thor as package
from referee.engine.events import EVENTS
from referee.house.chapters import EVENTS as OF_THE_HOUSE


def test_no_event_is_called_as_one_of_the_house() -> None:
    """One of the two would count without a word; a game is refused for it when it is found."""
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    own = EVENTS[package.__name__]
    assert len(own) > 80
    assert own.keys() & OF_THE_HOUSE.keys() == set()

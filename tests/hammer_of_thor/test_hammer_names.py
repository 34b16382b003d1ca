"""Names: no event is called as one of the house, and no name in the card set makes an order prose."""

import pkgutil
from importlib import import_module

import pytest
from support.thor_orders import GAME, OPTIONS, reader
from thor_table import content

import referee.games.hammer_of_thor as package
from referee.engine.choices import Move
from referee.engine.events import EVENTS
from referee.games.hammer_of_thor import effects as e
from referee.games.hammer_of_thor import moves as m
from referee.games.hammer_of_thor.cards import card_set
from referee.house.chapters import EVENTS as OF_THE_HOUSE
from referee.notation.reader import Order
from referee.telling.spoken import spoken


def test_no_event_is_called_as_one_of_the_house() -> None:
    """One of the two would count without a word; a game is refused for it when it is found."""
    for module in pkgutil.iter_modules(package.__path__):
        import_module(f"{package.__name__}.{module.name}")
    own = EVENTS[package.__name__]
    assert len(own) > 80
    assert own.keys() & OF_THE_HOUSE.keys() == set()


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_name_makes_an_order_prose(language: str) -> None:
    """`play fair-wind` is no talk about playing fair: with every name of the card set an order is an order."""
    cards, how = card_set(content("cards")), reader(language)
    orders: list[Move] = [
        kind(name) for name in cards.characters for kind in (m.Choose, m.Meet, m.Lose, m.Roll)
    ]
    orders += [kind(name) for name in cards.characters for kind in (e.Kill, e.Out, e.Leave, e.Split, e.Sane)]
    orders += [
        kind(name) for name in cards.items for kind in (m.Discard, m.Reveal, m.Conceal, e.Aside, e.Break)
    ]
    orders += [
        kind(name) for name in (*cards.fate, *cards.predictions) for kind in (m.Play, m.Keep, m.Discard)
    ]
    orders += [m.UseRune(name, "thor") for name in cards.runes]
    for order in orders:
        written = spoken(GAME, OPTIONS, language, order.written)
        assert how.read(written) == Order(order), written

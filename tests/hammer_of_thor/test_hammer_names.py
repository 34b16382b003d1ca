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
from referee.games.hammer_of_thor.board import board
from referee.games.hammer_of_thor.cards import card_set
from referee.house.chapters import EVENTS as OF_THE_HOUSE
from referee.notation.reader import Order
from referee.notation.words import of_language
from referee.telling.catalog import catalog
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


def test_what_a_german_letter_calls_a_thing_is_what_an_order_calls_it() -> None:
    """Items, cards, runes, shapes, animals and places have German names: told, printed in orders, and read."""
    cards, german = card_set(content("cards")), of_language("de", GAME.name)
    says, places = catalog(GAME.name, "de"), board(content("map")).places.values()
    piles = (cards.items, cards.fate, cards.predictions, cards.runes, cards.shapes)
    named = [(one.name, one.title) for pile in piles for one in pile.values()]
    named += [(one.name, one.title) for one in cards.characters.values() if one.pile == "animal"]
    named += [(str(one.number), one.name) for one in places]
    for name, title in named:
        assert german.titles.get(name, title) == says.word("card", title), name
    assert sum(says.word("card", title) != title for _, title in named) > 100


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("nimm Bronzeschwert", "take bronze-sword"),
        ("nimm Bronzeschwert für Odin", "take bronze-sword for odin"),
        ("nimm bronze sword", "take bronze-sword"),
        ("spiele Wundfieber auf Surt", "play wound-fever on surt"),
        ("spiele Klarer-Kopf auf odin", "play clear-head on odin"),
        ("enthülle Surts Schwert", "reveal surts-sword"),
        ("verwandle odin in Adler", "change odin eagle"),
        ("rune Geistrune durch odin auf thor", "rune mind-rune by odin on thor"),
        ("ziehe Odin nach Utgard", "move odin 25"),
        ("ziehe odin nach Hymirs Haus, Utgard", "move odin 26 25"),
        ("ziehe odin hymir's house", "move odin 26"),
        ("beginne bei Idafeld", "start 5"),
        ("triff Urd", "meet urd"),
        (
            "sobald betritt odin Urds Brunnen spiele Festmahl auf thor",
            "when enters odin 50 play feast on thor",
        ),
    ],
)
def test_german_names_are_read(line: str, written: str) -> None:
    """By German names and by English ones; a place by its number or its name."""
    read = reader("de").read(line)
    assert isinstance(read, Order)
    assert read == reader("en").read(written)


def test_places_are_named_in_english_too() -> None:
    """`start Ida's Plain`; and who is called like a place is still met."""
    how = reader("en")
    assert how.read("start Ida's Plain") == Order(m.Start(5))
    assert how.read("move odin to utgard") == Order(m.Step("odin", (25,)))
    assert how.read("meet utgard-loki") == Order(m.Meet("utgard-loki"))

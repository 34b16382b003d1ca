"""Names of cards are read as letters print them: with strength, number, brackets, stars, words, or cut short."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.suite import NAMES, suite

from referee.games.thunder import moves as m
from referee.games.thunder.cards import back_of, name_of
from referee.games.thunder.telling import rows
from referee.games.thunder.view import Spot, half
from referee.house.games import find
from referee.notation.reader import Order, Reader
from referee.telling.catalog import catalog, telling
from referee.testing.random_games import options_of, random_world
from referee.util.values import replace

THUNDER = find("thunder")
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
GAMES = pytest.mark.parametrize("name", NAMES)
FILTERS = ("card", "strong", "cards", "grouped")


def reader_of(name: str, language: str) -> Reader:
    """The reader of a seat's letters."""
    game = find(name)
    return Reader(game, game.options({}), (language,))


def faces(name: str) -> list[str]:
    """Every face of the decks of a game."""
    return sorted({card.rpartition(".")[0] for card in suite(name).cards(dealt(name))})


def dealt(name: str) -> Any:
    """A game that has been dealt."""
    return random_world(find(name), find(name).options({}), 1, at_most=1).states[0]


def forms(name: str, language: str) -> Iterator[tuple[str, str, int, str]]:
    """What the filters of texts print of each face, with its name, how many cards that is, and in whose hand."""
    game, says = find(name), catalog(name, language)
    voice = telling(game).voice(game.view(dealt(name), game.seats[0]))
    for face in faces(name):
        for holder in ("", *game.seats):
            for wanted in FILTERS:
                for some in (face,) if wanted in {"card", "strong"} else ((face,), (face, face)):
                    many = 1 if isinstance(some, str) else len(some)
                    if wanted == "cards" and many > 1:
                        continue
                    text = says.environment.from_string(f"{{{{ some|{wanted}(holder) }}}}")
                    yield text.render(voice=voice, some=some, holder=holder), face, many, holder


def meant(order: Any) -> list[str]:
    """The cards of an order, without saying which are captured."""
    assert isinstance(order, Order), order
    return [card.rpartition(" ")[2] for card in order.move.cards]  # type: ignore[attr-defined]


VERB = {"thunder": "deploy", "odins_table": "place"}


@LANGUAGES
@GAMES
def test_every_form_of_a_name_is_read_back_and_counted_once(name: str, language: str) -> None:
    """Alone, and among others with commas: as many cards as were printed, and whose they are if that is said."""
    reader = reader_of(name, language)
    for text, face, many, holder in forms(name, language):
        bare = face.partition(".")[2]
        order = reader.read(f"{VERB[name]} {text}")
        assert meant(order) == [bare] * many, text
        assert meant(reader.read(f"{VERB[name]} {text}, {text}")) == [bare] * 2 * many, text
        if name == "thunder" and holder and many == 1:
            captured = holder != back_of(face)
            assert isinstance(order, Order)
            assert order.move.cards == ((f"captured {bare}" if captured else bare),), text  # type: ignore[attr-defined]


@LANGUAGES
def test_every_card_of_the_board_is_read_back(language: str) -> None:
    """As it stands in a cell, up or down, own or captured, cut as short as the cell requires."""
    reader, says = reader_of("thunder", language), catalog("thunder", language)
    state = dealt("thunder")
    view = THUNDER.view(state, "loki")
    for face in faces("thunder"):
        for up in (False, True):
            for holder in ("thor", "loki"):
                line = (Spot(back_of(face), up, face),)
                one = replace(half(state.side(holder), holder, True), columns=(line, (), ()))
                (row,) = rows(one, view, says.word)
                assert row.places[0] is not None
                text = row.places[0].text.strip()
                order = reader.read(f"use hel {text}")
                assert isinstance(order, Order), (text, order)
                assert isinstance(order.move, m.UseHel)
                known = order.move.take.rpartition(" ")
                assert known[2] == name_of(face), (text, order.move)
                assert (known[0] == "captured") == (holder != back_of(face)), (text, order.move)


@LANGUAGES
@pytest.mark.parametrize("seed", [0, 1])
def test_the_lists_of_a_report_are_orders_for_the_cards_they_list(seed: int, language: str) -> None:
    """The hand as a report of Thunder & Lightning prints it, put after `deploy`, names exactly those cards."""
    content = options_of(THUNDER, seed)
    reader, says = Reader(THUNDER, content, (language,)), catalog("thunder", language)
    for state in random_world(THUNDER, content, seed).states[1:-1:9]:
        for seat in THUNDER.seats:
            view = THUNDER.view(state, seat)
            hand = view.mine.hand
            if not hand:
                continue
            told = says.say("texts", "hand", telling(THUNDER).voice(view), {"seat": seat, "cards": hand})
            order = reader.read(f"deploy {told.partition(': ')[2]}")
            assert sorted(meant(order)) == sorted(map(name_of, hand)), told


@pytest.mark.parametrize(
    ("line", "cards"),
    [
        ("place Odin 9, Frigg 8", ("odin", "frigg")),
        ("place Odin 9 Frigg 8 Tyr 5", ("odin", "frigg", "tyr")),
        ("place Odin 9 x2, Tyr 5, Hugin & Munin 0", ("odin", "odin", "tyr", "hugin-munin")),
        ("place [9] [8] 7", ("odin", "frigg", "thor")),
        ("place Odin, 9, 8", ("odin", "odin", "frigg")),
        ("place odin 8", ("odin", "frigg")),
        ("place 9 odin", ("odin", "odin")),
    ],
)
def test_a_value_behind_the_name_of_its_card_is_the_same_card(line: str, cards: tuple[str, ...]) -> None:
    """Another value, or one apart from the name, means another card."""
    order = reader_of("odins_table", "en").read(line)
    assert isinstance(order, Order)
    assert order.move.cards == cards  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "line",
    [
        "deploy Ravens 2",
        "use odin 2",
        "deploy (Ravens1",
        "deploy xRaven1",
        "lay Hel 1 A1",
        "use hel Ravens (face up)",
    ],
)
def test_what_is_not_printed_so_is_not_read_so(line: str) -> None:
    """A number that is not the card's strength stays a number; words in brackets that describe no card stay words."""
    reading = reader_of("thunder", "en").read(line)
    if line == "use odin 2":
        assert reading == Order(m.UseOdin("odin", ("ravens", "ravens")))
    elif line == "deploy (Ravens1":
        assert reading == Order(m.Deploy(("ravens",)))
    else:
        assert not isinstance(reading, Order), reading


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            [
                "Ravens",
                "1",
                "(",
                ")",
                "[",
                "]",
                "*",
                "captured",
                "Frost",
                "Giant",
                "4",
                "x2",
                ",",
                "x",
                "Archer2",
                "&",
                "-",
            ]
        ),
        max_size=9,
    )
)
def test_whatever_stands_beside_a_name_is_read_or_misread(words: list[str]) -> None:
    """No mixture of names, numbers and signs raises; a readable one names cards of the deck."""
    reading = reader_of("thunder", "en").read("deploy " + " ".join(words))
    if isinstance(reading, Order):
        assert set(meant(reading)) <= {"ravens", "frost-giant", "female-archer"}

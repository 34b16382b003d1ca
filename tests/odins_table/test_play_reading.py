"""How the orders of Odin's Table are read and written."""

from random import Random

import pytest
from odins_board import GAME, Board

from referee.engine.choices import Move
from referee.games.odins_table import moves as m
from referee.games.odins_table.cards import NAMES
from referee.notation.reader import Misread, Order, Prose, Reader

READER = Reader(GAME, GAME.options({}))
SIX = ("odin", "hel", "hugin-munin", "thor", "loki", "freyja")


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("place 9 4 0 7 1 3", m.Place(SIX)),
        ("place 940713", m.Place(SIX)),
        ("Place 9, 4,0 7 1 and 3.", m.Place(SIX)),
        ("place odin hel hugin and munin thor loki freya", m.Place(SIX)),
        ("place Odin, Hel, Hugin & Munin, Thor, Loki, Freyja", m.Place(SIX)),
        ("place 9 hel ravens 7 loki 3", m.Place(SIX)),
        ("b1-b2", m.Step("b1", "b2")),
        ("B1 - b2", m.Step("b1", "b2")),
        ("b1–b2", m.Step("b1", "b2")),  # noqa: RUF001  what phones make of a hyphen
        ("b1->b2", m.Step("b1", "b2")),
        ("b1 to b2", m.Step("b1", "b2")),
        ("move b1 to b2", m.Step("b1", "b2")),
        ("1. b1-b2 {at last} !", m.Step("b1", "b2")),
        ("b2xc3", m.Attack("b2", "c3")),
        ("b2 x c3", m.Attack("b2", "c3")),
        ("B2:C3", m.Attack("b2", "c3")),
        ("b2×c3", m.Attack("b2", "c3")),  # noqa: RUF001
        ("b2 takes c3", m.Attack("b2", "c3")),
        ("attack c3 from b2", None),
        ("attack b2 c3", m.Attack("b2", "c3")),
        ("move b2xc3", m.Attack("b2", "c3")),
        ("return a1", m.Return("a1")),
        ("return to F5", m.Return("f5")),
        ("pass", m.Pass()),
        ("scout d", m.Scout("d")),
        ("Scout column D", m.Scout("d")),
        ("standing scout d, a, f", m.StandingScout(("d", "a", "f"))),
        ("standing scout d a and f", m.StandingScout(("d", "a", "f"))),
        ("standing scout never", m.StandingScout()),
    ],
)
def test_what_is_read(line: str, move: Move | None) -> None:
    """Squares, signs, values and names are read as people write them; what cannot be read is told."""
    read = READER.read(line)
    if move is None:
        assert isinstance(read, Misread)
    else:
        assert isinstance(read, Order)
        assert read.move == move


@pytest.mark.parametrize(
    "line",
    [
        "b7-b8",
        "g2-g3",
        "b1-b9",
        "scout d4",
        "scout",
        "return b",
        "place",
        "standing scout",
        "b1-b2 c3",
    ],
)
def test_what_is_no_order_is_told(line: str) -> None:
    """A square off the board, an unknown column, a line that breaks off: misread, never prose."""
    assert isinstance(READER.read(line), Misread)


@pytest.mark.parametrize(
    "line",
    [
        "a1 sauce",
        "B1 is yours now",
        "Stop!",
        "About time.",
        "Moved at last",
        "Your turn",
        "Returned from Rome",
        "a",
    ],
)
def test_prose_is_prose(line: str) -> None:
    """Everyday lines begin no order, though a word comes near a verb or a square opens them."""
    assert isinstance(READER.read(line), Prose)


@pytest.mark.parametrize(
    ("language", "line", "move"),
    [
        ("en", "e2 e3", m.Step("e2", "e3")),
        ("en", "E2E3", m.Step("e2", "e3")),
        ("en", "bring back f1", m.Return("f1")),
        ("en", "Bring a piece back to f1.", m.Return("f1")),
        ("en", "move my piece from e2 to e3", m.Step("e2", "e3")),
        ("de", "E2 E3", m.Step("e2", "e3")),
        ("de", "e3 greift f3 an, bitte", m.Attack("e3", "f3")),
        ("de", "bringe einen Stein auf f1 zurück", m.Return("f1")),
        ("de", "bring einen Stein zurück nach f5", m.Return("f5")),
        ("de", "spähe d aus", m.Scout("d")),
    ],
)
def test_moves_in_peoples_own_words(language: str, line: str, move: Move) -> None:
    """As people wrote them in games by mail: squares without a sign, a piece that is spoken of, verbs in two."""
    read = Reader(GAME, GAME.options({}), (language,)).read(line)
    assert isinstance(read, Order)
    assert read.move == move


@pytest.mark.parametrize("line", ["a1 b2 are free", "b2 c3 c4", "Bring it on!"])
def test_squares_in_a_sentence_are_prose(line: str) -> None:
    """Two squares begin an order only if nothing but another order stands behind them."""
    assert isinstance(READER.read(line), Prose)


def test_every_choice_is_read_back_as_written() -> None:
    """`read(write(move)) == move` for all that may be done on some tables, and for every order of cards."""
    rng = Random(3)
    for pieces in ("c3 d1 b4", "a1 a2 f4 e3"):
        t = Board(
            odin={"pieces": pieces, "captured": "2", "rights": "spent"},
            thor={"pieces": "c4 d4 b5 f5"},
            options={"diagonal": "beside"},
        )
        choices = t.choices("odin")
        drawn = [family.draw(rng) for family in choices.families for _ in range(20)]
        for move in [*choices, *drawn, m.Place(tuple(rng.choices(NAMES, k=6)))]:
            read = READER.read(move.written)
            assert isinstance(read, Order)
            assert (read.move, GAME.resolve(read.move, t.view("odin"))) == (move, move)

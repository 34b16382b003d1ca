"""The deck list and the options of Odin's Table: what is taken, and what is told with its place."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec.structs import asdict
from odins_board import GAME

from referee.games.odins_table.cards import VALUES
from referee.util.errors import Faulty
from referee.util.plainyaml import ManyFaulty

ROW = '- {{card: {card}, title: "{card}", value: {value}, copies: {copies}, certainty: printed}}\n'


def written(path: Path, text: str) -> Mapping[str, str]:
    """The option that names a deck file of this text."""
    file = path / "deck.yaml"
    file.write_text(text, encoding="utf-8")
    return {"deck": str(file)}


def faults(path: Path, text: str) -> list[str]:
    """What is wrong with a deck of this text: line and column, and the key."""
    with pytest.raises(Faulty) as told:
        GAME.options(written(path, text))
    every = told.value.faults if isinstance(told.value, ManyFaulty) else (told.value,)
    return [f"{one.where.partition(':')[2]} {one.why.key}" for one in every]


def test_1_3_1_4_the_deck_of_the_house() -> None:
    """27 cards: three of each value, but two of 9, 8 and 7; names and values as in rule 1.3."""
    deck = GAME.blank("g1", GAME.options({})).decks
    assert {row.name: row.value for row in deck.rows} == dict(VALUES)
    assert [row.copies for row in deck.rows] == [2, 2, 2, 3, 3, 3, 3, 3, 3, 3]
    assert deck.size == len(set(deck.cards("odin"))) == 27
    assert [tuple(asdict(row).values()) for row in deck.rows] == [
        tuple(row.values()) for row in GAME.options({})["deck"]
    ]


def test_a_deck_of_ones_own(tmp_path: Path) -> None:
    """A file with fewer kinds and other copies is taken as it is."""
    text = ROW.format(card="loki", value=1, copies=4) + ROW.format(card="odin", value=9, copies=2)
    content = GAME.options(written(tmp_path, text))
    assert [(row["card"], row["copies"]) for row in content["deck"]] == [("loki", 4), ("odin", 2)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", ["1:1 not-a-list"]),
        (ROW.format(card="loki", value=1, copies=5), ["1:1 deck-count"]),
        (
            ROW.format(card="loki", value=1, copies=60) + ROW.format(card="hel", value=4, copies=1),
            ["1:1 deck-count"],
        ),
        (ROW.format(card="loki", value=2, copies=6), ["1:38 deck-other-value"]),
        (ROW.format(card="fenrir", value=1, copies=6), ["1:10 deck-no-such-card"]),
        (ROW.format(card="loki", value=11, copies=6), ["1:38 deck-value"]),
        (ROW.format(card="loki", value=1, copies=0), ["1:49 deck-copies"]),
        (ROW.format(card="loki", value=1, copies=3) * 2, ["2:10 deck-card-twice"]),
        ("- {card: loki}\n", ["1:3 missing-key"] * 4),
        ("- [loki]\n", ["1:3 not-a-map"]),
        (ROW.format(card="loki", value=1, copies=6).replace("printed", "sure"), ["1:63 deck-certainty"]),
        (ROW.format(card="loki", value=1, copies=6).replace('"loki"', '""'), ["1:23 deck-text-length"]),
        (
            ROW.format(card="loki", value=1, copies=6).replace("title", "name"),
            ["1:3 missing-key", "1:16 unknown-key"],
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path: Path, text: str, told: list[str]) -> None:
    """Every mistake in the file, each by its line and column, in the order of the file."""
    assert faults(tmp_path, text) == told


def test_options_and_their_second_values() -> None:
    """The usual values stand unless another is given; anything else is refused."""
    usual, other = GAME.options({}), GAME.options({"diagonal": "beside", "spent": "fights"})
    assert (usual["diagonal"], usual["spent"]) == ("between", "scouts")
    assert (other["diagonal"], other["spent"]) == ("beside", "fights")
    for given, key in (({"diagonal": "across"}, "option-value"), ({"flank": "facing"}, "unknown-option")):
        with pytest.raises(Faulty) as told:
            GAME.options(given)
        assert told.value.why.key == key


@pytest.mark.parametrize(
    ("given", "players", "sides"),
    [
        ("", [], "agreed"),
        ("anna,bert", ["anna", "bert"], "lot"),
        ("thor:bert, odin:anna", ["anna", "bert"], "agreed"),
    ],
)
def test_who_plays(given: str, players: list[str], sides: str) -> None:
    """Two names by lot, or each with its side."""
    content = GAME.options({"players": given})
    assert (content["players"], content["sides"]) == (players, sides)


@pytest.mark.parametrize("given", ["anna", "anna,anna", "anna,bert,carl"])
def test_two_players(given: str) -> None:
    """There are two players with two names."""
    with pytest.raises(Faulty) as told:
        GAME.options({"players": given})
    assert told.value.why.key == "players-named"


@pytest.mark.parametrize("given", ["odin:anna,loki:bert", "odin:anna,bert", "odin:anna,odin:bert"])
def test_two_sides(given: str) -> None:
    """Sides are named for both or for none, and they are Odin and Thor."""
    with pytest.raises(Faulty) as told:
        GAME.options({"players": given})
    assert told.value.why.key == "sides-named"

"""How Odin's Table is told: the board as text and in words, the deck, and what lay hidden."""

import re
from functools import cache

import pytest

from referee.games.odins_table import telling
from referee.games.odins_table.cards import SEATS
from referee.games.odins_table.table import State
from referee.games.odins_table.uncovered import uncovered
from referee.games.odins_table.view import View, view
from referee.house.games import find
from referee.telling.catalog import catalog
from referee.testing.random_games import random_world
from referee.util.text import WIDTH

GAME = find("odins_table")
CONTENT = GAME.options({})
SAYS = catalog("odins_table")
READERS = ("odin", "thor", None)
SEEDS = range(4)


@cache
def positions(seed: int) -> tuple[State, ...]:
    """Some positions of a random game, the last among them, and all in which a standing order has scouted."""
    states = random_world(GAME, CONTENT, seed, at_most=300).states[1:]
    some = (s for at, s in enumerate(states) if at % 16 == 0 or s.odin.peeked or s.thor.peeked)
    return (*some, states[-1])


@cache
def views() -> tuple[View, ...]:
    """Positions of random games, as each reader sees them."""
    return tuple(view(state, seat) for seed in SEEDS for state in positions(seed) for seat in READERS)


def text(v: View) -> str:
    """The table as text."""
    return SAYS.render("odins_table/table.txt", telling.voice(v), table=telling.table(v))


def words(v: View) -> str:
    """The position in words, as the text of a picture tells it."""
    key, values = telling.position_in_words(v)
    return SAYS.say("texts", key, telling.voice(v), values)


@pytest.mark.slow
def test_the_board_as_text_keeps_to_the_width() -> None:
    """No line is wider than a mail should be, and none ends in blanks."""
    lines = [line for v in views() for line in text(v).splitlines()]
    assert [line for line in lines if len(line) > WIDTH or line != line.rstrip()] == []


def test_every_square_bears_its_name_and_its_piece() -> None:
    """Each of the 30 squares stands once on the board, after the mark of its piece's owner; * if it is frozen."""
    for v in views():
        board = "\n".join(rank.text for rank in telling.table(v).ranks)
        found = {square: mark for mark, square in re.findall(r"(..)([a-f][1-5])", board)}
        assert len(found) == 30
        for half, letter, far in ((v.odin, "O", "5"), (v.thor, "T", "1")):
            marked = {square for square, mark in found.items() if mark[0] == letter}
            assert marked == set(half.pieces)
            assert {one for one in marked if found[one] == f"{letter}*"} == {
                one for one in half.pieces if one[1] == far
            }


@pytest.mark.parametrize(
    ("seat", "first", "below"), [("odin", "a", "1"), ("thor", "f", "5"), (None, "a", "1")]
)
def test_the_own_fortress_lies_below(seat: str | None, first: str, below: str) -> None:
    """For Thor the board is turned; onlookers sit with Odin. The cards of the near side are listed under the board."""
    shown = telling.table(view(positions(0)[-1], seat))
    assert (shown.columns[0], shown.ranks[-1].number) == (first, below)
    assert [square.name for square in shown.ranks[-1].squares] == [column + below for column in shown.columns]
    assert shown.near.seat == (seat or "odin")
    assert [card.column for card in shown.near.shown] == list(shown.columns)
    assert [card.column for card in shown.near.in_order] == list("abcdef")


def test_a_card_that_the_reader_does_not_see_is_told_by_its_column_alone() -> None:
    """Its face is in no field of the table, and on the board stands ##."""
    for v in views():
        shown = telling.table(v)
        for edge in (shown.far, shown.near):
            for card, slot in zip(edge.in_order, v.half(edge.seat).columns, strict=True):
                assert card.face == slot.face
                assert card.lies == (v.turn > 0)
                if card.lies and card.face is None:
                    assert (card.text, card.value) == ("##", None)
                elif card.lies:
                    assert card.text == (str(card.value) if card.up else f"[{card.value}]")


@pytest.mark.slow
def test_the_key_explains_the_marks_that_occur_and_no_others() -> None:
    """A mark stands in the line below the board exactly when it stands on the board."""
    signs = {"*: frozen": "*", "; 3: face up": "", "[3]: ": "[", "##: ": "##"}
    for v in views():
        shown = telling.table(v)
        drawn = "\n".join((shown.far.text, *(rank.text for rank in shown.ranks), shown.near.text))
        told = " ".join(text(v).split("\n\n")[0].split())
        for words_, sign in signs.items():
            occurs = sign in drawn if sign else bool(re.search(r"(?m)[a-f] \d", drawn))
            assert (words_ in told) == occurs, told


def test_the_owner_alone_is_told_of_orders_rights_and_what_was_scouted() -> None:
    """Standing order, rights, a sealed choice and a scouting by standing order stand in notes of their owner only."""
    private = {"standing", "standing-never", "right-column", "right-spent", "peeked", "sealed"}
    seen = set()
    for v in views():
        keys = {key for key, _ in telling.table(v).notes}
        seen |= keys
        assert v.seat or not keys & private
        mine = v.mine if v.seat and not v.outcome else None
        assert ("standing" in keys) == bool(mine and mine.standing)
        assert ("standing-never" in keys) == bool(mine and mine.standing == ())
        assert ("peeked" in keys) == bool(mine and mine.peeked)
        assert ("sealed" in keys) == bool(mine and mine.sealed)
        assert len([one for one in telling.table(v).notes if one[0].startswith("right-")]) == len(
            mine.rights if mine else ()
        )
        assert all(SAYS.say("notes", key, telling.voice(v), values) for key, values in telling.table(v).notes)
    assert {"standing", "peeked"} <= seen


@pytest.mark.slow
def test_the_words_of_a_picture_name_all_that_it_shows() -> None:
    """Each piece, frozen or not, and each card that the reader knows stands in them, and no other square."""
    for v in views():
        told = words(v)
        squares = sorted(re.findall(r"\b[a-f][1-5]\b", told))
        assert squares == sorted((*v.odin.pieces, *v.thor.pieces))
        known = [slot.face for half in (v.odin, v.thor) for slot in half.columns if slot.face]
        for name in {face.partition(".")[2] for face in known}:
            title = SAYS.environment.from_string("{{ c|strong }}").render(c=name, voice=telling.voice(v))
            assert told.count(title) == sum(face.partition(".")[2] == name for face in known)


def test_when_all_is_over_every_card_is_told() -> None:
    """The cards at the columns, the draw piles and the open discards are the 54 of the game."""
    for seed in SEEDS:
        state = positions(seed)[-1]
        bared = uncovered(state)
        cards = sorted(
            card
            for side in bared.sides
            for card in (
                *(card for _, card in side.places),
                *side.deck,
                *view(state, None).half(side.seat).discards,
            )
        )
        whole = sorted(".".join(card.split(".")[:2]) for seat in SEATS for card in state.decks.cards(seat))
        assert cards == whole
        told = SAYS.render("odins_table/uncovered.txt", telling.voice(view(state, None)), uncovered=bared)
        assert all(len(line) <= WIDTH for line in told.splitlines())


def test_the_options_chosen_are_told() -> None:
    """Only those that are not the usual ones, each with its ruling."""
    assert GAME.chosen(CONTENT) == ()
    given = GAME.options({"diagonal": "beside", "spent": "fights"})
    assert GAME.chosen(given) == (("diagonal", "beside", "O2"), ("spent", "fights", "O9"))


def test_the_deck_is_told_with_its_copies_and_how_sure_they_are() -> None:
    """An invitation names every card with its value and number, and says that the numbers are in no source."""
    told = [SAYS.say("texts", key, params=values) for key, values in telling.decks_told(CONTENT)]
    assert "27 cards: Odin 9 x2, Frigg 8 x2" in told[0]
    assert "Hugin & Munin 0 x3" in told[0]
    assert "in no source" in told[1]
    rows = SAYS.render("odins_table/decks.txt", decks=telling.deck_lists(GAME)).split("\n")[1:-1]
    assert len(rows) == len(CONTENT["deck"])
    assert rows[0].split() == ["Odin", "9", "2", "reconstructed"]

"""What a seat may do, as it is listed: the same as everything, each move held to the rules by itself."""

from itertools import product

import pytest
from hammer_suite import HAMMER as GAME
from thor_games import options, played

from referee.engine.choices import Held
from referee.engine.rules import first_broken
from referee.games.hammer_of_thor import standing
from referee.games.hammer_of_thor.barring import CARDS
from referee.games.hammer_of_thor.moves import WhenCard
from referee.games.hammer_of_thor.turn_rules import CHAPTERS, MOVES, families, legal
from referee.games.hammer_of_thor.view import View

LAST = 150


def views(layer: str, seats: int) -> list[View]:
    """Of every seat and of an onlooker, now and then in the beginning of a random game."""
    states = played(options(layer, seats), 7, at_most=LAST).states[2::9]
    return [GAME.view(s, seat) for s in states for seat in (*s.seats, None)]


@pytest.mark.parametrize(("layer", "seats"), [("house", 3), ("none", 4)])
def test_many_moves_at_once_and_each_by_itself(layer: str, seats: int) -> None:
    """Nothing is listed that a rule refuses, and nothing left out that none refuses, in the same order."""
    for v in views(layer, seats):
        for chapter in CHAPTERS:
            for key, _, given in chapter.candidates(v):
                moves = given if isinstance(given, Held) else [*given]
                each = [one for one in moves if first_broken(MOVES[type(one)][1], v, one) is None]
                assert [*legal(v, [moves])] == [*dict.fromkeys(each)], key


@pytest.mark.share(2)
@pytest.mark.parametrize(("layer", "seats"), [("house", 3), ("none", 4)])
def test_m25_cards_named_beforehand(layer: str, seats: int) -> None:
    """For anybody, each seat and each character, with any card: those that the rules allow."""
    for v in views(layer, seats):
        found = [list(one.moves()) for one in families(v) if one.key == "when card"]
        names = ("", *v.players, *v.figures, *v.cards.characters)
        every = [WhenCard(one, card) for one, card in product(dict.fromkeys(names), CARDS)]
        able = [one for one in every if first_broken(MOVES[WhenCard][1], v, one) is None]
        assert (found or [[]]) == [able]


def test_m25_standing_orders_are_counted_without_being_listed() -> None:
    """As many as there are different things to wait for, with each card and target."""
    seen = 0
    for v in views("house", 3):
        for one in standing.families(v):
            waited = {*standing.events(v)}
            assert len(waited) == len([*standing.events(v)])
            assert one.count % len(waited) == 0
            assert one.count // len(waited) >= 1
            seen += 1
    assert seen


def test_moves_of_other_chapters_are_lists() -> None:
    """What is held to the rules by its own chapter is told by its type, and stands alone in its family."""
    for v in views("none", 4):
        made = [
            (key, number)
            for one in CHAPTERS
            for key, number, moves in one.candidates(v)
            if isinstance(moves, Held)
        ]
        others = [(key, number) for one in CHAPTERS for key, number, _ in one.candidates(v)]
        assert all(others.count(one) == 1 for one in made)

"""Positions for other people's programs: orders by number, chance from a seed, and what a seat knows of a table."""

import copy
import json
import pickle
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from support.suite import announced, known

from referee.adapters import position
from referee.adapters.position import (
    END,
    SILENCE,
    SIZE,
    NoWorldError,
    Position,
    Table,
    Unknown,
    bits,
    replayed,
    returns_of,
    shown,
)
from referee.testing.random_games import options_given, random_world
from referee.testing.sent import worlds_of
from referee.testing.worlds import World

GAMES: Mapping[str, Mapping[str, str]] = {
    "thunder": {},
    "odins_table": {},
    "sindri": {"seats": "4"},
    "trio": {"seats": "3"},
    "hammer_of_thor": {"supplement": "house", "seats": "3"},
}


@pytest.fixture(autouse=True)
def _announced() -> Iterator[None]:
    """The games for more than two are there."""
    with announced():
        yield


def played(table: Table, seed: int) -> Iterator[Position]:
    """A random game, position by position; the deal and the orders come from the seed."""
    rng, at = Random(seed), table.opened(str(seed))
    yield at
    while not at.over:
        at = at.after(rng.randrange(len(at.orders)))
        yield at


def texts(at: Position) -> list[str]:
    """All that is said of a position."""
    return [at.mover, *at.orders, *map(at.known, at.table.seats), at.observed(None), repr(at.returns())]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_orders_are_the_same_game(name: str) -> None:
    """To each byte that is said of it; another seed is another game. Orders are sorted, and each is there once."""
    table = Table.of(name, GAMES[name], 24)
    first, again = (list(map(texts, played(Table.of(name, GAMES[name], 24), 5))) for _ in range(2))
    assert first == again
    assert first != list(map(texts, played(table, 6)))
    for at in played(table, 5):
        assert list(at.orders) == sorted(set(at.orders))


@pytest.mark.share(2)
@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_ends_before_the_bound(name: str) -> None:
    """By its own rules: somebody has won, or it is drawn; nobody is asked any more."""
    *before, last = played(Table.of(name, GAMES[name]), 2)
    assert before
    assert last.over
    assert not last.given_up
    assert (last.mover, last.orders) == ("", ())
    assert sum(one > 0 for one in last.returns()) in range(len(last.table.seats) + 1)
    with pytest.raises(Unknown):
        last.after(0)


def test_a_game_that_lasts_too_long_is_drawn() -> None:
    """After so many orders, and the position says that it was given up."""
    *_, last = played(Table.of("odins_table", {}, 10), 1)
    assert (len(last.line), last.over, last.given_up, last.returns()) == (10, True, True, (0.0, 0.0))


@pytest.mark.parametrize(
    ("winners", "returns"),
    [
        ((), (0, 0, 0, 0)),
        (("a",), (1, -1, -1, 0)),
        (("a", "c"), (0.5, -1, 0.5, 0)),
        (("a", "b", "c"), (0, 0, 0, 0)),
    ],
)
def test_winners_share(winners: tuple[str, ...], returns: tuple[float, ...]) -> None:
    """One for all of them, minus one for each who lost, nothing for the master; nothing where all have won."""
    assert returns_of(("a", "b", "c", "master"), winners) == returns


def test_the_number_of_an_order_says_what_is_played() -> None:
    """It is the place among the orders as written; what has no number is refused, and no position is changed."""
    at = Table.of("thunder", {"flank": "across"}, 10).opened("1")
    number = next(n for n, one in enumerate(at.orders) if one.startswith("deploy"))
    then = at.after(number)
    assert then.line == ((at.mover, at.orders[number]),)
    assert at.line == ()
    assert copy.deepcopy(at) is at
    kept = pickle.loads(pickle.dumps(then))  # noqa: S301  our own
    assert texts(kept) == texts(then)
    assert (kept.table.bound, kept.table.content) == (10, then.table.content)
    with pytest.raises(Unknown):
        replayed(at.table, "1", ["deploy nobody"])
    for odd in (-1, len(at.orders)):
        with pytest.raises(Unknown):
            at.after(odd)


def test_seats_that_owe_at_once_are_asked_in_their_order() -> None:
    """All bid in secret: each is asked in the order of seats, and those before leave no trace for those after."""
    table = Table.of("sindri", GAMES["sindri"])
    at = next(one for one in played(table, 1) if len(one.asked) > 2)
    bids = [n for n, one in enumerate(at.orders) if one.startswith("bid ")]
    assert at.mover == table.seats[0]
    assert len(bids) > 1
    low, high = at.after(bids[0]), at.after(bids[-1])
    assert low.mover == high.mover == table.seats[1]
    assert low.known(table.seats[0]) != high.known(table.seats[0])
    for seat in table.seats[1:]:
        assert low.known(seat) == high.known(seat)
    assert low.orders == high.orders
    assert low.told[table.seats[0]][-1]["gold"] != high.told[table.seats[0]][-1]["gold"]
    assert "gold" not in low.told[table.seats[1]][-1].fields


def test_a_letter_that_can_go_on_has_an_end() -> None:
    """Where nobody owes an answer after an order, the same seat may order more, or end its letter."""
    games = (one for seed in range(9) for one in played(Table.of("odins_table", {}), seed))
    at = next(one for one in games if one.writing)
    assert at.mover == at.line[-1][0] == at.writing
    assert len(at.orders) > 1
    assert at.after(at.orders.index(END)).mover != at.mover


def test_where_nothing_can_be_listed_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same each time for the same view; where there is nothing at all, silence has a number."""
    at = Table.of("thunder", {}).opened("1")
    listed = at.orders
    asked = type(at.table.game.choices(at.view(at.mover)))
    monkeypatch.setattr(asked, "forward", lambda _: [])
    drawn = Table.of("thunder", {}).opened("1").orders
    assert drawn == Table.of("thunder", {}).opened("1").orders
    assert 1 < len(drawn) < len(listed)
    assert {one.partition(" ")[0] for one in drawn} == {"deploy"}
    monkeypatch.setattr(asked, "families", ())
    assert Table.of("thunder", {}).opened("1").orders == (SILENCE,)


def test_no_more_orders_have_numbers_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many some are left out, at equal distances."""
    many = Table.of("odins_table", {}).opened("1").orders
    monkeypatch.setattr(position, "ORDERS_AT_MOST", 100)
    some = Table.of("odins_table", {}).opened("1").orders
    assert 50 < len(some) <= 100
    assert some == many[:: len(many) // len(some)]


def folded(table: Table, world: World, upto: int) -> Position:
    """The position of a world after so many steps."""
    told = shown(
        dict.fromkeys(table.seats, ()), (event for step in world.steps[:upto] for event in step.events)
    )
    return Position(table, world.states[upto], told, "")


def said(at: Position, seat: str) -> Iterable[Any]:
    """All that the adapters tell a seat of a position."""
    yield at.known(seat)
    yield at.observed(seat)
    yield bits(at.observed(seat))
    yield at.orders if at.mover == seat else ()


def told_apart(name: str, seed: int, at_most: int, tries: int) -> tuple[int, list[str]]:
    """How many other worlds were found in a random game, and in which seats' texts they differ from it."""
    game = known(name).game
    given = {**options_given(game, seed), **GAMES[name]}
    table = Table.of(name, given)
    world, found, odd = random_world(game, table.content, seed, at_most=at_most), 0, list[str]()
    upto = range(1, len(world.steps) + 1, 4)
    for seat in table.seats:
        here = [[*said(folded(table, world, n), seat)] for n in upto]
        for other in worlds_of(known(name), table.content, world, seat, seed, tries):
            found += 1
            if here != [[*said(folded(table, other, n), seat)] for n in upto]:
                odd.append(seat)
    return found, odd


@pytest.mark.share(2)
@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_the_same_in_another_world(name: str) -> None:
    """What other programs get for a seat does not depend on what that seat may not know."""
    found, odd = told_apart(name, 1, 24, 24)
    assert found > 2
    assert not odd


@pytest.mark.share(2)
@pytest.mark.parametrize("name", [one for one in GAMES if one != "trio"])
def test_an_imagined_table_is_one_for_the_seat_to_move(name: str) -> None:
    """It knows and may order the same there, and what others hold is mostly something else; the game goes on there."""
    other = 0
    for at in list(played(Table.of(name, GAMES[name], 40), 4))[:-1:3]:
        there = at.imagined("1")
        assert (there.mover, there.orders, there.known(at.mover)) == (at.mover, at.orders, at.known(at.mover))
        assert {seat for seat, _ in there.line} <= {at.mover}
        assert there.after(0).line[-1] == (at.mover, at.orders[0])
        other += at.imagined("2").state != there.state
        with pytest.raises(TypeError):
            pickle.dumps(there)
    assert other > 3


def test_who_has_chosen_in_secret_chooses_again_at_an_imagined_table() -> None:
    """After the seat that imagines it: what was chosen is not known to it, nor needed."""
    at = Table.of("thunder", {}).opened("1").after(0)
    there = at.imagined("1")
    assert (at.asked, there.asked) == (("loki",), ("loki", "thor"))
    assert there.after(0).mover == "thor"


@pytest.mark.share(2)
@pytest.mark.parametrize("name", [one for one in GAMES if one != "trio"])
def test_imagined_tables_are_the_same_in_another_world(name: str) -> None:
    """What a search goes over depends on nothing that its seat may not know."""
    given = {**options_given(known(name).game, 1), **GAMES[name]}
    table, found = Table.of(name, given), 0
    world = random_world(known(name).game, table.content, 1, at_most=24)
    for seat in table.seats:
        others = list(worlds_of(known(name), table.content, world, seat, 1, 24))
        for n in range(2, len(world.steps), 3):
            at = folded(table, world, n)
            for other in (others if at.mover == seat else ())[:4]:
                there = folded(table, other, n)
                mine, theirs = at.imagined("x"), there.imagined("x")
                assert (mine.state, mine.told, mine.line) == (theirs.state, theirs.told, theirs.line)
                found += (at.state, at.told) != (there.state, there.told)
    assert found


def test_where_no_table_is_found_it_is_said() -> None:
    """As in a game that cannot tell: nothing that is hidden is shown instead."""
    with pytest.raises(NoWorldError):
        Table.of("trio", GAMES["trio"]).opened("1").imagined("1")


def test_a_planted_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where texts are made of the other seat's view, other worlds differ."""
    honest = Position.view
    monkeypatch.setattr(
        Position, "view", lambda self, seat: honest(self, {"thor": "loki", "loki": "thor"}.get(seat))
    )
    found, odd = told_apart("thunder", 1, 24, 24)
    assert found
    assert odd


@pytest.mark.parametrize("name", GAMES)
def test_facts_are_bits(name: str) -> None:
    """Each below the size; positions that a seat can tell apart by sight mostly have different ones."""
    seen = {one.observed(one.table.seats[0]) for one in played(Table.of(name, GAMES[name], 40), 3)}
    rows = [tuple(bits(one)) for one in seen]
    assert all(row and row[0] >= 0 and row[-1] < SIZE for row in rows)
    assert len(set(rows)) > 0.9 * len(rows)


def test_what_came_with_the_box_is_left_out() -> None:
    """The map and the texts of cards are the same for all and for ever; a hand is not."""
    at = Table.of("hammer_of_thor", GAMES["hammer_of_thor"]).opened("1")
    view = json.loads(at.observed("red"))["view"]
    assert not {"cards", "board"} & {*view}
    assert {"held", "order"} <= {*view}

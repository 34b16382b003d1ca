"""What every game must keep: moves and choices agree, folds are equal, letters suffice, secrets stay.

Small samples of what `contract.py` runs at length. Seeds are fixed: a failure repeats.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from contract import Chance, cards_on_table, everything_sent, options_of, random_world, zones_of
from follow import Follow, as_table
from record_run import play_whole
from sentences import sentences

from referee import play
from referee.audit import audit
from referee.events import seen
from referee.game import Choices, Move, find, refused
from referee.notation import Order, Reader
from referee.table import Table
from referee.worlds import World, other_worlds

THUNDER = find("thunder")
SEEDS = range(4)
SEATS: tuple[str | None, ...] = ("thor", "loki", None)


@pytest.fixture(scope="module", params=SEEDS)
def world(request: pytest.FixtureRequest) -> tuple[int, World]:
    """A random whole game, with options that differ from seed to seed."""
    seed: int = request.param
    return seed, random_world(THUNDER, options_of(THUNDER, seed), seed)


def test_1_1_a_random_game_ends_and_keeps_its_cards(world: tuple[int, World]) -> None:
    """Every random game ends, and after each step the same hundred cards lie on the table."""
    _, played = world
    assert THUNDER.ended(played.states[-1]) is not None
    cards = cards_on_table(played.states[1])
    assert len(set(cards)) == 100
    assert all(cards_on_table(state) == cards for state in played.states[1:])


def test_folding_the_events_gives_the_same_states(world: tuple[int, World]) -> None:
    """A state is what its events make of the state before: nothing else goes into it."""
    seed, played = world
    state = THUNDER.blank("g1", options_of(THUNDER, seed))
    for step, after in zip(played.steps, played.states[1:], strict=True):
        for event in step.events:
            state = THUNDER.apply(state, event)
        assert state == after


def positions(played: World, count: int, seed: int) -> Sequence[tuple[Any, str]]:
    """Some positions of a game, each with a seat, on turn or not."""
    rng = Random(seed)
    at = [1, 2, *rng.sample(range(3, len(played.states)), count)]
    return [(played.states[n], seat) for n in at for seat in THUNDER.seats]


def test_a_move_is_a_choice_exactly_when_it_is_not_refused(world: tuple[int, World]) -> None:
    """Over every sentence of the grammar up to a bound, read as the writer would be: `in choices` or refused."""
    seed, played = world
    told = sentences(options_of(THUNDER, seed))
    for state, seat in positions(played, 3, seed):
        view = THUNDER.view(state, seat)
        choices = THUNDER.choices(view)
        listed = set(choices)
        allowed = 0
        for said in told:
            move = THUNDER.resolve(said, view)
            if not isinstance(move, Move):
                continue
            legal = refused(THUNDER, view, move) is None
            assert legal == (move in listed or unlisted(choices, move)), (THUNDER.write(move), seat)
            allowed += legal
        assert allowed or state.outcome


def unlisted(choices: Choices, move: Move) -> bool:
    """Whether a described family holds the move."""
    return any(move in family for family in choices.families if not family.listed)


def test_every_choice_is_played_and_read_back(world: tuple[int, World]) -> None:
    """Every listed choice, and samples of the described ones, are read back as written, and are played."""
    seed, played = world
    reader = Reader(THUNDER, options_of(THUNDER, seed))
    rng = Random(seed)
    for state, seat in positions(played, 2, seed + 50):
        view = THUNDER.view(state, seat)
        families = THUNDER.choices(view).families
        moves = [move for family in families if family.listed for move in family.moves()]
        moves += [family.draw(rng) for family in families if not family.listed for _ in range(5)]
        for move in moves:
            read = reader.read(THUNDER.write(move))
            assert isinstance(read, Order)
            assert THUNDER.resolve(read.move, view) == move
            assert refused(THUNDER, view, move) is None
            play.make(THUNDER, state, seat, move, Chance(rng), [])


def test_counts_of_families_are_exact(world: tuple[int, World]) -> None:
    """A family counts the moves it lists, each once, and a sample of it is a member of it."""
    seed, played = world
    rng = Random(seed)
    for state, seat in positions(played, 5, seed + 100):
        for family in THUNDER.choices(THUNDER.view(state, seat)).families:
            if family.listed:
                assert len(set(family.moves())) == len(family.moves()) == family.count
            assert family.draw(rng) in family


def test_letters_suffice(world: tuple[int, World]) -> None:
    """A table kept from a seat's letters alone equals the view, after every step, for each seat and onlookers."""
    _, played = world
    for seat in SEATS:
        table = Follow(seat)
        for step, after in zip(played.steps, played.states[1:], strict=True):
            for event in step.events:
                if (shown := seen(event, seat)) is not None:
                    table.see(shown)
            assert table.table() == as_table(THUNDER.view(after, seat))


def told_apart(played: World, seed: int, tries: int, *, points: int = 5) -> tuple[int, list[tuple[str, str]]]:
    """How many other worlds were found, and the first difference in what a seat is sent in one of them.

    What is sent is compared at the beginning, at the end, and at as many points between.
    """
    content, found = options_of(THUNDER, seed), 0
    last = len(played.steps) - 1
    at = sorted({1, last, *(last * n // points for n in range(1, points))})
    for seat in SEATS:
        here = everything_sent(THUNDER, content, played, seat, at)
        for other in other_worlds(THUNDER, content, played, seat, Random(seed), tries, zones_of):
            found += 1
            there = everything_sent(THUNDER, content, other, seat, at)
            if here != there:
                return found, [(a, b) for a, b in zip(here, there, strict=True) if a != b]
    return found, []


def test_21_5_what_is_hidden_stays_hidden(world: tuple[int, World]) -> None:
    """In every other world a seat could be in, all it is sent is the same to the byte."""
    seed, played = world
    found, differences = told_apart(played, seed, 30)
    assert found > 10
    assert not differences


@pytest.fixture(scope="module", params=[11, 12])
def table(request: pytest.FixtureRequest) -> Table:
    """A random whole game played by letters into a record."""
    return play_whole(THUNDER, request.param)


def test_the_record_folds_to_the_same_state_and_its_audit_is_clean(table: Table) -> None:
    """What is read from a record equals what was played, entry by entry; today's rules rule the same."""
    again = Table.load(table.record.encode())
    assert [point.state for point in again.points] == [point.state for point in table.points]
    assert audit(again).clean
    assert again.record == table.record


def test_every_prefix_of_a_record_reads(table: Table) -> None:
    """Cut after any entry, a record is a record: the table as it stood then."""
    for n in range(0, len(table.entries), 7):
        assert table.at(n).state == table.points[n].state

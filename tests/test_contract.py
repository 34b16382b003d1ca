"""What every game must keep: moves and choices agree, folds are equal, letters suffice, secrets stay.

Small samples of what `contract.py` runs at length. Seeds are fixed: a failure repeats.
"""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from contract import Chance, everything_sent, options_of, random_world
from record_run import play_whole
from suite import NAMES, Suite, suite

from referee.api import Table
from referee.engine.choices import Choices, Move
from referee.engine.events import seen
from referee.engine.game import refused
from referee.notation.reader import Order, Reader
from referee.table import ruling
from referee.table.audit import audit
from referee.testing.worlds import World, other_worlds

SEEDS = range(3)


class Game(NamedTuple):
    """A random whole game, with options that differ from seed to seed."""

    suite: Suite
    seed: int
    world: World

    @property
    def content(self) -> Any:
        """Its options in full."""
        return options_of(self.suite.game, self.seed)


@pytest.fixture(scope="module", params=[(name, seed) for name in NAMES for seed in SEEDS], ids=str)
def played(request: pytest.FixtureRequest) -> Game:
    """A random whole game of each of the games there are, several times."""
    name, seed = request.param
    game = suite(name).game
    return Game(suite(name), seed, random_world(game, options_of(game, seed), seed))


def test_1_1_a_random_game_ends_and_keeps_its_cards(played: Game) -> None:
    """Every random game ends, and after each step the same cards lie on the table, as many as the decks hold."""
    one, states = played.suite, played.world.states
    assert one.game.ended(states[-1]) is not None
    cards = one.cards(states[1])
    assert len(set(cards)) == len(cards) == one.many
    assert all(one.cards(state) == cards for state in states[1:])


def test_folding_the_events_gives_the_same_states(played: Game) -> None:
    """A state is what its events make of the state before: nothing else goes into it."""
    game, world = played.suite.game, played.world
    state = game.blank("g1", played.content)
    for step, after in zip(world.steps, world.states[1:], strict=True):
        for event in step.events:
            state = game.apply(state, event)
        assert state == after


def positions(played: Game, count: int, seed: int) -> Sequence[tuple[Any, str]]:
    """Some positions of a game, each with a seat, on turn or not."""
    rng, states = Random(seed), played.world.states
    at = [1, 2, *rng.sample(range(3, len(states)), count)]
    return [(states[n], seat) for n in at for seat in played.suite.game.seats]


@pytest.mark.slow
def test_a_move_is_a_choice_exactly_when_it_is_not_refused(played: Game) -> None:
    """Over every sentence of the grammar up to a bound, read as the writer would be: `in choices` or refused."""
    game = played.suite.game
    for state, seat in positions(played, 3, played.seed):
        view = game.view(state, seat)
        choices = game.choices(view)
        listed = set(choices)
        allowed = 0
        for said in played.suite.sentences(played.content, view):
            move = game.resolve(said, view)
            if not isinstance(move, Move):
                continue
            legal = refused(game, view, move) is None
            assert legal == (move in listed or unlisted(choices, move)), (game.write(move), seat)
            allowed += legal
        assert allowed or state.outcome


def unlisted(choices: Choices, move: Move) -> bool:
    """Whether a described family holds the move."""
    return any(move in family for family in choices.families if not family.listed)


@pytest.mark.slow
def test_every_choice_is_played_and_read_back(played: Game) -> None:
    """Every listed choice, and samples of the described ones, are read back as written, and are played."""
    game, rng = played.suite.game, Random(played.seed)
    reader = Reader(game, played.content)
    for state, seat in positions(played, 2, played.seed + 50):
        view = game.view(state, seat)
        families = game.choices(view).families
        moves = [move for family in families if family.listed for move in family.moves()]
        moves += [family.draw(rng) for family in families if not family.listed for _ in range(5)]
        for move in moves:
            read = reader.read(game.write(move))
            assert isinstance(read, Order)
            assert game.resolve(read.move, view) == move
            assert refused(game, view, move) is None
            ruling.make(game, state, seat, move, Chance(rng), [])


def test_counts_of_families_are_exact(played: Game) -> None:
    """A family counts the moves it lists, each once, and a sample of it is a member of it."""
    game, rng = played.suite.game, Random(played.seed)
    for state, seat in positions(played, 5, played.seed + 100):
        for family in game.choices(game.view(state, seat)).families:
            if family.listed:
                assert len(set(family.moves())) == len(family.moves()) == family.count
            assert family.draw(rng) in family


def test_letters_suffice(played: Game) -> None:
    """A table kept from a seat's letters alone equals the view, after every step, for each seat and onlookers."""
    one, world = played.suite, played.world
    for seat in (*one.game.seats, None):
        table = one.follow(seat, played.content)
        for step, after in zip(world.steps, world.states[1:], strict=True):
            for event in step.events:
                if (shown := seen(event, seat)) is not None:
                    table.see(shown)
            assert table.table() == one.as_table(one.game.view(after, seat))


LENGTHS = (24, 80, 10**6)
"""Worlds are sought in a game that has just begun, that is in progress, and that is over: most cards come to light."""


def told_apart(
    whole: World, seed: int, tries: int, *, points: int = 5, name: str = "thunder"
) -> tuple[int, list[tuple[str, str]]]:
    """How many other worlds were found, and the first difference in what a seat is sent in one of them.

    What is sent is compared at the beginning, at the end, and at as many points between.
    """
    game, zones = suite(name).game, suite(name).zones
    content, found = options_of(game, seed), 0
    for length, seat in product(LENGTHS, (*game.seats, None)):
        world = World(whole.steps[:length], whole.states[: length + 1])
        last = len(world.steps) - 1
        at = sorted({1, last, *(last * n // points for n in range(1, points))})
        here = everything_sent(game, content, world, seat, at)
        for other in other_worlds(game, content, world, seat, Random(seed), tries // len(LENGTHS), zones):
            found += 1
            there = everything_sent(game, content, other, seat, at)
            if here != there:
                return found, [(a, b) for a, b in zip(here, there, strict=True) if a != b]
    return found, []


@pytest.mark.slow
def test_21_5_what_is_hidden_stays_hidden(played: Game) -> None:
    """In every other world a seat could be in, all it is sent is the same to the byte."""
    found, differences = told_apart(played.world, played.seed, 30, name=played.suite.game.name)
    assert found > 15
    assert not differences


@pytest.fixture(scope="module", params=[(name, 11) for name in NAMES], ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    """A random whole game played by letters into a record."""
    name, seed = request.param
    return play_whole(suite(name).game, seed)


@pytest.mark.slow
def test_the_record_folds_to_the_same_state_and_its_audit_is_clean(table: Table) -> None:
    """What is read from a record equals what was played, entry by entry; today's rules rule the same."""
    again = Table.load(table.record.encode())
    assert [point.state for point in again.points] == [point.state for point in table.points]
    assert audit(again).clean
    assert again.record == table.record


@pytest.mark.slow
def test_every_prefix_of_a_record_reads(table: Table) -> None:
    """Cut after any entry, a record is a record: the table as it stood then."""
    for n in range(0, len(table.entries), 7):
        assert table.at(n).state == table.points[n].state

"""What every game must keep: moves and choices agree, folds are equal, letters suffice, secrets stay.

The promises are in `referee.testing.promises`. Seeds are fixed: a failure repeats.
"""

import os

import pytest
from support.record_run import play_whole
from support.suite import NAMES, suite

from referee.api import Table
from referee.table.audit import audit
from referee.testing import promises
from referee.testing.contract import told
from referee.testing.promises import Promise, Sample, broken, sample
from referee.testing.sent import told_apart

SEEDS = range(3)
TRIES, FOUND = (30, 16) if os.environ.get("REFEREE_FULL") else (20, 6)
"""How often another world is looked for, and how many are found at least."""


@pytest.fixture(scope="module", params=[(name, seed) for name in NAMES for seed in SEEDS], ids=str)
def played(request: pytest.FixtureRequest) -> Sample:
    """A random whole game of each of the games there are, several times."""
    name, seed = request.param
    return sample(suite(name), seed)


def hold(promise: Promise, played: Sample) -> None:
    """Assert that nothing in a game breaks a promise."""
    found = broken(promise, played)
    assert not found, told(found)


def test_1_1_a_random_game_ends_and_keeps_its_cards(played: Sample) -> None:
    """Every random game ends, and after each step the same cards lie on the table, as many as the decks hold."""
    hold(promises.ends, played)
    hold(promises.keeps_its_cards, played)
    ours = suite(played.suite.game.name)
    assert len(ours.cards(played.world.states[1])) == ours.many


def test_folding_the_events_gives_the_same_states(played: Sample) -> None:
    """A state is what its events make of the state before: nothing else goes into it."""
    hold(promises.folds_alike, played)


@pytest.mark.slow
def test_a_move_is_a_choice_exactly_when_it_is_not_refused(played: Sample) -> None:
    """Over every sentence of the grammar up to a bound, read as the writer would be: `in choices` or refused."""
    hold(promises.choices_are_what_is_not_refused, played)


@pytest.mark.slow
def test_every_choice_is_played_and_read_back(played: Sample) -> None:
    """Every listed choice, and samples of the described ones, are read back as written, and are played."""
    hold(promises.choices_are_played_and_read_back, played)


def test_counts_of_families_are_exact(played: Sample) -> None:
    """A family counts the moves it lists, each once, and a sample of it is a member of it."""
    hold(promises.families_count, played)


def test_moves_told_without_a_view_are_those_of_the_view(played: Sample) -> None:
    """In every position of the game, for every seat: the same moves in the same order."""
    hold(promises.forward_is_as_listed, played)


def test_letters_suffice(played: Sample) -> None:
    """A table kept from a seat's letters alone equals the view, after every step, for each seat and onlookers."""
    hold(promises.letters_suffice, played)


@pytest.mark.slow
def test_21_5_what_is_hidden_stays_hidden(played: Sample) -> None:
    """In every other world a seat could be in, all it is sent is the same to the byte."""
    found, differences = told_apart(played.suite, played.content, played.world, played.seed, TRIES)
    assert found >= FOUND
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

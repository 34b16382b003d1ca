"""Random whole games: as steps with their states, and by letters through the record."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from referee.api import Table
from referee.engine import driver
from referee.engine.choices import Move
from referee.engine.events import Event
from referee.engine.game import Game, refused
from referee.engine.seating import names, players
from referee.house.rulebook import rulebook
from referee.telling.spoken import spoken
from referee.testing.chance import Chance, chosen
from referee.testing.worlds import Step, World, stand
from referee.util.translations import languages

LINES_AT_MOST = 3000
"""No random game here is longer: a stated bound on how long a game can last."""
TIME = "2026-01-01T00:00:00Z"


def values_of(game: Game) -> Mapping[str, Sequence[str]]:
    """The options of a game that are rulings with several values, from its rulebook.

    The number of players is one of them, if it can vary.
    """
    rulings, fewest = rulebook(game.name).rulings, getattr(game, "fewest", 0)
    values = {one.option: [value for value, _ in one.values] for one in rulings if one.option}
    numbers = range(fewest, len(players(game.seats)) + 1) if fewest else ()
    return {**values, **({"seats": [str(n) for n in numbers]} if fewest else {})}


def options_given(game: Game, seed: int) -> dict[str, str]:
    """The options of a random game, as given on the command line: each ruling with one of its values."""
    rng = Random(f"options {seed}")
    return {name: rng.choice(values) for name, values in values_of(game).items()}


def seats_of(game: Game, given: Mapping[str, str]) -> Sequence[str]:
    """The seats of a table with these options."""
    return names(game.seating(game.options(given)))


def options_of(game: Game, seed: int) -> Mapping[str, Any]:
    """The options of a random game in full."""
    return game.options(options_given(game, seed))


def random_world(game: Game, content: Mapping[str, Any], seed: int, *, at_most: int = LINES_AT_MOST) -> World:
    """A whole random game, or its first `at_most` lines. Letters hold one line or several."""
    rng = Random(seed)
    lots = Chance(rng)
    events: list[Event] = []
    blank = game.blank("g1", content)
    state = driver.settle(game, blank, game.setup(blank, content, lots), events)
    state = driver.proceed(game, state, lots, events)
    steps, states = [Step("", None, lots.taken(), tuple(events))], [blank, state]
    while game.ended(state) is None and len(steps) <= at_most:
        if steps[-1].closes and not game.owed(state):
            break  # it stands still: nobody can go on, and nothing happens by itself
        owed = [one.seat for one in game.owed(state)] or [steps[-1].seat]
        seat = rng.choice(state.seats) if rng.random() < 0.03 and game.owed(state) else rng.choice(owed)
        if not game.choices(game.view(state, seat)):
            seat = rng.choice(owed)  # the other has left the game
        events = []
        state, move = line_at_random(game, state, seat, rng, lots, events)
        closes = (not game.owed(state) and not goes_on(game, state, seat, rng)) or rng.random() < 0.5
        if closes:
            state = driver.end_letter(game, state, seat, lots, events)
            state = stand(game, state, lots, events)
        steps.append(Step(seat, move, lots.taken(), tuple(events), closes))
        states.append(state)
    return World(tuple(steps), tuple(states))


def line_at_random(
    game: Game, state: Any, seat: str, rng: Random, lots: Any, events: list[Event]
) -> tuple[Any, Move]:
    """Play a legal line at random, after its seat's standing orders; returns the state after it, and the move."""
    move = chosen(game.choices(game.view(state, seat)).families, rng)
    if type(move) not in game.ANY_TIME:
        state = driver.begin_letter(game, state, seat, lots, events)
        while events and (type(move) in game.ANY_TIME or not may(game, state, seat, move)):
            move = chosen(game.choices(game.view(state, seat)).families, rng)
    return driver.make(game, state, seat, move, lots, events), move


def may(game: Game, state: Any, seat: str, move: Move) -> bool:
    """Whether a move is still legal, after a standing order has changed the table."""
    return refused(game, game.view(state, seat), move) is None


def goes_on(game: Game, state: Any, seat: str, rng: Random) -> bool:
    """Whether a letter is to go on though nobody owes anything: mostly, if more is possible than what always is."""
    return bool(game.forward(state, seat)) and rng.random() < 0.8


def play_whole(
    game: Game,
    seed: int,
    *,
    at_most: int = LINES_AT_MOST,
    after_each: Callable[[Table], None] | None = None,
) -> Table:
    """A random whole game by letters of one to four lines, each seat's in a language, its player called as the seat.

    `after_each` is called with the table after each letter.
    """
    rng = Random(f"letters {seed}")
    codes, given = languages(), options_given(game, seed)
    seats = seats_of(game, given)
    spoken_by = {seat: codes[(seed + at) % len(codes)] for at, seat in enumerate(seats)}
    table = Table.open(
        game.name,
        seed=f"{seed:08x}",
        options={**given, "players": ",".join(f"{seat}:{seat}" for seat in seats)},
        clock=lambda: TIME,
        languages=spoken_by,
    )
    lines = 0
    while table.outcome is None and lines < at_most:
        owed = [one.seat for one in table.owed()]
        seat = rng.choice(table.seats) if rng.random() < 0.05 else rng.choice(owed)
        if not table.choices(seat):
            seat = rng.choice(owed)  # the other has left the game
        letter = []
        for _ in range(rng.randint(1, 4)):
            move = chosen(table.choices(seat).families, rng)
            letter.append(spoken(game, table.content, spoken_by[seat], move.written))
        lines += len(letter)
        table.play(seat, letter)
        if after_each:
            after_each(table)
    return table

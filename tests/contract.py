"""What every game must keep, as functions over any game: random games, other worlds, what a seat is sent.

Used by `test_contract.py` for each game there is, and by larger runs from the command line:

    python tests/contract.py thunder 2000
    python tests/contract.py odins_table 2000 5000    # the first seed is 5000
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from suite import suite

from referee.engine.choices import Family, Move
from referee.engine.events import Event, seen
from referee.engine.game import Game, refused
from referee.engine.lots import Lot
from referee.engine.plain import as_json
from referee.house.games import find
from referee.table import ruling
from referee.table.points import Told
from referee.telling.moves import moves_text
from referee.telling.receipt import receipt
from referee.telling.report import text_report
from referee.testing.worlds import Step, World, stand

T = TypeVar("T")
LINES_AT_MOST = 3000
"""No random game of any game here is longer: a stated bound on how long a game can last."""


class Chance:
    """Lots from a seeded generator, written down as they are drawn."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.drawn: list[Lot] = []

    def shuffle(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order."""
        order = self.rng.sample(range(len(items)), len(items))
        self.drawn.append(Lot(label, len(items), tuple(order)))
        return tuple(items[place] for place in order)

    def below(self, label: str, n: int) -> int:
        """A number from 0 to n - 1."""
        number = self.rng.randrange(n)
        self.drawn.append(Lot(label, n, (number,)))
        return number

    def heard(self, seat: str, line: str) -> None:
        """Nothing rests on the words here."""

    def taken(self) -> tuple[Lot, ...]:
        """The lots drawn since last asked."""
        drawn, self.drawn = tuple(self.drawn), []
        return drawn


ENDS = ("resign", "accept draw", "claim")
"""Families that end a game at once: chosen seldom, or no game would be whole."""


def chosen(families: Sequence[Family], rng: Random) -> Move:
    """A move at random: mostly one that carries the game on, sometimes any other, seldom one that ends it."""
    weights = [
        0.002 if f.key.startswith(ENDS) else 0.5 if not f.listed or "standing" in f.key else min(f.count, 40)
        for f in families
    ]
    return rng.choices(families, weights)[0].draw(rng)


def may(game: Game, state: Any, seat: str, move: Move) -> bool:
    """Whether a move is still legal, after a standing order has changed the table."""
    return refused(game, game.view(state, seat), move) is None


def random_world(game: Game, content: Mapping[str, Any], seed: int, *, at_most: int = LINES_AT_MOST) -> World:
    """A whole random game, or its first `at_most` lines. Letters hold one line or several."""
    rng = Random(seed)
    lots = Chance(rng)
    events: list[Event] = []
    blank = game.blank("g1", content)
    state = ruling.settle(game, blank, game.setup(blank, content, lots), events)
    state = ruling.proceed(game, state, lots, events)
    steps, states = [Step("", None, lots.taken(), tuple(events))], [blank, state]
    while game.ended(state) is None and len(steps) <= at_most:
        owed = [one.seat for one in game.owed(state)] or [steps[-1].seat]
        seat = rng.choice(game.seats) if rng.random() < 0.03 and game.owed(state) else rng.choice(owed)
        events = []
        state, move = line_at_random(game, state, seat, rng, lots, events)
        closes = (not game.owed(state) and not goes_on(game, state, seat, rng)) or rng.random() < 0.5
        if closes:
            state = ruling.end_letter(game, state, seat, lots, events)
            state = stand(game, state, lots, events)
        steps.append(Step(seat, move, lots.taken(), tuple(events), closes))
        states.append(state)
    return World(tuple(steps), tuple(states))


def line_at_random(
    game: Game, state: Any, seat: str, rng: Random, lots: Any, events: list[Event]
) -> tuple[Any, Move]:
    """A legal line at random, played: the state after it, and the move. Its standing orders do their part before it."""
    move = chosen(game.choices(game.view(state, seat)).families, rng)
    if type(move) not in game.ANY_TIME:
        state = ruling.begin_letter(game, state, seat, lots, events)
        while events and (type(move) in game.ANY_TIME or not may(game, state, seat, move)):
            move = chosen(game.choices(game.view(state, seat)).families, rng)
    return ruling.make(game, state, seat, move, lots, events), move


def goes_on(game: Game, state: Any, seat: str, rng: Random) -> bool:
    """Whether a letter is to go on though nobody owes anything: mostly, where there is more than what is always possible."""
    return bool(game.choices(game.view(state, seat)).forward()) and rng.random() < 0.8


def everything_sent(
    game: Game, content: Mapping[str, Any], world: World, seat: str | None, at: Sequence[int]
) -> list[str]:
    """What this seat is sent after each of these steps: report, moves, view as JSON, receipts, and how it is refused."""
    sent = []
    told: list[Told] = []
    since = 0
    for n, step in enumerate(world.steps):
        state = world.states[n]
        for event in step.events:
            state = game.apply(state, event)
            if (shown := seen(event, seat)) is not None:
                told.append(Told("{}.{}".format(*game.position(state)), shown))
        if n not in at:
            continue
        view = game.view(world.states[n + 1], seat)
        choices = game.choices(view)
        number = f"g1.{seat}.{len(told)}"
        sent.append(text_report(game, content, view, told[since:], choices, number=number, seal="5ea1"))
        sent.append(json.dumps(as_json(view), default=str))
        sent.append(json.dumps([as_json(one.seen) for one in told[since:]], default=str))
        if seat is not None:
            sent.append(moves_text(game, content, view, choices, full=True))
            sent.append(repr([game.write(move) for move in choices]))
            sent.append(repr([(f.key, f.count) for f in choices.families]))
            sent.extend(answers(game, content, world.states[n + 1], seat, told))
        since = len(told)
    return sent


def answers(
    game: Game, content: Mapping[str, Any], state: Any, seat: str, told: Sequence[Told]
) -> Iterator[str]:
    """What this seat is told when it asks every question of a list, one letter each."""
    from referee.notation.reader import Reader

    reader = READERS.setdefault(game.name, Reader(game, content))
    for line in suite(game.name).probes:
        verdicts = ruling.rule_on(game, state, seat, reader.read_letter(line), Chance(Random(0))).verdicts
        view = game.view(state, seat)
        yield receipt(game, content, view, verdicts, game.choices(view), history=told)


READERS: dict[str, Any] = {}


@dataclass
class Found:
    """What a run over many random games found."""

    games: int = 0
    lines: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    longest: int = 0


def options_of(game: Game, seed: int) -> Mapping[str, Any]:
    """The options of a random game: each ruling with either value."""
    rng = Random(f"options {seed}")
    return game.options({name: rng.choice(values) for name, values in suite(game.name).options})


def main() -> None:
    """Play many random games, through the record too, and say what came out; the first seed is the second argument."""
    from record_run import whole_game

    name, games, *first = sys.argv[1:]
    game, found = find(name), Found()
    start = int(first[0]) if first else 0
    for seed in range(start, start + int(games)):
        ended, lines = whole_game(game, seed)
        found.games += 1
        found.lines += lines
        found.longest = max(found.longest, lines)
        found.endings[ended] += 1
    print(f"seeds {start} to {start + int(games) - 1}: {found.games} games, {found.lines} lines,", end=" ")
    print(f"longest {found.longest}, endings {dict(sorted(found.endings.items()))}")


if __name__ == "__main__":
    main()

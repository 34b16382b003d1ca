"""All that a seat is sent in a game, and whether it could tell one world from another by it."""

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product, zip_longest
from random import Random
from typing import Any, cast

from referee.engine.events import seen
from referee.engine.plain import as_json
from referee.notation.reader import Reader
from referee.table import ruling
from referee.table.points import Told
from referee.telling.moves import moves_text
from referee.telling.receipt import receipt
from referee.telling.report import Letter, text_report
from referee.telling.sentences import reader_of
from referee.testing.chance import Chance
from referee.testing.suite import Suite
from referee.testing.worlds import World, choice_worlds, other_worlds

LENGTHS = (24, 80, 10**6)
"""Worlds are sought in a game that has just begun, in one in progress, and in one that is over.

By its end a game has shown most cards.
"""
Seat = str | None


def everything_sent(
    suite: Suite, content: Mapping[str, Any], world: World, seat: Seat, at: Sequence[int]
) -> list[str]:
    """What this seat is sent after each of these steps: report, moves, view as JSON, receipts, and refusals."""
    game, sent = suite.game, list[str]()
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
        letter = Letter(
            game=game,
            content=content,
            view=view,
            told=told[since:],
            choices=choices,
            number=number,
            seal="5ea1",
        )
        sent.append(text_report(letter))
        sent.append(json.dumps(as_json(view), default=str))
        sent.append(json.dumps([as_json(one.seen) for one in told[since:]], default=str))
        if seat is not None:
            sent.append(moves_text(reader_of(game, content, view), choices, full=True))
            sent.append(repr([move.written for move in choices]))
            sent.append(repr([(f.key, f.count) for f in choices.families]))
            sent.extend(answers(suite, content, world.states[n + 1], seat, told))
        since = len(told)
    return sent


def answers(
    suite: Suite, content: Mapping[str, Any], state: Any, seat: str, told: Sequence[Told]
) -> Iterator[str]:
    """What this seat is told when it asks every question of a list, one letter each."""
    game = suite.game
    reader = _reader(cast("Hashable", game))
    for line in suite.probes:
        verdicts = ruling.rule_on(game, state, seat, reader.read_letter(line), Chance(Random(0))).verdicts
        view = game.view(state, seat)
        yield receipt(reader_of(game, content, view), verdicts, game.choices(view), told)


@cache
def _reader(game: Any) -> Reader:
    """A reader of the default deck: what is told of cards does not depend on which cards there are."""
    return Reader(game, game.options({}))


def told_apart(
    suite: Suite,
    content: Mapping[str, Any],
    whole: World,
    seed: int,
    tries: int,
    *,
    points: int = 5,
    lengths: Sequence[int] = LENGTHS,
) -> tuple[int, list[tuple[str, str]]]:
    """How many other worlds were found, and the first difference in what a seat is sent in one of them.

    What is sent is compared at the beginning, at the end, and at that many `points` between.
    """
    found = 0
    for length, seat in product(lengths, (*whole.states[0].seats, None)):
        world = World(whole.steps[:length], whole.states[: length + 1])
        last = len(world.steps) - 1
        at = sorted({1, last, *(last * n // points for n in range(1, points))})
        here = everything_sent(suite, content, world, seat, at)
        for other in worlds_of(suite, content, world, seat, seed, tries // len(lengths)):
            found += 1
            there = everything_sent(suite, content, other, seat, at)
            if here != there:
                return found, [(a, b) for a, b in zip(here, there, strict=True) if a != b]
    return found, []


def worlds_of(
    suite: Suite, content: Mapping[str, Any], world: World, seat: Seat, seed: int | str, tries: int
) -> Iterator[World]:
    """Other worlds: with cards exchanged, or with another choice or another die of somebody else, by turns."""
    game = suite.game
    kinds = [other_worlds(game, content, world, seat, Random(seed), tries, suite.zones)]
    if suite.choices_vary:
        kinds.append(choice_worlds(game, content, world, seat, Random(seed), tries))
    return (one for together in zip_longest(*kinds) for one in together if one is not None)

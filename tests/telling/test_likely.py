"""Likely answers and whole turns: good ones come first, each is played as it stands, and none tells what is hidden."""

import importlib
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from support.letters_out import ADDRESS

from referee.api import Table
from referee.house.games import find
from referee.table.verdicts import Verdict
from referee.telling.catalog import telling
from referee.telling.letter import Letter, bodies
from referee.telling.links import LIKELY
from referee.telling.moves import example_move, likely_turns
from referee.telling.sentences import reader_of
from referee.testing.chance import chosen
from referee.testing.random_games import options_given, options_of, random_world, seats_of
from referee.testing.worlds import other_worlds

GAMES = {"thunder": "thunder_suite", "odins_table": "odins_suite", "hammer_of_thor": "hammer_suite"}
SEVERAL = {"thunder": (1, 10), "odins_table": (1, 1), "hammer_of_thor": (8, 5)}
"""The number of a random game, and how many whole turns are met in it at least."""
LETTERS = 80
CUSTOMARY = ("offer draw", "accept draw", "claim draw", "offer undo")
"""Orders that would only end a game of this test."""


def opened(name: str, seed: int) -> Table:
    """A game with random options."""
    game, given = find(name), options_given(find(name), seed)
    players = ",".join(f"{seat}:{seat}" for seat in seats_of(game, given))
    return Table.open(name, seed=f"{seed:08x}", options={**given, "players": players})


def turns_at(table: Table, seat: str) -> tuple[str, ...]:
    """The likely turns of a seat, a line for each move."""
    reader = reader_of(table.game, table.content, table.view(seat))
    return likely_turns(reader, table.choices(seat))


def letters_of_taps(table: Table, rng: Random) -> Iterator[tuple[str, tuple[Verdict, ...]]]:
    """A game in which each letter is a tap, or one random order: every tap, and what became of its lines."""
    for _ in range(LETTERS):
        if table.outcome is not None:
            return
        seat = rng.choice([one.seat for one in table.owed()])
        turns = turns_at(table, seat)
        if turns and rng.random() < 0.7:
            tap = rng.choice([turn for turn in turns if "\n" in turn] or turns)
            yield tap, tuple(table.play(seat, f"@{table.position} {tap}".splitlines()).ruled.verdicts)
        else:
            found = [one for one in table.choices(seat).families if one.key not in ("resign", *CUSTOMARY)]
            table.play(seat, [chosen(found or table.choices(seat).families, rng).written])


def check_taps(name: str, seed: int) -> int:
    """All lines of all taps of a game are played, until it is over; how many taps were whole turns."""
    several = 0
    for tap, verdicts in letters_of_taps(opened(name, seed), Random(seed)):
        kinds = [one.kind for one in verdicts if one.kind != "answered"]
        over = [one.reason.key for one in verdicts if one.reason and one.kind == "not-played"]
        over += [one.broken.why.key for one in verdicts if one.broken]  # the first after a challenge that won
        assert {*kinds} == {"played"} or "game-over" in over, (tap, verdicts)
        several += "\n" in tap
    return several


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_line_of_a_tap_is_played(name: str) -> None:
    """In a game of taps with other orders between them every line is accepted, whole turns too."""
    seed, least = SEVERAL[name]
    assert check_taps(name, seed) >= least


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 8))
@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_line_of_a_tap_is_played_in_many_games(name: str, seed: int) -> None:
    """The same with many options: standing orders, captured cards, several seats and a master."""
    check_taps(name, seed)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_no_likely_turn_is_empty(name: str) -> None:
    """Nor of whoever waits: it would be a tap without any order in it."""
    table, seen = opened(name, 1), 0
    for tap, _ in letters_of_taps(table, Random(1)):
        assert tap
        for seat in table.seats if table.outcome is None else ():
            assert "" not in turns_at(table, seat)
            seen += 1
    assert seen


@pytest.mark.parametrize("name", ["thunder", "odins_table"])
def test_likely_turns_are_equal_in_other_worlds(name: str) -> None:
    """They and their reasons are made of the view alone: the same in every world that a seat could be in."""
    zones: Any = importlib.import_module(GAMES[name]).zones_of
    game, content, found = find(name), options_of(find(name), 3), 0
    world = random_world(game, content, 3, at_most=60)
    for seat in game.seats:
        for other in other_worlds(game, content, world, seat, Random(3), 12, zones):
            for one, two in zip(world.states[1:], other.states[1:], strict=True):
                if one != two and game.ended(one) is None:
                    views = game.view(one, seat), game.view(two, seat)
                    told = [telling(game).likely(view, game.choices(view)) for view in views]
                    why = [[telling(game).because(view, turn) for turn in told[0]] for view in views]
                    assert (told[0], why[0]) == (told[1], why[1])
                    found += bool(told[0])
    assert found > 20


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_whole_turn_is_one_link_with_a_line_for_each_move(language: str) -> None:
    """Text and page show it as one order; the link holds its lines, the first held to the position (H1)."""
    table = opened("thunder", 1)
    for _ in letters_of_taps(table, Random(1)):
        seat = table.owed()[0].seat
        turns = [turn for turn in turns_at(table, seat) if "\n" in turn]
        if turns:
            break
    view, choices = table.view(seat), table.choices(seat)
    turn = likely_turns(reader_of(table.game, table.content, view, language), choices)[0]
    letter = Letter(
        game=table.game,
        content=table.content,
        view=view,
        choices=choices,
        number="g1.x.1",
        address=ADDRESS,
        language=language,
    )
    shown, label = bodies(letter), ", ".join(turn.split("\n"))
    link = next(line for line in shown.text.split("\n") if "%0D%0A" in line)
    assert unquote(link.partition("&body=")[2])[:-1] == f"@{table.position} " + turn.replace("\n", "\r\n")
    assert f"| {label}\n{link}" in shown.text
    assert f"&rarr; {label}</a>" in shown.html
    assert link[3:-1].replace("&", "&amp;") in shown.html


@pytest.mark.slow
def test_the_hint_is_a_likely_move() -> None:
    """What a letter gives as an example is the best single move, not the first of the alphabet."""
    table = opened("thunder", 1)
    for _tap, _ in letters_of_taps(table, Random(1)):
        seat = table.owed()[0].seat if table.outcome is None else ""
        if not seat or not (turns := turns_at(table, seat)):
            continue
        single = next(turn for turn in turns if "\n" not in turn)
        reader = reader_of(table.game, table.content, table.view(seat))
        assert example_move(reader, table.choices(seat)) == single


@pytest.mark.slow
def test_a_page_shows_no_link_twice_where_there_are_few() -> None:
    """Likely turns stand first where there is much to choose from, or one of them is a whole turn."""
    once, shown = 0, 0
    table = opened("thunder", 1)
    for _ in letters_of_taps(table, Random(1)):
        for seat in [one.seat for one in table.owed()]:
            view, choices = table.view(seat), table.choices(seat)
            turns = likely_turns(reader_of(table.game, table.content, view), choices)
            letter = Letter(
                game=table.game,
                content=table.content,
                view=view,
                choices=choices,
                number="g1.x.1",
                address=ADDRESS,
            )
            first = "ONE TAP ANSWERS" in bodies(letter).html
            few = len([move for move in choices.forward() if move.written != "resign"]) <= LIKELY
            assert first == (bool(turns) and (not few or any("\n" in one for one in turns)))
            once, shown = once + (not first), shown + first
    assert once > 0 < shown

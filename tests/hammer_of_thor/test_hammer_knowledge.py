"""Who is shown what: the code against `knowledge.yaml`, which was written from the rules alone."""

from pathlib import Path
from typing import Any

import pytest
from hammer_suite import HAMMER
from support.knowledge import said_in, shown_as, under_its_number
from thor_games import options, played

from referee.engine.events import Event, seen
from referee.engine.seating import MASTER
from referee.house.rulebook import rulebook
from referee.testing.suite import events_of

HAPPENS = events_of(HAMMER)
SAID = said_in(Path(__file__).parent)


def test_file_and_code_know_the_same_events() -> None:
    """Every event is judged, and no other."""
    assert set(SAID) == set(HAPPENS)


@pytest.mark.parametrize("kind", sorted(HAPPENS), ids=lambda kind: under_its_number(HAPPENS[kind]))
def test_each_field_is_shown_to_whom_the_rules_say(kind: str) -> None:
    """Each field of an event, and its very existence, is shown to exactly those the rules name."""
    assert shown_as(HAPPENS[kind]) == {key: SAID[kind][key] for key in ("exists", "fields")}


def test_it_was_decided_by_rules_that_there_are() -> None:
    """Each number stands in the rulebook of the game, or is the house's."""
    book = rulebook(HAMMER.name)
    known = {*book.rules, *(one.number for one in book.rulings)}
    cited = {number for one in SAID.values() for number in one["rules"]}
    assert {one for one in cited - known if not one.startswith("H")} == set()


def belongs(event: Event, audience: str, seat: str | None) -> bool:
    """Whether the file shows something of an event to a seat."""
    named: list[Any] = []
    for name in audience.split():
        value = name if name in {"all", "none", MASTER} else getattr(event, name)
        named += value if isinstance(value, tuple) else [value]
    return "all" in named or (seat is not None and seat in named)


@pytest.mark.parametrize("layer", ["house", "none"])
def test_in_a_game_each_seat_is_shown_what_the_file_says(layer: str) -> None:
    """Of every event of a random game each seat, the master and an onlooker see those fields, and no other."""
    world = played(options(layer, 4), 1, at_most=200)
    for event in (event for step in world.steps for event in step.events):
        said = SAID[type(event).__name__]
        for seat in (*world.states[-1].seats, None):
            fields = {name for name, audience in said["fields"].items() if belongs(event, audience, seat)}
            told = seen(event, seat)
            assert (told is not None) == belongs(event, said["exists"], seat)
            assert told is None or set(told.fields) == fields

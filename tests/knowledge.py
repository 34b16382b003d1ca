"""Who is shown what: the code of a game against its `knowledge.yaml`, which was written from the rules alone."""

from functools import cache
from typing import Any

import yaml
from suite import HERE

from referee.engine.events import EVENTS, Event
from referee.house.games import find


def events_of(name: str) -> dict[str, type[Event]]:
    """The events of the game of that name."""
    return EVENTS[type(find(name)).__module__]


@cache
def said_of(name: str) -> Any:
    """What its file says of each event: `exists`, and the audience of each of its `fields`."""
    return yaml.safe_load((HERE / name / "knowledge.yaml").read_text("utf-8"))["events"]


def audience(event: type[Event], field: str) -> str:
    """A field's audience in the words of the file: all, none, or the field that names the seat."""
    shown = next(one for one in event.shown if one.name == field)
    if shown.audience.everyone:
        return existence(event)
    return " ".join(shown.audience.named_in) or "none"


def existence(event: type[Event]) -> str:
    """Who learns that the event happened at all: nobody else can be shown a field of it."""
    return " ".join(event.only) or "all"


def under_its_number(name: str, kind: str) -> str:
    """The test of an event is a test of the rule it carries out: `test_4_1_Drew`."""
    return f"test_{events_of(name)[kind].number.replace('.', '_')}_{kind}"


def hold_to_knowledge(name: str, kind: str) -> None:
    """Assert that an event of a game, and each field of it, is shown to exactly those that its file names."""
    said, event = said_of(name)[kind], events_of(name)[kind]
    assert {one.name: audience(event, one.name) for one in event.shown} == said["fields"]
    assert existence(event) == said["exists"]

"""Who is shown what: the code against `knowledge.yaml`, which was written from the rules alone."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from referee.events import EVENTS, Event
from referee.game import find

KNOWLEDGE: dict[str, Any] = yaml.safe_load(Path(__file__).with_name("knowledge.yaml").read_text("utf-8"))
THUNDER = EVENTS[type(find("thunder")).__module__]


def audience(event: type[Event], field: str) -> str:
    """A field's audience in the words of the file: all, none, or the field that names the seat."""
    shown = next(one for one in event.shown if one.name == field)
    if shown.audience.everyone:
        return existence(event)
    return " ".join(shown.audience.named_in) or "none"


def existence(event: type[Event]) -> str:
    """Who learns that the event happened at all: nobody else can be shown a field of it."""
    return " ".join(event.only) or "all"


def test_file_and_code_know_the_same_events() -> None:
    """Every event is judged, and no other."""
    assert set(KNOWLEDGE["events"]) == set(THUNDER)


def under_its_number(name: str) -> str:
    """The test of an event is a test of the rule it carries out: `test_4_1_Drew`."""
    return f"test_{THUNDER[name].number.replace('.', '_')}_{name}"


@pytest.mark.parametrize("name", sorted(THUNDER), ids=under_its_number)
def test_each_field_is_shown_to_whom_the_rules_say(name: str) -> None:
    """Each field of an event, and its very existence, is shown to exactly those the rules name."""
    said, event = KNOWLEDGE["events"][name], THUNDER[name]
    assert {one.name: audience(event, one.name) for one in event.shown} == said["fields"]
    assert existence(event) == said["exists"]

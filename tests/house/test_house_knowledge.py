"""Who is shown what of the events of the house: the code against `knowledge.yaml`, written from the rules alone."""

from pathlib import Path

import pytest
from support.knowledge import said_in, shown_as, under_its_number

from referee.house.chapters import EVENTS
from referee.house.rulebook import rulebook
from referee.util.translations import HOUSE

SAID = said_in(Path(__file__).parent)


def test_file_and_code_know_the_same_events() -> None:
    """Every event is judged, and no other; each by existing rules, its own among them."""
    assert set(SAID) == set(EVENTS)
    assert {number for one in SAID.values() for number in one["rules"]} <= rulebook(HOUSE).rules.keys()
    assert all(EVENTS[kind].number in one["rules"] for kind, one in SAID.items())


@pytest.mark.parametrize("kind", sorted(EVENTS), ids=lambda kind: under_its_number(EVENTS[kind]))
def test_each_field_is_shown_to_whom_the_rules_say(kind: str) -> None:
    """Each field of an event, and its very existence, is shown to exactly those the rules name."""
    said = SAID[kind]
    assert shown_as(EVENTS[kind]) == {"exists": said["exists"], "fields": said["fields"]}

"""Who is shown what: the code against `knowledge.yaml`, which was written from the rules alone."""

from pathlib import Path

import pytest
from support.knowledge import said_in, shown_as, under_its_number

from referee.house.games import find
from referee.testing.suite import events_of

THUNDER = events_of(find("thunder"))
SAID = said_in(Path(__file__).parent)


def test_file_and_code_know_the_same_events() -> None:
    """Every event is judged, and no other."""
    assert set(SAID) == set(THUNDER)


@pytest.mark.parametrize("kind", sorted(THUNDER), ids=lambda kind: under_its_number(THUNDER[kind]))
def test_each_field_is_shown_to_whom_the_rules_say(kind: str) -> None:
    """Each field of an event, and its very existence, is shown to exactly those the rules name."""
    assert shown_as(THUNDER[kind]) == {key: SAID[kind][key] for key in ("exists", "fields")}

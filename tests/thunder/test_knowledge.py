"""Who is shown what: the code against `knowledge.yaml`, which was written from the rules alone."""

import pytest
from knowledge import events_of, hold_to_knowledge, said_of, under_its_number

THUNDER = events_of("thunder")


def test_file_and_code_know_the_same_events() -> None:
    """Every event is judged, and no other."""
    assert set(said_of("thunder")) == set(THUNDER)


@pytest.mark.parametrize("kind", sorted(THUNDER), ids=lambda kind: under_its_number("thunder", kind))
def test_each_field_is_shown_to_whom_the_rules_say(kind: str) -> None:
    """Each field of an event, and its very existence, is shown to exactly those the rules name."""
    hold_to_knowledge("thunder", kind)

"""Who is shown what: the events of a game against a `knowledge.yaml` that was written from the rules alone.

In the file each event has its audience, and each of its fields:

    events:
      Drawn:
        exists: all                     # or the field that names the only seat that learns of it
        fields: {by: all, card: by}     # all, none, or the fields that name who sees it
"""

from pathlib import Path
from typing import Any

from referee.engine.events import Event
from referee.util import plainyaml

FILE = "knowledge.yaml"


def said_in(folder: Path) -> Any:
    """What the file of a folder says about each event: `exists`, and the audience of each of its `fields`."""
    return plainyaml.read_file(folder / FILE).value["events"]


def audience(event: type[Event], field: str) -> str:
    """A field's audience in the words of the file: all, none, or the field that names the seat."""
    shown = next(one for one in event.shown if one.name == field)
    if shown.audience.everyone:
        return existence(event)
    return " ".join(shown.audience.named_in) or "none"


def existence(event: type[Event]) -> str:
    """Who learns that the event happened at all: nobody else can be shown a field of it."""
    return " ".join(event.only) or "all"


def under_its_number(event: type[Event]) -> str:
    """The test of an event is a test of the rule it carries out: `test_4_1_Drew`."""
    return f"test_{event.number.replace('.', '_')}_{event.__name__}"


def shown_as(event: type[Event]) -> dict[str, Any]:
    """An event as the file would say it."""
    fields = {one.name: audience(event, one.name) for one in event.shown}
    return {"exists": existence(event), "fields": fields}

"""A record that is whole as a file may still be no game: the entry that does not fit is named."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import record
from referee.checking import check
from referee.seals import START, close
from referee.table import Table

EXAMPLE = Path(__file__).parents[1] / "examples" / "thunder" / "treasure-lost" / "record.yaml"


def forged(tmp_path: Path, entry: int, change: Callable[[dict[str, Any]], None]) -> Path:
    """The example with one entry changed, and every seal and mark worked out anew, as a forger would."""
    path, last = tmp_path / "record.yaml", START
    made = []
    for number, document in enumerate(record.read(EXAMPLE).documents):
        bare = {key: value for key, value in document.items() if key not in {"salt", "leaves", "seal"}}
        if number == entry:
            change(bare)
        closed = close(bare, last, {name: {} for name in document["leaves"]}, os.urandom(32))
        last = bytes.fromhex(closed["seal"])
        made.append(closed)
    path.write_bytes(record.text(made))
    assert record.check(path).fault == ""
    return path


def other_card(document: dict[str, Any]) -> None:
    """A card is drawn that lies elsewhere, and another laid that is not in the hand."""
    laid = next(one for one in document["events"] if one["event"] == "Laid")
    laid["card"] = "thor.thor.1"


def other_rule(document: dict[str, Any]) -> None:
    """An event cites a rule of another event."""
    document["events"][0]["rule"] = "21.5"


def more_events(document: dict[str, Any]) -> None:
    """A line claims events that are not there."""
    document["lines"][0]["events"] = 99


def other_position(document: dict[str, Any]) -> None:
    """The letter says that it came later in the game."""
    document["position"] = "99.1"


def unknown_event(document: dict[str, Any]) -> None:
    """An event that no rule knows."""
    document["events"][0]["event"] = "Cheated"


def first_with(event: str) -> int:
    """The first letter in which such an event happened."""
    table = Table.load(EXAMPLE)
    return next(
        n
        for n, entry in enumerate(table.entries)
        if n and any(type(one).__name__ == event for one in entry.events)
    )


def test_an_honest_record_is_whole() -> None:
    """Nothing is found where nothing is wrong."""
    assert check(EXAMPLE).fault == ""


@pytest.mark.parametrize("change", [other_card, other_rule, more_events, other_position, unknown_event])
def test_a_forged_entry_is_named(tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Marks and seals are right, and still the check names the entry that is not what it was."""
    entry = first_with("Laid")
    checked = check(forged(tmp_path, entry, change))
    assert (checked.fault, checked.entry) == ("damaged", entry)

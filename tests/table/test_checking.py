"""A record that is whole as a file may still be no game: the entry that does not fit is named."""

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.api import Table
from referee.record import file
from referee.record.seals import START, close
from referee.util.layout import write_document
from referee.verify.check import check, loaded

EXAMPLE = Path(__file__).parents[2] / "examples" / "thunder" / "treasure-lost" / "record.yaml"


Change = Callable[[dict[str, Any]], None]


def forged(tmp_path: Path, changes: Mapping[int, Change]) -> Path:
    """The example with some entries changed, and every seal and mark worked out again, as a forger would."""
    path, last = tmp_path / "record.yaml", START
    made = []
    for number, document in enumerate(file.read(EXAMPLE).documents):
        bare = {key: value for key, value in document.items() if key not in {"salt", "leaves", "seal"}}
        if number in changes:
            changes[number](bare)
        closed = close(bare, last, {name: {} for name in document["leaves"]}, os.urandom(32))
        last = bytes.fromhex(closed["seal"])
        made.append(closed)
    path.write_bytes(file.text(made))
    assert file.check(path).fault == ""
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


def fewer_events(document: dict[str, Any]) -> None:
    """A line claims fewer events than none, so that the sum is as it was."""
    line = document["lines"][0]
    document["lines"] = [{**line, "events": line["events"] + 1}, {**line, "events": -1}]


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


@pytest.mark.share(3)
@pytest.mark.parametrize(
    "change", [other_card, other_rule, more_events, fewer_events, other_position, unknown_event]
)
def test_a_forged_entry_is_named(tmp_path: Path, change: Change) -> None:
    """Marks and seals are right, and still the check names the entry that is not what it was."""
    entry = first_with("Laid")
    path = forged(tmp_path, {entry: change})
    checked = check(path)
    assert (checked.fault, checked.entry) == ("damaged", entry)
    taken_up, table = loaded(file.read(path), str(path))
    assert (taken_up.fault, taken_up.entry, str(taken_up.why)) == ("damaged", entry, str(checked.why))
    assert table is None


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (other_position, other_card),
        (other_position, unknown_event),
        (other_card, other_position),
        (other_card, unknown_event),
        (unknown_event, other_position),
        (unknown_event, other_card),
    ],
)
def test_of_two_forged_entries_the_first_is_named(tmp_path: Path, first: Change, second: Change) -> None:
    """Whatever is wrong with it: that it cannot be read, does not fit the game, or says of itself what is not so."""
    entry, later = [n for n, one in enumerate(file.read(EXAMPLE).documents) if n and laid_in(one)][:2]
    alone = check(forged(tmp_path, {entry: first}))
    both = check(forged(tmp_path, {entry: first, later: second}))
    assert (both.entry, str(both.why)) == (entry, str(alone.why))


def laid_in(document: dict[str, Any]) -> bool:
    """Whether a card was laid in this letter."""
    return any(one["event"] == "Laid" for one in document["events"])


@pytest.mark.slow
@pytest.mark.parametrize("inner", [False, True])
@pytest.mark.parametrize("flow", [False, True])
def test_an_entry_of_very_many_keys_is_refused_at_once(tmp_path: Path, inner: bool, flow: bool) -> None:
    """A hundred thousand keys, at the top or in a mapping within, in any layout: named, within a second."""
    keys = [f"k{n}: {n}" for n in range(100_000)]
    shift = "  " if inner else ""
    block = "".join(f"{shift}{one}\n" for one in keys)
    head = "more:\n" if inner else ""
    text = f"more: {{{', '.join(keys)}}}\n" if flow else f"{head}{block}"
    body = f"---\nentry: 0\n{text}".encode()
    path = tmp_path / "record.yaml"
    path.write_bytes(body + b"... # " + hashlib.sha256(bytes(32) + body).hexdigest().encode() + b"\n")
    began = time.perf_counter()
    checked = check(path)
    assert time.perf_counter() - began < 1
    assert (checked.fault, checked.entry) == ("damaged", 0)
    assert checked.why is not None
    assert checked.why.why.key == "record-by-hand"
    with pytest.raises(ValueError, match="keys"):
        write_document({f"k{n}": n for n in range(2000)})

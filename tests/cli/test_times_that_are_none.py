"""A time in a record that is none is named by `check` and `verify`, with its place; no other verb stumbles over it."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from support.command import Command, home, referee
from support.forging import documents, marked, sealed

from referee.api import Table
from referee.record.entries import in_time
from referee.util.errors import Faulty
from referee.util.times import is_time
from referee.verify import export

__all__ = ["home", "referee"]
OURS, NO = 70, 1
RECORD = (Path(__file__).parents[2] / "examples" / "thunder" / "treasure-lost" / "record.yaml").read_bytes()
NONE: Sequence[str] = (
    "2026-02-30T00:00:00Z",
    "2026-02-28T24:00:00Z",
    "2026-02-28T23:59:60Z",
    "2026-13-01T00:00:00Z",
    "2026-00-10T00:00:00Z",
    "2026-02-28T23:60:00Z",
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-02-28T23:59:59+00:00",
    "2026-02-28",
    "-001-01-01T00:00:00Z",
)
VERBS = (("show", "--seat", "thor"), ("audit",), ("explain", "3"), ("text",), ("events",), ("playthrough",))


def forged(at: str, which: int) -> bytes:
    """The record with this time in one of its entries, sealed again."""
    found = documents(RECORD)
    changed = re.sub(rb'(?m)^at: ".*"$', b'at: "' + at.encode() + b'"', found[which], count=1)
    assert changed != found[which]
    found[which] = changed
    return sealed(found)


def test_what_is_a_time() -> None:
    """The last second of a day is one, and a leap day."""
    assert all(map(is_time, ("2026-02-28T23:59:59Z", "2024-02-29T00:00:00Z", "2026-01-01T00:00:00.123456Z")))
    assert not any(map(is_time, NONE))


@pytest.mark.parametrize("event", ["Downtime", "Restored"])
def test_a_time_in_an_event_is_held_to_the_same(event: str) -> None:
    """The place names the event and its field."""
    with pytest.raises(Faulty) as told:
        in_time({"entry": 3, "at": "2026-01-01T00:00:00Z", "events": [{"event": event, "since": NONE[0]}]})
    assert told.value.why.params == {"entry": 3, "field": "/events/0/since"}


@pytest.mark.parametrize(
    ("at", "which"),
    [(at, 3) for at in NONE]
    + [(NONE[0], 0), (NONE[7], -1), pytest.param(NONE[8], -1, marks=pytest.mark.slow)],
)
def test_a_time_that_is_none_is_named(at: str, which: int, tmp_path: Path, referee: Command) -> None:
    """With the number of its entry."""
    path = tmp_path / "record.yaml"
    path.write_bytes(forged(at, which))
    entry = which % len(documents(RECORD))
    for verb in ("check", "verify"):
        ran = referee(verb, str(path))
        assert ran.code == NO
        assert f"entry {entry}" in ran.out
    for verb, *more in VERBS[:2] if which == 3 else VERBS:
        assert referee(verb, str(path), *more).code not in (0, OURS)


def test_a_time_that_is_none_in_a_record_of_a_seat_is_named(tmp_path: Path, referee: Command) -> None:
    """Though whoever changed it cannot seal it again."""
    found = documents(export.redacted(Table.load(RECORD), "thor"))
    n = next(n for n, one in enumerate(found) if n and b"\nat: " in one)
    found[n] = re.sub(rb'(?m)^at: ".*"$', b'at: "2026-02-30T00:00:00Z"', found[n])
    path = tmp_path / "record.yaml"
    path.write_bytes(marked(found))
    assert referee("check", str(path)).code == NO
    assert referee("show", str(path), "--seat", "thor").code not in (0, OURS)

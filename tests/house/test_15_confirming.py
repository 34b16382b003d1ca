"""Rule H32 of older records: a look before an order counted, which nobody can choose any more."""

from pathlib import Path

import pytest
from houses import told
from support.texts import back, differences

from referee.api import Table
from referee.house.letters import ConfirmChosen
from referee.record.entries import Letter
from referee.record.stores import Memory
from referee.table.audit import audit
from referee.verify.check import check

OLDER = Path(__file__).with_name("looked-first.yaml")
"""Loki wrote `confirm yes`; then two orders, which waited; then one with `confirm` below it, which was played."""


def test_h32_an_older_record_with_a_look_is_whole_and_stands_as_it_stood() -> None:
    """H32 Its orders are played or not as they were then; an audit finds the wish alone, which is prose today."""
    table = Table(Memory(OLDER.read_bytes()))
    lines = [line for entry in table.entries if isinstance(entry, Letter) for line in entry.lines]
    assert [(line.raw, line.verdict, line.why) for line in lines[2:]] == [
        ("confirm yes", "answered", ""),
        ("draw", "not-played", "confirm-first"),
        ("lay ravens A1", "not-played", "confirm-first"),
        ("draw", "played", ""),
        ("confirm", "answered", ""),
    ]
    assert [event for entry in table.entries for event in entry.events if isinstance(event, ConfirmChosen)]
    assert check(OLDER).fault == ""
    assert {one.entry for one in audit(table).differences} == {3}
    assert differences(table, [], back(table)) == []


def test_h32_the_player_of_an_older_game_writes_orders_that_count() -> None:
    """H32 What was chosen then has no effect now."""
    table = Table(Memory(OLDER.read_bytes()))
    assert told(table, "loki", "draw") == ["played"]


@pytest.mark.parametrize("wish", ["confirm yes", "confirm no", "confirm"])
def test_h32_nobody_chooses_a_look_any_more(wish: str) -> None:
    """H32 The words are prose; `try` in front of each order tells what it would do, and plays nothing."""
    table = Table(Memory(OLDER.read_bytes()))
    assert told(table, "loki", wish) == ["prose"]
    state = table.state
    assert told(table, "loki", "try draw", "try lay ravens A1") == ["answered", "answered"]
    assert table.state == state

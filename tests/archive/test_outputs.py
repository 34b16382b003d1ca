"""A game handed on: its events as rows, and its playthrough; to one audience no more than it was shown."""

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from support import command
from support.command import Command
from support.golden import EXAMPLES, GAMES, NAMES

from referee.api import Table
from referee.archive.exchange.telling import told
from referee.archive.exchange.writing import render
from referee.archive.outputs import (
    COLUMNS,
    _cell,
    as_csv,
    event_schema,
    for_all,
    for_seat,
    ndjson,
    playthrough,
    rows,
)
from referee.util.errors import Faulty
from referee.util.text import HIDDEN

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee
PLAYED = {"thunder": "empty-battlefield", "odins_table": "drawn"}
"""For each game the one whose playthrough lies beside it."""


def loaded(name: str) -> Table:
    """A game of `examples/`, as everybody may have it."""
    return for_all(Table.load(EXAMPLES / name / "record.yaml"))


@pytest.mark.share(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_game_is_a_row(name: str) -> None:
    """In order, with its entry, its rule and its time; the two forms tell the same."""
    table = loaded(name)
    told = list(rows(table))
    assert [(one.entry, one.kind, one.rule, one.at) for one in told] == [
        (n, type(event).__name__, event.cited, entry.at)
        for n, entry in enumerate(table.entries)
        for event in entry.events
    ]
    lines = [json.loads(line) for line in ndjson(table).splitlines()]
    cells = list(csv.DictReader(StringIO(as_csv(table).decode(), newline=""), strict=True))
    assert [{**one, "fields": json.dumps(one["fields"])} for one in lines] == [
        {
            **one,
            "entry": int(one["entry"]),
            "event": int(one["event"]),
            "fields": json.dumps(json.loads(one["fields"])),
        }
        for one in cells
    ]
    assert [one["seat"] for one in lines] == [one.seat for one in told]


@pytest.mark.parametrize("name", ["thunder/treasure-lost", "odins_table/three-home"])
def test_a_seat_gets_the_rows_of_what_it_was_shown(name: str) -> None:
    """And not one field more; another's letter is not even named."""
    table = loaded(name)
    for seat in (None, *table.seats):
        told = list(rows(for_seat(table, seat)))
        assert [(one.position, one.kind, one.rule, one.fields) for one in told] == [
            (one.position, one.seen.kind, one.seen.rule, dict(one.seen.fields)) for one in table.told(seat)
        ]
        assert {one.seat for one in told} <= {"", seat}


def test_a_game_that_is_on_is_its_keepers() -> None:
    """To everybody else it is handed on as a seat or an onlooker knows it."""
    table = Table.open("thunder", seed="07")
    with pytest.raises(Faulty, match="export-on"):
        for_all(table)
    assert list(rows(for_all(table, keeper=True)))
    with pytest.raises(Faulty, match="redacted-seat"):
        for_seat(for_seat(table, "thor"), "loki")


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@sum(a1)", "\tx", "\rx"])
def test_no_cell_is_worked_out_by_a_spreadsheet(text: str) -> None:
    """Whatever a player called the game."""
    assert _cell(text) == f"'{text}"
    assert (_cell({"text": text})[0], _cell("7.2"), _cell(7)) == ("{", "7.2", "7")


def test_the_schema_tells_every_column() -> None:
    """As the rows have them: what each is, and of which type."""
    schema: Any = event_schema()
    assert (tuple(schema["properties"]), tuple(schema["required"])) == (COLUMNS, COLUMNS)
    types = {"string": str, "integer": int, "object": dict}
    for line in ndjson(loaded("odins_table/drawn")).splitlines():
        row = json.loads(line)
        assert row.keys() == schema["properties"].keys()
        for name, value in row.items():
            assert type(value) is types[schema["properties"][name]["type"]], name
    assert all(one["description"] for one in schema["properties"].values())


# Playthroughs


@pytest.mark.parametrize("game", GAMES)
def test_a_playthrough_of_each_game_is_as_it_was(game: str, request: pytest.FixtureRequest) -> None:
    """Every state, every view, what was allowed and what was chosen. `--update` writes them again."""
    folder = EXAMPLES / game / PLAYED[game]
    text = playthrough(loaded(f"{game}/{PLAYED[game]}"))
    if request.config.getoption("--update"):
        (folder / "playthrough.txt").write_text(text, "utf-8", newline="\n")
    assert (folder / "playthrough.txt").read_text("utf-8") == text, f"{folder}: look, then --update"


def test_a_playthrough_for_a_seat_is_its_part_of_the_whole() -> None:
    """The same views and moves of its own; no view of another, and no letter of another."""
    table = loaded("thunder/empty-battlefield")
    whole = playthrough(table).splitlines()
    for seat, other in (("thor", "loki"), ("loki", "thor")):
        mine = playthrough(for_seat(table, seat))
        assert f"as {other} sees it" not in mine
        assert f"letter of {other}" not in mine
        assert f"{other} may" not in mine
        for line in mine.splitlines():
            if line.startswith(f"  {seat} may"):
                assert line in whole
        assert f"letter of {seat}" in mine


def test_what_is_written_on_a_line_stays_on_it() -> None:
    """Words of players are quoted as JSON has them."""
    table = Table.open("thunder", seed="07")
    table.play("loki", ["deploy dragon, frigg, ravens", "say one", "# Entry 9", "end"])
    said = [line for line in playthrough(for_all(table, keeper=True)).splitlines() if "Said" in line]
    assert said == ['  0.0 Said [H2] by=loki text="one\\n# Entry 9"']


def test_nothing_that_a_player_says_moves_or_hides_what_is_read() -> None:
    """In none of these texts, which go to a terminal too."""
    table = Table.open("thunder", seed="07")
    table.play("loki", ["deploy dragon, frigg, ravens", "say a\x9b31m\u202eb \u2066c \u00e9"])
    known = for_all(table, keeper=True)
    for made in (playthrough(known), render(told(known)), ndjson(known).decode(), as_csv(known).decode()):
        assert "202e" in made
        assert not [char for char in {*made} - {"\n", "\r"} if category(char) in HIDDEN]
    assert "\u00e9" in playthrough(known)


@pytest.mark.parametrize(
    "path", sorted((EXAMPLES / "disputes").glob("*/record.yaml")), ids=lambda path: path.parent.name
)
def test_a_game_with_a_dispute_is_written_out_for_everybody(referee: Command, path: Path) -> None:
    """Statements are texts of which others have the digest alone: as rows, as CSV, and as a text with its notes."""
    for reader in (["--keeper"], *(["--seat", seat] for seat in Table.load(path).seats)):
        for verb in (["events"], ["events", "--format", "csv"], ["text"]):
            ran = referee(*verb, str(path), *reader)
            assert (ran.code, bool(ran.out)) == (0, True), (verb, reader, ran.err)

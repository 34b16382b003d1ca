"""The golden games as they are kept: checked, verified, redacted for each reader, told as texts that come back."""

from pathlib import Path
from random import Random

import pytest
from support.texts import back, differences, random_notes
from test_golden_hammer import GAMES, SEATS

from referee.api import Table
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told_to
from referee.archive.exchange.writing import render, text_of
from referee.archive.outputs import for_seat
from referee.table.audit import audit
from referee.verify import check
from referee.verify.export import redacted, whole
from referee.verify.verify import verify

PROVED = {"record-whole", "lots-proved"}
"""What anybody can see by the record alone."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SEATS)
def test_a_game_comes_back_from_its_text_with_all_notes(name: str) -> None:
    """0 differences: every entry says what it said, every note too, the second text is the first."""
    table = Table.load(GAMES / name / "record.yaml")
    notes = random_notes(table, Random(name), 40)
    assert differences(table, notes, back(table, notes)) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SEATS)
def test_each_reader_has_a_record_that_verifies(name: str, tmp_path: Path) -> None:
    """The players, the master, an onlooker: the chain is that of the whole record, the views are the reader's own."""
    path = GAMES / name / "record.yaml"
    table = Table.load(path)
    assert check.check(path).fault == ""
    assert {one.key for one in verify(path)} >= PROVED
    assert audit(Table.load(whole(table))).clean
    for seat in (*table.seats, None):
        own = tmp_path / f"{seat}.yaml"
        own.write_bytes(made := redacted(table, seat))
        assert check.check(own).fault == ""
        assert [one.key for one in verify(own) if one.state == "wrong"] == []
        again = for_seat(Table.load(path), seat)
        assert again.view(seat) == table.view(seat)
        assert len(made) < len(path.read_bytes()) * 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a-master", "two-friends"])
def test_the_text_of_one_reader_comes_back_too(name: str) -> None:
    """While the game is on: to the byte, and of cards drawn by others it has none."""
    table = Table.load(GAMES / name / "record.yaml")
    early = table.at(len(table.points) // 2)
    for seat in (*early.seats, None):
        text = text_of([told_to(for_seat(early, seat), (), seat)])
        [game] = read(text)
        assert render(game) == text
        drawn = [line for line in text.splitlines() if "<event FateDrawn" in line]
        assert drawn
        assert all((f"by={seat} " in line) == ("card=" in line) for line in drawn)

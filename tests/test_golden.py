"""Whole games: letters in, letters out, and the record, held against what was once looked at and found right.

`pytest tests/test_golden.py --update` writes them anew; the difference is then for a person to read.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from golden import transcript

from referee import share
from referee.audit import audit
from referee.entries import Letter
from referee.examples import load
from referee.game import find
from referee.games.thunder.cards import POWERS, name_of
from referee.table import Table

EXAMPLES = Path(__file__).parents[1] / "examples" / "thunder"
NAMES = sorted(folder.name for folder in EXAMPLES.iterdir() if folder.is_dir())


@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_comes_out_as_it_did(name: str, request: pytest.FixtureRequest) -> None:
    """Every byte sent in a golden game, and its record, are as they were."""
    folder = EXAMPLES / name
    table, text = transcript(load(share.folder("examples").joinpath("thunder", name)))
    files = {"transcript.txt": text, "record.yaml": table.record}
    if request.config.getoption("--update"):
        for file, content in files.items():
            (folder / file).write_text(content, "utf-8", newline="\n")
    for file, content in files.items():
        assert (folder / file).read_text("utf-8") == content, f"{folder / file}: look, then --update"


def records() -> Sequence[Table]:
    """The tables of all golden records."""
    return [Table.load(EXAMPLES / name / "record.yaml") for name in NAMES]


def test_golden_records_are_whole_and_clean() -> None:
    """Each record verifies and folds, and today's rules rule its lines as they were ruled."""
    for table in records():
        assert audit(table).clean
        assert table.outcome is not None


def test_golden_games_end_by_each_rule_of_the_end() -> None:
    """Between them the golden games end by 8.1, 8.2, 8.3 and 8.4."""
    ends = {table.outcome.rule for table in records() if table.outcome}
    assert {"8.1", "8.2", "8.3", "8.4"} <= ends


def test_golden_games_use_every_card() -> None:
    """Between them every card of both decks is seen by all, and every power of 7.5 is played."""
    seen_by_all, played = set(), set()
    for table in records():
        decks = table.state.decks
        for entry in table.entries:
            for event in entry.events if isinstance(entry, Letter) else ():
                for field in event.shown:
                    value = getattr(event, field.name)
                    cards = value if isinstance(value, tuple) else (value,)
                    found = {name_of(card) for card in cards if card in decks.kinds}
                    seen_by_all |= found if field.audience.everyone else set()
                    played |= found if type(event).__name__ == "Played" else set()
    content = find("thunder").options({})["deck"]
    assert seen_by_all >= {row["card"] for rows in content.values() for row in rows}
    assert played == POWERS

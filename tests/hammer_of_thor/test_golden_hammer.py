"""Whole games of The Hammer of Thor by mail: mails and records are as a person once found right.

`pytest tests/hammer_of_thor/test_golden_hammer.py --update -m "slow or not slow"` writes them again; a person then
reads the difference.
"""

from pathlib import Path

import pytest
from support.golden_mail import SMALL, page_sizes, transcript

from referee.api import Table
from referee.cli.demo import ByMail
from referee.engine.events import Event
from referee.table.audit import audit
from referee.testing.scripts import load
from referee.verify.lots import prove

pytestmark = pytest.mark.every

GAMES = Path(__file__).parents[2] / "examples" / "hammer_of_thor" / "games"
SEATS = {"two-friends": 2, "a-master": 3, "five-counters": 5, "six-at-ragnarok": 6}
WITH_MAILS = "two-friends"
"""The game of which all mails are kept."""


@pytest.mark.slow
@pytest.mark.parametrize("name", SEATS)
def test_a_whole_game_by_mail_comes_out_as_it_did(
    name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """From the invitation to Ragnarok: each mail and the record are as they were, and every page is small."""
    played = ByMail(tmp_path / "home", load(GAMES / name), pictures="no")
    (tmp_path / "home" / "sent-by-players").mkdir()
    mails = {"mail.txt": transcript(played)}
    assert max(page_sizes(played)) < SMALL
    kept = mails if name == WITH_MAILS else {}
    for file, text in {**kept, "record.yaml": played.record.read_text("utf-8")}.items():
        if request.config.getoption("--update"):
            (GAMES / name / file).write_text(text, "utf-8", newline="\n")
        assert (GAMES / name / file).read_text("utf-8") == text, f"{GAMES / name / file}: look, then --update"


def events(table: Table) -> list[Event]:
    """All that happened."""
    return [event for entry in table.entries for event in entry.events]


@pytest.mark.share(4)
@pytest.mark.parametrize(("name", "seats"), SEATS.items())
def test_it_is_played_to_ragnarok(name: str, seats: int) -> None:
    """RAGNAROK was drawn once, a side has won, every seat has its standing, and today's rules rule each line alike."""
    table = Table.load(GAMES / name / "record.yaml")
    kinds = [type(one).__name__ for one in events(table)]
    assert table.outcome is not None
    assert (table.outcome.rule, len(table.outcome.standings)) == ("0", seats)
    assert (kinds.count("RagnarokDrawn"), kinds.count("Ended")) == (1, 1)
    assert kinds.count("TurnBegun") >= 30
    assert audit(table).clean


@pytest.mark.parametrize("name", SEATS)
def test_dice_and_decks_are_proved(name: str) -> None:
    """Each roll, each shuffle and each card drawn off a deck is worked out again from the secret."""
    table = Table.load(GAMES / name / "record.yaml")
    done = prove(table)
    assert done.findings == []
    assert done.lots == sum(len(entry.lots) for entry in table.entries)
    assert done.decks == 15

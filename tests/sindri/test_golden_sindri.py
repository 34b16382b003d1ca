"""Whole games of Sindri's Forge by mail: every mail in and out, and the record, are as a person once found right.

`pytest tests/sindri/test_golden_sindri.py --update` writes them again; a person then reads the difference.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from forge import sindri  # noqa: F401  fixture
from support.forging import VERIFY, documents, sealed, verify, wrong
from support.golden_mail import transcript

from referee.api import Table
from referee.cli.demo import ByMail
from referee.engine.events import Event
from referee.table.audit import audit
from referee.telling.translations import unfinished
from referee.testing.scripts import load
from referee.verify import export
from referee.verify.check import check
from referee.verify.lots import prove

pytestmark = pytest.mark.every

GAMES = Path(__file__).parents[2] / "examples" / "sindri" / "games"
NAMES = sorted(path.name for path in GAMES.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_whole_game_by_mail_comes_out_as_it_did(
    name: str,
    sindri: Any,  # noqa: F811
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    """Three players and the master, from the invitation to the end: each mail and the record are as they were.

    Only of one game are all mails kept.
    """
    played = ByMail(tmp_path / "home", load(GAMES / name), pictures="no")
    (tmp_path / "home" / "sent-by-players").mkdir()
    mails = {"mail.txt": transcript(played)}
    shown = mails if name == "three-gods" else {}
    for file, text in {**shown, "record.yaml": played.record.read_text("utf-8")}.items():
        if request.config.getoption("--update"):
            (GAMES / name / file).write_text(text, "utf-8", newline="\n")
        assert (GAMES / name / file).read_text("utf-8") == text, f"{GAMES / name / file}: look, then --update"
    assert Table.load(played.record).game is sindri


@pytest.fixture(scope="module", params=NAMES)
def table(request: pytest.FixtureRequest, sindri: Any) -> Table:  # noqa: F811
    """The table of a golden record."""
    assert sindri
    return Table.load(GAMES / request.param / "record.yaml")


def events(table: Table) -> list[Event]:
    """All that happened."""
    return [event for entry in table.entries for event in entry.events]


def test_it_is_played_to_its_end(table: Table) -> None:
    """Six treasures, and a god has won, with standings; today's rules rule every line as it was ruled."""
    assert table.outcome is not None
    assert (table.outcome.rule, len(table.outcome.standings)) == ("5.1", 3)
    assert sum(type(one).__name__ == "Forged" for one in events(table)) == 6
    assert audit(table).clean


def test_dice_and_decks_are_proved(table: Table) -> None:
    """Each roll and each card is worked out again from the secret."""
    done = prove(table)
    assert done.findings == []
    assert (done.lots, done.decks) == (sum(len(entry.lots) for entry in table.entries), 2)
    rolls = [lot for entry in table.entries for lot in entry.lots if lot.is_roll()]
    assert len(rolls) == sum(type(one).__name__ == "Rolled" and one.cited != "3.3" for one in events(table))


def test_it_is_verified_without_the_referee(table: Table, tmp_path: Path) -> None:
    """Marks, seals and lots, by the one file that shares nothing with us."""
    text = table.record
    (path := tmp_path / "record.yaml").write_text(text, "utf-8")
    done = subprocess.run(  # noqa: S603  ours
        (sys.executable, "-I", VERIFY, path), capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, "WRONG" in done.stdout) == (2, False), done.stdout
    assert "x lot" in done.stdout


def test_a_changed_die_is_named(table: Table, tmp_path: Path) -> None:
    """Each roll with another die, in the lot and in what happened, all sealed anew: both name its entry."""
    text = [one.decode() for one in documents(table.record.encode())]
    rolls = [n for n, one in enumerate(text) if '["roll 2d6 ' in one]
    assert len(rolls) > 6
    for n in rolls:
        lot = re.search(r'"roll 2d6 [^"]+", 6, (\[(\d), (\d)\])', text[n])
        assert lot
        other = f"[{lot[2]}, {int(lot[3]) % 6 + 1}]"
        forged = text[n].replace(lot[1], other)
        assert forged.count(other) == 2
        record = sealed([one.encode() for one in (*text[:n], forged, *text[n + 1 :])])
        found = [one.place.partition(":")[0] for one in prove(Table.load(record)).findings]
        assert found == [f"entry {n}"]
        (path := tmp_path / f"{n}.yaml").write_bytes(record)
        code, said = verify(path)
        assert code == 1
        assert wrong(said, rf"entry {n}\b"), said


def test_what_is_exported_tells_its_audience_what_the_record_does(table: Table) -> None:
    """For each god, the Norn and an onlooker: the same report, a clean audit, and nothing wrong."""
    for seat in (*table.seats, None):
        known = Table.load(export.redacted(table, seat))
        assert known.report(seat) == table.report(seat)
        assert audit(known).clean


@pytest.mark.parametrize("name", NAMES)
def test_the_record_is_checked(name: str, sindri: Any) -> None:  # noqa: F811
    """Whole, and as it was written."""
    assert sindri
    assert check(GAMES / name / "record.yaml").fault == ""


def test_the_games_show_what_the_rules_have(sindri: Any) -> None:  # noqa: F811
    """Between them: bids replaced, ties, cards of each shape played, strokes, passes and passes beforehand."""
    assert sindri
    found = {
        f"{type(one).__name__} {one.cited}"
        for name in NAMES
        for one in events(Table.load(GAMES / name / "record.yaml"))
    }
    wanted = {"BidReplaced 2.2", "Chosen 4.1", "Chosen 4.2", "Passed 3.2", "PassingSet 3.2", "Paid 2.5"}
    assert found >= {*wanted, "Rolled 3.1", "Rolled 3.3", "Paid 3.4", "Rolled 3.5", "Rolled 3.6", "Drew 2.4"}


def test_its_german_is_whole(sindri: Any) -> None:  # noqa: F811
    """Every text is translated, and the German game is told in it."""
    assert sindri
    assert not list(unfinished("sindri", "de"))
    table = Table.load(GAMES / "drei-goetter" / "record.yaml")
    for seat in table.seats:
        assert "Sindris Schmiede" in table.report(seat)

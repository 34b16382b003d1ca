"""The verbs `annotate` and `notes`, and what `verify` says of a notebook."""

import shutil
from pathlib import Path

import pytest
from support import command
from support.command import Command
from support.golden import EXAMPLES

# The fixtures, under the names by which tests ask for them.
home, referee = command.home, command.referee


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A finished game in a folder of its own."""
    (tmp_path / "game").mkdir()
    return str(shutil.copy(EXAMPLES / "thunder" / "treasure-lost" / "record.yaml", tmp_path / "game"))


def test_a_game_is_annotated_and_read(referee: Command, record: str) -> None:
    """What is noted stands at its moment, in the order of the game; glyphs may be PGN's numbers."""
    assert referee("annotate", record, "16.1", "The turning point.", "--by", "Olaf", "--glyph", "$5").out == (
        "Note 1, on entry 17.\n"
    )
    assert (
        referee("annotate", record, "game", "Asgard", "--by", "Olaf", "--kind", "tag", "--name", "site").code
        == 0
    )
    assert referee("annotate", record, "9.0", "For Thor.", "--by", "Olaf", "--to", "thor").code == 0
    assert referee("notes", record).out.splitlines() == [
        "entry 0  site: Asgard",
        "16.1  Olaf: !? The turning point.",
    ]
    assert "9.0  Olaf: For Thor." in referee("notes", record, "--seat", "thor").out
    doc = referee("notes", record, "--json").doc
    assert [(one["entry"], len(one["notes"])) for one in doc["moments"]] == [(0, 1), (17, 1)]


def test_a_notebook_is_exported_with_its_record(referee: Command, record: str, tmp_path: Path) -> None:
    """As the same reader may have it; where there is none, that is told and nothing is written."""
    given, notes = tmp_path / "given.yaml", tmp_path / "given.notes.yaml"
    assert referee("export", record, "--onlooker", "--output", str(given), "--notes", str(notes)).code == 66
    assert not given.exists()
    assert referee("annotate", record, "9.0", "For Thor.", "--by", "Olaf", "--to", "thor").code == 0
    for reader, there in (
        (("--seat", "thor"), True),
        (("--onlooker",), False),
        ((), False),
        (("--keeper",), True),
    ):
        ran = referee("export", record, *reader, "--output", str(given), "--notes", str(notes))
        assert ran.code == 0
        assert ("For Thor." in notes.read_text()) == there
        assert referee("verify", str(given), "--notes", str(notes)).code == 0


def test_what_a_seat_thought_is_told_when_its_player_opens_it(referee: Command, record: str) -> None:
    """H3 Before that, only to the seat."""
    mine = referee("notes", record, "--seat", "thor").out
    assert (bool(mine), referee("notes", record).out) == (True, "")
    assert referee("annotate", record, "game", "--kind", "opened", "--seat", "thor", "--by", "Anna").code == 0
    assert mine.strip() in referee("notes", record).out


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("99.0", "x"), 66, "99.0: the game"),
        (("15.0 line 9", "x"), 66, "15.0 line 9: the letter"),
        (("15 0", "x"), 2, "is no place in a game"),
        (("15.0",), 2, "needs more"),
        (("15.0", "x", "--glyph", "%"), 2, "% is no glyph; there are: !,"),
        (("15.0", "x", "--kind", "rumour"), 2, "there are: comment,"),
        (("15.0", "x", "--to", "odin"), 66, "odin"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(
    referee: Command, record: str, args: tuple[str, ...], code: int, said: str
) -> None:
    """With what would be right."""
    done = referee("annotate", record, *args, "--by", "Olaf")
    assert (done.code, said in done.err) == (code, True), done.err
    assert not Path(record).with_name("notes.yaml").exists()


def test_verify_looks_at_the_notebook_beside_a_record(referee: Command, record: str, tmp_path: Path) -> None:
    """A note that was changed is named, in JSON too; another file is given with `--notes`."""
    assert "notes" not in referee("verify", record).out
    referee("annotate", record, "16.1", "The turning point.", "--by", "Olaf")
    fine = referee("verify", record)
    assert (fine.code, "the one note on g1 is whole" in fine.out) == (0, True)
    notes = Path(record).with_name("notes.yaml")
    other = tmp_path / "other.yaml"
    other.write_text(notes.read_text("utf-8").replace("turning", "starting"), "utf-8")
    assert referee("verify", record, "--notes", str(other)).code == 1
    notes.write_bytes(other.read_bytes())
    found = referee("verify", record)
    assert (found.code, "notes.yaml, note 1: the notebook is not what was written" in found.out) == (1, True)
    states = [one for one in referee("verify", record, "--json").doc["findings"] if one["state"] == "wrong"]
    assert [one["key"] for one in states] == ["notes-damaged"]


def test_a_note_shows_nothing_that_moves_a_terminal(referee: Command, record: str) -> None:
    """Whatever its writer typed."""
    referee("annotate", record, "16.1", "\x1b[2Jgone \u202e", "--by", "Olaf")
    told = referee("notes", record).out
    assert "\x1b" not in told
    assert "<U+001B>" in told

"""The verb `line`, and notes that hold a variation."""

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
    return str(shutil.copy(EXAMPLES / "thunder" / "first-blood" / "record.yaml", tmp_path / "game"))


def test_a_line_is_shown_and_nothing_is_written(referee: Command, record: str) -> None:
    """With everything open, as a seat knew it, and over all worlds; as text and as JSON."""
    before = sorted(Path(record).parent.iterdir()), Path(record).read_bytes()
    assert referee("line", record, "9.1", "draw !? {so}; thor: frobnicate").out.splitlines() == [
        "From 9.1, with everything open:",
        "1. loki: draw !? {so}",
        "    Loki draws Ravens 1. [4.1]",
        "    Thor's turn begins, with 4 action points. [3.1]",
        "2. thor: frobnicate",
        "    Not played: a variation has only moves of the game.",
    ]
    known = referee("line", record, "9.1", "draw", "--seat", "loki").out
    assert known.startswith("From 9.1, as Loki knew it:\n1. loki: draw\n")
    assert "    17 %: You draw Ravens 1. [4.1]\n" in known
    told = referee("line", record, "9.1", "draw", "--seat", "loki", "--worlds", "--json").doc
    assert (told["look"], told["seat"], told["entry"]) == ("worlds", "loki", None)
    assert told["moves"][0]["worlds"] == {"reached": 500, "legal": 500, "so": 500}
    assert (
        "wie Loki es kannte"
        in referee("line", record, "9.1", "draw", "--seat", "loki", "--language", "de").out
    )
    assert (sorted(Path(record).parent.iterdir()), Path(record).read_bytes()) == before


def test_a_wrong_line_is_noted_and_its_writer_is_told_why(referee: Command, record: str) -> None:
    """It is kept as text; whoever reads the notes sees how it is ruled on."""
    wrote = referee("annotate", record, "9.1", "challenge A; draw", "--kind", "line", "--by", "Olaf")
    assert wrote.code == 0
    assert "REFUSED [6.1]" in wrote.out
    read = referee("notes", record).out.splitlines()
    assert read[0] == "9.1  Olaf looks at: challenge A; draw"
    assert read[1:4] == [
        "    From 9.1, with everything open:",
        "    1. loki: challenge A",
        "        REFUSED [6.1]: The enemy column A is empty.",
    ]
    told = referee("notes", record, "--json").doc["moments"][0]["lines"][0]
    assert [move["verdict"] for move in told["moves"]] == ["refused", "not-played"]
    again = referee("annotate", record, "9.1", "draw", "--kind", "line", "--by", "Olaf", "--json").doc
    assert again["line"]["sound"] is True


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("99.1", "draw"), 66, "never stood there"),
        (("nowhere", "draw"), 2, "is no place"),
        (("9.1", "draw", "--seat", "odin"), 66, "odin"),
    ],
)
def test_a_place_or_a_seat_that_is_not_there(
    referee: Command, record: str, args: tuple[str, ...], code: int, said: str
) -> None:
    """It is told, with the code of its kind."""
    ran = referee("line", record, *args)
    assert said in ran.err
    assert ran.code == code


def test_a_redacted_record_is_played_as_its_audience_alone(
    referee: Command, record: str, tmp_path: Path
) -> None:
    """Without a seat named it is the audience's; laid open it is not."""
    part = tmp_path / "loki.yaml"
    part.write_text(referee("export", record, "--seat", "loki").out)
    assert referee("line", str(part), "9.0", "draw").out.startswith("From 9.0, as Loki knew it:")
    assert "what thor sees" in referee("line", str(part), "9.0", "draw", "--seat", "thor").err
    assert referee("line", str(part), "9.0", "draw", "--open").code != 0

"""The verbs for exchange texts: `text`, `import`, `merge`."""

import shutil
from pathlib import Path

import pytest
from support import command
from support.command import Command
from support.golden import EXAMPLES

from referee.cli.terminal import sentences

# The fixtures, under the names by which tests ask for them.
home, referee, game = command.home, command.referee, command.game

ONE, OTHER = (EXAMPLES / name for name in ("thunder/treasure-lost", "odins_table/drawn"))


@pytest.fixture
def noted(referee: Command, tmp_path: Path) -> Path:
    """A game with a note."""
    folder = tmp_path / "noted"
    folder.mkdir()
    shutil.copy(ONE / "record.yaml", folder)
    assert referee("annotate", f"{folder}", "9.0", "So.", "--by", "Anna").code == 0
    return folder


def test_games_go_out_as_one_text_and_come_back(referee: Command, noted: Path, tmp_path: Path) -> None:
    """Each into a folder of its own, with its notes; the text of what came back is the same."""
    text, out = tmp_path / "games.txt", tmp_path / "out"
    assert referee("text", f"{noted}/", f"{OTHER}/", "--out", f"{text}").code == 0
    ran = referee("import", f"{text}", "--out", f"{out}", "--json")
    assert (ran.code, [one["problems"] for one in ran.doc["games"]]) == (0, [[], []])
    assert referee("text", f"{out}/g1/", f"{out}/o1/").out == text.read_text("utf-8")
    told = referee("verify", f"{out}/g1/record.yaml").out
    assert "made from a text" in told
    assert "the one note on g1 is whole" in told
    again = referee("import", f"{text}", "--out", f"{out}")
    assert (again.code, "g1" in again.err) == (73, True)


def test_what_cannot_be_made_is_told_with_file_line_and_column(
    referee: Command, noted: Path, tmp_path: Path
) -> None:
    """The other games are made, and the exit code is 1."""
    good = referee("text", f"{noted}/").out
    bad = good.replace("use mjolnir C2", "use hel tyr").replace('"g1"', '"g2"')
    text = tmp_path / "games.txt"
    text.write_text(f"{bad}\n{good}", "utf-8")
    ran = referee("import", f"{text}", "--out", f"{tmp_path / 'out'}")
    line = bad.split("use hel tyr")[0].count("\n") + 1
    assert (ran.code, f"{text}:{line}:3: use hel tyr: " in ran.err) == (1, True)
    assert ran.out.splitlines()[0].endswith("thunder g2 could not be made; 3 of its 18 entries can be.")
    assert [one.name for one in (tmp_path / "out").iterdir()] == ["g1"]


def test_an_edited_text_is_merged(referee: Command, noted: Path, tmp_path: Path) -> None:
    """What is new stands in the notebook then."""
    text = tmp_path / "g1.txt"
    text.write_text(referee("text", f"{noted}/").out.replace("So.", "So?"), "utf-8")
    ran = referee("merge", f"{noted}/", f"{text}", "--by", "Bert", "--json")
    assert {name: ran.doc[name] for name in ("added", "changed", "same", "gone")} == {
        "added": 1,
        "changed": 1,
        "same": 0,
        "gone": 0,
    }
    assert "Bert: So?" in referee("notes", f"{noted}/").out
    assert "Notes added: 0" in referee("merge", f"{noted}/", f"{text}", "--by", "Bert").out


@pytest.mark.parametrize(
    ("verb", "content", "code"),
    [("import", b"\xff\xfe", 65), ("merge", b"\xff\xfe", 65), ("merge", b'[Id "g9"]\n\nthor:\n', 66)],
)
def test_a_file_that_is_no_text_of_the_game(
    referee: Command, noted: Path, tmp_path: Path, verb: str, content: bytes, code: int
) -> None:
    """It is named."""
    file = tmp_path / "x.txt"
    file.write_bytes(content)
    args = {"import": (f"{file}", "--out", f"{tmp_path}"), "merge": (f"{noted}/", f"{file}", "--by", "B")}
    ran = referee(verb, *args[verb])
    assert (ran.code, ran.err.startswith(f"{file}: ")) == (code, True)
    gone = [one.replace("x.txt", "y.txt") for one in args[verb]]
    assert referee(verb, *gone).code == 66


def test_a_game_that_is_on_is_told_as_its_reader_knows_it(game: Command) -> None:
    """Not all of it, but to the keeper who asks for that."""
    assert game("text", "g1").code == 1
    assert "longships" not in game("text", "g1", "--seat", "loki").out.split("<event Shuffled")[0]
    assert '<lot "deck thor"' in game("text", "g1", "--keeper").out
    assert '<lot "deck thor"' not in game("text", "g1", "--seat", "thor").out


def test_every_problem_of_a_text_has_a_sentence() -> None:
    """The keys that stand in the modules of texts are those of the sentences."""
    folder = Path(__file__).parents[2] / "referee"
    files = [*(folder / "archive" / "exchange").glob("*.py"), folder / "cli" / "books.py"]
    code = "\n".join(path.read_text("utf-8") for path in files)
    told = {key for key in sentences()["faults"] if key.startswith("text-")}
    assert {key for key in told if f'"{key}"' not in code} == set()
    written = {part.partition('"')[0] for part in code.split('"text-')[1:]}
    assert {f"text-{key}" for key in written} == told


def test_a_game_whose_hidden_cards_are_not_written_cannot_be_imported(
    referee: Command, tmp_path: Path
) -> None:
    """It is said so, with the place where the first of them is missing."""
    file = tmp_path / "box.txt"
    file.write_text('[Game "thunder"]\n[Id "box"]\n\nthor: deploy tyr, hel, ?\n', "utf-8")
    ran = referee("import", f"{file}", "--out", f"{tmp_path / 'out'}")
    assert (ran.code, ran.err.startswith(f"{file}:4:1: the lots of the deal are not told")) == (1, True)
    assert "whose hidden cards are not written cannot be imported" in ran.err
    file.write_text((ONE / "game.txt").read_text("utf-8").replace("use mjolnir C2", "use ? C2"), "utf-8")
    ran = referee("import", f"{file}", "--out", f"{tmp_path / 'out'}")
    assert (ran.code, ":3: here stands ? and no card." in ran.err) == (1, True)
    assert not (tmp_path / "out").exists()


def test_the_text_of_a_record_of_one_seat_has_the_notes_of_that_seat(
    referee: Command, tmp_path: Path
) -> None:
    """Who has such a record is that seat."""
    record = tmp_path / "record.yaml"
    assert referee("export", f"{ONE}/", "--seat", "thor", "--output", f"{record}").code == 0
    noted = ("annotate", f"{record}", "9.0", "Mine.", "--by", "Anna", "--seat", "thor", "--to", "nobody")
    assert referee(*noted).code == 0
    text = referee("text", f"{record}").out
    assert '[Audience "thor"]' in text
    assert "Mine." in text

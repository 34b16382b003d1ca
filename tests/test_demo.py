"""The verb `demo`, the examples it plays, and the files they are made of."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import examples, record
from referee.audit import audit
from referee.cli import demo, run
from referee.examples import Example, letters_of, load, named
from referee.game import Faulty
from referee.plainyaml import faults_of
from referee.table import Table

SEATS = ("thor", "loki")
ABOUT = """game: thunder
id: g7
seed: "07"
options: {seer: must-draw}
about: >
  Two letters,
  no more.
"""
LETTERS = """
=== loki
Hello!

deploy dragon, frigg, ravens
=== thor
darw

"""


def faults(read: Callable[[], object]) -> list[tuple[str, str]]:
    """What is wrong: place and key of each mistake."""
    with pytest.raises(Faulty) as caught:
        read()
    return [(fault.where, fault.why.key) for fault in faults_of(caught.value)]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """An example of two letters."""
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.yaml").write_text(ABOUT)
    (folder / "letters.txt").write_text(LETTERS)
    return folder


@pytest.fixture
def out(small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the demo is to leave what it made of the small example."""
    monkeypatch.setattr(examples, "named", lambda *_: small)
    return tmp_path / "out"


# Examples


def test_an_example_is_read(small: Path) -> None:
    """`game.yaml` tells how the game is opened, `letters.txt` who wrote what, empty lines included."""
    letters = (("loki", "Hello!\n\ndeploy dragon, frigg, ravens\n"), ("thor", "darw\n"))
    assert load(small) == Example(
        "Two letters, no more.", "thunder", "g7", "07", {"seer": "must-draw"}, letters
    )


def test_mistakes_in_letters_are_told_with_their_places() -> None:
    """Every mistake has its line: what belongs to no letter, a seat there is not, a heading without one."""
    text = "\nhello\n=== odin\ndraw\n===loki\n=== loki, dear\n=== thor\n"
    assert faults(lambda: letters_of(text, "x.txt", SEATS)) == [
        ("x.txt:2:1", "letters-no-seat"),
        ("x.txt:3:1", "letters-seat"),
        ("x.txt:5:1", "letters-seat"),
        ("x.txt:6:1", "letters-seat"),
    ]
    assert faults(lambda: letters_of("\n", "x.txt", SEATS)) == [("x.txt:1:1", "letters-none")]


def test_mistakes_in_the_opening_are_told_with_their_places(small: Path) -> None:
    """Every mistake in `game.yaml` is told: keys, types, the rules, the id, the seed."""
    (small / "game.yaml").write_text("game: chess\nid: A\nseed: 7\nodd: 1\noptions: 5\n")
    name = f"{small}/game.yaml"
    assert faults(lambda: load(small)) == [
        (f"{name}:4:1", "unknown-key"),
        (f"{name}:3:7", "not-text"),
        (f"{name}:1:1", "missing-key"),
        (f"{name}:2:5", "bad-id"),
        (f"{name}:5:10", "not-a-map"),
        (f"{name}:1:7", "unknown-game"),
    ]


def test_a_missing_file_is_told(small: Path) -> None:
    """An example without letters names the file that is not there."""
    (small / "letters.txt").unlink()
    assert faults(lambda: load(small)) == [(f"{small}/letters.txt", "file-missing")]


WORDS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n="), min_size=1)


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.lists(WORDS.filter(str.strip), min_size=1)), min_size=1))
def test_letters_come_out_as_they_were_put_in(letters: list[tuple[str, list[str]]]) -> None:
    """Whatever lines without a heading are written behind a heading, they are that seat's letter."""
    text = "".join(f"=== {seat}\n" + "".join(f"{line}\n" for line in lines) for seat, lines in letters)
    assert letters_of(text, "x", SEATS) == tuple((seat, "\n".join(lines) + "\n") for seat, lines in letters)


def test_an_example_that_is_not_there() -> None:
    """The examples there are, are named."""
    with pytest.raises(Faulty) as caught:
        named("thunder", "../thunder")
    assert caught.value.why.key == "no-such-example"
    assert "first-blood" in caught.value.why.params["examples"]


# The sample game


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `referee demo` leaves."""
    out = tmp_path_factory.mktemp("demo") / "out"
    assert run(["demo", "--out", str(out)]) == 0
    return out


def test_the_demo_plays_to_the_end(played: Path) -> None:
    """The record is whole, today's rules rule it the same, and the game is over."""
    table = Table.load(played / "record.yaml")
    assert record.check(played / "record.yaml").fault == ""
    assert audit(table).differences == ()
    assert table.outcome is not None
    assert len(table.entries) == len(load(named("thunder", "first-blood")).letters) + 1


def test_the_demo_leaves_what_everybody_was_sent(played: Path) -> None:
    """For each letter: it, its receipt, and a report for each seat and an onlooker; and one before the first."""
    letters = load(named("thunder", "first-blood")).letters
    written = {path.name: path.read_text("utf-8") for path in (played / "letters").iterdir()}
    assert written == {f"{n:03}-{seat}.txt": text for n, (seat, text) in enumerate(letters, 1)}
    assert {path.name for path in (played / "receipts").iterdir()} == set(written)
    numbers = range(len(letters) + 1)
    expected = {f"{n:03}-{who}.txt" for n in numbers for who in (*SEATS, "onlooker")}
    assert {path.name for path in (played / "reports").iterdir()} == expected


def test_the_demo_shows_every_kind_of_answer(played: Path) -> None:
    """Among the letters are lines that are refused, misread, said, noted, asked, and prose."""
    table = Table.load(played / "record.yaml")
    kinds = {line.verdict for entry in table.entries[1:] for line in entry.lines}  # type: ignore[attr-defined]
    assert kinds >= {"played", "refused", "misread", "said", "noted", "answered", "prose"}
    receipts = "".join(path.read_text("utf-8") for path in (played / "receipts").iterdir())
    assert "REFUSED" in receipts
    assert "NOT UNDERSTOOD" in receipts


def test_the_last_report_is_that_of_the_record(played: Path) -> None:
    """What the demo wrote is what `referee show` tells of its record."""
    table = Table.load(played / "record.yaml")
    last = len(table.entries) - 1
    for seat in (*SEATS, None):
        path = played / "reports" / f"{last:03}-{seat or 'onlooker'}.txt"
        assert path.read_text("utf-8").rstrip("\n") == table.report(seat).rstrip("\n")


# The folder


def test_the_demo_says_what_to_look_at(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Its result on stdout names what the example is about, the folder, and verbs to go on with."""
    assert run(["demo", "--out", str(out)]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Two letters, no more.\n")
    assert f"referee show {out}/record.yaml" in said.out
    assert said.err == "", "no bar where there is no terminal"


def test_a_folder_that_holds_something_is_refused(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written into a folder that is not empty: code 73. An empty one will do."""
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    assert run(["demo", "--out", str(out)]) == 73
    assert str(out) in capsys.readouterr().err
    assert [path.name for path in out.iterdir()] == ["mine.txt"]
    (out / "mine.txt").unlink()
    assert run(["demo", "--out", str(out)]) == 0


def test_force_replaces_an_earlier_demo_and_nothing_else(out: Path) -> None:
    """With --force the files of the demo before are gone, and what somebody else put there stays."""
    assert run(["demo", "--out", str(out)]) == 0
    (out / "reports" / "099-thor.txt").write_text("old")
    (out / "reports" / "notes.txt").write_text("mine")
    assert run(["demo", "--out", str(out), "--force"]) == 0
    assert not (out / "reports" / "099-thor.txt").exists()
    assert (out / "reports" / "notes.txt").read_text() == "mine"
    assert len(Table.load(out / "record.yaml").entries) == 3


def test_its_clock_begins_at_a_fixed_time(out: Path) -> None:
    """The times in the record do not depend on when the demo is played."""
    assert run(["demo", "--out", str(out)]) == 0
    times = [entry.at for entry in Table.load(out / "record.yaml").entries]
    assert times == ["2026-01-01T08:00:00Z", "2026-01-01T15:00:00Z", "2026-01-01T22:00:00Z"]


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """It does."""
        return True


def test_a_bar_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal a bar on stderr tells how far we are; the letters are the same with it and without."""
    letters = [(1, ("loki", "a\n")), (2, ("thor", "b\n"))]
    assert list(demo._told(list(letters))) == letters
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    assert list(demo._told(list(letters))) == letters
    assert "Playing" in terminal.getvalue()

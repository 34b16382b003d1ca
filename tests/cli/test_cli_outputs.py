"""The verbs that hand on a game in another form: `events`, `playthrough`, `booklet`."""

import json
import os
from pathlib import Path
from threading import Thread

import pytest
from support import command
from support.command import Command
from support.golden import EXAMPLES

from referee.api import Table
from referee.archive import booklet as printing
from referee.archive.outputs import as_csv, for_all, for_seat, ndjson, playthrough
from referee.verify.export import redacted

# The fixtures, under the names by which tests ask for them.
home, referee, game = command.home, command.referee, command.game

RECORD = EXAMPLES / "odins_table" / "drawn" / "record.yaml"


def test_the_events_of_a_game_are_written_out(referee: Command, tmp_path: Path) -> None:
    """On stdout or to a file, in either form, for everybody or for a seat."""
    table = Table.load(RECORD)
    assert referee("events", str(RECORD)).out.encode() == ndjson(for_all(table))
    told = referee(
        "events", str(RECORD), "--seat", "thor", "--format", "csv", "--out", str(tmp_path / "x.csv")
    )
    assert (told.code, told.out) == (0, "")
    assert (tmp_path / "x.csv").read_bytes() == as_csv(for_seat(table, "thor"))
    assert referee("events", str(RECORD), "--onlooker").out.encode() == ndjson(for_seat(table, None))
    assert referee("schema", "events").doc["required"][:2] == ["game", "rules"]


def test_a_playthrough_is_written_out(referee: Command) -> None:
    """For everybody or for a seat."""
    table = Table.load(RECORD)
    assert referee("playthrough", str(RECORD)).out == playthrough(for_all(table))
    assert referee("playthrough", str(RECORD), "--seat", "odin").out == playthrough(for_seat(table, "odin"))


@pytest.mark.parametrize("verb", ["events", "playthrough"])
def test_a_game_that_is_on_shows_what_the_reader_knows(game: Command, verb: str) -> None:
    """Not all of it, but to the keeper who asks for that."""
    assert game(verb, "g1").code == 1
    assert "thor.frigg" not in game(verb, "g1", "--seat", "loki").out
    assert "thor.frigg" in game(verb, "g1", "--keeper").out
    assert game(verb, "g1", "--seat", "loki", "--onlooker").code == 2
    assert game(verb, "g1", "--seat", "odin").code == 66


def test_every_line_is_a_document(referee: Command) -> None:
    """As programs read them that take one line at a time."""
    lines = referee("events", str(RECORD)).out.splitlines()
    assert all(json.loads(line)["game"] == "o1" for line in lines)


@pytest.mark.slow
def test_a_booklet_is_made(referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a PDF, or as a page without what a PDF needs; for everybody or for a seat, in a language."""
    record = str(EXAMPLES / "odins_table" / "drawn")
    page = referee("booklet", f"{record}/", "--html").out
    assert "Hugh and Ines" in page
    own = referee("booklet", f"{record}/", "--html", "--seat", "thor", "--language", "en").out
    assert ("You move a piece" in own, "You move a piece" in page) == (True, False)
    assert referee("booklet", f"{record}/", "--seat", "thor", "--onlooker").code == 2
    monkeypatch.setattr("referee.cli.books.as_pdf", lambda _book: b"%PDF-")
    assert referee("booklet", f"{record}/", "--out", str(tmp_path / "x.pdf")).code == 0
    assert (tmp_path / "x.pdf").read_bytes() == b"%PDF-"
    monkeypatch.undo()
    monkeypatch.setattr(printing, "find_spec", lambda _name: None)
    missing = referee("booklet", f"{record}/", "--out", str(tmp_path / "y.pdf"))
    assert (missing.code, "CHECKOUT[booklet]" in missing.err) == (69, True)


def test_a_replay_is_written_out(game: Command, tmp_path: Path) -> None:
    """With the notes beside the record, for a seat or an onlooker, in any language; no more than its reader may see."""
    open_still = game("replay", "g1", "--seat", "loki").out
    assert "Your hand" in open_still
    assert "Your hand" not in game("replay", "g1").out
    assert game("replay", "g1").out == game("replay", "g1", "--onlooker").out
    assert game("replay", "g1", "--seat", "loki", "--onlooker").code == 2
    record = tmp_path / "record.yaml"
    record.write_bytes(
        redacted(Table.load(EXAMPLES / "thunder" / "empty-battlefield" / "record.yaml"), "thor")
    )
    game("annotate", str(record), "2.0", "Seen from above.", "--by", "Olaf")
    assert game("replay", str(record), "--seat", "loki").code == 66
    told = game("replay", str(record), "--language", "de", "--out", str(tmp_path / "game.html"))
    assert (told.code, told.out) == (0, "")
    made = (tmp_path / "game.html").read_text("utf-8")
    assert '<html lang="de" dir="ltr">' in made
    assert "Seen from above." in made
    assert game("schema", "replay").doc["required"][0] == "form"


@pytest.mark.parametrize(
    "verb", ["events", "playthrough", "text", pytest.param("replay", marks=pytest.mark.slow)]
)
def test_no_output_is_written_over_a_record_or_a_notebook(
    referee: Command, tmp_path: Path, verb: str
) -> None:
    """Whoever names the wrong file loses no game; another file is replaced, and a link to it stays one."""
    here = tmp_path / "record.yaml"
    here.write_bytes(RECORD.read_bytes())
    assert referee(verb, str(here), "--out", str(here)).code == 73
    assert here.read_bytes() == RECORD.read_bytes()
    (tmp_path / "old").write_text("old")
    (tmp_path / "link").symlink_to("old")
    assert referee(verb, str(here), "--out", str(tmp_path / "link")).code == 0
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "old").read_text() != "old"


def test_output_goes_into_a_pipe_that_has_a_name(referee: Command, tmp_path: Path) -> None:
    """It is not replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    got = list[bytes]()
    reading = Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()), daemon=True)
    reading.start()
    assert referee("events", str(RECORD), "--out", str(tmp_path / "pipe")).code == 0
    reading.join(20)
    assert got == [ndjson(for_all(Table.load(RECORD)))]

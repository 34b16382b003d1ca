"""The annotated games of `examples/`: made with the tools, whole, and told in full.

`pytest tests/whole/test_annotated.py --update` makes their notebooks again from the texts, for records that have
changed, and the texts from records and notebooks.
"""

import html
from pathlib import Path

import pytest
from support.annotated import NAMES, NOTES, TEXT, notes_made, notes_of, text_made
from support.golden import EXAMPLES
from support.rings import one_in

from referee.api import Table
from referee.archive.fitting import verify_notes
from referee.archive.lines import LINE, of_note
from referee.archive.notes import standing
from referee.archive.replay import page
from referee.archive.walk import walk

pytestmark = pytest.mark.every

REPLAYED = ("disputes/rollback-with-knowledge", "odins_table/drawn", "thunder/treasure-lost")
MOST_OF_A_REPLAY = 1_000_000
"""Bytes of a replay of a game of 200 entries."""


@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_a_notebook_is_what_its_text_says(name: str, request: pytest.FixtureRequest) -> None:
    """To the byte, and bound to the record beside it."""
    path, made = EXAMPLES / name / NOTES, notes_made(name)
    if request.config.getoption("--update"):
        path.write_bytes(made)
    assert path.read_bytes() == made, f"{path}: look, then --update"


@pytest.mark.share(4)
@pytest.mark.parametrize("name", one_in(3, NAMES))
def test_a_text_of_a_game_is_as_it_was(name: str, request: pytest.FixtureRequest) -> None:
    """The exchange text of record and notes, to the byte."""
    path, made = EXAMPLES / name / TEXT, text_made(name)
    if request.config.getoption("--update"):
        path.write_text(made, "utf-8", newline="\n")
    assert path.read_text("utf-8") == made, f"{path}: look, then --update"


@pytest.mark.slow
@pytest.mark.parametrize("name", REPLAYED)
def test_a_game_is_replayed_with_its_notes(name: str) -> None:
    """In one page that is not too large; it lies nowhere, for `referee replay` makes it."""
    table, notes = Table.load(EXAMPLES / name / "record.yaml"), notes_of(name).notes
    made = html.unescape(page(table, notes))
    assert len(made.encode()) < MOST_OF_A_REPLAY
    shown = [one for one in standing(notes) if one.kind in {"comment", "question"}]
    assert [one.text for one in shown if one.text.replace("\n", " ") not in made] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_fits_its_record(name: str) -> None:
    """`verify` finds it whole, and nothing else about it."""
    folder: Path = EXAMPLES / name
    assert [one.key for one in verify_notes(folder / "record.yaml", folder / NOTES)] == ["notes-fit"]


@pytest.mark.share(3)
@pytest.mark.parametrize("name", NAMES)
def test_an_annotated_game_tells_why_it_ended_so(name: str) -> None:
    """It has tags, a bookmark, a named position, comments with glyphs, and words on its last letter."""
    table = Table.load(EXAMPLES / name / "record.yaml")
    steps = walk(table, notes_of(name).notes)
    notes = [note for step in steps for note in step.notes]
    assert {"tag", "comment", "bookmark", "position"} <= {note.kind for note in notes}
    assert {"event", "annotator", "result"} <= {note.name for note in notes if note.kind == "tag"}
    assert any(note.glyph and note.text for note in notes)
    assert any(note.kind == "comment" for note in steps[-1].notes)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_variation_can_be_played(name: str) -> None:
    """The referee has ruled on each order of it."""
    table = Table.load(EXAMPLES / name / "record.yaml")
    lines = [
        of_note(table, step.moment, note, None)
        for step in walk(table, notes_of(name).notes)
        for note in step.notes
        if note.kind == LINE
    ]
    assert [[(move.order, move.rule) for move in line.all_moves()] for line in lines if not line.sound] == []


def test_ten_games_are_annotated() -> None:
    """Those that the page on them names, of all three games."""
    page_of_them = (EXAMPLES / "annotated" / "README.md").read_text("utf-8")
    named = [name for name in NAMES if f"{name.removeprefix('annotated/')}/game.txt)" in page_of_them]
    assert (named, len(NAMES)) == (NAMES, 10)
    assert {Table.load(EXAMPLES / name / "record.yaml").game.name for name in NAMES} == {
        "thunder",
        "odins_table",
        "hammer_of_thor",
    }

"""The annotated game of Sindri's Forge: as `tests/whole/test_annotated.py` holds the others, for several seats.

`pytest tests/sindri/test_annotated_sindri.py --update` makes notebook and text again.
"""

import html
from typing import Any

import pytest
from forge import sindri  # noqa: F401  fixture
from support.annotated import NOTES, OF_SINDRI, TEXT, notes_made, notes_of, text_made
from support.golden import EXAMPLES

from referee.api import Table
from referee.archive.fitting import verify_notes
from referee.archive.lines import LINE, of_note
from referee.archive.replay import page
from referee.archive.walk import walk

pytestmark = pytest.mark.every

FOLDER = EXAMPLES / OF_SINDRI


def test_notebook_and_text_are_as_they_were(sindri: Any, request: pytest.FixtureRequest) -> None:  # noqa: F811
    """To the byte: the notebook says what its text says, and fits the record."""
    assert sindri
    for file in (NOTES, TEXT):
        made = notes_made(OF_SINDRI) if file == NOTES else text_made(OF_SINDRI).encode()
        if request.config.getoption("--update"):
            (FOLDER / file).write_bytes(made)
        assert (FOLDER / file).read_bytes() == made, f"{FOLDER / file}: look, then --update"
    assert [one.key for one in verify_notes(FOLDER / "record.yaml", FOLDER / NOTES)] == ["notes-fit"]


def test_it_tells_why_it_ended_so(sindri: Any) -> None:  # noqa: F811
    """On its last letter; its variation is played to what it is worth, and the replay of every side has it all."""
    assert sindri
    table, notes = Table.load(FOLDER / "record.yaml"), notes_of(OF_SINDRI).notes
    steps = walk(table, notes)
    assert any("Why did Odin win?" in note.text for note in steps[-1].notes)
    [line] = [
        of_note(table, step.moment, note, None) for step in steps for note in step.notes if note.kind == LINE
    ]
    assert line.sound
    made = html.unescape(page(table, notes))
    assert "Ring 4 is forged for Freyja, and worth 15." in made
    assert [note.text for note in notes if note.kind == "comment" and note.text not in made] == []

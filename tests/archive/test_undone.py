"""Notes that were taken back: which one, and for whom."""

import pytest
from support.noted import TABLE, note, notebook, wrong

from referee.api import Table
from referee.archive.consent import published_names
from referee.archive.notebook import Notebook
from referee.archive.notes import standing, taking_back
from referee.archive.walk import walk
from referee.record.stores import Memory
from referee.util.values import replace

LATER = "2026-02-02T09:00:00Z"
ONE, TWO = note("9.0", text="One."), note("9.0", text="Two.")


def test_the_last_note_on_a_place_is_taken_back() -> None:
    """Then the one before it; one more takes nothing back."""
    back = taking_back(TWO, LATER)
    assert standing([ONE, TWO]) == (ONE, TWO)
    assert standing([ONE, TWO, back]) == (ONE,)
    assert standing([ONE, TWO, back, back]) == ()
    assert standing([back, ONE, TWO, back, back, back, ONE]) == (ONE,)


@pytest.mark.parametrize(
    "other",
    [
        replace(ONE, by="Bert"),
        replace(ONE, seat="loki"),
        note("15.0", text="One."),
        note("9.0 line 1", text="One."),
        replace(ONE, to=("loki",)),
        replace(ONE, opens="end"),
    ],
)
def test_nothing_else_is_taken_back(other: object) -> None:
    """No note of another writer, on another place, or for other readers."""
    assert standing([ONE, taking_back(other, LATER)]) == (ONE,)  # type: ignore[arg-type]


def test_nothing_that_was_taken_back_is_told() -> None:
    """In the walk, in the consent to be named; the notebook keeps all, and is whole."""
    opened = note("game", kind="opened", seat="thor")
    consent = note("game", kind="published", seat="thor", name="Anna K.")
    notes = [ONE, taking_back(ONE, LATER), opened, consent]
    assert published_names(TABLE, notes)["thor"] == "Anna K."
    assert any(step.thoughts for step in walk(TABLE, notes))
    back = taking_back(opened, LATER)
    steps = walk(TABLE, [*notes, taking_back(consent, LATER), back])
    assert not any(step.notes or step.thoughts for step in steps)
    assert published_names(TABLE, [*notes, taking_back(consent, LATER)])["thor"] == ""
    made = notebook(ONE, taking_back(ONE, LATER))
    assert (len(made.notes), wrong(made.documents)) == (2, [])


def test_whoever_may_read_a_note_may_read_that_it_was_taken_back() -> None:
    """A notebook as one audience has it tells of both or of neither."""
    for to in (("thor",), ("players",), ("all",), ()):
        mine = replace(ONE, to=to, seat="thor")
        made = notebook(mine, taking_back(mine, LATER))
        for seat in ("thor", "loki", None):
            told = Notebook(Memory(made.redacted(seat, turn=99, over=True)), TABLE).notes
            assert len(told) in {0, 2}
            assert standing(told) == ()


def test_the_table_of_these_tests_is_over() -> None:
    """So that what was thought in play can be opened."""
    assert isinstance(TABLE, Table)
    assert TABLE.outcome is not None

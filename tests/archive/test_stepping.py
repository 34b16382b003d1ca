"""Stepping through a game: as whom one looks, what one may read, and what one writes where."""

from dataclasses import replace
from typing import Any

import pytest
from support.noted import AT, RECORD, TABLE, note, notebook, wrong

from referee.api import Table
from referee.archive.moments import moments
from referee.archive.outputs.audience import for_seat
from referee.archive.stepping import EVERYTHING, ONLOOKER, Stepper
from referee.record.file import text
from referee.table.table import Table as AnyTable
from referee.util.errors import Faulty

EARLY = Table.load(text(TABLE.documents[:10]))
"""The same game while it was on."""


def stepper(table: AnyTable = TABLE, *notes: Any, seat: str = "thor", by: str = "Anna") -> Stepper:
    """Anna, who sat at Thor's, unless it is said otherwise."""
    return Stepper(table, notebook(*notes, table=table), by=by, seat=seat, clock=lambda: AT)


def test_a_game_is_stepped_through_from_end_to_end() -> None:
    """One moment after the other, and no further than it goes."""
    made = stepper()
    seals = [made.moment.seal]
    for _ in range(len(made.moments)):
        made.step(1)
        seals.append(made.moment.seal)
    assert seals == [*(one.seal for one in moments(TABLE)), made.moment.seal]
    made.step(-99)
    assert made.moment.number == 0


def test_while_a_game_is_on_nobody_looks_as_another() -> None:
    """Who has no seat looks as an onlooker; everything shown is what the reader knows."""
    assert EARLY.outcome is None
    for seat, viewer in (("thor", "thor"), ("", ONLOOKER)):
        made = stepper(EARLY, seat=seat)
        assert made.viewers == (viewer,)
        with pytest.raises(Faulty, match="step-viewer"):
            made.look_as("loki")
        known = for_seat(EARLY, seat or None)
        assert [page.moment for page in made.pages()] == list(moments(known))
        made.step(99)
        assert made.report() == known.report(seat or None).rstrip("\n")
        told = "\n".join(sentence for page in made.pages() for sentence in page.happened)
        assert ("Loki is dealt 9 cards: " in told, "You are dealt 9 cards: " in told) == (
            False,
            seat == "thor",
        )


def test_when_it_is_over_one_looks_as_anybody_and_stays_where_one_is() -> None:
    """Or at the last moment before it that this reader knows of."""
    made = stepper()
    made.go("9.0")
    for viewer in (EVERYTHING, ONLOOKER, "loki", "thor"):
        made.look_as(viewer)
        assert made.moment.positions[-1:] == ("9.0",)
        boards = 2 if viewer == EVERYTHING else 1
        assert made.board().count("hand  deck  pile") == boards


def test_a_redacted_record_is_stepped_through_as_its_audience() -> None:
    """Notes on it are bound to the same seals."""
    made = stepper(for_seat(TABLE, "thor"))
    assert made.viewers == ("thor",)
    made.go("15.0")
    made.write("comment", "So.")
    assert made.notebook.notes == [note("15.0", seat="thor")]


def test_a_person_reads_what_is_theirs_as_whomever_they_look() -> None:
    """Notes for other seats, and what others thought in play, are not shown by looking as them."""
    hers, his = note("9.0", to=("thor",), by="Bert"), note("9.0", to=("loki",), by="Bert")
    own = note("9.0", to=(), seat="thor")
    made = stepper(TABLE, hers, his, own)
    for viewer in made.viewers:
        made.look_as(viewer)
        assert made.notes() == (hers, own)
        thoughts = {thought.seat for page in made.pages() for thought in page.thoughts}
        assert thoughts <= {"thor"}
    made.look_as(EVERYTHING)
    assert any(page.thoughts for page in made.pages())
    opened = stepper(TABLE, note("game", kind="opened", seat="loki"))
    assert {one.seat for page in opened.pages() for one in page.thoughts} == {"thor", "loki"}


def test_a_note_is_written_where_one_stands() -> None:
    """On the position that a letter led to, or on a line, an event or a card of it."""
    made = stepper()
    made.go("16.1 event TurnedUp 2")
    made.write("comment", glyph="!")
    made.go("card loki.freya")
    made.write("bookmark")
    made.go("15.0")
    made.go("line 2")
    made.to, made.opens = ("loki",), "end"
    made.write("question", "Why?")
    made.step(1)
    assert [str(one.place) for one in made.notebook.notes] == [
        "16.1 event TurnedUp 2",
        "16.1 card loki.freya",
        "15.0 line 2",
    ]
    assert (str(made.place), made.moment.positions[-1]) == ("15.2", "16.0")  # it is about the letter
    assert (made.notebook.notes[2].to, made.notebook.notes[2].opens) == (("loki",), "end")
    assert wrong(made.notebook.documents) == []
    with pytest.raises(Faulty, match="note-no-line"):
        made.go("line 9")


def test_what_one_wrote_is_taken_back_and_nothing_else() -> None:
    """By another note, so that the notebook stays whole."""
    theirs = note("9.0", by="Bert")
    made = stepper(TABLE, theirs)
    made.go("9.0")
    mine = made.write("comment", "One.")
    made.go("15.0")
    assert made.undo() == mine
    assert made.notes() == (theirs,)
    assert made.notebook.notes == [theirs, mine, replace(mine, kind="undone", text="")]
    assert wrong(made.notebook.documents) == []
    with pytest.raises(Faulty, match="step-nothing-to-undo"):
        made.undo()


def test_a_variation_is_ruled_on_by_what_one_looks_at() -> None:
    """With all cards open, or by what a seat knew; one that cannot be played is told with its rule, and kept."""
    made = stepper()
    made.go("15.0")
    drawn = made.write("line", "draw; lay odins-crown A1")
    rows = "\n".join(made.ruled(drawn))
    assert "Loki draws Frost Giant 4. [4.1]" in rows
    assert "REFUSED [2.1]: " in rows  # column A is full
    made.look_as("loki")
    assert "You draw Ravens 1. [4.1]" in "\n".join(made.ruled(drawn))
    assert made.notebook.notes == [drawn]
    early = stepper(EARLY, seat="loki")
    early.step(99)
    row = "\n".join(early.ruled(early.write("line", "challenge B")))
    assert "as Loki knew it" in row


def test_the_record_stays_as_it_is() -> None:
    """Whatever is written."""
    before = RECORD.read_bytes()
    stepper().write("comment", "So.")
    assert RECORD.read_bytes() == before

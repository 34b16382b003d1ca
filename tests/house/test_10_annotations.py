"""Rules H25 and H26: notes on a game, and under which name it is published. By mail: see `test_notes_by_mail.py`."""

import pytest
from houses import AT, opened, told

from referee.api import Table
from referee.archive.mailed import noted
from referee.archive.notes import ALL, END, Note, standing
from referee.house.annotations import MOST_NOTES, NamePublished, NotesOpened, Remarked, name_given
from referee.table.audit import audit
from referee.verify import export


def notes_of(table: Table) -> list[Note]:
    """What the letters of a game have noted."""
    return [note for _, note in noted(table)]


def events_of(table: Table) -> list[object]:
    """What the last letter caused."""
    return list(table.entries[-1].events)


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("annotate game: well begun", Remarked("odin", "comment", "game: well begun")),
        ("annotate 0.0: !? bold", Remarked("odin", "comment", "0.0: !? bold")),
        ("Annotate @0.0: !? bold", Remarked("odin", "comment", "0.0: !? bold")),
        ("line 0.0: b1-c2; c2-d3", Remarked("odin", "line", "0.0: b1-c2; c2-d3")),
        ("line 0.0:\nb1-c2\nmoves", Remarked("odin", "line", "0.0: b1-c2\nmoves")),
        (
            "annotate 0.0 event sixshown 2: and so it began",
            Remarked("odin", "comment", "0.0 event SixShown 2: and so it began"),
        ),
        ("open notes", NotesOpened("odin")),
        ("publish yes as Olaf the Red", NamePublished("odin", "Olaf the Red")),
        ("publish no", NamePublished("odin", "")),
    ],
)
def test_h25_h26_a_player_notes_and_agrees(line: str, event: object) -> None:
    """H25 H26 Each verb has its event, which the writer alone is shown; the table stays as it is."""
    table = opened()
    state = table.state
    assert told(table, "odin", line) == ["answered"]
    assert events_of(table) == [event]
    assert table.state == state
    assert table.told("odin", 1)
    assert table.told("thor", 1) == table.told(None, 1) == ()


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("annotate 9.9: a trap", "refused H25 note-nowhere"),
        ("annotate 0.0 a trap", "refused H25 annotate-form"),
        ("annotate it, please", "refused H25 annotate-form"),
        ("annotate 0.0:", "refused H25 annotate-form"),
        ("annotate 0.0 line x: what", "refused H25 annotate-form"),
        ("annotate 0.0 line 1: what", "refused H25 noted-no-line"),
        ("annotate 0.0 event moved: what", "refused H25 noted-no-event"),
        ("annotate 0.0 card hel: what", "refused H25 noted-no-card"),
        ("annotate 9.9 card hel: what", "refused H25 note-nowhere"),
        ("withdraw note", "refused H25 noted-nothing"),
        ("withdraw note 0.0", "refused H25 noted-nothing"),
        ("withdraw note 9.9", "refused H25 noted-nothing"),
        ("withdraw note, please", "prose"),
        ("Line up there: all of you", "prose"),
        ("line 3 of my letter was wrong", "prose"),
        ("publish", "answered publish-how"),
        ("publish yes", "answered publish-how"),
        (f"publish yes as {'x' * 61}", "answered publish-how"),
        ("publish yes as olaf@example.org", "answered publish-how"),
        ("publish yes as Somebody", "answered publish-how"),
        ("publish yes as The Ref\u0435ree", "answered publish-how"),
        ("publish the results", "prose"),
        ("open notes everywhere", "prose"),
        ("notes on Tuesday", "prose"),
        ("replay that", "prose"),
    ],
)
def test_h25_h26_what_is_not_meant_so_does_nothing(line: str, verdict: str) -> None:
    """H25 H26 Without a place that the writer knows, or in another form, nothing is kept; and the letter goes on."""
    table = opened()
    assert told(table, "odin", f"{line}\n\nannotate game: still read") == [verdict, "answered"]
    assert [note.text for note in notes_of(table)] == ["still read"]


def test_h26_nobody_is_published_by_the_name_of_another_player() -> None:
    """H26 The writer is told; one's own name, or a word of it, is fine whoever else has it."""
    table = opened(options={"players": "odin:Anna Berg,thor:Bert Berg"})
    taken = ["publish yes as Bert", "publish yes as BERT  BERG", "publish yes as b\u00ebrt"]
    assert told(table, "odin", *taken, "publish yes as Anna Berg") == [
        *["answered publish-taken"] * 3,
        "answered",
    ]
    assert [event.text for event in events_of(table) if isinstance(event, NamePublished)] == ["Anna Berg"]


def test_h26_who_has_no_name_is_published_by_that_of_the_seat() -> None:
    """H26 A letter offers that: to a master as Master, which no player may be called (H7)."""
    assert told(opened(), "odin", "publish yes as Master") == ["answered"]


def test_h25_nothing_is_noted_before_the_deal() -> None:
    """H25 There is nothing yet to note."""
    table = opened(invite=True)
    assert told(table, "odin", "annotate game: soon") == ["refused H25 note-not-begun"]


def test_h25_a_note_is_on_an_order_of_ones_own_letter() -> None:
    """H25 By the number of its line; nobody else's letters are counted, and prose holds no order."""
    table = opened()
    [move] = table.moves("odin")[:1]
    told(table, "odin", "Here I go:", move)
    position = table.position
    lines = [f"annotate {position} line {n}: well played" for n in (1, 2, 3)]
    assert told(table, "odin", *lines) == [
        "refused H25 noted-no-line",
        "answered",
        "refused H25 noted-no-line",
    ]
    assert set(told(table, "thor", *lines)) == {"refused H25 noted-no-line"}
    [note] = notes_of(table)
    assert (str(note.place), note.about) == (f"{position} line 2", table.documents[1]["seal"])


@pytest.mark.parametrize("over", [False, True])
def test_h25_a_note_is_taken_back_by_its_writer(over: bool) -> None:
    """H25 The last one on a place, or the last of all: also in the letter that wrote it, and after the end."""
    table = opened()
    told(
        table, "odin", "annotate game: one", "annotate 0.0: two", "annotate game: three", "annotate 0.0: four"
    )
    if over:
        told(table, "thor", f"resign {table.id}")
    assert told(table, "thor", "withdraw note") == ["refused H25 noted-nothing"]
    assert told(table, "odin", "withdraw note game") == ["answered"]
    assert [note.text for note in standing(notes_of(table))] == ["one", "two", "four"]
    assert told(table, "odin", "withdraw note", "annotate 0.0: five", "withdraw note") == ["answered"] * 3
    assert [note.text for note in standing(notes_of(table))] == ["one", "two"]
    assert told(table, "odin", *["withdraw note"] * 3) == [*["answered"] * 2, "refused H25 noted-nothing"]
    assert standing(notes_of(table)) == ()
    assert audit(
        Table.load(export.final(table, "thor", len(table.points)) if over else table.record.encode())
    ).clean


def test_h25_a_hundred_notes_a_day_are_those_that_take_back_as_well() -> None:
    """H25 Each stands in the record, so nobody fills it by writing and taking back."""
    table = opened()
    lines = ["annotate game: and so on", "withdraw note"] * (MOST_NOTES // 2)
    assert set(told(table, "odin", *lines)) == {"answered"}
    assert told(table, "odin", "annotate game: more") == ["refused H25 note-enough"]


def test_h25_there_are_a_hundred_notes_a_day() -> None:
    """H25 Within one letter and over several; on another day one may write again."""
    table = opened()
    lines = ["annotate game: and so on"] * (MOST_NOTES // 2 + 1)
    assert set(told(table, "odin", *lines)) == {"answered"}
    assert told(table, "odin", *lines)[-3:] == ["answered", *["refused H25 note-enough"] * 2]
    assert told(table, "thor", "annotate game: I too") == ["answered"]
    table.play("odin", ["annotate game: again"], at="2026-01-03T12:00:00Z")
    assert len(notes_of(table)) == MOST_NOTES + 2


def test_h25_notes_of_play_are_for_their_writer_and_later_ones_for_all() -> None:
    """H25 In play for nobody, to be opened at the end; after it for all."""
    table = opened()
    told(table, "odin", "annotate 0.0: ! good", f"resign {table.id}", "annotate game: that was that")
    first, second = notes_of(table)
    assert (first.to, first.opens, first.glyph, first.text) == ((), END, "!", "good")
    assert (second.to, second.opens, second.text) == ((ALL,), "", "that was that")
    assert first.about == table.documents[0]["seal"]
    assert str(first.place) == "0.0"


def test_h25_h26_what_is_agreed_in_play_is_written_down_at_the_end() -> None:
    """H25 H26 Before that there is no such note; then it is open to all."""
    table = opened()
    told(table, "odin", "open notes", "publish yes as Olaf")
    assert notes_of(table) == []
    told(table, "thor", f"resign {table.id}")
    assert [(note.kind, note.name, note.to) for note in notes_of(table)] == [
        ("opened", "", (ALL,)),
        ("published", "Olaf", (ALL,)),
    ]


def test_h25_h26_the_words_are_private_to_their_writer_for_ever() -> None:
    """H25 H26 The record that others get at the end has digests of them; the writer's has the words."""
    table = opened()
    told(
        table,
        "odin",
        "annotate game: zwiebelkuchen",
        "publish yes as Zwiebel",
        "annotate 9.9: zwiebel",
        "notes",
    )
    told(table, "thor", f"resign {table.id}", "annotate game: for all")
    own: dict[str | None, list[str]] = {"odin": ["zwiebelkuchen"], "thor": ["for all"], None: []}
    for seat, texts in own.items():
        data = export.final(table, seat, len(table.points))
        assert (b"wiebel" in data) == (seat == "odin")
        again = Table.load(data)
        assert audit(again).clean
        assert audit(Table.load(export.redacted(table, seat))).clean
        assert [note.text for note in notes_of(again) if note.text] == texts


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("no", ""),
        ("yes Anna", "Anna"),
        ("yes", None),
        ("", None),
        ("yes A\x07", None),
        ("yes " + "x" * 61, None),
    ],
)
def test_h26_a_name_can_be_shown(said: str, name: str | None) -> None:
    """H26 It is printable and not too long."""
    assert name_given(said) == name


def test_h25_the_time_of_the_house_stands_still_here() -> None:
    """H25 A note has the time at which its letter came."""
    table = opened()
    told(table, "odin", "annotate game: now")
    assert [note.at for note in notes_of(table)] == [AT]

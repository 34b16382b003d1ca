"""Notes from edited texts: nothing that anybody wrote is lost, and nothing comes twice."""

import pytest
from support.noted import TABLE, note, notebook, wrong

from referee.api import Table
from referee.archive.exchange.notes import Merged, merged
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import told, told_to
from referee.archive.exchange.writing import render
from referee.archive.notebook import Notebook
from referee.archive.notes import Note
from referee.util.errors import Faulty
from referee.verify.export import redacted

LATER = "2027-01-01T00:00:00Z"


def three() -> Notebook:
    """A notebook with three notes, the last one for Thor alone."""
    return notebook(
        note("9.0", text="One."),
        note("15.0 line 2", kind="line", text="draw"),
        note("16.1", text="Mine.", seat="thor", to=()),
    )


def text_of(made: Notebook) -> str:
    """The text that everybody may have of the game, with the notes."""
    return render(told_to(TABLE, made.notes, None))


def merge(made: Notebook, text: str, by: str = "Bert", **how: str) -> Merged:
    """Merge a text, and add what it adds."""
    [game] = read(text)
    found = merged(TABLE, made.notes, game, by=by, clock=lambda: LATER, **how)
    for one in found.added:
        made.add(one)
    assert wrong(made.documents) == []
    return found


def test_a_text_that_nobody_edited_adds_nothing() -> None:
    """And misses nothing that its reader may read."""
    made = three()
    found = merge(made, text_of(made))
    assert (found.added, found.same, found.gone, found.problems) == ([], 2, [], [])


def test_what_is_new_is_added_where_it_stands() -> None:
    """By whoever merges it, now."""
    made = three()
    text = text_of(made).replace("  use frigg A\n", "  use frigg A ?! {So?} (use hel tyr)\n")
    found = merge(made, text, seat="loki")
    assert [
        (one.by, one.seat, one.at, one.kind, one.glyph, one.text, str(one.place)) for one in found.added
    ] == [
        ("Bert", "loki", LATER, "comment", "?!", "So?", "6.0 line 2"),
        ("Bert", "loki", LATER, "line", "", "use hel tyr", "6.0 line 2"),
    ]
    again = merge(made, text, seat="loki")
    assert (again.added, again.same) == ([], 4)


def test_a_changed_note_stands_beside_the_one_it_was() -> None:
    """Bound to the same entry."""
    made = three()
    found = merge(made, text_of(made).replace("One.", "One or two."))
    assert (len(found.added), found.changed, found.gone) == (1, 1, [])
    assert (found.added[0].about, found.added[0].text) == (made.notes[0].about, "One or two.")
    assert [one.text for one in made.notes] == ["One.", "draw", "Mine.", "One or two."]


def test_a_note_taken_out_of_the_text_is_told_and_stays() -> None:
    """One that its reader may not read is not missed."""
    made = three()
    text = "\n".join(line for line in text_of(made).split("\n") if "One." not in line)
    found = merge(made, text)
    assert ([one.text for one in found.gone], len(made.notes)) == (["One."], 3)


def test_two_who_edited_the_same_text_lose_nothing() -> None:
    """Both versions of one note, and what each wrote besides; in either order."""
    for first, second in (("Anna", "Bert"), ("Bert", "Anna")):
        made = three()
        text = text_of(made)
        by = {
            "Anna": text.replace("One.", "One of Anna's.").replace("  challenge C\n", "  challenge C {A}\n"),
            "Bert": text.replace("One.", "One of Bert's.").replace("  challenge B\n", "  challenge B {B}\n"),
        }
        merge(made, by[first], by=first)
        merge(made, by[second], by=second)
        texts = [one.text for one in made.notes]
        assert {"One.", "One of Anna's.", "One of Bert's.", "A", "B", "draw", "Mine."} == {*texts}
        assert len([one for one in texts if one == "A"]) == 1


def test_notes_of_another_notebook_keep_their_writers() -> None:
    """A text of the same game with notes that are not here."""
    other = notebook(note("9.0", text="Elsewhere.", by="Olaf"))
    made = three()
    found = merge(made, text_of(other))
    assert [(one.by, one.text) for one in found.added] == [("Olaf", "Elsewhere.")]
    assert {one.text for one in found.gone} == {"One.", "draw"}
    assert merge(made, text_of(other)).added == []


@pytest.mark.parametrize(
    "forged",
    [
        note("game", kind="published", seat="thor", name="Anna Real", text=""),
        note("game", kind="opened", seat="thor", text=""),
        note("9.0", seat="thor", text="I never saw it."),
        note("9.0", kind="undone", text=""),
    ],
)
def test_nobody_hands_in_what_another_player_says(forged: Note) -> None:
    """Though the head bears the right print, which anybody can work out; who is that player may."""
    made = three()
    text = text_of(notebook(forged))
    found = merge(made, text, seat="loki")
    assert [(one.at.line > 0, one.why.key) for one in found.problems] == [(True, "note-of-another")]
    assert found.added == []
    assert [one.kind for one in merge(made, text, by="Anna", seat=forged.seat).added] == [forged.kind]


def test_the_text_of_one_seat_is_merged_too() -> None:
    """Its entries are counted as that seat knows them; the notes are bound to the seals of the record."""
    made = three()
    text = render(told_to(Table.load(redacted(TABLE, "thor")), made.notes, "thor"))
    text = text.replace("  use frigg A <played events=4>\n", "  use frigg A <played events=4> {Thor's}\n")
    found = merge(made, text, by="Anna", seat="thor")
    assert [(one.text, str(one.place)) for one in found.added] == [("Thor's", "6.0 line 2")]
    assert (found.same, found.gone) == (3, [])


def test_what_is_no_note_is_told_with_its_place() -> None:
    """The others are taken over."""
    made = three()
    text = text_of(made).replace("  use frigg A\n", '  use frigg A {#9 on="99.9": no} {yes}\n')
    found = merge(made, text)
    line = text[: text.index("{#9")].count("\n") + 1
    assert [(str(one.at), one.why.key) for one in found.problems] == [(f"{line}:15", "note-no-position")]
    assert [one.text for one in found.added] == ["yes"]


def test_the_text_of_another_game_is_refused() -> None:
    """By its id and by its rules."""
    text = render(told(TABLE)).replace('[Id "g1"]', '[Id "g2"]')
    with pytest.raises(Faulty, match="text-other-game"):
        merge(three(), text)

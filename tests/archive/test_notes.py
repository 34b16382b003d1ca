"""Notes on a game: what stands in a notebook, who may read it, and that whatever is done to it is found."""

import doctest
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.golden import EXAMPLES
from support.noted import MOMENTS, RECORD, TABLE, note, notebook, wrong

from referee.api import Table
from referee.archive import walk as walking
from referee.archive.moments import moments
from referee.archive.notebook import Notebook, NotesFile, Parts
from referee.archive.notes import ALL, END, GLYPHS, KINDS, PLAYERS, Note, glyph_of, may_read, sound
from referee.archive.places import Place, place_in
from referee.archive.walk import walk
from referee.record.file import Damaged, read_bytes, text
from referee.record.seals import START, close
from referee.record.signing import Signer
from referee.record.stores import Memory
from referee.util.errors import Faulty
from referee.util.layout import Document
from referee.util.values import replace
from referee.verify.export import redacted

# Places


@pytest.mark.parametrize(
    ("written", "entry", "told"),
    [
        ("game", 0, "game"),
        ("15.0", 15, "15.0"),
        (" 15.0   line 2 ", 15, "15.0 line 2"),
        ("16.1 event TurnedUp", 17, "16.1 event TurnedUp"),
        ("16.1 event TurnedUp 2", 17, "16.1 event TurnedUp 2"),
        ("16.1 card loki.freya", 17, "16.1 card loki.freya"),
        ("entry 16 line 1", 16, "game line 1"),
    ],
)
def test_a_place_is_found(written: str, entry: int, told: str) -> None:
    """By its position or its entry, with what of it is meant."""
    moment, place = place_in(MOMENTS, written)
    assert (moment.number, str(place)) == (entry, told)
    assert Place.of(place.document()) == place


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("", "note-place"),
        ("15", "note-place"),
        ("15.0 loud", "note-place"),
        ("15.0 card loki.freya.1", "note-place"),
        ("99.0", "note-no-position"),
        ("entry 18", "note-no-entry"),
        ("15.0 line 9", "note-no-line"),
        ("entry 0 line 1", "note-no-line"),
        ("16.1 event TurnedUp 4", "note-no-event"),
        ("2.0 card loki.nobody", "note-no-card"),
    ],
)
def test_a_place_that_never_was_is_told(written: str, key: str) -> None:
    """With what is wrong, before anything is written."""
    with pytest.raises(Faulty) as caught:
        place_in(MOMENTS, written)
    assert caught.value.why.key == key


def test_a_position_that_was_gone_back_to_is_the_later_one() -> None:
    """H21 After a rollback the same positions come again: a note is about the game as it went on."""
    for path in sorted((EXAMPLES / "disputes").rglob("record.yaml")):
        known = moments(Table.load(path))
        for position in {one for moment in known for one in moment.positions}:
            last = [one for one in known if position in one.positions][-1]
            assert place_in(known, position)[0] == last


# What stands in a note


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"kind": "rumour"}, "note-kind"),
        ({"text": ""}, "note-empty"),
        ({"kind": "tag"}, "note-empty"),
        ({"kind": "opened"}, "note-empty"),
        ({"text": "a\udcff"}, "note-no-text"),
        ({"by": "a\udcff"}, "note-no-text"),
        ({"glyph": "!!!"}, "note-glyph"),
        ({"text": "ä" * 4_001}, "note-long"),
        ({"by": ""}, "note-name"),
        ({"by": "A\nB"}, "note-name"),
        ({"by": "A" * 61}, "note-name"),
        ({"opens": "soon"}, "note-opens"),
        ({"at": "yesterday"}, "note-time"),
        ({"at": "2026-02-30T09:00:00Z"}, "note-time"),
    ],
)
def test_what_cannot_stand_in_a_note_is_refused(more: dict[str, Any], key: str) -> None:
    """Nothing is written of it."""
    made = notebook()
    with pytest.raises(Faulty) as caught:
        made.add(note(**more))
    assert (caught.value.why.key, made.documents) == (key, [])


def test_every_glyph_has_a_number_of_its_own() -> None:
    """`$5` is `!?`; what is none is not guessed."""
    assert len(set(GLYPHS.values())) == len(GLYPHS)
    assert {glyph_of(f"${number}") for number in GLYPHS.values()} == set(GLYPHS)
    assert (glyph_of("!?"), glyph_of("$99"), glyph_of("$")) == ("!?", "", "")


NOTES = st.builds(
    note,
    st.sampled_from(["game", "15.0", "15.0 line 2", "16.1 event TurnedUp 2", "9.0"]),
    kind=st.sampled_from(sorted(KINDS)),
    by=st.text("Anß ", min_size=1, max_size=60),
    seat=st.sampled_from(["thor", "loki"]),
    glyph=st.sampled_from(["", *GLYPHS]),
    name=st.text("ab", min_size=1, max_size=9),
    text=st.text(min_size=1, max_size=99),
    to=st.sampled_from([(), (ALL,), (PLAYERS,), ("thor",), ("thor", "loki")]),
    opens=st.sampled_from(["", END, "9"]),
)


@given(st.lists(NOTES, max_size=5))
def test_notes_come_back_as_they_were_written(notes: list[Note]) -> None:
    """In their order, through the bytes of the file; and nothing is wrong with them."""
    made = notebook(*notes)
    data = text(made.documents)
    assert Notebook(Memory(data), TABLE).notes == notes
    assert not notes or wrong(made.documents) == []


@pytest.mark.parametrize(
    "change",
    [
        {"place": {"position": "15.0", "event": "Laid"}},
        {"place": {"position": "15.0", "nth": 1}},
        {"place": {"position": "15.0", "line": -1}},
        {"place": {"position": 15}},
        {"place": {"where": "15.0"}},
        {"place": "15.0"},
        {"to": "thor"},
        {"to": [1]},
        {"text": 7},
        {"by": None},
        {"rumour": "x"},
        {"at": "2026-02-30T09:00:00Z"},
        {"kind": "notes"},
    ],
    ids=str,
)
def test_a_document_that_is_no_note_is_refused(change: dict[str, Any]) -> None:
    """With the number of the note; nothing else comes of it."""
    documents = [dict(doc) for doc in notebook(note()).documents]
    documents[1] |= change
    with pytest.raises(Damaged) as caught:
        Notebook(Memory(text(documents)), TABLE)
    assert caught.value.entry == 1


# The file


def test_a_notebook_lies_beside_its_record_which_stays(tmp_path: Path) -> None:
    """It begins with its first note."""
    path, before = tmp_path / "notes.yaml", RECORD.read_bytes()
    made = Notebook(NotesFile(path), TABLE)
    assert not path.exists()
    made.add(note())
    assert Notebook(NotesFile(path), TABLE).notes == [note()]
    assert RECORD.read_bytes() == before


def test_two_who_write_at_one_time_lose_nothing(tmp_path: Path) -> None:
    """Each note is written after those that came between."""
    one, other = (Notebook(NotesFile(tmp_path / "notes.yaml"), TABLE) for _ in range(2))
    for n in range(3):
        one.add(note(text=f"one {n}"))
        other.add(note(text=f"other {n}"))
    both = Notebook(NotesFile(tmp_path / "notes.yaml"), TABLE)
    assert [one.text for one in both.notes] == [f"{who} {n}" for n in range(3) for who in ("one", "other")]
    assert wrong(both.documents) == []


def test_a_note_that_was_torn_off_is_left_out_and_the_next_one_follows(tmp_path: Path) -> None:
    """A loss of power loses the note that was being written, and no other."""
    path = tmp_path / "notes.yaml"
    made = Notebook(NotesFile(path), TABLE)
    made.add(note(text="kept"))
    whole = path.read_bytes()
    made.add(note(text="torn"))
    path.write_bytes(path.read_bytes()[:-40])
    again = Notebook(NotesFile(path), TABLE)
    assert [one.text for one in again.notes] == ["kept"]
    again.add(note(text="after"))
    assert path.read_bytes().startswith(whole)
    assert wrong(again.documents) == []


@pytest.mark.parametrize("data", [b"my diary\n", b"---\nfoo: bar\n", b"\xff\xfe"])
def test_a_file_that_is_no_notebook_is_left_alone(tmp_path: Path, data: bytes) -> None:
    """It is refused, and not moved aside as if it were the torn beginning of one."""
    path = tmp_path / "diary"
    path.write_bytes(data)
    with pytest.raises(Damaged, match="notes-head"):
        Notebook(NotesFile(path), TABLE)
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [data]


def test_whoever_reads_a_notebook_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may lie where nothing can be written; a torn tail waits for the next note."""
    book = Notebook(NotesFile(tmp_path / "notes.yaml"), TABLE)
    book.add(note())
    whole = (tmp_path / "notes.yaml").read_bytes()
    (tmp_path / "notes.yaml").write_bytes(whole + b"---\nentry: 2\nat")
    opened, asked = os.open, list[int]()

    def only_read(path: Any, flags: int, *rest: Any, **how: Any) -> int:
        asked.append(flags & os.O_ACCMODE)
        return opened(path, flags, *rest, **how)

    monkeypatch.setattr(os, "open", only_read)
    assert Notebook(NotesFile(tmp_path / "notes.yaml"), TABLE).notes == book.notes
    assert {*asked} == {os.O_RDONLY}
    assert [one.name for one in tmp_path.iterdir()] == ["notes.yaml"]


def test_the_notebook_of_another_game_is_refused() -> None:
    """Another record of a game of the same name is another game, too."""
    other = Table.open("thunder", seed="07", id=TABLE.id)
    data = text(notebook(note("0.0", table=other), table=other).documents)
    with pytest.raises(Faulty, match="notes-other-game"):
        Notebook(Memory(data), TABLE)


# Tampering


def sealed_again(documents: list[Document], change: Callable[[list[Document]], None]) -> list[Document]:
    """The notebook of somebody who changes documents and works out every seal again, with salts of their own."""
    bare = [
        {key: value for key, value in doc.items() if key not in {"salt", "leaves", "seal"}}
        for doc in documents
    ]
    change(bare)
    parts, previous, made = Parts(TABLE.seats), START, list[Document]()
    for n, doc in enumerate(bare):
        doc["entry"] = n
        told = parts.of(doc)
        parts.take_in(told)
        made.append(close(doc, previous, told, bytes(32)))
        previous = bytes.fromhex(made[-1]["seal"])
    return made


def three() -> Notebook:
    """A notebook with three notes."""
    return notebook(
        note("9.0", text="One."),
        note("15.0 line 2", at="2026-02-02T09:00:00Z"),
        note("16.1", at="2026-02-03T09:00:00Z"),
    )


CHANGES: dict[str, Callable[[list[Document]], Any]] = {
    "text": lambda docs: docs[1].update(text="Two."),
    "writer": lambda docs: docs[1].update(by="Bert"),
    "date": lambda docs: docs[1].update(at="2026-01-31T09:00:00Z"),
    "readers": lambda docs: docs[1].update(to=["loki"]),
    "glyph": lambda docs: docs[2].update(glyph="!!"),
    "moment": lambda docs: docs[2].update(about=MOMENTS[3].seal),
    "place": lambda docs: docs[2].update(place={"position": "14.0"}),
    "left out": lambda docs: docs.pop(2),
    "turned round": lambda docs: docs.insert(1, docs.pop(2)),
    "said twice": lambda docs: docs.insert(2, dict(docs[2])),
    "another head": lambda docs: docs[0].update(record=MOMENTS[1].seal),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_whatever_is_changed_is_found_by_the_seals(change: Callable[[list[Document]], Any]) -> None:
    """Even where the marks were worked out again: the first note that is wrong is named."""
    documents = [dict(doc) for doc in three().documents]
    change(documents)
    found = wrong([{**doc, "entry": n} for n, doc in enumerate(documents)])
    assert [key for _, key in found] == ["notes-damaged"]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda docs: docs[2].update(about=MOMENTS[3].seal), ("2", "note-no-position")),
        (lambda docs: docs[2].update(about="0" * 64), ("2", "note-about")),
        (lambda docs: docs[2].update(place={"position": "3.0"}), ("2", "note-no-position")),
        (lambda docs: docs[2].update(place={"position": "15.0", "line": 9}), ("2", "note-no-line")),
        (
            lambda docs: docs[2].update(place={"position": "15.0", "event": "Fell", "nth": 1}),
            ("2", "note-no-event"),
        ),
        (
            lambda docs: docs[1].update(place={"position": "9.0", "card": "thor.nobody"}),
            ("1", "note-no-card"),
        ),
        (lambda docs: docs[2].update(at="2026-01-31T09:00:00Z"), ("2", "note-order")),
        (lambda docs: docs.insert(1, docs.pop(2)), ("2", "note-order")),
        (lambda docs: docs[1].update(at="2025-02-01T09:00:00Z"), ("1", "note-early")),
        (lambda docs: docs[3].update(seat="odin"), ("3", "note-seat")),
        (lambda docs: docs[3].update(to=["odin"]), ("3", "note-seat")),
        (lambda docs: docs[3].update(kind="rumour"), None),
        (lambda docs: docs[0].update(record=MOMENTS[1].seal), ("", "notes-other-game")),
        (lambda docs: docs[0].update(version=9), ("0", "notes-damaged")),
    ],
)
def test_what_does_not_fit_the_record_is_found_though_all_was_sealed_again(
    change: Callable[[list[Document]], Any], found: tuple[str, str] | None
) -> None:
    """A note that claims another moment, another time or another game contradicts the record."""
    if found is None:
        with pytest.raises(Damaged, match="note-damaged"):
            sealed_again(list(three().documents), change)
        return
    assert found in wrong(sealed_again([{**doc} for doc in three().documents], change))


def test_an_honest_notebook_that_is_sealed_again_is_whole() -> None:
    """The way of the tests above to seal again is the right one."""
    assert wrong(sealed_again(list(three().documents), lambda _docs: None)) == []


def test_a_note_is_signed_where_the_keeper_signs_and_by_nobody_else() -> None:
    """A signature of another key, or moved from another note, is named."""
    signer, other = Signer.of_seed(b"k" * 32), Signer.of_seed(b"o" * 32)
    table = Table.open(
        "thunder", seed="07", signer=signer.public, sign=lambda _key, given: signer.signature(given)
    )
    place: dict[str, Any] = {"table": table, "at": "2126-01-01T00:00:00Z"}
    good = notebook(
        note("0.0", **place),
        note("0.0", **place),
        table=table,
        sign=lambda _key, given: signer.signature(given),
    )
    assert wrong(good.documents, table) == []
    forged = notebook(note("0.0", **place), table=table, sign=lambda _key, given: other.signature(given))
    assert wrong(forged.documents, table) == [("0", "note-signature"), ("1", "note-signature")]
    moved = [dict(doc) for doc in good.documents]
    moved[2]["signature"] = moved[1]["signature"]
    assert wrong(moved, table) == [("2", "note-signature")]


# Who may read


@pytest.mark.parametrize(
    ("to", "opens", "reader", "turn", "over", "may"),
    [
        ((ALL,), "", None, 1, False, True),
        ((PLAYERS,), "", None, 9, True, False),
        ((PLAYERS,), "", "loki", 1, False, True),
        ((), "", "loki", 9, True, False),
        ((), END, "thor", 1, False, True),
        (("loki",), END, "loki", 8, False, False),
        (("loki",), END, "loki", 8, True, True),
        ((ALL,), "9", None, 8, False, False),
        ((ALL,), "9", None, 9, False, True),
        ((ALL,), "9", None, 8, True, True),
    ],
)
def test_a_note_is_read_by_whom_and_when_its_writer_says(
    to: tuple[str, ...], opens: str, reader: str | None, turn: int, over: bool, may: bool
) -> None:
    """Its writer may always."""
    assert may_read(note(seat="thor", to=to, opens=opens), reader, turn=turn, over=over) == may


@pytest.mark.parametrize("reader", ["thor", "loki", None])
def test_a_redacted_notebook_holds_what_its_reader_may_read_and_is_whole(reader: str | None) -> None:
    """It counts its own notes; what opens later is withheld; it goes with the redacted record."""
    of_thor = notebook(
        note(seat="thor", to=(), text="for thor"),
        note(seat="loki", to=(), text="for loki"),
        note(to=("loki",), text="for loki"),
        note(opens=END, text="at the end"),
        note(text="for all"),
    )
    data = of_thor.redacted(reader, turn=16, over=False)
    known = Table.load(redacted(TABLE, reader))
    own = ["for " + (reader or "nobody")] * (2 if reader == "loki" else 1)
    assert [one.text for one in Notebook(Memory(data), known).notes] == [
        one for one in own if "nobody" not in one
    ] + ["for all"]
    assert b"at the end" not in data
    documents = list(read_bytes(data, "notes").documents)
    assert [doc["entry"] for doc in documents] == list(range(len(documents)))
    assert wrong(documents, known) == []
    opened = of_thor.redacted(reader, turn=16, over=True)
    assert b"at the end" in opened
    with pytest.raises(Faulty, match="notes-redacted"):
        Notebook(Memory(data), known).add(note())


@pytest.mark.parametrize("reader", ["thor", None])
def test_notes_that_others_keep_change_nothing_for_a_reader(reader: str | None) -> None:
    """Whatever Loki notes for himself: the notebook of another reader is the same but for links and seals."""

    def bodies(made: Notebook) -> list[Document]:
        kept = read_bytes(made.redacted(reader, turn=3, over=False), "notes").documents
        return [{k: v for k, v in doc.items() if k not in {"key", "link", "leaves", "seal"}} for doc in kept]

    quiet = notebook(note(text="one"), note(text="two", opens="9"))
    busy = notebook(
        note(text="one"),
        note(seat="loki", to=(), text="mine"),
        note(seat="loki", to=("loki",)),
        note(text="two", opens="9"),
    )
    assert bodies(quiet) == bodies(busy)


# Walking


def test_the_examples_of_the_walk_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in its docstring is what comes of it."""
    monkeypatch.chdir(EXAMPLES.parent)
    failed, tried = doctest.testmod(walking)
    assert (failed, tried > 0) == (0, True)


def test_a_walk_tells_each_note_at_its_moment() -> None:
    """Every note is told once, where it belongs."""
    notes = (
        note("game", kind="tag", name="event"),
        note("9.0"),
        note("16.1"),
        note("16.1", kind="bookmark", text=""),
    )
    steps = walk(TABLE, notebook(*notes).notes)
    assert [(step.moment.number, one) for step in steps for one in step.notes] == [
        (place_in(MOMENTS, where)[0].number, one)
        for where, one in zip(("game", "9.0", "16.1", "16.1"), notes, strict=True)
    ]


def test_what_a_seat_thought_in_play_is_its_own_until_its_player_opens_it() -> None:
    """H3 And then it is told where it was thought."""
    thoughts = {one.seat for step in walk(TABLE) for one in step.thoughts}
    assert thoughts == set()
    mine = [one for step in walk(TABLE, reader="thor") for one in step.thoughts]
    assert mine
    opened = note("game", kind="opened", seat="thor")
    assert [one for step in walk(TABLE, [opened]) for one in step.thoughts] == mine
    early = Table.load(text(TABLE.documents[:15]))
    assert not any(step.thoughts for step in walk(early, [opened]))


def test_a_redacted_record_is_walked_as_its_audience_knows_it() -> None:
    """As many moments as concern it, each with the seal of its entry."""
    for reader in ("thor", "loki", None):
        known = moments(Table.load(redacted(TABLE, reader)))
        assert {one.seal for one in known} <= {one.seal for one in MOMENTS}
        whole = {one.seal: one for one in MOMENTS}
        for one in known:
            there = whole[one.seal]
            assert len(one.happened) <= len(there.happened)
            assert {told.kind for told in one.happened} <= {told.kind for told in there.happened}


def test_sound_gives_the_note_back() -> None:
    """What can stand in a notebook is given as it is."""
    assert sound(note()) == replace(note())

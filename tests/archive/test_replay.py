"""The replay of a game: each position as its side knew it, in one file that holds nothing else."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html as lxml_html  # type: ignore[import-untyped]
from support.golden import EXAMPLES
from support.replayed import AT, LOST, Data, annotated, board_of, data_of, note, told_by_show, words_of
from support.suite import suite

from referee.api import Table
from referee.archive.booklet import as_html, booklet
from referee.archive.exchange.telling import told_to
from referee.archive.exchange.writing import render
from referee.archive.notes import GLYPHS
from referee.archive.outputs import as_csv, for_seat, ndjson, playthrough
from referee.archive.replay import page
from referee.archive.replay.boards import Boards
from referee.archive.replay.data import SECTION
from referee.archive.replay.frames import EVERYTHING, WholeFilm
from referee.archive.replay.said import SHOWN, THOUGHT
from referee.house.games import find
from referee.record.entries import Letter, Line
from referee.record.file import text
from referee.record.seals import ONLOOKER, START
from referee.record.stores import Memory
from referee.table import fold
from referee.table.index import Index
from referee.table.opening import opened
from referee.table.parts import Closing
from referee.telling.catalog import catalog
from referee.telling.handbook import rule_line
from referee.testing.random_games import options_of, play_whole, random_world
from referee.testing.sent import worlds_of
from referee.testing.worlds import Step, World
from referee.util import data as share
from referee.util.text import HIDDEN, clean
from referee.util.values import replace
from referee.verify.export import redacted


@cache
def whole(record: Path, language: str = "en") -> str:
    """The page of a finished example."""
    return page(Table.load(record), language=language)


def rules_in(page_of: str) -> dict[str, str]:
    """The rules that a page tells, by their numbers."""
    rows = lxml_html.document_fromstring(page_of).xpath("//*[@id='rules']//dl/div")
    return {row[0].text_content(): row[1].text_content() for row in rows}


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.slow)])
@pytest.mark.parametrize("reader", [None, pytest.param("loki", marks=pytest.mark.slow)])
def test_every_rule_that_a_page_cites_stands_in_it(language: str, reader: str | None) -> None:
    """Whoever is sent it may not know the game. No other rule does: which are cited tells what happened."""
    table, notes = annotated()
    noted = (*notes, note(table, "0.0", text="A word of mine (3.1, 16.2), at 2.1."))
    shown = page(table, noted, reader=reader, alone=reader is not None, language=language)
    rules = rules_in(shown)
    body = shown.partition("<main>")[2]
    cited = {
        one for one in re.findall(r"[\[(](H?\d+\.?\d*)[\]),]", body) if rule_line(table.game, one, language)
    }
    assert {*rules} == cited | {"16.2"}
    assert len(cited) > 10
    assert all(text == rule_line(table.game, one, language) for one, text in rules.items())


# Positions


def last_frames(data: Data) -> Mapping[int, int]:
    """Each entry that has frames, with the number of the last of them."""
    return {frame["entry"]: n for n, frame in enumerate(data["frames"])}


def differing(record: Path, step: int = 1) -> list[tuple[int, str | None]]:
    """The entries after which a board of a replay says something else than `referee show --seat --at`, and to whom."""
    table, found = Table.load(record), []
    for seat in (*table.seats, None):
        for entry, n in list(last_frames(data_of(whole(record))).items())[::step]:
            then = table.at(entry)
            data = data_of(whole(record, then.index.language(seat)))
            side = next(one for one in data["sides"] if one["key"] == (seat or "onlooker"))
            words = words_of(board_of(data, side["shows"][n]["board"]))
            if not words or words != told_by_show(then, seat):
                found.append((entry, seat))
    return found


@pytest.mark.slow
def test_every_position_is_what_show_tells() -> None:
    """For each side, after an entry: the words of the table are those of `referee show --seat --at`."""
    assert differing(LOST) == []


@pytest.mark.slow
def test_where_nobody_has_to_answer_nobody_is_named() -> None:
    """Between an order that ends a turn and the next turn."""
    record = EXAMPLES / "odins_table" / "swap-into-the-fortress" / "record.yaml"
    waiting = [one for one in data_of(whole(record))["texts"] if one.startswith("Waiting for")]
    assert sorted(waiting) == ["Waiting for Odin and Thor.", "Waiting for Odin.", "Waiting for Thor."]


# The form of the page


def test_the_data_of_a_page_are_as_their_schema_says() -> None:
    """With notes, questions and variations; and of one side."""
    jsonschema = pytest.importorskip("jsonschema", reason="the package jsonschema is not installed")
    schema = json.loads(share.text("templates", "replay.schema.json"))
    jsonschema.Draft7Validator.check_schema(schema)
    table, notes = annotated()
    whole_page, one_side = page(table, notes), page(table, notes[:5], reader="loki", alone=True)
    for data in map(data_of, (whole_page, one_side)):
        jsonschema.validate(data, schema)
        assert [side["key"] for side in data["sides"]] in (
            ["thor", "loki", "onlooker", "everything"],
            ["loki"],
        )
    kept = [one for frame in data_of(whole_page)["frames"] for one in frame.get("notes", ())]
    assert any("moves" in one for one in kept)


@given(
    st.lists(
        st.text("ab,<>x", max_size=30).map(lambda text: f"<p>{text.replace('<', '&lt;')}</p>"), max_size=8
    )
)
def test_boards_come_out_as_they_went_in(boards: list[str]) -> None:
    """Packed as the edits of any board before them, and read as the script of the page reads them."""
    packed = Boards()
    numbers = [packed.add(html, *range(len(packed.packed))) for html in boards]
    data = {"pieces": packed.pieces, "boards": packed.packed}
    assert [board_of(data, number) for number in numbers] == boards
    assert [packed.html(number) for number in numbers] == boards


@pytest.mark.slow
def test_words_of_people_stay_text() -> None:
    """Nothing that somebody wrote ends a script, begins an element or reads as a template."""
    evil = "</script><script>alert(1)</script><!-- {{ 7*7 }} <img src=x onerror=alert(2)> &amp; \u2028"
    table = Table.load(LOST)
    notes = [
        note(table, "4.0", text=evil, kind=kind)
        for kind in ("comment", "bookmark", "position", "question", "line")
    ]
    notes += [
        note(table, "game", text=evil, name=evil[:50], kind="tag"),
        note(table, "game", text=evil, by=evil[:50]),
    ]
    made = page(table, notes, people={"thor": evil})
    tree = lxml_html.document_fromstring(made)
    assert len(list(tree.iter("script"))) == 2
    assert list(tree.iter("img")) == []
    texts = [one["text"] for frame in data_of(made)["frames"] for one in frame.get("notes", ())]
    assert texts == [clean(evil)] * 5
    assert "".join(tree.find(".//dl").itertext()).count("{{ 7*7 }}") == 2


@pytest.mark.slow
def test_nothing_that_people_write_moves_or_hides_other_text() -> None:
    """Controls and marks of direction are shown by their number, on the page and in a booklet; lines stay lines."""
    bad = "\x00\x1b[31m\u202e\u2066\u2028\ufeff"
    table = Table.load(LOST)
    notes = [
        note(table, "4.0", text=f"one{bad}\ntwo", kind=kind) for kind in ("comment", "bookmark", "question")
    ]
    notes += [note(table, "4.0", text=f"draw {{{bad}}} [draws {bad}]; {bad}", kind="line")]
    notes += [note(table, "game", text=bad, name="event", kind="tag"), note(table, "game", text=bad)]
    for made in (page(table, notes), as_html(booklet(table, notes))):
        data = unescape(made.replace("\\u003c", "<").replace("\\u003e", ">"))
        assert not [char for char in {*made} - {"\n"} if category(char) in HIDDEN]
        assert "one<U+0000>" in data
        assert data.count("<U+202E>") >= 6
        assert "<U+000A>" not in data


@pytest.mark.slow
def test_a_game_of_two_hundred_entries_takes_a_megabyte_at_most() -> None:
    """With all its sides, and for each the board as it was and with all cards open."""
    table = play_whole(find("thunder"), 1)
    assert len(table.points) > 150
    assert len(page(table, language="en").encode()) < 1_000_000 * len(table.points) / 200


# Secrecy


def test_one_side_of_a_game_is_the_replay_of_its_redacted_record() -> None:
    """So it holds nothing that this record does not; and the redacted record has no other side to show."""
    table, notes = annotated()
    for seat in ("thor", None):
        alone = page(table, notes[:5], reader=seat, alone=True, language="en")
        assert alone == page(Table.load(redacted(table, seat)), notes[:5], reader="loki", language="en")
        assert [side["key"] for side in data_of(alone)["sides"]] == [seat or "onlooker"]
    early = Table.load(text(table.documents[:4]))
    assert page(early, reader="thor") == page(early, reader="thor", alone=True)


def test_a_page_holds_the_notes_that_its_reader_may_read() -> None:
    """And what seats thought, and noted in play, only if it is the reader's own or was opened."""
    table = Table.open("thunder", seed="07")
    table.play("loki", "deploy ravens, ravens, frigg {a trap} !?\nnote they have no idea")
    table.play("loki", f"resign {table.id}")
    table = Table.load(table.record.encode())
    assert table.outcome
    mine = note(table, "entry 1", text="between us", to=("loki",))
    seen = {
        (reader, agreed): page(
            table, [mine, *([note(table, "game", kind="opened", seat="loki")] * agreed)], reader=reader
        )
        for reader in ("thor", "loki", None)
        for agreed in (False, True)
    }
    for (reader, agreed), made in seen.items():
        assert ("between us" in made) == (reader == "loki"), (reader, agreed)
        assert ("a trap" in made) == (reader == "loki" or agreed), (reader, agreed)
        assert ("they have no idea" in made) == (reader == "loki" or agreed), (reader, agreed)


@pytest.mark.slow
def test_players_are_called_as_they_want_to_be() -> None:
    """Where names are given, players have these and no others; one without is called by the seat."""
    table = Table.load(EXAMPLES / "odins_table" / "three-home" / "record.yaml")
    known = dict(table.view(None).names)
    mine = page(table, alone=True)
    assert all(name in mine for name in known.values())
    made = page(
        table, [note(table, "game", by="Edith", seat="odin")], people={"odin": "Player 7", "thor": "Player 8"}
    )
    assert "Player 7" in made
    assert [name for name in known.values() if name in made] == []


def table_of(game: str, world: World, content: Mapping[str, Any]) -> Table:
    """The record of a world: its letters, with the deal and the lots as they fell there."""
    played, opening = find(game), opened(game, bytes(32), lambda: AT, id="g1")
    opening = replace(opening, options=content, events=world.steps[0].events, lots=world.steps[0].lots)
    store, seats = Memory(), opening.seats
    closing = Closing(opening, lambda: bytes(32))
    start = fold.blank(played, opening.id, opening.options)
    _, positions = fold.all_folded(played, (), start, opening.events)
    store.append(lambda last: closing.document(opening, Index(played, seats), positions, last), START)
    table = Table(store, bytes(32), lambda: AT, lambda: bytes(32))
    letter: list[Step] = []
    for step in world.steps[1:]:
        letter.append(step)
        if step.closes:
            table.enter(entry_of(letter, table.position))
            letter = []
    return table


def entry_of(letter: Sequence[Step], position: str) -> Letter:
    """The entry of a letter."""
    lines = tuple(
        Line(n, step.move.written, "played", step.move.written, events=len(step.events))
        for n, step in enumerate(letter, 1)
        if step.move
    )
    return Letter(
        at=AT,
        seat=letter[0].seat,
        position=position,
        lines=lines,
        events=tuple(event for step in letter for event in step.events),
        lots=tuple(lot for step in letter for lot in step.lots),
    )


def replayed(table: Table, seat: str | None) -> str:
    """The replay of a seat."""
    return page(table, reader=seat, language="en")


def apart(
    name: str,
    seat: str | None,
    length: int = 24,
    tries: int = 8,
    made: Callable[[Table, str | None], str] = replayed,
) -> tuple[int, int]:
    """How many other worlds of a seat were found in the beginning of a game, and in how many its replay differs.

    `made` makes what is compared, if not the replay.
    """
    game, one = find(name), suite(name)
    content = options_of(game, 3)
    whole_game = random_world(game, content, 3)
    world = World(whole_game.steps[:length], whole_game.states[: length + 1])
    here = made(table_of(name, world, content), seat)
    others = [
        made(table_of(name, other, content), seat) for other in worlds_of(one, content, world, seat, 3, tries)
    ]
    return len(others), sum(other != here for other in others)


@pytest.mark.parametrize(
    ("name", "seat"),
    [("thunder", "thor"), pytest.param("odins_table", None, marks=pytest.mark.slow)],
)
def test_in_every_world_that_a_seat_could_be_in_its_replay_is_the_same(name: str, seat: str | None) -> None:
    """Byte for byte, while the game is on."""
    found, different = apart(name, seat)
    assert found > 2
    assert different == 0


def handed_on(table: Table, seat: str | None) -> str:
    """All that can be handed on of a game for a seat, with a note of its own, one of another and one for all."""
    other = next(one for one in table.seats if one != seat)
    notes = [
        note(table, "game", text="own", seat=seat or "", to=()),
        note(table, "game", text="private", by="Zed", seat=other, to=()),
        note(table, "game", text="draw; challenge A; pass", kind="line"),
    ]
    known = for_seat(table, seat)
    book = as_html(booklet(table, notes, seat=seat, alone=True))
    texts = (
        render(told_to(known, notes, seat)),
        ndjson(known).decode(),
        as_csv(known).decode(),
        playthrough(known),
    )
    seals = re.compile("[0-9a-f]{16,}")  # which another world has others of
    return "".join((page(table, notes, reader=seat, language="en"), *texts, seals.sub("", book)))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seat"), [("thunder", "thor"), ("thunder", None), ("odins_table", "odin")])
def test_in_every_world_that_a_seat_could_be_in_it_is_handed_the_same(name: str, seat: str | None) -> None:
    """The replay with notes, the text, the rows of events, the playthrough, the booklet; byte for byte."""
    found, different = apart(name, seat, made=handed_on)
    assert found > 1
    assert different == 0


@pytest.mark.slow
def test_a_leak_in_what_is_handed_on_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A playthrough of the whole table, for a seat."""
    monkeypatch.setattr(f"{__name__}.for_seat", lambda table, _seat: table)
    assert apart("thunder", "thor", 4, 3, handed_on)[1] > 0


def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that shows all sides of a game that is on differs in other worlds."""
    monkeypatch.setattr(
        "referee.archive.replay.html.film_of",
        lambda table, *_rest, **_more: (WholeFilm(table, frozenset()), ()),
    )
    assert apart("thunder", "thor", 4, 3)[1] > 0


# Words


def test_every_word_of_the_page_is_used_and_every_one_used_is_there() -> None:
    """By its template, or by its script."""
    template, script = (share.text("templates", name) for name in ("replay.html", "replay.js"))
    used = {
        *re.findall(r"[\"']([a-z-]+)[\"']\|t\(section=", template),
        *re.findall(r"words\.([a-z]+)", script),
        *re.findall(r"words\[\"([a-z-]+)\"\]", script),
        *re.findall(r"\"([a-z]+-[a-z]+)\"", script),
        *(f"glyph-{glyph}" for glyph in GLYPHS),
        *(*SHOWN, THOUGHT, EVERYTHING, ONLOOKER),
    }
    there = set(catalog("thunder").entries[SECTION])
    assert there - used == set()
    named = set(re.findall(r"words\.([a-z]+)|words\[\"([a-z-]+)\"\]", script))
    assert {one or other for one, other in named} - there == set()

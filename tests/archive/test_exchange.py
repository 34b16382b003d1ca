"""Games as texts: what goes out comes back, what cannot be is told with its place, no text brings the reader down."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.golden import EXAMPLES, GAMES
from support.rings import one_in
from support.suite import announced
from support.texts import back, damaged, differences, random_notes, random_text

from referee.api import Table
from referee.archive.exchange.making import make
from referee.archive.exchange.model import Entry, Fact, Game, Glyph, Order, Said, Tag
from referee.archive.exchange.notes import print_of
from referee.archive.exchange.reading import read
from referee.archive.exchange.telling import kept, told, told_to
from referee.archive.exchange.writing import (
    WIDTH,
    in_braces,
    in_parentheses,
    in_quotes,
    render,
    text_of,
    unescaped,
    wrapped,
)
from referee.archive.lines.text import read as read_line
from referee.archive.notebook import Notebook
from referee.archive.notes import GLYPHS
from referee.house.games import find
from referee.record.entries import Letter
from referee.record.seals import is_retold
from referee.record.stores import Memory
from referee.testing.random_games import play_whole
from referee.util.values import replace
from referee.verify.export import redacted, whole

RECORDS = sorted(EXAMPLES.glob("*/*/record.yaml"))
FROZEN = sorted((Path(__file__).parents[1] / "frozen").glob("format-3.*.yaml"))
WHOLE = [one for one in (*RECORDS, *FROZEN) if "loki" not in one.name]
NAMES = [one.parent.name if one.name == "record.yaml" else one.name for one in WHOLE]
TEXTS = sorted(EXAMPLES.glob("*/**/game.txt"))
THUNDER = Table.load(EXAMPLES / "thunder" / "treasure-lost" / "record.yaml")


# There and back


@pytest.mark.share(4)
@pytest.mark.parametrize("path", one_in(3, WHOLE), ids=NAMES)
def test_a_golden_game_comes_back_from_its_text(path: Path) -> None:
    """Every entry says what it said, every note too; the second text is the first, byte for byte."""
    table = Table.load(path)
    notes = random_notes(table, Random(path.name), 40)
    assert differences(table, notes, back(table, notes)) == []


@pytest.mark.parametrize("name", ["three-gods", "drei-goetter"])
def test_a_game_of_several_players_comes_back(name: str) -> None:
    """With a master, and options of its own."""
    with announced():
        table = Table.load(EXAMPLES / "sindri" / "games" / name / "record.yaml")
        notes = random_notes(table, Random(name), 40)
        assert differences(table, notes, back(table, notes)) == []


@pytest.mark.share(4)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_comes_back(name: str, seed: int) -> None:
    """With its private texts, where its keeper tells them."""
    table = play_whole(find(name), seed, at_most=40)
    table = Table.load(whole(table, keeper=True))
    notes = random_notes(table, Random(seed), 20)
    assert differences(table, notes, back(table, notes)) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_to_its_end_comes_back(name: str, seed: int) -> None:
    """`python tests/exchange.py games` does that for thousands."""
    table = Table.load(whole(play_whole(find(name), 1000 + seed), keeper=True))
    notes = random_notes(table, Random(seed), 40)
    assert differences(table, notes, back(table, notes)) == []


@pytest.mark.share(4)
@pytest.mark.parametrize("path", one_in(3, TEXTS), ids=[path.parent.name for path in TEXTS])
def test_a_text_that_lies_in_the_examples_comes_back(path: Path) -> None:
    """An annotated game as it is handed on: without the private texts of its players, with all the notes."""
    with announced():
        [game] = read(text := path.read_text("utf-8"))
        made = make(game)
        assert (made.problems, made.unnoted) == ((), ())
        assert made.table is not None
        assert render(told(made.table, made.notes)) == text


def test_an_invitation_comes_back() -> None:
    """A game that is not dealt has no lots yet; the letter that is the last to accept has them."""
    table = Table.open("thunder", seed="07", invite=True, id="inv", clock=lambda: "2026-01-01T00:00:00Z")
    assert differences(table, (), back(table)) == []
    for seat in table.seats:
        table.play(seat, "accept", at="2026-01-02T00:00:00Z")
    assert differences(table, (), back(table)) == []


def test_several_orders_of_one_line_come_back() -> None:
    """Each has the number of that line; with the line after it, and with a note on it."""
    table = Table.open("thunder", seed="07", id="g1", clock=lambda: "2026-01-01T00:00:00Z")
    table.play("loki", "deploy dragon, female-archer, ravens")
    table.play("thor", "deploy huscarl, ravens, mjolnir")
    table.play("loki", "draw, draw\nHello\ndraw")
    letter = table.entries[-1]
    assert isinstance(letter, Letter)
    numbers = [line.number for line in letter.lines]
    assert (numbers[:2], len({*numbers}) < len(numbers)) == ([1, 1], True)
    assert differences(table, (), back(table)) == []
    assert "<recorded>" not in render(told(table, ()))


def test_acts_and_rulings_are_told_as_they_were_recorded() -> None:
    """What a judge or a clock did follows from no letter; a dispute with all that came of it is among them."""
    table = Table.load(next(one for one in FROZEN if one.name == "format-3.thunder.yaml"))
    text = render(told(table))
    assert text.count("<recorded>") >= 3
    assert "ruling arbiter" in text
    assert "<event RolledBack" in text


def test_a_letter_that_today_would_be_ruled_otherwise_is_told_as_it_was() -> None:
    """Its verdicts and events stand in the text then, and come back from there."""
    documents = [dict(doc) for doc in THUNDER.documents]
    table = Table.load(THUNDER.record.encode())
    point = table.points[3]
    assert isinstance(point.entry, Letter)
    lines = (replace(point.entry.lines[0], raw="use mjolnir C2, I think"), *point.entry.lines[1:])
    table._points.row[3] = replace(point, entry=replace(point.entry, lines=lines))
    assert len(documents) == len(table.points)
    text, made, again = back(table)
    assert (text.count("<recorded>"), made.problems, text == again) == (1, (), True)
    assert made.table is not None
    assert kept(made.table.entries[3]) == kept(table.entries[3])


def test_a_record_made_of_a_text_is_known_as_one() -> None:
    """Its seals are not those that were mailed."""
    _, made, _ = back(THUNDER)
    assert made.table is not None
    assert is_retold(made.table.documents)
    assert not is_retold(THUNDER.documents)
    assert {str(doc["seal"]) for doc in made.table.documents}.isdisjoint(
        str(doc["seal"]) for doc in THUNDER.documents
    )


@pytest.mark.parametrize(
    "said", [r"a \} b", "#15: so", "#15.2 so", "15.2: so", "rule 15.2", "\u00b1 so", r"a \\ b", "a) b"]
)
def test_whatever_a_comment_says_is_read_as_it_was_written(said: str) -> None:
    """After an order, after a glyph, in a variation; and so it is written again."""
    text = render(told(THUNDER)).replace(
        "  use frigg A\n", f"  use frigg A {{{said}}}\n  $5 {{{said}}}\n  (draw {{{said}}} $5; draw)\n"
    )
    [game] = read(text)
    made = make(game, by="Anna", clock=lambda: "2027-01-01T00:00:00Z")
    plain = said.replace(r"\}", "}").replace(r"\\", "\\")
    assert (made.problems, made.unnoted) == ((), ())
    assert [(one.kind, one.glyph, one.text) for one in made.notes] == [
        ("comment", "", plain),
        ("comment", "!?", plain),
        ("line", "", f"draw {{{said}}} $5; draw"),
    ]
    assert [(one.text, one.glyph, one.comment) for one in read_line(made.notes[-1].text).orders] == [
        ("draw", "!?", plain),
        ("draw", "", ""),
    ]
    assert made.table is not None
    assert differences(made.table, made.notes, back(made.table, made.notes)) == []
    assert f"(#3:{print_of(made.notes[-1])}" in render(told(made.table, made.notes))


@pytest.mark.parametrize("glyph", [one for one in GLYPHS if not one.isalpha() and not {*one} <= {"?"}])
def test_a_glyph_is_read_wherever_one_may_stand(glyph: str) -> None:
    """After an order, alone before a comment, in a variation; as its sign or as its number."""
    for written in (glyph, f"${GLYPHS[glyph]}"):
        [game] = read(
            f'[Game "thunder"]\n\nthor:\n  draw {written} {{so}} {written} (draw {written}; draw)\n'
        )
        assert game.problems == ()
        assert game.entries[0].items == (
            Order("draw"),
            Glyph(glyph),
            Said("so"),
            Glyph(glyph),
            Said(f"draw {written}; draw", variation=True),
        )
        assert [(one.text, one.glyph) for one in read_line(f"draw {written}; draw").orders] == [
            ("draw", glyph),
            ("draw", ""),
        ]


def test_an_order_as_it_was_written_is_no_glyph() -> None:
    """Though both begin with the same sign."""
    [game] = read('[Game "thunder"]\n\nthor:\n  draw =\n    "Draw!"\n  draw = (draw)\n  draw = "\u00b1"\n')
    assert game.entries[0].items == (
        Order("draw", "Draw!"),
        Order("draw"),
        Glyph("="),
        Said("draw", variation=True),
        Order("draw", "\u00b1"),
    )


# For one reader


@pytest.mark.parametrize("reader", ["thor", "loki", None])
def test_the_text_of_one_reader_holds_what_that_reader_knows(reader: str | None) -> None:
    """It can be read and written again; no record is made of it."""
    game = told(Table.load(redacted(THUNDER, reader)))
    text = render(game)
    [again] = read(text)
    assert (again, render(again)) == (game, text)
    other = {"thor": "loki.angrboda", "loki": "thor.tyr"}.get(reader or "", "loki.angrboda")
    assert other not in text
    assert [one.why.key for one in make(again).problems] == ["text-one-audience"]


def test_notes_that_others_may_not_read_stand_in_no_text_of_theirs() -> None:
    """Nor does their number."""
    notes = random_notes(THUNDER, Random(5), 60)
    early = Table.load(THUNDER.record_until(12))
    mine = [one for one in notes if one.about in {str(doc["seal"]) for doc in early.documents}]
    for reader in ("thor", None):
        known = Table.load(redacted(early, reader))
        hidden = [
            one for one in mine if reader not in {one.seat, *one.to} and not {"all", "players"} & {*one.to}
        ]
        assert hidden
        rest = [one for one in mine if one not in hidden]
        assert render(told_to(known, mine, reader)) == render(told_to(known, rest, reader))


# The text itself

ANY = st.text(
    st.sampled_from([*"ab {}()[]<>\"'`\\;:%$=/#!?,.\n\t\r", "\u00b1", "\u00a0", "\u2028", "ß", "\U0001f70f"]),
    max_size=150,
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | ANY,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY, inner, max_size=3),
    max_leaves=6,
)
KEYS = st.dictionaries(st.sampled_from(["by", "at", "x"]), VALUES, max_size=2)
FACTS = st.builds(
    Fact, st.sampled_from(["lot", "event", "refused", "draws"]), st.lists(VALUES, max_size=4).map(tuple), KEYS
)
ORDERS = st.builds(Order, st.sampled_from(["", "draw", "deploy tyr, hel, ravens", "lay ? A1"]), ANY)
ITEMS = (
    FACTS
    | ORDERS
    | st.builds(Said, ANY, st.booleans())
    | st.builds(Glyph, st.sampled_from([*GLYPHS, "$139"]))
)
ENTRIES = st.builds(
    Entry,
    st.sampled_from(["0.0", "12.3", "7."]),
    st.sampled_from([("thor",), ("act", "silence", "loki"), ("opening",)]),
    st.sampled_from(["", "2026-01-01T00:00:00Z"]),
    st.lists(ITEMS, max_size=5).map(tuple),
)
PLAYED = st.builds(
    Game,
    st.lists(
        st.builds(Tag, st.sampled_from(["Game", "site", "Option.x"]), ANY, KEYS), min_size=1, max_size=3
    ).map(tuple),
    st.lists(ENTRIES, min_size=1, max_size=4).map(tuple),
)


@settings(max_examples=40)
@given(st.lists(PLAYED, min_size=1, max_size=3))
def test_whatever_is_written_is_read_as_it_was_meant(games: list[Game]) -> None:
    """Every value, every text, however many games; no line is too long, and what is read is written the same."""
    text = text_of(games)
    assert list(read(text)) == games
    assert [one.problems for one in read(text)] == [()] * len(games)
    assert text_of(read(text)) == text
    assert max(map(len, text.split("\n"))) <= WIDTH


@given(ANY)
def test_any_text_comes_back_from_its_brackets(text: str) -> None:
    """On lines of any width."""
    for write in (in_quotes, in_braces, in_parentheses):
        lines = wrapped(write(text), "  ", "      ")
        assert unescaped("\n".join(lines).strip()[1:-1]) == text


LAX = """\ufeff% written by another program
[game "thunder"]   [Site "Köln"]\r
\r
thor: deploy longships,\r
   shield-wall,tyr !? ; a good start
2. loki : draw {  well
  said } $5 (lay hel A1; (draw)) "Hello," <prose>
"""


def test_the_import_form_forgives() -> None:
    """Spaces, widths, line ends, signs for numbers, comments to the end of a line, tags on one line."""
    [game] = read(LAX)
    assert game.problems == ()
    assert [(one.name, one.value) for one in game.tags] == [("game", "thunder"), ("Site", "Köln")]
    assert [one.what for one in game.entries] == [("thor",), ("loki",)]
    assert game.entries[0].items == (
        Order("deploy longships, shield-wall,tyr"),
        Glyph("!?"),
        Said("a good start"),
    )
    assert game.entries[1].items == (
        Order("draw"),
        Said("well said"),
        Glyph("!?"),
        Said("lay hel A1; (draw)", variation=True),
        Order("", "Hello,"),
        Fact("prose"),
    )


def test_a_bad_game_never_stops_the_others() -> None:
    """It is told with its line and column, and so are its tags."""
    good = render(told(THUNDER))
    bad = '[Game "thunder"]\n[Id "g2"]\n\n1.0 thor\n  draw {never closed\n'
    games = list(read(f"{good}\n{bad}\n{good}"))
    assert [bool(one.problems) for one in games] == [False, True, False]
    assert games[0] == games[2]
    [problem] = games[1].problems
    line = good.count("\n") + 1 + 5
    assert (str(problem.at), problem.why.key, games[1].tag("id")) == (f"{line}:8", "text-open", "g2")


@pytest.mark.share(3)
@pytest.mark.parametrize(
    ("old", "new", "key", "place"),
    [
        ("use mjolnir C2", "use hel tyr", "text-refused", "use hel tyr"),
        ("use mjolnir C2", "uze mjolnir", "text-ruled", "uze mjolnir"),
        ("2.0 thor", "3.0 thor", "text-position", "3.0 thor"),
        ("2.0 thor", "2.0 odin", "text-head", "2.0 odin"),
        ("mjolnir hirdman.1", "mjolnir nobody", "text-lot", '<lot "deck thor"'),
        ('<pick "ravens thor" 1 of 2>', "", "text-lot", "13.0 loki"),
        ("  draw\n  <pick", "  <said>\n  <pick", "text-ruled", "use ravens hand to C"),
        ('"Hello," <prose>', '"Hello," <played>', "text-ruled", '"Hello,"'),
        ('"Hello," <prose>', '"Hello," <nothing>', "text-fact", "<nothing>"),
        ("lay ravens C2 =", "lay ravens A2 =", "text-move", "lay ravens A2 ="),
        ("thor, 8.1", "loki, 8.1", "text-result", "[Result"),
        ('[Option.flank "across"]', '[Option.flunk "across"]', "unknown-option", "[Option.flunk"),
        ('[Option.flank "across"]\n', "", "text-content", "[Content"),
        ('[Game "thunder"]', '[Game "chess"]', "unknown-game", "[Game"),
        ("2.0 thor 2026-01-02T05:00:00Z", "2.0 thor 2026-01-42T05:00:00Z", "text-fold", "2.0 thor"),
        ("0.0 opening", "0.0 thor", "text-no-opening", "0.0 thor"),
        ("use mjolnir C2", "use ? C2", "text-unknown-card", "use ? C2"),
        ("mjolnir hirdman.1", "mjolnir ?", "text-unknown-card", '<lot "deck thor"'),
        ("use mjolnir C2", "use mjolnir C2 <shows tyr>", "text-fact", "<shows"),
        ("  <fair", '  <pick "x" 0 of 2>\n  <fair', "text-lot-left", '<pick "x"'),
        ("  use frigg A\n", '  use frigg A\n  <pick "x" 0 of 2>\n', "text-lot-left", '<pick "x"'),
    ],
)
def test_what_cannot_be_is_told_with_its_place(old: str, new: str, key: str, place: str) -> None:
    """The line and the column in the text."""
    text = render(told(THUNDER))
    assert old in text
    text = text.replace(old, new, 1)
    [game] = read(text)
    made = make(game)
    assert [one.why.key for one in made.problems] == [key]
    spot = made.problems[0].at
    assert text.split("\n")[spot.line - 1][spot.column - 1 :].startswith(place)


def test_a_note_that_cannot_be_is_told_and_the_others_are_there() -> None:
    """The game is made all the same."""
    text = render(told(THUNDER)).replace(
        "  use frigg A\n", '  use frigg A {yes} {#7 by=Anna on="9.9": no} {#8 up=1: no}\n'
    )
    [game] = read(text)
    made = make(game, by="Anna", clock=lambda: "2027-01-01T00:00:00Z")
    assert made.problems == ()
    assert [(one.by, one.text, str(one.place)) for one in made.notes] == [("Anna", "yes", "6.0 line 2")]
    assert [one.why.key for one in made.unnoted] == ["note-no-position", "note-field"]


def test_tags_that_nobody_knows_are_kept() -> None:
    """As notes of the kind tag; they come out again, and the notebook is sound."""
    text = render(told(THUNDER)).replace("[Result", '[ECO "B12"]\n[Annotator "Olaf"]\n[Result', 1)
    [game] = read(text)
    made = make(game, clock=lambda: "2027-01-01T00:00:00Z")
    assert [(one.kind, one.by, one.name, one.text) for one in made.notes] == [
        ("tag", "Olaf", "ECO", "B12"),
        ("tag", "Olaf", "Annotator", "Olaf"),
    ]
    assert made.table is not None
    notebook = Notebook(Memory(), made.table)
    for note in made.notes:
        notebook.add(note)
    assert '[ECO "B12" by=Olaf' in render(told(made.table, notebook.notes))


def _held(text: str) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    for game in read(text):
        made = make(game, clock=lambda: "2027-01-01T00:00:00Z")
        for one in (*made.problems, *made.unnoted):
            assert 1 <= one.at.line <= len(lines)
            assert 1 <= one.at.column <= len(lines[one.at.line - 1]) + 1
        assert made.table is not None or made.problems


def test_damaged_texts_are_told_with_their_places() -> None:
    """Whatever is done to one: no crash, and each problem has a place in the text."""
    for seed in range(30):
        _held(damaged(TEXT, Random(seed)))


@pytest.mark.slow
def test_many_damaged_texts_are_told_with_their_places() -> None:
    """`python tests/exchange.py fuzz` does that for a hundred thousand."""
    for seed in range(1000, 1300):
        _held(damaged(TEXT, Random(seed)))


TEXT = render(told(THUNDER, random_notes(THUNDER, Random(1), 6)))


def test_no_text_at_all_brings_the_reader_down() -> None:
    """Nor does one that never was a game."""
    for seed in range(200):
        _held(random_text(Random(seed), 300))

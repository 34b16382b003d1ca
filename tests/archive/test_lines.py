"""Variations: what is read of a text, what the referee rules on it, and that no text changes a table."""

import doctest
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.golden import EXAMPLES

from referee.api import Table
from referee.archive import lines
from referee.archive.lines import KNOWN, OPEN, WORLDS, Line, moves, play, played, text
from referee.archive.lines.stands import stands_at
from referee.archive.lines.telling import document, rows_told
from referee.archive.lines.text import DEEPEST, LONGEST, MOST_ORDERS, read
from referee.archive.moments import moments
from referee.archive.places import place_in
from referee.util.errors import Faulty

GOLDEN = [
    path.parent for path in sorted(EXAMPLES.glob("*/*/record.yaml")) if path.parent.parent.name != "disputes"
]
BLOOD = Table.load(EXAMPLES / "thunder" / "first-blood" / "record.yaml")
HOME = Table.load(EXAMPLES / "odins_table" / "three-home" / "record.yaml")


def verdicts(line: Line) -> list[tuple[str, str, str]]:
    """Of each move, in variations too: whose, what became of it, and the rule it breaks."""
    return [(move.seat, move.verdict, move.rule) for move in line.all_moves()]


# The text


@pytest.mark.parametrize("module", [lines, text, moves])
def test_the_examples_run(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the docstrings is so."""
    monkeypatch.chdir(EXAMPLES.parent)
    ran = doctest.testmod(module)
    assert (ran.failed, ran.attempted > 0) == (0, True)


def test_all_that_may_stand_around_an_order() -> None:
    """Whose it is, its lots, a glyph, a comment, and the variations in its place, before or after the semicolon."""
    said = read("Loki : draw [draws tyr] $5 {why; not} (lay hel A1; (x) y) ;\n(thor: draw) challenge A?!")
    first, second = said.orders
    assert (first.whose, first.text, first.lots, first.glyph, first.comment) == (
        "loki",
        "draw",
        ("draws tyr",),
        "!?",
        "why; not",
    )
    assert [[one.text for one in branch] for branch in first.branches] == [["lay hel A1", "y"], ["draw"]]
    assert (second.text, second.glyph, said.faults) == ("challenge A", "?!", ())


@pytest.mark.parametrize(
    ("written", "column", "key", "orders"),
    [
        ("(draw) lay", 1, "line-branch", 1),
        ("draw)", 5, "line-not-open", 1),
        ("draw [tyr", 6, "line-not-closed", 1),
        ("draw (lay", 10, "line-not-closed", 1),
        ("draw; {so}", 6, "line-no-order", 1),
        ("(" * (DEEPEST + 2) + "a", DEEPEST + 1, "line-deep", 0),
        ("a;" * (MOST_ORDERS + 3), 2 * MOST_ORDERS + 1, "line-orders", MOST_ORDERS),
        ("a" * (LONGEST + 9), LONGEST + 1, "line-text-long", 1),
    ],
)
def test_what_does_not_fit_is_told_with_its_column(written: str, column: int, key: str, orders: int) -> None:
    """The rest is read all the same."""
    said = read(written)
    assert (column, key) in [(fault.column, fault.why.key) for fault in said.faults]
    assert len(said.orders) == orders


def test_a_bracket_in_a_comment_is_none() -> None:
    """Nor where the variation is nested too deep to be read; and a brace is told as it is read."""
    deep = DEEPEST + 1
    said = read("draw (" * deep + r"x {a) \} (}" + ")" * deep + r"; draw {:-) \} \\}")
    assert [(fault.column, fault.why.key) for fault in said.faults] == [(6 * deep, "line-deep")]
    assert [(one.text, one.comment) for one in said.orders] == [("draw", ""), ("draw", ":-) } \\")]
    assert text.commented(said.orders[1].comment) == r"{:-) \} \\}"


# The rules


@pytest.mark.share(3)
@pytest.mark.parametrize("folder", GOLDEN, ids=lambda path: path.name)
def test_the_game_itself_is_a_legal_variation(folder: Any) -> None:
    """Given as a line from the deal on, with all open, it leads to the very state the game ended in."""
    table = Table.load(folder / "record.yaml")
    known = moments(table)
    follows = stands_at(table, known[0], place_in(known, "entry 0")[1], None).follows
    line = played(table, "entry 0", "; ".join(f"{seat}: {order}" for seat, order, _ in follows.orders))
    assert (line.sound, len(line.moves)) == (True, len(follows.orders))
    assert line.moves[-1].state == table.state
    assert "drawn" not in {move.lots for move in line.moves}


@pytest.mark.share(3)
@pytest.mark.parametrize("folder", GOLDEN, ids=lambda path: path.name)
def test_every_letter_can_be_taken_up_where_the_game_stood(folder: Any) -> None:
    """From before any line of the game, its own order is legal and leads where the game went."""
    table = Table.load(folder / "record.yaml")
    for moment in moments(table)[1::5]:
        for line in moment.letter.lines if moment.letter else ():
            if moment.letter and line.verdict == "played":
                place = f"entry {moment.number} line {line.number}"
                again = played(table, place, f"{moment.letter.seat}: {line.move}")
                assert verdicts(again) == [(moment.letter.seat, "played", "")], place


def test_a_wrong_order_is_told_with_its_rule_and_the_rest_is_kept() -> None:
    """With the number and the sentence of the rule, as in a letter; a misread one with what was not understood."""
    line = played(BLOOD, "9.1", "challenge A {first}; draw")
    assert verdicts(line) == [("loki", "refused", "6.1"), ("", "not-played", "")]
    rows = rows_told(BLOOD, line)
    assert rows[1] == "1. loki: challenge A {first}"
    assert rows[2].strip().startswith("REFUSED [6.1]: ")
    assert rows[3].strip().startswith("By rule 6.1: ")
    assert rows[-2:] == ("2. draw", "    Not played: order 1 is not played.")
    assert verdicts(played(BLOOD, "9.1", "lay odin")) == [("loki", "misread", "")]
    assert "ABGELEHNT [6.1]" in "\n".join(rows_told(BLOOD, line, "de"))


def test_a_variation_begins_where_the_order_before_it_began() -> None:
    """As in PGN; it changes nothing for the line that goes on after it."""
    line = played(BLOOD, "9.1", "draw (draw; thor: draw (thor: challenge A)); thor: draw")
    inner = line.moves[0].branches[0]
    assert inner[0].state == line.moves[0].state
    same = played(BLOOD, "9.1", "draw (draw; thor: draw (thor: draw)); thor: draw").moves[0].branches[0]
    assert same[1].branches[0][0].state == same[1].state == inner[1].state
    assert verdicts(played(BLOOD, "9.1", "draw")) == verdicts(line)[:1]


def test_orders_are_read_in_every_language() -> None:
    """A line in German words is the same line."""
    assert [move.order for move in played(BLOOD, "9.1", "ziehe; thor: zieh").moves] == ["draw", "draw"]


def test_lots_fall_as_they_fell_or_as_named_or_it_is_said() -> None:
    """A named card lies on the pile; one that cannot turn up there is told, and the line ends."""
    fell = played(BLOOD, "9.1", "draw")
    assert [one.seen.get("card") for one in fell.moves[0].told][:1] == ["loki.ravens"]
    named = played(BLOOD, "9.1", "draw [draws dragon]")
    cards = [one for one in named.moves[0].told if one.seen.kind == "Drew"]
    assert (named.moves[0].lots, [one.seen.get("card") for one in named.moves[0].told][:1], len(cards)) == (
        "named",
        ["loki.dragon"],
        1,
    )
    assert (named.position, named.moves[0].position) == ("9.1", "10.0")  # the turn is over
    for said in ("draws tyr", "draws nothing"):
        line = played(BLOOD, "9.1", f"draw [{said}]; draw")
        assert [move.verdict for move in line.moves] == ["not-played", "not-played"]


@pytest.mark.slow
def test_who_may_lay_a_game_open() -> None:
    """All when it is over; before, its keeper alone. A redacted record never is."""
    early = Table.load((EXAMPLES / "thunder" / "first-blood" / "record.yaml").read_bytes()).at(30)
    place = "entry 30"
    with pytest.raises(Faulty) as caught:
        played(early, place, "draw", look=OPEN)
    assert caught.value.why.key == "line-open"
    assert played(early, place, "draw", "loki").look == KNOWN
    assert played(early, place, "draw", look=OPEN, keeper=True).look == OPEN
    with pytest.raises(Faulty):
        played(BLOOD, "9.1", "draw", look="sideways")
    with pytest.raises(Faulty):
        played(BLOOD, "9.1", "draw", "odin")


WORDS = st.sampled_from(
    [
        *(
            "draw",
            "lay ravens A1",
            "challenge A",
            "loki:",
            "thor:",
            "odin:",
            "use hel tyr",
            "step a2 a3",
            "resign",
        ),
        *(
            "[tyr]",
            "[rolls 7]",
            "[",
            "]",
            "(",
            ")",
            "{",
            "}",
            ";",
            "\n",
            "!?",
            "$5",
            "@7.2",
            "say hi",
            "accept",
        ),
        *("end", "language de", "offer draw", "undo", "standing lay A", "place a", "claim win", "ö", "\x00"),
    ]
)


@settings(max_examples=60)
@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join)), st.data())
def test_no_text_is_an_error_and_none_changes_the_table(written: str, data: Any) -> None:
    """Whatever is written it is ruled on, told and put into JSON; the record stays as it was, to the byte."""
    table = data.draw(st.sampled_from([BLOOD, HOME]))
    seat, look = data.draw(
        st.sampled_from([(None, OPEN), (table.seats[0], OPEN), (table.seats[1], KNOWN), (None, WORLDS)])
    )
    before = table.record
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "SAMPLE", 4)
        patch.setattr(play, "MOST", 6)
        line = played(table, "5.1", written, seat, look=look)
    assert rows_told(table, line)
    assert document(table, line)["sound"] == line.sound
    assert table.record == before

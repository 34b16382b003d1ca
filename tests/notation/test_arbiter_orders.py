"""What the judge writes, line by line: rulings and questions in English and German, and slips."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.house.rulings import REDEAL, SAME
from referee.notation.reader import Misread, Order, Prose
from referee.table.rulings import effects, orders
from referee.table.rulings.orders import read_letter, read_line
from referee.util import data

SEATS = ("thor", "loki")

ENGLISH = """
    uphold                                | uphold
    Uphold.                               | uphold
    read 7.2 line 2 as: challenge b       | read 7.2 line 2 as: challenge b
    roll back to 7.1                      | roll back to 7.1 same lots
    roll back to 7.1 with the same lots   | roll back to 7.1 same lots
    Rollback to 7.1                       | roll back to 7.1 same lots
    roll back to 7.1 redeal               | roll back to 7.1 redeal
    play loki: challenge b                | play loki: challenge b
    clock loki +3 days                    | clock loki +3 days
    clock Thor -36 hours                  | clock thor -36 hours
    clock thor +90 minutes                | clock thor +90 minutes
    replace loki: Cleo <c@x.example>      | replace loki: Cleo <c@x.example>
    adjudge thor                          | adjudge thor
    adjudge draw                          | adjudge draw
    option seer must-draw                 | option seer must-draw
    because: it is so: see rule 7         | because: it is so: see rule 7
    packet                                | packet
    show 7.2 thor                         | show 7.2 thor
    what if roll back to 7.1              | what if roll back to 7.1 same lots
    what if 7.2 loki: challenge b         | what if 7.2 loki: challenge b
    what if read 7.2 line 2 as: draw      | what if read 7.2 line 2 as: draw
    - uphold                              | uphold
"""
GERMAN = """
    bestätige                             | uphold
    lies 7.2 Zeile 2 als: fordere b       | read 7.2 line 2 as: fordere b
    zurück zu 7.1                         | roll back to 7.1 same lots
    setze zurück auf 7.1 neu geben        | roll back to 7.1 redeal
    spiele Loki: fordere b                | play loki: fordere b
    Uhr Loki +3 Tage                      | clock loki +3 days
    ersetze loki: Cleo <c@x.example>      | replace loki: Cleo <c@x.example>
    werte Thor                            | adjudge thor
    werte Remis                           | adjudge draw
    Begründung: so steht es da            | because: so steht es da
    Akte                                  | packet
    zeige 7.2 Thor                        | show 7.2 thor
    was wenn zurück zu 7.1                | what if roll back to 7.1 same lots
    was wäre wenn 7.2 Loki: fordere b     | what if 7.2 loki: fordere b
    uphold                                | uphold
"""


def cases(table: str) -> list[tuple[str, str]]:
    """The rows of a table."""
    rows = (row.split("|") for row in table.strip().split("\n"))
    return [(line.strip(), meant.strip()) for line, meant in rows]


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [*(("en", *one) for one in cases(ENGLISH)), *(("de", *one) for one in cases(GERMAN))],
)
def test_h21_lines_are_read_in_both_languages(language: str, line: str, meant: str) -> None:
    """Each form means one order, and its canonical form reads as the same order."""
    read = read_line(SEATS, line, language)
    assert isinstance(read, Order)
    assert read.move.written == meant
    again = read_line(SEATS, meant)
    assert isinstance(again, Order)
    assert again.move == read.move


@pytest.mark.parametrize(
    ("line", "column", "expected", "hint"),
    [
        ("show 7.2 thro", 10, ("SEAT",), "show 7.2 thor"),
        ("show 7 thor", 6, ("POSITION",), ""),
        ("roll bakc to 7.1", 6, ("to",), ""),
        ("clock loki 3 days", 12, ("SPAN",), ""),
        ("adjudge", 8, ("SEAT", "draw"), ""),
        ("play loki", 10, (":",), ""),
        ("play loki:", 11, ("TEXT",), ""),
        ("uphold: it", 7, ("NOTHING-MORE",), ""),
        ("what if 7.2 loki", 17, (":",), ""),
        ("upheld", 1, ("uphold",), "uphold"),
        ("read 7.2 line b as: draw", 15, ("COUNT",), ""),
    ],
)
def test_h21_a_misreading_tells_its_place(
    line: str, column: int, expected: tuple[str, ...], hint: str
) -> None:
    """The column of the caret, what was expected there, and the nearest order."""
    read = read_line(SEATS, line)
    assert isinstance(read, Misread)
    assert (read.column, read.expected, read.hint) == (column, expected, hint)


@pytest.mark.parametrize(
    "line",
    [
        "Dear both,",
        "I have looked at it: it is clear.",
        "Best, Olaf",
        "say hello",
        "what a game",
        "show me",
        "Grüße",
    ],
)
def test_h21_prose_is_left_alone(line: str) -> None:
    """A line that does not begin with an order is prose, with or without a colon in it."""
    assert isinstance(read_line(SEATS, line), Prose)


def test_h21_a_reason_runs_to_the_next_blank_line() -> None:
    """Further lines belong to it, whatever they say."""
    letter = [(1, "because: one"), (2, "uphold"), (3, ""), (4, "uphold"), (5, "Olaf")]
    lines = list(read_letter(SEATS, letter))
    assert [(line.numbers, line.text) for line in lines] == [
        ((1, 2), "because: one\nuphold"),
        ((4,), "uphold"),
        ((5,), "Olaf"),
    ]


SEAT = st.sampled_from(SEATS)
PLACE = st.builds("{}.{}".format, st.integers(0, 9999), st.integers(0, 9999))
WORDS = st.text("abc XYZ:.,!{}@<>", min_size=1).map(str.strip).filter(bool)
EFFECT: st.SearchStrategy[Any] = st.one_of(
    st.just(effects.Uphold()),
    st.builds(effects.ReadAs, PLACE, st.integers(1, 999), WORDS),
    st.builds(effects.RollBack, PLACE, st.sampled_from([SAME, REDEAL])),
    st.builds(effects.PlayFor, SEAT, st.tuples(WORDS)),
    st.builds(effects.AdjustClock, SEAT, st.integers(-999, 999).map(lambda days: days * 86400)),
    st.builds(effects.Replace, SEAT, WORDS),
    st.builds(effects.Adjudge, st.lists(st.sampled_from(SEATS), unique=True).map(tuple)),
    st.builds(effects.ChangeOption, st.just("seer"), st.just("must-draw")),
)
ORDER = st.one_of(
    EFFECT,
    st.builds(orders.Because, WORDS),
    st.just(orders.Packet()),
    st.builds(orders.Show, PLACE, SEAT),
    st.builds(orders.WhatIf, EFFECT),
    st.builds(
        lambda seat, words, place: orders.WhatIf(effects.PlayFor(seat, (words,)), place), SEAT, WORDS, PLACE
    ),
)


@given(ORDER)
def test_h21_every_order_reads_as_it_is_written(order: Any) -> None:
    """What is written is read as the same order, for every order."""
    read = read_line(SEATS, order.written)
    assert isinstance(read, Order)
    assert read.move == order


@given(st.text())
def test_h21_no_line_is_too_strange(line: str) -> None:
    """Any line is an order, misread or prose."""
    assert isinstance(read_line(SEATS, line), Order | Misread | Prose)


def test_h21_each_effect_stands_in_one_place() -> None:
    """Its class, its name in records, and how its lines are read: no other module lists effects."""
    sources = {path: path.read_text("utf-8") for path in Path(referee.__file__).parent.rglob("*.py")}
    for key, one in effects.EFFECTS.items():
        forms = (rf"^class {one.__name__}\(", *([rf'"{key}"'] if "-" in key else ()))
        for form in forms:
            there = {path.name for path, text in sources.items() if re.search(form, text, re.MULTILINE)}
            assert there == {"effects.py"}, form
    grammar = data.text("grammar", "arbiter.lark").partition("?effect:")[2].partition("unit:")[0]
    aliases = [alias for one in effects.EFFECTS.values() for alias in one.aliases]
    assert sorted(aliases) == sorted(re.findall(r"-> (\w+)", grammar))
    assert {key for key, one in effects.EFFECTS.items() if one.goes_back} == {"read-as", "roll-back"}
    assert {key for key, one in effects.EFFECTS.items() if one.ends} == {"uphold", "adjudge"}

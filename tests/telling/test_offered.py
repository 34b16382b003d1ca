"""What a page offers to tap, each order once; what stands back, and when links stand below."""

import re
from typing import Any

import pytest
from board import Board

from referee.api import Table
from referee.games.thunder.worth import worth
from referee.telling.laid import LineTold
from referee.telling.letter import Letter, _cut, bodies
from referee.telling.links import Row, Tap
from referee.telling.receipt import ReceiptTold
from referee.telling.sentences import reader_of

BALDR = Board(
    loki={
        "hand": "baldr, frigg, ravens, seer, valkyries, viking-warriors, hel, odin",
        "A": "female-archer, frost-giant",
        "B": "frost-giant, frost-giant",
        "C": "nightmare, dragon",
        "pile": "ravens, dragon",
    },
    thor={"A": "huscarl, huscarl", "B": "shield-wall+, huscarl", "C": "hirdman"},
    ap=3,
)
ADDRESS = "referee+abcdefghijklmnopqrstuvwxyz@post.example.org"


def table_of(game: str = "thunder") -> Table:
    """A game at its beginning; both have laid their first row where there is one."""
    table = Table.open(game, seed="07")
    if game == "thunder":
        for seat in table.seats:
            table.play(seat, [table.moves(seat)[0]])
    return table


def letter(table: Table, seat: str, **more: Any) -> Letter:
    """A letter to a seat about the table as it stands."""
    view = table.game.view(table.state, seat)
    given: dict[str, Any] = {
        "game": table.game,
        "content": table.content,
        "view": view,
        "number": f"g1.{seat}.9",
        "choices": table.game.choices(view),
        "address": ADDRESS,
        "always": False,
    }
    return Letter(**(given | more))


def tapped(page: str) -> list[str]:
    """The orders of the links of a page, by what is said of them."""
    found = re.findall(r'<a [^>]*href="[^"]*body=([^"]*)"', page)
    return [one.replace("%20", " ").replace("%2C", ",").replace("%40", "@") for one in found]


def test_an_example_of_a_kind_that_has_a_likely_answer_is_no_link() -> None:
    """Of the many first rows the good one alone is a link, not the first of the alphabet below it."""
    table = Table.open("thunder", seed="07")
    rows = [one for one in tapped(bodies(letter(table, "loki")).html) if "deploy" in one]
    assert len(rows) == 1


def test_who_asks_for_the_moves_gets_them_with_links() -> None:
    """The page lists them once, with links, the text in the answer; the question is not offered again."""
    table = table_of()
    verdicts = table.play("loki", ["moves"]).ruled.verdicts
    shown = bodies(letter(table, "loki", verdicts=verdicts))
    taps = tapped(shown.html)
    assert {"@1.0 draw", "help", "table"} <= {*taps}
    assert "moves" not in taps
    assert shown.html.count("resign g1") == 1
    assert shown.text.count("\nWHAT YOU MAY DO\n") == 1
    other = bodies(letter(table, "loki", verdicts=table.play("loki", ["status"]).ruled.verdicts))
    assert "moves" in tapped(other.html)


@pytest.mark.parametrize("head", ["use baldr A1", "lay frost-giant"])
def test_links_stand_below_what_they_share_where_that_saves_a_line(head: str) -> None:
    """Two links would stand alone in a second line beside the words; below them all stand in one."""
    taps = tuple(Tap(place, f"{head} {place}", "") for place in ("A1", "A2", "B1", "B2", "C1", "C2"))
    assert Row(head, taps).below
    assert not Row(head, taps[:3]).below
    assert not Row("", taps[:3]).below


def test_a_long_answer_is_cut_off_on_a_page_and_whole_in_the_text() -> None:
    """A page stays below 30 kB whatever was asked, and says where the rest stands; twice cut, it says so once."""
    table = table_of()
    help_lines = tuple(f"word{n}          what word number {n} means in this answer" for n in range(900))
    told = ReceiptTold((), (LineTold("answered", (), "Answer:", verbatim=help_lines),), "", "")
    reader = reader_of(table.game, table.content, table.game.view(table.state, "loki"))
    cut = _cut(reader, _cut(reader, told, 4_000), 2_000)
    assert cut
    (line,) = cut.lines
    assert sum(map(len, line.verbatim)) < 2_200
    assert [one for one in line.verbatim if "text part" in one] == [line.verbatim[-1]]
    assert _cut(reader, told, 10**6) == told
    assert _cut(reader, None, 0) is None
    asked = ["help", *(f"rules {n}" for n in range(1, 22)), *(f"rules H{n}" for n in range(1, 32))]
    verdicts = table.play("loki", asked).ruled.verdicts
    shown = bodies(letter(table, "loki", verdicts=verdicts))
    assert len(shown.html.encode()) < 30_000
    assert ["text part of this mail" in one for one in (shown.html, shown.text)] == [True, False]


def test_of_moves_too_many_for_links_the_best_has_one() -> None:
    """Not the first of the alphabet: Baldr brings the archer before the Shield Wall."""
    view = BALDR.view("loki")
    choices = BALDR.choices("loki")
    made = letter(table_of(), "loki", view=view, choices=choices)
    moves = choices.family("use baldr").moves()  # type: ignore[union-attr]
    best = max(moves, key=lambda move: worth(view, move))
    assert best.written != moves[0].written
    linked = [one.partition(" ")[2] for one in tapped(bodies(made).html)]
    alone = [one for one in linked if one.startswith("use baldr") and "\r" not in one and "%0D" not in one]
    assert alone == [best.written]

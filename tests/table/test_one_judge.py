"""One judge: play, `try`, a letter ruled on again, audit, `why` and a ruling that is tried out say the same of a line.

A rule is broken, or added, in one place; all of them say so at once.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.sizes import FULL
from support.suite import NAMES, suite

from referee.api import Table
from referee.desk import judging
from referee.engine.rules import Refused, Rule, why
from referee.house.chapters import AT_EVERY_TABLE
from referee.notation.reader import Order
from referee.record.entries import Letter
from referee.table import legality, replay
from referee.table.audit import audit
from referee.table.rulings.effects import PlayFor
from referee.table.rulings.orders import WhatIf
from referee.table.verdicts import Verdict
from referee.testing.chance import chosen
from referee.util.errors import Faulty

AT = "2026-03-01T12:00:00Z"
STRICT = Rule("9.9", "strict", "Nothing of this is done.", lambda _now, _move: why("game-over"))
GAMES = pytest.mark.parametrize("name", NAMES)


def opened(name: str, *, invite: bool = False) -> Table:
    """A table of that game, always dealt the same."""
    return Table.open(name, seed="07", clock=lambda: AT, invite=invite)


@cache
def on(name: str, letters: int, *, whole: bool) -> Table:
    """A random game after this many letters.

    `whole`: of all moves that may be played, else of those that move the table on.
    """
    table, rng = opened(name), Random(letters)
    for _ in range(letters):
        if table.owed():
            seat = rng.choice(table.owed()).seat
            line = chosen(table.choices(seat).families, rng).written
            table.play(seat, line if whole else rng.choice(table.moves(seat)), at=AT)
    return table


def at(name: str, letters: int = 12, *, whole: bool = False) -> Table:
    """That game, to be played on."""
    return copied(on(name, letters, whole=whole))


def copied(table: Table) -> Table:
    """The same game as it stands, to be played on by itself."""
    return table.at(len(table.points) - 1)


# What each says


def tried(table: Table, seat: str, line: str) -> str:
    """What `try` says."""
    (verdict,) = table.attempt(seat, line).ruled.verdicts
    if verdict.readings:
        return "ambiguous"
    assert verdict.tried
    return verdict.tried.broken.rule if verdict.tried.broken else "played"


def fate(line: Any) -> str:
    """What became of a line, of the record or of a letter ruled on: the rule broken, or the verdict."""
    kind = line.kind if hasattr(line, "kind") else line.verdict
    return line.rule or str(kind)


def played(table: Table, seat: str, line: str, reply: str = "") -> Letter:
    """The letter of one line, played on a table like this one."""
    table.play(seat, line, at=AT, reply=reply, stand=False)
    letter = table.entries[-1]
    assert isinstance(letter, Letter)
    return letter


def looked_back(table: Table, n: int) -> Iterator[tuple[str, str]]:
    """What each says that looks back at the one line of the letter of entry n."""
    (held,) = replay.held_lines(table, n)
    yield "replay", (held.verdict.rule or held.verdict.kind) if held.verdict else ""
    yield "again", fate(replay.ruled_again(table, n).verdicts[0])
    found = [one for one in audit(table).differences if one.entry == n and one.line]
    yield "audit", " ".join(str(one.why.params["now"]) for one in found)
    told = table.explain(n)
    yield "why", told.partition("BROKEN [")[2].partition("]")[0] or "played"


def what_if(table: Table, seat: str, line: str) -> str:
    """What a ruling that plays the line would come to."""
    try:
        judging.what_if(table, WhatIf(PlayFor(seat, (line,))))
    except Faulty as fault:
        return str(fault.why.params.get("rule", fault.why.key))
    return "played"


# The rules of a game


def legal(table: Table) -> tuple[str, str]:
    """A seat and a line of its that can be played and that moves the table on."""
    seat = table.owed()[0].seat
    return seat, table.moves(seat)[0]


@GAMES
def test_a_rule_added_is_added_everywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A legal move breaks the new rule.

    `try`, play, the earlier letter, `why`, audit, and a ruling tried out all say so.
    """
    table = at(name)
    seat, line = legal(table)
    before = copied(table)
    assert tried(table, seat, line) == what_if(table, seat, line) == "played"
    letter = played(table, seat, line)
    n = len(table.points) - 1
    assert fate(letter.lines[0]) == "played"
    assert dict(looked_back(table, n)) == {
        "replay": "played",
        "again": "played",
        "audit": "",
        "why": "played",
    }

    forbid(monkeypatch, table, line)
    assert tried(before, seat, line) == what_if(before, seat, line) == "9.9"
    assert dict(looked_back(table, n)) == {
        "replay": "9.9",
        "again": "9.9",
        "audit": "refused 9.9",
        "why": "9.9",
    }
    assert "Today's rules would rule otherwise." in table.explain(n)
    assert fate(played(before, seat, line).lines[0]) == "9.9"


def forbid(monkeypatch: pytest.MonkeyPatch, table: Table, line: str) -> None:
    """Add a rule to a game that forbids moves of the kind of this line."""
    read = table.readers.reader().read(line)
    assert isinstance(read, Order)
    moves: Any = table.game.MOVES
    happen, rules = moves[type(read.move)]
    monkeypatch.setitem(moves, type(read.move), (happen, (*rules, STRICT)))


@GAMES
def test_a_rule_taken_away_is_taken_away_everywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line out of turn is refused by the rules of its game; without rules for such moves nobody refuses it."""
    table = at(name)
    seat, line = legal(table)
    other = next(one for one in table.game.seats if one != seat)
    before = copied(table)
    broken = tried(table, other, line)
    assert broken != "played"
    assert fate(played(table, other, line).lines[0]) == what_if(before, other, line) == broken
    n = len(table.points) - 1
    assert dict(looked_back(table, n)) == {"replay": broken, "again": broken, "audit": "", "why": broken}

    read = table.readers.reader().read(line)
    assert isinstance(read, Order)
    moves: Any = table.game.MOVES
    happen, _ = moves[type(read.move)]
    monkeypatch.setitem(moves, type(read.move), (happen, ()))
    assert tried(before, other, line) == "played"
    (held,) = replay.held_lines(table, n)
    assert (held.today, held.same) == ("played", False)
    assert "BROKEN" not in table.explain(n)


# The rules of the house


def stale(name: str) -> tuple[Table, str, str, str]:
    """H1 A reply to a letter that the table has overtaken since."""
    table, number = at(name, 6), 0
    seat, line = legal(table)
    reply = f"g1.{seat}.{table.index.number(seat)}"
    while not table.index.overtaken(
        seat, table.index.entry_of(seat, int(reply.rpartition(".")[2])) or 0, 999
    ):
        one, other = legal(table)
        table.play(one, other, at=AT)
        number += 1
        assert number < 50
    return table, seat, line, reply


def guarded(name: str) -> tuple[Table, str, str, str]:
    """H1 A line for another position than the table has."""
    table = at(name)
    seat, line = legal(table)
    return table, seat, f"@99.9 {line}", ""


def invited(name: str) -> tuple[Table, str, str, str]:
    """H4 Not all have accepted."""
    _, line = legal(at(name))
    table = opened(name, invite=True)
    return table, table.game.seats[0], line, ""


def rests(name: str) -> tuple[Table, str, str, str]:
    """H20 A dispute is on."""
    table = at(name)
    seat, line = legal(table)
    table.play(seat, "dispute: it is not so", at=AT)
    return table, seat, line, ""


def offered(name: str) -> tuple[Table, str, str, str]:
    """H22 The seat has offered to take a letter back."""
    table = at(name, 6)
    for _ in range(60):
        seat, line = legal(table)
        table.play(seat, line, at=AT)
        table.play(seat, "offer undo", at=AT)
        if table.index.house.undo == seat:
            return table, seat, line, ""
    raise AssertionError(name)


def over(name: str) -> tuple[Table, str, str, str]:
    """After the end."""
    table = at(name)
    seat, line = legal(table)
    table.play(seat, f"resign {table.id}", at=AT)
    return table, seat, line, ""


def talked(name: str) -> tuple[Table, str, str, str]:
    """H18 Enough was said for a day."""
    table = at(name)
    seat, _ = legal(table)
    table.play(seat, "say so\n\n" * 40, at="2026-03-01T11:00:00Z")
    return table, seat, "offer draw", ""


Scene = Callable[[str], tuple[Table, str, str, str]]
SCENES: Mapping[Scene, str] = {
    stale: "H1",
    guarded: "H1",
    invited: "H4",
    rests: "H20",
    offered: "H22",
    talked: "H18",
    over: "",
}
"""Each with the rule that its line breaks; "" for one of the game."""


@pytest.mark.slow
@GAMES
@pytest.mark.parametrize("scene", SCENES, ids=lambda one: one.__name__)
def test_all_say_the_same_of_the_house(name: str, scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them tell the same rule for each line; without the rules of the house, none of them tells it.

    A question is about the table as it stands: `try` is stale in no letter. A ruling is held to the rules of
    the game alone.
    """
    table, seat, line, reply = scene(name)
    number, before = SCENES[scene], copied(table)
    broken = fate(played(table, seat, line, reply).lines[0])
    n = len(table.points) - 1
    assert broken.startswith(number)
    assert broken not in {"played", "misread", "ambiguous"}
    assert dict(looked_back(table, n)) == {"replay": broken, "again": broken, "audit": "", "why": broken}
    if number != "H1":
        assert tried(before, seat, line) == broken
    if not number:
        return
    monkeypatch.setattr(legality, "AT_EVERY_TABLE", ())
    told = dict(looked_back(table, n))
    assert broken not in set(told.values())
    assert told["audit"].endswith(told["replay"])
    assert tried(before, seat, line) == told["replay"] == told["again"]


@GAMES
def test_a_rule_added_to_the_house_is_added_everywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """But to no ruling: what a judge has played for a seat is held to the rules of the game alone."""
    table = at(name)
    seat, line = legal(table)
    before = copied(table)
    played(table, seat, line)
    monkeypatch.setattr(legality, "AT_EVERY_TABLE", (*AT_EVERY_TABLE, STRICT))
    n = len(table.points) - 1
    assert dict(looked_back(table, n)) == {
        "replay": "9.9",
        "again": "9.9",
        "audit": "refused 9.9",
        "why": "9.9",
    }
    assert tried(before, seat, line) == fate(played(before.at(n - 1), seat, line).lines[0]) == "9.9"


# Within one letter


LETTERS: Mapping[str, tuple[str, ...]] = {
    "dispute: not so|withdraw dispute|{line}": ("answered", "answered", "played"),
    "dispute: not so|{line}": ("answered", "H20"),
    "{line}|offer undo|offer draw|say hello||accept draw": ("played", "H22", "played", "said"),
    "pause|resume|newkey|newkey|{line}": ("answered", "answered", "answered", "answered", "played"),
    "say 1||" + "offer draw|decline undo|" * 2: ("said", "played", "H22"),
    "say so||" * 39 + "offer draw|say so": (*("said",) * 39, "played", "H18"),
    "say so||" * 40 + "offer draw": (*("said",) * 40, "H18"),
}
"""Letters, and what becomes of their first lines, blank ones left out."""


@pytest.mark.share(3)
@GAMES
@pytest.mark.parametrize("written", LETTERS, ids=lambda text: text[-40:])
def test_what_a_line_changes_for_those_after_it_is_known_to_all(name: str, written: str) -> None:
    """What the house knows after a line is worked out in one way, from the events, in play and looking back."""
    for letters in (6, 12):
        table = at(name, letters)
        seat, line = legal(table)
        table.play(seat, written.format(line=line).split("|"), at=AT)
        n = len(table.points) - 1
        held = [one for one in replay.held_lines(table, n) if one.line.verdict != "not-played"]
        assert tuple(fate(one.line) for one in held)[: len(LETTERS[written])] == LETTERS[written]
        for one in held:
            assert one.verdict
            assert (one.verdict.kind, one.verdict.rule, one.same) == (one.line.verdict, one.line.rule, True)
        assert audit(table).clean


@GAMES
def test_what_waits_for_another_waits_for_all(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the other seat has come to owe something in a letter, its further lines are not refused but wait."""
    table = opened(name)
    seat, line = legal(table)  # what both choose before the first turn
    letter = played(table, seat, f"{line}\n{suite(name).order}")
    assert letter.lines[1].why == "waiting"
    n = len(table.points) - 1
    assert [fate(one) for one in letter.lines] == ["played", "not-played"]
    assert [fate(one) for one in replay.ruled_again(table, n).verdicts] == ["played", "not-played"]
    assert tried(table, seat, letter.lines[1].raw) not in {"played", "not-played"}
    assert audit(table).clean
    monkeypatch.setattr(legality, "_waits", lambda _why, _now: None)
    assert [one.kind for one in replay.ruled_again(table, n).verdicts] == ["played", "refused"]
    assert not audit(table).clean


# At random


@pytest.mark.slow
@GAMES
@settings(max_examples=6)
@given(data=st.data())
def test_of_random_lines_all_say_the_same(name: str, data: Any) -> None:
    """At a random place of a random game, for either seat: a legal move, an earlier one, and one of the other seat."""
    table = at(name, data.draw(st.integers(2, 40)), whole=True)
    rng = Random(data.draw(st.integers(0, 2**32)))
    seat = rng.choice(table.game.seats)
    known = [line.move for entry in table.entries if isinstance(entry, Letter) for line in entry.lines]
    mine = [family.draw(rng).written for family in table.choices(seat).families]
    theirs = [move for one in table.game.seats for move in table.moves(one)]
    lines = [one for one in (*mine, *rng.sample(known, min(3, len(known))), *theirs[:3]) if one]
    for line in rng.sample(lines, min(4, len(lines))):
        before = copied(table)
        asked, letter = tried(before, seat, line), played(before, seat, line)
        fated, found = letter.lines[0], dict(looked_back(before, len(before.points) - 1))
        if letter.events and type(letter.events[0]).__name__.startswith("Standing"):
            asked = found["replay"]  # `try` asks of the table before what the standing orders of the seat do
        if fated.verdict == "not-played":
            assert fated.why in legality.WAITING
            continue
        assert found["replay"] == found["again"] == asked == fate(fated), line
        assert found["audit"] == ""


@pytest.mark.slow
@GAMES
@settings(max_examples=40 if FULL else 12)
@given(data=st.data())
def test_of_many_random_lines_all_say_the_same(name: str, data: Any) -> None:
    """The same at length."""
    test_of_random_lines_all_say_the_same.hypothesis.inner_test(name, data)


def test_what_is_broken_here_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should one of them be held by other hands again, the tests above see it."""
    table = at("thunder")
    seat, line = legal(table)
    played(table, seat, line)
    monkeypatch.setattr(
        replay,
        "rule_line",
        lambda line, _now: Verdict(line, "refused", broken=Refused("9.9", why("game-over"))),
    )
    found = dict(looked_back(table, len(table.points) - 1))
    assert found["replay"] != found["again"]

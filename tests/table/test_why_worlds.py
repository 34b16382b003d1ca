"""Other worlds over what can be asked of the past; and leaks that are planted, and found.

A small sample of what `python tests/why_worlds.py` runs at length.
"""

from typing import Any
from zlib import crc32

import pytest
from support.suite import announced
from why_worlds import Found, search

from referee.engine.events import face
from referee.table import replay
from referee.table.past import Known, Past
from referee.table.replay import Held
from referee.telling.why import Teller
from referee.util.values import replace


@pytest.fixture(scope="module")
def found() -> Found:
    """A search in both games, for each seat, early and late; in German for one seat in some."""
    found = Found()
    for name, seed, letters in (
        ("thunder", 1, 12),
        ("thunder", 4, 26),
        ("odins_table", 1, 10),
        ("odins_table", 2, 24),
    ):
        search(name, seed, letters, 3, found)
    return found


@pytest.mark.slow
def test_every_answer_is_the_same_in_other_worlds(found: Found) -> None:
    """For each position, letter and line, in two languages, and for each entry explained to the seat."""
    assert found.worlds > 20
    assert found.answers > 5000
    assert found.differences == []


@pytest.mark.slow
def test_every_answer_is_the_same_to_each_of_three_and_to_the_master() -> None:
    """The same at a table of three gods and the Norn, where each of the others writes unseen."""
    with announced():
        found = search("sindri", 2, 12, 2, given={"seats": "3"})
    assert found.worlds > 4
    assert found.differences == []


def leaks() -> bool:
    """Whether a short search finds a difference."""
    return any(search("thunder", seed, 10, 2).differences for seed in (1, 3))


@pytest.mark.slow
def test_nothing_is_found_where_nothing_leaks() -> None:
    """The short search is silent over the answers as they are."""
    assert not leaks()


@pytest.mark.slow
def test_letters_counted_with_those_of_others_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The range of their own letters counts every entry."""
    whole = Past.__init__

    def made(self: Past, *given: Any) -> None:
        whole(self, *given)
        self.entries = list(range(self.until))

    monkeypatch.setattr(Past, "__init__", made)
    assert leaks()


@pytest.mark.slow
def test_a_word_on_whether_another_wrote_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter of the other seat is told apart from an impossible number."""
    whole = Past.asked

    def asked(self: Past, number: str) -> Known | None:
        _, seat, at = number.split(".")
        theirs = self.table.index.posted.get(seat, ())
        return whole(self, number) or (self.known(0) if int(at) < len(theirs) else None)

    monkeypatch.setattr(Past, "asked", asked)
    assert leaks()


@pytest.mark.slow
def test_rules_asked_of_the_state_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that a line was held to depend on what the other holds."""
    whole = replay._Again.ruled

    def ruled(self: Any, *given: Any) -> Any:
        verdict = whole(self, *given)
        side = self.state.side("thor" if self.letter.seat == "loki" else "loki")
        odd = crc32(repr([face(card) for card in (*side.hand, *side.deck)]).encode()) % 2
        return replace(verdict, tried=None) if odd else verdict

    monkeypatch.setattr(replay._Again, "ruled", ruled)
    assert leaks()


@pytest.mark.slow
def test_all_of_an_event_told_to_everyone_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer for a position counts what happened there, shown or not."""
    whole = Teller.position

    def position(self: Teller, named: str) -> str:
        hidden = sum(one == named for point in self.past.table.points for one in point.positions)
        return f"{whole(self, named)} {hidden}"

    monkeypatch.setattr(Teller, "position", position)
    assert leaks()


@pytest.mark.slow
def test_lines_hold_what_their_writer_wrote() -> None:
    """The search would be idle if the seats had no lines.

    A story has lines of many verdicts, and a chain for most orders.
    """
    from desk_worlds import story
    from why_worlds import Sitting

    told = story(4, 26)
    table = Sitting(told, told.world, "thor", {}).table()
    lines: list[Held] = [
        line
        for n, entry in enumerate(table.entries)
        if getattr(entry, "seat", "") == "thor" and entry.kind == "letter"
        for line in replay.held_lines(table, n)
    ]
    verdicts = {line.line.verdict for line in lines}
    assert verdicts >= {"played", "refused", "misread", "prose", "noted", "answered"}
    assert all(line.tried for line in lines if line.line.verdict == "played")

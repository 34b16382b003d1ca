"""Standing orders through the desk: nobody can tell from the letters that come whether there is one.

A small sample of `desk_run.py standing`. The comparison is itself proved: leaks are planted, and found.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from support.desk_standing import Compared, compare

from referee.api import Table
from referee.desk.letters.sending import Sending
from referee.table.index import Index
from referee.util.times import moment


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """These homes need not outlive the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        yield


def compared(
    name: str, seat: str, seed: int, places: int, languages: tuple[str, str] = ("en", "en")
) -> Compared:
    """A game in three ways, compared."""
    found = Compared()
    compare(name, seat, seed, places, found, languages)
    assert found.acted
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "seat", "seed", "places", "languages"),
    [
        ("odins_table", "thor", 1, 22, ("de", "en")),
        ("odins_table", "odin", 2, 16, ("en", "de")),
        ("thunder", "thor", 0, 16, ("en", "en")),
    ],
)
def test_every_byte_mailed_is_the_same_by_standing_orders_and_by_hand(
    name: str, seat: str, seed: int, places: int, languages: tuple[str, str]
) -> None:
    """Mails, their number, order, headers and dates are the same in three games.

    One has standing orders, one lines by hand, one orders that never act.
    """
    found = compared(name, seat, seed, places, languages)
    assert found.differences == []
    assert found.letters > 3 * places


def leaks() -> bool:
    """Whether a difference is found in a short game."""
    return bool(compared("odins_table", "thor", 1, 12).differences)


@pytest.mark.slow
def test_a_standing_act_before_the_clock_is_read_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A date that is read when the letter is written tells of what was done before.

    The clock was read for that act, too.
    """
    play, stand, put = Table.play, Table.stand, Sending._put

    def dated(self: Sending, one: Any) -> str:
        self.date = moment(self.table.clock())
        return put(self, one)

    def played(self: Table, seat: str, lines: Any, **given: Any) -> Any:
        return play(self, seat, lines, **{**given, "stand": True})

    def stood(self: Table) -> None:
        before = len(self.points)
        stand(self)
        if len(self.points) > before:
            self.clock()

    monkeypatch.setattr(Sending, "_put", dated)
    assert not leaks()
    monkeypatch.setattr(Table, "play", played)
    monkeypatch.setattr(Table, "stand", stood)
    assert leaks()


@pytest.mark.slow
def test_a_letter_for_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a standing order does unseen is followed by a letter to both."""
    whole = Index._shown

    def shown(self: Index, n: int, entry: Any) -> bool:
        changed = whole(self, n, entry)
        for row in self.concerning.values():
            if getattr(entry, "act", "") == "standing" and row[-1:] != [n]:
                row.append(n)
        return changed

    monkeypatch.setattr(Index, "_shown", shown)
    assert leaks()

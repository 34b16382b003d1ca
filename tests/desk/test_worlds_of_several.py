"""Other worlds of games of three, and of a master: a sample.

Leaks that only more than two seats can have are planted, and found. `python tests/desk_worlds.py --table
"sindri 3"` (or 5, or "trio 4", or "hammer_of_thor 6") runs it at length.
"""

import os
from collections.abc import Iterator
from importlib import import_module
from typing import Any
from zlib import crc32

import pytest
from many_worlds import Figures, Game, searched
from support.sizes import only_full
from support.suite import announced, known

from referee.desk.letters.due import Due
from referee.desk.letters.sending import Sending
from referee.desk.letters.writer import Writer
from referee.engine.events import Event, Seen, face_value, seen
from referee.engine.seating import MASTER
from referee.table.parts import Parts
from referee.table.table import Table
from referee.util.times import moment
from referee.util.values import replace

SAMPLE = (("sindri 3", 4), ("sindri 5", 1), ("trio 3", 8), ("trio 4", 2), ("hammer_of_thor 4", 0))
"""Tables and seeds: watched are an onlooker, a god of five, the master and a player of Trio, one of four heroes."""
SITTINGS = 4 if os.environ.get("REFEREE_FULL") else 2


@pytest.fixture(autouse=True, scope="module")
def _announced() -> Iterator[None]:
    """The games for more than two are there."""
    with announced():
        yield


@pytest.fixture(scope="module")
def found(_announced: None) -> Figures:
    """Some games, each in a few worlds."""
    found = Figures()
    for table, seed in SAMPLE:
        found.add(searched(Game(seed, table=table), SITTINGS))
    return found


@pytest.mark.slow
def test_all_that_a_seat_a_master_or_an_onlooker_gets_is_the_same(found: Figures) -> None:
    """Mails by bytes, place and time, and what verbs tell, whatever is hidden with any of the others."""
    assert found.games == len(SAMPLE)
    assert found.worlds >= len(SAMPLE)
    assert found.mails > 20 * SITTINGS
    assert found.looks > 40 * SITTINGS
    assert found.kinds["a sealed choice"]
    assert found.differences == []


def test_each_seat_of_a_table_is_watched_in_its_turn() -> None:
    """Every player, the master, and an onlooker; of games for two either player."""
    assert [Game(seed, table="sindri 3").seat for seed in range(5)] == [
        "odin",
        "thor",
        "freyja",
        MASTER,
        None,
    ]
    assert Game(7, table="trio 4").seat == "brand"
    assert [Game(seed).seat for seed in range(4)] == ["thor", "odin", "loki", "thor"]


# Leaks that are planted, and found


def leaks(*seeds: int, table: str = "sindri 3", scene: str | None = None, many: int = 2) -> bool:
    """Whether a short search finds a difference."""
    return any(searched(Game(seed, scene, table), many).differences for seed in seeds)


@pytest.mark.slow
def test_a_sealed_bid_that_is_told_to_a_third_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of a god has the bid of another in the place of a bid not made yet."""
    sindri: Any = type(known("sindri").game)
    whole = sindri.view

    def view(s: Any, seat: str | None) -> Any:
        v, bids = whole(s, seat), [god.bid for one, god in s.gods if one != seat and god.bid is not None]
        return replace(v, bid=bids[0]) if seat in s.players and v.bid < 0 and bids else v

    monkeypatch.setattr(sindri, "view", staticmethod(view))
    assert leaks(16, 15)


@pytest.mark.slow
def test_a_note_of_one_seat_that_is_told_to_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remarks on anybody's mail stand in the letters to the first god."""
    whole = Writer.said

    def said(self: Writer, table: Table, one: Due, number: str) -> Any:
        every = [note for notes in self.notes.values() for note in notes]
        return whole(
            replace(self, notes={one.until: every}) if one.seat == "odin" else self, table, one, number
        )

    monkeypatch.setattr(Writer, "said", said)
    assert leaks(10, 20, many=1)


@only_full
@pytest.mark.slow
def test_the_view_of_the_master_in_the_letter_of_a_player_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A god is shown the hands of all, as the Norn is."""
    sindri: Any = type(known("sindri").game)
    whole = sindri.view

    def view(s: Any, seat: str | None) -> Any:
        v = whole(s, seat)
        return replace(v, hands=whole(s, MASTER).hands) if seat == "thor" else v

    monkeypatch.setattr(sindri, "view", staticmethod(view))
    assert leaks(6)


@only_full
@pytest.mark.slow
def test_the_time_of_a_private_letter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter bears the second of the last letter that came in, also of one that it tells nothing of."""
    whole = Sending._put

    def put(self: Sending, one: Due) -> str:
        last = moment(self.table.points[-1].entry.at)
        self.date = self.date.replace(second=last.second, minute=last.minute)
        return whole(self, one)

    monkeypatch.setattr(Sending, "_put", put)
    assert leaks(15, many=1)


@pytest.mark.slow
def test_an_audience_of_two_seats_that_reaches_a_third_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a god and the Norn are shown, every letter tells."""
    points: Any = import_module("referee.table.points")

    def shown(event: Event, seat: str | None) -> Seen | None:
        told = seen(event, seat)
        both = [one.name for one in event.shown if MASTER in one.audience.named_in]
        return told and replace(
            told, fields={**told.fields, **{name: face_value(getattr(event, name), False) for name in both}}
        )

    monkeypatch.setattr(points, "seen", shown)
    assert leaks(6)


@only_full
@pytest.mark.slow
def test_a_redacted_record_that_tells_of_cards_in_other_hands_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In the record of a hero each entry holds a number made of all that happened, also of what was not shown."""
    whole = Parts.part

    def part(self: Parts, seat: str | None, entry: Any, *given: Any) -> Any:
        return {**whole(self, seat, entry, *given), "lines": crc32(repr(entry.events).encode()) % 900}

    monkeypatch.setattr(Parts, "part", part)
    assert leaks(0, table="hammer_of_thor 4", many=1)

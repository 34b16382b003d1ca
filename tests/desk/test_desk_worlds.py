"""Other worlds over the whole desk: every byte mailed to a seat is the same in every world that it could be in.

Small samples of what `desk_run.py worlds` runs at length. The search is itself proved: leaks are planted, and found.
"""

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import pytest
from desk_worlds import Found, as_html, from_elsewhere, kinds_of, same, search, story
from support.post_office import Got, Office, Writer
from support.sizes import only_full

from referee.api import Table
from referee.desk.intake import seated
from referee.desk.letters.due import Due
from referee.desk.letters.sending import Sending
from referee.desk.letters.writer import Writer as Mailer
from referee.engine.decks import Decks, Opened
from referee.house.letters import Noted
from referee.table.clocks.clock import Clocks
from referee.table.clocks.standstills import Standstills
from referee.table.index import Index
from referee.util.times import moment
from referee.util.values import replace

views: Any = import_module("referee.games.thunder.view")


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_kept() -> Iterator[None]:
    """These homes need not outlive the machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _fd: None)
        yield


@pytest.fixture(scope="module")
def found() -> Found:
    """A search at points early and late, for either seat."""
    found = Found()
    for seed, seat, letters in ((1, "loki", 8), (3, "thor", 12), (7, "loki", 18)):
        search(seed, seat, letters, 3, found)
    for seed, seat, letters in ((1, "thor", 8), (2, "odin", 14)):
        search(seed, seat, letters, 2, found, name="odins_table", languages=("de", "en"))
    return found


@pytest.mark.slow
def test_every_byte_mailed_to_a_seat_is_the_same_in_other_worlds(found: Found) -> None:
    """In every other world, with any private letters of the other, the seat gets the same mails at the same times."""
    assert found.worlds > 6
    assert found.letters > 100
    assert found.reminders > 10
    assert found.proofs > 15
    assert found.calendars > 20
    assert found.late > 5
    assert found.differences == []


@pytest.mark.slow
def test_what_is_exported_is_the_same_in_other_worlds(found: Found) -> None:
    """So are the redacted records of the seat and of onlookers, except for digests.

    The search above found no difference.
    """
    assert found.exports == 2 * found.worlds
    assert [one for one in found.differences if "exported" in one] == []


@pytest.mark.slow
def test_the_other_writes_private_letters_of_every_kind(found: Found) -> None:
    """Each kind of private letter came in at least once in that search, and a sealed choice was replaced."""
    assert set(found.kinds) == kinds_of("thunder")


@pytest.mark.slow
def test_what_there_is_to_say_of_a_mail_is_said_to_its_writer_alone(tmp_path: Path) -> None:
    """Orders from another address, or as HTML alone, are told to the other as any orders are."""
    office = Office(tmp_path, 7, {})

    def send(seat: str, text: str, change: Callable[[bytes], bytes] = same) -> str:
        to = str(Got.of(office.boxes[seat][-1]).mail["Reply-To"])
        office.put(change(Writer(seat, Random(0)).plain(to, "orders", text, office.time)))
        office.run()
        return Got.of(office.boxes["thor"][-1]).text

    for text, change, shown in (
        ("accept", from_elsewhere, "has accepted"),
        ("say hello", as_html, "| hello"),
    ):
        told = send("loki", text, change)
        assert shown in told
        assert "YOUR LETTER" not in told
        send("thor", "accept")


# Leaks that are planted, and found


def leaks(letters: int = 8) -> bool:
    """Whether a short search finds a difference."""
    return any(
        search(seed, seat, letters, 1).differences for seed, seat in ((1, "loki"), (2, "thor"), (3, "thor"))
    )


@only_full
@pytest.mark.slow
def test_a_number_that_counts_all_letters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter bears the number of its entry, which counts the other's private letters."""
    whole = Mailer.mail

    def mail(self: Mailer, table: Table, one: Due) -> bytes:
        return whole(self, table, replace(one, number=one.until + 1))

    monkeypatch.setattr(Mailer, "mail", mail)
    # An answer to it would be one to a letter never sent, and the game would rest.
    monkeypatch.setattr(seated, "answered", lambda *_: "")
    assert leaks()


@only_full
@pytest.mark.slow
def test_a_clock_that_is_read_for_each_letter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The date of a letter tells how many were written before it in the pass."""
    whole = Sending._put

    def put(self: Sending, one: Due) -> str:
        self.date = moment(self.table.clock())
        return whole(self, one)

    monkeypatch.setattr(Sending, "_put", put)
    assert leaks()


@only_full
@pytest.mark.slow
def test_a_deadline_of_what_only_the_table_knows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the other is told as it runs.

    It stands still once a sealed choice is in, which nobody else knows.
    """
    monkeypatch.setattr(Clocks, "seen_by", lambda self, _seat: self.running())
    assert leaks()


@only_full
@pytest.mark.slow
def test_a_calendar_entry_that_counts_all_letters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its sequence is the number of the entry of the whole record."""
    answers: Any = import_module("referee.desk.letters.writer")
    whole = answers.calendar_entry

    def calendar_entry(clocks: Any, before: Any, seat: str, number: str, **more: Any) -> Any:
        told = f"{number.rpartition('.')[0]}.{len(clocks.points)}"
        return whole(clocks, before, seat, told, **more)

    monkeypatch.setattr(answers, "calendar_entry", calendar_entry)
    assert leaks()


@pytest.mark.slow
def test_data_of_what_another_sees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file for programs shows the table as the other seat sees it."""
    data: Any = import_module("referee.desk.letters.as_data")
    whole = data.document

    def document(table: Table, seat: str, *more: Any) -> Any:
        [other] = [one for one in table.seats if one != seat]
        return {**whole(table, seat, *more), "table": whole(table, other, *more)["table"]}

    monkeypatch.setattr(data, "document", document)
    assert leaks()


@pytest.mark.slow
def test_time_that_is_held_back_by_what_nobody_was_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that is fetched late begins a clock at the time of the other's last letter, even a private one."""
    last = lambda self: list(accumulate((moment(point.entry.at) for point in self.points), max))  # noqa: E731
    monkeypatch.setattr(Standstills, "times", property(last))
    assert search(300, "loki", 11, 4).differences


@pytest.mark.slow
def test_a_note_for_the_other_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remarks on the other's mail stand in the letter to this seat."""
    whole = Mailer.said

    def said(self: Mailer, table: Table, one: Due, number: str) -> Any:
        every = [note for notes in self.notes.values() for note in notes]
        return whole(replace(self, notes={one.until: every}), table, one, number)

    monkeypatch.setattr(Mailer, "said", said)
    assert leaks(letters=16)


@only_full
@pytest.mark.slow
def test_an_answer_to_the_mail_of_the_other_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The letter to a seat names the mail by which the pass began."""
    answers: Any = import_module("referee.desk.letters.seat_writer")
    mailing, writing, ids = Mailer.mail, answers.mail_of, [""]

    def mail(self: Mailer, table: Table, one: Due) -> bytes:
        ids[0] = next(iter(self.answers.values()), "")
        return mailing(self, table, one)

    monkeypatch.setattr(Mailer, "mail", mail)
    monkeypatch.setattr(answers, "mail_of", lambda *how, **said: writing(*how, **said | {"answers": ids[0]}))
    assert leaks()


@only_full
@pytest.mark.slow
def test_a_letter_for_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every letter of one player is followed by a letter to both."""
    whole = Index._shown

    def shown(self: Index, n: int, entry: Any) -> bool:
        changed = whole(self, n, entry)
        for row in self.concerning.values():
            if row[-1:] != [n]:
                row.append(n)
        return changed

    monkeypatch.setattr(Index, "_shown", shown)
    monkeypatch.setattr(seated, "answered", lambda *_: "")
    assert leaks()


@pytest.mark.slow
def test_an_order_that_is_stale_by_what_the_other_did_unseen_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An answer to an older letter is refused as soon as the other has written anything."""
    whole = Table.house_for

    def house_for(self: Table, seat: str, reply: str, until: int | None = None, at: str = "") -> Any:
        house = whole(self, seat, reply, until, at)
        answered = self.index.entry_of(seat, int(reply.rpartition(".")[2] or 0))
        since = [point.entry for point in self.points[answered or 0 : until]] if answered else []
        unseen = any(isinstance(event, Noted) and event.by != seat for one in since for event in one.events)
        return replace(house, answers="9.9") if unseen else house

    monkeypatch.setattr(Table, "house_for", house_for)
    # In the other world fewer letters go out: an answer to one of them would be one to a letter never sent.
    monkeypatch.setattr(seated, "answered", lambda *_: "")
    assert leaks(letters=16)


@pytest.mark.slow
def test_a_seal_of_what_was_not_shown_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seal is that of the last entry of all, and so another one after a private letter."""
    monkeypatch.setattr(Table, "seal_for", lambda self, _seat, _until=None: str(self._documents[-1]["seal"]))
    assert leaks()


@pytest.mark.slow
def test_a_leak_through_a_count_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size of a deck counts the Ravens in it twice."""
    whole = views.half

    def half(side: Any, seat: str, owner: bool) -> Any:
        ravens = sum("ravens" in card for card in side.deck)
        return replace(whole(side, seat, owner), deck_size=len(side.deck) + ravens)

    told = story(5, 10)
    for state in told.world.states:
        for one in (state, state.thor, state.loki):
            vars(one).clear()
    monkeypatch.setattr(views, "half", half)
    assert search(5, "thor", 10, 4).differences


@pytest.mark.slow
def test_an_opening_to_the_wrong_seat_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The proof that goes with a letter opens the cards of the other as well."""
    whole = Decks._drawn

    def drawn(self: Decks, on: Any, event: Any) -> list[Opened]:
        return [replace(one, seats=("thor", "loki")) for one in whole(self, on, event)]

    monkeypatch.setattr(Decks, "_drawn", drawn)
    assert search(5, "thor", 10, 4).differences


@only_full
@pytest.mark.slow
def test_a_nonce_that_tells_of_the_other_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The nonce in a proof is not the one by which the deck was fixed, but depends on the deck of the other."""
    proofs: Any = import_module("referee.table.proofs")
    whole = proofs.openings

    def openings(seed: bytes, game: str, fixed: Any, drawn: Any) -> Any:
        leak = sha256(repr(fixed["deck thor"]).encode()).hexdigest()
        return [{**one, "nonce": leak} for one in whole(seed, game, fixed, drawn)]

    monkeypatch.setattr(proofs, "openings", openings)
    assert leaks()

"""Private texts: what a seat says to the judge, and what it writes that is no order, is never told to another (H20)."""

import hashlib
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from support.redacted_games import unbound

from referee.api import Redacted, Table
from referee.desk.letters.due import due
from referee.desk.letters.uncovering import unseen
from referee.desk.letters.writer import attached, ends_with
from referee.home.config import Limits
from referee.house.disputes import Stated
from referee.house.players import SeatTaken
from referee.house.terms import Terms
from referee.record.entries import Letter
from referee.record.file import text
from referee.record.private import is_shut
from referee.record.stores import Memory
from referee.table.audit import audit
from referee.telling.why import explain
from referee.util.errors import Faulty
from referee.verify import check, export

HIDDEN = "zwiebelkuchen"
WORDS = (
    f"Dear referee, {HIDDEN}.",
    f"statement: {HIDDEN}",
    f"statement:\n{HIDDEN}\nand more {HIDDEN}",
    f"statement {HIDDEN}",
    f"chalenge {HIDDEN}",
)
"""Said to the referee, in all the ways there are: prose, statements, and what was not understood."""
ENDINGS = ("withdraw dispute", "resign g1")


def disputed(*words: str) -> Table:
    """A game with a dispute, in which Thor has said this to the judge; then it is withdrawn, and Thor gives up."""
    table = Table.open("thunder", seed="07", terms=Terms(statement="3 days"))
    table.play("thor", "dispute: the deal was wrong")
    for one in words:
        table.play("thor", one)
    table.play("loki", "statement: nonsense")
    for ending in ENDINGS:
        table.play("thor", ending)
    assert table.outcome
    return table


@pytest.fixture(scope="module")
def over() -> Table:
    """A game that is over, with everything said."""
    return disputed(*WORDS)


def given_to(table: Table, seat: str | None) -> str:
    """The record that goes with the last letter of a seat."""
    return export.final(table, seat, len(table.points)).decode()


@pytest.mark.slow
def test_nobody_else_is_ever_told(over: Table) -> None:
    """H20 Not in the last letter, in its record, in a redacted record, nor in anybody else's history."""
    for seat in ("loki", None):
        assert HIDDEN not in given_to(over, seat)
        assert HIDDEN not in export.redacted(over, seat).decode()
        assert HIDDEN not in str(over.told(seat))
    assert HIDDEN not in str(unseen(over, "loki", len(over.points)))
    asked = disputed(*WORDS).play("loki", "history\nwhy 0.0\nwhy g1.loki.2\nwhy g1.loki.5")
    assert HIDDEN not in asked.receipt
    assert HIDDEN not in export.whole(over).decode()


def test_the_writer_and_the_keeper_have_it_all(over: Table) -> None:
    """In the writer's records, and the keeper's, as it was written."""
    for data in (given_to(over, "thor"), export.redacted(over, "thor").decode(), over.record):
        assert data.count(HIDDEN) == 9
    assert export.whole(over, keeper=True).decode() == over.record
    said = [event.text for entry in over.entries for event in entry.events if isinstance(event, Stated)]
    assert said == [HIDDEN, f"{HIDDEN}\nand more {HIDDEN}", "nonsense"]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["thor", "loki", None])
def test_every_record_that_is_handed_out_is_whole_and_sealed_alike(over: Table, seat: str | None) -> None:
    """Its marks, seals and entries are right, today's rules agree, and its seals are those of the keeper's record."""
    record = given_to(over, seat).encode()
    checked, table = check.loaded(Memory(record).read(), "given")
    assert not checked.fault
    assert table
    assert audit(table).clean
    assert unbound(table) == ()
    assert [doc["seal"] for doc in table.documents] == [doc["seal"] for doc in over.documents]
    assert [table.told(one) for one in (seat, None)] == [over.told(one) for one in (seat, None)]
    again = Table.load(record)
    explained = "".join(again.explain(n) for n in range(len(table.documents)))
    assert (HIDDEN in explained, "(private: its writer's own)" in explained) == (seat == "thor", True)


def test_the_digest_of_a_private_text_is_no_oracle(over: Table) -> None:
    """A guess at the text cannot be checked: no number of the other's record is its key, nor makes it."""
    record = given_to(over, "loki")
    numbers = {bytes.fromhex(one) for one in re.findall(r"\b[0-9a-f]{64}\b", record)}
    digests = set(re.findall(r'private"?: "?([0-9a-f]{64})', record))
    assert len(digests) >= len(WORDS)
    guesses = {f"statement: {HIDDEN}", HIDDEN, WORDS[0], WORDS[3], WORDS[4]}
    made = {hashlib.sha256(key + guess.encode()).hexdigest() for key in numbers for guess in guesses}
    assert not digests & made
    assert not digests & {hashlib.sha256(guess.encode()).hexdigest() for guess in guesses}
    mine = {
        hashlib.sha256(key + guess.encode()).hexdigest()
        for key in map(bytes.fromhex, re.findall(r'key"?: "?([0-9a-f]{64})', over.record))
        for guess in guesses
    }
    assert len(digests & mine) >= len(guesses)


def test_the_keys_of_a_writer_open_nothing_of_the_other(over: Table) -> None:
    """Thor has the keys of Thor's own texts, and Loki's statement stays Loki's."""
    assert "nonsense" not in given_to(over, "thor")
    assert "nonsense" in given_to(over, "loki")


def tampered(table: Table, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The record of a game with one document changed after its seal, framed again."""
    docs = [json.loads(json.dumps(doc)) for doc in table.documents]
    change(next(doc for doc in docs if "private" in doc))
    return text(docs)


@pytest.mark.parametrize(
    "change",
    [
        lambda doc: doc["private"][0].update(text="another text"),
        lambda doc: doc["private"][0].update(key="00" * 32),
        lambda doc: doc["private"][0].update(key="no hex"),
        lambda doc: doc["private"].append({"key": "00" * 32, "text": "more"}),
        lambda doc: doc.update(private={"key": "00" * 32}),
        lambda doc: doc["private"][0].update(more=1),
    ],
)
def test_a_private_text_that_was_changed_is_found(
    over: Table, change: Callable[[dict[str, Any]], None]
) -> None:
    """What stands after the seal must have its digest within."""
    with pytest.raises(Faulty) as caught:
        Table.load(tampered(over, change))
    assert (caught.value.why.key, caught.value.why.params["field"]) == ("record-private", "/private")


def test_who_takes_a_seat_over_gets_nothing_of_the_player_before() -> None:
    """H7 The texts of an earlier player stay private in the record at the end, too."""
    table = Table.open("thunder", seed="07")
    table.play("thor", f"Dear referee, {HIDDEN}.")
    table.write_down("replace", "thor", events=[SeatTaken("thor", "Cleo")])
    table.play("thor", "Hello there,")
    table.play("thor", "resign g1")
    assert HIDDEN not in given_to(table, "thor")
    assert "Hello there," in given_to(table, "thor")


@pytest.mark.slow
def test_the_lines_of_a_redacted_record_are_its_owners(over: Table) -> None:
    """A redacted record of the writer loads with every text, one of the other with none."""
    for seat, has in (("thor", True), ("loki", False)):
        table = Table.load(export.redacted(over, seat))
        assert isinstance(table, Redacted)
        explained = "".join(explain(table, n) for n in range(len(table.known)))
        assert (HIDDEN in explained) == has


def test_orders_words_and_notes_are_no_private_texts() -> None:
    """H2, H3 What was played, refused, said, noted or asked is in the record for all when the game is over.

    Words that were held back are not: nobody else was told them.
    """
    table = Table.open("thunder", seed="07")
    table.play(
        "loki",
        ["deploy ravens, hel, frigg", "draw", "say later", "", "note he bluffs", "", "try draw", "lay hel z"],
    )
    table.play("loki", "say hello")
    table.play("loki", "resign g1")
    record = given_to(table, "thor")
    lines = [
        line
        for entry in Table.load(record.encode()).entries
        if isinstance(entry, Letter)
        for line in entry.lines
    ]
    assert [line.verdict for line in lines if is_shut(line.raw)] == ["not-played", "misread"]
    assert "later" not in record
    assert "say hello" in record
    assert "note he bluffs" in record


def test_the_last_letter_of_the_other_holds_nothing(over: Table) -> None:
    """H20 Its record is the one that the other may have."""
    *_, last = (one for one in due(over, "loki", 0) if ends_with(over, one))
    (file,) = attached(over, last, Limits())
    assert file.data == export.final(over, "loki", last.until + 1)
    assert HIDDEN.encode() not in file.data

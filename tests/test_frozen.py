"""Records of releases, never written anew: what was once played can always be read, verified and folded."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from referee import record, seals
from referee.checking import check
from referee.entries import Act
from referee.games.odins_table.scouting import Peeked
from referee.house import LanguageChosen
from referee.redacted import Redacted
from referee.stores import File
from referee.table import Table

FROZEN = Path(__file__).parent / "frozen"
REDACTED = {"0.3.0.loki.yaml": ("54b50f18636edcb0", 17, "0.3.0.yaml")}
"""For each redacted record: the beginning of SHA-256 of the file, its entries, the whole record."""
KNOWN = {
    "0.1.0.yaml": ("37b6b9db1bf6abb7", 18, "thor 8.1", "8636e0137a4efa7d"),
    "0.2.0.yaml": ("288e46dcaeeac12a", 33, "thor 6.3", "089747696fb5881a"),
    "0.3.0.yaml": ("a5a299daddcd5d5a", 19, "thor 8.5", "0569eb581f6e2600"),
}
"""For each record: SHA-256 of the file and, last, of where every card lies (their beginnings), its entries, how the game ended."""


def places_in_thunder(half: Any) -> Any:
    """Where the cards of one player of Thunder & Lightning lie."""
    return half.hand, half.pile, half.deck_size, [[spot.face for spot in c] for c in half.columns]


def places_in_odins_table(half: Any) -> Any:
    """Where the pieces and cards of one player of Odin's Table lie, and that player's standing order."""
    columns = [(slot.face, slot.up) for slot in half.columns]
    return half.pieces, half.captured, columns, half.discards, half.deck_size, half.standing


PLACES = {
    "thunder": (("thor", "loki"), places_in_thunder),
    "odins_table": (("odin", "thor"), places_in_odins_table),
}


def view_hash(table: Table) -> str:
    """The beginning of a digest of where every card lies at the end, as its owner sees it."""
    seats, of_half = PLACES[table.game.name]
    places = [of_half(table.view(seat).half(seat)) for seat in seats]
    return hashlib.sha256(repr(places).encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_frozen_record_still_says_what_it_said(name: str) -> None:
    """The file is as it was, whole, and folds to the same end."""
    digest, entries, outcome, view = KNOWN[name]
    path = FROZEN / name
    assert hashlib.sha256(path.read_bytes()).hexdigest()[:16] == digest
    checked = record.check(path)
    assert (checked.fault, checked.entries) == ("", entries)
    table = Table.load(path)
    assert table.outcome is not None
    assert f"{table.outcome.winner} {table.outcome.rule}" == outcome
    assert view_hash(table) == view


@pytest.mark.parametrize("name", sorted(REDACTED))
def test_a_frozen_redacted_record_still_says_what_it_said(name: str) -> None:
    """It is whole, its seals are those of the whole record, and it tells its audience how the game ended."""
    digest, entries, whole = REDACTED[name]
    data = (FROZEN / name).read_bytes()
    assert hashlib.sha256(data).hexdigest()[:16] == digest
    assert check(FROZEN / name) == record.Checked(entries)
    known, table = Table.load(data), Table.load(FROZEN / whole)
    assert isinstance(known, Redacted)
    told = [table.documents[n]["seal"] for n in table.index.concerning[known.audience]]
    assert [doc["seal"] for doc in known.documents] == told
    assert known.outcome == table.outcome
    assert known.told(known.audience) == table.told(known.audience)
    assert known.report(known.audience)


def test_a_frozen_record_is_signed() -> None:
    """Every seal, by the key that the opening names; redacted or not."""
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    for name in ("0.3.0.yaml", "0.3.0.loki.yaml"):
        documents = record.read(FROZEN / name).documents
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(documents[0]["signer"]))
        for document in documents:
            signed = seals.signed_text(documents[0]["id"], bytes.fromhex(document["seal"]))
            key.verify(bytes.fromhex(document["signature"]), signed)  # raises if it is not


def test_a_frozen_record_keeps_languages_and_standing_orders() -> None:
    """A seat that writes German, leaves its language and comes back to it, and a standing order that scouts unseen, are read as they were."""
    table = Table.load(FROZEN / "0.2.0.yaml")
    events = [event for entry in table.entries for event in entry.events]
    assert [event.language for event in events if isinstance(event, LanguageChosen)] == ["en", "de"]
    assert [entry.act for entry in table.entries if isinstance(entry, Act)] == ["standing", "standing"]
    peeked = [event for event in events if isinstance(event, Peeked)]
    assert [(one.by, one.column) for one in peeked] == [("thor", "e"), ("thor", "e")]
    assert {type(event).__name__ for event in events} >= {"Swapped", "Returned", "Captured", "Resealed"}
    assert "DER TISCH" in table.report("thor")
    assert "THE TABLE" in table.report("odin")


@pytest.mark.parametrize("name", ["0.1.0.yaml", "0.2.0.yaml"])
def test_a_game_of_an_older_format_goes_on_in_it(name: str, tmp_path: Path) -> None:
    """A game that was opened in format 1 is added to by its seals, and the record stays whole."""
    path = tmp_path / "record.yaml"
    path.write_bytes(Table.load(FROZEN / name).at(6).record.encode())
    table = Table(File(path), bytes(32))
    for seat in table.game.seats:
        table.play(seat, "say hello")
    documents = record.read(path).documents
    assert record.check(path) == record.Checked(9)
    assert {document.get("format", 1) for document in documents} == {1}
    assert all("hidden" in document and "leaves" not in document for document in documents)
    assert Table.load(path).told(None)[-1].seen["text"] == "hello"


def test_every_frozen_record_is_known() -> None:
    """No record lies there unread."""
    assert {path.name for path in FROZEN.iterdir()} == {*KNOWN, *REDACTED}

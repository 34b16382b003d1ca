"""Records that are never written again: what was once played can always be read, verified and folded."""

import hashlib
import re
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from msgspec import defstruct
from support.redacted_games import unbound

from referee.api import Redacted, Table
from referee.games.odins_table.scouting import Peeked
from referee.house.games import find
from referee.house.letters import LanguageChosen
from referee.record import file, seals
from referee.record.entries import Act
from referee.util import layout
from referee.util.errors import Faulty
from referee.util.values import field_names, replace
from referee.verify import export
from referee.verify.check import check

FROZEN = Path(__file__).parents[1] / "frozen"
BODY = re.compile(rb"---\n(?:(?!\.\.\. # ).*\n)+")
REDACTED = {"format-3.thunder.loki.yaml": ("a855c51f63d9e10e", 17, "format-3.thunder.yaml")}
"""For each redacted record: the beginning of SHA-256 of the file, its entries, the whole record."""
KNOWN = {
    "format-3.odins_table.yaml": ("1309fa82ebb8b6cb", 53, "thor 6.6", "86094ac79e20025c"),
    "format-3.thunder.yaml": ("aac174257473d1df", 19, "thor 8.5", "0569eb581f6e2600"),
}
"""For each record: SHA-256 of the file, its entries, its outcome, SHA-256 of where every card lies at the end.

Of each digest only the beginning stands here.
"""


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
    checked = file.check(path)
    assert (checked.fault, checked.entries) == ("", entries)
    table = Table.load(path)
    assert table.outcome is not None
    assert f"{(table.outcome.winners or (None,))[0]} {table.outcome.rule}" == outcome
    assert view_hash(table) == view


@pytest.mark.parametrize("name", sorted(REDACTED))
def test_a_frozen_redacted_record_still_says_what_it_said(name: str) -> None:
    """It is whole, its seals are those of the whole record, and it tells its audience how the game ended."""
    digest, entries, whole = REDACTED[name]
    data = (FROZEN / name).read_bytes()
    assert hashlib.sha256(data).hexdigest()[:16] == digest
    assert check(FROZEN / name) == file.Checked(entries)
    known, table = Table.load(data), Table.load(FROZEN / whole)
    assert isinstance(known, Redacted)
    told = [table.documents[n]["seal"] for n in table.index.concerning[known.audience]]
    assert [doc["seal"] for doc in known.documents] == told
    assert known.outcome == table.outcome
    # Who wrote a letter to others stands in no redacted record.
    assert [*known.told(known.audience)] == [replace(one, by="") for one in table.told(known.audience)]
    assert known.report(known.audience)


def test_a_frozen_record_is_signed() -> None:
    """Every seal is signed by the key that the opening names, in redacted records too."""
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    for name in ("format-3.thunder.yaml", "format-3.thunder.loki.yaml"):
        documents = file.read(FROZEN / name).documents
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(documents[0]["signer"]))
        for document in documents:
            signed = seals.signed_text(documents[0]["id"], bytes.fromhex(document["seal"]))
            key.verify(bytes.fromhex(document["signature"]), signed)  # raises if it is not


def test_a_frozen_record_keeps_languages_and_standing_orders() -> None:
    """A seat writes German, and comes back to English; a standing order scouts unseen: both are read as before."""
    table = Table.load(FROZEN / "format-3.odins_table.yaml")
    events = [event for entry in table.entries for event in entry.events]
    assert [event.language for event in events if isinstance(event, LanguageChosen)] == ["en", "de"]
    acts = [entry for entry in table.entries if isinstance(entry, Act) and entry.act == "standing"]
    assert any(isinstance(event, Peeked) for act in acts for event in act.events)
    assert {type(event).__name__ for event in events} >= {"Swapped", "Returned", "Captured", "Resealed"}
    assert "DER TISCH" in table.report("thor")
    assert "THE TABLE" in table.report("odin")


@pytest.mark.parametrize("name", [*sorted(KNOWN), *sorted(REDACTED)])
@pytest.mark.parametrize("told", ["1", "2", "4", '"3"', "true", "null"])
def test_a_record_of_another_format_is_refused_with_that_reason(name: str, told: str, tmp_path: Path) -> None:
    """A format that is older, newer or not a number is named, and the record is not read, whatever its seals."""
    data, path = (
        (FROZEN / name).read_bytes().replace(b"\nformat: 3\n", b"\nformat: %b\n" % told.encode(), 1),
        tmp_path / "record.yaml",
    )
    documents = [*map(layout.read_document, BODY.findall(data))]
    path.write_bytes(file.text(documents))
    for fault in (check(path).why, file.check(path).why):
        assert fault is not None
        assert (fault.why.key, fault.why.params["known"]) == ("record-format", 3)
    with pytest.raises(Faulty, match=r"record-(format|opening)"):
        Table.load(path)


def renamed(view: Any) -> Any:
    """The same view, with every one of its fields under another name."""
    hints = get_type_hints(type(view))
    names = field_names(view)
    assert names
    made = defstruct("View", [(f"my_{name}", hints[name]) for name in names], frozen=True)
    return made(*(getattr(view, name) for name in names))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(KNOWN))
def test_a_view_with_other_fields_withholds_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The names that a later version gives the fields of a view change no seal: every part is told as before."""
    table = Table.load(FROZEN / name)
    game, view = type(table.game), table.game.view
    before = {seat: export.redacted(table, seat) for seat in (*table.game.seats, None)}
    monkeypatch.setattr(game, "view", lambda _, state, seat: renamed(view(state, seat)))
    assert unbound(table) == ()
    for seat, data in before.items():
        then, now = (file.read_bytes(one, "record").documents for one in (data, export.redacted(table, seat)))
        assert "withheld" not in {doc["kind"] for doc in now}
        assert [{**doc, "view": 0} for doc in now] == [{**doc, "view": 0} for doc in then]


def test_a_view_that_cannot_be_read_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    """A redacted record from before such a change is whole, and tells what was shown, but not how the table stood."""
    path = FROZEN / "format-3.thunder.loki.yaml"
    view = find("thunder").view
    monkeypatch.setattr(type(find("thunder")), "view", lambda _, state, seat: renamed(view(state, seat)))
    assert check(path) == file.Checked(17)
    known = Table.load(path)
    assert known.told("loki")
    with pytest.raises(Faulty, match="redacted-view"):
        known.view("loki")


def test_every_frozen_record_is_known() -> None:
    """No record lies there unread."""
    assert {path.name for path in FROZEN.iterdir()} == {*KNOWN, *REDACTED}

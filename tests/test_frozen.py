"""Records of releases, never written anew: what was once played can always be read, verified and folded."""

import hashlib
from pathlib import Path

import pytest

from referee import record
from referee.table import Table

FROZEN = Path(__file__).parent / "frozen"
KNOWN = {"0.1.0.yaml": ("37b6b9db1bf6abb7", 18, "thor 8.1", "8636e0137a4efa7d")}
"""For each record: SHA-256 of the file and, last, of where every card lies (their beginnings), its entries, how the game ended."""


def view_hash(table: Table) -> str:
    """The beginning of a digest of where every card lies at the end, as its owner sees it."""
    halves = [table.view(seat).half(seat) for seat in ("thor", "loki")]
    places = [
        (one.hand, one.pile, one.deck_size, [[spot.face for spot in c] for c in one.columns])
        for one in halves
    ]
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


def test_every_frozen_record_is_known() -> None:
    """No record lies there unread."""
    assert {path.name for path in FROZEN.iterdir()} == set(KNOWN)

"""Numbers and sizes in a record that cannot be are refused before anything is laid out, by every tool."""

import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.api import Table
from referee.record.file import text
from referee.table import audit
from referee.util import layout, plainyaml
from referee.util.errors import Faulty
from referee.verify import check, export
from referee.verify.verify import verify

BILLION = 1_000_000_000
VERIFY = Path(__file__).parents[2] / "examples" / "verify" / "verify.py"


def rows(doc: dict[str, Any]) -> list[dict[str, Any]]:
    """The rows of a deck."""
    deck = doc["options"]["deck"]
    return deck if isinstance(deck, list) else deck["thor"]


CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a billion copies": lambda doc: rows(doc)[0].update(copies=BILLION),
    "fewer than none": lambda doc: rows(doc)[0].update(copies=-1),
    "copies as text": lambda doc: rows(doc)[0].update(copies="8"),
    "no copies": lambda doc: rows(doc)[0].pop("copies"),
    "a row too many": lambda doc: rows(doc).extend(dict(rows(doc)[0]) for _ in range(3)),
    "a title with an escape": lambda doc: rows(doc)[0].update(title="\x1b[2J"),
    "a long title": lambda doc: rows(doc)[0].update(title="x" * 5000),
    "no deck": lambda doc: doc["options"].pop("deck"),
    "a deck that is none": lambda doc: doc["options"].update(deck=7),
    "an option that there is not": lambda doc: doc["options"].update(more="x"),
    "a value that there is not": lambda doc: doc["options"].update({next(iter(doc["options"])): "x"}),
    "many players": lambda doc: doc["options"].update(players=["x"] * 99),
    "a long name": lambda doc: doc["options"].update(players=["x" * 9999, "y"]),
}


def spoilt(game: str, change: str, seat: str | None = "") -> bytes:
    """The record of a game (of a seat, if one is given), its opening changed, and every mark worked out again."""
    table = Table.open(game, seed="07")
    table.play(table.game.seats[1], "resign g1")
    data = table.record.encode() if seat == "" else export.redacted(table, table.game.seats[0])
    docs = [dict(one.value) for one in plainyaml.read_all(data, "record", limit=10**7)]
    docs = [layout.read_document(layout.write_document(doc)) for doc in docs]
    CHANGES[change](docs[0])
    return text(docs)


@pytest.fixture(autouse=True)
def little_memory() -> Iterator[None]:
    """Limit memory to 4 GiB: a tool that lays out such a table before it checks the numbers fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@pytest.mark.share(4)
@pytest.mark.parametrize("seat", ["", "own"])
@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("game", ["thunder", "odins_table"])
def test_no_record_is_loaded_whose_opening_could_not_be(
    game: str, change: str, seat: str, tmp_path: Path
) -> None:
    """`show`, `moves`, `audit` and `export` load it first; like `check` and `verify` they say what is wrong."""
    data, path = spoilt(game, change, seat), tmp_path / "record.yaml"
    with pytest.raises(Faulty):
        Table.load(data)
    path.write_bytes(data)
    assert check.check(path).fault == "damaged"
    assert "wrong" in [one.state for one in verify(path)]
    with pytest.raises(Faulty):
        audit.audit(Table.load(path))


def test_the_place_is_named() -> None:
    """The row of the deck, as a path, and what may stand there."""
    with pytest.raises(Faulty) as caught:
        Table.load(spoilt("thunder", "a billion copies"))
    (fault, *_) = plainyaml.faults_of(caught.value)
    assert (fault.why.key, fault.where) == ("deck-copies", "opening/options/deck/thor/0/copies")
    assert fault.why.params == {"value": BILLION, "most": 50}


def test_a_game_that_says_no_more_has_no_number_beyond_measure() -> None:
    """If a game sets no limit of its own, numbers up to 10,000 are allowed in its options and decks."""
    from referee.engine.kit.options import sized

    sized({"rounds": 10_000, "decks": [{"copies": -10_000}], "open": True})
    with pytest.raises(Faulty, match="option-number"):
        sized({"decks": [{"copies": 10_001}]})


@pytest.mark.slow
def test_the_short_verifier_lays_out_no_such_deck(tmp_path: Path) -> None:
    """examples/verify names it, and takes neither memory nor time."""
    path = tmp_path / "record.yaml"
    path.write_bytes(spoilt("thunder", "a billion copies"))
    run = subprocess.run(  # noqa: S603  our own file
        [sys.executable, "-I", str(VERIFY), str(path)],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert run.returncode == 1
    assert "WRONG" in run.stdout
    assert "MemoryError" not in run.stdout + run.stderr

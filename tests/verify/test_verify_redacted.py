"""`referee verify` of redacted records.

The part of the record that a player has during the game is evidence for and against it as well.
"""

from pathlib import Path

import pytest
from support.kept import GAMES, Game, played, rewritten, wrongs
from support.post_office import ANNA, BERT, GAME, Office

from referee.api import Table
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.desk import keeper
from referee.home.signing import public_of
from referee.house.players import Player
from referee.record.file import read
from referee.verify import export
from referee.verify.verify import verify

WORDS = "note I must not forget the ravens.\n\nsay Hello!"


@pytest.fixture(scope="module", params=[(name, signs) for name in GAMES for signs in (False, True)])
def game(request: pytest.FixtureRequest) -> Game:
    """A game of each kind, signed and not, played by mail to its end."""
    return played(*request.param)


def redacted(record: Path, seat: str | None, to: Path) -> Path:
    """Write the record as this audience may have it into a file."""
    to.write_bytes(export.redacted(Table.load(record), seat))
    return to


@pytest.mark.slow
def test_a_redacted_record_and_the_letters_agree(game: Game, tmp_path: Path) -> None:
    """Of each seat and of an onlooker: marks, seals, signatures, openings, and every letter that it can speak of."""
    key = public_of(game.home)
    for seat in (*game.table.game.seats, None):
        record = redacted(game.record, seat, tmp_path / "record.yaml")
        found = list(verify(record, game.boxes, key))
        assert not wrongs(iter(found))
        rights = {one.key: one for one in found if one.state == "right"}
        assert rights.keys() >= {"record-redacted", "letters-in-chain", *({"record-signed"} if key else ())}
        if seat:
            own = [one for one in game.letters() if one.seat == seat]
            assert rights["letters-in-chain"].params["count"] >= len(own)
            assert rights["openings-proved"].params["count"] > 0


@pytest.mark.slow
def test_an_entry_that_was_rewritten_is_found_by_a_redacted_record(game: Game, tmp_path: Path) -> None:
    """The redacted record of a rewritten one is whole; the letters show between which entries the histories part."""
    table, seat = game.table, game.table.game.seats[0]
    own = table.index.concerning[seat]
    seals = {table.documents[n]["seal"]: m for m, n in enumerate(own)}
    letters = [one for one in game.letters() if one.seal in seals]
    for k in range(0, len(table.entries), 3):
        record = rewritten(game, k, tmp_path / "whole.yaml")
        record = redacted(record, seat, tmp_path / "record.yaml")
        assert not wrongs(verify(record))
        found = wrongs(verify(record, game.boxes))
        after = [seals[one.seal] for one in letters if own[seals[one.seal]] < k]
        until = [one.count - 1 for one in letters if one.seat == seat and own[seals[one.seal]] >= k]
        if not until:
            assert not found
            continue
        (parts,) = [one for key in ("histories-part", "histories-never") for one in found.get(key, [])]
        assert (parts.params["after"], parts.params["until"]) == (max(after, default=-1), min(until))


@pytest.mark.slow
def test_what_is_withheld_from_a_seat_that_was_taken_over_is_no_fault(tmp_path: Path) -> None:
    """H7 The former player's letters are withheld while the game is on; old and new letters agree with that record."""
    office = Office(tmp_path, 1, {})
    for seat, player, lines in (
        ("thor", ANNA, "accept"),
        ("loki", BERT, "accept"),
        ("thor", ANNA, WORDS),
        ("loki", BERT, "say Hello!"),
        ("thor", ANNA, WORDS),
    ):
        raw = PROGRAMS["gmail"](Reply.to_letter(office.boxes[seat][-1], lines, player, office.time))
        office.put(raw)
        office.run()
    with office.desk().held() as desk:
        keeper.replace_player(desk, GAME, "thor", Player("cleo@example.org", "Cleo"))
    office.post()
    for seat, box in office.boxes.items():
        (tmp_path / seat).mkdir()
        for n, raw in enumerate(box):
            (tmp_path / seat / f"{n}.eml").write_bytes(raw)
    record = redacted(office.record, "thor", tmp_path / "record.yaml")
    assert sum(doc["kind"] == "withheld" for doc in read(record).documents) >= 2
    found = list(verify(record, [tmp_path / "thor", tmp_path / "loki"]))
    assert not wrongs(iter(found))
    assert "letters-in-chain" in {one.key for one in found}

"""`referee verify --against`: nobody can rewrite history quietly, because every kept letter is a witness."""

from pathlib import Path

import pytest
from support.kept import GAMES, Game, played, rewritten, wrongs

from referee.verify.verify import verify


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """A game of each kind, played by mail to its end."""
    return played(request.param, False)


@pytest.mark.slow
def test_what_nobody_touched_is_right(game: Game) -> None:
    """Record and mailboxes of a whole game: each check is named, and nothing is wrong."""
    found = list(verify(game.record, game.boxes))
    assert {one.key for one in found if one.state == "right"} >= {
        "record-whole",
        "seals-told",
        "words-right",
        "seals-once",
        "letters-in-chain",
        "record-same",
    }
    assert not wrongs(iter(found))
    for box in game.boxes:
        assert not wrongs(verify(box))


@pytest.mark.slow
def test_each_entry_that_was_rewritten_is_found(game: Game, tmp_path: Path) -> None:
    """An entry is rewritten, and everything after it sealed again: the letters show it, and where histories part."""
    chain = {entry.seal: entry.entry for entry in game.table.entries}
    told = {seat: game.table.index.concerning[seat] for seat in game.table.game.seats}
    for boxes in (game.boxes, *((box,) for box in game.boxes)):
        letters = game.letters(*boxes)
        for k in range(0, len(chain), 1 if boxes == game.boxes else 4):
            record = rewritten(game, k, tmp_path / "record.yaml")
            assert not wrongs(verify(record)), "the record alone is whole"
            found = wrongs(verify(record, boxes))
            after = [chain[one.seal] for one in letters if chain[one.seal] < k]
            until = [told[one.seat][one.count - 1] for one in letters if chain[one.seal] >= k]
            parts = [one for key in ("histories-part", "histories-never") for one in found.get(key, [])]
            assert len(parts) == 1
            assert parts[0].params["after"] == max(after, default=-1)
            assert parts[0].params["until"] == min(until)
            assert len(found["letter-not-in-chain"]) == len(until)
            assert {one.place.split(" ")[0] for one in found["letter-not-in-chain"]} == {
                one.number for one in letters if chain[one.seal] >= k
            }
            # The record that the last letters brought is the one that was there then.
            assert {one.params["entry"] for one in found["record-other"]} == {k}


@pytest.mark.slow
def test_an_end_that_is_missing_is_found(game: Game, tmp_path: Path) -> None:
    """A record cut after any entry is whole as a file; but later letters tell of more."""
    table = game.table
    for n in range(1, len(table.entries)):
        record = tmp_path / "record.yaml"
        record.write_bytes(table.record_until(n))
        found = wrongs(verify(record, game.boxes))
        assert set(found) == {"letter-behind", "histories-end", "record-other"}
        assert found["histories-end"][0].params["until"] == n

"""Every letter of honest games verifies, whoever it was written for: players, master, arbiter, onlookers (H31)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

import pytest
from support.forging import verify as short
from support.post_office import ADDRESS, GAME, OLAF, SEATED, Office

from referee.api import Table
from referee.desk.company import ledger
from referee.desk.company.ledger import WATCHES, Wish
from referee.testing.chance import chosen
from referee.util.values import replace
from referee.verify import export
from referee.verify.verify import verify

RIGHT, WRONG, UNSEEN = 0, 1, 2
TEN: Sequence[tuple[str, Mapping[str, str], str]] = (
    ("thunder", {}, "1"),
    ("thunder", {}, "2"),
    ("thunder", {}, "3"),
    ("odins_table", {}, "1"),
    ("odins_table", {}, "1"),
    ("odins_table", {}, "2"),
    ("hammer_of_thor", {}, "1"),
    ("hammer_of_thor", {}, "1"),
    ("hammer_of_thor", {"seats": "3"}, "1"),
    ("hammer_of_thor", {"seats": "4"}, "2"),
)
"""The game, its options, and how many turns later it may be watched."""
QUICK, ORDERS = 1, 24


class Watched(Office):
    """A game with an arbiter and two onlookers, one of whom reads German; all letters are kept."""

    def __init__(self, folder: Path, number: int) -> None:
        """It is dealt, and watched from its beginning."""
        name, options, delay = TEN[number]
        super().__init__(folder, number, options, game=name, terms={"watch": delay}, arbiter=OLAF)
        self.boxes |= {"onlooker-1": [], "onlooker-2": []}
        wishes = [
            Wish(
                n, "watch", "", GAME, "", f"eye{n}@example.net", "", language, "2026-01-01T08:00:00Z", WATCHES
            )
            for n, language in ((1, "en"), (2, "de"))
        ]
        kept = replace(ledger.read(self.home), wishes=tuple(wishes), last=2)
        ledger.write(self.home, kept, self.time)
        self.rng, self.written = Random(f"watched {number}"), 0
        for seat in self.players:
            self.writes(seat, "accept")

    def writes(self, seat: str, line: str) -> None:
        """A letter of a seat is ruled on."""
        self.written += 1
        to = ADDRESS.replace("@", f"+{self.desk().seats.secret(GAME, seat)}@")
        head = f"From: {SEATED[seat].address}\nTo: {to}\nMessage-ID: <{self.written}@example.org>\n"
        self.put(f"{head}Subject: orders\n\n{line}\n".encode())
        done, _ = self.run()
        assert not done.troubles

    def whole(self) -> "Watched":
        """Some orders are played, one is disputed, and a player gives up."""
        for n in range(ORDERS):
            table = Table.load(self.record)
            if table.outcome:
                return self
            seat = self.rng.choice([one.seat for one in table.owed()])
            self.writes(seat, f"@now {chosen(table.choices(seat).families, self.rng).written}")
            if n == ORDERS // 2:
                turn, action = table.game.position(table.points[-1].state)
                self.writes(next(iter(self.players)), f"dispute {turn}.{action}: That was no move.")
                self.writes(next(iter(self.players)), "withdraw dispute")
        for seat in [*self.players][:-1]:
            self.writes(seat, f"resign {GAME}")
        return self

    def kept(self, folder: Path, seats: Sequence[str]) -> Path:
        """The letters to some of them as a folder."""
        folder.mkdir()
        for seat in seats:
            for n, raw in enumerate(self.boxes[seat]):
                (folder / f"{seat}-{n}.eml").write_bytes(raw)
        return folder


def found_wrong(*given: Path) -> list[str]:
    """What `referee verify` finds wrong."""
    return [f"{one.place}: {one.key}" for one in verify(given[0], given[1:]) if one.state == "wrong"]


@pytest.mark.parametrize(
    "number", [pytest.param(n, marks=() if n == QUICK else pytest.mark.slow) for n in range(len(TEN))]
)
def test_letters_to_anybody_verify(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the record, with that of an onlooker, and among themselves; by both verifiers."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    office = Watched(tmp_path, number).whole()
    assert office.boxes["onlooker-1"]
    assert len(office.boxes["arbiter"]) > 2
    public = tmp_path / "onlooker.yaml"
    public.write_bytes(export.redacted(Table.load(office.record), None))
    watching, everybody = ["onlooker-1", "onlooker-2"], [*office.boxes]
    for name, seats in (("watching", watching), ("all", everybody), ("arbiter", ["arbiter"])):
        box = office.kept(tmp_path / name, seats)
        for given in ([box], [office.record, box], [public, box]):
            assert found_wrong(*given) == []
            code, said = short(*given)
            assert code in (RIGHT, UNSEEN), said
            whole = given[0] == office.record and name != "arbiter"
            assert "the letters of g1" not in said if whole else True
        if name == "watching":
            code, said = short(office.record, box)
            assert "some letters" not in said  # each is held against the record
            assert said.count(f"{len([*box.iterdir()])} x place") == 1


def test_a_letter_to_an_onlooker_that_was_changed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An onlooker's letter with the seal of another entry, or with a number that it did not have."""
    monkeypatch.setattr("os.fsync", lambda _: None)
    office = Watched(tmp_path, 0).whole()
    first, second = office.boxes["onlooker-1"][:2]
    number = first.partition(b"<g1.onlooker-1.")[2].partition(b"@")[0]
    later = second.partition(b"<g1.onlooker-1.")[2].partition(b"@")[0]
    box = tmp_path / "box"
    box.mkdir()
    changed = first.replace(b"<g1.onlooker-1." + number + b"@", b"<g1.onlooker-1." + later + b"@", 1)
    (box / "one.eml").write_bytes(changed)
    assert short(office.record, box)[0] == WRONG
    assert any(f"g1.onlooker-1.{later.decode()}" in one for one in found_wrong(office.record, box))

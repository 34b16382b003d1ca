"""A table of the largest size: eight players and a master, by mail from the invitation to the end."""

import shutil
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
import trio
from support.post_office import Got, Office
from support.suite import announced
from support.trio_office import mail

from referee import cli
from referee.api import Table
from referee.desk.status import status
from referee.engine.seating import MASTER, MOST
from referee.house.letters import EVERY_ORDER
from referee.house.players import Player

FOUR, MORE = ("asa", "brand", "cleo", "dagny"), ("egil", "frida", "gunnar", "helga")
PLAYERS = (*FOUR, *MORE)
SEATS = (*PLAYERS, MASTER)
NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil", "Fred", "Gina", "Hugo", "Mo")
PEOPLE = {seat: Player(f"{name.lower()}@example.org", name) for seat, name in zip(SEATS, NAMES, strict=True)}
TERMS = {"deadline": "3 days", "reminder": "1 day", "grace": "1 day"}


@pytest.fixture(scope="module", autouse=True)
def _nona(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Trio for eight players, as the package of a game called Nona."""
    folder = tmp_path_factory.mktemp("nona")
    shutil.copytree(Path(trio.__file__).parent, folder / "trio", ignore=shutil.ignore_patterns("__pycache__"))
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_file():
            text = path.read_text("utf-8").replace("trio", "nona").replace("Trio", "Nona")
            path.write_text(
                _with_more(text.replace(repr(FOUR)[1:-1].replace("'", '"'), repr(PLAYERS)[1:-1])), "utf-8"
            )
        path.rename(path.with_name(path.name.replace("trio", "nona")))
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        with announced([EntryPoint("nona", "nona:GAME", "referee.games")]):
            yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "nona"]:
        del sys.modules[name]


def _with_more(text: str) -> str:
    """Each row of the last of four seats, and one like it for each seat that is new."""
    rows = []
    for row in text.split("\n"):
        rows.append(row)
        if row.strip().startswith("dagny:"):
            rows += [row.replace("dagny", one).replace("Dagny", one.title()) for one in MORE]
    return "\n".join(rows)


class Hall(Office):
    """Nine at a table."""

    def __init__(self, folder: Path, **how: Any) -> None:
        """Invite them."""
        super().__init__(folder, 7, {"seats": "8"}, game="nona", **how)

    def named(self, _game: str, _languages: Mapping[str, str] | None) -> dict[str, Player]:
        """Who sits where."""
        return PEOPLE

    def write(self, seat: str, *lines: str) -> Table:
        """An answer to the last letter of a seat, and a pass: the table after it."""
        self.put(mail(PEOPLE[seat].address, Got.of(self.boxes[seat][-1]), lines))
        return self.run()[1]

    def verb(self, *words: str) -> int:
        """A verb over this home: its exit code."""
        return cli.run(["--home", str(self.home.path), *words])


def owing(hall: Hall) -> list[str]:
    """Who owes something, as the keeper is told."""
    (game,) = status(hall.home).games
    return [one.seat for one in game.owed]


@pytest.mark.slow
def test_nine_play_by_mail_from_the_invitation_to_the_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All are invited, and nothing is dealt before the ninth has accepted.

    One leaves, the others play on, and all are told how it ended.
    """
    assert len(SEATS) == MOST
    hall = Hall(tmp_path, terms=TERMS, letters=EVERY_ORDER)
    assert hall.verb("status") == 0
    told = capsys.readouterr().out
    assert all(f"{name} owes" in told for name in (*map(str.title, PLAYERS), "the master"))
    assert all(f"({name})" in Got.of(hall.boxes[MASTER][0]).text for name in NAMES)
    for n, seat in enumerate(SEATS):
        assert owing(hall) == [*SEATS[n:]]
        table = hall.write(seat, "accept")
    assert owing(hall) == ["asa"]
    letters = {seat: len(box) for seat, box in hall.boxes.items()}
    hall.write(MASTER, "award brand")
    table = hall.write("egil", "resign g1")
    assert table.players == PLAYERS
    assert table.still_in == tuple(one for one in PLAYERS if one != "egil")
    while table.outcome is None:
        (seat,) = owing(hall)
        assert seat != "egil"
        table = hall.write(seat, "call two")
    assert table.outcome.winners == ("brand",)
    assert dict(table.outcome.standings)["brand"] == 5
    for seat, box in hall.boxes.items():
        assert len(box) >= letters[seat] + 2 * 7
        assert {Got.of(raw).mail["To"] for raw in box} == {PEOPLE[seat].address}
        won = "You win. Standings: " if seat == "brand" else "Brand wins. Standings: "
        assert Got.of(box[-1]).text.startswith(won)
    hall.verb("status")
    assert "Brand wins" in " ".join(capsys.readouterr().out.split())
    hall.verb("doctor")
    told = capsys.readouterr().out
    assert "records: 1 is whole" in told
    assert [line for line in told.split("\n") if line.startswith("WRONG") and "post:" not in line] == []

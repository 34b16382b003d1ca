"""Trio, the tests' game for two to four players and a master (`tests/trio`), announced; and played by mail."""

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from referee.api import Table
from referee.house import games
from referee.house.players import Player
from referee.util import data
from support.post_office import Got, Office

POINT = EntryPoint("trio", "trio:GAME", "referee.games")
PEOPLE = {
    seat: Player(f"{name.lower()}@example.org", name)
    for seat, name in (
        ("asa", "Anna"),
        ("brand", "Bert"),
        ("cleo", "Carl"),
        ("dagny", "Dora"),
        ("master", "Mo"),
    )
}
THREE = ("asa", "brand", "cleo", "master")


@pytest.fixture
def trio(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Table]]:
    """Opens a table of the game: `trio(4)` has four players."""
    for place in (data, games):
        monkeypatch.setattr(place, "announced", lambda: (POINT,))

    def opens(many: object = 3, *, players: str = "", doubts: str = "no", **how: Any) -> Table:
        named = {"doubts": doubts, **({"players": players} if players else {})}
        return Table.open("trio", options={"seats": str(many), **named}, seed="07", **how)

    yield opens
    games.find.cache_clear()


class Trio(Office):
    """A game by mail, with these players; all have accepted, unless it is only to be opened."""

    def __init__(
        self, folder: Path, *seats: str, dealt: bool = True, options: Any = None, **how: Any
    ) -> None:
        """Invite these seats."""
        self.seated = {seat: PEOPLE[seat] for seat in seats or THREE}
        super().__init__(folder, 7, options or {}, game="trio", **how)
        for seat in self.seated if dealt else ():
            self.write(seat, "accept")

    def named(self, _game: str, _languages: Mapping[str, str] | None) -> dict[str, Player]:
        """Who sits where."""
        return self.seated

    def write(self, seat: str, *lines: str, to: int | None = None) -> Table:
        """A letter of a seat in answer to its last one (or to number `to`), and a pass: the table after it."""
        known = [Got.of(raw) for raw in self.boxes[seat]]
        answered = known[-1] if to is None else next(one for one in known if one.number.endswith(f".{to}"))
        self.put(mail(self.seated[seat].address, answered, lines))
        return self.run()[1]

    def last(self, seat: str) -> str:
        """The text of the last letter to a seat."""
        return Got.of(self.boxes[seat][-1]).text


def mail(sender: str, answered: Got, lines: tuple[str, ...]) -> bytes:
    """An answer to a letter, as a plain mail."""
    mail.count += 1  # type: ignore[attr-defined]
    heads = {
        "From": sender,
        "To": str(answered.mail["Reply-To"]),
        "Subject": f"Re: {answered.mail['Subject']}",
        "Message-ID": f"<{mail.count}@trio.example>",  # type: ignore[attr-defined]
        "In-Reply-To": str(answered.mail["Message-ID"]),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in heads.items())
    return (head + "\r\n" + "\r\n".join(lines) + "\r\n").encode()


mail.count = 0  # type: ignore[attr-defined]

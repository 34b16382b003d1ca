"""A collection as it is asked from Python.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from referee.archive.collection.catalogue import Collection
>>> from referee.archive.collection.making import made
>>> place = TemporaryDirectory()
>>> index = Path(place.name) / "archive.db"
>>> len(made(Path("examples/thunder"), index).games) >= 5
True
>>> with Collection(index) as games:
...     for game in games.find("nightmare AND ending:8.2"):
...         print(game.game, game.ended, game.turns, game.told)
thunder 2026-01-09T19:00:00Z 27 Thor wins: the other has points left and no legal action.
>>> with Collection(index) as games:
...     [game.turns for game in games.find("winner:loki ending:treasure-lost turns>62", sort="turns")]
[63]
>>> place.cleanup()

How a query is written stands in `referee.archive.collection.query`.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from referee.archive.collection.query import condition
from referee.archive.collection.schema import looked_into

SORTS = ("ended", "opened", "turns", "letters", "moves", "notes", "hours", "title")
"""What games are sorted by."""
NEWEST = "-ended"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A game that was found; see `referee.archive.collection.facts.Facts` for what its fields mean.

    `players` are the names that are shown, by seat ("" for nobody's); `notes` how many notes there are.
    """

    id: int
    slug: str
    game: str
    title: str
    label: str
    audience: str
    opened: str
    ended: str
    turns: int
    letters: int
    moves: int
    rule: str
    ending: str
    told: str
    opening: str
    hours: float | None
    notes: int
    disputes: int
    rulings: int
    appeals: int
    fingerprint: str
    players: dict[str, str]
    winners: tuple[str, ...]


class Collection:
    """The index of a collection, open to be read; close it, or use it as a context."""

    def __init__(self, path: Path) -> None:
        """Open `archive.db`. Raises `Faulty` if there is none, or it is not ours."""
        self.db = looked_into(path)
        self.db.row_factory = sqlite3.Row

    def find(
        self, query: str = "", *, player: str = "", sort: str = NEWEST, limit: int | None = None
    ) -> tuple[Found, ...]:
        """The games that a query means, the newest first, or sorted by one of `SORTS` (with `-`: the largest first).

        `player` is the name of somebody who played, as it is shown. Raises `Faulty` for a wrong query.
        """
        asked = condition(query)
        text, params = asked.text, list(asked.params)
        if player:
            text += " AND id IN (SELECT game FROM seats JOIN players ON players.id = player WHERE name = ? COLLATE NOCASE)"
            params.append(player.encode(errors="replace").decode())  # it may hold bytes that are no text
        order = f"{sort.removeprefix('-')} {'DESC' if sort.startswith('-') else 'ASC'}"
        rows = self.db.execute(
            f"SELECT * FROM games WHERE {text} ORDER BY {_known(order)}, id LIMIT ?",  # noqa: S608  of our own making
            (*params, -1 if limit is None else limit),
        ).fetchall()
        seats = seats_of(self.db)
        return tuple(found(row, seats.get(row["id"], ())) for row in rows)

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _known(order: str) -> str:
    if order.split(maxsplit=1)[0] not in SORTS:
        raise ValueError(order)
    return order


def seats_of(db: sqlite3.Connection) -> dict[int, list[sqlite3.Row]]:
    """The seats of every game, by its id, each with the name of its player."""
    seats = dict[int, list[sqlite3.Row]]()
    for row in db.execute(
        "SELECT seats.*, name FROM seats LEFT JOIN players ON players.id = player ORDER BY seats.id"
    ):
        seats.setdefault(row["game"], []).append(row)
    return seats


def found(row: sqlite3.Row, seats: Sequence[sqlite3.Row]) -> Found:
    """A row of the table `games` with its seats."""
    return Found(
        **dict(row),
        players={one["seat"]: one["name"] or "" for one in seats},
        winners=tuple(one["seat"] for one in seats if one["won"]),
    )

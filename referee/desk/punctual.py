"""Who answers in time: counted from the records of a home, for the invitation to another game.

What counts is what all saw: the answers that a seat owed alone, and whether they came by their deadlines. A game
without deadlines says nothing, nor does one that cannot be read.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice

from referee.home import roster
from referee.home.home import Home
from referee.house.players import Player
from referee.table.clocks.deadlines import clocks_of
from referee.table.loading import load
from referee.util.errors import Faulty

LAST = 10
"""So many games of a player count, the last ones."""


def punctual(home: Home, players: Mapping[str, Player]) -> dict[str, dict[str, int]]:
    """By seat, how its player answered in the last games of a home; only those who have answered anything."""
    found = {seat: list(islice(_games(home, player.address), LAST)) for seat, player in players.items()}
    return {
        seat: {
            "games": len(games),
            "answers": sum(given for given, _ in games),
            "in-time": sum(in_time for _, in_time in games),
        }
        for seat, games in found.items()
        if games
    }


def _games(home: Home, address: str) -> Iterator[tuple[int, int]]:
    """The games of whoever has this address, the last one first: how many answers they gave, and how many in time."""
    for game in reversed(list(home.games())):
        with suppress(Faulty, OSError):
            for seat in _seats(home, game, address):
                table = load(home.record_path(game))
                given, in_time = clocks_of(table).answers(seat) if table.terms.deadline else (0, 0)
                if given:
                    yield given, in_time


def _seats(home: Home, game: str, address: str) -> list[str]:
    """The seat of whoever has this address in a game; no seat for an address that has several."""
    seats = roster.read(home.roster_path(game)).seats.items()
    found = [seat for seat, player in seats if player.address.lower() == address.lower()]
    return found if len(found) == 1 else []

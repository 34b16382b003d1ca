"""The games of a home while somebody is at its desk: each read once, with its letters out."""

from typing import Protocol

from referee.api import Table
from referee.desk.bounces import Bounced
from referee.desk.letters.sending import Sending


class Games(Bounced, Protocol):
    """An office in which games are played on."""

    def table(self, game: str) -> Table:
        """A game to be played on. Raises `Faulty`."""

    def sending(self, game: str) -> Sending:
        """The letters out of a game."""

    def drop(self, game: str) -> None:
        """Forget a game, because a write failed and nobody knows what is on the disk: it will be read again."""

"""Who writes: a mail bears the secret of a seat, in the address it went to or in its subject.

A secret is 26 lower-case base32 characters (130 bits), made from the key of the home for each seat of each game.
It is looked up by its hash, so how long that takes tells nothing of it:

    HOME/seats/<SHA-256 of the secret>      holds `ID seat`; made anew from the rosters if the folder is missing
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from referee import files, roster
from referee.game import Faulty
from referee.home import Home
from referee.lots import lp

LENGTH = 26
TOKEN = re.compile(rf"(?<![a-z0-9])[a-z2-7]{{{LENGTH}}}(?![a-z0-9])", re.ASCII | re.IGNORECASE)


class Seat(NamedTuple):
    """A seat of a game."""

    game: str
    seat: str


def secret(key: bytes, game: str, seat: str, number: int) -> str:
    """The secret of a seat; `number` counts the new ones it was given."""
    digest = hmac.digest(key, lp("referee/seat/v1", game, seat, str(number)), "sha256")
    return base64.b32encode(digest).decode().lower()[:LENGTH]


class Seats:
    """The seats of a home, found by their secrets."""

    def __init__(self, home: Home) -> None:
        """Take up the index of a home; it is made anew from the rosters where it is missing."""
        self.home, self.folder = home, home.path / "seats"
        if not self.folder.is_dir():
            self.rebuild()

    def rebuild(self) -> None:
        """Make the index anew: every seat of every game that has a player."""
        files.private_folder(self.folder)
        for game in self.home.games():
            for seat, player in roster.read(self.home.roster_path(game)).seats.items():
                self.add(game, seat, player.key)

    def secret(self, game: str, seat: str) -> str:
        """The secret of a seat as it is now. Raises KeyError if nobody sits there."""
        player = roster.read(self.home.roster_path(game)).seats[seat]
        return secret(self.home.key(), game, seat, player.key)

    def add(self, game: str, seat: str, number: int) -> None:
        """Enter a secret of a seat; it is good as long as the roster says that it is the one."""
        place = self._place(secret(self.home.key(), game, seat, number))
        if not place.exists():
            files.replace(place, f"{game} {seat}".encode())

    def remove(self, game: str, seat: str, number: int) -> None:
        """Take out a secret of a seat."""
        files.remove(self._place(secret(self.home.key(), game, seat, number)))

    def named_in(self, texts: Iterable[str]) -> frozenset[Seat]:
        """The seats whose secrets stand in these texts."""
        tokens = {token for text in texts for token in TOKEN.findall(text)}
        return frozenset(seat for token in tokens if (seat := self.find(token.lower())))

    def find(self, token: str) -> Seat | None:
        """The seat of a secret; None if it is none, or none any more."""
        try:
            game, seat = self._place(token).read_text("ascii").split(" ")
        except (FileNotFoundError, ValueError, UnicodeDecodeError):
            return None
        # An index that a crash left behind the rosters must not let an old secret in.
        try:
            known = self.secret(game, seat)
        except (KeyError, Faulty):
            return None
        return Seat(game, seat) if hmac.compare_digest(known, token) else None

    def _place(self, token: str) -> Path:
        return self.folder / hashlib.sha256(token.encode()).hexdigest()


def without_secrets(text: str, seats: Seats) -> str:
    """A line in which nobody's secret stands: each is shown as stars. What a player writes may be shown to others."""
    return TOKEN.sub(lambda found: "*" * LENGTH if seats.find(found[0].lower()) else found[0], text)

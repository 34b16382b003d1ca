"""Who writes: a mail bears the secret of a seat, in the address it went to or in its subject.

A secret is 26 lower-case base32 characters (130 bits), made from the home's key and random bytes of the game,
one for each seat. It is looked up by its hash, so the time that takes reveals nothing about it:

    HOME/seats/<SHA-256 of the secret>      holds `ID seat`; made again from the rosters if the folder is missing
    HOME/seats/<SHA-256 of a code>          holds `ID seat old` or `ID seat new`: see `referee.desk.addresses`
"""

import base64
import hashlib
import hmac
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from referee.home import roster
from referee.home.home import Home
from referee.house.players import Player
from referee.util import files
from referee.util.errors import Faulty
from referee.util.journal import LENGTH
from referee.util.regexes import regex

SIDES = ("old", "new")
"""The two mailboxes that confirm a change of address, each by its own code (see `referee.desk.addresses`)."""
STARS = "*" * LENGTH
SUSPECT = regex(rf"[a-z2-7]{{{LENGTH},}}", re.ASCII | re.IGNORECASE)
TOKEN = regex(rf"(?<![a-z0-9])[a-z2-7]{{{LENGTH}}}(?![a-z0-9])", re.ASCII | re.IGNORECASE)


class Seat(NamedTuple):
    """A seat of a game."""

    game: str
    seat: str


class Finds(Protocol):
    """Who knows seats by their secrets: those of a home, or of a store."""

    def at(self, token: str) -> Seat | None:
        """The seat that a secret or code is or was for."""


class Code(NamedTuple):
    """A code found in a letter, in the form of a secret: what the index says it is for. It may no longer be valid."""

    game: str
    seat: str
    side: str
    token: str


def as_token(digest: bytes) -> str:
    """A secret or code made of these bytes."""
    return base64.b32encode(digest).decode().lower()[:LENGTH]


def secret(home: Home, game: str, seat: str, number: int) -> str:
    """The secret of a seat; `number` counts its new secrets. Raises `Faulty` for a game whose roster is lost."""
    digest = home.derived(game, "secrets", "referee/seat/v2", game, seat, str(number))
    return as_token(digest)


def code(home: Home, game: str, seat: str, player: Player, wish: roster.Wish, side: str) -> str:
    """The code by which one mailbox confirms a wish; valid while the roster still holds all it is made from."""
    stands = (str(player.key), player.address, wish.address, str(wish.entry), side)
    digest = home.derived(game, "secrets", "referee/address/v2", game, seat, *stands)
    return as_token(digest)


class Seats:
    """The seats of a home, found by their secrets."""

    def __init__(self, home: Home) -> None:
        """Take the index of a home; if it is missing it is made again from the rosters."""
        self.home, self.folder = home, home.path / "seats"
        if not self.folder.is_dir():
            self.rebuild()

    def rebuild(self) -> None:
        """Make the index again: every seat with a player, of every game."""
        files.private_folder(self.folder)
        for game in self.home.games():
            known = roster.read(self.home.roster_path(game))
            for seat, player in known.everybody.items():
                for number in (player.key, player.key - 1)[: 1 + (seat in known.renewed)]:
                    self.add(game, seat, number)
            for seat, side, token in self.codes_of(game):
                self.add_code(game, seat, side, token)

    def codes_of(self, game: str) -> Iterator[tuple[str, str, str]]:
        """The codes of the current wishes in a game: seat, side, code."""
        known = roster.read(self.home.roster_path(game))
        for seat, wish in known.asked.items():
            if wish.address and seat in known.seats:
                for side in SIDES:
                    yield seat, side, code(self.home, game, seat, known.seats[seat], wish, side)

    def secret(self, game: str, seat: str) -> str:
        """The current secret of a seat. Raises KeyError if nobody sits there."""
        player = roster.read(self.home.roster_path(game)).everybody[seat]
        return secret(self.home, game, seat, player.key)

    def add(self, game: str, seat: str, number: int) -> None:
        """Enter a secret of a seat; it is valid as long as the roster agrees."""
        place = self._place(secret(self.home, game, seat, number))
        if not place.exists():
            files.replace(place, f"{game} {seat}".encode())

    def remove(self, game: str, seat: str, number: int) -> None:
        """Remove a secret of a seat, and the one before it."""
        for one in (number, number - 1)[: 1 + (number > 0)]:
            files.remove(self._place(secret(self.home, game, seat, one)))

    def named_in(self, texts: Iterable[str]) -> frozenset[Seat]:
        """The seats whose secrets stand in these texts."""
        return frozenset(seat for token in tokens(texts) if (seat := self.find(token)))

    def find(self, token: str) -> Seat | None:
        """The seat with this secret; None if no seat has it now."""
        return self._found(token, 0)

    def formerly_in(self, texts: Iterable[str]) -> frozenset[Seat]:
        """The seats whose previous secrets stand in these texts, as far as the index has them. These let nobody in."""
        return frozenset(seat for token in tokens(texts) if (seat := self._found(token, 1)))

    def _found(self, token: str, ago: int) -> Seat | None:
        """The seat whose secret this is, or was `ago` secrets ago."""
        game, seat, *more = self._entry(token) or ("", "")
        # An index that is older than the rosters, after a crash, must not let an old secret in.
        try:
            player = roster.read(self.home.roster_path(game)).everybody[seat]
        except (KeyError, Faulty):
            return None
        if more or player.key < ago:
            return None
        known = secret(self.home, game, seat, player.key - ago)
        return Seat(game, seat) if hmac.compare_digest(known, token) else None

    def add_code(self, game: str, seat: str, side: str, token: str) -> None:
        """Enter a code; see `referee.desk.addresses`."""
        files.replace(self._place(token), f"{game} {seat} {side}".encode())

    def forget(self, game: str) -> None:
        """Remove everything known about a game, valid or not. Raises OSError."""
        for path in list(self.folder.iterdir()):
            if path.read_bytes().startswith(f"{game} ".encode()):
                files.remove(path)

    def codes_in(self, texts: Iterable[str]) -> frozenset[Code]:
        """The codes that stand in these texts, valid or not."""
        entries = ((token, self._entry(token)) for token in tokens(texts))
        return frozenset(
            Code(entry[0], entry[1], entry[2], token) for token, entry in entries if entry and entry[2:]
        )

    def at(self, token: str) -> Seat | None:
        """The seat that a secret or code is or was for. It groups mails that belong together, and lets nobody in."""
        entry = self._entry(token)
        return Seat(entry[0], entry[1]) if entry else None

    def gave(self, token: str, game: str = "") -> bool:
        """Whether this is a secret or code in the index, or one that a seat of this game ever had."""
        if self._entry(token):
            return True
        seats = roster.read(self.home.roster_path(game)).everybody if game else {}
        return any(
            token == secret(self.home, game, seat, number)
            for seat, player in seats.items()
            for number in range(player.key)
        )

    def _entry(self, token: str) -> tuple[str, ...] | None:
        """The index's words for a secret or code, two or three; None if there is no readable entry."""
        try:
            words = self._place(token).read_text("ascii").split(" ")
        except (FileNotFoundError, ValueError, UnicodeDecodeError):
            return None
        return tuple(words) if len(words) in {2, 3} else None

    def _place(self, token: str) -> Path:
        return self.folder / hashlib.sha256(token.encode()).hexdigest()


def tokens(texts: Iterable[str]) -> set[str]:
    """All words in these texts that have the form of a secret."""
    return {token.lower() for text in texts for token in TOKEN.findall(text)}


def without_secrets(text: str, seats: Seats, game: str = "") -> str:
    """A text in which every secret and code is replaced by stars, because a player's words may be shown to others.

    Of `game`, secrets that a seat had long ago are recognized too.
    """
    return TOKEN.sub(lambda found: STARS if seats.gave(found[0].lower(), game) else found[0], text)


def starred(text: str) -> str:
    """A text for logs and tracebacks: everything with the form of a secret becomes stars, without looking it up."""
    return SUSPECT.sub(STARS, text)

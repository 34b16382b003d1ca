"""A home of which nothing is known but a key: for what rests on it, in games of any id."""

import hmac

from referee.engine.lots import lp
from referee.home.home import Home


class Keyed(Home):
    """A home without a folder, whose games have no random bytes."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def derived(self, game: str, of: str, *what: str | bytes) -> bytes:
        """The same as of a home, but for the random bytes of the game."""
        return hmac.digest(self._key, lp(game, of, *what), "sha256")

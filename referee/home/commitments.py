"""Whether the key of a home is the one with which its games began: by the commitments in their openings (H19).

Later lots, addresses and ids come from the key. With another one a running game would go on with other lots than
it was committed to, and nobody would see it before its end.
"""

import hmac
import re
from collections.abc import Iterator

from referee.engine.lots import commitment, lp
from referee.home.home import Home
from referee.record.stores import Reader
from referee.table.table import Table
from referee.util.errors import Faulty, WrongConfig
from referee.util.regexes import regex

OPENING = 256 * 1024
"""How many bytes of a record are looked at for its commitment, which stands in the opening."""
COMMIT = regex(rb'^commit: "([0-9a-f]{64})"\n', re.MULTILINE)
LOTS = regex(rb'^lots: "([0-9a-f]{64})"\n(?:.*\n)*?seed: ""\n', re.MULTILINE)
"""In a roster: the random bytes of a game whose secret comes from the key, and not from a seed given by hand."""


def other_games(home: Home) -> Iterator[str]:
    """The running games of a home that began with another key. Raises `Faulty` for a key that cannot be read."""
    key = home.key()
    for game in home.games():
        if not _fits(home, game, key) and _runs(home, game):
            yield game


def refuse_other_key(home: Home) -> None:
    """Raise `Faulty` where the key of a home is not that of its running games."""
    if game := next(other_games(home), ""):
        raise WrongConfig("key-other", where=str(home.path / "key"), game=game)


def _fits(home: Home, game: str, key: bytes) -> bool:
    """Whether the commitment of a game is to the secret that comes from the key; if that cannot be told, it is."""
    try:
        with home.record_path(game).open("rb") as file:
            commit = COMMIT.search(file.read(OPENING).partition(b"\n... # ")[0] + b"\n")
        lots = LOTS.search(home.roster_path(game).read_bytes())
    except OSError:
        return True
    if commit is None or lots is None:
        return True
    own = bytes.fromhex(lots[1].decode())
    secret = hmac.digest(key, lp("referee/lots/v2", game, own), "sha256")
    return commitment(secret, game).hex() == commit[1].decode()


def _runs(home: Home, game: str) -> bool:
    """Whether a game is not over; one whose record cannot be read is told elsewhere."""
    try:
        return Table(Reader.at(home.record_path(game))).outcome is None
    except Faulty:
        return False

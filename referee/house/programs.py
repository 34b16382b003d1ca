"""A program of the house that plays a seat: rule H34.

It has an address of its own, under a name that no mail server can ever have (RFC 2606), and no letter to it goes out.
"""

import re

from referee.engine.rules import cites
from referee.house.players import Player
from referee.util.errors import Faulty

LEVELS = ("plain", "easy", "fair", "strong")
"""How strong it may play; the first needs nothing that is not installed with the referee."""
USUAL = "fair"
WORD, KIND = "partner", "program"
"""How it is asked for, and what its name says that it is, in every language."""
NAMED = f"{WORD.title()} {KIND} ({{}})"
"""The name of a program at a table. Nobody who comes by mail can have such a name."""
NAMES = frozenset(map(NAMED.format, LEVELS))
HOST = "partner.invalid"
ASKED = re.compile(rf"{WORD}(?:\s*:\s*(?P<level>[a-z]*))?", re.IGNORECASE)


@cites("H34")
def program(text: str) -> Player | None:
    """The player that `partner` or `partner:strong` means; None for any other text. Raises `Faulty`."""
    asked = ASKED.fullmatch(text.strip())
    if asked is None:
        return None
    level = (asked["level"] or USUAL).lower()
    if level not in LEVELS:
        raise Faulty("partner-level", level=level, levels=LEVELS)
    return Player(f"{level}@{HOST}", NAMED.format(level))


def level_of(player: Player) -> str:
    """How strong a program plays; "" for a player who is none."""
    level, _, host = player.address.partition("@")
    return level if host == HOST and level in LEVELS else ""

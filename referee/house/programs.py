"""A program of the house that plays a seat: rule H34.

It has an address of its own, under a name that no mail server can ever have (RFC 2606), and no letter to it goes out.
"""

from referee.engine.rules import cites
from referee.house.players import Player

WORD = "partner"
"""How a program is asked for."""
NAME = "Partner (program)"
"""The name of a program at a table, in every language. Nobody who comes by mail can have such a name."""
HOST = "partner.invalid"


@cites("H34")
def program(text: str) -> Player | None:
    """The player that the word `partner` means; None for any other text."""
    return Player(f"{WORD}@{HOST}", NAME) if text.strip().lower() == WORD else None


def is_program(player: Player) -> bool:
    """True if a program of the house plays as this player."""
    return player.address.endswith(f"@{HOST}")

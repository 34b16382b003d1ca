"""What became of one letter in a pass, for the log: by the name that it has in the spool from its arrival on.

Nothing of its text stands here, no secret and no address.
"""

from dataclasses import dataclass, field

RULED, REPEATED, ASIDE, HELD, WAITS = "ruled", "repeated", "aside", "held", "waits"
"""Ruled on; ruled on before; put away without an entry; on hold; to be looked at later."""


@dataclass(slots=True)
class Handled:
    """One letter: its name, its Message-ID, game and seat if it bears a secret, what became of it and why, our answers to it."""

    letter: str
    id: str = ""
    game: str = ""
    seat: str = ""
    became: str = ""
    reason: str = ""
    answers: list[str] = field(default_factory=list)

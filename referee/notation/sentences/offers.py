"""What people answer to an offer of a draw, or to take a letter back: `no thanks`, `na klar, kein Problem`.

It is never an answer: the orders that may have been meant are offered.
"""

from referee.notation.asked import listed
from referee.notation.consent import PART, sounds_like
from referee.notation.folding import parts

LONGEST = 120


def agrees(line: str) -> bool:
    """Whether some part of a line says yes."""
    return sounds_like(line) or _holds(line, "agreeing")


def refuses(line: str) -> bool:
    """Whether some part of a line says no."""
    return _holds(line, "refusing")


def _holds(line: str, section: str) -> bool:
    return len(line) <= LONGEST and any(parts(one) in listed(section) for one in PART.split(line))

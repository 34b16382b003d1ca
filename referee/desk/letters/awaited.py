"""The letters whose answers wait for what a program of the house does then, so that one mail tells both (H34).

Anna's `c1-d2` ends her turn, and a program is on turn. The pass that rules on her letter writes nothing to her; the
program is asked, what it writes is ruled on in the next pass, and one mail tells Anna what came of her order, what
the program did, and that it is her turn. Nothing more than this is put off, and only while this holds:

    Each letter is answered by the end of the run of passes that ruled on it, or by the first pass after it.

What is awaited is known to the process that waits, and stands nowhere on the disk: which letters are due is worked out
from the record, and until they are written the game does not count as told. So a process that ends in between leaves a
letter that is due, and whoever makes the next pass writes it, once:

    dies before the program is asked            the next pass writes the receipt alone
    dies before the program's order counts      the same; the order, in the spool, is ruled on by that pass or the next
    dies after that                             the next pass writes the one mail that tells both
    the program fails, or has nothing to say    the pass after that writes the receipt alone
    the program takes too long (`PATIENCE`)     the next pass writes what there is by then
"""

import time
from collections.abc import Callable, Collection

from referee.util.values import Value

PATIENCE = 100.0
"""Seconds that a letter waits: the time of six orders of the strongest program, and some."""


class Wait(Value):
    """A letter that waits: until when (`time.monotonic`), and its Message-ID."""

    ends: float
    message: str


class Awaited:
    """The letters that wait in a run of passes, by game and entry. True while there is one."""

    def __init__(self, patience: float = PATIENCE, clock: Callable[[], float] = time.monotonic) -> None:
        """None waits yet."""
        self._patience, self._clock = patience, clock
        self._waits: dict[tuple[str, int], Wait] = {}

    def __bool__(self) -> bool:
        return bool(self._waits)

    def begin(self, game: str, entry: int, message: str) -> None:
        """The answer to the letter of that entry, just ruled on, waits."""
        self._waits.setdefault((game, entry), Wait(self._clock() + self._patience, message))

    def holds(self, game: str, entry: int) -> bool:
        """Whether the answer to the letter of that entry waits still."""
        return (game, entry) in self._waits and self._clock() < self._waits[game, entry].ends

    def messages(self, game: str) -> dict[int, str]:
        """The Message-IDs of the letters to a game that wait, by entry."""
        return {entry: one.message for (id_, entry), one in self._waits.items() if id_ == game}

    def late(self) -> bool:
        """Whether a letter has waited for too long."""
        return any(self._clock() >= one.ends for one in self._waits.values())

    def only(self, games: Collection[str]) -> None:
        """Nothing is awaited any more but in these games: their programs have written."""
        self._waits = {key: one for key, one in self._waits.items() if key[0] in games}

    def told(self, game: str, entry: int) -> None:
        """The letter of that entry is answered."""
        self._waits.pop((game, entry), None)

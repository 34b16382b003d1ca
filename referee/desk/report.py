"""What a pass did, and what became of each letter, for the log.

A letter is named as the spool names it from its arrival on. Nothing of its text stands here, no secret and no
address.
"""

from dataclasses import dataclass, field

RULED, REPEATED, ASIDE, HELD, WAITS = "ruled", "repeated", "aside", "held", "waits"
"""Ruled on; ruled on before; put away without an entry; on hold; to be looked at later."""


class Wider(Exception):
    """What is to be done for one game reaches beyond it: it has to be done with the whole home."""


@dataclass(slots=True)
class Handled:
    """One letter, for the log.

    It holds its name, its Message-ID, game and seat if it bears a secret, what became of it and why, and our
    answers to it.
    """

    letter: str
    id: str = ""
    game: str = ""
    seat: str = ""
    became: str = ""
    reason: str = ""
    answers: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Done:
    """What one pass did: letters ruled on, put away without an entry, held; letters out written; errors.

    Attributes:
        put_off: how many seats have letters that must wait because they write too many.
        handled: what became of each letter.
        more: letters wait whose turn has not come, since the pass had done enough.
    """

    ruled: int = 0
    aside: int = 0
    put_off: int = 0
    held: list[tuple[str, str]] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    troubles: list[tuple[str, BaseException]] = field(default_factory=list)
    handled: list[Handled] = field(default_factory=list)
    more: bool = False


def add_to(done: Done, more: Done) -> None:
    """Count what another pass did too: its letters after those of the first; what is held or troubled as it is now."""
    done.ruled, done.aside, done.put_off = done.ruled + more.ruled, done.aside + more.aside, more.put_off
    done.held, done.troubles, done.more = more.held, more.troubles, more.more
    done.written += more.written
    done.handled += more.handled

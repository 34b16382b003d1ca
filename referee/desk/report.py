"""What a pass did, and what became of each letter, for the log.

A letter is named as the spool names it from its arrival on. Nothing of its text stands here, no secret and no
address. For those who ask how a home stands, the last pass leaves one file:

    HOME/post/waits      of each letter that waits, its name in the spool and the reason; may be deleted at any time
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from referee.home.seats import Seat
from referee.post.spool import Spool
from referee.util import files
from referee.util.regexes import regex
from referee.util.values import Struct, field

RULED, REPEATED, ASIDE, HELD, WAITS = "ruled", "repeated", "aside", "held", "waits"
"""Ruled on; ruled on before; put away without an entry; on hold; to be looked at later."""
WAITS_FILE = "waits"
DOUBT, TROUBLE, BEHIND = "doubt", "trouble", "behind"
"""Its game is in doubt and rests; there was an error; there was an error with a letter before it in its game."""
MOST_TOLD = 2000
ROW = regex(r"(\S{1,80}) ([a-z-]{1,40})", re.ASCII)


class Wider(Exception):
    """What is to be done for one game reaches beyond it: it has to be done with the whole home."""


class Handled(Struct):
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


class Done(Struct):
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


def note_waits(
    spool: Spool, seat_of: Callable[[str], Seat], resting: Mapping[str, str], done: Done, post: Path
) -> None:
    """Note why each waiting letter waits, if that is known; an error in doing so is told in `done`.

    `resting` gives the games none of whose letters was looked at, each with the reason.
    """
    said = {one.letter: one for one in done.handled}
    own = {letter: one.reason for letter, one in said.items() if one.became == WAITS}
    of_seat = {(one.game, one.seat): one.reason for one in said.values() if one.became == WAITS}
    troubled = {name for name, _ in done.troubles}
    reasons = dict[str, str]()
    for name in spool.waiting()[:MOST_TOLD]:
        seat = seat_of(name)
        reason = own.get(name) or (TROUBLE if name in troubled else of_seat.get(seat, ""))
        reason = reason or resting.get(seat.game, "")
        if reason:
            reasons[name] = reason
            if name not in own and name not in troubled:
                told = Handled(name, game=seat.game, seat=seat.seat, became=WAITS, reason=reason)
                done.handled.append(told)
    try:
        _write_waits(post / WAITS_FILE, reasons)
    except OSError as error:
        done.troubles.append((WAITS_FILE, error))


def read_waits(post: Path) -> Mapping[str, str]:
    """Why letters wait, by their names, as of the last pass."""
    try:
        lines = (post / WAITS_FILE).read_text("ascii", errors="replace").splitlines()
    except OSError:
        return {}
    return {row[1]: row[2] for row in map(ROW.fullmatch, lines) if row}


def _write_waits(path: Path, reasons: Mapping[str, str]) -> None:
    text = "".join(f"{name} {reason}\n" for name, reason in reasons.items())
    if text and read_waits(path.parent) != reasons:
        files.private_folder(path.parent)
        files.jot(path, text.encode("ascii"))
    elif not text and path.exists():
        files.forget(path)

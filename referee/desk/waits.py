"""Why letters wait, as of the last pass, for those who ask how a home stands.

The last pass leaves one file:

    HOME/post/waits      of each letter that waits, its name in the spool and the reason; may be deleted at any time
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from referee.desk.report import WAITS, Done, Handled
from referee.home.seats import Seat
from referee.post.spool import Spool
from referee.util import files

NAME = "waits"
DOUBT, TROUBLE, BEHIND = "doubt", "trouble", "behind"
"""Its game is in doubt and rests; there was an error; there was an error with a letter before it in its game."""
MOST = 2000
ROW = re.compile(r"(\S{1,80}) ([a-z-]{1,40})", re.ASCII)


def note(
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
    for name in spool.waiting()[:MOST]:
        seat = seat_of(name)
        reason = own.get(name) or (TROUBLE if name in troubled else of_seat.get(seat, ""))
        reason = reason or resting.get(seat.game, "")
        if reason:
            reasons[name] = reason
            if name not in own and name not in troubled:
                told = Handled(name, game=seat.game, seat=seat.seat, became=WAITS, reason=reason)
                done.handled.append(told)
    try:
        _write(post / NAME, reasons)
    except OSError as error:
        done.troubles.append((NAME, error))


def read(post: Path) -> Mapping[str, str]:
    """Why letters wait, by their names, as of the last pass."""
    try:
        lines = (post / NAME).read_text("ascii", errors="replace").splitlines()
    except OSError:
        return {}
    return {row[1]: row[2] for row in map(ROW.fullmatch, lines) if row}


def _write(path: Path, reasons: Mapping[str, str]) -> None:
    text = "".join(f"{name} {reason}\n" for name, reason in reasons.items())
    if text and read(path.parent) != reasons:
        files.private_folder(path.parent)
        files.jot(path, text.encode("ascii"))
    elif not text and path.exists():
        files.forget(path)

"""Why letters wait, as of the last pass, for whoever asks how a home stands.

HOME/post/waits      of each letter that waits, its name in the spool and the reason; may be deleted at any time
"""

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from referee.desk.doubts import Doubts
from referee.desk.office import Office
from referee.desk.report import WAITS, Done, Handled
from referee.desk.rounds import Rounds
from referee.util import files

NAME = "waits"
DOUBT, TROUBLE, BEHIND = "doubt", "trouble", "behind"
"""Its game rests, for there is doubt of it; something was in the way; something was in the way of one before it in its game."""
MOST = 2000
ROW = re.compile(r"(\S{1,80}) ([a-z-]{1,40})", re.ASCII)


def note(desk: Office, doubts: Doubts, rounds: Rounds, stuck: Collection[str], done: Done) -> None:
    """Tell of each letter that waits why it does, if we know; a trouble with that is told in `done`."""
    said = {one.letter: one for one in done.handled}
    own = {letter: one.reason for letter, one in said.items() if one.became == WAITS}
    of_seat = {(one.game, one.seat): one.reason for one in said.values() if one.became == WAITS}
    troubled = {name for name, _ in done.troubles}
    reasons = dict[str, str]()
    for name in desk.spool.waiting()[:MOST]:
        seat = rounds.seat(name)
        reason = own.get(name) or (TROUBLE if name in troubled else of_seat.get(seat, ""))
        if not reason and seat.game and seat.game in stuck:
            reason = DOUBT if doubts.of(seat.game) else BEHIND
        if reason:
            reasons[name] = reason
            if name not in own and name not in troubled:
                told = Handled(name, game=seat.game, seat=seat.seat, became=WAITS, reason=reason)
                done.handled.append(told)
    try:
        _write(desk.home.path / "post" / NAME, reasons)
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

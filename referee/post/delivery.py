"""The delivery of one letter: from standard input into the spool, safely or not at all.

A mail server runs this once for each letter, as `referee mail`. The exit code is 0 once the letter is on the
disk. Otherwise it is 75 (`EX_TEMPFAIL` of sysexits.h), and the mail server keeps the letter and tries again.
Nothing is printed, because the mail server would mail it to the writer. Little is loaded, so that the start
is quick.
"""
# Paths are text here, for pathlib is slow to load.
# ruff: noqa: PTH111, PTH112, PTH113, PTH116, PTH118, PTH120

import os
import time

from referee.util import files

SPOOLED, AGAIN = 0, 75
MOST, KEPT = 25 << 20, (1 << 20) + 1
"""The most bytes of a letter that is kept whole, and how many are kept of a larger one: enough to see its size."""

FOLDERS = ("tmp", "new", "work", "done", "hold")
"""The folders of a spool. `hold` is made last: where it stands, the others are safely on the disk."""

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGALRM", "SIGXCPU", "SIGUSR1", "SIGUSR2")
_TO_CLICK = ("-h", "--help", "--version")


class Stopped(BaseException):
    """A signal asks us to end."""


def default_home() -> str:
    """The folder of the games by default: REFEREE_HOME, or else `referee` in the user's data folder (XDG)."""
    if given := os.environ.get("REFEREE_HOME"):
        return given
    data = os.environ.get("XDG_DATA_HOME", "")
    return os.path.join(data if data.startswith("/") else os.path.expanduser("~/.local/share"), "referee")


def run(args: list[str]) -> int | None:
    """Deliver the letter on standard input, if the arguments ask for that: the exit code, 0 or 75.

    None if they are for another verb, or ask for help. Wrong arguments also give 75, silently: the mail
    server should keep the letter until the keeper has corrected the line that calls us.
    """
    home = default_home()
    at = 0
    while at < len(args) and args[at].startswith("-"):
        option, told, value = args[at].partition("=")
        if option in _TO_CLICK:
            return None
        if option != "--home":
            return AGAIN if args[-1] == "mail" else None
        home = value if told else "".join(args[at + 1 : at + 2])
        at += 1 if told else 2
    if args[at:] == ["mail"]:
        return _guarded(home)
    if args[at : at + 1] == ["mail"]:
        return None if args[at + 1 :] in (["-h"], ["--help"]) else AGAIN
    # `--home $HOME_OF_GAMES mail` in a shell that does not know that name: no home is given.
    return AGAIN if at >= len(args) and home == "mail" else None


def _guarded(home: str) -> int:
    """Deliver a letter. A signal before the letter is safe takes it back; a later signal changes nothing."""
    import signal  # noqa: PLC0415  slow to load; help needs none of it

    over: list[bool] = []

    def stop(_signal: int, _frame: object) -> None:
        if not over:
            over.append(True)
            raise Stopped

    try:
        for name in _SIGNALS:
            signal.signal(getattr(signal, name), stop)
        return deliver(home, over)
    except BaseException:  # noqa: BLE001  whatever went wrong, the letter is not here: the mail server still has it
        return AGAIN


def deliver(home: str, over: "list[bool] | None" = None) -> int:
    """Put the letter on standard input into the spool of a home that exists: 0, or 75 if that failed.

    Something is appended to `over` at the moment from which the letter is safe.
    """
    try:
        letter = _letter()
        there = os.stat(home)
        # If another user writes here, even root, the owner of the home could not read it.
        ours = there.st_uid == os.geteuid()
        if there.st_mode & 0o077 or not ours or not os.path.isfile(f"{home}/key"):
            return AGAIN
        store(f"{home}/post", letter, time.time_ns() // 1000, over)
    except (OSError, ValueError, MemoryError):
        return AGAIN
    return SPOOLED


def _letter() -> bytes:
    """Standard input, read to its end; of a letter that is too large, only the beginning."""
    data, size = bytearray(), 0
    while piece := os.read(0, 1 << 16):
        size += len(piece)
        if size <= MOST:
            data += piece
        else:
            del data[KEPT:]
    return bytes(data)


def store(post: str, letter: bytes, arrived: int, over: "list[bool] | None" = None) -> str:
    """Put a letter into the spool in the folder `post`, made if need be, and give the letter's name there.

    `arrived` counts microseconds since 1970, UTC; the name tells it. Raises OSError; then the letter is not
    in the spool.
    """
    _make_ready(post)
    name = name_of(arrived)
    target = f"{post}/new/{name}"
    try:
        files.replace(target, letter, f"{post}/{FOLDERS[0]}")
        if over is not None:
            over.append(True)
    except BaseException:
        # The letter may be in place, and only the last sync failed: the mail server will bring it once more.
        files.forget(target)
        raise
    return name


def name_of(arrived: int) -> str:
    """A name never used before for a letter that arrived then (microseconds since 1970, UTC).

    Sorted by name, letters stand in the order of their arrival, until the year 9999.
    """
    seconds, micros = divmod(arrived, 1_000_000)
    moment = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
    return f"{moment}{micros:06}Z-{os.urandom(8).hex()}"


def _make_ready(post: str) -> None:
    """Make the folders of the spool, unless they are there. Where the last one is, all of them are on the disk."""
    if all(os.path.isdir(f"{post}/{name}") for name in FOLDERS):
        return
    for name in FOLDERS[:-1]:
        files.private_folder(f"{post}/{name}")
    # A folder that is there may have been made by another delivery that has not yet synced it.
    files.sync_folder(os.path.dirname(post))
    files.sync_folder(post)
    files.private_folder(f"{post}/{FOLDERS[-1]}")

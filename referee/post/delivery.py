"""The delivery of one letter: from standard input into the spool, safely or not at all.

A mail server runs this once a letter, as `referee mail`. It ends with 0 if the letter is on the disk, else with
75, upon which the mail server keeps the letter and tries again (`EX_TEMPFAIL` of sysexits.h); it never prints,
for what it prints would be mailed to the writer. It loads little, so that it starts quickly.
"""
# Paths are text here, for pathlib is slow to load.
# ruff: noqa: PTH111, PTH112, PTH113, PTH116, PTH118, PTH120

import os
import time

from referee.util import files

SPOOLED, AGAIN = 0, 75
MOST, KEPT = 25 << 20, (1 << 20) + 1
"""A letter of more bytes than the first is not kept whole: the second is enough to see that it is too large."""

FOLDERS = ("tmp", "new", "work", "done", "hold")
"""The folders of a spool; the last is made when the others are safely there."""

_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGALRM", "SIGXCPU", "SIGUSR1", "SIGUSR2")
_TO_CLICK = ("-h", "--help", "--version")


class Stopped(BaseException):
    """A signal asks us to end."""


def default_home() -> str:
    """Where the games lie if nothing is said: REFEREE_HOME, else `referee` in the user's folder for data (XDG)."""
    if given := os.environ.get("REFEREE_HOME"):
        return given
    data = os.environ.get("XDG_DATA_HOME", "")
    return os.path.join(data if data.startswith("/") else os.path.expanduser("~/.local/share"), "referee")


def run(args: list[str]) -> int | None:
    """Deliver the letter on standard input, if these arguments ask for it: the exit code, 0 or 75.

    None if they are for another verb, or ask for help. A wrong use is 75 too, and silent: the mail server
    shall keep the letter until its keeper has mended the line that calls us.
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
    # `--home $HOME_OF_GAMES mail`, where the shell knows no such name: no home is given.
    return AGAIN if at >= len(args) and home == "mail" else None


def _guarded(home: str) -> int:
    """Deliver a letter; a signal before it is safely there takes it back, a later one changes nothing."""
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
    except BaseException:  # noqa: BLE001  whatever it is, the letter is not here: the mail server has it still
        return AGAIN


def deliver(home: str, over: "list[bool] | None" = None) -> int:
    """Put the letter on standard input into the spool of a home, which must be there: 0, or 75 if it failed.

    Something is added to `over` at the moment from which the letter is safely there.
    """
    try:
        letter = _letter()
        there = os.stat(home)
        # What another user writes here, root too, the owner of the home could not read.
        ours = there.st_uid == os.geteuid()
        if there.st_mode & 0o077 or not ours or not os.path.isfile(f"{home}/key"):
            return AGAIN
        store(f"{home}/post", letter, time.time_ns() // 1000, over)
    except (OSError, ValueError, MemoryError):
        return AGAIN
    return SPOOLED


def _letter() -> bytes:
    """All of standard input, read to its end; of a letter beyond all measure its beginning."""
    data, size = bytearray(), 0
    while piece := os.read(0, 1 << 16):
        size += len(piece)
        if size <= MOST:
            data += piece
        else:
            del data[KEPT:]
    return bytes(data)


def store(post: str, letter: bytes, arrived: int, over: "list[bool] | None" = None) -> str:
    """Put a letter into the spool in the folder `post`, made if need be; its name, which tells its arrival.

    `arrived` counts microseconds since 1970, UTC. Raises OSError; the letter is then not in the spool.
    """
    _make_ready(post)
    name = name_of(arrived)
    target = f"{post}/new/{name}"
    try:
        files.replace(target, letter, f"{post}/{FOLDERS[0]}")
        if over is not None:
            over.append(True)
    except BaseException:
        # It may have got there, and only the last sync failed; the mail server will bring it once more.
        files.forget(target)
        raise
    return name


def name_of(arrived: int) -> str:
    """A name for a letter that came then (microseconds since 1970, UTC), its like never given before.

    Sorted by name, letters stand in the order of their arrival, until the year 9999.
    """
    seconds, micros = divmod(arrived, 1_000_000)
    moment = time.strftime("%Y%m%dT%H%M%S", time.gmtime(seconds))
    return f"{moment}{micros:06}Z-{os.urandom(8).hex()}"


def _make_ready(post: str) -> None:
    """Make the folders of the spool, unless they are there; the last one tells that the others are durable."""
    if all(os.path.isdir(f"{post}/{name}") for name in FOLDERS):
        return
    for name in FOLDERS[:-1]:
        files.private_folder(f"{post}/{name}")
    # A folder that was there may be another delivery's that has not come as far as syncing it.
    files.sync_folder(os.path.dirname(post))
    files.sync_folder(post)
    files.private_folder(f"{post}/{FOLDERS[-1]}")

"""Where letters are taken by LMTP: a socket in the file system, or a port of loopback, never open to the network."""

import os
import socket
import stat
from contextlib import suppress
from pathlib import Path

from referee.home import ways
from referee.util import files
from referee.util.errors import Faulty, TryAgain, WrongConfig

LONGEST_PATH = 107
"""The longest path of a socket that the kernel accepts, in bytes."""
MODES = {"owner": 0o600, "group": 0o660}
WAITING = 64


def listening(home: Path, serve: ways.Serve) -> socket.socket:
    """A socket for mail servers. Raises `Faulty` if another process listens there, or a file is in the way."""
    if found := ways.LOOPBACK.fullmatch(serve.lmtp):
        return _port(found[1].strip("[]"), int(found[2]), serve.lmtp)
    return _path(home / serve.lmtp, MODES[serve.lmtp_for])


def _port(host: str, port: int, where: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(WAITING)
    except (OSError, OverflowError) as error:
        made.close()
        raise WrongConfig("lmtp-cannot", where=where, error=_reason(error)) from None
    return made


def _path(path: Path, mode: int) -> socket.socket:
    if len(bytes(path)) > LONGEST_PATH:
        raise WrongConfig("lmtp-path-long", where=str(path), limit=LONGEST_PATH)
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        files.private_folder(path.parent)
        _make_room(path)
        made.bind(str(path))
        path.chmod(mode)  # before anybody connects
        made.listen(WAITING)
    except OSError as error:
        made.close()
        raise WrongConfig("lmtp-cannot", where=str(path), error=_reason(error)) from None
    except Faulty:
        made.close()
        raise
    return made


def _make_room(path: Path) -> None:
    """Remove a socket on which nobody listens any more, such as a killed process leaves."""
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(found):
        raise WrongConfig("lmtp-in-the-way", where=str(path))
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asked:
        try:
            asked.settimeout(5)
            asked.connect(str(path))
        except ConnectionRefusedError:
            path.unlink(missing_ok=True)
            return
    raise TryAgain("lmtp-taken", where=str(path))


def shut_to_group(home: Path, serve: ways.Serve) -> Path | None:
    """The folder that keeps the group from a socket that is open to it; None if there is none.

    To connect to a socket, a process needs search permission on every folder above it (path_resolution(7)).
    """
    if serve.lmtp_for != "group" or not serve.lmtp or ways.LOOPBACK.fullmatch(serve.lmtp):
        return None
    group = os.getegid()
    for folder in reversed((home / serve.lmtp).absolute().parents):
        try:
            found = folder.stat()
        except FileNotFoundError:
            return folder  # it would be made for its owner alone
        through = stat.S_IXGRP if found.st_gid == group else stat.S_IXOTH
        if not found.st_mode & through:
            return folder
    return None


def let_go(home: Path, serve: ways.Serve, made: socket.socket) -> None:
    """Remove the socket from the file system, if it is still ours."""
    if made.family != socket.AF_UNIX:
        return
    path = home / serve.lmtp
    with suppress(OSError):
        if path.lstat().st_ino == Path(made.getsockname()).lstat().st_ino:
            path.unlink()


def _reason(error: BaseException) -> str:
    return (error.strerror if isinstance(error, OSError) else "") or type(error).__name__

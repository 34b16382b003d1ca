"""Mailboxes as people keep them: an mbox file, a Maildir, a folder of letters (`.eml`), or one letter.

They are only read. Anything may lie in them: a file that is no mail, one of any size, one that vanishes while
we look.
"""

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.post.delivery import MOST
from referee.post.ways.mbox import SEPARATOR, letters
from referee.util.errors import NotFound

MAILDIR = ("new", "cur")
ENDING = ".eml"


class Kept(NamedTuple):
    """One mail of a mailbox: where it lies, and its bytes; if it is too large, only its beginning."""

    place: str
    raw: bytes


def is_mailbox(path: Path) -> bool:
    """Whether the path can be read as a mailbox: a folder, or a file that begins like an mbox or a mail."""
    if path.is_dir():
        return _is_maildir(path) or bool(_named(path))
    return path.is_file()


def mails(path: Path) -> Iterator[Kept]:
    """Every mail of a mailbox, sorted by file name, or in the order of the file.

    Raises `Faulty` if there is none; OSError if the mailbox itself cannot be read. A single file that cannot
    be read is left out.
    """
    if path.is_dir():
        yield from _of_folder(path)
        return
    if not path.exists():
        raise NotFound("file-missing", where=str(path))
    with path.open("rb") as box:
        head = box.read(len(SEPARATOR))
        box.seek(0)
        if head != SEPARATOR:
            yield Kept(str(path), box.read(MOST + 1))
            return
        for number, raw in enumerate(letters(box, str(path)), 1):
            yield Kept(f"{path}, {number}", raw)


def _of_folder(path: Path) -> Iterator[Kept]:
    found = _of_maildir(path) if _is_maildir(path) else _named(path)
    if not found and not _is_maildir(path):
        raise NotFound("no-mailbox", where=str(path))
    for one in sorted(found):
        raw = _read(one)
        if raw is not None:
            yield Kept(str(one), raw)


def _is_maildir(path: Path) -> bool:
    return all((path / name).is_dir() for name in MAILDIR)


def _of_maildir(path: Path) -> list[Path]:
    return [one for name in MAILDIR for one in (path / name).iterdir() if not one.name.startswith(".")]


def _named(path: Path) -> list[Path]:
    return [one for one in path.iterdir() if one.name.lower().endswith(ENDING)]


def _read(path: Path) -> bytes | None:
    """The bytes of a letter; None if it is not a file, or cannot be read."""
    try:
        # Reading a pipe would never end: only real files are opened.
        if not stat.S_ISREG(path.stat().st_mode):
            return None
        with path.open("rb") as file:
            return file.read(MOST + 1)
    except OSError:
        return None

"""Exit codes, and what an error becomes on its way out: a code, a key, a sentence."""

import errno
import json
import os
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import click

from referee.cli.terminal import tell
from referee.util import files

DONE, NO, USAGE = 0, 1, 2
DATA, NO_INPUT, MISSING, BUG = 65, 66, 69, 70
CANNOT_WRITE, AGAIN, NOT_YOURS, CONFIG = 73, 75, 77, 78
INTERRUPTED, PIPE_CLOSED = 130, 141

EXITS = (
    (DONE, "done"),
    (NO, "the answer is no: a line was not played, or something is wrong with a record"),
    (USAGE, "the command is not used like that"),
    (DATA, "a file cannot be understood, or a record is damaged"),
    (NO_INPUT, "no such file, game, seat, entry or rule"),
    (MISSING, "a package that this verb needs is not installed"),
    (BUG, "a mistake of the referee itself; REFEREE_DEBUG=1 shows where"),
    (CANNOT_WRITE, "something cannot be written"),
    (AGAIN, "another process is at it, or the clock has leapt ahead: try again"),
    (NOT_YOURS, "the home folder is open to others, or another user's"),
    (CONFIG, "the home folder or its key is not what it should be"),
)
"""The exit codes (those of sysexits.h where it has one) and their meaning, as `referee -h` tells them."""

CODES: Mapping[str, int] = {
    "unknown-option": USAGE,
    "option-value": USAGE,
    "players-named": USAGE,
    "how-many-seats": USAGE,
    "sides-named": USAGE,
    "bad-id": USAGE,
    "bad-seed": USAGE,
    "bad-time": USAGE,
    "unknown-game": NO_INPUT,
    "no-such-game": NO_INPUT,
    "no-such-seat": NO_INPUT,
    "no-such-entry": NO_INPUT,
    "no-records": NO_INPUT,
    "not-a-log": DATA,
    "no-dask": MISSING,
    "no-scheduler": AGAIN,
    "no-workers": AGAIN,
    "scheduler-lost": AGAIN,
    "no-postgres": MISSING,
    "store-unreached": AGAIN,
    "store-moved": AGAIN,
    "store-path": DATA,
    "store-none": USAGE,
    "store-full": CANNOT_WRITE,
    "compile-off": CANNOT_WRITE,
    "compile-nowhere": CANNOT_WRITE,
    "store-newer": CONFIG,
    "store-older": CONFIG,
    "store-other-key": CONFIG,
    "store-hosts-own": USAGE,
    "store-not-imported": CONFIG,
    "no-such-rule": NO_INPUT,
    "no-examples": NO_INPUT,
    "no-such-example": NO_INPUT,
    "no-such-language": NO_INPUT,
    "unknown-language": NO_INPUT,
    "query-wrong": USAGE,
    "query-field": USAGE,
    "query-number": USAGE,
    "query-no-word": USAGE,
    "query-long": USAGE,
    "query-deep": USAGE,
    "index-missing": NO_INPUT,
    "index-no-fts5": MISSING,
    "archive-key": CONFIG,
    "file-missing": NO_INPUT,
    "file-unreadable": NO_INPUT,
    "cannot-read": NO_INPUT,
    "id-taken": CANNOT_WRITE,
    "folder-not-empty": CANNOT_WRITE,
    "out-record": CANNOT_WRITE,
    "cannot-write": CANNOT_WRITE,
    "no-folder": CANNOT_WRITE,
    "record-busy": AGAIN,
    "record-moved": AGAIN,
    "record-mended": AGAIN,
    "bad-address": USAGE,
    "no-turn": DATA,
    "bad-name": USAGE,
    "name-form": USAGE,
    "name-word": USAGE,
    "name-seat": USAGE,
    "name-taken": USAGE,
    "address-ours": USAGE,
    "not-a-language": USAGE,
    "not-a-language-code": USAGE,
    "written-in-english": USAGE,
    "no-deck-list": NO_INPUT,
    "no-such-file": NO_INPUT,
    "one-file": USAGE,
    "no-schema": NO_INPUT,
    "address-shared": USAGE,
    "same-address": NO,
    "wrong-seats": USAGE,
    "sides-agreed": USAGE,
    "named-twice": USAGE,
    "not-by-mail": NO_INPUT,
    "no-such-letter": NO_INPUT,
    "no-letter-held": NO_INPUT,
    "letter-crashed": BUG,
    "game-crashed": BUG,
    "invited-still": NO,
    "over-already": NO,
    "not-abandoned": NO,
    "abandon-form": CONFIG,
    "still-on": NO,
    "export-on": NO,
    "export-format": NO,
    "redacted-seat": NO_INPUT,
    "redacted-record": NO_INPUT,
    "new-game-name": USAGE,
    "new-game-taken": USAGE,
    "letters-due": NO,
    "owes-nothing": NO,
    "silence-early": NO,
    "silence-rests": NO,
    "silence-spoke": NO,
    "silence-still": NO,
    "no-dispute-on": NO,
    "ruling-nothing": USAGE,
    "ruling-undealt": NO,
    "ruling-over": NO,
    "ruling-order": USAGE,
    "ruling-entry": NO,
    "ruling-lots": USAGE,
    "ruling-letter": NO_INPUT,
    "ruling-line": NO_INPUT,
    "ruling-misread": USAGE,
    "ruling-refused": NO,
    "ruling-clock": NO,
    "ruling-seconds": USAGE,
    "ruling-option": USAGE,
    "ruling-opens": NO,
    "ruling-value": USAGE,
    "ruling-fold": NO,
    "bad-reason": USAGE,
    "sender-unproved": MISSING,
    "desk-busy": AGAIN,
    "clock-leapt": AGAIN,
    "desk-busy-by": AGAIN,
    "serve-busy-by": AGAIN,
    "lock-useless": CONFIG,
    "lock-refused": CONFIG,
    "roster-form": CONFIG,
    "company-form": CONFIG,
    "config-there": CANNOT_WRITE,
    "config-form": CONFIG,
    "config-store": CONFIG,
    "config-key": CONFIG,
    "config-text": CONFIG,
    "config-missing": CONFIG,
    "config-list": CONFIG,
    "config-number": CONFIG,
    "config-one-of": CONFIG,
    "config-span": CONFIG,
    "config-span-range": CONFIG,
    "config-kind": CONFIG,
    "config-zone": CONFIG,
    "terms-deadline": CONFIG,
    "terms-watch": CONFIG,
    "config-server": CONFIG,
    "post-nowhere": CONFIG,
    "login-open": CONFIG,
    "config-name": CONFIG,
    "config-language": CONFIG,
    "password-one-way": CONFIG,
    "password-open": CONFIG,
    "password-none": CONFIG,
    "password-missing": CONFIG,
    "password-command": CONFIG,
    "tls-ca": CONFIG,
    "no-sources": CONFIG,
    "source-no-maildir": CONFIG,
    "source-no-mbox": CONFIG,
    "source-busy": AGAIN,
    "source-locked": AGAIN,
    "imap-unreachable": AGAIN,
    "imap-login": CONFIG,
    "imap-folder": CONFIG,
    "imap-same-folder": CONFIG,
    "imap-trouble": AGAIN,
    "config-lmtp": CONFIG,
    "lmtp-cannot": CONFIG,
    "lmtp-path-long": CONFIG,
    "lmtp-in-the-way": CONFIG,
    "lmtp-taken": AGAIN,
    "serve-busy": AGAIN,
    "home-open": NOT_YOURS,
    "home-other": NOT_YOURS,
    "home-no-folder": CONFIG,
    "home-none": CONFIG,
    "home-taken": CONFIG,
    "key-damaged": CONFIG,
    "key-missing": CONFIG,
    "key-other": CONFIG,
    "roster-lost": CONFIG,
    "home-restoring": CONFIG,
    "home-not-empty": CANNOT_WRITE,
    "backup-within": USAGE,
    "backup-in-the-way": CANNOT_WRITE,
    "backup-other": DATA,
    "backup-damaged": DATA,
    "restore-form": CONFIG,
    "game-in-doubt": NO,
    "signing-key-open": CONFIG,
    "signing-key-damaged": CONFIG,
    "signing-key-other": CONFIG,
    "signing-cannot": MISSING,
    "no-public-key": USAGE,
    "no-mailbox": NO_INPUT,
    "played-untold": CANNOT_WRITE,
    "text-no-such-game": NO_INPUT,
    "note-place": USAGE,
    "note-kind": USAGE,
    "note-empty": USAGE,
    "note-glyph": USAGE,
    "note-long": USAGE,
    "note-no-text": USAGE,
    "forget-nobody": USAGE,
    "note-name": USAGE,
    "note-opens": USAGE,
    "note-no-entry": NO_INPUT,
    "note-no-position": NO_INPUT,
    "note-no-line": NO_INPUT,
    "note-no-event": NO_INPUT,
    "note-no-card": NO_INPUT,
    "booklet-missing": MISSING,
    "booklet-library": MISSING,
    "line-look": USAGE,
    "line-open": NO,
    "line-view": NO_INPUT,
}
"""The exit code for each key of a `Faulty`; for all others it is `DATA`, or `CONFIG` in a file of the home itself."""

SETTINGS = ("config-", "terms-")
"""The keys of a wrong setting begin with these, in the configuration as after an option such as --term."""

FULL = frozenset({errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors that only writing meets."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong: exit code, key, place, a sentence; or several of the kind in one."""

    exit: int
    key: str
    where: str
    message: str
    parts: "tuple[Trouble, ...]" = ()

    def __str__(self) -> str:
        if self.parts:
            return "\n".join(map(str, self.parts))
        return f"{self.where or 'referee'}: {self.message}"

    def document(self) -> dict[str, Any]:
        """The same for a program to read; if there are several troubles, `faults` lists them."""
        doc: dict[str, Any] = {"code": self.key, "message": self.message, "where": self.where}
        return doc | ({"faults": [part.document() for part in self.parts]} if self.parts else {})


@contextmanager
def writing() -> Iterator[None]:
    """While the block runs files are written: an error of the system means that something cannot be written."""
    from referee.util.errors import Faulty  # noqa: PLC0415  help needs none of it

    try:
        yield
    except (BrokenPipeError, files.NoLocks):
        raise
    except FileNotFoundError as error:
        raise Faulty("no-folder", where=_file(error)) from error
    except OSError as error:
        raise Faulty("cannot-write", where=_file(error), error=_reason(error)) from error


def trouble(error: BaseException) -> Trouble:
    """What an error means to the person who runs the command. An unexpected error is our own mistake."""
    from referee.util.errors import Faulty  # noqa: PLC0415  help needs none of it

    match error:
        case click.UsageError():
            return Trouble(USAGE, "usage", "", error.format_message())
        case Faulty():
            return _of_fault(error)
        case files.NoLocks():
            return _said(CONFIG, "lock-refused", _file(error), error=_reason(error))
        case OSError() if error.errno is not None:
            full = error.errno in FULL
            key = "cannot-write" if full else "cannot-read"
            return _said(CANNOT_WRITE if full else NO_INPUT, key, _file(error), error=_reason(error))
        case ModuleNotFoundError() if (name := (error.name or "").partition(".")[0]) != "referee":
            return _said(MISSING, "missing-package", "", name=name)
    return _said(BUG, "our-mistake", "", kind=type(error).__name__, reason=_discreet(str(error)))


def _discreet(text: str) -> str:
    """What an error says, without secrets: it may quote what it worked on."""
    from referee.home.seats import starred  # noqa: PLC0415  seldom needed

    return starred(text)


def _of_fault(fault: Any) -> Trouble:
    from referee.cli.sentences import fault_sentence  # noqa: PLC0415  help needs none of it
    from referee.util.text import clean  # noqa: PLC0415

    parts = tuple(map(_of_fault, getattr(fault, "faults", ())))
    usual = CONFIG if fault.of_home else DATA
    code = max((part.exit for part in parts), default=CODES.get(fault.why.key, usual))
    if code == CONFIG and fault.why.key.startswith(SETTINGS) and not fault.where:
        code = USAGE  # the value stands in no file: it was typed
    return Trouble(code, fault.why.key, clean(fault.where), fault_sentence(fault.why), parts)


def _said(code: int, key: str, where: str, **params: Any) -> Trouble:
    from referee.cli.sentences import fault_sentence  # noqa: PLC0415  help needs none of it
    from referee.util.errors import Why  # noqa: PLC0415

    return Trouble(code, key, where, fault_sentence(Why(key, params)))


def _file(error: OSError) -> str:
    return os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""


def _reason(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno else type(error).__name__


def leave(error: BaseException, *, as_json: bool) -> int:
    """Tell an error, on stderr or as a document on stdout; returns the exit code."""
    if isinstance(error, BrokenPipeError):
        return _pipe_closed()
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED
    if isinstance(error, click.Abort):
        return NO  # the person who was asked said no, or nothing
    found = trouble(error)
    if found.exit == BUG and os.environ.get("REFEREE_DEBUG") == "1":
        sys.stderr.write(_discreet("".join(traceback.format_exception(error))))
    with suppress(OSError):  # there may be nobody left to tell it to
        if as_json:
            tell(json.dumps({"schema": 1, "error": found.document()}, indent=2, sort_keys=True))
        elif isinstance(error, click.ClickException):
            error.show()
        else:
            tell(str(found), err=True)
    return found.exit


def _pipe_closed() -> int:
    """The reader of our output has gone, as `head` does: that is no error."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED

"""Exit codes, and what an error becomes on its way out: a code, a key, a sentence."""

import errno
import json
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import click

from referee.cli.terminal import tell
from referee.util import files
from referee.util.errors import (
    CannotWrite,
    Faulty,
    NotAllowed,
    NotFound,
    NotInstalled,
    NotPrivate,
    OurMistake,
    TryAgain,
    WrongConfig,
    WrongSetting,
    WrongUsage,
)

DONE, NO, INTERRUPTED, PIPE_CLOSED = 0, NotAllowed.exit_code, 130, 141

EXITS = (
    (DONE, "done"),
    (NO, "the answer is no: a line was not played, or something is wrong with a record"),
    (WrongUsage.exit_code, "the command is not used like that"),
    (Faulty.exit_code, "a file cannot be understood, or a record is damaged"),
    (NotFound.exit_code, "no such file, game, seat, entry or rule"),
    (NotInstalled.exit_code, "a package that this verb needs is not installed"),
    (OurMistake.exit_code, "a mistake of the referee itself; REFEREE_DEBUG=1 shows where"),
    (CannotWrite.exit_code, "something cannot be written"),
    (TryAgain.exit_code, "another process is at it, or the clock has leapt ahead: try again"),
    (NotPrivate.exit_code, "the home folder is open to others, or another user's"),
    (WrongConfig.exit_code, "the home folder or its key is not what it should be"),
)
"""The exit codes (those of sysexits.h where it has one) and their meaning, as `referee -h` tells them."""

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
    try:
        yield
    except (BrokenPipeError, files.NoLocks):
        raise
    except FileNotFoundError as error:
        raise CannotWrite("no-folder", where=_file(error)) from error
    except OSError as error:
        raise CannotWrite("cannot-write", where=_file(error), error=_reason(error)) from error


def trouble(error: BaseException) -> Trouble:
    """What an error means to the person who runs the command. An unexpected error is our own mistake."""
    match error:
        case click.UsageError():
            return Trouble(WrongUsage.exit_code, "usage", "", error.format_message())
        case Faulty():
            return _of_fault(error)
        case files.NoLocks():
            return _said(WrongConfig, "lock-refused", _file(error), error=_reason(error))
        case OSError() if error.errno is not None:
            full = error.errno in FULL
            key = "cannot-write" if full else "cannot-read"
            return _said(CannotWrite if full else NotFound, key, _file(error), error=_reason(error))
        case ModuleNotFoundError() if (name := (error.name or "").partition(".")[0]) != "referee":
            return _said(NotInstalled, "missing-package", "", name=name)
    return _said(OurMistake, "our-mistake", "", kind=type(error).__name__, reason=_discreet(str(error)))


def _discreet(text: str) -> str:
    """What an error says, without secrets: it may quote what it worked on."""
    from referee.home.seats import starred  # noqa: PLC0415  seldom needed

    return starred(text)


def _of_fault(fault: Faulty) -> Trouble:
    from referee.cli.sentences import fault_sentence  # noqa: PLC0415  help needs none of it
    from referee.util.text import clean  # noqa: PLC0415

    parts = tuple(map(_of_fault, getattr(fault, "faults", ())))
    code = max((part.exit for part in parts), default=fault.exit_code)
    if isinstance(fault, WrongSetting) and not fault.where:
        code = WrongUsage.exit_code
    return Trouble(code, fault.why.key, clean(fault.where), fault_sentence(fault.why), parts)


def _said(kind: type[Faulty], key: str, where: str, /, **params: Any) -> Trouble:
    return _of_fault(kind(key, where=where, **params))


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
    if found.exit == OurMistake.exit_code and os.environ.get("REFEREE_DEBUG") == "1":
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

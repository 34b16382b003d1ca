"""What is written on a terminal: sentences that hold words of players, and names from records, mails and files.

Nothing in them can move the cursor, change a colour, hide or turn other text: characters that could are shown
by number.
"""

import errno
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import zip_longest
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, NamedTuple

import click

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
    Why,
    WrongConfig,
    WrongSetting,
    WrongUsage,
)
from referee.util.text import Counted, clean


def tell(text: object = "", *, err: bool = False, nl: bool = True) -> None:
    """Write a text of one or more lines on stdout, or on stderr (`err`); `nl`: with a line end after it."""
    click.echo("\n".join(map(clean, str(text).split("\n"))), err=err, nl=nl)


def hand_out(data: bytes) -> None:
    """Write a file on stdout as it is: a record, whose layout escapes everything that a terminal would obey."""
    click.echo(data, nl=False)


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


class Trouble(NamedTuple):
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


WRONG = ("given", "value", "word", "card", "seat", "game", "language", "option", "name")
KNOWN = ("known", "games", "seats", "examples")
"""Under these names a fault has a wrong word, and the words that would be right."""


@cache
def sentences(file: str = "cli.en.yaml") -> Mapping[str, Any]:
    """The sections `faults` and `texts` (or those of another file): sentences with `{names}` in them, by key."""
    from referee.util import data, plainyaml  # noqa: PLC0415  the help of all verbs needs neither

    content: Mapping[str, Any] = plainyaml.read_text(data.text("templates", file), file).value
    return content


def say(key: str, /, **params: Any) -> str:
    """A text of the command line. Raises KeyError if there is none."""
    return filled(sentences()["texts"][key], params)


def fault_sentence(why: Why) -> str:
    """What is wrong, as a sentence; where none is written, the key and its values.

    If a list in it is empty another sentence may be used: an empty list of known words helps nobody.
    """
    faults = sentences()["faults"]
    found = faults.get(f"{why.key}-none") if () in why.params.values() else None
    if (found := found or faults.get(why.key)) is not None:
        return f"{filled(found, why.params)} {_did_you_mean(why)}".rstrip()
    from referee.telling.catalog import HOUSE, catalog  # noqa: PLC0415  Jinja is slow to load

    says = catalog(HOUSE)
    if says.has("refusals", why.key):
        return says.say("refusals", why.key, params=why.params)
    return " ".join((why.key, *(f"{name}={_shown(value)}" for name, value in why.params.items())))


def _did_you_mean(why: Why) -> str:
    """The known word that is nearest to a wrong one; "" if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415  slow to load

    given, known = (
        next((why.params[name] for name in names if name in why.params), "") for names in (WRONG, KNOWN)
    )
    if not isinstance(given, str) or not isinstance(known, tuple | list):
        return ""
    near = get_close_matches(given.lower(), list(map(str, known)), 1)
    return say("did-you-mean", word=near[0]) if near else ""


def filled(sentence: str, params: Mapping[str, Any]) -> str:
    """A sentence filled with its values, each as text that is safe on a terminal; see `Counted` for numbers."""
    return sentence.format_map({name: Counted(_shown(value)) for name, value in params.items()})


def _shown(value: Any) -> str:
    """A value as text that is safe on a terminal; several are separated by commas."""
    if isinstance(value, Why):
        return fault_sentence(value)
    if isinstance(value, tuple | list):
        return ", ".join(map(_shown, value)) or "-"
    return clean(str(value))


Row = tuple[Sequence[str], str]
"""The cells of a row, and its style: "" or one of `STYLES`, which a terminal alone shows."""
WIDEST = 0.45
"""What part of the screen the first column may take."""
GAP = "  "
STYLES: Mapping[str, Mapping[str, Any]] = {
    "red": {"fg": "red"},
    "yellow": {"fg": "yellow"},
    "dim": {"dim": True},
}


def print_table(headings: str, rows: Iterable[Row]) -> None:
    """Print a table. The headings are separated by commas; text in the first column is never broken.

    Where that column leaves little room for the others, its text stands above that of the last one.
    """
    room, table, styles = get_terminal_size().columns, [headings.split(", ")], [""]
    for cells, style in rows:
        table.append([clean(cell) for cell in cells])
        styles.append(style)
    whole, first = 0, max(len(cells[0]) for cells in table)
    if first > WIDEST * room:
        whole, (name, *names, last) = -1, table[0]
        table = [
            [*names, f"{name}, {last}"],
            *([*cells[1:-1], f"{cells[0]}\n{cells[-1]}"] for cells in table[1:]),
        ]
    widths = [
        max(len(line) for cell in column for line in cell.split("\n")) for column in zip(*table, strict=True)
    ]
    least = [1] * len(widths)
    least[whole] = first
    while sum(widths) + len(GAP) * len(widths) > room and widths != least:
        wide = [at for at, width in enumerate(widths) if width > least[at]]
        widths[max(wide, key=widths.__getitem__)] -= 1
    for cells, style in zip(table, styles, strict=True):
        columns = [
            [part for line in cell.split("\n") for part in wrap(line, width) or [""]]
            for cell, width in zip(cells, widths, strict=True)
        ]
        for parts in zip_longest(*columns, fillvalue=""):
            line = GAP.join(("", *map(str.ljust, parts, widths))).rstrip()
            click.echo(click.style(line, **STYLES.get(style, {})))


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, if that is a terminal: what is to be told how far it has come."""
    if not sys.stderr.isatty():
        yield lambda _done, _all: None
        return
    with click.progressbar(length=0, label=say(what), file=sys.stderr) as progress:

        def told(done: int, every: int) -> None:
            progress.length = every
            progress.update(done - progress.pos)

        yield told

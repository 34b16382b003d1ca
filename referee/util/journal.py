"""The log of `referee serve`: one line for each event, for people (text) or for programs (JSON), on stderr.

    2026-11-21T18:30:47.120Z letter-in by=lmtp letter=20261121T183047119000Z-0a... id=<x@y.example> size=2210
    2026-11-21T18:30:47.310Z letter-ruled letter=20261121T183047119000Z-0a... id=<x@y.example> game=g1 seat=thor ...
    2026-11-21T18:30:47.311Z letter-out letter=g1.thor.9 answers=20261121T183047119000Z-0a...
    {"event": "letter-in", "at": "2026-11-21T18:30:47.120Z", "by": "lmtp", ...}

It is a handler of the standard library's logging, so our own events and what libraries log form one log.
Whatever its values contain, an event is one line of printable ASCII. No secret is logged: the part of an
address from the plus is left out, and so is everything that looks like a seat's secret.
"""

import json
import logging
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any, TextIO

from referee.util.regexes import regex
from referee.util.times import utc_now

LONGEST = 300
LENGTH = 26
"""How many letters a seat's secret has; a run of this many or more is not shown."""
DETAIL = regex(r"\+[^@\s<>\"']{1,200}@")
SECRET = regex(rf"[A-Za-z2-7]{{{LENGTH},}}")
PLAIN = regex(r"[A-Za-z0-9@:;.,/_+*%()<>\[\]-]+")
HIDDEN = "***"
LOGGERS = ("referee", "mail", "asyncio", "imap_tools", "procrastinate", "psycopg")


class Journal(logging.Handler):
    """The log of a process: its own events, and what our modules and libraries log. Threads do not mix lines."""

    def __init__(
        self, form: str = "text", stream: TextIO | None = None, now: Callable[[], datetime] = utc_now
    ) -> None:
        """Log in this form, `text` or `json`, by default to stderr. Of others' logs it shows warnings and errors."""
        super().__init__(logging.WARNING)
        self._write = {"text": as_text, "json": as_json}[form]
        self._stream, self._now = stream, now
        self._known = threading.Lock()
        self._wrong: dict[str, str] = {}

    def tell(self, event: str, **values: Any) -> None:
        """Write one event. A log that cannot be written stops nothing."""
        self.handle(logging.makeLogRecord({"told": (event, values)}))

    def format(self, record: logging.LogRecord) -> str:
        """A record as one line."""
        at = self._now().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        event, values = event_of(record)
        return self._write(at, event, {name: harmless(value) for name, value in values.items()})

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record; the caller has locked it."""
        stream, line = self._stream or sys.stderr, self.format(record)
        with suppress(OSError, ValueError):
            stream.write(f"{line}\n")
            stream.flush()

    def wrong(self, part: str, error: str) -> None:
        """Report trouble with a part: when it begins, and when it changes; not each time it is seen."""
        with self._known:
            known, self._wrong[part] = self._wrong.get(part), error
        if known != error:
            self.tell("trouble", part=part, error=error)

    def troubled(self, prefix: str) -> list[str]:
        """The parts in trouble whose names begin with `prefix`."""
        with self._known:
            return [part for part in self._wrong if part.startswith(prefix)]

    @contextmanager
    def hears_logging(self) -> Iterator[None]:
        """While the block runs, what our modules and libraries log appears here, and nowhere else."""
        loggers = [logging.getLogger(name) for name in LOGGERS]
        before = [(one.propagate, one.level) for one in loggers]
        for one in loggers:
            one.addHandler(self)
            one.propagate = False
            one.setLevel(logging.WARNING)
        try:
            yield
        finally:
            for one, (propagate, level) in zip(loggers, before, strict=True):
                one.removeHandler(self)
                one.propagate = propagate
                one.setLevel(level)

    def right(self, part: str) -> None:
        """Report that a part works again, if it was in trouble."""
        with self._known:
            known = self._wrong.pop(part, None)
        if known is not None:
            self.tell("mended", part=part)


def event_of(record: logging.LogRecord) -> tuple[str, dict[str, Any]]:
    """The event of a record and its values; for others' errors their kind and place in our code, not their message."""
    if told := getattr(record, "told", None):
        return told  # type: ignore[no-any-return]
    values: dict[str, Any] = {"by": record.name, "text": record.getMessage()}
    if record.exc_info and record.exc_info[0]:
        frames = traceback.extract_tb(record.exc_info[2])[-3:]
        values["error"] = record.exc_info[0].__name__
        values["place"] = " ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
    return "error" if record.levelno >= logging.ERROR else "warning", values


def harmless(value: Any) -> Any:
    """A value as a log may show it: numbers as they are; text without secrets, shortened, in printable ASCII."""
    if isinstance(value, bool | int | float):
        return value
    text = SECRET.sub(HIDDEN, DETAIL.sub(f"+{HIDDEN}@", str(value)))
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return text.encode("unicode_escape").decode("ascii")


def as_text(at: str, event: str, values: Mapping[str, Any]) -> str:
    """An event for people; a value with any unusual character is quoted."""
    return " ".join((at, event, *(f"{name}={_quoted(str(value))}" for name, value in values.items())))


def as_json(at: str, event: str, values: Mapping[str, Any]) -> str:
    """An event for programs."""
    return json.dumps({"at": at, "event": event, **values})


def _quoted(text: str) -> str:
    escaped = text.replace('"', "\\x22")
    return text if PLAIN.fullmatch(text) else f'"{escaped}"'

"""What goes wrong: a refusal's reason, unusable input, and our own mistakes.

Our own mistakes are reported without their messages, which may contain a letter's text or a secret.
"""

import os
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from types import TracebackType
from typing import Any, Self

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a refusal: a key of the message catalog, and the values for its sentence."""

    key: str
    params: Params = field(default_factory=dict)


class Faulty(ValueError):
    """Something given to the referee by hand that cannot be used: a key, its values, and where it stands.

    Its class says of which kind it is, and so by which `exit_code` a command ends (sysexits.h, where it has one): here
    that a file cannot be understood, or a record is damaged.
    """

    exit_code: int = os.EX_DATAERR

    def __init__(self, key: str, *, where: str = "", **params: Any) -> None:
        super().__init__(f"{where}: {key} {params}" if where else f"{key} {params}")
        self.why = Why(key, params)
        self.where = where

    def at(self, where: str) -> Self:
        """The same fault, found at that place."""
        return type(self)(self.why.key, where=where, **self.why.params)


class NotAllowed(Faulty):
    """The answer is no: as the game stands, or the rules are, it cannot be done."""

    exit_code = 1


class WrongUsage(Faulty):
    """The command is not used like that."""

    exit_code = 2


class NotFound(Faulty):
    """There is no such file, game, seat, entry or rule."""

    exit_code = os.EX_NOINPUT


class NotInstalled(Faulty):
    """A package is missing that is needed for this."""

    exit_code = os.EX_UNAVAILABLE


class OurMistake(Faulty):
    """The referee itself broke off, or the rules of a game did."""

    exit_code = os.EX_SOFTWARE


class CannotWrite(Faulty):
    """Something cannot be written, or would be written over."""

    exit_code = os.EX_CANTCREAT


class TryAgain(Faulty):
    """Another process is at it, or something does not answer: later it may work."""

    exit_code = os.EX_TEMPFAIL


class NotPrivate(Faulty):
    """The home folder is open to others, or another user's."""

    exit_code = os.EX_NOPERM


class WrongConfig(Faulty):
    """The home folder, its key or its configuration is not what it should be."""

    exit_code = os.EX_CONFIG


class WrongSetting(WrongConfig):
    """A setting is not what it should be; where it stands in no file it was typed, and so is wrong usage."""


MOST_FRAMES = 20


def kind_of(error: BaseException) -> str:
    """The kind of an error and where it came from, such as `RecursionError in markup.py:120`."""
    frames = list(traceback.walk_tb(error.__traceback__))
    place = f" in {PurePath(frames[-1][0].f_code.co_filename).name}:{frames[-1][1]}" if frames else ""
    return f"{type(error).__name__}{place}"


def trace_of(error: BaseException) -> str:
    """The traceback of an error: its last frames with lines of our source, but no values."""
    last = traceback.StackSummary.extract(list(traceback.walk_tb(error.__traceback__))[-MOST_FRAMES:])
    return "".join(last.format())


def let_go(error: BaseException) -> None:
    """Release everything that an error's frames hold: after memory ran out, it is needed."""
    found: TracebackType | None = error.__traceback__
    traceback.clear_frames(found)
    error.__traceback__ = error.__context__ = error.__cause__ = None

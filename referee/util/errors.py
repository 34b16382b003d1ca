"""What goes wrong: a reason that can be told, what is given by hand and cannot be used, and our own mistakes.

Our own mistakes are told without their words: in the message of an error may stand what a letter says, or a secret.
"""

import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from types import TracebackType
from typing import Any

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Why:
    """The reason of a refusal: a key of the message catalogue and the values its sentence needs."""

    key: str
    params: Params = field(default_factory=dict)


class Faulty(ValueError):
    """Something given to the referee by hand that cannot be used: a key, its values, and where it stands."""

    def __init__(self, key: str, *, where: str = "", **params: Any) -> None:
        super().__init__(f"{where}: {key} {params}" if where else f"{key} {params}")
        self.why = Why(key, params)
        self.where = where


MOST_FRAMES = 20


def kind_of(error: BaseException) -> str:
    """What kind of error it is and where it came from, as `RecursionError in markup.py:120`."""
    frames = list(traceback.walk_tb(error.__traceback__))
    place = f" in {PurePath(frames[-1][0].f_code.co_filename).name}:{frames[-1][1]}" if frames else ""
    return f"{type(error).__name__}{place}"


def trace_of(error: BaseException) -> str:
    """The way to an error: its last frames with lines of our source, and nothing of what they worked on."""
    last = traceback.StackSummary.extract(list(traceback.walk_tb(error.__traceback__))[-MOST_FRAMES:])
    return "".join(last.format())


def let_go(error: BaseException) -> None:
    """Let go of all that the frames of an error hold: after a lack of memory it would be missed."""
    found: TracebackType | None = error.__traceback__
    traceback.clear_frames(found)
    error.__traceback__ = error.__context__ = error.__cause__ = None

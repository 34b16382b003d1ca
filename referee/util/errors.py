"""What goes wrong: a refusal's reason, unusable input, and our own mistakes.

Our own mistakes are reported without their messages, which may contain a letter's text or a secret.
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
    """The reason of a refusal: a key of the message catalog, and the values for its sentence."""

    key: str
    params: Params = field(default_factory=dict)


class Faulty(ValueError):
    """Something given to the referee by hand that cannot be used: a key, its values, and where it stands.

    `of_home` says that it stands in a file by which a home is set up, whatever is wrong with it.
    """

    of_home = False

    def __init__(self, key: str, *, where: str = "", **params: Any) -> None:
        super().__init__(f"{where}: {key} {params}" if where else f"{key} {params}")
        self.why = Why(key, params)
        self.where = where


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

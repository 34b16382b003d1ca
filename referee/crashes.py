"""Our own mistakes, told without their words: in the message of an error may stand what a letter says, or a secret."""

import traceback
from pathlib import PurePath
from types import TracebackType

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

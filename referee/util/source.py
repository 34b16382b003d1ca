"""Where code stands: file and line, for the author of that code."""

import inspect
from pathlib import Path
from typing import Any


def place_of(thing: Any) -> str:
    """File and line of a function, a method or a class, its decorators included; "" if it stands in no file.

    For a class made by a call, it is the line of its module that names it, or that takes over the customs.
    """
    thing = inspect.unwrap(getattr(thing, "__func__", thing))
    try:
        file = inspect.getsourcefile(thing)
    except TypeError:
        return ""
    if not file:
        return ""
    try:
        return f"{file}:{inspect.getsourcelines(thing)[1]}"
    except OSError:
        return f"{file}:{_named(Path(file), thing.__name__)}"


def _named(file: Path, name: str) -> int:
    """The number of the first line that begins with a name, or that calls `customs`; 1 if there is none."""
    lines = file.read_text("utf-8").split("\n")
    for begins in (f"{name} =", "CUSTOMS ="):
        if found := [number for number, line in enumerate(lines, 1) if line.startswith(begins)]:
            return found[0]
    return 1

"""How much of the program one letter goes through: `python tests/bench/calls.py [GAME ...]`.

Counts the calls of our own Python functions, how many different ones, in how many modules and rooms, and how deep: for
one pass over a letter with one order (a game from the disk, templates and grammars loaded), and for the text and page
of one letter that goes out in it. They do not depend on the machine, and hardly differ from run to run.
"""

import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import NamedTuple

from post import Sitting, begun, desk

import referee
from referee.telling.letter import bodies

ROOT = str(Path(referee.__file__).parent) + "/"
ENTRIES = 6


class Calls(NamedTuple):
    """What was called.

    Attributes:
        calls: how many calls.
        functions: how many different functions.
        modules, rooms: in how many of these they stand.
        depth: how many of our functions were within one another at most.
    """

    calls: int
    functions: int
    modules: int
    rooms: int
    depth: int


class Watch:
    """Counts calls of our functions; a generator that goes on counts as a call.

    With `within`, only those of the first call of that function, and what it calls.
    """

    def __init__(self, within: CodeType | None = None) -> None:
        """Nothing has been called."""
        self._found, self._within = Counter[CodeType](), within
        self._depth = self._deepest = self._began = 0

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        """Note a call or a return, as `sys.setprofile` tells it."""
        code = frame.f_code
        if event not in {"call", "return"} or not code.co_filename.startswith(ROOT):
            return
        self._depth += 1 if event == "call" else -1
        if event == "call" and code is self._within and not self._found:
            self._began = self._depth
        if event == "call" and (self._within is None or self._began):
            self._found[code] += 1
            self._deepest = max(self._deepest, self._depth - self._began)
        if event == "return" and self._depth < self._began:
            self._began = 0

    def calls(self) -> Calls:
        """What was counted."""
        modules = {code.co_filename.removeprefix(ROOT) for code in self._found}
        rooms = {one.partition("/")[0] for one in modules}
        return Calls(self._found.total(), len(self._found), len(modules), len(rooms), self._deepest)


def one_pass(name: str, within: CodeType | None = None) -> Calls:
    """A pass over one letter with one order, the game read from the disk."""
    watch = Watch(within)
    with desk() as at:
        sitting = Sitting(at, begun(at, ENTRIES, name), Random(1))
        with at.held():
            for _ in range(3):
                sitting.letter(cold=True)
            sys.setprofile(watch)
            try:
                sitting.letter(cold=True)
            finally:
                sys.setprofile(None)
    return watch.calls()


def one_letter(name: str) -> Calls:
    """Text and page of the first letter that goes out in such a pass."""
    return one_pass(name, bodies.__code__)


def main() -> None:
    """Print a table."""
    print(f"{'':38}{'calls':>8}{'functions':>11}{'modules':>9}{'rooms':>7}{'depth':>7}")
    for name in sys.argv[1:] or ["thunder", "odins_table"]:
        for what, job in (("a pass over one letter", one_pass), ("a letter out of it", one_letter)):
            found = job(name)
            print(
                f"{f'{name}: {what}':38}{found.calls:>8,}{found.functions:>11,}"
                f"{found.modules:>9}{found.rooms:>7}{found.depth:>7}"
            )


if __name__ == "__main__":
    main()

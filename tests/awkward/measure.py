"""What each awkward mail costs, in a process of its own, by the system's figures. Run by a test.

    python tests/awkward/measure.py FOLDER [NAME ...]

FOLDER is empty; a game is begun in it. One process makes each mail and puts it into the spool of a copy of
that game. Another process handles it, and has done nothing else since it was forked from one that knows the
game. Each mail gives a line of JSON: the name, seconds of the processor, peak memory in MiB (of the whole
process, interpreter included), troubles of the pass.
"""

import json
import os
import resource
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from awkward.case import Case
from awkward.every import CASES
from awkward.world import World, begin, copy


def forked(act: Callable[[], None]) -> None:
    """Do something in a separate process. Raises ChildProcessError if that fails."""
    if not (child := os.fork()):
        code = 1
        try:
            act()
            code = 0
        finally:
            sys.stdout.flush()
            os._exit(code)
    if os.waitpid(child, 0)[1]:
        raise ChildProcessError


def put(world: World, case: Case) -> None:
    """Put the mail into the spool."""
    if case.prepare:
        case.prepare(world)
    world.desk.spool.put(case.build(world), at=world.time + timedelta(minutes=5))


def measure(world: World, name: str) -> None:
    """Handle the waiting mail, and print what that cost."""
    with world.desk.held():
        done = world.desk.run()
    used = resource.getrusage(resource.RUSAGE_SELF)
    told = {
        "name": name,
        "seconds": round(used.ru_utime + used.ru_stime, 3),
        "mebibytes": used.ru_maxrss // 1024,
        "troubles": [repr(error) for _, error in done.troubles],
    }
    print(json.dumps(told))


def main(folder: Path, names: list[str]) -> None:
    """Measure the mails with these names, or all of them."""
    played = begin(folder / "played")
    for case in CASES:
        if names and case.name not in names:
            continue
        world = copy(played, folder / case.name)
        forked(lambda case=case, world=world: put(world, case))  # type: ignore[misc]
        world.fresh()
        forked(lambda case=case, world=world: measure(world, case.name))  # type: ignore[misc]


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

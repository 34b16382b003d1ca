"""What something costs this process: seconds of the processor, and how far its memory grew meanwhile."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
SECONDS, MEBIBYTES = 6.0, 256
"""What one mail may cost, the interpreter and all that is loaded counted (Linux; elsewhere memory counts as 0).

The dearest takes about a second: six is no figure of speed, but what something that grows as the square would be far over,
on a busy machine too.
"""
BARE = 60
"""MiB of a process that handled an ordinary mail and nothing else, rounded up."""


@dataclass(frozen=True)
class Cost:
    """Seconds of the processor, and by how many MiB memory grew beyond what was held before."""

    seconds: float
    mebibytes: float


def cost_of(act: Callable[[], object]) -> Cost:
    """Do something and tell what it cost."""
    before, begun = _memory(reset=True), time.process_time()
    act()
    return Cost(time.process_time() - begun, max(0.0, _memory() - before))


def _memory(*, reset: bool = False) -> float:
    """The peak of this process in MiB since the last reset; 0 where the system does not tell."""
    try:
        if reset:
            RESET.write_text("5")
        line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0.0
    return int(line.split()[1]) / 1024

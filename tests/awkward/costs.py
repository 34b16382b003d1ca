"""What an act costs this process: seconds of the processor, and how far its memory grew."""

import time
from collections.abc import Callable
from pathlib import Path

from referee.util.values import Value

STATUS, RESET = Path("/proc/self/status"), Path("/proc/self/clear_refs")
SECONDS, MEBIBYTES = 6.0, 256
"""What one mail may cost, including the interpreter and all that is loaded (Linux; elsewhere memory counts as 0).

The most expensive one takes about a second. Six is not a figure of speed: it is a limit that anything
quadratic would exceed by far, even though the machine may be busy.
"""
BARE = 60
"""MiB of a process that handled an ordinary mail and nothing else, rounded up."""


class Cost(Value, dict=True):
    """Seconds of the processor, and by how many MiB memory grew."""

    seconds: float
    mebibytes: float


def cost_of(act: Callable[[], object]) -> Cost:
    """Do something and measure its cost."""
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

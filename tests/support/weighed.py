"""What a process costs."""

import subprocess
import sys
from tempfile import TemporaryFile
from typing import IO, Any

from referee.util.values import Value

WEIGH = """
import os, sys
out, *command = sys.argv[1:]
pid = os.fork()
if not pid:
    os.dup2(int(out), 1), os.dup2(int(out), 2)
    os.execv(command[0], command)
_, status, used = os.wait4(pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss)
"""
"""Runs a command and prints its exit code, seconds, and peak memory in KiB.

A process counts as large as the one it was forked from, so this one is small.
"""


class Ran(Value):
    """What a process left: its exit code, what it printed, seconds of the processor, peak memory in MiB."""

    code: int
    printed: bytes
    seconds: float
    mebibytes: float


def weighed(*command: object, given: IO[Any] | None = None) -> Ran:
    """Run a command in a process of its own, with that file on standard input."""
    with TemporaryFile() as printed:
        done = subprocess.run(  # noqa: S603  ourselves
            [sys.executable, "-S", "-c", WEIGH, str(printed.fileno()), *map(str, command)],
            stdin=given or subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            pass_fds=[printed.fileno()],
            check=True,
        )
        printed.seek(0)
        text = printed.read()
    code, seconds, kibibytes = done.stdout.split()
    return Ran(int(code), text, float(seconds), int(kibibytes) / 1024)

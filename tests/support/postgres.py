"""A PostgreSQL server of the tests' own: made in a folder, started as a user who is not root, stopped in the end."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pytest

OWNER = "postgres"
FAST = "-c fsync=off -c full_page_writes=off"
"""For tests that kill no server."""


@cache
def binaries() -> Path | None:
    """Where the programs of a server lie, of the newest there is; None if none is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    here = shutil.which("initdb")
    return found[-1].parent if found else Path(here).parent if here else None


def why_not() -> str:
    """Why there can be no server here; "" if there can."""
    if binaries() is None:
        return "PostgreSQL is not installed (Debian: postgresql)"
    if os.geteuid() == 0:
        try:
            pwd.getpwnam(OWNER)
        except KeyError:
            return f"root cannot run PostgreSQL, and there is no user {OWNER}"
    return ""


needed = pytest.mark.skipif(bool(why_not()), reason=why_not() or "-")


class Server:
    """A server on a socket of its own; each test has a database of its own."""

    def __init__(self, folder: Path, options: str = FAST) -> None:
        self.folder, self.options, self._made = folder, options, 0
        self.user: str | None = OWNER if os.geteuid() == 0 else None
        if self.user:
            owner = pwd.getpwnam(self.user)
            os.chown(folder, owner.pw_uid, owner.pw_gid)

    def _run(self, program: str, *arguments: str) -> None:
        tools = binaries()
        assert tools is not None
        done = subprocess.run(  # noqa: S603
            [tools / program, *arguments],
            user=self.user,
            group=self.user,
            extra_groups=[] if self.user else None,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        )
        log = self.folder / "log"
        assert done.returncode == 0, (
            done.stdout + done.stderr + (log.read_text()[-2000:] if log.exists() else "")
        )

    def make(self) -> None:
        """Make it; nothing is asked of whoever comes by the socket, which lies in a folder of our own."""
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-U", OWNER, "-E", "UTF8", "-N")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 {self.options}"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it; `immediate` as a loss of power would."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def kill(self) -> None:
        """`kill -9` for the server and all its processes."""
        note = self.folder / "data" / "postmaster.pid"
        head = int(note.read_text().split()[0])
        of_it = f"/proc/{head}/task/{head}/children"
        every = (head, *map(int, Path(of_it).read_text().split()))
        for pid in every:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while any(map(_runs, every)):
            time.sleep(0.01)
        # Where nobody asks after the dead, as in a container, their numbers stay taken, and the next server would wait.
        for taken in (note, *self.folder.glob(".s.PGSQL.*")):
            taken.unlink()

    def database(self) -> str:
        """A new database: its address."""
        self._made += 1
        name = f"home{self._made}"
        self._run("createdb", "-h", str(self.folder), "-U", OWNER, name)
        return f"postgresql://{OWNER}@/{name}?host={self.folder}"


def _runs(pid: int) -> bool:
    """Whether a process runs; one that is dead, and that nobody has asked after, does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


@contextmanager
def server(options: str = FAST) -> Iterator[Server]:
    """A server while a block runs. Its folder has a short name, for that of a socket must be short."""
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:
        one = Server(Path(name), options)
        one.make()
        try:
            yield one
        finally:
            one.stop()

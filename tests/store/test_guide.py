"""The host guide, from one home in a folder to four hosts and back: every command in it is run."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import crash_homes
from support.crash_homes import Letter
from support.postgres import Server, needed
from support.stored import bytes_of

from referee.home.home import Home
from referee.post import delivery
from referee.store.database import connect

pytestmark = [needed, pytest.mark.slow]
GUIDE = Path(__file__).parents[2] / "examples" / "host" / "README.md"
SHIMS = {
    "apt": "",
    "pip": "",
    "sudo": '[ "$1 $2" = "-u postgres" ]; shift 2; exec "$@" -h "$SERVER" -U postgres',
    "createuser": '[ "$1" = referee ]; shift; exec "$BINARIES/createuser" referee "$@"',
    "createdb": 'exec "$BINARIES/createdb" "$@"',
    "scp": '[ "$1" = -p ]; shift; for file in "${@:1:2}"; do cp -p "$FIRST/$(basename "$file")" "$3"; done',
    "systemctl": """
        pid="$REFEREE_HOME.pid"
        if [ "$1" = start ]; then
            referee serve > /dev/null 2>> "$REFEREE_HOME.log" & echo $! > "$pid"
        elif [ -f "$pid" ]; then
            kill "$(cat "$pid")"; while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.1; done
            rm "$pid"
        fi""",
}
"""What stands for the programs of the system: they do the same to folders and to a server of the test's own."""


def blocks() -> list[str]:
    """The commands of the section on several hosts: the database, the first host, another one, looks, and back."""
    section = GUIDE.read_text("utf-8").partition("## Several hosts")[2].partition("\n## ")[0]
    return re.findall(r"```console\n(.*?)```", section, re.DOTALL)


class Machines:
    """Hosts, each with a home of its own, on which commands of the guide are typed."""

    def __init__(self, folder: Path, server: Server, tools: Path) -> None:
        self.folder, self.server = folder, server
        (folder / "bin").mkdir()
        (folder / "referee").mkdir()  # of the backups: the guide has made it before
        programs = {**SHIMS, "referee": f'exec {sys.executable} -m referee "$@"'}
        for name, text in programs.items():
            place = folder / "bin" / name
            place.write_text(f"#!/bin/bash\nset -eu\n{text}\n")
            place.chmod(0o755)
        self.tools = tools

    @property
    def url(self) -> str:
        """The address of the store."""
        return f"postgresql://referee@/referee?host={self.server.folder}"

    def wait(self, done: int) -> None:
        """Wait until so many letters were ruled on, and everything is sent."""
        for _ in range(600):
            with connect(self.url) as link:
                found = link.execute(
                    "SELECT count(*) FILTER (WHERE path LIKE 'post/done/%'), count(*) FILTER (WHERE path LIKE 'post/out/%')"
                    " FROM referee_file WHERE NOT gone"
                ).fetchone()
            if found == (done, 0):
                return
            time.sleep(0.2)
        raise AssertionError(found)

    def home(self, host: int) -> Path:
        """The home of a host."""
        return self.folder / f"host{host}"

    def type(self, host: int, commands: str) -> str:
        """What is told when these commands are typed on a host."""
        text = commands.replace("postgresql://referee@DB.EXAMPLE/referee", self.url)
        text = text.replace("/var/lib/referee", str(self.home(host))).replace(
            "/var/backups", str(self.folder)
        )
        known = {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
            "REFEREE_HOME": str(self.home(host)),
            "FIRST": str(self.home(0)),
            "SERVER": str(self.server.folder),
            "BINARIES": str(self.tools),
        }
        done = subprocess.run(  # noqa: S603
            ["/bin/bash", "-euc", text],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, **known},
        )
        assert done.returncode == 0, (text, done.stdout, done.stderr)
        return done.stdout


@pytest.fixture
def machines(tmp_path: Path, postgres: Server) -> Iterator[Machines]:
    """Four hosts, the first with a home in which two games are begun."""
    from support.postgres import binaries

    tools = binaries()
    assert tools
    house = crash_homes.begun(tmp_path / "h")
    house.home.path.rename(tmp_path / "host0")
    config = tmp_path / "host0" / "config.yaml"
    config.write_text(
        config.read_text()
        + f"serve: {{every: 2 seconds, heartbeat: 1 second}}\npost: {{folder: {tmp_path}/out}}\n"
    )
    found = Machines(tmp_path, postgres, tools)
    yield found
    for host in range(4):
        if (tmp_path / f"host{host}.pid").exists():
            found.type(host, "systemctl stop referee")


def test_from_a_folder_to_four_hosts_and_back(machines: Machines) -> None:
    """Each step as it stands in the guide; letters come to all four hosts; and the home that comes out is whole."""
    database, first, other, looks, back = blocks()
    house = crash_homes.House(machines.folder / "h")
    (machines.folder / "h" / "home").symlink_to(machines.home(0))
    letters = [house.mail(Letter("g1", "thor", f"say from host {n}", n)) for n in range(4)]
    before = bytes_of(machines.home(0))
    done = sum(name.startswith("post/done/") for name in before)
    machines.type(0, database)
    machines.type(0, first)
    for host in (1, 2, 3):
        machines.type(host, other)
    for host, letter in enumerate(letters):
        delivery.store(str(machines.home(host) / "post"), letter, 1_800_000_000_000_000 + host)
    machines.wait(done + len(letters))
    told = machines.type(2, looks)
    assert "Games: 2" in told
    assert "serve it: 4" in machines.type(3, "referee doctor || true")
    for host in (1, 2, 3):
        machines.type(host, "systemctl stop referee")
    machines.type(0, back)
    home = Home(machines.folder / "host0-folder")
    record = (home.path / "games" / "g1" / "record.yaml").read_text("utf-8")
    assert all(f"from host {n}" in record for n in range(4))
    after = bytes_of(home.path)
    assert before["config.yaml"] == after["config.yaml"]
    assert record.encode().startswith(before["games/g1/record.yaml"])
    assert after["games/g2/record.yaml"] == before["games/g2/record.yaml"]

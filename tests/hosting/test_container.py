"""The recipe for a container: its lines run in a bare Debian, as root of which a container would run them.

There is no container engine here: a folder into which debootstrap puts Debian stands for the image it begins with.
"""

import os
import re
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.postfix import recipe
from support.sizes import FULL

ROOT = Path(__file__).parents[2]
CONTENT = ("pyproject.toml", "README.md", "LICENSE", "referee", "grammar", "templates", "examples")
KNOWN = {"FROM", "RUN", "COPY", "ENV", "USER", "VOLUME", "ENTRYPOINT", "CMD"}


def text() -> str:
    """The recipe."""
    return recipe("container/Containerfile")


def instructions() -> list[tuple[str, str]]:
    """The lines of the recipe, as instruction and what follows it."""
    lines = [one for one in text().splitlines() if one and not one.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def test_the_recipe_says_what_it_must() -> None:
    """Only instructions that the other test runs; nobody but the user `referee` is at work; `serve` is what it does."""
    given = instructions()
    assert {word for word, _ in given} == KNOWN
    assert dict(given)["FROM"] == "debian:bookworm-slim"
    order = [word for word, _ in given]
    assert order.index("USER") > max(n for n, word in enumerate(order) if word == "RUN")
    assert (dict(given)["USER"], dict(given)["CMD"]) == ("referee", '["serve"]')
    extras = re.findall(r"\[([a-z,]+)\]'", text())
    assert extras == ["booklet,mail,pictures,sign"]


class Machine:
    """A Debian in a folder, and the environment that the recipe sets."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.env = folder, {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}

    def command(self, line: str, user: str = "root") -> list[str]:
        """What runs a line of shell there."""
        setting = [f"{name}={value}" for name, value in self.env.items()]
        who = [] if user == "root" else ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
        return ["chroot", str(self.folder), "env", "-i", *setting, *who, "/bin/sh", "-c", line]

    def runs(self, line: str, user: str = "root") -> str:
        """Run a line there, to its end; gives its stdout."""
        done = subprocess.run(self.command(line, user), capture_output=True, text=True, check=False)  # noqa: S603
        assert done.returncode == 0, f"{line}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
        return done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    """A bare Debian, with the certificates by which this machine reaches the package registry."""
    if not FULL:
        pytest.skip("takes minutes: run with REFEREE_FULL=1")
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        pytest.skip("not installed, or not root: debootstrap")
    folder = tmp_path / "debian"
    subprocess.run(  # noqa: S603
        [shutil.which("debootstrap") or "", "--variant=minbase", "bookworm", str(folder)],
        check=True,
        capture_output=True,
    )
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", folder / "etc" / "here.crt")
    for name in ("/etc/resolv.conf", "/etc/hosts"):
        if Path(name).is_file():
            shutil.copy(name, f"{folder}{name}")
    made = Machine(folder)
    made.env |= dict.fromkeys(("PIP_CERT", "SSL_CERT_FILE"), "/etc/here.crt")
    made.runs("mount -t proc proc /proc")
    yield made
    made.runs("umount /proc")


@pytest.mark.slow
def test_its_lines_make_a_referee_that_serves(machine: Machine) -> None:
    """From a bare Debian: a home, a game, and `serve`, which ends cleanly when it is told to."""
    user, entry = "root", ""
    for word, rest in instructions():
        match word:
            case "RUN":
                machine.runs(rest, user)
            case "COPY":
                _copied(machine.folder / rest.split()[1].lstrip("/"))
            case "ENV":
                machine.env |= dict(one.split("=", 1) for one in shlex.split(rest))
            case "USER":
                user = rest
            case "ENTRYPOINT":
                entry = re.sub(r'[\[\]",]', "", rest)
    said = machine.runs(f"{entry} init --address referee@games.example; {entry} doctor || true", user)
    assert "ok    home: /var/lib/referee, open to nobody else." in said
    assert "ok    program: what is compiled is kept for the next process." in said
    options = "--option players=thor:anna@example.org,loki:bert@example.org"
    machine.runs(f"{entry} open thunder --id g1 {options}", user)
    with subprocess.Popen(  # noqa: S603
        machine.command(f"exec {entry} serve", user),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as serve:
        assert serve.stdout is not None
        assert "start" in serve.stdout.readline()
        time.sleep(1)
        serve.send_signal(signal.SIGTERM)
        assert serve.wait(30) == 0
    assert machine.runs("stat -c '%U %a' /var/lib/referee").split() == ["referee", "700"]
    assert "%PDF" in machine.runs(
        f"cd /tmp && {entry} booklet g1 --seat thor --out g1.pdf; head -c 4 g1.pdf", user
    )


def _copied(to: Path) -> None:
    for name in CONTENT:
        one = ROOT / name
        if one.is_dir():
            shutil.copytree(one, to / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif one.exists():
            to.mkdir(parents=True, exist_ok=True)
            shutil.copy(one, to / name)

"""A real postfix for tests: a private instance on loopback, in its own folder, by the recipe of `examples/host`.

Nothing leaves the machine: postfix can deliver only to dovecot and to `referee mail`. If a server is not
installed, or the machine does not let us start it, the tests that need it are skipped, and say so.
"""

import json
import os
import re
import shutil
import smtplib
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

from referee.util.values import Value
from support.servers import HOST, PATH, answers, free_port, needed

T = TypeVar("T")
ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "examples" / "host"
USER, GROUP = "nobody", "nogroup"
"""Who owns the servers' mail and the referee's home, if we are root."""
PATIENCE = 30.0
IS_ROOT = os.geteuid() == 0
AS_USER: Mapping[str, Any] = {"user": USER, "group": GROUP, "extra_groups": []} if IS_ROOT else {}
"""How to start a process that must not run as root."""


def until(what: Callable[[], T], why: Callable[[], str] = str, patience: float = PATIENCE) -> T:
    """Wait until this gives something true, and give that. Fails with a reason after this many seconds."""
    end = time.monotonic() + patience
    while not (found := what()):
        assert time.monotonic() < end, why()
        time.sleep(0.02)
    return found


@contextmanager
def public_folder() -> Iterator[Path]:
    """A folder that every user may read, because the servers drop their privileges."""
    folder = Path(tempfile.mkdtemp(prefix="referee-"))
    try:
        folder.chmod(0o755)
        yield folder
    finally:
        shutil.rmtree(folder)


def given_away(path: Path) -> Path:
    """Give a file or folder, with everything in it, to the user of the servers."""
    if IS_ROOT:
        for one in (path, *path.rglob("*")):
            shutil.chown(one, USER, GROUP)
    return path


def recipe(name: str, **places: str) -> str:
    """A file of `examples/host`, with each place in it (a text that must occur) replaced."""
    text = (RECIPES / name).read_text("utf-8")
    for old, new in places.items():
        assert old in text, f"{name} names no {old}"
        text = text.replace(old, new)
    return text


# The referee, as another user has it installed


@cache
def python() -> list[str]:
    """A command by which the user of the servers runs Python with everything the referee needs.

    Skips if there is none.
    """
    where = f"{ROOT}:{sysconfig.get_path('purelib')}"
    base = str(getattr(sys, "_base_executable", sys.executable))
    for program in dict.fromkeys((sys.executable, base, "/usr/bin/python3")):
        command = ["/usr/bin/env", f"PYTHONPATH={where}", "PYTHONDONTWRITEBYTECODE=1", program]
        with suppress(OSError):
            tried = subprocess.run(  # noqa: S603  ourselves
                [*command, "-c", "import referee.cli, lark, yaml, imap_tools"],
                capture_output=True,
                check=False,
                cwd="/",
                **AS_USER,
            )
            if not tried.returncode:
                return command
    pytest.skip(f"the user {USER} can run no Python with the referee, which lies in {ROOT}")


def installed(folder: Path) -> Path:
    """The command `referee` as a file in that folder, for everybody who can read it."""
    path = folder / "referee"
    path.write_text(f'#!/bin/sh\nexec {" ".join(python())} -m referee "$@"\n')
    path.chmod(0o755)
    return path


# Postfix

POSTFIX = """
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/data
maillog_file = {folder}/log/maillog
maillog_file_prefixes = {folder}/log
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.games.example
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtp_dns_support_level = disabled
smtp_host_lookup = native
default_transport = error:no mail leaves this machine
relay_transport = lmtp:inet:{host}:{lmtp}
smtpd_relay_restrictions = permit_mynetworks, reject
mydestination = club.example
local_recipient_maps =
alias_maps =
forward_path = {folder}/forward/${{user}}.forward
virtual_mailbox_domains = example.org, home.example
virtual_mailbox_maps =
virtual_transport = lmtp:inet:{host}:{lmtp}
{recipe}
"""
SERVICES = """
{host}:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
{recipe}
"""


class Postfix(Value, dict=True):
    """A running postfix: its folder, its port for SMTP.

    Mail to `referee@games.example` goes by the recipe to `referee mail` with the home `home`; to example.org
    and home.example into dovecot; to club.example to the users of this machine, as `forward` says.
    """

    folder: Path
    port: int

    @property
    def home(self) -> Path:
        """The home of the referee that the recipe names."""
        return self.folder / "home"

    @property
    def forward(self) -> Path:
        """The file `.forward` of the user of the machine."""
        return self.folder / "forward" / f"{USER}.forward"

    def command(self, *args: str) -> str:
        """Run a program of postfix on this instance; its output."""
        name, *more = args
        program = str(shutil.which(name, path=PATH))
        done = subprocess.run(  # noqa: S603  a server of ours
            [program, "-c", str(self.folder / "etc"), *more], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (args, done.stdout, done.stderr)
        return done.stdout

    def submit(self, sender: str, to: str, mail: bytes) -> None:
        """Hand in a mail by SMTP."""
        with smtplib.SMTP(HOST, self.port, local_hostname="client.example") as server:
            server.sendmail(sender, [to], mail)

    def queue(self) -> list[dict[str, Any]]:
        """What is still in the queue, each with `queue_name`, `sender` and `recipients`."""
        return [json.loads(line) for line in self.command("postqueue", "-j").splitlines()]

    def emptied(self) -> None:
        """Wait until the queue is empty."""
        until(lambda: not self.queue(), lambda: f"{self.queue()}\n{self.log()}")

    def deferred(self) -> list[str]:
        """Wait until everything in the queue has been tried, and waits for another try: each reason."""
        until(
            lambda: (found := self.queue()) and all(one["queue_name"] == "deferred" for one in found),
            lambda: f"{self.queue()}\n{self.log()}",
        )
        return [to["delay_reason"] for one in self.queue() for to in one["recipients"]]

    def flush(self) -> None:
        """Have everything that waits tried again, and wait until it has left."""
        self.command("postqueue", "-f")
        self.emptied()

    def log(self) -> str:
        """Its log."""
        return (self.folder / "log" / "maillog").read_text("utf-8", errors="replace")

    def statuses(self, to: str) -> list[str]:
        """What happened to the mails to that address, one after another: sent, deferred, bounced."""
        return re.findall(rf"to=<{re.escape(to)}>.* status=(\w+)", self.log())


@contextmanager
def postfix(lmtp: int) -> Iterator[Postfix]:
    """A postfix that brings mail to `referee mail` by the recipe, and to a dovecot. Skips if it is not installed."""
    needed("postfix")
    if not IS_ROOT:
        pytest.skip("postfix starts for root only")
    with public_folder() as folder:
        one = Postfix(folder, free_port())
        for name in ("etc", "spool", "data", "log", "bin", "forward"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        places = {"GAMES.EXAMPLE": "games.example", "/etc/postfix/referee": str(folder / "etc" / "referee")}
        command, home = str(installed(folder / "bin")), str(one.home)
        service = {
            "/usr/local/bin/referee": command,
            "/var/lib/referee": home,
            "user=referee": f"user={USER}",
        }
        given: dict[str, Any] = {"folder": folder, "host": HOST, "lmtp": lmtp, "port": one.port}
        texts = {
            "main.cf": POSTFIX.format(**given, recipe=recipe("postfix/main.cf", **places)),
            "master.cf": SERVICES.format(**given, recipe=recipe("postfix/master.cf", **service)),
            "referee": recipe("postfix/referee", **{"GAMES.EXAMPLE": "games.example"}),
        }
        for name, text in texts.items():
            (folder / "etc" / name).write_text(text)
        one.command("postfix", "start")
        try:
            until(lambda: answers(one.port), lambda: f"postfix: {one.log()}")
            yield one
        finally:
            one.command("postfix", "abort")
            until(lambda: not _lives(folder), lambda: "postfix does not stop")


def _lives(folder: Path) -> bool:
    """Whether the master of a postfix still runs: it holds a lock on the file with its process number."""
    with suppress(OSError, ValueError):
        os.kill(int((folder / "spool" / "pid" / "master.pid").read_text()), 0)
        return True
    return False

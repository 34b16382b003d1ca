"""Who on this machine can read the secrets of seats in the log or the queue of a mail server.

The secrets stand in the addresses that players write to, where the configuration puts them there (`secrets:
address`).
"""

import os
import re
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import which

from referee.cli.doctor.finding import Finding, note, wrong
from referee.home import ways
from referee.home.config import Config
from referee.util.journal import LENGTH

LOGS = ("/var/log/mail.log", "/var/log/mail.info", "/var/log/maillog", "/var/log/syslog", "/var/log/messages")
TAIL = 4 << 20
"""How many bytes are looked at from the end of a log."""
PATIENCE = 5.0
PROGRAMS = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
ANYONE = "static:anyone"


def examined(config: Config) -> Iterator[Finding]:
    """What shows secrets to other users. Nothing, where addresses hold no secrets or no mail comes in here."""
    far = config.fetch and all(isinstance(one, ways.Imap) for one in config.fetch) and not config.serve.lmtp
    if config.secrets != "address" or far:
        return
    for path in dict.fromkeys((*map(Path, LOGS), *map(Path, filter(None, [postconf("maillog_file")])))):
        if shown(path, config):
            yield wrong("secrets", "secrets-log", where=str(path))
    if postconf("authorized_mailq_users") == ANYONE:
        yield note("secrets", "secrets-queue")


def shown(path: Path, config: Config) -> bool:
    """Whether a log that everybody can read has an address with a secret in it."""
    local, _, _ = config.address.rpartition("@")
    secret = re.compile(rb"%s\+[a-z2-7]{%d}@" % (re.escape(local.encode()), LENGTH), re.IGNORECASE)
    try:
        if not open_to_all(path):
            return False
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - TAIL))
            return secret.search(file.read(TAIL)) is not None
    except OSError:
        return False


def open_to_all(path: Path) -> bool:
    """Whether any user can read a file, by its mode and by the modes of the folders above it. Raises OSError."""
    above = all(one.stat().st_mode & stat.S_IXOTH for one in path.absolute().parents)
    return above and stat.S_ISREG(path.stat().st_mode) and bool(path.stat().st_mode & stat.S_IROTH)


def postconf(name: str) -> str:
    """A setting of postfix on this machine; "" where there is none."""
    program = which("postconf", path=PROGRAMS)
    if program is None:
        return ""
    command = [program, "-h", name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

"""The ways mail comes and goes, each tried as far as possible without a mail.

Logins, folders, sockets, programs and packages are tried.
"""

import errno
import os
import re
import socket
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from urllib.parse import urlsplit

from referee.cli.doctor.finding import Finding, fine, note, wrong
from referee.home import ways
from referee.home.config import Config
from referee.home.home import Home
from referee.home.ways import name_of, name_of_target
from referee.post import notifying
from referee.post.ways import imap
from referee.post.ways.smtp import Closed, SmtpWay
from referee.post.ways.sockets import LONGEST_PATH, shut_to_group
from referee.util.errors import Faulty, WrongConfig
from referee.util.journal import LENGTH

EXTRAS = {
    "mail": ("aiosmtpd", "dkim", "icalendar", "imap_tools", "tzdata"),
    "pictures": ("resvg_py",),
    "sign": ("cryptography",),
}
"""The packages of each extra of this package."""
READ = os.R_OK | os.W_OK | os.X_OK
PATIENCE = 3.0


def examined(home: Home, config: Config) -> Iterator[Finding]:
    """Try every way that the configuration names."""
    yield from extras(config)
    for source in config.fetch:
        yield fetched(home, source)
    if not config.fetch and not config.serve.lmtp:
        yield note("fetch", "fetch-none")
    yield posted(home, config)
    if config.serve.lmtp:
        yield reached(home, config.serve) or listening(home, config.serve.lmtp)
    yield from map(notified, config.notify)
    local, _, domain = config.address.rpartition("@")
    if config.secrets == "address":
        yield note("address", "address-plus", address=f"{local}+test@{domain}")
    else:
        yield note("address", "address-plain", address=config.address)


def notified(receiver: ways.Notified) -> Finding:
    """Whether the keeper's program is there, or the host of the URL is known; it is told nothing."""
    name = notifying.name_of(receiver)
    if isinstance(receiver, ways.Command):
        return (
            fine("notify", "notify-fine", name=name)
            if which(name)
            else wrong("notify", "notify-bad", name=name)
        )
    host = urlsplit(receiver.url)
    try:
        with socket.create_connection(
            (host.hostname or "", host.port or (443 if host.scheme == "https" else 80)), PATIENCE
        ):
            return fine("notify", "notify-fine", name=name)
    except (OSError, ValueError):
        return wrong("notify", "notify-bad", name=name)


def extras(config: Config) -> Iterator[Finding]:
    """The packages whose absence makes something impossible; wrong if the configuration asks for it."""
    imap = any(isinstance(one, ways.Imap) for one in config.fetch)
    wanted = {"mail": imap or bool(config.serve.lmtp) or config.terms.sender == "dkim"}
    for extra, names in EXTRAS.items():
        missing = [name for name in names if find_spec(name) is None]
        if missing:
            tell = wrong if wanted.get(extra) else note
            yield tell("packages", "extra-missing", extra=extra, missing=missing, python=sys.executable)
        else:
            yield fine("packages", "extra-fine", extra=extra)


def fetched(home: Home, source: ways.Source) -> Finding:
    """Whether letters can be taken from a source; none is taken."""
    try:
        match source:
            case ways.Maildir():
                _maildir(home.path / source.maildir)
            case ways.Mbox():
                _mbox(home.path / source.mbox)
            case ways.Imap():
                with imap.connected(home.path, source):
                    pass
    except (Faulty, OSError, ModuleNotFoundError) as fault:
        return wrong("fetch", "fetch-bad", fault, source=name_of(source))
    return fine("fetch", "fetch-fine", source=name_of(source))


def _maildir(path: Path) -> None:
    """Raise `Faulty` or OSError for a folder that is no Maildir of ours."""
    for part in ("new", "cur"):
        if not (path / part).is_dir():
            raise WrongConfig("source-no-maildir", where=str(path))
        _allowed(path / part, READ)


def _mbox(path: Path) -> None:
    """Raise `Faulty` or OSError for a file that is no mbox of ours; before the first letter there may be none."""
    if not path.exists():
        _allowed(path.parent, os.R_OK | os.X_OK)
        return
    _allowed(path, os.R_OK | os.W_OK)
    with path.open("rb") as file:
        if file.read(5) not in {b"From ", b""}:
            raise WrongConfig("source-no-mbox", where=str(path))


def _allowed(path: Path, how: int) -> None:
    """Raise OSError if access is denied."""
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if not os.access(path, how):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def posted(home: Home, config: Config) -> Finding:
    """Whether letters can go out; none is sent."""
    if config.post is None:
        return wrong("post", "post-none")
    try:
        way = _tried(home, config, config.post)
    except (Faulty, OSError) as fault:
        return wrong("post", "post-bad", fault)
    return fine("post", "post-fine", way=way) if isinstance(way, str) else way


def _tried(home: Home, config: Config, target: ways.Target) -> str | Finding:
    """The name of the way, if letters can go by it. Raises `Faulty`, OSError if they cannot."""
    name = name_of_target(target)
    match target:
        case ways.Folder():
            path = home.path / target.folder
            _allowed(next(one for one in (path, *path.parents) if one.exists()), os.W_OK | os.X_OK)
        case ways.Sendmail():
            _allowed(Path(target.sendmail), os.X_OK)
        case ways.Smtp():
            try:
                with SmtpWay(target, home.path, config.host) as way:
                    way.greet()
            except Closed as closed:
                return wrong("post", "post-closed", server=name, reply=str(closed))
    return name


def reached(home: Home, serve: ways.Serve) -> Finding | None:
    """What to say if the mail server cannot reach a socket on which `referee serve` could listen."""
    if shut := shut_to_group(home.path, serve):
        return wrong("serve", "serve-shut", folder=str(shut), where=serve.lmtp)
    return None


def listening(home: Home, lmtp: str) -> Finding:
    """Whether `referee serve` can listen there, or already does."""
    if found := ways.LOOPBACK.fullmatch(lmtp):
        return _port(lmtp, found[1].strip("[]"), int(found[2]))
    path = home.path / lmtp
    if len(os.fsencode(path)) > LONGEST_PATH:
        return wrong("serve", "serve-bad", WrongConfig("lmtp-path-long", where=str(path), limit=LONGEST_PATH))
    if path.is_socket():
        return _heard(lmtp, lambda: _called(path)) or fine("serve", "serve-free", where=lmtp)
    if path.exists():
        return wrong("serve", "serve-bad", WrongConfig("lmtp-in-the-way", where=str(path)))
    try:
        _allowed(next(one for one in path.parents if one.exists()), os.W_OK | os.X_OK)
    except OSError as fault:
        return wrong("serve", "serve-bad", fault)
    return fine("serve", "serve-free", where=lmtp)


def _port(lmtp: str, host: str, port: int) -> Finding:
    try:
        if found := _heard(lmtp, lambda: socket.create_connection((host, port), PATIENCE)):
            return found
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            one.bind((host, port))
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or str(error)
        return wrong("serve", "serve-bad", WrongConfig("lmtp-cannot", where=lmtp, error=why))
    return fine("serve", "serve-free", where=lmtp)


def _called(path: Path) -> socket.socket:
    one = socket.socket(socket.AF_UNIX)
    try:
        one.settimeout(PATIENCE)
        one.connect(str(path))
    except OSError:
        one.close()
        raise
    return one


def _heard(lmtp: str, call: Callable[[], socket.socket]) -> Finding | None:
    """What to say if somebody answers: a mail server, by its greeting (RFC 5321, 3.1), or something else."""
    with suppress(OSError), closing(call()) as one:
        one.settimeout(PATIENCE)
        if one.recv(512).startswith(b"220"):
            return fine("serve", "serve-on", where=lmtp)
        return wrong("serve", "serve-taken", where=lmtp)
    return None


LOGS = ("/var/log/mail.log", "/var/log/mail.info", "/var/log/maillog", "/var/log/syslog", "/var/log/messages")
TAIL = 4 << 20
"""How many bytes are looked at from the end of a log."""
LONGEST_WAIT = 5.0
PROGRAMS = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
ANYONE = "static:anyone"


def readable_secrets(config: Config) -> Iterator[Finding]:
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
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_WAIT, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""

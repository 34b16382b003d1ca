"""Passwords of mail servers: the first line of a file, or of a command's output. A configuration holds none.

Also the certificates by which servers are recognized (TLS, RFC 8314): those the system trusts, or those of a
file.
"""

import shlex
import ssl
import subprocess
from pathlib import Path

from referee.home.ways import Imap, Smtp
from referee.util.errors import WrongConfig

PATIENCE = 60.0
"""Seconds that a command which prints a password may take: it may ask somebody for another password."""
LONGEST = 4096


def password(home: Path, login: Imap | Smtp) -> str:
    """The password of a login, looked up now. Raises `Faulty`, without showing it, unless there is exactly one."""
    if bool(login.password_file) == bool(login.password_command):
        raise WrongConfig("password-one-way", where=str(home / "config.yaml"))
    given = _of_file(home / login.password_file) if login.password_file else _of_command(login, home)
    line = given[:LONGEST].split(b"\n")[0].removesuffix(b"\r")
    try:
        found = line.decode("utf-8")
    except UnicodeDecodeError:
        found = ""
    if not found or "\0" in found or len(line) == LONGEST:
        raise WrongConfig("password-none", where=login.password_file or login.password_command)
    return found


def _of_file(path: Path) -> bytes:
    try:
        if path.stat().st_mode & 0o007:
            raise WrongConfig("password-open", where=str(path))
        with path.open("rb") as file:
            return file.read(LONGEST)
    except OSError as error:
        raise WrongConfig("password-missing", where=str(path), error=error.strerror or "") from None


def _of_command(login: Imap | Smtp, home: Path) -> bytes:
    where = login.password_command
    try:
        ran = subprocess.run(  # noqa: S603  the keeper's own command, from the keeper's own file
            shlex.split(where),
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, ValueError, IndexError) as error:
        raise WrongConfig("password-command", where=where, error=type(error).__name__) from None
    except subprocess.TimeoutExpired:
        raise WrongConfig("password-command", where=where, error=f"{PATIENCE:.0f} s") from None
    if ran.returncode:
        raise WrongConfig("password-command", where=where, error=str(ran.returncode))
    return ran.stdout


def trusted(home: Path, tls_ca: str) -> ssl.SSLContext:
    """The certificates that a server is checked against: those the system trusts, or only those of a file (PEM).

    The server's certificate must bear the name by which we call it. Raises `Faulty` if the file holds none.
    """
    if not tls_ca:
        return ssl.create_default_context()
    path = home / tls_ca
    try:
        return ssl.create_default_context(cafile=str(path))
    except (OSError, ssl.SSLError) as error:
        raise WrongConfig("tls-ca", where=str(path), error=type(error).__name__) from None

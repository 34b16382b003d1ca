"""Real servers for tests: unprivileged, on free high ports of loopback, each in its own folder, stopped at the end.

A test whose server is not installed is skipped, with the reason: each server does so itself, and a test by
`needs(DOVECOT)`.
"""

import ipaddress
import os
import pwd
import shutil
import signal
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.util.values import Value

HOST = "127.0.0.1"
DOVECOT = "/usr/lib/dovecot/imap"
DOVECOT_LMTP = "/usr/lib/dovecot/lmtp"
PATIENCE = 15.0
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
"""Where servers lie: not every user has a system's servers on the path."""


def missing(*programs: str) -> str:
    """Why a test that needs these programs (paths, or names in PATH) cannot run; "" if all are installed."""
    gone = [one for one in programs if not shutil.which(one, path=PATH)]
    return f"not installed: {', '.join(gone)}" if gone else ""


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skips a test where one of these programs is not installed."""
    why = missing(*programs)
    return pytest.mark.skipif(bool(why), reason=why)


def needed(*programs: str) -> None:
    """Skip the running test, or the one with this fixture, unless these programs are installed."""
    if why := missing(*programs):
        pytest.skip(why)


def free_port() -> int:
    """A port of loopback at which nobody listens."""
    with socket.socket() as found:
        found.bind((HOST, 0))
        port: int = found.getsockname()[1]
    return port


def answers(port: int) -> bool:
    """Whether somebody listens at a port of loopback."""
    with suppress(OSError), socket.create_connection((HOST, port), 1):
        return True
    return False


def wait_for(true: object, patience: float = PATIENCE) -> None:
    """Wait until a function gives something true. Raises AssertionError after `patience` seconds."""
    ends = time.monotonic() + patience
    while not true():  # type: ignore[operator]
        assert time.monotonic() < ends, true
        time.sleep(0.02)


@contextmanager
def folder_for(user: str) -> Iterator[Path]:
    """A folder with a short name that belongs to a user, as the sockets of servers require."""
    path = Path(tempfile.mkdtemp(prefix="ref-"))
    try:
        shutil.chown(path, user)
        path.chmod(0o700)
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def unprivileged() -> str:
    """The user as whom a server runs: nobody, or the user who runs the tests."""
    return "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name


def as_user(user: str) -> dict[str, object]:
    """How `subprocess` starts a process as that user; nothing if we are that user."""
    if os.geteuid():
        return {}
    entry = pwd.getpwnam(user)
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def certificate(folder: Path, name: str = "localhost") -> Path:
    """A self-signed certificate for a name and for loopback, and its key: `cert.pem` and `key.pem` there."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    names: list[x509.GeneralName] = [x509.DNSName(name)]
    names += [x509.IPAddress(ipaddress.ip_address(HOST))] if name == "localhost" else []
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    return folder / "cert.pem"


class Dovecot(Value, dict=True):
    """A running dovecot: its folder, its ports (IMAP with STARTTLS, IMAP over TLS, LMTP), its certificate."""

    folder: Path
    imap: int
    imaps: int
    lmtp: int
    cert: Path

    def box(self, user: str) -> Path:
        """The Maildir of a user."""
        return self.folder / "mail" / user

    def deliver(self, user: str, mail: bytes, sender: str = "anna@example.org") -> None:
        """Deliver a mail by LMTP to a user, or to user+detail."""
        with smtplib.LMTP(HOST, self.lmtp, timeout=PATIENCE) as client:
            client.sendmail(sender, [user], mail)


CONF = """
base_dir = $D/run
state_dir = $D/state
log_path = $D/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <$D/cert.pem
ssl_key = <$D/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = $U
default_internal_group = $G
default_login_user = $U
first_valid_uid = 1
mail_location = maildir:$D/mail/%u
recipient_delimiter = +
lmtp_save_to_detail_mailbox = no
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u $D/users
}
userdb {
  driver = static
  args = uid=$U gid=$G home=$D/home/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $IMAP
  }
  inet_listener imaps {
    port = $TLS
    ssl = yes
  }
}
service anvil {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $LMTP
  }
}
protocol lmtp {
  postmaster_address = postmaster@games.example
}
"""


@contextmanager
def dovecot(users: Mapping[str, str], more: str = "") -> Iterator[Dovecot]:
    """A dovecot for these users and their passwords; `more` is added to its configuration, where $D is its folder.

    Skips if it is not installed.
    """
    needed("dovecot", DOVECOT, DOVECOT_LMTP)
    user = unprivileged()
    group = as_user(user).get("group", os.getegid())
    with folder_for(user) as folder:
        ports = {"IMAP": free_port(), "TLS": free_port(), "LMTP": free_port()}
        cert = certificate(folder)
        lines = [f"{name}:{{PLAIN}}{password}::::::\n" for name, password in users.items()]
        (folder / "users").write_text("".join(lines), "utf-8")
        text = CONF + more
        known = {"D": folder, "U": user, "G": _group(group), **ports}
        for key in sorted(known, key=len, reverse=True):
            text = text.replace(f"${key}", str(known[key]))
        (folder / "dovecot.conf").write_text(text, "utf-8")
        for path in folder.iterdir():
            shutil.chown(path, user)
        command = ["/usr/sbin/dovecot", "-F", "-c", str(folder / "dovecot.conf")]
        with _running(command, user):
            wait_for(lambda: all(answers(port) for port in ports.values()))
            yield Dovecot(folder, ports["IMAP"], ports["TLS"], ports["LMTP"], cert)


def _group(number: object) -> str:
    import grp

    return grp.getgrgid(int(str(number))).gr_name


@contextmanager
def _running(command: list[str], user: str) -> Iterator[None]:
    """A server in the foreground, ended when the block ends."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **as_user(user))  # type: ignore[call-overload]  # noqa: S603
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

"""Mail servers for tests of sending: a real one (aiosmtpd) with TLS and login, and a rude one that follows a script.

Both listen on loopback at a port that the system chooses, and end with their `with` block.
"""

import ipaddress
import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from referee.util.values import Struct, Value, field

HOST = "127.0.0.1"
USER, PASSWORD = "referee", "sesame street"
OK = "250 2.0.0 taken"


class Arrived(Value, dict=True):
    """A mail as it arrived: its envelope, its bytes, and the number of its connection."""

    sender: str
    to: str
    data: bytes
    connection: int


# Certificates


class Authority(Value, dict=True):
    """A certificate authority of our own, for one name."""

    ca: bytes
    chain: bytes

    def files(self, folder: Path) -> tuple[Path, Path]:
        """The certificate of the authority, and what a server needs (key and certificate)."""
        ca, chain = folder / "ca.pem", folder / "server.pem"
        ca.write_bytes(self.ca)
        chain.write_bytes(self.chain)
        return ca, chain


@cache
def authority(name: str = HOST) -> Authority:
    """An authority, and a server with that name or address that it certifies."""
    x509 = pytest.importorskip("cryptography.x509", reason="certificates are made with cryptography")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    def certificate(subject: str, key: Any, issuer: str, by: Any, more: Sequence[tuple[Any, bool]]) -> bytes:
        now = datetime.now(UTC)
        common = [x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, one)]) for one in (subject, issuer)]
        made = x509.CertificateBuilder(*reversed(common), key.public_key(), x509.random_serial_number())
        made = made.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        for extension, critical in more:
            made = made.add_extension(extension, critical)
        return bytes(made.sign(by, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))

    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    try:
        names = x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        names = x509.DNSName(name)
    ca = certificate("ca", keys[0], "ca", keys[0], [(x509.BasicConstraints(ca=True, path_length=0), True)])
    own = certificate("server", keys[1], "ca", keys[0], [(x509.SubjectAlternativeName([names]), False)])
    form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return Authority(ca, keys[1].private_bytes(*form) + own)


# A real server


class Office(Struct, dict=True):
    """What a real server does with a letter: `says` gives the answers, in turn, to a verb about an address.

    Else it accepts.
    """

    says: dict[tuple[str, str], list[str]] = field(default_factory=dict)
    got: list[Arrived] = field(default_factory=list)
    logins: list[tuple[str, bool]] = field(default_factory=list)
    connections: list[Any] = field(default_factory=list)
    port: int = 0

    def _answer(self, verb: str, about: str) -> str:
        waiting = self.says.get((verb, about)) or self.says.get((verb, "*")) or [OK]
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    async def handle_RCPT(  # noqa: N802  as aiosmtpd has it
        self, _server: Any, session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        """A recipient."""
        if session not in self.connections:
            self.connections.append(session)
        if (said := self._answer("RCPT", address)).startswith("250"):
            envelope.rcpt_tos.append(address)
        return said

    async def handle_DATA(self, _server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        """The end of a mail."""
        (to,) = envelope.rcpt_tos
        if (said := self._answer("DATA", to)).startswith("250"):
            at = self.connections.index(session)
            self.got.append(Arrived(envelope.mail_from, to, envelope.content, at))
        return said


@contextmanager
def office(chain: Path | None = None, *, implicit: bool = False, says: Any = None) -> Iterator[Office]:
    """A real server: with a certificate it wants TLS and a login before anything else."""
    controller = pytest.importorskip("aiosmtpd.controller", reason="aiosmtpd is in the extra mail")
    from aiosmtpd.smtp import AuthResult

    place = Office(dict(says or {}))
    given: dict[str, Any] = {}
    if chain:
        trust = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        trust.load_cert_chain(chain)

        def login(server: Any, session: Any, _envelope: Any, _mechanism: str, data: Any) -> Any:
            good = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
            place.logins.append(
                (data.login.decode(), bool(session.ssl or server.transport.get_extra_info("ssl_object")))
            )
            return AuthResult(success=good, handled=False)

        given = {"authenticator": login, "auth_required": True}
        given |= (
            {"ssl_context": trust, "auth_require_tls": False}
            if implicit
            else {"tls_context": trust, "require_starttls": True}
        )
    place.port = nobody_listens()
    running = controller.Controller(place, HOST, place.port, **given)
    with pytest.MonkeyPatch.context() as patch:
        # It warns about a login without STARTTLS, which TLS from the first byte does not use.
        patch.setattr("aiosmtpd.smtp.warn", lambda *_args, **_more: None)
        running.start()
        try:
            yield place
        finally:
            running.stop()


# A rude server

DROP, HANG = "drop", "hang"
"""Instead of an answer: the line dies; nothing is ever said again."""
Says = Mapping[str, Sequence[str]]


class Rude(Struct, dict=True):
    """A server that follows a script: `says` are the answers to each verb in turn, the last one for ever.

    Verbs are `""` (the greeting), EHLO, MAIL, RCPT, DATA, `.` (the end of a mail), RSET, QUIT. `before` is
    called before an answer.
    """

    says: Says
    before: Callable[[str], None] = lambda _verb: None
    lines: list[str] = field(default_factory=list)
    got: list[bytes] = field(default_factory=list)
    connections: int = 0
    port: int = 0
    _at: dict[str, int] = field(default_factory=dict)
    _threads: list[threading.Thread] = field(default_factory=list)
    _stop: threading.Event = field(default_factory=threading.Event)

    def answer(self, verb: str) -> str:
        """The next answer."""
        usual = {"": "220 here", "EHLO": "250 here", "DATA": "354 go on", "QUIT": "221 bye"}
        said = self.says.get(verb, (usual.get(verb, OK),))
        at = self._at.get(verb, 0)
        self._at[verb] = at + 1
        return said[min(at, len(said) - 1)]

    def serve(self, listening: socket.socket) -> None:
        """Take connections, each in a thread of its own: one that hangs delays nobody."""
        while not self._stop.is_set():
            with suppress(TimeoutError):
                line, _ = listening.accept()
                self.connections += 1
                self._threads.append(threading.Thread(target=self._whole, args=(line,), daemon=True))
                self._threads[-1].start()
        for thread in self._threads:
            thread.join(5)

    def _whole(self, line: socket.socket) -> None:
        with line, line.makefile("rb") as file, suppress(ConnectionError):
            self.talk(line, file)

    def talk(self, line: socket.socket, file: Any) -> None:
        """One connection, to its end."""
        if not self._say(line, ""):
            return
        for raw in file:
            text = raw.decode("latin-1").rstrip("\r\n")
            self.lines.append(text)
            verb = text[:4].upper().strip()
            said = self._say(line, verb)
            if not said or verb == "QUIT":
                return
            if verb == "DATA" and said.startswith("354"):
                body = list(takewhile(b".\r\n".__ne__, file))
                self.got.append(b"".join(body))
                if not self._say(line, "."):
                    return

    def _say(self, line: socket.socket, verb: str) -> str:
        """Say it; "" if the line is dead now."""
        said = self.answer(verb)
        self.before(verb)
        if said == HANG:
            self._stop.wait(20)
        if said in {HANG, DROP}:
            return ""
        line.sendall(said.replace("\n", "\r\n").encode() + b"\r\n")
        return said

    def stop(self) -> None:
        """Release the connections that hang."""
        self._stop.set()


@contextmanager
def rude(says: Says | None = None, before: Callable[[str], None] = lambda _verb: None) -> Iterator[Rude]:
    """A rude server that follows this script."""
    server = Rude(says or {}, before)
    with socket.create_server((HOST, 0)) as listening:
        listening.settimeout(0.1)
        server.port = listening.getsockname()[1]
        thread = threading.Thread(target=server.serve, args=(listening,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.stop()
            thread.join(10)


def nobody_listens() -> int:
    """A port at which nobody listens."""
    with socket.create_server((HOST, 0)) as one:
        port: int = one.getsockname()[1]
    return port

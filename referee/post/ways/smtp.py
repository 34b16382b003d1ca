"""Letters out by an SMTP server (RFC 5321, 6409): TLS checked, login, one connection for many letters.

A letter is accepted when the server has answered its end with 250, not before. After a refusal the
transaction is reset. A letter at which the connection drops is tried once more, over a new connection. A
server that does not answer, rejects our login or password, or shows a certificate we do not trust is out of
reach, whatever the letter.
"""

import smtplib
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from referee.home.ways import Smtp
from referee.post.ways.passwords import password, trusted
from referee.post.ways.tries import ACCEPTED, LATER, NEVER, UNCLEAR, UNREACHED, Outcome, Parcel, Way, told
from referee.util.errors import WrongConfig
from referee.util.regexes import regex
from referee.util.times import seconds

LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
GONE = 421
TOO_LARGE = 552
OF_THE_SERVER = regex(rb"5(?:30|34|35|38) |4\d\d 4\.3\.\d")
"""Answers to a letter that concern the server: it wants a login (RFC 4954, 6), or has failed itself (RFC 3463, 3.4)."""


class Closed(Exception):
    """No connection can be made now; the words say why."""


class Dropped(Exception):
    """The connection dropped in the middle of a letter; `slow` if the server used up its time."""

    def __init__(self, why: object, *, slow: bool = False) -> None:
        """Keep the reason: what the server said, or the error."""
        super().__init__(_said(why))
        self.slow = slow


class SmtpWay(Way):
    """The way by an SMTP server. `host` is our own name in the greeting; paths are relative to `home`."""

    def __init__(self, settings: Smtp, home: Path, host: str) -> None:
        """Take the settings; the server is called with the first letter."""
        self._settings, self._home, self._host = settings, home, host
        self._server: smtplib.SMTP | None = None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        if self._server is not None:
            with suppress(OSError, smtplib.SMTPException):
                self._server.quit()
        self._hang_up()

    def greet(self) -> None:
        """Call the server and log in, and send nothing. Raises `Closed` if that fails; `Faulty`."""
        self._connected()

    def carry(self, parcel: Parcel) -> Outcome:
        """Carry one letter. Raises `Faulty` for unusable settings."""
        try:
            try:
                return self._carried(parcel)
            except Dropped as dropped:
                if dropped.slow:
                    raise
                return self._carried(
                    parcel
                )  # the server was restarted, or accepts no more letters on one connection
        except Closed as closed:
            return Outcome(UNREACHED, str(closed))
        except Dropped as dropped:
            return Outcome(UNCLEAR, str(dropped))

    def _carried(self, parcel: Parcel) -> Outcome:
        """Send one letter over the open connection, or a new one. Raises `Closed`, `Dropped`, `Faulty`."""
        server = self._connected()
        try:
            outcome = _transaction(server, parcel)
        except (OSError, smtplib.SMTPException, ValueError) as error:
            self._hang_up()
            slow = isinstance(error, TimeoutError) or isinstance(error.__context__, TimeoutError)
            raise Dropped(error, slow=slow) from error
        if outcome.reply.startswith(str(GONE)):  # it hangs up (RFC 5321, 3.8)
            self._hang_up()
            raise Dropped(outcome.reply)
        if outcome.kind != ACCEPTED:
            self._reset(server)
        return outcome

    def _reset(self, server: smtplib.SMTP) -> None:
        """Reset the transaction on the same connection; if that fails, the next letter gets a new one."""
        try:
            server.rset()
        except (OSError, smtplib.SMTPException):
            self._hang_up()

    def _hang_up(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def _connected(self) -> smtplib.SMTP:
        """The connection, made and logged in if there is none. Raises `Closed`, `Faulty`."""
        if self._server is None:
            secret = self._secret()
            try:
                self._server = self._called()
                self._server.ehlo_or_helo_if_needed()
                if self._settings.tls == "starttls":
                    self._server.starttls(context=trusted(self._home, self._settings.tls_ca))
                    self._server.ehlo_or_helo_if_needed()
                if self._settings.user:
                    self._server.login(self._settings.user, secret)
            except (OSError, smtplib.SMTPException, ValueError) as error:
                self._hang_up()
                raise Closed(_said(error)) from error
        return self._server

    def _called(self) -> smtplib.SMTP:
        one = self._settings
        patience = float(seconds(one.timeout))
        if one.tls == "implicit":
            trust = trusted(self._home, one.tls_ca)
            return smtplib.SMTP_SSL(one.smtp, one.port, self._host, context=trust, timeout=patience)
        return smtplib.SMTP(one.smtp, one.port, self._host, patience)

    def _secret(self) -> str:
        one = self._settings
        if not one.user:
            return ""
        if one.tls == "none" and one.smtp not in LOCAL:
            raise WrongConfig("login-open", name=one.smtp)
        return password(self._home, one)


def _transaction(server: smtplib.SMTP, parcel: Parcel) -> Outcome:
    """One letter to one address; the server's last answer. Raises OSError, SMTPException when the line drops."""
    code, reply = server.mail(parcel.sender, _options(server, parcel))
    if not _good(code):
        # A refused sender is not the recipient's fault, unless the server says that the mail is too large.
        return Outcome(NEVER if code == TOO_LARGE else UNCLEAR, _line(code, reply))
    code, reply = server.rcpt(parcel.to)
    if not _good(code):
        return _answer(code, reply)
    try:
        code, reply = server.data(parcel.data)
    except smtplib.SMTPDataError as error:  # refused before the first line
        code, reply = error.smtp_code, _bytes(error.smtp_error)
    return _answer(code, reply)


def _options(server: smtplib.SMTP, parcel: Parcel) -> list[str]:
    """Parameters of MAIL: the size (RFC 1870), and that a bounce should not contain the letter (RFC 3461)."""
    size = [f"size={len(parcel.data)}"] if server.has_extn("size") else []
    return [*size, "RET=HDRS"] if server.has_extn("dsn") else size


def _good(code: int) -> bool:
    return code // 100 == 2  # noqa: PLR2004  RFC 5321, 4.2.1


def _answer(code: int, reply: bytes) -> Outcome:
    """The outcome that an answer to a letter means."""
    if OF_THE_SERVER.match(b"%d %s" % (code, reply)):
        return Outcome(UNCLEAR, _line(code, reply))
    kind = ACCEPTED if _good(code) else NEVER if code // 100 == 5 else LATER  # noqa: PLR2004
    return Outcome(kind, _line(code, reply))


def _line(code: int, reply: bytes) -> str:
    return told(b"%d %s" % (code, reply))


def _bytes(words: bytes | str) -> bytes:
    return words if isinstance(words, bytes) else words.encode()


def _said(why: object) -> str:
    """Why a connection failed, in the server's words if it said anything."""
    if isinstance(why, smtplib.SMTPResponseException):
        return _line(why.smtp_code, _bytes(why.smtp_error))
    if isinstance(why, OSError) and why.strerror:
        return told(why.strerror)
    return told(why) or type(why).__name__

"""The ways by which mail comes and goes, as the configuration of a home has them.

    fetch:
      - maildir: /var/mail/referee                  # letters that are safely taken in are removed from it
      - mbox: /var/mail/referee
      - imap: imap.games.example
        user: referee
        password-file: imap-password
    post:
      smtp: mail.games.example
      user: referee
      password-command: pass show games/smtp

A password is never written here: it is the first line of a file, or of what a command prints.
"""

import re
from dataclasses import dataclass
from typing import Any

from referee.util.errors import Faulty
from referee.util.settings import Spot, number, one_of, optional, setting, span, words

LOOPBACK = re.compile(r"(127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}|\[::1\]|localhost):([0-9]{1,5})")
"""An address that only this machine can reach, and its port."""
ADDRESS = re.compile(r"[^/]*:[0-9]*")
PORT = number(1, 65535)
SECURE = ("starttls", "implicit", "none")


@dataclass(frozen=True, slots=True)
class Maildir:
    """A Maildir into which a mail server delivers; letters that are safely taken in are removed from it."""

    maildir: str = setting(words)


@dataclass(frozen=True, slots=True)
class Mbox:
    """An mbox file into which a mail server delivers; letters that are safely taken in are removed from it."""

    mbox: str = setting(words)


@dataclass(frozen=True, slots=True)
class Imap:
    """A folder of an IMAP server (RFC 3501): host, port (0: the default), how the line is made safe (TLS), the login.

    `tls_ca` is a file with the certificates that are trusted, instead of those that the system trusts.
    Letters taken in go to the folder `done`, or are deleted where none is named. `idle`: wait for news (RFC 2177) in `serve`.
    """

    imap: str = setting(words)
    port: int = setting(number(0, 65535), 0)
    tls: str = setting(one_of(*SECURE), "implicit")
    tls_ca: str = setting(optional(words), "")
    user: str = setting(words, "")
    password_file: str = setting(words, "")
    password_command: str = setting(words, "")
    folder: str = setting(words, "INBOX")
    done: str = setting(optional(words), "")
    idle: str = setting(one_of("yes", "no"), "yes")


@dataclass(frozen=True, slots=True)
class Folder:
    """Letters out are written to a folder: `eml`, a file each; or `maildir`, a Maildir for each address."""

    folder: str = setting(words)
    as_: str = setting(one_of("eml", "maildir"), "eml")


@dataclass(frozen=True, slots=True)
class Sendmail:
    """Letters out are handed to a program that takes what sendmail takes: its path."""

    sendmail: str = setting(words)
    timeout: str = setting(span(1, 3600), "60 seconds")


@dataclass(frozen=True, slots=True)
class Smtp:
    """Letters out go to an SMTP server (RFC 5321, 6409): host, port, how the line is made safe (TLS), the login if it wants one.

    `tls_ca` is a file with the certificate of an authority of one's own, instead of those of the system; `timeout` how long
    the server may take for an answer.
    """

    smtp: str = setting(words)
    port: int = setting(PORT, 587)
    tls: str = setting(one_of(*SECURE), "starttls")
    user: str = setting(words, "")
    password_file: str = setting(words, "")
    password_command: str = setting(words, "")
    tls_ca: str = setting(optional(words), "")
    timeout: str = setting(span(1, 3600), "60 seconds")


def _listening(value: Any, spot: Spot) -> str:
    """A path, or an address that only this machine can reach."""
    text = words(value, spot)
    if ADDRESS.fullmatch(text) and not LOOPBACK.fullmatch(text):
        raise Faulty("config-lmtp", where=spot.where)
    return text


@dataclass(frozen=True, slots=True)
class Serve:
    """What `referee serve` does: the socket (a path) or address (`127.0.0.1:8024`) on which it takes mail by LMTP (RFC 2033).

    `lmtp_for` says who may use the socket: its `owner`, or its `group` too, for a mail server that runs as another user.
    `every` is how often it makes a pass and looks at deadlines, `log` the form of its lines.
    """

    lmtp: str = setting(optional(_listening), "")
    every: str = setting(span(1, 86400), "60 seconds")
    log: str = setting(one_of("text", "json"), "text")
    lmtp_for: str = setting(one_of("owner", "group"), "owner")


SOURCES = (Maildir, Mbox, Imap)
TARGETS = (Folder, Sendmail, Smtp)
Source = Maildir | Mbox | Imap
Target = Folder | Sendmail | Smtp


def name_of_target(target: Target | None) -> str:
    """Where letters go, as the keeper knows it; "" for nowhere."""
    match target:
        case None:
            return ""
        case Folder():
            return target.folder
        case Sendmail():
            return target.sendmail
        case Smtp():
            return f"{target.smtp}:{target.port}"


def name_of(source: Source) -> str:
    """A source as the keeper knows it."""
    match source:
        case Maildir():
            return source.maildir
        case Mbox():
            return source.mbox
        case Imap():
            return f"{source.imap}/{source.folder}"

"""The ways by which mail comes and goes, as the configuration of a home names them.

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
    notify:
      - command: [/usr/local/bin/tell-me, games]
      - url: https://hooks.games.example/referee

A password is never written here: it is the first line of a file, or of a command's output.
"""

import re
from typing import Any

from referee.util.errors import Faulty, WrongSetting
from referee.util.regexes import regex
from referee.util.settings import Spot, number, one_of, optional, setting, several, span, words
from referee.util.values import Value

LOOPBACK = regex(r"(127\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}|\[::1\]|localhost):([0-9]{1,5})")
"""An address that only this machine can reach, and its port."""
ADDRESS = regex(r"[^/]*:[0-9]*")
PORT = number(1, 65535)
SECURE = ("starttls", "implicit", "none")


class Maildir(Value):
    """A Maildir into which a mail server delivers; letters that are safely taken in are removed from it."""

    maildir: str = setting(words)


class Mbox(Value):
    """An mbox file into which a mail server delivers; letters that are safely taken in are removed from it."""

    mbox: str = setting(words)


class Imap(Value):
    """A folder of an IMAP server (RFC 3501).

    Attributes:
        imap: The host.
        port: 0 for the default.
        tls: How the line is encrypted.
        tls_ca: A file with the certificates to trust, instead of those that the system trusts.
        folder: The folder that letters are taken from.
        done: The folder that they are moved to; "" to delete them.
        idle: Whether `serve` waits for news (RFC 2177).
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


class Folder(Value):
    """Letters out are written to a folder: `eml`, a file each; or `maildir`, a Maildir for each address."""

    folder: str = setting(words)
    as_: str = setting(one_of("eml", "maildir"), "eml")


class Sendmail(Value):
    """Letters out are handed to a program with sendmail's interface: its path."""

    sendmail: str = setting(words)
    timeout: str = setting(span(1, 3600), "60 seconds")


class Smtp(Value):
    """Letters out go to an SMTP server (RFC 5321, 6409).

    Attributes:
        smtp: The host.
        port: 0 for the default.
        tls: How the line is encrypted.
        user: For the login, if the server wants one; "" for none.
        tls_ca: A file with the certificate of a private authority, instead of those that the system trusts.
        timeout: How long the server may take to answer.
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
        raise WrongSetting("config-lmtp", where=spot.where)
    return text


class Serve(Value):
    """What `referee serve` does.

    Attributes:
        lmtp: The socket (a path) or address (`127.0.0.1:8024`) on which it takes mail by LMTP (RFC 2033).
        lmtp_for: Who may use the socket: its `owner`, or its `group` too, for a mail server that runs as another user.
        every: How often it makes a pass and checks deadlines.
        log: The form of its log lines.
        heartbeat: How often it says in a store that it is there; after three times that others take its jobs over.
    """

    lmtp: str = setting(optional(_listening), "")
    every: str = setting(span(1, 86400), "60 seconds")
    log: str = setting(one_of("text", "json"), "text")
    lmtp_for: str = setting(one_of("owner", "group"), "owner")
    heartbeat: str = setting(span(1, 600), "10 seconds")


URL = regex(r"https?://[^\s/@]+(?:/\S*)?", re.ASCII)
"""A URL without a name and a password in it."""


def _url(value: Any, spot: Spot) -> str:
    """A URL that is posted to."""
    if not URL.fullmatch(text := words(value, spot)):
        raise Faulty("config-url", where=spot.where)
    return text


def _arguments(value: Any, spot: Spot) -> tuple[str, ...]:
    """A command as a list of arguments, none of them empty."""
    if not value:
        raise WrongSetting("config-list", where=spot.where, name=spot.name)
    return tuple(several(words)(value, spot))


class Command(Value):
    """A program that is told what happens: a list of arguments, never a shell; the event is JSON on its stdin.

    Attributes:
        timeout: How long it may run.
        addresses: Whether it is told the addresses of players.
    """

    command: tuple[str, ...] = setting(_arguments)
    timeout: str = setting(span(1, 60), "10 seconds")
    addresses: str = setting(one_of("no", "yes"), "no")


class Url(Value):
    """A server that is told the same by HTTP POST; see `Command`."""

    url: str = setting(_url)
    timeout: str = setting(span(1, 60), "10 seconds")
    addresses: str = setting(one_of("no", "yes"), "no")


NOTIFIED = (Command, Url)
Notified = Command | Url
SOURCES = (Maildir, Mbox, Imap)
TARGETS = (Folder, Sendmail, Smtp)
Source = Maildir | Mbox | Imap
Target = Folder | Sendmail | Smtp


def name_of_target(target: Target | None) -> str:
    """Where letters go, by the name that the keeper knows; "" for nowhere."""
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
    """A source, by the name that the keeper knows."""
    match source:
        case Maildir():
            return source.maildir
        case Mbox():
            return source.mbox
        case Imap():
            return f"{source.imap}/{source.folder}"

"""Letters from a folder of an IMAP server (RFC 3501), by imap-tools.

Only raw bytes are asked for, and nothing is marked as read. Letters are taken in batches: first into the
spool, then they are moved away or deleted. A letter's number is kept no longer than the connection in which
the server told it, so it does not matter if the server numbers them again (UIDVALIDITY).
"""

import imaplib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from imap_tools import BaseMailBox, MailBox, MailBoxStartTls, MailBoxUnencrypted
from imap_tools.errors import ImapToolsError, MailboxLoginError
from imap_tools.imap_utf7 import utf7_encode

from referee.home import ways
from referee.post.spool import Taking, moment, wanted
from referee.post.ways.passwords import password, trusted
from referee.util.errors import Faulty, TryAgain, WrongConfig
from referee.util.regexes import regex
from referee.util.values import Value

PATIENCE = 60.0
"""Seconds to wait for an answer of the server."""
FAREWELL = 5.0
"""The same, when we leave."""
TOGETHER, TOGETHER_BYTES = 50, 4 << 20
"""How many letters, or bytes, are asked for at a time."""
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
"""Servers to which a password may be sent over an unencrypted line."""
PORTS = {"implicit": 993, "starttls": 143, "none": 143}
CODE = regex(r"\[([A-Z-]{1,40})\]")
UID = regex(rb"\bUID ([0-9]+)")
SIZE = regex(rb"\bRFC822\.SIZE ([0-9]+)")
DATE = regex(rb'\bINTERNALDATE "([^"]*)"')


class Seen(Value):
    """A letter as the server lists it."""

    uid: str
    size: int
    at: datetime | None


class StartTls(MailBoxStartTls):
    """A connection that is encrypted after it was opened; if that fails, it is closed."""

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        client = imaplib.IMAP4(self._host, self._port, self._timeout)
        try:
            client.starttls(self._ssl_context)
        except BaseException:
            with suppress(OSError):
                client.sock.close()
                client.shutdown()
            raise
        return client


@contextmanager
def connected(home: Path, source: ways.Imap) -> Iterator[BaseMailBox]:
    """A connection, logged in, with the folder opened for changes. Raises `Faulty`."""
    if source.done and source.done.lower() == source.folder.lower():
        raise WrongConfig("imap-same-folder", where=source.imap, folder=source.done)
    if source.user and source.tls == "none" and source.imap not in LOCAL:
        raise WrongConfig("login-open", where=source.imap, name=source.imap)
    secret = password(home, source) if source.user else ""
    with _asking(source, "imap-unreachable"):
        box = _connection(home, source)
    try:
        with _asking(source, "imap-login", WrongConfig):
            _log_in(box, source.user, secret)
        with _asking(source, "imap-folder", WrongConfig, folder=source.folder):
            _open(box, source)
        yield box
    finally:
        with suppress(imaplib.IMAP4.error, ImapToolsError, OSError):
            box.client.sock.settimeout(FAREWELL)
            box.logout()
        with suppress(OSError):
            box.client.shutdown()


def _connection(home: Path, source: ways.Imap) -> BaseMailBox:
    port = source.port or PORTS[source.tls]
    match source.tls:
        case "implicit":
            return MailBox(source.imap, port, PATIENCE, ssl_context=trusted(home, source.tls_ca))
        case "starttls":
            return StartTls(source.imap, port, PATIENCE, ssl_context=trusted(home, source.tls_ca))
    return MailBoxUnencrypted(source.imap, port, PATIENCE)


def _log_in(box: BaseMailBox, user: str, secret: str) -> None:
    if (user + secret).isascii():
        box.login(user, secret, initial_folder=None)
    else:
        box.login_utf8(user, secret, initial_folder=None)
    # Some servers tell what they can do only after the login.
    _, told = box.client.capability()
    box.client.capabilities = tuple(str(told[-1], "ascii", "replace").upper().split())


def _open(box: BaseMailBox, source: ways.Imap) -> None:
    if source.done and not box.folder.exists(source.done):
        box.folder.create(source.done)
    box.folder.set(source.folder)


@contextmanager
def _asking(source: ways.Imap, key: str, kind: type[Faulty] = TryAgain, **params: str) -> Iterator[None]:
    """Report trouble with the server under this key. Of the server's words only the code (RFC 5530) is passed on."""
    try:
        yield
    except (ImapToolsError, imaplib.IMAP4.error, OSError) as error:
        refused = isinstance(error, MailboxLoginError) or not isinstance(error, imaplib.IMAP4.abort | OSError)
        said = CODE.search(str(error))
        strerror = error.strerror if isinstance(error, OSError) else ""
        why = (said[1] if said else strerror) or type(error).__name__
        if refused:
            raise kind(key, where=source.imap, error=why, **params) from None
        raise TryAgain("imap-unreachable", where=source.imap, error=why) from None


def fetch(box: BaseMailBox, source: ways.Imap, taking: Taking) -> None:
    """Take the letters of the open folder. Raises `Faulty` for trouble with the server, OSError with the spool."""
    with _asking(source, "imap-trouble"):
        uids = box.uids("UNDELETED")
    for at in range(0, len(uids), TOGETHER):
        with _asking(source, "imap-trouble"):
            listed = _listed(box, uids[at : at + TOGETHER])
        for some in _by_size(listed):
            if taking.full:
                return
            _take(box, source, some, taking)


def _take(box: BaseMailBox, source: ways.Imap, some: Sequence[Seen], taking: Taking) -> None:
    """Take some letters, then move or delete them; it is no loss if somebody else removed some meanwhile."""
    with _asking(source, "imap-trouble"):
        found = _bodies(box, some)
    times = {one.uid: one.at for one in some}
    for uid, raw in found.items():
        taking.take(raw, times[uid], dated=times[uid] is not None)
    with _asking(source, "imap-trouble"):
        _away(box, list(found), source.done)


def _listed(box: BaseMailBox, uids: Sequence[str]) -> list[Seen]:
    """The size and the arrival of each of these letters that is still there."""
    found = list[Seen]()
    for line in _answer(box, uids, "(UID RFC822.SIZE INTERNALDATE)"):
        text = line[0] if isinstance(line, tuple) else line
        uid, size, date = UID.search(text), SIZE.search(text), DATE.search(text)
        if uid and size:
            found.append(
                Seen(
                    uid[1].decode(),
                    int(size[1]),
                    _time(date[1].decode("ascii", "replace"), int(uid[1])) if date else None,
                )
            )
    wanted_ones = set(uids)
    return sorted((one for one in found if one.uid in wanted_ones), key=lambda one: int(one.uid))


def _time(date: str, uid: int) -> datetime | None:
    """When a letter came: the server tells the second, and the numbers tell the order within it."""
    found = moment(date)
    return found + timedelta(microseconds=uid % 1_000_000) if found else None


def _by_size(listed: Sequence[Seen]) -> Iterator[list[Seen]]:
    """The letters in batches that fit in memory. One that is too large comes alone, as only a part of it is read."""
    heap, size = list[Seen](), 0
    for one in listed:
        cut = wanted(one.size) < one.size
        if heap and (cut or size + one.size > TOGETHER_BYTES or wanted(heap[0].size) < heap[0].size):
            yield heap
            heap, size = [], 0
        heap.append(one)
        size += one.size
    if heap:
        yield heap


def _bodies(box: BaseMailBox, some: Sequence[Seen]) -> dict[str, bytes]:
    """The letters' bytes by their numbers, in their order."""
    most = wanted(some[0].size)
    part = "BODY.PEEK[]" if most == some[0].size else f"BODY.PEEK[]<0.{most}>"
    uids = [one.uid for one in some]
    answer = _answer(box, uids, f"(UID {part})")
    found = dict[str, bytes]()
    for at, line in enumerate(answer):
        if isinstance(line, tuple):
            behind = answer[at + 1] if at + 1 < len(answer) else b""
            uid = UID.search(line[0]) or (UID.search(behind) if isinstance(behind, bytes) else None)
            if uid and b"BODY[]" in line[0]:
                found[uid[1].decode()] = line[1]
    return {uid: found[uid] for uid in uids if uid in found}


def _answer(box: BaseMailBox, uids: Sequence[str], parts: str) -> list[bytes | tuple[bytes, bytes]]:
    """The server's answer about these letters; if it gives none because some are gone, each is asked for alone."""
    typ, data = box.client.uid("FETCH", ",".join(uids), parts)
    if typ == "OK":
        return [line for line in data if line]
    box.client.response("FETCH")  # what it told before the refusal would be taken for the next answer
    if len(uids) == 1:
        return []
    return [line for uid in uids for line in _answer(box, [uid], parts)]


def _away(box: BaseMailBox, uids: Sequence[str], done: str) -> None:
    """Move or delete letters that are safely taken. If the server is able to, no other letter is touched."""
    if not uids:
        return
    named = ",".join(uids)
    if done and "MOVE" in box.client.capabilities:
        _must(box.client.uid("MOVE", named, _encoded(done)))
        return
    if done:
        _must(box.client.uid("COPY", named, _encoded(done)))
    _must(box.client.uid("STORE", named, "+FLAGS.SILENT", r"(\Deleted)"))
    if "UIDPLUS" in box.client.capabilities:
        _must(box.client.uid("EXPUNGE", named))
    else:
        _must(box.client.expunge())


def _encoded(folder: str) -> str:
    """The name of a folder as commands write it (RFC 3501 5.1.3)."""
    name = utf7_encode(folder).replace(b"\\", b"\\\\").replace(b'"', b'\\"')
    return f'"{name.decode("ascii")}"'


def _must(answer: tuple[str, Sequence[object]]) -> None:
    if answer[0] != "OK":
        raise imaplib.IMAP4.error(str(answer[1])[:200])


def idle(
    box: BaseMailBox, source: ways.Imap, patience: float, piece: float, over: Callable[[], bool]
) -> None:
    """Wait `patience` seconds for news of the open folder, asking `over` every `piece` seconds. Raises `Faulty`."""
    ends = time.monotonic() + patience
    with _asking(source, "imap-trouble"):
        box.idle.start()  # type: ignore[no-untyped-call]
        news = _at_hand(box)
        while not news and not over() and (left := ends - time.monotonic()) > 0:
            since, wait = time.monotonic(), min(piece, left)
            told = box.idle.poll(wait)
            if not told and time.monotonic() - since < wait / 2:
                break  # the line is closed; the next command will show it
            news = [line for line in told if not line.startswith(b"* OK")]  # a sign of life only
        box.idle.stop()  # type: ignore[no-untyped-call]


def _at_hand(box: BaseMailBox) -> list[bytes]:
    """What the server sent together with its assent to IDLE: it has been read already, so no poll would show it."""
    found, line = list[bytes](), box.client.sock
    before = line.gettimeout()
    line.settimeout(0)
    try:
        while True:
            found.append(box.client._get_line())  # noqa: SLF001  as imap-tools does
    except (OSError, imaplib.IMAP4.abort):
        return found
    finally:
        line.settimeout(before)

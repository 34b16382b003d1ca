"""A mail server at which answers arrive: it keeps what the soak looks for of each, and can be lost."""

import hashlib
import re
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from typing import Any

from referee.util.values import Struct, field

HOST = "127.0.0.1"
UP, DOWN, MUTE = "up", "down", "mute"
"""It works; it takes no connection; it takes a mail, and the line is lost before it says so."""
_FIELD = re.compile(rb"^(Message-ID|In-Reply-To): *(<[^>]*>)", re.IGNORECASE | re.MULTILINE)


class Sink(Struct, dict=True):
    """What arrived: for each letter the mails that answer it, and when the first came; mails that came once more.

    Attributes:
        answers: by the Message-ID of a letter, those of the mails that answer it.
        when: by the Message-ID of a letter, when it was answered (`time.monotonic`).
        again: mails that came more than once, as the same bytes; `other` those that came with other bytes.
        forget: whether to keep nothing of an answer to this letter.
    """

    state: str = UP
    port: int = 0
    answers: dict[str, set[str]] = field(default_factory=dict)
    when: dict[str, float] = field(default_factory=dict)
    mails: int = 0
    again: int = 0
    other: list[str] = field(default_factory=list)
    lost_lines: int = 0
    forget: Callable[[str], bool] = lambda _letter: False
    _known: dict[str, bytes] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, mail: bytes) -> None:
        """Keep what is looked for of a mail."""
        named = {
            name.lower(): value.decode() for name, value in _FIELD.findall(mail.partition(b"\r\n\r\n")[0])
        }
        own, letter = named.get(b"message-id", ""), named.get(b"in-reply-to", "")
        digest = hashlib.sha256(mail).digest()
        with self._lock:
            self.mails += 1
            if own in self._known:
                same = self._known[own] == digest
                self.again, self.other = self.again + same, self.other + [own] * (not same)
            self._known.setdefault(own, digest)
            if letter and not self.forget(letter):
                self.answers.setdefault(letter, set()).add(own)
                self.when.setdefault(letter, time.monotonic())


def _talk(sink: Sink, wire: Any, said: Callable[[bytes], Any]) -> None:
    """One connection, to its end."""
    said(b"220 here")
    for raw in wire:
        verb = raw[:4].upper().strip()
        if verb == b"DATA":
            said(b"354 go on")
            sink.take(b"".join(takewhile(b".\r\n".__ne__, wire)))
            if sink.state != UP:
                sink.lost_lines += 1
                return
        said({b"QUIT": b"221 bye"}.get(verb, b"250 2.0.0 taken"))
        if verb == b"QUIT":
            return


@contextmanager
def listening() -> Iterator[Sink]:
    """A sink on a free port of loopback."""
    sink = Sink()

    class Line(socketserver.StreamRequestHandler):
        """A connection."""

        def handle(self) -> None:
            """Talk, unless there is nobody."""
            if sink.state == DOWN:
                sink.lost_lines += 1
                return
            _talk(sink, self.rfile, lambda text: self.wfile.write(text + b"\r\n"))

    class Server(socketserver.ThreadingTCPServer):
        """A thread for each connection; one that breaks off is nothing to tell."""

        daemon_threads, allow_reuse_address = True, True

        def handle_error(self, _request: Any, _address: Any) -> None:
            """The line was lost from the other end."""
            sink.lost_lines += 1

    with Server((HOST, 0), Line) as server:
        sink.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield sink
        finally:
            server.shutdown()

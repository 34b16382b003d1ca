"""An IMAP server for what real ones do not do on request: it renumbers, lies, and dies in the middle of an answer."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from referee.util.values import Struct, field

CRLF = b"\r\n"


class FakeImap(Struct, dict=True):
    """A mailbox: letters by their numbers.

    `before` is called at each command, and may change it or end the connection.
    """

    letters: dict[int, bytes]
    validity: int = 1
    capabilities: str = "IMAP4rev1 IDLE"
    port: int = 0
    log: list[str] = field(default_factory=list)
    die_at: str = ""
    """A command that begins like this gets half of its answer, and then the connection ends; once."""
    deaf: bool = False
    """Commands are read, and never answered: a line that died silently."""
    vanish: set[int] = field(default_factory=set)
    """Letters that another client removes between the listing and the fetching."""
    removed: list[bytes] = field(default_factory=list)
    at_once: bytes = b""
    """What is sent together with the assent to IDLE; once."""
    close_idle: bool = False
    """IDLE ends with the connection; once."""
    deleted: set[int] = field(default_factory=set)
    connections: int = 0

    def renumber(self) -> None:
        """Number the letters again, so that old numbers mean other letters."""
        self.validity += 1
        self.letters = dict(enumerate(self.letters[uid] for uid in sorted(self.letters)))
        self.letters = {uid + 1: raw for uid, raw in self.letters.items()}

    def serve(self, line: socket.socket) -> None:
        """One connection."""
        self.connections += 1
        with line, line.makefile("rwb") as wire, suppress(OSError, ValueError):
            wire.write(b"* OK hello" + CRLF)
            wire.flush()
            while given := wire.readline():
                tag, _, command = given.decode().strip().partition(" ")
                self.log.append(command)
                if self.deaf:
                    continue
                if command == "IDLE":
                    wire.write(b"+ idling" + CRLF + self.at_once)
                    wire.flush()
                    self.at_once = b""
                    if self.close_idle:
                        self.close_idle = False
                        line.shutdown(socket.SHUT_RDWR)
                        return
                    wire.readline()
                    self.log.append("DONE")
                    if self.deaf:
                        continue
                answer = self.answer(tag, command)
                if self.die_at and command.startswith(self.die_at):
                    self.die_at = ""
                    wire.write(answer[: len(answer) // 2])
                    wire.flush()
                    line.shutdown(socket.SHUT_RDWR)
                    return
                wire.write(answer)
                wire.flush()

    def answer(self, tag: str, command: str) -> bytes:
        """The answer to a command."""
        words = command.split(" ")
        name = (words[1] if words[0] == "UID" else words[0]).upper()
        told, status = b"", "OK done"
        match name:
            case "CAPABILITY":
                told = f"* CAPABILITY {self.capabilities}".encode() + CRLF
            case "SELECT":
                told = f"* {len(self.letters)} EXISTS\r\n* OK [UIDVALIDITY {self.validity}] x\r\n".encode()
                status = "OK [READ-WRITE] done"
            case "LIST":
                told = b'* LIST () "/" "Done"' + CRLF
            case "SEARCH":
                uids = sorted(set(self.letters) - self.deleted)
                told = f"* SEARCH {' '.join(map(str, uids))}".encode() + CRLF
            case "FETCH":
                told, status = self.fetched(words)
            case "STORE":
                self.deleted |= self.named(words[2])
            case "EXPUNGE":
                which = self.named(words[2]) if words[0] == "UID" else self.deleted
                for uid in sorted(which & self.deleted & set(self.letters)):
                    self.removed.append(self.letters.pop(uid))
                self.deleted -= which
            case "LOGOUT":
                told = b"* BYE" + CRLF
        return told + f"{tag} {status}".encode() + CRLF

    def named(self, uids: str) -> set[int]:
        """The numbers that a command names."""
        return set(map(int, uids.split(",")))

    def fetched(self, words: list[str]) -> tuple[bytes, str]:
        """The answer to FETCH: its parts in an unusual order, with unrequested items in between."""
        told, asked = b"", " ".join(words[3:])
        for uid in sorted(self.named(words[2])):
            if "BODY" in asked and uid in self.vanish:
                self.letters.pop(uid, None)
            if (raw := self.letters.get(uid)) is None:
                continue
            told += f"* {uid} FETCH (FLAGS (\\Recent))\r\n".encode()
            if "BODY" in asked:
                part = re.search(r"<0\.(\d+)>", asked)
                raw = raw[: int(part[1])] if part else raw
                mark = b"BODY[]<0>" if part else b"BODY[]"
                told += (
                    f"* {uid} FETCH (".encode()
                    + mark
                    + f" {{{len(raw)}}}\r\n".encode()
                    + raw
                    + f" UID {uid})\r\n".encode()
                )
            else:
                date = f'"21-Nov-2026 10:00:0{uid % 10} +0100"'
                told += f"* {uid} FETCH (INTERNALDATE {date} RFC822.SIZE {len(raw)} UID {uid})\r\n".encode()
        gone = "BODY" in asked and self.named(words[2]) & self.vanish
        return told, "NO [EXPUNGEISSUED] some are gone" if gone else "OK done"


@contextmanager
def running(fake: FakeImap) -> Iterator[FakeImap]:
    """The server on a free port of loopback, a thread for each connection."""
    with socket.create_server(("127.0.0.1", fake.port)) as listening:
        fake.port = listening.getsockname()[1]

        def accept() -> None:
            with suppress(OSError):
                while True:
                    line, _ = listening.accept()
                    threading.Thread(target=fake.serve, args=(line,), daemon=True).start()

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield fake
        with suppress(OSError):
            listening.shutdown(socket.SHUT_RDWR)
    thread.join(5)

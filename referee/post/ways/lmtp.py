"""Letters by LMTP (RFC 2033), as a mail server hands them over.

Each recipient gets an answer, and it is 250 only once the letter is on the disk. The server is aiosmtpd,
changed in two ways: the answer to a letter is given once for each recipient, as LMTP requires; and an error
of ours is answered so that the mail server tries again.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import Envelope, Session

from referee.home.config import Config
from referee.home.home import Home
from referee.home.seats import Finds, Seats
from referee.post.delivery import MOST
from referee.post.envelope import RETURNED
from referee.post.spool import Spool, mail_told
from referee.post.ways import sockets
from referee.util.journal import LENGTH, Journal
from referee.util.regexes import regex

TAKEN = "250 2.0.0 OK"
AGAIN = "451 4.3.0 not now, try again"
UNKNOWN = "550 5.1.1 nobody here has this address"
TOO_MANY = "452 4.5.3 too many recipients"
BARE = "550 5.5.2 a CR or LF stands alone"
BUSY = b"421 4.3.2 too many connections\r\n"
RECIPIENTS, LINES = 100, 64
IDLE = 300.0
"""Seconds after which a silent client is disconnected."""
PAUSE = 0.02
LONGEST_LINE = 1 << 20
"""Bytes of a line; RFC 5321 requires at least 1,000, and mail programs write more."""
ALONE = regex(rb"\r(?!\n)|(?<!\r)\n")
"""A lone CR or LF: elsewhere it may pass for the end of a letter, and so hide a second letter."""
SECRET = regex(rf"[A-Za-z2-7]{{{LENGTH}}}")
SAFE = regex(r"[!-;=?-~]{1,300}")


class Lines(LMTP):
    """A connection; `owner` knows all of them."""

    line_length_limit = LONGEST_LINE

    def __init__(self, owner: "Listener", host: str) -> None:
        super().__init__(
            owner,
            data_size_limit=MOST,
            enable_SMTPUTF8=True,
            hostname=host,
            ident="LMTP",
            timeout=IDLE,
            loop=owner.loop,
        )
        self.owner = owner
        self._answers = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Note a new connection."""
        super().connection_made(transport)
        self.owner.lines.add(self)
        if len(self.owner.lines) > LINES and isinstance(transport, asyncio.Transport):
            transport.write(BUSY)
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Forget a closed connection."""
        self.owner.lines.discard(self)
        super().connection_lost(error)

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802  as aiosmtpd has it
        """Take a letter, and answer for each recipient."""
        self.owner.busy += 1
        try:
            await super().smtp_DATA(arg)
        finally:
            self._answers = 0
            self.owner.busy -= 1

    async def push(self, status: Any) -> None:
        """Answer."""
        if self._answers and "\r\n" not in status:
            status = "\r\n".join([status] * self._answers)
        elif isinstance(status, str) and status.startswith("354") and self.envelope:
            self._answers = len(self.envelope.rcpt_tos)
        await super().push(status)

    async def handle_exception(self, error: Exception) -> str:
        """Answer an error of ours so that the player's letter is not sent back."""
        self.owner.journal.tell("error", by="lmtp", error=type(error).__name__)
        return AGAIN


class Listener:
    """Takes letters for a home. The loop runs in its own thread, which calls `came` for each letter."""

    def __init__(
        self,
        home: Home,
        config: Config,
        journal: Journal,
        came: Callable[[], None],
        seats: Finds | None = None,
    ) -> None:
        """Take the home; nothing listens before `start`. Seats are looked up in `seats`, if not in the home."""
        self.home, self.config, self.journal, self._came = home, config, journal, came
        self.spool = Spool(home.path / "post")
        self.seats: Finds = seats or Seats(home)
        self.lines = set[Lines]()
        self.busy = 0
        self.loop = asyncio.new_event_loop()
        self._pool = ThreadPoolExecutor(4, "lmtp-disk")
        self._thread = threading.Thread(target=self.loop.run_forever, name="lmtp", daemon=True)

    def start(self) -> None:
        """Begin to listen. Raises `Faulty` if that is impossible."""
        try:
            self._socket = sockets.listening(self.home.path, self.config.serve)
        except BaseException:
            self.loop.close()
            raise
        if shut := sockets.shut_to_group(self.home.path, self.config.serve):
            self.journal.tell("lmtp-shut-to-group", where=str(shut))
        self._thread.start()
        self._server = asyncio.run_coroutine_threadsafe(self._listen(), self.loop).result()

    async def _listen(self) -> asyncio.Server:
        return await self.loop.create_server(lambda: Lines(self, self.config.host), sock=self._socket)

    def stop(self, patience: float) -> None:
        """Stop listening; letters being handed over may be finished within `patience` seconds."""
        sockets.let_go(self.home.path, self.config.serve, self._socket)
        asyncio.run_coroutine_threadsafe(self._close(patience), self.loop).result()
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join()
        self._pool.shutdown()
        self.loop.close()

    async def _close(self, patience: float) -> None:
        ends = self.loop.time() + patience
        self.loop.remove_reader(self._socket)
        await asyncio.sleep(PAUSE)  # closing now would make asyncio forget a connection being accepted
        self._server.close()
        await self._until(lambda: not self.busy, ends)
        self._hang_up()
        await self._until(lambda: not self.lines, ends + 1)
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        if left:
            await asyncio.wait(left, timeout=1)
        self._hang_up()  # connections accepted meanwhile
        await asyncio.sleep(PAUSE)

    def _hang_up(self) -> None:
        for line in list(self.lines):
            if line.transport is not None:
                line.transport.close()

    async def _until(self, over: Callable[[], bool], ends: float) -> None:
        while not over() and self.loop.time() < ends:  # noqa: ASYNC110  seconds, once in the life of a process
            await asyncio.sleep(PAUSE)

    # What aiosmtpd asks

    async def handle_RCPT(  # noqa: N802  as aiosmtpd has it
        self, _server: Lines, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Whether letters to this address are ours to take."""
        if len(envelope.rcpt_tos) >= RECIPIENTS:
            return TOO_MANY
        if not await self.loop.run_in_executor(self._pool, self.ours, address):
            self.journal.tell("letter-refused", by="lmtp", to=address)
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    def ours(self, address: str) -> bool:
        """Whether an address is the referee's: the plain one, one with a seat's secret, or a return address.

        It tells nothing about games: a wrong secret looks like any other address that does not exist.
        """
        local, _, host = self.config.address.lower().rpartition("@")
        name, _, domain = address.rpartition("@")
        plain, plus, detail = name.partition("+")
        if domain.lower() != host or plain.lower() != local or not SAFE.fullmatch(address):
            return False
        if not plus or RETURNED.fullmatch(detail.lower()):
            return True
        return bool(SECRET.fullmatch(detail)) and self.seats.at(detail.lower()) is not None

    async def handle_DATA(self, _server: Lines, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Take a letter: one answer for each recipient, in their order."""
        content = envelope.original_content or b""
        if ALONE.search(content):
            self.journal.tell("letter-refused", by="lmtp", reason="bare-line-end")
            return BARE
        told = dict[str, str]()
        for address in envelope.rcpt_tos:
            key = address.lower()
            if key not in told:
                told[key] = await self.loop.run_in_executor(
                    self._pool, self._put, envelope.mail_from or "", address, content
                )
        if TAKEN in told.values():
            self._came()
        return "\r\n".join(told[address.lower()] for address in envelope.rcpt_tos)

    def _put(self, sender: str, address: str, content: bytes) -> str:
        """Put a letter for one recipient into the spool, with its envelope (RFC 5321 4.4)."""
        sender = "" if sender == "<>" else sender
        back = f"Return-Path: <{sender}>\r\n" if not sender or SAFE.fullmatch(sender) else ""
        try:
            name = self.spool.put(f"{back}Delivered-To: {address}\r\n".encode() + content)
        except Exception as error:  # noqa: BLE001  whatever went wrong, the letter is not here: the mail server still has it
            strerror = error.strerror if isinstance(error, OSError) else ""
            self.journal.wrong("lmtp", f"{type(error).__name__} {strerror}".strip())
            return AGAIN
        with suppress(Exception):
            self.journal.right("lmtp")
            known = {"letter": name, "id": mail_told(content).message}
            self.journal.tell("letter-in", by="lmtp", **known, size=len(content), to=address)
        return TAKEN

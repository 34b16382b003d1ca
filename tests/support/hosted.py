"""A referee hosted by real servers, and players who know only their mailbox (IMAP) and where to hand in mail (SMTP).

postfix brings the players' mail to `referee mail`, by the recipe of `examples/host/postfix`. `referee run`
and the sending of letters are processes of the user who owns the home. Letters out go by postfix into a
dovecot.
"""

import imaplib
import json
import shutil
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import getaddresses
from pathlib import Path
from random import Random
from typing import Any

from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.util.values import Struct, field
from support.post_office import ADDRESS, GAME, SEATED, Got, Writer
from support.postfix import AS_USER, USER, Postfix, given_away, postfix, recipe, until
from support.servers import HOST, Dovecot, dovecot, needed
from support.suite import suite

PASSWORD = "sesame"  # noqa: S105  of nobody's mailbox
BOXES = ("box@home.example", "sieve@home.example")
"""Mailboxes that the referee may have, besides those of the players."""
SIEVE = "plugin {\n  sieve = file:$D/sieve/%u.sieve\n}\n"


@contextmanager
def inbox(server: Dovecot, user: str) -> Iterator[imaplib.IMAP4]:
    """The inbox of a user, as a mail program reads it."""
    box = imaplib.IMAP4(HOST, server.imap)
    try:
        box.login(user, PASSWORD)
        box.select("INBOX")
        yield box
    finally:
        box.logout()


def letters(server: Dovecot, user: str, known: int = 0) -> list[bytes]:
    """The letters in the inbox of a user, in the order they came, without the first `known` ones."""
    with inbox(server, user) as box:
        if len(box.search(None, "ALL")[1][0].split()) <= known:
            return []
        found = box.fetch(f"{known + 1}:*", "(BODY.PEEK[])")[1]
    return [part[1] for part in found if isinstance(part, tuple)]


def emptied(server: Dovecot, user: str) -> None:
    """Remove all letters from the inbox of a user."""
    with inbox(server, user) as box:
        if box.search(None, "ALL")[1] == [b""]:
            return
        box.store("1:*", "+FLAGS", r"\Deleted")
        box.expunge()


class Host(Struct, dict=True):
    """A home of the referee as a club hosts it: everything is done by processes of the user who owns it."""

    postfix: Postfix
    dovecot: Dovecot
    out: int = 0

    @property
    def home(self) -> Path:
        """The home that the recipe names."""
        return self.postfix.home

    @property
    def referee(self) -> Path:
        """The command, as it is installed here."""
        return self.postfix.folder / "bin" / "referee"

    def run(self, *args: str, code: int = 0, given: bytes = b"") -> str:
        """Run a verb that must end with this exit code; its output, stderr included."""
        command = [str(self.referee), "--home", str(self.home), *args]
        done = subprocess.run(command, input=given, capture_output=True, check=False, cwd="/", **AS_USER)  # noqa: S603
        told: str = (done.stdout + done.stderr).decode()
        assert done.returncode == code, (args, done.returncode, told)
        return told

    def made(self, address: str = ADDRESS) -> None:
        """Make the home, for its user alone."""
        self.home.mkdir(mode=0o700, exist_ok=True)
        given_away(self.home)
        self.run("init", "--address", address)
        self.configured(f"post:\n  smtp: {HOST}\n  port: {self.postfix.port}\n  tls: none\n")

    def configured(self, more: str) -> None:
        """Add settings to the configuration, as its keeper does."""
        with (self.home / "config.yaml").open("a", encoding="utf-8") as file:
            file.write(more)

    def opened(
        self,
        name: str = "thunder",
        seed: str = "07",
        languages: Mapping[str, str] | None = None,
        game: str = GAME,
    ) -> None:
        """Open a game by mail; the invitations are put into the players' mailboxes."""
        spoken = {seat: f",lang={language}" for seat, language in (languages or {}).items()}
        players = [
            f"--seat={seat}={SEATED[seat].name} <{SEATED[seat].address}>{spoken.get(seat, '')}"
            for seat in suite(name).game.seats
        ]
        self.run("open", name, "--id", game, "--seed", seed, *players)
        self.post()

    def post(self) -> None:
        """Send what is due, and wait until it is in the mailboxes."""
        self.out += len(self.run("post").splitlines())
        self.postfix.emptied()

    def passed(self, code: int = 0) -> str:
        """One pass, and its letters are sent."""
        told = self.run("run", code=code)
        self.post()
        return told

    def status(self) -> dict[str, Any]:
        """The output of `status`."""
        found: dict[str, Any] = json.loads(self.run("status", "--json"))
        return found

    def box(self, seat: str) -> list[bytes]:
        """The letters to a seat, as its player has them, in the order of their numbers."""
        return in_order(letters(self.dovecot, SEATED[seat].address))

    def last(self, seat: str) -> Got:
        """The last letter to a seat."""
        return Got.of(self.box(seat)[-1])

    def reply_to(self, seat: str) -> str:
        """The reply address of the last letter to a seat."""
        return str(self.last(seat).mail["Reply-To"])

    def cleared(self) -> None:
        """Delete the home, and all mail."""
        self.postfix.command("postsuper", "-d", "ALL")
        self.postfix.forward.unlink(missing_ok=True)
        for folder in (self.home, self.home.with_name("away")):
            shutil.rmtree(folder, ignore_errors=True)
        for user in (*BOXES, *(player.address for player in SEATED.values())):
            emptied(self.dovecot, user)


def in_order(mails: Iterable[bytes]) -> list[bytes]:
    """Letters of ours to one seat, in the order of their numbers."""
    return sorted(mails, key=lambda mail: int(Got.of(mail).number.rpartition(".")[2]))


@contextmanager
def hosted() -> Iterator[Host]:
    """Both servers, both empty. Skips if one is not installed."""
    needed("postfix", "sievec")
    users = dict.fromkeys((*BOXES, *(player.address for player in SEATED.values())), PASSWORD)
    more = SIEVE + recipe("dovecot/90-referee.conf", **{"/usr/local/lib/dovecot/sieve-pipe": "$D/bin"})
    with dovecot(users, more) as boxes, postfix(boxes.lmtp) as server:
        yield Host(server, boxes)


@contextmanager
def by_lmtp(host: Host) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Postfix brings letters to a socket of `serve`, by the recipe; gives its path, and how to start `serve`.

    In the recipe postfix's user joins the group of the referee's user; here the referee has the group of
    postfix.
    """
    etc, run = host.postfix.folder / "etc", host.postfix.folder / "run"
    before = {name: (etc / name).read_text("utf-8") for name in ("main.cf", "master.cf", "referee")}
    address = {"GAMES.EXAMPLE": "games.example"}
    lines = {
        "main.cf": before["main.cf"] + recipe("postfix/main-lmtp.cf", **address),
        "master.cf": before["master.cf"] + recipe("postfix/master-lmtp.cf"),
        "referee": recipe("postfix/referee-lmtp", **address, **{"/run/referee": str(run)}),
    }
    run.mkdir()
    run.chmod(0o750)
    shutil.chown(run, USER, "postfix")
    try:
        for name, text in lines.items():
            (etc / name).write_text(text, "utf-8")
        host.postfix.command("postfix", "reload")
        yield run / "lmtp", {**AS_USER, "group": "postfix"}
    finally:
        for name, text in before.items():
            (etc / name).write_text(text, "utf-8")
        host.postfix.command("postfix", "reload")
        shutil.rmtree(run)


class MailUser(Struct, dict=True):
    """A player at a mail program: reads the mailbox by IMAP, sends by SMTP, and knows nothing else."""

    host: Host
    writer: Writer
    box: list[bytes] = field(default_factory=list)
    sent: int = 0

    def read(self) -> None:
        """Fetch new mail."""
        address = SEATED[self.writer.seat].address
        self.box = in_order([*self.box, *letters(self.host.dovecot, address, len(self.box))])

    def write(self) -> None:
        """Send an answer to a letter, following what it says."""
        self.send(self.writer.write(self.box, datetime.now(UTC)).raw)

    def answer(self, text: str) -> None:
        """Answer the last letter with this text, with each mail program in turn."""
        program = [*PROGRAMS.values()][self.sent % len(PROGRAMS)]
        self.send(program(Reply.to_letter(self.box[-1], text, SEATED[self.writer.seat], datetime.now(UTC))))

    def send(self, mail: bytes) -> None:
        """Hand in a mail."""
        to = getaddresses([str(Got.of(mail).mail["To"])])[0][1]
        self.host.postfix.submit(SEATED[self.writer.seat].address, to, mail)
        self.sent += 1


class Whole(Struct, dict=True):
    """A whole game through the servers: what was sent, and how long it took (s).

    `served`: `referee serve` makes the passes.
    """

    host: Host
    game: str
    seed: int
    rng: Random = field(default_factory=Random)
    users: dict[str, MailUser] = field(default_factory=dict)
    passes: int = 0
    seconds: float = 0.0
    served: bool = False

    def __post_init__(self) -> None:
        self.rng = Random(self.seed)
        seats = suite(self.game).game.seats
        self.users = {seat: MailUser(self.host, Writer(seat, self.rng, game=self.game)) for seat in seats}

    @property
    def sent(self) -> int:
        """How many letters the players sent."""
        return sum(user.sent for user in self.users.values())

    def over(self) -> bool:
        """Whether the game is over: each player's last letter shows what was hidden."""
        last = [Got.of(user.box[-1]) for user in self.users.values()]
        return all(f"\n{one.tongue.hidden}\n" in one.text for one in last)

    def play(self, tired: int, at_most: int) -> None:
        """Play until it is over; after `tired` letters the players resign, and at most `at_most` are written."""
        began = time.monotonic()
        self.read()
        while not (over := self.over()) and self.sent < at_most:
            for user in self.users.values():
                user.writer.resigns = self.sent >= tired
            wanting = [user for user in self.users.values() if user.writer.wants(user.box)]
            for user in wanting or [self.rng.choice([*self.users.values()])]:
                user.write()
            self.one_pass()
        self.seconds = time.monotonic() - began
        assert over

    def follow(self, letters: Iterable[tuple[str, str]]) -> None:
        """Play these letters, each (seat, text); the last one must end the game."""
        began = time.monotonic()
        self.read()
        for seat, text in letters:
            self.users[seat].answer(text)
            self.one_pass()
        self.seconds = time.monotonic() - began
        assert self.over()

    def one_pass(self) -> None:
        """Sent letters arrive, are ruled on and answered; the players fetch new mail."""
        self.host.postfix.emptied()
        if self.served:
            until(self._answered, lambda: str(self.host.status()))
            self.host.postfix.emptied()
        else:
            self.host.passed()
        self.passes += 1
        self.read()

    def _answered(self) -> bool:
        """Whether all letters were ruled on, and every answer is written and sent."""
        post, record = self.host.home / "post", self.host.home / "games" / GAME / "record.yaml"
        settled = [
            *(post / "done").glob("*/*"),
            *(one for one in (post / "hold").iterdir() if one.suffix != ".why"),
        ]
        told = (post / "told" / GAME).read_text()
        written = len(settled) == self.sent and told == str(record.stat().st_size)
        return written and not [*(post / "out").glob("*.eml")]

    def read(self) -> None:
        """All players fetch new mail."""
        for user in self.users.values():
            user.read()

"""A game in progress by mail, into which awkward letters are sent: what happened to each, and what went out."""

import email
import shutil
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.message import Message
from pathlib import Path
from typing import Any

from referee.desk import keeper
from referee.desk.desk import Desk
from referee.desk.report import Done
from referee.home import config
from referee.home.home import Home
from referee.house.letters import EVERY_ORDER
from referee.house.players import Player
from referee.record.entries import Letter
from referee.util import files
from referee.util.values import Struct, Value, field
from referee.verify import check

ADDRESS = "referee@games.example"
BEGINS = datetime(2026, 11, 20, 9, tzinfo=UTC)
ANNA, BERT = "anna@example.org", "bert@example.org"
PLAYERS = {"thor": Player(ANNA, "Anna"), "loki": Player(BERT, "Bert")}
PRIVATE = "zwiebelkuchen"
"""Written wherever a writer can put a private word; no letter to another seat may contain it."""
OPENING = (
    ("thor", "accept"),
    ("loki", "accept"),
    ("thor", "deploy huscarl, viking warriors, shield wall"),
    ("loki", "deploy dragon, viking warriors, viking warriors"),
    ("loki", "draw\ndraw\ndraw"),
    ("thor", "say Good luck!\nWe shall see who holds the ring.\n\ndraw\ndraw\ndraw"),
)
"""The letters up to position 3.1."""
FIELDS = (
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Reply-To",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "Content-Language",
    "MIME-Version",
    "Content-Type",
)
"""Every field that a letter out may have, in this order."""
SOMETIMES = {"In-Reply-To", "References"}


class Out(Value, dict=True):
    """A letter out: its name, its bytes, and what a mail program shows of it."""

    name: str
    raw: bytes
    mail: Message
    text: str
    html: str

    @property
    def seat(self) -> str:
        """The seat it goes to."""
        return self.name.split(".")[1]

    @property
    def all(self) -> str:
        """Everything that can be found in it, decoded or not."""
        return "\n".join((self.raw.decode("latin-1"), self.text, self.html))


class Came(Value, dict=True):
    """The result of one pass: the desk's report, the letters appended to each record that grew, the letters out."""

    done: Done
    entries: Mapping[str, Sequence[Letter]]
    out: Sequence[Out]

    @property
    def lines(self) -> tuple[str, ...]:
        """What the record of g1 says of each line that is more than prose: `verdict: move or line (reason)`."""
        lines = (line for entry in self.entries.get("g1", ()) for line in entry.lines)
        return tuple(
            f"{line.verdict}: {line.move or line.raw}" + (f" ({line.why})" if line.why else "")
            for line in lines
            if line.verdict != "prose"
        )

    def to(self, seat: str) -> list[Out]:
        """The letters to a seat of any game."""
        return [one for one in self.out if one.seat == seat]


class World(Struct, dict=True):
    """A home with a desk, and a clock that only the test moves; `old` is an address that was once valid."""

    path: Path
    time: datetime = BEGINS
    roster: Mapping[str, Player] = field(default_factory=lambda: dict(PLAYERS))
    old: str = ""

    def __post_init__(self) -> None:
        self.home = Home(self.path, fresh=lambda: bytes(32))
        self.fresh()

    def fresh(self) -> None:
        """Another process works at the desk: it knows only what is on the disk."""
        self.desk = Desk(self.home, now=lambda: self.time, salts=lambda: bytes(32))

    def secret(self, seat: str, game: str = "g1") -> str:
        """The current secret of a seat."""
        return self.desk.seats.secret(game, seat)

    def reply_to(self, seat: str, game: str = "g1") -> str:
        """The address for a seat's answers."""
        return self.desk.config.reply_address(self.secret(seat, game))

    def in_subject(self, seat: str) -> str:
        """What the subject of an answer must contain: the secret, if it stands there."""
        return self.secret(seat) if self.desk.config.secrets == "subject" else ""

    def last(self, seat: str, game: str = "g1") -> str:
        """The number of the last letter to a seat, `g1.loki.5`."""
        return f"{game}.{seat}.{self.desk.outbox.last(game)[seat]}"

    def letter(self, number: str) -> Out:
        """A letter out by its number, due or sent."""
        path = self.desk.outbox.find(number)
        assert path is not None
        return opened(path.name, path.read_bytes())

    def post(self, *raws: bytes, minutes: int = 5) -> Came:
        """Mails come in, one pass is made, and the letters out are sent."""
        before = {game: self.record(game) for game in self.home.games()}
        for raw in raws:
            self.time += timedelta(minutes=minutes)
            self.desk.spool.put(raw, at=self.time)
        done = self.run()
        return Came(done, self._new_entries(before), self.send())

    def run(self) -> Done:
        """One pass, made by another process."""
        self.fresh()
        with self.desk.held():
            return self.desk.run()

    def send(self) -> list[Out]:
        """Send everything that is due."""
        found = []
        for path in self.desk.outbox.due():
            found.append(opened(path.name, path.read_bytes()))
            self.desk.outbox.sent(path)
        return found

    def entries(self, game: str = "g1") -> list[Any]:
        """The entries of a record."""
        with self.desk.held():
            entries = [point.entry for point in self.desk.games.table(game).points]
            self.desk.games.drop(game)
        return entries

    def _new_entries(self, before: Mapping[str, bytes]) -> dict[str, list[Letter]]:
        """The letters that are new in each record that has changed."""
        grown = [game for game, record in before.items() if record != self.record(game)]
        new = {game: self.entries(game)[before[game].count(b"\nentry: ") :] for game in grown}
        return {game: [one for one in entries if isinstance(one, Letter)] for game, entries in new.items()}

    def record(self, game: str = "g1") -> bytes:
        """A record, byte for byte."""
        return self.home.record_path(game).read_bytes()

    def held(self) -> list[str]:
        """Why letters are on hold."""
        return [one.reason for one in self.desk.spool.held()]

    def put_away(self) -> int:
        """How many letters are put away."""
        return sum(1 for _ in (self.path / "post" / "done").glob("*/*"))


def opened(name: str, raw: bytes) -> Out:
    """A letter out as a mail program reads it."""
    mail = email.message_from_bytes(raw)
    texts = {"text/plain": "", "text/html": ""}
    for part in mail.walk():
        if part.get_content_type() in texts and not part.get_filename():
            payload = part.get_payload(decode=True)
            assert isinstance(payload, bytes)
            texts[part.get_content_type()] += payload.decode("utf-8").replace("\r\n", "\n")
    return Out(name, raw, mail, texts["text/plain"], texts["text/html"])


def simple(world: World, seat: str, body: str, number: int = 0) -> bytes:
    """A plain letter of a seat, with nothing awkward in it."""
    return (
        (
            f"From: {world.roster[seat].address}\r\nTo: {world.reply_to(seat)}\r\nSubject: orders {world.in_subject(seat)}\r\n"
            f"Date: Fri, 20 Nov 2026 10:00:00 +0000\r\nMessage-ID: <plain.{seat}.{number}.{hash_of(body)}@mail.example>\r\n"
            f"\r\n{body}"
        )
        .encode()
        .replace(b"\n", b"\r\n")
        .replace(b"\r\r\n", b"\r\n")
    )


def hash_of(body: str) -> str:
    """Letters and digits that fit in an id, and depend on the body."""
    return "".join(f"{ord(character):x}" for character in body)[:80]


QUIET = config.Limits(strangers_a_day=0)
"""Strangers get no answer, so every letter out goes to a seat."""


def begin(
    path: Path,
    *,
    secrets: str = "address",
    opening: Sequence[tuple[str, str]] = OPENING,
    limits: config.Limits = QUIET,
    letters: str = EVERY_ORDER,
) -> World:
    """A game at position 3.1: Loki (Bert) is on turn with three action points and may draw, lay and challenge.

    `letters` is when letters come (H10): after every order, or what was told to whom would be seen too late.
    """
    files.private_folder(path)
    files.write_new(path / "key", b"5a" * 32 + b"\n")
    home = Home(path)
    config.write(home, config.Config(ADDRESS, secrets=secrets, limits=limits, letters=letters))
    world = World(path)
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", seed="07", options={})
    world.send()
    for number, (seat, body) in enumerate(opening):
        came = world.post(simple(world, seat, body, number))
        assert all(line.startswith(("played", "said")) for line in came.lines), came.lines
    return world


def copy(world: World, to: Path) -> World:
    """The same game, to be played on separately."""
    shutil.copytree(world.path, to)
    return World(to, world.time, world.roster)


def refuse_trouble(world: World, came: Came, writer: str = "loki", shared: str = "") -> None:
    """Check what is always true: no trouble, an intact record, letters in order, nothing told to the wrong player.

    `shared` is what the writer says to the table, which may stand in the letters of others.
    """
    assert not came.done.troubles
    for game in came.entries:
        assert not check.check(world.home.record_path(game)).fault
    for one in came.out:
        refuse_bad_fields(one)
        assert one.mail["To"] == world.roster[one.seat].address
        if one.seat != writer:
            found = flat(one.all)
            assert flat(world.secret(writer)) not in found
            assert PRIVATE not in found or PRIVATE in shared
    assert world.secret("thor") not in world.record().decode()
    assert world.secret("loki") not in world.record().decode()


def refuse_bad_fields(one: Out) -> None:
    """The fields of a letter out are exactly those that we send: once each, in order, on one line each."""
    head = one.raw.partition(b"\r\n\r\n")[0].decode("ascii")
    names = [line.partition(":")[0] for line in head.split("\r\n")]
    assert "\r" not in head.replace("\r\n", "")
    assert "\n" not in head.replace("\r\n", "")
    assert names == [name for name in FIELDS if name not in SOMETIMES or name in names]


def flat(text: str) -> str:
    """A text without line ends, and without quoted-printable's soft ones, so that wrapping hides nothing."""
    joined = text.replace("=\r\n", "").replace("=\n", "").replace("\r", "").replace("\n", "")
    return unicodedata.normalize("NFKC", joined).casefold()

"""A post office for tests: a home with a desk, and players who know nothing but the letters in their mailboxes.

A player reads the text of a letter as a person does: whether an answer is waited for, which orders are listed, where the
answer goes. The answer is written by one of several mail programs, or by a link of the letter.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.parser import BytesParser
from email.utils import format_datetime
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, unquote, urlsplit

from referee import config, files, keeper
from referee.desk import Desk, Pass
from referee.home import Home
from referee.mailers import PROGRAMS, Reply
from referee.post.folder import post
from referee.roster import Player
from referee.table import Table

ADDRESS = "referee@games.example"
BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)
PLAYERS = {"thor": Player("anna@example.org", "Anna"), "loki": Player("bert@example.org", "Bert")}
GAME = "g1"
KEY = "0123456789abcdef" * 4


def salts_from(seed: str) -> Iterator[bytes]:
    """Salts that come again each time."""
    return (hashlib.sha256(f"{seed} {n}".encode()).digest() for n in count())


class Remembering(Desk):
    """A desk that keeps in mind how it last had a table before it."""

    last: Table | None = None

    def table(self, game: str) -> Table:
        """A game to be played on."""
        self.last = super().table(game)
        return self.last


class Office:
    """A home in a folder, its desk and its clock, and the players' mailboxes: all letters to a seat as they came."""

    def __init__(self, folder: Path, seed: int, options: Mapping[str, str]) -> None:
        """Open a game by mail: the invitations lie in the mailboxes."""
        self.folder, self.time = folder, BEGINS
        files.private_folder(folder / "home")
        files.write_new(folder / "home" / "key", f"{KEY}\n".encode())
        self.home = Home(folder / "home")
        config.write(self.home, config.Config(ADDRESS))
        self.salts = salts_from(str(seed))
        self.boxes: dict[str, list[bytes]] = {seat: [] for seat in PLAYERS}
        with self.desk().held() as desk:
            keeper.invite(desk, "thunder", PLAYERS, id=GAME, seed=f"{seed:08x}", options=options)
        self.post()

    def now(self) -> datetime:
        """The time, which passes only when we let it."""
        return self.time

    def desk(self) -> Remembering:
        """The desk as another process finds it: nothing is remembered but what is on the disk."""
        return Remembering(self.home, now=self.now, salts=lambda: next(self.salts))

    @property
    def record(self) -> Path:
        """Where the record lies."""
        return self.home.record_path(GAME)

    def put(self, raw: bytes) -> str:
        """A mail comes in; gives its name in the spool."""
        self.time += timedelta(minutes=3)
        return self.desk().spool.put(raw, at=self.time)

    def run(self) -> tuple[Pass, Table]:
        """One pass, and the letters out are posted: what it did, and the table as it left it in memory."""
        self.time += timedelta(minutes=2)
        desk = self.desk()
        with desk.held():
            done = desk.run()
        self.post()
        return done, desk.last or Table.load(self.record)

    def post(self) -> list[Path]:
        """What is due goes into a folder, and from there into the mailboxes."""
        posted = list(post(self.desk().outbox, self.folder / "boxes", "eml"))
        for path in posted:
            self.boxes[path.name.split(".")[1]].append(path.read_bytes())
        return posted


# What a player reads


@dataclass(frozen=True)
class Offer:
    """Orders as a letter lists them: a head, and behind it one of each slot; or a list of items.

    `late` tells that they may be given at any time, and so carry no game on.
    """

    head: str
    slots: tuple[tuple[str, ...], ...] = ()
    items: tuple[str, ...] = ()
    sizes: tuple[int, int] = (0, 0)
    ordered: bool = True
    late: bool = False

    def draw(self, rng: Random) -> str:
        """One of these orders."""
        if self.items:
            chosen = rng.sample(range(len(self.items)), rng.randint(*self.sizes))
            places = chosen if self.ordered else sorted(chosen)
            return f"{self.head} {', '.join(self.items[n] for n in places)}"
        return " ".join((self.head, *map(rng.choice, self.slots))).strip()

    @property
    def weight(self) -> float:
        """How gladly it is drawn: seldom what ends the game, or does not carry it on."""
        if self.head.startswith(("resign", "decline", "claim", "accept draw", "offer")):
            return 0.003
        return 0.05 if self.late else float(min(12, max(1, *map(len, self.slots), 1)))


@dataclass(frozen=True)
class Got:
    """A letter of ours as its reader has it before the eyes."""

    raw: bytes
    mail: Message
    text: str

    @staticmethod
    @lru_cache(2048)
    def of(raw: bytes) -> "Got":
        """Read the text part of a letter."""
        mail = BytesParser().parsebytes(raw)
        part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
        body = part.get_payload(decode=True)
        assert isinstance(body, bytes)
        return Got(raw, mail, body.decode().replace("\r\n", "\n"))

    @property
    def number(self) -> str:
        """`g1.loki.5`, out of the subject."""
        return str(re.findall(r"\[([a-z0-9.-]+)[ \]]", str(self.mail["Subject"]))[0])

    @property
    def waited(self) -> bool:
        """Whether it says that its reader's answer is waited for."""
        return "\nYOUR ANSWER IS WAITED FOR.\n" in self.text

    @property
    def links(self) -> list[str]:
        """The links that answer it by one tap."""
        return re.findall(r"^  <(mailto:[^>\s]+)>$", self.text, re.MULTILINE)

    def offers(self) -> list[Offer]:
        """The orders that it lists."""
        below = self.text.rpartition("\nTHE TABLE\n")[2]  # for the answer to `moves` stands above it
        if not (part := re.search(r"\n(WHAT YOU MAY DO|AT ANY TIME)\n(.*?)\n\n(?!AT ANY)", below, re.DOTALL)):
            return []
        found: list[Offer] = []
        groups, late = list[list[str]](), part[1] == "AT ANY TIME"
        for row in (*part[2].split("\n"), "AT ANY TIME"):
            if row == "AT ANY TIME":
                found += [offer_of(group, late=late) for group in groups]
                groups, late = [], True
                continue
            _take_row(groups, row)
        return found


def _take_row(groups: list[list[str]], row: str) -> None:
    """One row of the list of moves: a heading with an order or without, an order, what stands below, or more of it."""
    text = row.removeprefix("|")
    match len(text) - len(text.lstrip(" ")):
        case 1:
            if inline := re.search(r"\]: (.+)$", text):
                groups.append([inline[1]])
        case 3:
            groups.append([text.strip()])
        case 5 if len(groups[-1]) == 1 or re.match(r"\s+([A-Z]+: |\d|for instance: )", text):
            groups[-1].append(text.strip())
        case 5 | 7:
            groups[-1][-1] += f" {text.strip()}"


def offer_of(group: Sequence[str], *, late: bool) -> Offer:
    """The orders of one group of the list."""
    line, *below = group
    if below and below[0].startswith("for instance: "):
        return Offer(below[0].removeprefix("for instance: "), late=late)
    if below and (
        listing := re.fullmatch(r"(\d+)(?:-(\d+))? of these(, in your order)?[^:]*: (.*)", below[0])
    ):
        items = [item for one in listing[4].split(" / ") for item in _times(one)]
        head = re.sub(r" [A-Z]+,? .*$", "", line)
        sizes = int(listing[1]), min(int(listing[2] or listing[1]), len(items))
        return Offer(head, (), tuple(items), sizes, ordered=bool(listing[3]), late=late)
    if below:
        slots = tuple(tuple(one.partition(": ")[2].split(" / ")) for one in below)
        return Offer(" ".join(line.split(" ")[: -len(slots)]), slots, late=late)
    first, *others = line.split(" / ")
    if not others:
        return Offer(first, late=late)
    size = len(others[0].split(" "))
    words = first.split(" ")
    return Offer(" ".join(words[:-size]), ((" ".join(words[-size:]), *others),), late=late)


def _times(item: str) -> list[str]:
    """`ravens x2` is twice the same."""
    name, _, times = item.partition(" x")
    return [name] * int(times or 1)


# What a player writes

GREETINGS = ("Hello there,", "Good move!", "Sorry for the delay.", "All the best, and mind the ravens", "Ok:")
QUESTIONS = ("moves", "help", "history", "rules 6", "try draw", "why challenge A")
FAULTY = (
    "drwa",
    "lay thor B9",
    "use ravens Q",
    "@9.9 draw",
    "challenge b order x",
    "draw a card please",
    "lay huscarl",
)
WORDS = (
    "say well met\nand good luck",
    "note they hold a dragon",
    "say draw, my friend?",
    "note\nall in column C",
)


@dataclass(frozen=True)
class Written:
    """A mail of a player: its lines as typed, and which of them are to be found in the receipt."""

    seat: str
    raw: bytes
    lines: tuple[str, ...]
    told: tuple[str, ...] = ()
    program: str = ""
    answers: str = ""


@dataclass
class Writer:
    """A player at a mail program. All that is known of the game lies in the mailbox."""

    seat: str
    rng: Random
    programs: list[str] = field(default_factory=lambda: [*PROGRAMS, "link", "fresh"])

    def wants(self, box: Sequence[bytes]) -> bool:
        """Whether to write now: mostly when an answer is waited for, now and then without being asked."""
        return self.rng.random() < (0.95 if Got.of(box[-1]).waited else 0.06)

    def write(self, box: Sequence[bytes], at: datetime) -> Written:
        """An answer to the last letter, seldom to an older one."""
        old = self.rng.random() < 0.06
        letter = Got.of(self.rng.choice(box) if old else box[-1])
        program = self.rng.choice(self.programs)
        links = [link for link in letter.links if not link.endswith("=decline") or self.rng.random() < 0.02]
        if program == "link" and links:
            return self.by_link(self.rng.choice(links), at)
        lines = self.lines(letter)
        text = "\n".join(lines)
        told = tuple(line for line in lines if line and line not in GREETINGS)
        if program in PROGRAMS:
            raw = PROGRAMS[program](Reply.to_letter(letter.raw, text, PLAYERS[self.seat], at))
            return Written(self.seat, raw, lines, told, program, letter.number)
        raw = self.plain(str(letter.mail["Reply-To"]), "my orders", text, at)
        return Written(self.seat, raw, lines, told, "fresh")

    def lines(self, letter: Got) -> tuple[str, ...]:
        """What to type: orders of the list, and what people write beside them."""
        rng, offers = self.rng, letter.offers()
        lines = [rng.choice(GREETINGS), ""] if rng.random() < 0.2 else []
        if not offers:
            lines.append(
                "accept" if "\n| accept: " in letter.text else rng.choice(("offer draw", "draw", "help"))
            )
        for _ in range(rng.choice((1, 1, 2, 3)) if offers else 0):
            order = rng.choices(offers, [offer.weight for offer in offers])[0].draw(rng)
            lines.append(self.guarded(order, letter))
        if rng.random() < 0.15:
            lines.insert(rng.randint(0, len(lines)), rng.choice((*FAULTY, *QUESTIONS)))
        if rng.random() < 0.15:
            lines += ["", rng.choice(WORDS)]
        return tuple("\n".join(lines).split("\n"))

    def guarded(self, order: str, letter: Got) -> str:
        """The order, sometimes behind the position of the letter, or `@now`, or spelt as a phone spells."""
        position = re.search(r"Position (\d+\.\d+)\.", letter.text)
        match self.rng.random():
            case luck if luck < 0.06 and position:
                return f"@{position[1]} {order}"
            case luck if luck < 0.1:
                return f"@now {order}"
            case luck if luck < 0.2:
                return order.capitalize()
        return order

    def by_link(self, url: str, at: datetime) -> Written:
        """Follow a link, as a mail program does (RFC 6068), and send what it shows."""
        parts = urlsplit(url)
        assert parts.scheme == "mailto"
        asked = parse_qs(parts.query, strict_parsing=True)
        body = asked["body"][0].replace("\r\n", "\n")
        raw = self.plain(unquote(parts.path), asked["subject"][0], body, at)
        return Written(
            self.seat, raw, tuple(body.split("\n")), tuple(body.split("\n")), "link", asked["subject"][0]
        )

    def plain(self, to: str, subject: str, text: str, at: datetime) -> bytes:
        """A new mail."""
        token = hashlib.sha256(f"{self.seat} {at} {subject} {text}".encode()).hexdigest()[:20]
        who = PLAYERS[self.seat]
        head = [
            f"From: {who.name} <{who.address}>",
            f"To: {to}",
            f"Subject: {subject}",
            f"Date: {format_datetime(at)}",
            f"Message-ID: <{token}@{who.address.partition('@')[2]}>",
            "Content-Type: text/plain; charset=utf-8",
        ]
        return "\r\n".join((*head, "", *text.split("\n"), "")).encode()


# What happens on the way

ROBOTS = (
    b"Auto-Submitted: auto-replied\r\n",
    b"Precedence: bulk\r\n",
    b"Return-Path: <>\r\n",
    b"X-Autoreply: yes\r\n",
)


@dataclass(frozen=True)
class Sent:
    """A mail as the post office has it in hand: what came of it on its way, and whose it is if it is whole."""

    raw: bytes
    trouble: str
    written: Written


class Troublemaker:
    """A post office that does to letters what happens to letters."""

    def __init__(self, rng: Random) -> None:
        """`late` are letters on their way, each with the number of passes that it still takes."""
        self.rng = rng
        self.late: list[tuple[int, Sent]] = []

    def carry(self, written: Written) -> Iterator[Sent]:
        """What arrives at once of a letter; the rest comes later."""
        rng, raw = self.rng, written.raw
        whole = Sent(raw, "", written)
        again = Sent(b"Received: from a.example by b.example; later\r\n" + raw, "doubled", written)
        match rng.random():
            case luck if luck < 0.06:
                yield Sent(raw[: rng.randrange(len(raw))], "cut", written)
                if rng.random() < 0.5:
                    self.later(whole)
            case luck if luck < 0.14:
                yield whole
                yield again
            case luck if luck < 0.24:
                self.later(Sent(raw, "delayed", written))
            case luck if luck < 0.30:
                yield whole
                self.later(Sent(again.raw, "replayed", written))
            case luck if luck < 0.32:
                yield whole
                away = raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\nI am away until Monday.\r\n"
                yield Sent(rng.choice(ROBOTS) + rng.choice((raw, away)), "robot", written)
            case luck if luck < 0.34:
                yield whole
                yield Sent(re.sub(rb"\+[a-z2-7]{26}", b"+" + b"a" * 26, raw), "stranger", written)
            case _:
                yield whole

    def later(self, sent: Sent) -> None:
        """This one takes some time."""
        self.late.append((self.rng.randint(1, 12), sent))

    def arriving(self) -> Iterator[Sent]:
        """What was delayed and arrives now, in no order."""
        self.late = [(passes - 1, sent) for passes, sent in self.late]
        here = [sent for passes, sent in self.late if passes <= 0]
        self.late = [(passes, sent) for passes, sent in self.late if passes > 0]
        self.rng.shuffle(here)
        yield from here

"""A post office for tests: a home with a desk, and players who know nothing but the letters in their mailboxes.

A player reads the text of a letter as a person does: whether an answer is due, which orders are listed, where
the answer goes. The answer is written with one of several mail programs, or by a link of the letter.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.utils import format_datetime
from functools import cache, lru_cache
from itertools import count, takewhile
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import yaml

from referee.api import Table
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.desk.report import Done
from referee.home import config
from referee.home.home import Home
from referee.house.letters import MY_TURN
from referee.house.players import Player
from referee.notation.reader import Order
from referee.notation.readers import Readers
from referee.post.ways.local import post
from referee.telling.catalog import catalog
from referee.testing.random_games import seats_of
from referee.util import data, files
from referee.util.values import Struct, Value, field, replace
from support.suite import known, suite

ADDRESS = "referee@games.example"
BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)
ANNA, BERT = Player("anna@example.org", "Anna"), Player("bert@example.org", "Bert")
CARLA, DORA, EMIL, FRIDA = (
    Player(f"{name.lower()}@example.org", name) for name in ("Carla", "Dora", "Emil", "Frida")
)
MO = Player("mo@example.org", "Mo")
OLAF = Player("olaf@example.org", "Olaf")
SEATED = {
    "thor": ANNA,
    "loki": BERT,
    "odin": BERT,
    "freyja": CARLA,
    "tyr": DORA,
    "heimdall": EMIL,
    "asa": ANNA,
    "brand": BERT,
    "cleo": CARLA,
    "dagny": DORA,
    "red": ANNA,
    "blue": BERT,
    "green": CARLA,
    "yellow": DORA,
    "white": EMIL,
    "black": FRIDA,
    "master": MO,
    "arbiter": OLAF,
}
"""Who sits where, in any game; and the arbiter."""
PLAYERS = {"thor": ANNA, "loki": BERT}
GAME = "g1"
KEY = "0123456789abcdef" * 4


def players_of(
    name: str, languages: Mapping[str, str] | None = None, given: Mapping[str, str] | None = None
) -> dict[str, Player]:
    """The players of the game with that name and these options, by seat.

    `languages` names the seats whose letters are not English.
    """
    spoken = languages or {}
    seats = seats_of(known(name).game, given or {})
    return {seat: replace(SEATED[seat], language=spoken.get(seat, "")) for seat in seats}


def salts_from(seed: str) -> Iterator[bytes]:
    """Salts that are the same each time."""
    return (hashlib.sha256(f"{seed} {n}".encode()).digest() for n in count())


class Remembering(Desk):
    """A desk that remembers the table it last worked on."""

    last: Table | None = None

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        whole = self.games.table

        def table(game: str) -> Table:
            self.last = whole(game)
            return self.last

        self.games.table = table  # type: ignore[method-assign]


class Office:
    """A home in a folder, its desk and its clock, and the players' mailboxes: all letters to a seat as they came."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        options: Mapping[str, str],
        *,
        game: str = "thunder",
        languages: Mapping[str, str] | None = None,
        terms: Mapping[str, str] | None = None,
        arbiter: Player | None = None,
        signed: bool = False,
        letters: str = MY_TURN,
    ) -> None:
        """Open a game by mail: the invitations are in the mailboxes. `letters` is when letters come (H10)."""
        self.folder, self.time = folder, BEGINS
        files.private_folder(folder / "home")
        files.write_new(folder / "home" / "key", f"{KEY}\n".encode())
        if signed:
            files.write_new(folder / "home" / "signing-key", f"{KEY}\n".encode())
        self.home = Home(folder / "home", fresh=lambda: bytes(32))
        limits = config.Limits(strangers_a_day=0)
        config.write(self.home, config.Config(ADDRESS, limits=limits, letters=letters))
        self.salts, self.options = salts_from(str(seed)), options
        self.players = self.named(game, languages)
        self.boxes: dict[str, list[bytes]] = {seat: [] for seat in self.players}
        self.beside: list[Path] = []
        how: dict[str, Any] = {"id": GAME, "seed": f"{seed:08x}", "options": options, "terms": terms}
        if arbiter:
            self.boxes["arbiter"], how["arbiter"] = [], arbiter
        with self.desk().held() as desk:
            keeper.invite(desk, game, self.players, **how)
        self.post()

    def named(self, game: str, languages: Mapping[str, str] | None) -> dict[str, Player]:
        """Who sits where."""
        return players_of(game, languages, self.options)

    def now(self) -> datetime:
        """The time, which passes only when the test says so."""
        return self.time

    def desk(self) -> Remembering:
        """The desk as another process finds it: it knows only what is on the disk."""
        return Remembering(self.home, now=self.now, salts=lambda: next(self.salts))

    @property
    def record(self) -> Path:
        """Where the record lies."""
        return self.home.record_path(GAME)

    def put(self, raw: bytes) -> str:
        """A mail comes in; gives its name in the spool."""
        self.time += timedelta(minutes=3)
        return self.desk().spool.put(raw, at=self.time)

    def run(self) -> tuple[Done, Table]:
        """One pass, after which the letters out are posted: what it did, and the table as it was left in memory."""
        self.time += timedelta(minutes=2)
        desk = self.desk()
        with desk.held():
            done = desk.run()
        self.post()
        here = desk.last if desk.last and desk.last.id == GAME else None
        return done, here or Table.load(self.record)

    def post(self) -> list[Path]:
        """Post what is due to a folder, and from there into the mailboxes."""
        posted = list(post(self.desk().outbox, self.folder / "boxes", "eml"))
        for path in posted:
            game, seat = path.name.split(".")[:2]
            if game == GAME:
                self.boxes[seat].append(path.read_bytes())
            else:
                self.beside.append(path)  # of a rematch, in which the same people sit elsewhere (H30)
        return posted


# What a player reads


class Tongue(Value, dict=True):
    """What a reader looks for in a letter of a language: headings, and how examples and lists are introduced.

    `listed`: how items are listed, for any order and for one's own.
    """

    waited: tuple[str, ...]
    table: str
    moves: str
    late: str
    hidden: str
    position: str
    example: str
    listed: tuple[str, str]


@cache
def tongue(language: str) -> Tongue:
    """What a reader of that language looks for."""
    says = catalog("house", language)

    def text(key: str, **values: str) -> str:
        return says.say("texts", key, params=values)

    def listed(ordered: bool) -> str:
        told = says.say("texts", "list-of", params={"size": "SIZE", "ordered": ordered, "items": "ITEMS"})
        return re.escape(told).replace("SIZE", r"(\d+)(?:-(\d+))?").replace("ITEMS", "(.*)")

    return Tongue(
        waited=(
            *(text(key, place="") for key in ("head-yours", "head-refused")),
            *(text("head-invited", place="", again=again) for again in ("", "yes")),
        ),
        table=text("table"),
        moves=text("moves"),
        late=text("any-time"),
        hidden=text("uncovered"),
        position=re.escape(text("foot", number="", position="N").split(",")[1]).replace("N", r"(\d+\.\d+)"),
        example=text("example", example=""),
        listed=(listed(False), listed(True)),
    )


ENDS = {
    "en": ("resign", "decline", "claim", "accept draw", "offer"),
    "de": ("aufgeben", "ablehnen", "beanspruche", "nehme", "annehmen", "biete"),
}
"""Beginnings of orders that end a game, or do not carry it on."""


SETTING = re.compile(r"body=(letters|briefe|language|sprache|confirm|best%C3%A4tigung)%20")
"""A link that chooses how letters come."""
ENDING = re.compile(
    r"body=(resign|decline|claim|accept draw|offer|aufgeben|ablehnen|beanspruche|nehme remis|biete)"
)
"""Links with such an order."""
ANSWERED = re.compile(r"(?:\| )?\d+> ")
"""A line of the reader's own letter, before what it is answered with: no list of moves goes on below it."""


class Offer(Value, dict=True):
    """Orders as a letter lists them: a beginning, and after it one of each slot; or a list of items.

    `late`: they may be given at any time, and so do not carry the game on.
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
        """How likely it is to be drawn: seldom if it ends the game, or does not carry it on."""
        if self.head.startswith((*ENDS["en"], *ENDS["de"])):
            return 0.003
        return 0.05 if self.late else float(min(12, max(1, *map(len, self.slots), 1)))


class Got(Value, dict=True):
    """A letter of ours as its reader sees it."""

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
        """`g1.loki.5`, from the id."""
        return str(self.mail["Message-ID"])[1:].partition("@")[0]

    @property
    def language(self) -> str:
        """The language that it says it is in."""
        return str(self.mail["Content-Language"])

    @property
    def tongue(self) -> Tongue:
        """What its reader looks for."""
        return tongue(self.language)

    @property
    def waited(self) -> bool:
        """Whether it says that its reader's answer is due."""
        subject = str(make_header(decode_header(str(self.mail["Subject"]))))
        return subject.startswith(self.tongue.waited)

    @property
    def links(self) -> list[str]:
        """The links that answer it by one tap, but for those that choose how letters come: these answer nothing."""
        found = re.findall(r"^(?:  |\|   \S+ )<(mailto:[^>\s]+)>$", self.text, re.MULTILINE)
        return [one for one in found if not SETTING.search(one)]

    def proofs(self) -> list[tuple[str, Any]]:
        """The proofs attached to it (H19), each by the number of its letter."""
        return [
            (str(part.get_filename()).removesuffix(".proof.json"), part.get_payload(decode=True))
            for part in self.mail.walk()
            if part.get_content_type() == "application/json"
        ]

    def offers(self) -> list[Offer]:
        """The orders that it lists."""
        said = self.tongue
        below = self.text.rpartition(f"\n{said.table}\n")[2]  # because the answer to `moves` stands above it
        parts = rf"\n({said.moves}|{said.late})\n(.*?)\n\n(?!{said.late})"
        if not (part := re.search(parts, below, re.DOTALL)):
            return []
        found: list[Offer] = []
        groups, late = list[list[str]](), part[1] == said.late
        listed = takewhile(lambda row: not ANSWERED.match(row), part[2].split("\n"))
        for row in (*_headings_joined(listed), said.late):
            if row == said.late:
                found += [offer_of(group, said, late=late) for group in groups]
                groups, late = [], True
                continue
            _take_row(groups, row, said)
        return found


def _headings_joined(rows: Iterable[str]) -> Iterator[str]:
    """The rows, each heading that is longer than a line as one: what is more of it hangs further in than orders do."""
    held = ""
    for row in rows:
        text = row.removeprefix("|")
        indent = len(text) - len(text.lstrip(" "))
        if held and indent == 7:
            held += f" {text.strip()}"
            continue
        if held:
            yield held
        held = text if indent == 1 else ""
        if not held:
            yield row
    if held:
        yield held


def _take_row(groups: list[list[str]], row: str, said: Tongue) -> None:
    """One row of the list of moves: a heading with or without an order, an order, what stands below, or more of it."""
    text = row.removeprefix("|")
    match len(text) - len(text.lstrip(" ")):
        case 1:
            if inline := re.search(r"\]: (.+)$", text):
                groups.append([inline[1]])
        case 3:
            groups.append([text.strip()])
        case 5 if len(groups[-1]) == 1 or re.match(rf"\s+({CAPS}: |\d|{said.example})", text):
            groups[-1].append(text.strip())
        case 5 | 7:
            groups[-1][-1] += f" {text.strip()}"


CAPS = r"[A-ZÄÖÜ]+"
"""What stands for a part of an order."""


def offer_of(group: Sequence[str], said: Tongue, *, late: bool) -> Offer:
    """The orders of one group of the list."""
    line, *below = group
    if below and below[0].startswith(said.example):
        return Offer(below[0].removeprefix(said.example), late=late)
    for ordered in (False, True):
        if below and (listing := re.fullmatch(said.listed[ordered], below[0])):
            items = [item for one in listing[3].split(" / ") for item in _times(one)]
            sizes = int(listing[1]), min(int(listing[2] or listing[1]), len(items))
            head = re.sub(rf" {CAPS},? .*$", "", line)
            return Offer(head, (), tuple(items), sizes, ordered=ordered, late=late)
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

GREETINGS = (
    *("Hello there,", "Good move!", "Sorry for the delay.", "All the best, and mind the ravens", "Ok:"),
    *("Hallo zusammen,", "Guter Zug!", "Tut mir leid, es war viel los.", "Viele Grüße aus Köln", "Na gut:"),
)
WORDS = (
    "say well met\nand good luck",
    "note they hold a dragon",
    "say draw, my friend?",
    "note\nall in column C",
)
GERMAN_WORDS = ("sage gut gespielt\nund viel Glück", "notiz sie haben Loki", "notiere: alles auf c")
SPOKEN = {"de": ("ü ue u", "ä ae a", "ö oe o")}
"""How the letters of a language may be typed."""
LANGUAGES = {
    "en": ("language en", "language English", "sprache englisch"),
    "de": ("language de", "sprache deutsch"),
}


@cache
def reading(name: str) -> Readers:
    """How the letters of a game are read, with the default options."""
    game = suite(name).game
    return Readers(game, game.options({}))


@cache
def forms(name: str, language: str) -> Mapping[str, tuple[str, ...]]:
    """The other forms of each verb in a language, by the printed form."""
    found: dict[str, tuple[str, ...]] = {}
    for way in (("grammar", f"words.{language}.yaml"), ("grammar", name, f"words.{language}.yaml")):
        verbs: Mapping[str, list[str]] = yaml.safe_load(data.text(*way))["verbs"]
        found |= {first: tuple(more) for first, *more in verbs.values()}
    return found


def typed(order: str, name: str, language: str, rng: Random) -> str:
    """An order as a player of a language types it: sometimes with another form of its verb, or other letters."""
    if language == "en":
        return order
    if rng.random() < 0.3:
        known = forms(name, language)
        first = max((one for one in known if f"{order} ".startswith(f"{one} ")), key=len, default="")
        # A form that includes its object stands for the whole order.
        some = [one for one in known.get(first, ()) if not re.search(r"remis|unentschieden", one)]
        order = rng.choice(some) + order.removeprefix(first) if some else order
    for letters in SPOKEN[language]:
        whole, *others = letters.split()
        if rng.random() < 0.3:
            order = order.replace(whole, rng.choice(others))
    return order


def in_english(order: str, name: str, language: str) -> str:
    """An order in canonical notation, if it can be read."""
    read = reading(name).read(order, language=language)[0].reading
    return read.move.written if isinstance(read, Order) else order


class Written(Value, dict=True):
    """A mail of a player: its lines as typed, and which of them the receipt must show."""

    seat: str
    raw: bytes
    lines: tuple[str, ...]
    told: tuple[str, ...] = ()
    program: str = ""
    answers: str = ""


class Writer(Struct, dict=True):
    """A player at a mail program, who knows only what is in the mailbox."""

    seat: str
    rng: Random
    programs: list[str] = field(default_factory=lambda: [*PROGRAMS, "link", "fresh"])
    game: str = "thunder"
    languages: Sequence[str] = ("en",)
    resigns: bool = False

    def wants(self, box: Sequence[bytes]) -> bool:
        """Whether to write now: usually when an answer is due, sometimes without being asked."""
        return self.rng.random() < (0.95 if Got.of(box[-1]).waited else 0.06)

    def write(self, box: Sequence[bytes], at: datetime) -> Written:
        """An answer to the last letter, seldom to an older one."""
        old = self.rng.random() < 0.06
        letter = Got.of(self.rng.choice(box) if old else box[-1])
        program = self.rng.choice(self.programs)
        links = [
            link for link in letter.links if not ENDING.search(unquote(link)) or self.rng.random() < 0.02
        ]
        if program == "link" and links and not self.resigns:
            return self.by_link(self.rng.choice(links), at)
        lines = self.lines(letter)
        text = "\n".join(lines)
        told = tuple(line for line in lines if line and line not in GREETINGS)
        if program in PROGRAMS:
            raw = PROGRAMS[program](Reply.to_letter(letter.raw, text, SEATED[self.seat], at))
            return Written(self.seat, raw, lines, told, program, letter.number)
        raw = self.plain(str(letter.mail["Reply-To"]), "my orders", text, at)
        return Written(self.seat, raw, lines, told, "fresh")

    def lines(self, letter: Got) -> tuple[str, ...]:
        """What to type: orders of the list, and what people write beside them."""
        rng, offers = self.rng, letter.offers()
        if self.resigns and offers:
            return (self.worded(f"resign {GAME}" if letter.language == "en" else f"aufgeben {GAME}", letter),)
        lines = [rng.choice(GREETINGS), ""] if rng.random() < 0.2 else []
        if not offers:
            accept = re.search(r"\n\| (accept|annehmen|nehme an): ", letter.text)
            asks = ("moves",) if letter.waited else ("offer draw", "draw", "help")
            lines.append(accept[1] if accept else rng.choice(asks))
        for _ in range(rng.choice((1, 1, 2, 3)) if offers else 0):
            order = self.drawn(offers)
            lines.append(self.guarded(self.worded(order, letter), letter))
        if rng.random() < 0.15:
            game = suite(self.game)
            lines.insert(rng.randint(0, len(lines)), rng.choice((*game.faulty, *game.questions)))
        if len(self.languages) > 1 and rng.random() < 0.02:
            lines.append(rng.choice(LANGUAGES[rng.choice(self.languages)]))
        if rng.random() < 0.15:
            lines += ["", rng.choice(GERMAN_WORDS if letter.language == "de" else WORDS)]
        return tuple("\n".join(lines).split("\n"))

    def drawn(self, offers: Sequence[Offer]) -> str:
        """One of these orders; of three usually the one that brings the end of the game nearest."""
        weights = [offer.weight for offer in offers]
        orders = [one.draw(self.rng) for one in self.rng.choices(offers, weights, k=3)]
        if self.rng.random() < 0.2:
            return orders[0]
        return max(orders, key=lambda order: suite(self.game).keen(self.seat, order))

    def worded(self, order: str, letter: Got) -> str:
        """The order in the words of the letter or nearly so, or in English."""
        if letter.language == "en":
            return order
        if self.rng.random() < 0.25:
            return in_english(order, self.game, letter.language)
        return typed(order, self.game, letter.language, self.rng)

    def guarded(self, order: str, letter: Got) -> str:
        """The order, sometimes after the position of the letter, or `@now`, or as a phone writes it."""
        position = re.search(letter.tongue.position, letter.text)
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
        who = SEATED[self.seat]
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


class Sent(Value, dict=True):
    """A mail in the hands of the post office: its bytes after the way, and whose it is if it is undamaged."""

    raw: bytes
    trouble: str
    written: Written


class Troublemaker:
    """A post office that damages, doubles and delays letters."""

    def __init__(self, rng: Random) -> None:
        """`late` are letters on their way, each with the number of passes that it still takes."""
        self.rng = rng
        self.late: list[tuple[int, Sent]] = []

    def carry(self, written: Written) -> Iterator[Sent]:
        """What arrives of a letter at once; the rest comes later."""
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
        """Delay this mail."""
        self.late.append((self.rng.randint(1, 12), sent))

    def arriving(self) -> Iterator[Sent]:
        """What was delayed and arrives now, in no order."""
        self.late = [(passes - 1, sent) for passes, sent in self.late]
        here = [sent for passes, sent in self.late if passes <= 0]
        self.late = [(passes, sent) for passes, sent in self.late if passes > 0]
        self.rng.shuffle(here)
        yield from here

"""The verb `demo`: a whole game played by mail from the letters of an example.

It leaves this:

    OUT/home                          the referee's home: its key (which is no secret here), record, roster, post
    OUT/boxes/anna@example.org        each player's mailbox, a Maildir
    OUT/sent-by-players/001-thor.eml  each mail of the players, in their order
    OUT/record.yaml                   a copy of the record
    OUT/index.html                    all mailboxes as a browser shows them; the pictures lie in OUT/pictures
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.parser import BytesParser
from email.utils import parsedate_to_datetime
from html import escape, unescape
from itertools import count
from pathlib import Path
from typing import Any

import click

from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.cli.terminal import say, tell, writing
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.home import config
from referee.home.home import Home
from referee.house.games import find
from referee.house.players import Player
from referee.notation import words
from referee.post.ways.local import post
from referee.telling.catalog import HOUSE, catalog
from referee.testing.scripts import load, named
from referee.util import files
from referee.util.errors import CannotWrite
from referee.util.regexes import regex
from referee.util.translations import ENGLISH
from referee.util.values import Struct, Value, field

RULES = "thunder"
FIRST = {"thunder": "first-blood", "odins_table": "three-home"}
"""The example of each game that is played when none is named."""
ADDRESS = "referee@games.example"
PEOPLE = "example.org"
KEY = "0123456789abcdef" * 4
"""The key of the demo's home. It is public and protects nothing; it makes the same secrets each time."""
BEGINS = datetime(2026, 1, 1, 8, tzinfo=UTC)
BETWEEN = timedelta(hours=7)
ON_ITS_WAY, UNTIL_A_PASS = timedelta(seconds=20), timedelta(minutes=4)
HOME, BOXES, SENT, RECORD = "home", "boxes", "sent-by-players", "record.yaml"


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("referee-demo"), show_default=True, help="Where."
)
@click.option("--game", default=RULES, show_default=True, help="By which rules.")
@click.option(
    "--example",
    default="",
    help="Which of the games in examples/GAME, or a folder; else the one that shows most.",
)
@click.option("--force", is_flag=True, help="Even if the folder is there and holds something.")
def demo(out: Path, game: str, example: str, force: bool) -> None:
    """Play a whole sample game by mail.

    The players are invited, accept, and answer each letter as four mail programs do in turn. A folder then
    holds index.html, which shows all letters and answers in a browser, the referee's home with the record, a
    mailbox of each player that a mail program can open, and every mail that the players sent. No mail leaves
    the folder. What it is doing is told on stderr.

    \b
    Examples:
      referee demo
      referee demo --game odins_table --out my-folder
      mutt -f referee-demo/boxes/anna@example.org
    """  # noqa: D301  \b is click's mark
    given = load(named(find(game).name, example or FIRST.get(game, "")))
    with writing():
        _prepare(out, force=force)
        played = ByMail(out, given)
        _play(played)
        files.replace(out / RECORD, played.record.read_bytes())
    tell(_summary(played))


class Step(Value):
    """What went through the house at one time: who wrote, in which program, the mail, and the letters that went out.

    `typed` is the player's own part of the mail. In the first step nobody has written: the invitations go out.
    """

    posted: tuple[Path, ...]
    seat: str = ""
    program: str = ""
    mail: bytes = b""
    typed: str = ""


class Clock(Struct):
    """A clock that stands still until it is set."""

    at: datetime = BEGINS

    def __call__(self) -> datetime:
        """The time."""
        return self.at


class ByMail:
    """An example played by mail in a folder. The same example leaves the same mails and the same record."""

    def __init__(self, out: Path, example: Any, *, pictures: str = "yes") -> None:
        """Prepare the home in the folder; `pictures` is as in its configuration. Raises `Faulty`, OSError."""
        self.out, self.example, self.clock = out, example, Clock()
        files.private_folder(out / HOME)
        files.write_new(out / HOME / "key", f"{KEY}\n".encode())
        fresh = _salts(f"home {example.seed}")
        self.home = Home(out / HOME, fresh=fresh)
        config.write(self.home, config.Config(ADDRESS, pictures=pictures))
        self.salts = _salts(example.seed)
        self.players, self.options = seated(example)
        accepting = ((seat, f"{_accept(example, seat)}\n") for seat in self.players)
        self.letters = (*accepting, *example.letters)
        self.last: dict[str, Path] = {}
        self.sent = self.posted = 0

    def desk(self) -> Any:
        """The desk, as each pass finds it."""
        return Desk(self.home, now=self.clock, salts=self.salts)

    @property
    def record(self) -> Path:
        """Where the record is."""
        return self.home.record_path(self.example.id)

    def steps(self) -> Iterator[Step]:
        """Play it: the invitations, each seat's acceptance, each letter of the example. Raises `Faulty`, OSError."""
        given = self.example
        with self.desk().held() as desk:
            keeper.invite(desk, given.game, self.players, id=given.id, seed=given.seed, options=self.options)
        yield Step(self._post())
        for seat, text in self.letters:
            yield self._letter(seat, text)

    def _letter(self, seat: str, text: str) -> Step:
        """A player answers the last letter to that seat; the desk does a pass; its letters are posted."""
        program = list(PROGRAMS)[self.sent % len(PROGRAMS)]
        self.sent += 1
        self.clock.at = BEGINS + self.sent * BETWEEN
        reply = Reply.to_letter(self.last[seat].read_bytes(), text, self.players[seat], self.clock.at)
        mail = PROGRAMS[program](reply)
        files.replace(self.out / SENT / f"{self.sent:03}-{seat}.eml", mail)
        self.clock.at += ON_ITS_WAY
        desk = self.desk()
        desk.spool.put(mail, self.clock.at)
        self.clock.at += UNTIL_A_PASS
        with desk.held():
            done = desk.run()
        for _, error in done.troubles:
            raise error
        if done.held:
            raise RuntimeError(f"on hold: {done.held}")
        return Step(self._post(), seat, program, mail, text)

    def _post(self) -> tuple[Path, ...]:
        """Put what is due into the players' mailboxes."""
        posted = tuple(post(self.desk().outbox, self.out / BOXES, "maildir"))
        self.posted += len(posted)
        self.last |= {path.name.split(".")[1]: path for path in posted}
        return posted


def seated(example: Any) -> tuple[Mapping[str, Any], dict[str, str]]:
    """Who plays an example, by seat, with the language; and its options without the players' names."""
    options = dict(example.options)
    sides = [pair.partition(":") for pair in options.pop("players", "").split(",")]
    names = {seat: name for seat, _, name in sides}
    game = find(example.game)
    seats = [seat.name for seat in game.seating(game.options(example.options))]
    addresses = {seat: f"{(names.get(seat) or seat).lower()}@{PEOPLE}" for seat in seats}
    players = {
        seat: Player(addresses[seat], names.get(seat, ""), language=example.languages.get(seat, ""))
        for seat in seats
    }
    return players, options


def _play(played: ByMail) -> None:
    """Play it, saying how far it is, and leave the page of all mailboxes. Raises `Faulty`, OSError."""
    out, given, letters = played.out, played.example, len(played.letters)
    boxes = boxes_of(given.game, played.players)
    title = find(given.game).title
    say_on_stderr("demo-begins", title=title, letters=letters)
    kept = Mailboxes(boxes)
    for step in told(played.steps(), letters + 1, {box.seat: box.player for box in boxes}):
        for name, picture in kept.take(step):
            files.replace(out / PICTURES / name, picture)
    say_on_stderr("demo-page", place=out / PAGE)
    files.replace(out / PAGE, kept.page(given.about, title).encode())


def _accept(example: Any, seat: str) -> str:
    """How a player accepts an invitation in the language of the seat (H4)."""
    language = example.languages.get(seat, ENGLISH)
    return words.of_language(language, example.game).printed["accept"]


def _salts(seed: str) -> Callable[[], bytes]:
    """The same salts each time: here nothing depends on them."""
    numbers = count()
    return lambda: hashlib.sha256(f"{seed} {next(numbers)}".encode()).digest()


# The folder


def _prepare(out: Path, *, force: bool) -> None:
    """An empty folder for a demo; with `force` the files of an earlier demo are removed. Raises `Faulty`."""
    if out.exists() and not out.is_dir():
        raise CannotWrite("folder-not-empty", where=str(out))
    if out.exists() and any(out.iterdir()):
        if not force or not _only_a_demo(out / HOME):
            raise CannotWrite("folder-not-empty", where=str(out))
        files.remove_folder(out / HOME)
        mails = (*(out / BOXES).glob("*/*/*.referee*"), *(out / SENT).glob("[0-9][0-9][0-9]-*.eml"))
        pictures = (out / PICTURES).glob("*.*.[0-9]*.png")
        for file in (out / RECORD, out / PAGE, *mails, *pictures):
            files.remove(file)
    for folder in (BOXES, SENT, PICTURES):
        files.private_folder(out / folder)


def _only_a_demo(home: Path) -> bool:
    """Whether a home may be deleted: there is none, or it is that of an earlier demo."""
    try:
        return (home / "key").read_text("ascii", "replace").strip() == KEY
    except FileNotFoundError:
        return not home.exists()


# What is told


def _summary(played: ByMail) -> str:

    with played.desk().held() as desk:
        ended = desk.games.table(played.example.id).outcome
    key = "demo-open" if ended is None else "demo-won" if ended.winners else "demo-drawn"
    return say(
        "demo-done",
        about=played.example.about,
        stands=say(key, winners=ended.winners, rule=ended.rule) if ended else say(key),
        out=played.out,
        id=played.example.id,
        came=played.sent,
        went=played.posted,
        boxes=[player.address for player in played.players.values()],
        seat=next(iter(played.players)),
        other=list(played.players)[-1],
        first=next(iter(played.players.values())).address,
    )


PARTS = 8
"""How many lines there are at most, besides the first and the last."""


def say_on_stderr(key: str, **values: object) -> None:
    """A line of its own on stderr."""
    tell(say(key, **values), err=True)


def told(steps: Iterator[Any], total: int, names: dict[str, str]) -> Iterator[Any]:
    """The same steps; now and then it is said how far it is, and who answered. `names`: of the players, by seat."""
    each, went = max(1, -(-total // PARTS)), 0
    for n, step in enumerate(steps):
        went += len(step.posted)
        if n % each == 0 and n:
            say_on_stderr("demo-at", n=n, total=total - 1, went=went, who=names[step.seat])
        yield step


PAGE, PICTURES = "index.html", "pictures"
STYLE = regex(r"<style>\n?(.*?)</style>", re.DOTALL)
LANGUAGE = regex(r'<html lang="([\w-]+)">')
BESIDE = regex(r'<div style="display:none[^"]*">(.*?)</div>', re.DOTALL)
"""What an inbox shows beside the subject."""
SHOWN = regex(r'<table class="page".*</table>(?=\s*</body>)', re.DOTALL)
IMAGE = regex(r'<img src="cid:([^"]*)"')
DAY = "%a %d %b %Y, %H:%M"


class Mail(Value):
    """A letter as it lies in a mailbox.

    Attributes:
        name: its number; seat: whose mailbox.
        subject, beside, at: what an inbox shows of it.
        language, page, style: its HTML; the page stands in another page, with its picture in a file beside.
        attached: the names of what is attached to it.
        pictures: the bytes of each picture, by the name of its file.
    """

    name: str
    seat: str
    subject: str
    beside: str
    at: str
    language: str
    page: str
    style: str
    attached: tuple[str, ...]
    pictures: Mapping[str, bytes]


class Answer(Value):
    """What a player wrote, in which program and when."""

    seat: str
    program: str
    text: str
    at: str


class Box(Value):
    """The mailbox of a seat."""

    seat: str
    title: str
    player: str
    address: str
    language: str


class Mailboxes(Struct):
    """What has been written in a demo, in its order."""

    boxes: tuple[Box, ...]
    thread: list[Mail | Answer] = field(default_factory=list)

    def take(self, step: Any) -> Iterator[tuple[str, bytes]]:
        """Add what went through the house in a step; the pictures, with the names of their files."""
        if step.mail:
            at = _at(BytesParser().parsebytes(step.mail, headersonly=True))
            self.thread.append(Answer(step.seat, step.program, step.typed.strip("\n"), at))
        for path in step.posted:
            mail = letter(path.name.removesuffix(".referee"), path.read_bytes())
            self.thread.append(mail)
            yield from mail.pictures.items()

    def page(self, about: str, title: str) -> str:
        """The page."""
        mails = [one for one in self.thread if isinstance(one, Mail)]
        return catalog(HOUSE).render(
            "demo.html",
            about=about,
            title=title,
            boxes=self.boxes,
            number={box.seat: n for n, box in enumerate(self.boxes)},
            count={box.seat: sum(mail.seat == box.seat for mail in mails) for box in self.boxes},
            total=len(mails),
            opened=next((mail.name for mail in mails if mail.pictures), ""),
            styles=tuple(dict.fromkeys(mail.style for mail in mails)),
            thread=[(one, isinstance(one, Mail), self._of(one.seat)) for one in self.thread],
        )

    def _of(self, seat: str) -> Box:
        return next(box for box in self.boxes if box.seat == seat)


def boxes_of(game: str, players: Mapping[str, Any]) -> tuple[Box, ...]:
    """The mailboxes of these players, in the order of their seats."""
    says = catalog(game)
    return tuple(
        Box(
            seat,
            title := says.say("seats", seat),
            one.name or title,
            one.address,
            one.language or ENGLISH,
        )
        for seat, one in players.items()
    )


def letter(number: str, data: bytes) -> Mail:
    """A letter of ours, by its number. Raises ValueError if it has no page."""
    mail = BytesParser().parsebytes(data)
    parts = [part for part in mail.walk() if not part.is_multipart()]
    found = next((_bytes(part).decode() for part in parts if part.get_content_type() == "text/html"), "")
    if not (shown := SHOWN.search(found)):
        raise ValueError(f"a letter without a page: {number}")
    images = {str(part["Content-ID"]).strip("<>"): part for part in parts if part["Content-ID"]}
    files = {one: f"{number}{'-' * n}.png" for n, one in enumerate(images)}

    def image(cid: re.Match[str]) -> str:
        """Where the picture lies; it is loaded when its letter is opened."""
        return f'<img loading="lazy" src="{PICTURES}/{escape(files[unescape(cid[1])])}"'

    return Mail(
        name=number,
        seat=number.split(".")[1],
        subject=str(mail["Subject"]),
        beside=unescape(_group(BESIDE, found)),
        at=_at(mail),
        language=_group(LANGUAGE, found),
        page=IMAGE.sub(image, shown[0]),
        style=_group(STYLE, found),
        attached=tuple(name for part in parts if (name := part.get_filename()) and not part["Content-ID"]),
        pictures={files[one]: _bytes(part) for one, part in images.items()},
    )


def _group(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _bytes(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


def _at(mail: Message) -> str:
    return f"{parsedate_to_datetime(str(mail['Date'])):{DAY}}"

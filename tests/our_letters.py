"""Our own letters answered in every way, with orders planted into what is quoted: executed, told, or lost.

    python tests/our_letters.py 20000              random answers; another number is another size, `--seed 5` others
    python tests/our_letters.py copied 500         letters in which a player copies orders out of our list

Letters of all three games, in English and German, are quoted below 275 headings of 63 languages, marked or not, whole
or in part, wrapped at 60 to 80, as text or HTML, in seven charsets; the answer stands above, below or between. It is a
script; `tests/post/test_our_letters.py` runs a sample, the README has its figures.
"""

import re
import tempfile
import time
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape, unescape
from itertools import pairwise
from pathlib import Path
from quopri import encodestring
from random import Random
from textwrap import wrap
from urllib.parse import unquote

import click
from awkward.world import ADDRESS, QUIET, World
from support.tongues import headings

from referee.desk import keeper
from referee.home import config
from referee.home.home import Home
from referee.house.players import Player
from referee.post.reading import Mail, SentText, read_mail, without_ours
from referee.util import files
from referee.util.values import Value

GAMES = {"thunder": ("thor", "loki"), "odins_table": ("odin", "thor"), "hammer_of_thor": ("red", "blue")}
ROUNDS = 4
"""How many letters each seat writes, each with the order of a link in its last letter."""
OWN = (
    "resign g9",
    "draw 71",
    "say I go first",
    "lay hel B9",
    "why challenge D",
    "use odin Z",
    "ziehe 71",
    "sag Hallo",
)
PLANTED = (
    "resign g1",
    "draw 72",
    "lay hel B1",
    "offer draw",
    "say I give up",
    "note x",
    "ziehe 72",
    "accept",
    "end turn",
)
CHARSETS = ("utf-8", "iso-8859-1", "windows-1252", "windows-1251", "iso-8859-15", "utf-16", "us-ascii")
CODES = ("8bit", "quoted-printable", "base64")
PLACES = ("above", "below", "between")
HREF = re.compile(r"href=\"mailto:[^\"]*?body=([^\"]*)\"")
TAGS = re.compile(r"<body[^>]*>(.*)</body>", re.DOTALL)
HEADINGS = dict(headings())


class Letter(Value, dict=True):
    """A letter of ours: as it was sent, its text, its page, and the orders of its links."""

    name: str
    raw: bytes
    lines: tuple[str, ...]
    page: str
    orders: tuple[str, ...]

    @property
    def sent(self) -> SentText:
        """The letter as answers are compared with it."""
        return _sent(self.raw)


_sent: Callable[[bytes], SentText] = cache(lambda raw: SentText([raw]))


def letters() -> list[Letter]:
    """Letters of all games in both languages: invitations, turns, receipts."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "home"
        files.private_folder(path)
        files.write_new(path / "key", b"5a" * 32 + b"\n")
        config.write(Home(path), config.Config(ADDRESS, limits=QUIET, letters="every-order"))
        world, seats = World(path), list[tuple[str, str]]()
        with world.desk.held():
            for number, (game, names) in enumerate(GAMES.items(), 1):
                players = {
                    name: Player(f"{name}{number}@example.org", name.title(), language=language)
                    for name, language in zip(names, ("en", "de"), strict=True)
                }
                options = {"supplement": "house"} if game == "hammer_of_thor" else {}
                keeper.invite(world.desk, game, players, id=f"g{number}", seed="07", options=options)
                seats += [(f"g{number}", name) for name in names]
        world.send()
        for turn in range(ROUNDS):
            for game, seat in seats:
                _tap(world, game, seat, turn)
        found = [_letter(world, path) for path in sorted((path / "post" / "sent").rglob("*.eml"))]
    return [one for one in found if one.page and len(one.lines) > len(PLACES) * 3]


def _tap(world: World, game: str, seat: str, turn: int) -> None:
    """Send the first link of the last letter of a seat, with a line that is misread."""
    last = world.letter(world.last(seat, game))
    said = [unquote(unescape(body)) for body in HREF.findall(last.html)]
    if said:
        fields = f"From: x@example.org\nTo: {world.reply_to(seat, game)}\nMessage-ID: <{game}.{seat}.{turn}@x.example>"
        world.post(f"{fields}\n\n{said[0]}\nwhy draw\n".replace("\r\n", "\n").encode())


def _letter(world: World, path: Path) -> Letter:
    one = world.letter(path.stem)
    page = TAGS.search(one.html)
    bodies = [re.sub(r"^@\S+ ", "", unquote(unescape(body))) for body in HREF.findall(one.html)]
    orders = tuple(
        dict.fromkeys(line.strip() for body in bodies for line in body.split("\r\n") if line.strip())
    )
    return Letter(
        path.stem, one.raw, tuple(one.text.rstrip("\n").split("\n")), page[1] if page else "", orders
    )


# --- Answers ----------------------------------------------------------------------------------------------------------


class Answer(Value, dict=True):
    """A mail that answers a letter: what was written, what was planted, and how it was made."""

    letter: Letter
    raw: bytes
    own: tuple[str, ...]
    planted: tuple[str, ...]
    how: str

    def read(self) -> Mail:
        """What is read from it beside the letter."""
        return without_ours(read_mail(self.raw), self.letter.sent)


def plain_of(rng: Random, text: str, own: Sequence[str], kind: str = "text/plain") -> bytes:
    """A mail with such a body, encoded in one way of many that has the letters of its own lines.

    Letters of the quote that its charset lacks become question marks.
    """
    charset, code = rng.choice([name for name in CHARSETS if _fits(name, own)]), rng.choice(CODES)
    if rng.random() < 0.3:
        text = text.replace("'", "\u2019").replace(" - ", " \u2013 ")
    if rng.random() < 0.2:
        text = text.replace("  ", "\u00a0 ")
    body = text.encode(charset, "replace")
    if charset == "utf-16" or code == "base64":
        code, body = "base64", b64encode(body)
        body = b"\n".join(body[at : at + 76] for at in range(0, len(body), 76))
    elif code == "quoted-printable":
        body = encodestring(body)
    head = (
        f"From: a@b.example\nContent-Type: {kind}; charset={charset}\nContent-Transfer-Encoding: {code}\n\n"
    )
    return head.encode() + body


def _fits(charset: str, own: Sequence[str]) -> bool:
    """Whether a charset has the letters of these lines."""
    said = "".join(own)
    return said.encode(charset, "replace").decode(charset) == said


def with_planted(rng: Random, lines: Sequence[str], planted: Sequence[str], *, inside: bool) -> list[str]:
    """Lines with orders planted among them, each on a line of its own; not at an end if `inside`."""
    found = list(lines)
    for order in planted:
        found.insert(rng.randrange(inside, len(found) + (not inside)), order)
    return found


def answers(found: Sequence[Letter], size: int, seed: int) -> Iterator[Answer]:
    """So many random answers."""
    names = list(HEADINGS)
    for number in range(size):
        rng = Random(f"{seed} {number}")
        make = of_html if number % 4 == 3 else of_text
        yield make(rng, rng.choice(found), names[number % len(names)])


def of_text(rng: Random, letter: Letter, name: str) -> Answer:
    """An answer as plain text."""
    own = rng.sample(OWN, rng.randrange(1, 4)) + rng.sample(
        letter.orders, min(len(letter.orders), rng.randrange(2))
    )
    planted = rng.sample(PLANTED, rng.randrange(1, 5))
    place, marks, width = (
        rng.choice(PLACES),
        rng.choice((0, 1, 1, 2)),
        rng.choice((0, 60, 64, 68, 72, 76, 80)),
    )
    lines = list(letter.lines)
    if rng.random() < 0.3:
        start = rng.randrange(len(lines) // 2)
        lines = lines[start : start + max(len(lines) // 2, 8)]
    lines = with_planted(rng, lines, planted, inside=True)
    rows = [list(wrap(line, width)) or [""] if width else [line] for line in lines]
    mark = ("", "> ", "> ")[marks]
    old = [mark + piece if at == 0 or marks == 1 else piece for row in rows for at, piece in enumerate(row)]
    head = list(HEADINGS[name])
    match place:
        case "above":
            body = [*own, "", *head, "", *old]
        case "below":
            body = [*head, "", *old, "", *own]
        case _:
            at = rng.randrange(1, len(old))
            body = [*head, *old[:at], "", *own, "", *old[at:]]
    how = f"{name} {place} {('bare', 'marked', 'broken')[marks]} {width}"
    return Answer(letter, plain_of(rng, "\n".join(body) + "\n", own), tuple(own), tuple(planted), how)


def of_html(rng: Random, letter: Letter, name: str) -> Answer:
    """An answer as a page, in which the quote may stand in an element that says so."""
    own, planted = rng.sample(OWN, rng.randrange(1, 4)), rng.sample(PLANTED, rng.randrange(1, 5))
    pieces = letter.page.split("</p>")
    for order in planted:
        pieces[rng.randrange(len(pieces) - 1)] += f"<p>{escape(order)}</p>"
    page, said = "</p>".join(pieces), "".join(f"<div>{escape(line)}</div>" for line in own)
    head = "".join(f"<div>{escape(line)}</div>" for line in HEADINGS[name])
    place = rng.choice(PLACES[:2])
    kind = rng.choice(("<div>{}</div>", "<blockquote>{}</blockquote>", "<section>{}</section>"))
    quote = head + kind.format(page)
    body = (
        f"<html><body>{said}<br>{quote}</body></html>"
        if place == "above"
        else f"<html><body>{quote}<br>{said}</body></html>"
    )
    return Answer(
        letter,
        plain_of(rng, body, own, "text/html"),
        tuple(own),
        tuple(planted),
        f"{name} {place} page {kind[:6]}",
    )


def tapped(letter: Letter) -> list[int]:
    """The lines of a letter that are the orders of links, each on a line of its own."""
    pairs = enumerate(pairwise(letter.lines))
    return [at for at, (line, link) in pairs if line.startswith("| ") and link.strip().startswith("<mailto:")]


def copies(found: Sequence[Letter], size: int, seed: int) -> Iterator[Answer]:
    """Letters in which a player copies orders out of our list, with the bar or without it; a quote may follow."""
    listed = [one for one in found if tapped(one)]
    for number in range(size):
        rng = Random(f"copied {seed} {number}")
        letter = rng.choice(listed)
        rows = tapped(letter)
        name = rng.choice(list(HEADINGS))
        at = rng.randrange(len(rows))
        taken = [letter.lines[row] for row in rows[at : at + rng.randrange(1, 5)]]
        own = [line.removeprefix("| ") for line in taken]
        if rng.random() < 0.5:
            taken = own
        if rng.random() < 0.3:
            taken = own = rng.sample(letter.orders, min(len(letter.orders), rng.randrange(1, 6)))
        quote = [("", "> ")[number // 2 % 2] + line for line in letter.lines] if number % 2 else []
        body = [*taken, "", *HEADINGS[name], "", *quote] if quote else taken
        yield Answer(
            letter, plain_of(rng, "\n".join(body) + "\n", own), tuple(own), (), f"{name} copied {number % 4}"
        )


# --- What became of it ------------------------------------------------------------------------------------------------


def one_line(text: str) -> str:
    """A line as it is compared: quotes and blanks as they were typed."""
    return " ".join(text.replace("\u2019", "'").replace("\u2013", "-").split()).removeprefix("| ")


def faults(answer: Answer) -> Iterator[str]:
    """What went wrong: an order that was planted or listed counts, or one that was written is lost without a word."""
    mail = answer.read()
    kept = Counter(one_line(text) for _, text in mail.lines if text.strip())
    told = Counter(one_line(one.text) for one in mail.cut if one.why != "quoted")
    kept_own = Counter({line: kept[one_line(line)] for line in answer.own})
    yield from (f"executed {order}" for order in answer.planted if kept[order])
    yield from (f"executed {order}" for order in answer.letter.orders if kept[order] > (order in answer.own))
    yield from (f"lost {line}" for line in answer.own if not (kept_own[line] or told[one_line(line)]))


def tried(many: Iterator[Answer]) -> tuple[Counter[str], list[str]]:
    """What was found, counted, and how the faults came about."""
    sums, how = Counter[str](), list[str]()
    for answer in many:
        mail, found = answer.read(), list(faults(answer))
        kept = {one_line(text) for _, text in mail.lines}
        sums.update(answers=1, planted=len(answer.planted), written=len(answer.own))
        sums["read"] += sum(one_line(line) in kept for line in answer.own)
        for one in found:
            sums[one.partition(" ")[0]] += 1
            how.append(f"{one}: {answer.how}, {answer.letter.name}")
    return sums, how


@click.command()
@click.argument("what")
@click.argument("size", type=int, default=500)
@click.option("--seed", default=0)
@click.option("--show", default=20)
def main(what: str, size: int, seed: int, show: int) -> None:
    """Answers, or copies; prints what became of them."""
    found = letters()
    many = copies(found, size, seed) if what == "copied" else answers(found, int(what), seed)
    begins = time.process_time()
    sums, how = tried(many)
    print(*how[:show], sep="\n")
    print(
        f"{len(found)} letters, {len(HEADINGS)} headings:",
        ", ".join(f"{name} {count}" for name, count in sums.items()),
    )
    print(f"executed {sums['executed']}, lost {sums['lost']}; {time.process_time() - begins:.1f} s")


if __name__ == "__main__":
    main()

"""A dispute as a story: a few sentences, every mail in and out, and what the keeper typed, as one text.

`examples/disputes/<name>/story.yaml` says what happens, step by step; `mail.txt` is the result. A step is one
of

    told: words                          what a reader should know at this place
    letter: thor                         a letter of that seat (or of the arbiter), with `text`; it answers the last
                                         letter to that seat, or the one named under `answers`
    lost: thor                           a letter that never arrives, with `text`
    forged: loki                         a letter with the secret of the seat, `from` somewhere else, with `text`
    keeper: [verb, ...]                  what the keeper types at a terminal, and the output
    wait: 3 days                         time passes; the desk looks at the clocks

    older: "5.3"                         from here on the desk has an older version that does not know this rule
    newer: words                         from here on it has today's

Each step may say `after`, how long after the last one it comes, and `with`, the mail program. `players`,
`arbiter` and `terms` are those of the game.

What is told is held to the mails. Under `shows` a story, and each step with words, quotes what stands in them; a letter
with a line that was not carried out says so under `refused`, in words of its answer. `test_stories.py` looks.
"""

import hashlib
import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from referee.cli import run
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.desk import keeper
from referee.desk.desk import Desk
from referee.engine.game import Moves
from referee.engine.rules import Rule
from referee.home import config
from referee.home.home import Home
from referee.home.roster import mailbox
from referee.house.games import find
from referee.house.players import Player
from referee.post.ways.local import post
from referee.util import files, plainyaml
from referee.util.times import seconds
from referee.util.values import Value
from support.golden_mail import IN, Told, headers, typed

FOLDER = Path(__file__).parents[2] / "examples" / "disputes"
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/story.yaml"))
KEY = "0123456789abcdef" * 4
"""The key of a story's home. It is public and protects nothing; it makes the same secrets each time."""
ADDRESS, KEEPER = "referee@games.example", "keeper@games.example"
BEGINS = datetime(2026, 3, 2, 8, tzinfo=UTC)
ARBITER = "arbiter"
BETWEEN, ON_ITS_WAY, UNTIL_A_PASS = timedelta(hours=5), timedelta(seconds=20), timedelta(minutes=4)
WIDTH = 72
SPOOLED = re.compile(r"(\d{8}T\d+Z)-[0-9a-f]{16}")
"""The name of a letter in the spool: its time, and its random part."""
STANDS_STILL = frozenset({"told", "wait", "older", "newer"})
"""Steps that take no time, or give their own."""


class Story(Value, dict=True):
    """The content of a `story.yaml`."""

    folder: Path
    title: str
    about: str
    game: str
    seed: str
    players: Mapping[str, str]
    steps: Sequence[Mapping[str, Any]]
    arbiter: str = ""
    options: Mapping[str, str] | None = None
    terms: Mapping[str, str] | None = None
    shows: Sequence[str] = ()

    @classmethod
    def load(cls, folder: Path) -> "Story":
        """The story in a folder. Raises `Faulty`, or TypeError for an unknown key."""
        path = folder / "story.yaml"
        return cls(folder, **plainyaml.read_text(path.read_text("utf-8"), str(path)).value)


class Teller:
    """A story as it happens: a home in a folder, a clock that only the story moves, and the letters to each seat."""

    def __init__(self, story: Story, out: Path, patch: pytest.MonkeyPatch) -> None:
        """Prepare the home. From here on every desk of this process uses the story's clock."""
        self.story, self.out, self.patch, self.time = story, out, patch, BEGINS
        self.today: Moves = {}
        self.told, self.last, self.sent = Told(), dict[str, bytes](), 0
        self.letters: dict[str, bytes] = {}
        numbers = count()
        salts = lambda: hashlib.sha256(f"{story.seed} {next(numbers)}".encode()).digest()  # noqa: E731
        known = Desk.__init__.__kwdefaults__ or {}
        patch.setattr(Desk.__init__, "__kwdefaults__", {**known, "now": lambda: self.time, "salts": salts})
        patch.setattr("os.fsync", lambda _: None)
        patch.setenv("REFEREE_HOME", str(out / "home"))
        patch.setenv("COLUMNS", "100")
        files.private_folder(out / "home")
        files.write_new(out / "home" / "key", f"{KEY}\n".encode())
        patch.setattr(Home.__init__, "__kwdefaults__", {"fresh": lambda: bytes(32)})
        self.home = Home(out / "home")
        config.write(self.home, config.Config(ADDRESS, keeper=KEEPER, pictures="no"))
        self.players = {seat: mailbox(given) for seat, given in story.players.items()}
        self.people = {**self.players, **({ARBITER: mailbox(story.arbiter)} if story.arbiter else {})}

    def text(self) -> str:
        """The whole story. Raises what a desk raises."""
        told = "\n".join(self.pages())
        for seat in self.people:
            told = told.replace(self.secret(seat), f"({seat})")
        return told

    def pages(self) -> Iterator[str]:
        """The story page by page."""
        yield f"{self.story.title}\n{'=' * len(self.story.title)}\n\n{wrapped(self.story.about)}\n"
        yield from self.begin()
        for step in self.story.steps:
            yield from self.page(step)

    def begin(self) -> Iterator[str]:
        """The invitations go out."""
        given = self.story
        with Desk(self.home).held() as desk:
            how: dict[str, Any] = {"options": given.options, "terms": given.terms}
            if given.arbiter:
                how["arbiter"] = self.people[ARBITER]
            keeper.invite(desk, given.game, self.players, id="g1", seed=given.seed, **how)
        yield from self.post()

    def page(self, step: Mapping[str, Any]) -> Iterator[str]:
        """One step, and the letters that go out because of it."""
        kind = next(iter(step))
        if kind not in STANDS_STILL:
            yield from self.pass_time(span(step["after"]) if "after" in step else BETWEEN)
        yield from getattr(self, f"_{kind}")(step[kind], step)

    def _told(self, words: str, _step: Mapping[str, Any]) -> Iterator[str]:
        yield f"\n{wrapped(words)}\n"

    def _older(self, number: str, step: Mapping[str, Any]) -> Iterator[str]:
        game = type(find(self.story.game))
        held = {move: (happen, without(rules, number)) for move, (happen, rules) in game.MOVES.items()}
        self.today = game.MOVES
        self.patch.setattr(game, "MOVES", held)
        yield from self._told(step["text"], step)

    def _newer(self, words: str, step: Mapping[str, Any]) -> Iterator[str]:
        self.patch.setattr(type(find(self.story.game)), "MOVES", self.today)
        yield from self._told(words, step)

    def _letter(self, seat: str, step: Mapping[str, Any]) -> Iterator[str]:
        program = step.get("with", "gmail")
        mail = PROGRAMS[program](self.reply(seat, step, self.people[seat]))
        yield self.came(f"{seat}, with {program}", mail)
        self.take(mail)
        yield from self.post()

    def _lost(self, seat: str, step: Mapping[str, Any]) -> Iterator[str]:
        mail = PROGRAMS["thunderbird"](self.reply(seat, step, self.people[seat]))
        yield self.came(f"{seat}; this letter is lost on its way", mail)

    def _forged(self, seat: str, step: Mapping[str, Any]) -> Iterator[str]:
        writer = Player(step["from"], self.people[seat].name)
        mail = PROGRAMS["gmail"](self.reply(seat, step, writer))
        yield self.came("somebody who has the secret of a seat", mail)
        self.take(mail)
        yield from self.post()

    def _keeper(self, args: Sequence[str], _step: Mapping[str, Any]) -> Iterator[str]:
        said = StringIO()
        with ExitStack() as caught:
            caught.enter_context(redirect_stdout(said))
            caught.enter_context(redirect_stderr(said))
            code = run([str(one).replace("HOME", str(self.home.path)) for one in args])
        shown = SPOOLED.sub(r"\1-...", said.getvalue().replace(str(self.home.path), "HOME")).rstrip("\n")
        line = " ".join(quoted(str(one)) for one in args)
        yield f"=== the keeper types\n$ referee {line}\n{shown}\n" + (f"[exit {code}]\n" if code else "")
        yield from self.post()

    def _wait(self, how_long: str, _step: Mapping[str, Any]) -> Iterator[str]:
        yield from self.pass_time(span(how_long))

    def pass_time(self, length: timedelta) -> Iterator[str]:
        """Time passes, with a pass of the desk every hour, as by cron."""
        end = self.time + length
        while self.time < end:
            self.time = min(end, self.time + timedelta(hours=1))
            self.look()
            yield from self.post()

    def reply(self, seat: str, step: Mapping[str, Any], writer: Player) -> Reply:
        """An answer to the last letter to a seat, or to the one that the step names."""
        letter = self.letters[step["answers"]] if "answers" in step else self.last[seat]
        self.sent += 1
        return Reply.to_letter(letter, step["text"], writer, self.time)

    def came(self, title: str, mail: bytes) -> str:
        """A mail that came in, as text."""
        self.told.mails += 1
        head = f"=== in {self.told.mails}: {title}"
        return "\n".join((head, *headers(mail, IN), "", *typed(mail))) + "\n"

    def take(self, mail: bytes) -> None:
        """A mail comes in, and the desk makes a pass."""
        self.time += ON_ITS_WAY
        Desk(self.home).spool.put(mail, self.time)
        self.time += UNTIL_A_PASS
        self.look()

    def secret(self, seat: str) -> str:
        """The current secret of a seat."""
        return Desk(self.home).seats.secret("g1", seat)

    def look(self) -> None:
        """One pass of the desk."""
        with Desk(self.home).held() as desk:
            done = desk.run()
        for _, error in done.troubles:
            raise error

    def post(self) -> Iterator[str]:
        """Post what is due, to the players, to the arbiter, and to the keeper."""
        desk = Desk(self.home)
        for path in post(desk.outbox, self.out / "boxes", "eml"):
            mail = path.read_bytes()
            number = path.name.removesuffix(".eml")
            self.last[number.split(".")[1]] = self.letters[number] = mail
            yield self.told.letter(path)


def span(text: str) -> timedelta:
    """A span of time in a story: `3 days`."""
    return timedelta(seconds=seconds(text))


def without(rules: Sequence[Rule], number: str) -> tuple[Rule, ...]:
    """The rules that an older version knew."""
    return tuple(one for one in rules if one.number != number)


def wrapped(text: str) -> str:
    """The narrator's words, set off by a bar."""
    paragraphs = (" ".join(one.split()) for one in text.strip().split("\n\n"))
    lines = "\n\n".join(textwrap.fill(one, WIDTH) for one in paragraphs)
    return "\n".join(f"  {line}".rstrip() for line in lines.split("\n"))


def quoted(word: str) -> str:
    """A word of a command line as a person would type it."""
    return f'"{word}"' if not word or set(word) & set(" ;:()<>") else word


def told(name: str, out: Path) -> tuple[Teller, str]:
    """The story with that name, told in a folder: its home as it is left, and its text."""
    with pytest.MonkeyPatch.context() as patch:
        teller = Teller(Story.load(FOLDER / name), out, patch)
        return teller, teller.text()

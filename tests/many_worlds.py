"""Other worlds over the whole desk, by the thousand: all that a seat or an onlooker gets is the same in each of them.

A game is a story of letters. The first are played with short letters out, and the last ones are looked at:
every mail to one seat, byte for byte, its place and its time, and what the verbs tell about that seat and an
onlooker. See `desk_worlds.py` for the stories and the private letters of the others, `digests.py` for how
bytes are compared.

    python tests/desk_worlds.py --games 1000 --worlds 20 --table "sindri 5"

Without `--table` the games are those for two.
"""

import argparse
import io
import json
import os
import re
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import redirect_stderr, redirect_stdout, suppress
from datetime import datetime, timedelta
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Any

from desk_worlds import (
    ENTERED,
    TWO,
    WORDS,
    Mailed,
    Sitting,
    Story,
    differences,
    drawn_alike,
    half_dropped,
    story,
)
from msgspec.structs import asdict
from support.digests import Digests, apart, unsalted
from support.post_office import GAME, OLAF, Got, Writer
from support.quick_desk import KEPT, cheaply
from support.ruled import rule_on
from support.suite import NAMES, announced, known

from referee import cli
from referee.api import Table
from referee.engine import driver
from referee.engine.events import Event, seen
from referee.engine.lots import Lot, LotsDiffer, RecordedLots
from referee.engine.seating import still_in
from referee.home import config
from referee.house.players import Player
from referee.house.rulebook import rulebook
from referee.house.rulings import REDEAL, SAME, RolledBack
from referee.house.undo import UndoOffered
from referee.record.entries import Letter, Line
from referee.table.index import concerns
from referee.table.points import written_position
from referee.table.rulings import effects
from referee.table.rulings.effects import Effect
from referee.testing.random_games import seats_of
from referee.testing.sent import worlds_of
from referee.util import data, files
from referee.util.translations import languages
from referee.util.values import Struct, Value, field, replace

SHORT_MEMORY = "/dev/shm"  # noqa: S108  a folder of an own name is made in it
"""A place for homes that need not outlive the machine, if there is one."""


class Game(Value, dict=True):
    """What is played, made from the seed and the table alone, so that a run can go on where it stopped."""

    seed: int
    scene: str | None = None
    """What comes after the last letter, if that is not left to the seed."""
    table: str = ""
    """A game and how many play it, as "sindri 5"; "" are the games for two, by turns."""

    @property
    def name(self) -> str:
        """Every second game for two is one of the other kind."""
        return self.table.partition(" ")[0] or NAMES[self.seed % len(NAMES)]

    @property
    def given(self) -> dict[str, str]:
        """The options that are no matter of chance."""
        return {"seats": self.table.partition(" ")[2]} if self.table else {}

    @property
    def seat(self) -> str | None:
        """Who is watched: each seat in its turn, a master's too.

        Where more than two sit there, an onlooker (None) too.
        """
        seats = seats_of(known(self.name).game, self.given)
        return (*seats, None)[self.seed % (len(seats) + 1)] if self.table else seats[self.seed // 2 % 2]

    @property
    def languages(self) -> Sequence[str]:
        """English, mostly; German for one of two or for both, if the game is told in it."""
        chosen = (("en", "en"), ("en", "de"), ("en", "en"), ("de", "de"))[self.seed // 4 % 4]
        return chosen if "de" in translated(self.name) else ("en",)

    @property
    def quiet(self) -> int:
        """How many letters come before those that are looked at.

        Some are looked at even if the game would have ended before.
        """
        return Random(f"quiet {self.seed}").choice((0, 0, 2, 4, 7, 11, 16))

    @property
    def letters(self) -> int:
        """How many there are in all, if the game does not end before."""
        return self.quiet + Random(f"letters {self.seed}").randint(4, 7)

    @property
    def ruling(self) -> str:
        """What comes after the last letter, in three games of four."""
        rng = Random(f"ruling {self.seed}")
        wanted = rng.choice(SCENES) if rng.random() < 3 / 4 else ""
        wanted = wanted if self.scene is None else self.scene
        return "" if wanted == "option" and not options_open(self.name) else wanted

    def story(self) -> Story:
        """The game as letters."""
        return story(self.seed, self.letters, name=self.name, languages=self.languages, given=self.given)


@cache
def translated(name: str) -> Sequence[str]:
    """The languages in which a game has words for all its orders."""
    found = list[str]()
    for code in languages():
        with suppress(FileNotFoundError):
            data.text("grammar", name, f"words.{code}.yaml")
            found.append(code)
    return found


EX_SOFTWARE = 70
"""How a verb ends by a mistake of ours."""
LOOKS: tuple[tuple[str, ...], ...] = (
    ("show", GAME, "--onlooker"),
    ("show", GAME, "--onlooker", "--json"),
    ("show", GAME, "--seat", "SEAT"),
    ("show", GAME, "--seat", "SEAT", "--json"),
    ("show", GAME, "--seat", "SEAT", "--format", "html"),
    ("moves", GAME, "--seat", "SEAT"),
    ("try", GAME, "--seat", "SEAT", "ORDER"),
    ("explain", GAME, "MINE", "--seat", "SEAT"),
    ("explain", GAME, "MINE", "--seat", "SEAT", "--language", "de"),
    ("open", "thunder", "--id", GAME),
    ("delete", GAME, "--yes"),
)
"""What anybody may be told about a game that is on, by a verb: SEAT is watched, MINE is an entry that concerns it."""
TOOLS: tuple[tuple[str, ...], ...] = (
    ("check", "FILE"),
    ("show", "FILE"),
    ("show", "FILE", "--json"),
    ("show", "FILE", "--at", "ENTRY"),
    ("explain", "FILE", "ENTRY"),
    ("audit", "FILE"),
    ("verify", "FILE"),
    ("verify", "FILE", "--against", "MAILS"),
    ("verify", "MAILS"),
    ("moves", "FILE", "--seat", "SEAT"),
    ("show", "FILE", "--seat", "OTHER"),
    ("export", "FILE"),
)
"""What anybody can do with a redacted record: FILE; ENTRY is some entry of it.

OTHER is the seat that is not watched, MAILS a folder of all letters to the seat.
"""
OF_A_SEAT = frozenset({"SEAT", "MINE"})
"""Words of verbs that do not apply to an onlooker."""


class Visit(Sitting, dict=True):
    """A sitting whose first letters are not looked at, while verbs are tried beside the later ones."""

    quiet: int = 0
    everything: bool = False
    """Letters to the other seat are written out too."""
    ruling: str = ""
    """What the keeper rules after the last letter; or that the letter is taken back by consent."""
    undone: bool = False
    silenced: bool = False
    """In the end nobody writes any more: seats are late, and the rule for silence applies."""

    def mail(self) -> list[Mailed]:
        """Play it all, and give what the seat got, digests numbered."""
        self.hushed, self.looking = self.quiet > 0, Random(f"looks {self.seed} {self.seat}")
        with cheaply(lambda seat, _: self.hushed or (seat != self.seat and not self.everything)):
            self.play()
        digests = Digests()
        shown = {str(point.entry.seal) for point in self.table.points if concerns(point.entry, self.seat)}
        got = [Mailed(when, name, digests.numbered(raw)) for when, name, raw in self.mailed]
        self.digests = digests.seen
        self.foreign = {seal for _, _, raw in self.mailed for seal in seals_in(raw)} - shown
        return got

    def opened(self) -> None:
        """Nothing is made good for passes that are not made: deadlines pass."""
        given = config.read(self.office.home)
        config.write(self.office.home, replace(given, downtime="30 days"))

    def ended(self, at: datetime) -> None:
        """A ruling, then nobody writes any more: reminders, lateness, and what silence means."""
        if self.ruling == UNDO:
            at = self._undo(at)
        elif self.ruling in DISPUTES:
            at = self._dispute(at)
        elif self.ruling:
            at = self._rule(at)
        self._export("in the end")
        self.before = len(self.mailed)
        if self.silenced:
            for pause in (timedelta(hours=3), timedelta(days=19), timedelta(days=20, hours=6)):
                self._pass(at + pause, f"{pause} later")
                self._look(f"{pause} later")

    def _number_of(self, when: str) -> int:
        return super()._number_of(when.removeprefix("again "))

    def _probe(self) -> str:
        """Questions; also what happened at a position of the story, and what became of lines of an own letter."""
        at = self.rng.randrange(len(self.told.world.states) - 1) + 1
        position = "{}.{}".format(*self.game.position(self.told.world.states[at]))
        mine = self.rng.randrange(1, len(self.told.letters) + 4)
        return f"{super()._probe()}\nwhy {position}\nwhy {GAME}.{self.seat}.{mine}"

    def _undo(self, at: datetime) -> datetime:
        """Offer to take the last letter back; the other agrees, or not. Returns the time then."""
        number = len(self.told.letters) - 1
        writer = self.told.world.steps[self.told.letters[number][0]].seat
        *others, last = [seat for seat in still_in(self.told.world.states[-1]) if seat != writer]
        answer = self.looking.choice(("accept undo", "accept undo", "decline undo"))
        letters = ((writer, "offer undo"), *((seat, "accept undo") for seat in others), (last, answer))
        for n, (seat, text) in enumerate(letters, 1):
            when = text if len(letters) == TWO else f"{text}, {seat}"
            self.turn(at + timedelta(hours=n - 1, minutes=20), when, seat, text, -1)
        return self._again(at + timedelta(hours=len(letters)))

    def _again(self, at: datetime) -> datetime:
        """Write again what was taken back; returns the time then."""
        table, back = Table.load(self.office.record), self._last_event()
        self.undone = isinstance(back, RolledBack)
        if self.undone and back.lots == REDEAL:
            return at  # other cards lie there now
        first = min(
            (n for n in self.digest_of if self.undone and self.entry_of(table, n) > back.to), default=None
        )
        again = range(len(self.told.letters))[first:] if first is not None else ()
        for n, number in enumerate(again):
            _, seat, text, _ = [*self._plan()][number - len(self.told.letters)]
            self.turn(at + timedelta(hours=n, minutes=20), f"again letter {number}", seat, text, number)
        self.as_told = self.as_told and Table.load(self.office.record).state == self.world.states[-1]
        return at + timedelta(hours=len(again))

    def _dispute(self, at: datetime) -> datetime:
        """A dispute from its first letter to its end, by letters; returns the time then."""
        number, table = self.target(), Table.load(self.office.record)
        entry = self.entry_of(table, number)
        position = written_position(self.game.position(table.points[entry - 1].state))
        there = still_in(self.told.world.states[-1])
        sides = [seat for seat in (self.seat, *self.others) if seat in there]
        by, *against = self.looking.sample(sides, len(sides))
        whose = self.told.world.steps[self.told.letters[number][0]].seat
        for step in DISPUTES[self.ruling]:
            pause, writers, text = step(by, against, position, whose)
            for who in writers:
                at += pause or timedelta(hours=1)
                when = f"dispute, {who}, {text}"
                if not who:
                    self._pass(at, when)
                elif who == "arbiter":
                    self._arbiter(at + timedelta(minutes=20), when, text)
                else:
                    self.turn(at - timedelta(minutes=40), when, who, self._private_words(who, text), -1)
                self._look(when)
        return self._again(at)

    def bound(self, number: int) -> bool:
        """A letter that the keeper names in a ruling is the one by which the story went on."""
        return self.ruling in RULINGS and number == self.target()

    def _private_words(self, who: str, text: str) -> str:
        """What another says to the arbiter alone, in other words in each world.

        The lines after it are not part of it.
        """
        if who in self.others and text.startswith("statement") and self.private is not None:
            text = f"{text}\n{' '.join(self.private.choices(WORDS, k=self.private.randint(1, 9)))}"
        return f"{text}\n"

    def _arbiter(self, at: datetime, when: str, text: str) -> None:
        """A letter of the arbiter, and a pass."""
        reply_to = str(Got.of(self.office.boxes["arbiter"][-1]).mail["Reply-To"])
        raw = Writer("arbiter", Random(0)).plain(reply_to, "a ruling", text, at)
        self._put(raw, at, -1)
        self.ruled = "by the house" if "redeal" in text else None
        self._pass(at + timedelta(minutes=10), when)
        self.ruled = None

    def _last_event(self) -> Any:
        """The last event that is in the record."""
        events = [event for point in Table.load(self.office.record).points for event in point.entry.events]
        return next((one for one in reversed(events) if isinstance(one, RolledBack | UndoOffered)), None)

    def _rule(self, at: datetime) -> datetime:
        """The keeper rules, and what was taken back is written again; returns the time then."""
        # At the full hour, as letters come: see `Sitting.play`.
        self.office.time, self.ticks = at + timedelta(minutes=50), 0
        before = len(self.box)
        with self.office.desk().held() as desk:
            ruled = RULINGS[self.ruling](self, desk.games.table(GAME))
            self.ruled = ruled.lots
            rule_on(desk, GAME, ruled.effects, reason="so it was | meant")
            self.ruled = None
        self.office.post()
        self._collect(self.ruling, before)
        self._look(self.ruling)
        again = [one for one in self._plan() if one[-1] in range(ruled.again, len(self.told.letters))]
        for n, (_, seat, text, number) in enumerate(again, 1):
            self.turn(at + timedelta(hours=n, minutes=20), f"again letter {number}", seat, text, number)
        if ruled.retold:
            self.as_told = Table.load(self.office.record).state == self.world.states[-1]
        return at + timedelta(hours=len(again) + 1)

    def target(self) -> int:
        """A letter of the story that exists in every world, of another player if possible: the last one, looked at."""
        fit = [
            number
            for number, (start, end) in enumerate(self.told.letters)
            if number >= self.quiet
            if any(
                seen(event, self.seat) for step in self.told.world.steps[start:end] for event in step.events
            )
        ]
        of_others = [n for n in fit if self.told.world.steps[self.told.letters[n][0]].seat in self.others]
        return (of_others or fit)[-1]

    def lots_of(self, number: int) -> tuple[Lot, ...]:
        """The lots by which a letter of the story happens in this world."""
        return self.lots[self.digest_of[number]]

    def entry_of(self, table: Table, number: int) -> int:
        """The entry of a letter of the story."""
        return next(
            n
            for n, point in enumerate(table.points)
            if isinstance(point.entry, Letter) and point.entry.digest == self.digest_of[number]
        )

    def turn(self, at: datetime, when: str, seat: str, text: str, number: int) -> None:
        """One letter of the game; of the first ones nothing else."""
        self.hushed = self.hushed and number < self.quiet
        if not self.hushed:
            super().turn(at, when, seat, text, number)
            self._look(when)
            return
        if seat == self.seat:
            self._own(when, text, at + timedelta(minutes=30))
        elif text:
            raw = self._plain(seat, text, at)
            self.sent.append(raw)
            self._put(raw, at + timedelta(minutes=30), number)
        self._pass(at + timedelta(minutes=40), when)

    def _look(self, when: str) -> None:
        """What verbs tell of the seat, and of an onlooker."""
        for asked in self.looking.sample(self._fit(LOOKS), 2):
            mine = str(self.looking.randrange(len(self.box))) if self.box else ""
            self._ask(when, asked, MINE=mine)
        if self.looking.random() < 0.1:
            self._export(when)

    def _export(self, when: str) -> None:
        """The redacted records of the seat and of an onlooker, and what is made of them."""
        self._ask(when, ("export", GAME))
        files.private_folder(self.folder / "mails")
        for n, raw in enumerate(self.box):
            (self.folder / "mails" / f"{n:03}.eml").write_bytes(raw)
        for audience in self._fit((("--seat", "SEAT"), ("--onlooker",))):
            self._ask(when, ("export", GAME, *audience, "--output", "FILE"))
            data = (self.folder / "export.yaml").read_bytes()
            self.mailed.append((when, f"the record {audience}", data))
            entries = data.count(b"\n... # ")
            for asked in self.looking.sample(self._fit(TOOLS), 3):
                self._ask(when, asked, ENTRY=str(self.looking.randrange(entries)))

    def _fit(self, asked: Sequence[tuple[str, ...]]) -> Sequence[tuple[str, ...]]:
        """Those of these that the one who is watched can ask."""
        return [one for one in asked if self.seat or OF_A_SEAT.isdisjoint(one)]

    def _ask(self, when: str, asked: Sequence[str], **values: str) -> None:
        named = {
            "SEAT": self.seat or "",
            "OTHER": self.others[-1],
            "ORDER": self.known.order,
            "FILE": str(self.folder / "export.yaml"),
            "MAILS": str(self.folder / "mails"),
            **values,
        }
        words = [named.get(word, word) for word in asked]
        self.mailed.append((when, " ".join(asked), self.verb(words)))

    def verb(self, words: Sequence[str]) -> bytes:
        """All that a verb tells: its exit code, what it prints, what it complains of."""
        out, err = io.TextIOWrapper(io.BytesIO()), io.TextIOWrapper(io.BytesIO())
        with redirect_stdout(out), redirect_stderr(err):
            code = cli.run(["--home", str(self.office.home.path), *words])
        said = [_all_of(stream).replace(str(self.folder).encode(), b"FOLDER") for stream in (out, err)]
        assert code != EX_SOFTWARE, f"exit {code}: {words}\n{said[1].decode()}"
        return b"\n".join((b"exit %d" % code, *said))


def _all_of(stream: io.TextIOWrapper) -> bytes:
    """What was written."""
    stream.seek(0)
    buffer = stream.detach()
    return bytes(buffer.read())


SEAL = re.compile(rb"(?:Seal|Siegel) ([0-9a-f]{64})")


def seals_in(raw: bytes) -> list[str]:
    """The seals in the text of a mail."""
    return [seal.decode() for seal in SEAL.findall(raw.replace(b"=\r\n", b""))]


class Figures(Struct, dict=True):
    """What was seen of one game, or of many."""

    games: int = 0
    worlds: int = 0
    """Different ones: other cards somewhere, or one letter less."""
    sittings: int = 0
    """So often a game was played through the desk beside the first time."""
    silences: int = 0
    """In this many of them nobody wrote any more in the end."""
    mails: int = 0
    calendars: int = 0
    """Mails with an entry for the calendar."""
    looks: int = 0
    bytes: int = 0
    digests: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    rulings: Counter[str] = field(default_factory=Counter)
    """What the keeper ruled, by games."""
    differences: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: "Figures") -> None:
        """Count these too."""
        for name in (
            "games",
            "worlds",
            "sittings",
            "silences",
            "mails",
            "calendars",
            "looks",
            "bytes",
            "digests",
            "seconds",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.kinds += other.kinds
        self.rulings += other.rulings
        self.differences += other.differences


def searched(game: Game, many: int) -> Figures:
    """One game in this many other worlds; where fewer are found, some of them again with other private letters."""
    began, figures, told = time.process_time(), Figures(games=1), game.story()
    place = SHORT_MEMORY if os.access(SHORT_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place) as folder:
        silence = None if game.ruling in OTHERWISE else told_by_silence(told, told.world, game.seat)
        base = visit(game, told, told.world, Path(folder) / "0", silenced=silence is not None)
        here = base.mail()
        assert base.as_told
        again = visit(
            game,
            told,
            told.world,
            Path(folder) / "salt",
            salted=1_000_000,
            mails=base.mails,
            silenced=base.silenced,
        )
        figures.differences += [
            f"seed {game.seed}, other salts: {one}" for one in differences(here, again.mail())
        ]
        alike = unsalted(base.digests, again.digests) if not figures.differences else {}
        wide = max(many, WIDE)
        others = worlds_of(
            known(game.name), told.content, told.world, game.seat, f"search {game.seed}", 12 * wide
        )
        found = islice((one for one in others if fits(game, told, one)), 3 * wide)
        fit = sorted(found, key=lambda one: -told_apart(told, one, quiet_of(game, told)))[: many - 1]
        figures.worlds = len(fit)
        for n, world in enumerate(islice(cycle((told.world, *fit)), many), 1):
            speaks = base.silenced and told_by_silence(told, world, game.seat) == silence
            sitting = visit(game, told, world, Path(folder) / str(n), n=n, mails=base.mails, silenced=speaks)
            apart_by = list(compared(here if speaks else here[: base.before], sitting, alike))
            figures.differences += [f"seed {game.seed}, {game.seat}, world {n}: {one}" for one in apart_by]
            figures.kinds += sitting.kinds
            figures.sittings += 1
            figures.silences += speaks
            figures.digests += len(sitting.digests)
            figures.bytes += sum(len(one.raw) for one in here)
            mails = sum(" " not in one.name for one in here)
            figures.mails += mails
            figures.looks += len(here) - mails
            figures.calendars += sum(ENTERED.search(one.raw) is not None for one in here)
    figures.rulings[f"{game.ruling or 'none'}{' done' * base.undone}"] += 1
    figures.seconds = time.process_time() - began
    return figures


# Rulings of the keeper


class Ruled(Value, dict=True):
    """A ruling: its effects, its lots, and the letter from which on the story is written again.

    `retold`: then the table stands as at its end. With `lots` "by the house" they are those that the house
    would draw.
    """

    effects: Sequence[Effect]
    lots: Any = ()
    again: int = sys.maxsize
    retold: bool = True


def upheld(_visit: Visit, _table: Table) -> Ruled:
    """Everything stands."""
    return Ruled([effects.Uphold()])


def taken_back(visit: Visit, table: Table) -> Ruled:
    """The table as before a letter, which is written again, and all after it."""
    number = visit.target()
    return Ruled([effects.RollBack(visit.entry_of(table, number) - 1, SAME)], again=number)


def dealt_anew(visit: Visit, table: Table) -> Ruled:
    """The table as before a letter, with other cards where nobody has looked."""
    to = visit.entry_of(table, visit.target()) - 1
    return Ruled([effects.RollBack(to, REDEAL)], lots="by the house", retold=False)


def read_anew(visit: Visit, table: Table) -> Ruled:
    """A letter with a line that reads as it did, and all after it written again."""
    number = visit.target()
    entry = visit.entry_of(table, number)
    line = _played(table, entry)[0]
    return Ruled([effects.ReadAs(entry, line.number, line.raw)], visit.lots_of(number), number + 1)


def played_for(visit: Visit, table: Table) -> Ruled:
    """The table as before a letter, and its lines played for its seat; all after it is written again."""
    number = visit.target()
    entry = visit.entry_of(table, number)
    back = effects.RollBack(entry - 1, SAME)
    lines = tuple(line.move for line in _played(table, entry))
    seat = visit.told.world.steps[visit.told.letters[number][0]].seat
    return Ruled([back, effects.PlayFor(seat, lines)], visit.lots_of(number), number + 1)


def _played(table: Table, entry: int) -> list[Line]:
    letter = table.points[entry].entry
    assert isinstance(letter, Letter)
    return [line for line in letter.lines if line.verdict == "played"]


def clock_set(visit: Visit, _table: Table) -> Ruled:
    """All who have to answer something get more time.

    A ruling cannot name those who may react without telling all of them.
    """
    owed = [one.seat for one in visit.game.owed(visit.told.world.states[-1]) if not one.optional]
    return Ruled([effects.AdjustClock(owed[0], 7200) if owed else effects.Uphold()])


def options_open(name: str) -> list[Any]:
    """The rulings of a game's book that have another value."""
    return [one for one in rulebook(name).rulings if one.option and len(one.values) > 1]


def option_changed(visit: Visit, table: Table) -> Ruled:
    """An option has another value from here on."""
    ruling = options_open(visit.game.name)[0]
    value = next(one for one, _ in ruling.values if one != table.content[ruling.option])
    return Ruled([effects.ChangeOption(ruling.option, value)], retold=False)


def taken_over(visit: Visit, _table: Table) -> Ruled:
    """Another player takes over the seat of another player."""
    return Ruled([effects.Replace(visit.others[-1], Player("cleo@example.net", "Cleo"))], retold=False)


RULINGS: Mapping[str, Callable[[Visit, Table], Ruled]] = {
    "": upheld,
    "upheld": upheld,
    "taken back": taken_back,
    "dealt anew": dealt_anew,
    "read anew": read_anew,
    "played for": played_for,
    "clock": clock_set,
    "option": option_changed,
    "taken over": taken_over,
}
"""What the keeper may rule after the last letter; "" is nothing at all."""
Step = Callable[[str, Sequence[str], str, str], tuple[timedelta | None, Sequence[str], str]]
"""A step of a dispute: who raised it, the other sides, the position, and whose letter was ruled on there.

It gives the pause before it (None: an hour), who write, one after another ("": nobody), and what.
"""
RAISED: tuple[Step, ...] = (
    lambda by, _a, at, _w: (None, [by], f"dispute {at}: the cards were | mine"),
    lambda by, _a, _p, _w: (None, [by], "statement: as I said"),
    lambda _b, against, _p, _w: (None, against, "statement: it was not so"),
)
AGREED: tuple[Step, ...] = (
    lambda by, _a, _p, _w: (None, [by], "accept ruling"),
    lambda _b, against, _p, _w: (None, against, "accept ruling"),
)
JUDGE = ["arbiter"]
BECAUSE = "because: the letter is plain"
DISPUTES: Mapping[str, tuple[Step, ...]] = {
    "dispute upheld": (
        *RAISED,
        lambda _b, _a, at, whose: (None, JUDGE, f"packet\nshow {at} {whose}\nwhat if roll back to {at}"),
        lambda _b, _a, _p, _w: (None, JUDGE, f"uphold\n{BECAUSE}"),
        *AGREED,
    ),
    "dispute granted": (
        *RAISED,
        lambda _b, _a, at, _w: (None, JUDGE, f"roll back to {at}\n{BECAUSE}"),
        *AGREED,
    ),
    "dispute dealt anew": (
        *RAISED,
        lambda _b, _a, at, _w: (None, JUDGE, f"roll back to {at} redeal\n{BECAUSE}"),
        *AGREED,
    ),
    "dispute withdrawn": (*RAISED, lambda by, _a, _p, _w: (None, [by], "withdraw dispute")),
    "dispute appealed": (
        *RAISED,
        lambda _b, _a, at, _w: (None, JUDGE, f"roll back to {at}\n{BECAUSE}"),
        lambda _b, against, _p, _w: (None, against[:1], "appeal: it was | not so"),
        lambda _b, _a, _p, _w: (timedelta(days=15), [""], ""),
    ),
    "dispute lapsed": (
        RAISED[0],
        lambda _b, _a, _p, _w: (timedelta(days=4), [""], ""),
        lambda _b, _a, _p, _w: (timedelta(days=15), [""], ""),
        lambda _b, _a, _p, _w: (timedelta(days=15), [""], ""),
    ),
}
"""Disputes from the first letter to the end."""
UNDO = "undo"
"""Stands for a letter that is taken back by consent."""
SCENES = (*[*RULINGS][1:], *([UNDO] * 3), *DISPUTES)
"""What may come after the last letter."""
OTHERWISE = frozenset({"dealt anew", "option", "dispute dealt anew"})
"""Rulings after which silence may mean something else than before."""


def told_by_silence(told: Story, world: Any, seat: str | None) -> list[Any] | None:
    """What a seat is shown when the rule for silence applies for all who owe something after the last letter.

    None if lots would be drawn.
    """
    state, shown = world.states[-1], list[Any]()
    for one in told.game.owed(state):
        events = list[Event]()
        try:
            state = driver.silence(told.game, state, one, RecordedLots(()), events)
        except LotsDiffer:
            return None
        shown += [one, *(seen(event, seat) for event in events)]
    return None if told.game.ended(state) else shown


def fits(game: Game, told: Story, world: Any) -> bool:
    """Whether a world can be played by letters of the same lines, with the same cards where proofs open them."""
    return not half_dropped(told, world) and drawn_alike(told.game, told.world, world, game.seat)


WIDE = 20
"""At least how many worlds are looked for in any game.

Worlds in which another seat sees other cards come first.
"""


def told_apart(told: Story, world: Any, quiet: int) -> int:
    """How often, after the letters that are looked at, some seat has another table before it than in the story."""
    start = told.letters[min(quiet, len(told.letters) - 1)][0]
    pairs = zip(told.world.states[start:], world.states[start:], strict=True)
    return sum(
        any(told.game.view(here, seat) != told.game.view(there, seat) for seat in told.seats)
        for here, there in pairs
    )


def quiet_of(game: Game, told: Story) -> int:
    """How many letters come before those that are looked at.

    Some are looked at even where the game would have ended before.
    """
    return max(0, min(game.quiet, len(told.letters) - 4))


def visit(game: Game, told: Story, world: Any, folder: Path, *, n: int = 0, **more: Any) -> Visit:
    """A sitting in some world; the n-th beside the first has private letters of the others."""
    private = Random(f"{game.seed} {n}") if n else None
    return Visit(
        folder,
        told,
        world,
        game.seat,
        game.seed,
        private,
        quiet=quiet_of(game, told),
        ruling=game.ruling,
        arbiter=OLAF if game.ruling in DISPUTES else None,
        signed=game.seed % 3 == 1,
        everything=n % 10 == 1,
        **more,
    )


def compared(here: Sequence[Mailed], sitting: Visit, known: dict[int, bytes]) -> Iterator[str]:
    """The differences in another world, if there are any."""
    there = sitting.mail()
    yield from differences(here, there)
    for seal in sitting.foreign:
        yield f"the seal {seal} is of no entry that showed the seat anything"
    if not sitting.as_told:
        yield "the game went otherwise"
    elif changed := apart(known, sitting.digests):
        yield f"{len(changed)} digests without a salt are others, the first {sitting.digests[changed[0]]!r}"


# A run of many games


def one_game(seed: int, many: int, table: str = "") -> dict[str, Any]:
    """What was seen of one game, as JSON knows it; a search that breaks off is told as a difference."""
    try:
        with announced():
            found = searched(Game(seed, table=table), many)
    except Exception as error:  # noqa: BLE001  the run goes on, and the seed is told
        traceback.print_exc()
        found = Figures(games=1, differences=[f"seed {seed}: broke off, {type(error).__name__}: {error}"])
    KEPT.forget()
    return {"seed": seed, "many": many, "table": table, **asdict(found)}


def known_of(path: Path | None, many: int, table: str = "") -> dict[int, dict[str, Any]]:
    """What an earlier run found at this table, by seeds."""
    if path is None or not path.exists():
        return {}
    rows = (json.loads(row) for row in path.read_text("utf-8").splitlines())
    return {row["seed"]: row for row in rows if (row["many"], row.get("table", "")) == (many, table)}


def run(
    games: int, many: int, first: int, processes: int, into: Path | None, minutes: float, table: str = ""
) -> Figures:
    """Search this many games, except those that the file `into` tells of; returns the figures of all of them."""
    rows, until = known_of(into, many, table), time.monotonic() + 60 * minutes
    missing = [seed for seed in range(first, first + games) if seed not in rows]
    with ProcessPoolExecutor(processes) as pool:
        waiting = iter(missing)
        running = {pool.submit(one_game, seed, many, table) for seed in islice(waiting, 2 * processes)}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for one in done:
                row = one.result()
                rows[row["seed"]] = row
                if into is not None:
                    with into.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(row) + "\n")
                for difference in row["differences"]:
                    print(difference, flush=True)
                if time.monotonic() < until and (seed := next(waiting, None)) is not None:
                    running.add(pool.submit(one_game, seed, many, table))
    found = Figures()
    for seed in range(first, first + games):
        if seed in rows:
            row = {key: value for key, value in rows[seed].items() if key not in {"seed", "many", "table"}}
            counts = {name: Counter(row[name]) for name in ("kinds", "rulings")}
            found.add(Figures(**{**row, **counts}))
    return found


def asked() -> None:
    """Search as the command line says, and print the figures; exit 1 if anything differs."""
    options = argparse.ArgumentParser(description="Other worlds over the whole desk.")
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--worlds", type=int, default=20, help="for each game")
    options.add_argument("--seed", type=int, default=0, help="of the first game")
    options.add_argument("--table", default="", help='a game and how many play, as "sindri 5"')
    options.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options.add_argument(
        "--into", type=Path, help="where each game is written down: a later run goes on from there"
    )
    options.add_argument("--minutes", type=float, default=1e6, help="no further game is begun after so many")
    given = options.parse_args()
    began = time.monotonic()
    found = run(
        given.games, given.worlds, given.seed, given.processes, given.into, given.minutes, given.table
    )
    print(
        f"{found.games} games from seed {given.seed}; {found.sittings} times in another world or with other private letters,"
        f" {found.worlds} worlds with other cards or acts; in {found.silences} of them silence spoke in the end; {found.mails} mails ({found.calendars} with a calendar entry) and {found.looks} looks compared,"
        f" {found.bytes} bytes, {found.digests} digests; {len(found.differences)} differences;"
        f" {found.seconds:.0f} s of work, {time.monotonic() - began:.0f} s in this run"
    )
    print("private letters and acts:", dict(sorted(found.kinds.items())))
    print("rulings, by games:", dict(sorted(found.rulings.items())))
    sys.exit(bool(found.differences))

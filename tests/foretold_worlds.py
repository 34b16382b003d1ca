"""Other worlds over orders beforehand (H27): what a seat is mailed is the same, whatever the others gave beforehand.

A story of letters (`desk_worlds.py`) is played through the desk, and some of its letters are given beforehand: `if`
something that the letter before it shows: its orders; or else; or `if` something that holds already. The seat that is
watched writes the same mails in every world. The others write theirs with other conditions, in other branches, with
further orders beforehand that never come true, are held back, are taken back, or show nobody anything; and where no
letter of the watched seat is answered so, some of them write their orders by hand, at the time at which they would
have been played. That a letter of one's own is told together with an answer given beforehand says that it was one,
and when: nothing else may be seen.

    python tests/foretold_worlds.py --games 20 --seed 0 --worlds 4
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from email import message_from_bytes
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from desk_worlds import (
    TERMS,
    Mailed,
    Sitting,
    Story,
    differences,
    drawn_alike,
    exported,
    half_dropped,
    nameless,
    numbered,
    one_of,
    renaming,
    story,
)
from msgspec.structs import asdict
from support.foretold import HIDDEN, fitting, holding_now, noise, stands_nothing
from support.post_office import GAME, Got
from support.quick_desk import cheaply
from support.suite import NAMES, known, suite

from referee.api import Table
from referee.engine.lots import Lot
from referee.engine.seating import MASTER
from referee.home import config
from referee.home.config import Company
from referee.house.foreseen import EVENTS, ForeseenPlayed
from referee.house.lots import DeckFixed
from referee.post.reading import read_mail
from referee.table.beforehand import plays
from referee.testing.random_games import seats_of
from referee.testing.sent import worlds_of
from referee.testing.worlds import World
from referee.util.values import Struct, Value, field, replace

PACES = ("letters every-order", "letters my-turn", "letters digest 12:00")
"""When letters to the watched seat come."""
ONLOOKER = "onlooker-1"
"""The name of an onlooker's mailbox."""
COMPANY = Company(letters_a_day=20, letters_in_all=60, onlookers=3, onlookers_in_all=4)
FORETOLD, AT_ONCE, ASKS = 0.55, 0.25, 0.25
"""How many letters of a story are given beforehand; of the others, how many by a condition that holds already.

And how many of the watched seat's letters ask something too.
"""


class Ways(Value, dict=True):
    """How the letters of a story are written: by number, those `ahead` with the letter before which they are given.

    `once`: those that may be written under a condition that holds already.
    """

    ahead: Mapping[int, int]
    once: frozenset[int]

    def of(self, root: int) -> list[int]:
        """The letters that are given before this one."""
        return [number for number, first in self.ahead.items() if first == root]


def ways(told: Story, world: World, seed: int) -> Ways:
    """Chosen by the seed: at most two letters, one after the other, are set off by one that is written then."""
    rng, ahead = Random(f"ways {seed}"), dict[int, int]()

    def plain(number: int) -> bool:
        return stands_nothing(told.game, world, world.steps[told.letters[number][0]].seat)

    for number in range(1, len(told.letters)):
        root = ahead.get(number - 1, number - 1)
        wanted = rng.random() < FORETOLD and number - root <= 2 and plain(number)
        if wanted and fitting(told, world, number, root):
            ahead[number] = root
    once = {n for n in range(len(told.letters)) if n not in ahead and rng.random() < AT_ONCE and plain(n)}
    return Ways(ahead, frozenset(once))


class Foretold(Sitting, dict=True):
    """A sitting in which some letters are given beforehand; `watching`: an onlooker is mailed too (H31)."""

    ways: Ways = field(default_factory=lambda: Ways({}, frozenset()))
    pace: str = PACES[0]
    watching: bool = False

    def __post_init__(self) -> None:
        """With chances of its own for the conditions: the others' by their world, the seat's own by the seed."""
        super().__post_init__()
        self.terms = {**self.terms, "watch": "1"} if self.watching else self.terms
        self.conditions = Random(f"conditions {self.seed} {self.private and self.private.random()}")
        self.own = Random(f"own conditions {self.seed}")
        self.by_hand: set[int] = set()
        numbers = range(len(self.told.letters))
        self.asking = {n for n in numbers if self.seat and Random(f"asks {self.seed} {n}").random() < ASKS}

    @property
    def box(self) -> list[bytes]:
        """All letters to the seat, or to the onlooker."""
        return self.office.boxes.setdefault(ONLOOKER, []) if self.watching else super().box

    def mail(self) -> list[Mailed]:
        """Play it all, and give what was mailed; of roots that are told by halves nothing can be told."""
        self.play()
        table = self.table
        seals = [table.points[n].entry.seal for n in table.index.concerning[self.seat]]
        plain = f"{ONLOOKER}.".encode(), b"onlooker."
        raw = [(when, name, nameless(mail.replace(*plain), table)) for when, name, mail in self.mailed]
        return numbered([(when, name, rootless(one, table)) for when, name, one in raw], seals)

    def play(self) -> None:
        """As ever; of a state nothing counts that only standing orders without columns have changed."""
        super().play()
        if self.game.name == "odins_table":
            plain = suite(self.game.name).unset
            self.as_told = plain(self.table.state) == plain(self.world.states[-1])

    def lots_for(self, digest: str, left: Sequence[Lot]) -> Sequence[Lot]:
        """Those of what is still to be set off come first: it is played before another letter is ruled on."""
        return (*left, *super().lots_for(digest, left))

    def opened(self) -> None:
        """Company may be had, and strangers are answered."""
        if self.watching:
            self.office.boxes[ONLOOKER] = []
            given = config.read(self.office.home)
            limits = replace(given.limits, strangers_a_day=20)
            config.write(self.office.home, replace(given, company=COMPANY, limits=limits))

    def _acceptance(self, seat: str) -> str:
        said = super()._acceptance(seat)
        return f"{said}\n{self.pace}" if seat == self.seat else said

    def _plan(self) -> Iterator[tuple[str, str, str, int]]:
        """The acceptances, and each letter; before one that sets others off, those, beforehand."""
        for when, seat, text, number in super()._plan():
            for later in self.ways.of(number) if number >= 0 else ():
                yield f"ahead {later}", self.writer(later), self.given(later, number), -1
            if number not in self.ways.ahead:
                yield when, seat, self.at_once(number, seat) or text, number

    def writer(self, number: int) -> str:
        """Who writes a letter."""
        return self.world.steps[self.told.letters[number][0]].seat

    def written(self, number: int) -> list[str]:
        """The orders of a letter; none where this world does without it."""
        start, end = self.told.letters[number]
        steps = [step for step in self.world.steps[start:end] if not self._dropped(step)]
        return [self.told.order(self.world.steps[start].seat, step.move) for step in steps]

    def chances(self, seat: str) -> Random:
        """By what conditions of a seat are chosen."""
        return self.own if seat == self.seat else self.conditions

    def given(self, number: int, root: int) -> str:
        """The lines by which a letter is given before another one; "" where it is written by hand in this world."""
        seat, orders = self.writer(number), self.written(number)
        if not orders:
            return ""
        rng = self.chances(seat)
        free = self.private and seat != self.seat and self.alone(number, root)
        if free and rng.random() < 0.4:
            self.by_hand.add(number)
            return ""
        line = rng.choice(fitting(self.told, self.world, number, root)).line(
            self.told.languages[seat], orders
        )
        if seat == self.seat or not self.private:
            return line
        lines = [self.unseen(number, root)] if rng.random() < 0.6 else []
        self.kinds["a hidden order beforehand"] += len(lines)
        return "\n".join((*lines, line))

    def alone(self, number: int, root: int) -> bool:
        """Whether a letter could as well be written by hand: it is told by itself, and sets nothing off.

        It is told by itself where it answers none of the seat's letters, or one that asks something.
        """
        itself = self.writer(root) != self.seat or root in self.asking
        return itself and root == number - 1 and number + 1 not in self.ways.ahead

    def unseen(self, number: int, root: int) -> str:
        """An order beforehand that is played with another, before it, and shows nobody else anything."""
        line = self.conditions.choice(fitting(self.told, self.world, number, root))
        return line.line("en", [HIDDEN[self.game.name]])

    def at_once(self, number: int, seat: str) -> str:
        """A letter under a condition that holds already; "" where it is written as it is."""
        orders = self.written(number) if number in self.ways.once else []
        if not orders or self._sealed(number) is not None:
            return ""
        rng = self.chances(seat)
        lines = holding_now(self.told, self.world, number)
        if not lines or (seat != self.seat and rng.random() < 0.5):
            return ""
        self.kinds["a condition that holds already"] += seat != self.seat
        return rng.choice(lines).line(self.told.languages[seat], orders)

    def turn(self, at: datetime, when: str, seat: str, text: str, number: int) -> None:
        """One letter; before the first the onlooker comes."""
        if number == 0 and self.watching:
            self.come(at)
        if seat == self.seat and not text:
            return
        super().turn(at, when, seat, text, number)

    def come(self, at: datetime) -> None:
        """An onlooker asks to watch, and confirms it."""
        to = "referee@games.example"
        for n, body in enumerate((f"watch {GAME}", "confirm")):
            raw = f"From: o@example.org\r\nTo: {to}\r\nSubject: x\r\nMessage-ID: <w{n}@x>\r\nDate: Thu, 01 Jan 2026 08:00:00 +0000\r\n\r\n{body}\r\n"
            self._put(raw.encode(), at + timedelta(minutes=2 + 4 * n), -1)
            self._pass(at + timedelta(minutes=4 + 4 * n), "watch")
            to = str(message_from_bytes(self.office.beside[-1].read_bytes())["Reply-To"])

    def _put(self, raw: bytes, at: datetime, number: int) -> None:
        """A mail into the spool; it has the lots of what it sets off too, or what would be set off goes with it."""
        super()._put(raw, at, number)
        if number < 0:
            return
        digest = read_mail(raw).digest
        for later in self.ways.of(number):
            if later in self.by_hand:
                mail = self._plain(self.writer(later), "\n".join(self.written(later)), at)
                super()._put(mail, at + timedelta(microseconds=1), later)  # behind it, in the same second
                self.kinds["by hand in the same pass"] += 1
            else:
                start, end = self.told.letters[later]
                more = tuple(lot for step in self.world.steps[start:end] for lot in step.lots)
                self.lots[digest] = (*self.lots[digest], *more)

    def _own(self, when: str, text: str, at: datetime) -> None:
        """Now and then with a question: then what answers it beforehand is told by itself."""
        asks = self._number_of(when) in self.asking
        super()._own(when, f"{text}\nmoves" if asks else text, at)

    def _probe(self) -> str:
        """Orders beforehand of every kind, that change nothing, before the usual questions."""
        lines = self.noise(self.seat or "", self.own) if self.writing else []
        return "\n".join((*lines, super()._probe()))

    def _privately(self, number: int) -> None:
        """Mostly orders beforehand, of which the seat learns nothing."""
        assert self.private is not None
        rng = self.private
        seat = one_of(rng, self.others)
        lines = [] if self._resealable(number) or rng.random() < 0.3 else self.noise(seat, rng)
        if self._acts(seat):
            return
        if not lines:
            super()._privately(number)
            return
        at = self.office.time + timedelta(minutes=rng.randint(1, 3))
        self._private("orders beforehand", self._plain(seat, "\n".join(lines), at), at)

    def _private(self, kind: str, raw: bytes, at: datetime) -> None:
        """But no letters once a day for the others: their next answer would be one to an old letter, and refused."""
        if b"letters digest" not in raw:
            super()._private(kind, raw, at)

    def noise(self, seat: str, rng: Random) -> list[str]:
        """Orders beforehand of a seat that play nothing."""
        return noise(Table.load(self.office.record), seat, rng, self.told.languages[seat])


def rootless(raw: bytes, table: Table) -> bytes:
    """A mail in which each half of a root is replaced by the half of a digest of the name of its deck."""
    events = (event for point in table.points for event in point.entry.events)
    for event in (one for one in events if isinstance(one, DeckFixed)):
        name = sha256(event.deck.encode()).hexdigest()
        for part in (slice(0, 32), slice(32, 64)):
            raw = renaming(raw, event.root[part], name[part])
    return raw


TOLD = {
    "can never be true": ("can never be true", "kann nie wahr"),
    "waits already": ("waits already, as number", "wartet schon"),
    "no longer waits": ("no longer wait", "nicht mehr, denn"),
    "held": ("may not be played", "nicht erlaubt"),
}
"""What letters say of orders beforehand."""


class Found(Struct, dict=True):
    """What a search saw."""

    worlds: int = 0
    unfit: int = 0
    letters: int = 0
    bytes: int = 0
    played: int = 0
    """Orders beforehand that were played, of the watched seat and of others."""
    own: int = 0
    told: Counter[str] = field(default_factory=Counter)
    """What the letters to the seat say of its own ones."""
    kinds: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def add(self, other: "Found") -> "Found":
        """Count these too."""
        for name, value in asdict(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


def search(
    seed: int,
    seat: str | None,
    letters: int,
    many: int,
    *,
    name: str = "thunder",
    languages: Sequence[str] = ("en", "en"),
    given: Mapping[str, str] | None = None,
) -> Found:
    """Compare what a seat, or an onlooker, is mailed in a story with what it is mailed in at most so many worlds.

    Every second world is the same game, in which the others give other orders beforehand.
    """
    found, told = Found(), story(seed, letters, name=name, languages=languages, given=given)
    how = ways(told, told.world, seed)
    rest: dict[str, Any] = {
        "ways": how,
        "pace": PACES[seed % len(PACES)],
        "watching": seat is None,
        "terms": TERMS,
    }
    with tempfile.TemporaryDirectory() as folder, cheaply(lambda one, _: one not in {seat, ONLOOKER}):
        base = Foretold(Path(folder) / "0", told, told.world, seat, seed, **rest)
        here = base.mail()
        if not base.as_told:
            # An order in it was out of date: such a story tells nothing.
            return Found(unfit=1)
        others = worlds_of(known(name), told.content, told.world, seat, f"foretold {seed}", 12 * many)
        fit = islice((one for one in others if fits(told, one, seat, how)), many // 2)
        worlds = [told.world, *fit]
        for n, world in enumerate((worlds[n % len(worlds)] for n in range(many)), 1):
            private = Random(f"{seed} {n}")
            sitting = Foretold(Path(folder) / str(n), told, world, seat, seed, private, base.mails, **rest)
            try:
                there = sitting.mail()
            except AssertionError as error:
                found.differences.append(f"{name}, seed {seed}, {seat}, world {n}: broke off, {error}")
                continue
            found.worlds += 1
            found.letters += len(there)
            found.bytes += sum(len(one.raw) for one in there)
            count(found, sitting)
            apart = [*differences(here, there), *(["the game went otherwise"] * (not sitting.as_told))]
            if exported(base.table, seat) != exported(sitting.table, seat):
                apart.append("what is exported")
            found.differences += [f"{name}, seed {seed}, {seat}, world {n}: {one}" for one in apart]
    return found


def count(found: Found, sitting: Foretold) -> None:
    """What happened to orders beforehand in a sitting."""
    found.kinds += sitting.kinds
    texts = [" ".join(Got.of(raw).text.split()) for _, _, raw in sitting.mailed]
    for name, forms in TOLD.items():
        found.told[name] += sum(form in text for text in texts for form in forms)
    for point in sitting.table.points:
        lines = getattr(point.entry, "lines", ())
        found.kinds["leaves"] += plays(point.entry) and any(one.raw == f"resign {GAME}" for one in lines)
        for event in point.entry.events:
            if isinstance(event, EVENTS):
                found.kinds[type(event).__name__] += 1
                played = isinstance(event, ForeseenPlayed)
                found.played += played
                found.own += played and event.by == sitting.seat
                found.kinds["else"] += played and getattr(event, "branch", "") == "else"


def fits(told: Story, world: World, seat: str | None, how: Ways) -> bool:
    """Whether a world can be played by letters of the same lines, and what is given beforehand be set off there."""
    if half_dropped(told, world) or not drawn_alike(told.game, told.world, world, seat):
        return False
    starts = [told.letters[number][0] for number in how.ahead]
    if any(world.steps[at].move is not None and not world.steps[at].events for at in starts):
        return False
    writers = {world.steps[at].seat for at in starts}
    return all(stands_nothing(told.game, world, one) for one in writers) and all(
        fitting(told, world, number, root) for number, root in how.ahead.items()
    )


TABLES: tuple[tuple[str, Mapping[str, str]], ...] = (
    *((name, {}) for name in NAMES),
    ("hammer_of_thor", {"seats": "3", "supplement": "house"}),
    ("hammer_of_thor", {"seats": "2", "supplement": "none"}),
)
LANGUAGES = (("en", "de"), ("de", "en"), ("en", "en"), ("de", "de"))


def of_seed(seed: int, worlds: int) -> Found:
    """A search that the seed alone chooses."""
    rng = Random(f"search {seed}")
    name, given = TABLES[seed % len(TABLES)]
    seats = (*seats_of(known(name).game, given), None)
    seat = seats[seed // len(TABLES) % len(seats)]
    if seat == MASTER and rng.random() < 0.5:
        seat = seats[0]
    return search(
        seed, seat, rng.randint(5, 14), worlds, name=name, languages=rng.choice(LANGUAGES), given=given
    )


def main() -> None:
    """Search as the command line says; exit 1 if anything differs."""
    options = argparse.ArgumentParser(description="Other worlds over orders beforehand.")
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--worlds", type=int, default=4)
    options.add_argument("--seed", type=int, default=0)
    asked, found, began = options.parse_args(), Found(), time.process_time()
    for seed in range(asked.seed, asked.seed + asked.games):
        one = of_seed(seed, asked.worlds)
        for difference in one.differences:
            print(difference, flush=True)
        found.add(one)
    print(f"{time.process_time() - began:.0f} s of work: {found}")
    sys.exit(bool(found.differences))


if __name__ == "__main__":
    main()

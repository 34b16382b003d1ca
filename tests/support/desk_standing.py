"""What the other player is mailed is the same with standing orders, by hand, and with orders that never act.

The games are those of `standing.py`, through the whole desk. A player's own letters differ in the three ways;
the other player sends the same mails at the same times. Every byte that the other is mailed is compared, and
when: the number of letters, their order, their numbers, dates and headers. Seals are compared as "the first
seal", "the second seal" that this seat saw.
"""

import tempfile
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from desk_worlds import Mailed, differences, numbered

from referee.api import Table
from referee.cli.demo.mailers import PROGRAMS, Reply
from referee.desk.opening import with_names
from referee.engine.choices import Move
from referee.house.letters import EVERY_ORDER, MY_TURN
from referee.telling.spoken import spoken
from referee.testing.random_games import options_given
from referee.util.values import Struct, field
from support.digests import remarked
from support.post_office import BEGINS, Got, Office, players_of
from support.standing import LabelLots, Telling, Thrice, thrice
from support.suite import suite


class Sitting(Struct, dict=True):
    """One of the three ways, played through the desk: what the other seat is mailed.

    `mails` are the other's own, by their place: written the first time, then sent again.
    """

    folder: Path
    told: Thrice
    way: Telling
    given: Mapping[str, str]
    seed: int
    languages: Mapping[str, str]
    mails: dict[str, bytes] = field(default_factory=dict)
    mailed: list[tuple[str, str, bytes]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.game = self.way.game
        self.other = next(seat for seat in self.game.seats if seat != self.told.seat)
        self.writing = not self.mails
        self.rng, self.ticks = Random(f"standing {self.seed}"), 0

    def mail(self) -> list[Mailed]:
        """Play everything, and give the mails to the other, the invitation first."""
        with pytest.MonkeyPatch.context() as patch:
            self._lots_from(patch)
            self.office = Office(
                self.folder,
                self.seed,
                self.given,
                game=self.game.name,
                languages=self.languages,
                letters=MY_TURN if self.seed % 2 else EVERY_ORDER,
            )
            patch.setattr(self.office, "now", self.now)
            self._collect("invited", 0)
            for n, slot in enumerate(self.way.slots):
                letters = slot.letters if n else [(seat, ()) for seat in self.game.seats]
                self.slot(n, BEGINS + timedelta(hours=n + 1), letters)
        table = Table.load(self.office.record)
        self.as_told = table.state == self.way.state
        points = [table.points[n] for n in table.index.concerning[self.other]]
        return numbered(self.mailed, [point.entry.seal for point in points])

    def now(self) -> datetime:
        """A clock that advances at each look, from the time at which the pass began."""
        self.ticks += 1
        return self.office.time + timedelta(seconds=self.ticks)

    def _lots_from(self, patch: pytest.MonkeyPatch) -> None:
        """Lots fall as they fell in the game being replayed."""
        lots = LabelLots(self.way.seed)

        def drawn(_table: Table, _after: int | None = None) -> LabelLots:
            return lots.copy(drawn=False)

        def dealt(table: Table, state: Any, _words: Any) -> Any:
            return (again := lots.copy(drawn=False)), table.game.setup(state, table.content, again)

        patch.setattr(Table, "lots", drawn)
        patch.setattr(Table, "_deal", dealt)

    def slot(self, n: int, at: datetime, letters: Any) -> None:
        """The letters of one place, and its passes: sometimes one after each letter, always one at the end."""
        alone, probes = self.rng.random() < 0.5, self.rng.random() < 0.25
        for k, (seat, moves) in enumerate(letters):
            last = k == len(letters) - 1
            minutes = 30 if last else 3 + k
            text = "\n".join(self.order(seat, move) for move in moves) or "accept"
            self._put(f"{n} {seat}", seat, text, at + timedelta(minutes=minutes))
            if (alone and not last) or not n:
                self._pass(at + timedelta(minutes=minutes + 2), f"place {n}, {seat if not n else 'early'}")
        if probes and n:
            text = "\n".join((*self.rng.sample(suite(self.game.name).probes, 4), "moves"))
            self._put(f"{n} probe", self.other, text, at + timedelta(minutes=35))
        self._pass(at + timedelta(minutes=40), f"place {n}")

    def order(self, seat: str, move: Move) -> str:
        """An order as its player writes it."""
        return spoken(self.game, self.way.content, self.languages[seat], move.written)

    def _put(self, when: str, seat: str, text: str, at: datetime) -> None:
        """A mail in answer to the last letter. The other's mails are the same in all ways."""
        box, mine = self.office.boxes[seat], seat == self.other
        program = self.rng.choice(list(PROGRAMS)) if mine else "gmail"
        if not mine or self.writing:
            raw = PROGRAMS[program](Reply.to_letter(box[-1], text, self.office.players[seat], at))
            self.mails |= {when: raw} if mine else {}
        self.office.time = at
        sent = remarked(self.mails[when], box) if mine else raw
        self.office.desk().spool.put(sent, at=at)

    def _pass(self, at: datetime, when: str) -> None:
        self.office.time, self.ticks = at - timedelta(minutes=2), 0
        before = len(self.office.boxes[self.other])
        done, _ = self.office.run()
        assert not done.troubles, done.troubles
        self._collect(when, before)

    def _collect(self, when: str, before: int) -> None:
        for raw in self.office.boxes[self.other][before:]:
            self.mailed.append((when, Got.of(raw).number, raw))


class Compared(Struct, dict=True):
    """The counts of a comparison."""

    games: int = 0
    places: int = 0
    acted: int = 0
    given: int = 0
    letters: int = 0
    bytes: int = 0
    differences: list[str] = field(default_factory=list)


def compare(
    name: str, seat: str, seed: int, places: int, found: Compared, languages: tuple[str, str] = ("en", "en")
) -> None:
    """Compare what the other player is mailed in the three ways of one game."""
    game = suite(name).game
    mails: dict[str, bytes] = {}
    spoken_by = dict(zip(game.seats, languages, strict=True))
    with tempfile.TemporaryDirectory() as folder:
        given = rich_options(name, seed, Path(folder))
        told = thrice(name, game.options(with_names(given, players_of(name))), seat, seed, places)
        sittings = [
            Sitting(Path(folder) / str(n), told, way, given, seed, spoken_by, mails)
            for n, way in enumerate(told.each)
        ]
        boxes = [_mailed(one, mails) for one in sittings]
    found.games += 1
    found.places += len(told.ordered.slots)
    found.acted += told.acted
    found.given += told.given
    found.letters += sum(map(len, boxes))
    found.bytes += sum(len(one.raw) for box in boxes for one in box)
    for n, (way, box) in enumerate(zip(sittings, boxes, strict=True)):
        apart: Iterator[str] = differences(boxes[0], box)
        found.differences += [f"seed {seed}, {seat}, way {n}: {one}" for one in apart]
        found.differences += [] if way.as_told else [f"seed {seed}, {seat}, way {n}: the game went otherwise"]


def rich_options(name: str, seed: int, folder: Path) -> dict[str, str]:
    """Options as they are given, with a deck for which standing orders act more often."""
    game, given = suite(name).game, options_given(suite(name).game, seed)
    content = game.options(given)
    deck = suite(name).rich(content)["deck"]
    if deck == content["deck"]:
        return given
    path = folder / "deck.yaml"
    path.write_text(yaml.safe_dump(deck), "utf-8")
    return {**given, "deck": str(path)}


def _mailed(one: Sitting, mails: dict[str, bytes]) -> list[Mailed]:
    one.writing = not mails
    one.mails = mails
    return one.mail()


def main(name: str, many: int, first: int, language: str) -> None:
    """Compare this many games of either seat, and print the result."""
    from desk_run import languages_of

    found, began = Compared(), time.perf_counter()
    for seed in range(first, first + many):
        for seat in suite(name).game.seats:
            compare(name, seat, seed, 12 + seed * 11 % 60, found, languages_of(language, seed))
    print(f"{name}, {language}, from seed {first}, {time.perf_counter() - began:.0f} s: {found}")

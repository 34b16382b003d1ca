"""Other worlds, seen through questions about the past: the answer to every question is the same to the byte.

A story is played into a record. So is each world that a seat could be in, where the other player also writes
private letters. Then the seat asks for every position, every letter and every line, and has every entry
explained.

    python tests/why_worlds.py thunder 40
    python tests/why_worlds.py sindri 40 5
"""

import sys
import time
from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest
from desk_worlds import Story, half_dropped, one_of, story
from support.post_office import players_of
from support.suite import announced, known

from referee.api import Table
from referee.desk.opening import with_names
from referee.engine import driver
from referee.engine.events import Event
from referee.engine.lots import RecordedLots
from referee.notation.reader import Misread, Order, Reader
from referee.table import table as tables
from referee.table.opening import opened
from referee.table.past import Past
from referee.telling.why import Teller
from referee.testing.sent import worlds_of
from referee.testing.worlds import World
from referee.util.errors import Faulty
from referee.util.values import Struct, field, replace

TIME = "2026-01-01T00:00:00Z"
SALT = bytes(32)
LANGUAGES = ("en", "de")


class Replayed(Table):
    """A table whose lots fall as they fell in some world."""

    fall: RecordedLots

    def lots(self, after: int | None = None) -> Any:  # noqa: ARG002  the table has it
        """The lots as they fell."""
        self.fall = RecordedLots(self.fall.left)
        return self.fall


def dealt(told: Story, world: World) -> Replayed:
    """The game as it was dealt in a world."""
    opening = opened(
        told.game.name,
        SALT,
        lambda: TIME,
        id="g1",
        options=with_names(told.given, players_of(told.game.name, given=told.given)),
        languages=told.languages,
    )
    opening = replace(opening, events=world.steps[0].events, lots=world.steps[0].lots)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "opened", lambda *_given, **_how: opening)
        table = Replayed.open(told.game.name, secret=SALT, clock=lambda: TIME, salts=lambda: SALT)
    assert isinstance(table, Replayed)
    return table


class Sitting(Struct, dict=True):
    """A world played into a record.

    `own` are the lines the seat adds to each of its letters: chosen once, then the same. `private` chooses
    what the others write besides (None: nothing).
    """

    told: Story
    world: World
    seat: str
    own: dict[int, list[str]]
    private: Random | None = None
    rng: Random = field(default_factory=lambda: Random(5))

    def table(self) -> Table:
        """Play it all."""
        table = dealt(self.told, self.world)
        table.fall = RecordedLots(())
        for number, (start, end) in enumerate(self.told.letters):
            steps = [step for step in self.world.steps[start:end] if step.events or step.move is None]
            seat = self.world.steps[start].seat
            if self.private and self.private.random() < 0.6:
                self.besides(table)
            lines = [self.told.order(seat, step.move) for step in steps]
            if seat == self.seat:
                lines += self.own.setdefault(number, self.chosen(table, number, lines))
            if lines:
                table.fall = RecordedLots([lot for step in steps for lot in step.lots])
                table.play(seat, lines)
        assert table.state == self.world.states[-1]
        return table

    def chosen(self, table: Table, number: int, orders: Sequence[str]) -> list[str]:
        """Lines that change nothing: notes, questions, slips, and an order that cannot be played."""
        rng = Random(f"{number} {self.seat}")
        one = known(self.told.game.name)
        lines = [
            "Hello there,",
            "note mine alone",
            "",
            *rng.sample(one.probes, 3),
            *rng.sample(one.questions, 1),
        ]
        reader = Reader(table.game, table.content, (self.told.languages[self.seat],))
        lines = [line for line in lines if not isinstance(reader.read(line), Order)]
        slips = [line for line in one.faulty if isinstance(reader.read(line), Misread)]
        stuck = [one.order, orders[0]] if not self.acts(table) else []
        return [*lines, *rng.choice([["claim win"], slips[:1], [f"@99.9 {line}" for line in stuck[-1:]]])]

    def acts(self, table: Table) -> bool:
        """Whether the seat's standing orders might act before an order that is refused."""
        return any(
            type(event).__name__.startswith("Standing") for one in table.entries for event in one.events
        )

    def besides(self, table: Table) -> None:
        """Another player writes something of which the seat is shown nothing."""
        assert self.private
        other = one_of(self.private, [seat for seat in self.told.seats if seat != self.seat])
        events: list[Event] = []
        driver.begin_letter(table.game, table.state, other, RecordedLots(()), events)
        one = known(self.told.game.name)
        lines = ["note they lead", "moves\nhistory", "\n".join(one.questions), "why g1.thor.2 1", "why 0.0"]
        if not events:
            lines += [f"@99.9 {one.order}", f"note so\n\n@99.9 {one.order}"]
        table.play(other, self.private.choice(lines))


def everything(table: Table, seat: str, positions: Sequence[str]) -> list[str]:
    """The answer to every question that the seat can ask of the past, and every entry explained to it."""
    many = len(table.index.concerning[seat]) + 2
    asked = [*positions, "99.9"]
    for named in (*table.seats, "nobody"):
        for number in range(many if named == seat else 6):
            asked += [f"g1.{named}.{number}{line}" for line in ("", " 1", " 2", " 4", " 9")]
    told = []
    for language in LANGUAGES:
        teller = Teller.of(Past(table, seat), language)
        told += [f"{language} {one}\n{teller.answer(one)}" for one in asked]
    for n in range(many):
        try:
            told.append(table.explain(n, seat))
        except Faulty as fault:
            told.append(repr(fault.why))
    return told


class Found(Struct, dict=True):
    """What a search saw."""

    worlds: int = 0
    answers: int = 0
    bytes: int = 0
    differences: list[tuple[str, str]] = field(default_factory=list)


def search(
    name: str,
    seed: int,
    letters: int,
    many: int,
    found: Found | None = None,
    given: Mapping[str, str] | None = None,
) -> Found:
    """Compare what each seat can learn of the past in a game in progress with what it can in other worlds."""
    found = found or Found()
    spoken_by = ("en", "de") if seed % 2 else ("en", "en")
    told = story(seed, letters, name=name, languages=spoken_by, given=given)
    for seat in told.seats:
        own: dict[int, list[str]] = {}
        base = Sitting(told, told.world, seat, own).table()
        positions = list(dict.fromkeys(one for point in base.points for one in point.positions))
        here = everything(base, seat, positions)
        others = worlds_of(known(name), told.content, told.world, seat, f"why {seed}", 12 * many)
        for n, world in enumerate((told.world, *islice(others, many))):
            if half_dropped(told, world):
                continue
            there = everything(Sitting(told, world, seat, own, Random(n)).table(), seat, positions)
            found.worlds += 1
            found.answers += len(there)
            found.bytes += sum(map(len, there))
            found.differences += [(a, b) for a, b in zip(here, there, strict=True) if a != b][:1]
    return found


def main(name: str, seeds: int, players: str = "") -> None:
    """Search many games, of this many players, and report what was found."""
    began, found = time.perf_counter(), Found()
    with announced():
        for seed in range(seeds):
            search(name, seed, 4 + seed * 7 % 37, 5, found, {"seats": players} if players else None)
    print(
        f"{name} {players}: {seeds} games, {found.worlds} worlds, {found.answers} answers, {found.bytes} characters,"
    )
    print(f"{time.perf_counter() - began:.0f} s, {len(found.differences)} differences")
    for here, there in found.differences[:3]:
        print(f"--- here\n{here}\n--- there\n{there}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])

"""A clock that has leapt ahead by more than a day: nothing is done by it for an hour, or until it is confirmed."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from awkward.world import ADDRESS, PLAYERS, World, simple
from support import command
from support.command import Command

from referee.api import Table
from referee.cli.doctor import place
from referee.desk import keeper, leaps, status
from referee.desk.desk import Desk
from referee.desk.leaps import Leaps, Reading
from referee.desk.serving import Serving
from referee.home import config, ways
from referee.home.config import Config
from referee.home.home import Home
from referee.table.clocks.deadlines import clocks_of
from referee.util.errors import Faulty
from referee.util.times import stamp
from referee.util.values import Struct

home, referee = command.home, command.referee
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
AHEAD = 400 * DAY


class Machine(Struct, dict=True):
    """A machine with a clock that may be `wrong`, and a home on it with a game that has deadlines of a week."""

    world: World
    begins: datetime
    wrong: timedelta = timedelta()
    boots: int = 1
    up: bool = True
    started: timedelta = timedelta()
    gone: timedelta = timedelta()

    def now(self) -> datetime:
        """What the clock shows."""
        return self.begins + self.gone + self.wrong

    def read(self) -> Reading:
        """The clocks; a machine that is not `up` to it does not tell since when it is on."""
        if not self.up:
            return Reading(self.now())
        return Reading(self.now(), (self.gone - self.started).total_seconds(), f"boot-{self.boots}")

    def later(self, much: timedelta) -> None:
        """Time goes by."""
        self.gone += much
        self.world.time = self.now()

    def off(self, much: timedelta) -> None:
        """The machine is switched off, and on again so much later."""
        self.later(much)
        self.boots, self.started = self.boots + 1, self.gone

    def leaps(self, much: timedelta) -> None:
        """The clock shows another time, and none has gone by."""
        self.wrong += much
        self.world.time = self.now()

    def due(self) -> datetime:
        """When the answer is due that is owed in the game."""
        return min(one.due for one in clocks_of(Table.load(self.world.home.record_path("g1"))).running())

    def acts(self) -> list[str]:
        """What the clock did in the game."""
        points = Table.load(self.world.home.record_path("g1")).points
        return [act for point in points if (act := getattr(point.entry, "act", ""))]


@pytest.fixture
def machine(home: Path, referee: Command, monkeypatch: pytest.MonkeyPatch) -> Machine:
    """A machine in good order after its first pass; the command uses its clock."""
    del referee  # which wants a home that is not there yet
    Home(home, fresh=lambda: bytes(32)).make()
    config.write(Home(home), Config(ADDRESS, post=ways.Folder("out")))
    world = World(home)
    made = Machine(world, world.time)
    monkeypatch.setattr(leaps, "read_clocks", made.read)
    monkeypatch.setattr(
        Desk.__init__, "__kwdefaults__", {**(Desk.__init__.__kwdefaults__ or {}), "now": made.now}
    )
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g1", seed="07", terms={"deadline": "7 days"})
        for seat in PLAYERS:
            world.desk.spool.put(simple(world, seat, "accept"), at=made.now())
    Leaps(world.home).check(confirmed=True)
    assert world.run().ruled == 2
    return made


def told(machine: Machine) -> str:
    """Why no pass may be made; "" if one may."""
    try:
        Leaps(machine.world.home).check()
    except Faulty as fault:
        return fault.why.key
    return ""


@pytest.mark.slow
def test_one_pass_far_ahead_changes_nothing(machine: Machine, referee: Command) -> None:
    """One pass 400 days ahead, then the right time again: no entry, no letter put away, deadlines as they were.

    A letter of that time counts now.
    """
    record, due = machine.world.record(), machine.due()
    machine.later(MINUTE)
    assert referee("run").code == 0
    machine.leaps(AHEAD)
    machine.world.desk.spool.put(simple(machine.world, "loki", "say hello"), at=machine.now())
    ran = referee("run")
    assert (ran.code, "referee run --clock-is-right" in ran.err) == (75, True)
    assert {referee(*args).code for args in (("post",), ("newkey", "g1", "--seat", "thor"))} == {75}
    assert (machine.world.record(), len(machine.world.desk.spool.waiting())) == (record, 1)
    machine.leaps(-AHEAD)
    machine.later(MINUTE)
    assert referee("run").code == 0
    points = Table.load(machine.world.home.record_path("g1")).points
    assert (points[-1].entry.at, machine.acts(), machine.due()) == (stamp(machine.now()), [], due)
    assert not (machine.world.path / "post" / "clock" / leaps.LEAPT).exists()


def test_a_clock_that_goes_on_for_an_hour_is_believed(machine: Machine) -> None:
    """Not before, however many passes ask; and from then on each."""
    machine.leaps(AHEAD)
    for _ in range(6):
        assert told(machine) == "clock-leapt"
        machine.later(10 * MINUTE)
    assert [told(machine), told(machine)] == ["", ""]


def test_a_clock_that_leaps_about_is_never_believed(machine: Machine) -> None:
    """An hour that only the clock shows does not count: if it leaps once more, the hour begins again."""
    machine.leaps(AHEAD)
    for _ in range(9):
        assert told(machine) == "clock-leapt"
        machine.later(20 * MINUTE)
        machine.leaps(2 * HOUR)
    machine.leaps(-AHEAD)
    assert told(machine) == ""


@pytest.mark.slow
def test_the_keeper_confirms(machine: Machine, referee: Command) -> None:
    """Once is enough: the pass is made at once, and all that follow."""
    machine.leaps(AHEAD)
    assert referee("run").code == 75
    assert referee("run", "--clock-is-right").code == 0
    machine.later(MINUTE)
    assert (referee("run").code, "downtime" in machine.acts()) == (0, True)


@pytest.mark.slow
def test_a_host_that_was_off_for_three_days(machine: Machine) -> None:
    """Its clock is believed an hour after it is on again; two hours off are no leap."""
    machine.off(2 * HOUR)
    assert told(machine) == ""
    machine.off(3 * DAY)
    assert told(machine) == "clock-leapt"
    machine.later(59 * MINUTE)
    assert told(machine) == "clock-leapt"
    machine.later(MINUTE)
    assert told(machine) == ""


@pytest.mark.slow
def test_rare_passes_of_a_machine_that_is_on_are_no_leap(machine: Machine) -> None:
    """It knows for how long it was on."""
    machine.later(30 * DAY)
    assert told(machine) == ""


def test_a_machine_that_does_not_tell_since_when_it_is_on(machine: Machine) -> None:
    """There an hour by its clock is one; and where passes are usually rare, a long time without one is no leap."""
    machine.up = False
    machine.later(3 * DAY)
    assert told(machine) == "clock-leapt"
    machine.later(HOUR)
    assert told(machine) == ""
    for _ in range(3):
        machine.later(3 * DAY)
        machine.world.desk.agenda.mark_passed(machine.now())
    Leaps(machine.world.home).check(confirmed=True)
    machine.later(5 * DAY)
    assert told(machine) == ""


@pytest.mark.slow
def test_a_clock_that_is_behind_at_first_and_then_right(machine: Machine) -> None:
    """As that of a small machine before it has asked for the time: passes go on, and the right time is no leap."""
    machine.leaps(-20_000 * DAY)
    assert told(machine) == ""
    machine.leaps(20_000 * DAY)
    machine.later(MINUTE)
    assert told(machine) == ""


@pytest.mark.slow
def test_a_clock_that_stays_behind_becomes_the_sure_one(machine: Machine) -> None:
    """After an hour the time that was sure is another."""
    machine.leaps(-AHEAD)
    assert told(machine) == ""
    machine.later(HOUR)
    assert told(machine) == ""
    machine.leaps(AHEAD)
    assert told(machine) == "clock-leapt"


@pytest.mark.slow
def test_before_the_first_pass_the_records_tell_the_time(machine: Machine) -> None:
    """What is noted may be deleted: no pass is made long after the time at which a record was last added to."""
    (machine.world.path / "post" / "clock" / leaps.SURE).unlink()
    written = machine.world.home.record_path("g1").stat().st_mtime
    machine.leaps(datetime.fromtimestamp(written, machine.begins.tzinfo) - machine.now() + HOUR)
    assert Leaps(machine.world.home).leapt() is None
    machine.leaps(AHEAD)
    assert told(machine) == "clock-leapt"


@pytest.mark.slow
def test_a_copy_that_was_put_back_is_no_leap(machine: Machine, referee: Command, tmp_path: Path) -> None:
    """What a copy knew of the clock says nothing of now; who puts one back by other means says so, and is believed."""
    copy = str(tmp_path / "referee.tar")
    assert referee("backup", copy).code == 0
    machine.off(30 * DAY)
    assert referee("restored").code == 0
    assert told(machine) == ""
    assert referee("restore", copy, "--force").code == 0
    assert not (machine.world.path / "post" / "clock" / leaps.SURE).exists()


@pytest.mark.slow
def test_status_and_doctor_say_so(machine: Machine, referee: Command) -> None:
    """What the clock shows, what was sure, and what to do; as long as it is so."""
    assert status.status(machine.world.home).leapt is None
    machine.leaps(AHEAD)
    said = " ".join(referee("status").out.split())
    assert ("has leapt ahead" in said, "referee run --clock-is-right" in said) == (True, True)
    assert place.clock(machine.world.home, machine.now()).key == "clock-leapt"
    assert referee("status", "--json").doc["leapt"] == {
        "shown": stamp(machine.now()),
        "last": stamp(machine.now() - AHEAD),
        "until": stamp(machine.now() + HOUR),
    }
    machine.leaps(-AHEAD)
    assert referee("status", "--json").doc["leapt"] is None
    assert place.clock(machine.world.home, machine.now()).key != "clock-leapt"


@pytest.mark.slow
def test_serve_tells_it_once(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    """One line when it begins, one when the clock is believed; nothing is ruled on or sent meanwhile."""
    serving = Serving(machine.world.home)
    machine.leaps(AHEAD)
    for _ in range(7):
        serving._part("desk", serving._pass)
        serving._part("post", serving._post)
        assert (machine.acts(), (machine.world.path / "out").exists()) == ([], False)
        machine.later(9 * MINUTE)
    serving._part("desk", serving._pass)
    lines = [line.split(" ", 1)[1] for line in capsys.readouterr().err.splitlines()]
    assert [line.split(" ")[0] for line in lines if "part=desk" in line] == ["trouble", "mended"]
    assert "clock-leapt" in lines[0]

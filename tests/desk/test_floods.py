"""Floods: a seat, machines or strangers that send far too much keep nobody else waiting, and no letter is lost."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from awkward.case import plain
from awkward.world import ADDRESS, PLAYERS, World, begin, copy, simple

from referee.api import Table
from referee.cli.standing import Clock, _lines
from referee.desk import keeper
from referee.desk.letters.quotas import Quotas
from referee.desk.passes import Pass
from referee.desk.rounds import NOBODY, Rounds
from referee.desk.status import status
from referee.home.config import Limits
from referee.home.seats import Seat
from referee.record.entries import Letter
from referee.verify import check

EACH = 6
"""How many letters of a seat are ruled on in an hour, in these tests."""
LIMITS = Limits(letters_an_hour=EACH, strangers_a_day=2)
FLOOD = 20 * EACH


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress, two days after its last letter, and a second one to which both are invited."""
    world = begin(tmp_path_factory.mktemp("floods") / "home", limits=LIMITS)
    with world.desk.held():
        keeper.invite(world.desk, "thunder", PLAYERS, id="g2", seed="07", options={})
    world.send()
    world.time += timedelta(days=2)
    world.post()
    return world


@pytest.fixture
def world(played: World, tmp_path: Path) -> World:
    """A copy of that home."""
    return copy(played, tmp_path / "home")


def of_a_seat(w: World, n: int) -> bytes:
    """A question of Thor's."""
    return simple(w, "thor", "moves", n)


def of_machines(w: World, n: int) -> bytes:
    """A machine's letter with Thor's secret."""
    return b"Auto-Submitted: auto-replied\r\n" + simple(w, "thor", "I am away.", n)


def of_strangers(w: World, n: int) -> bytes:
    """A letter without a secret, each from another."""
    sender = f"m{n}@x.example"
    return plain(
        w, "Hello", To=ADDRESS, From=sender, Return_Path=f"<{sender}>", Subject="x", In_Reply_To=None
    )


FLOODS: dict[str, Callable[[World, int], bytes]] = {
    "a seat": of_a_seat,
    "machines": of_machines,
    "strangers": of_strangers,
}


def put(world: World, *raws: bytes) -> None:
    """Letters that arrive one after another, and are not looked at yet."""
    for raw in raws:
        world.time += timedelta(milliseconds=100)
        world.desk.spool.put(raw, at=world.time)


@contextmanager
def noted(world: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a pass does in its order: `-` for each letter that is handled, the number of each letter out."""
    did: list[str] = []
    handle, put_out = Pass.handle, type(world.desk.outbox).put

    def handled(self: Pass, name: str) -> bool:
        did.append("-")
        return handle(self, name)

    def written(self: object, number: str, data: bytes) -> Path:
        did.append(number)
        return put_out(self, number, data)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Pass, "handle", handled)
        patch.setattr(type(world.desk.outbox), "put", written)
        yield did


@pytest.mark.slow
@pytest.mark.parametrize("kind", FLOODS)
def test_others_are_answered_behind_a_small_part_of_a_flood(
    world: World, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One letter of the other seat, and one to another game, come last: both have their answers in the first round."""
    put(world, *(FLOODS[kind](world, n) for n in range(FLOOD)))
    other = simple(world, "loki", "accept", 9).replace(
        world.secret("loki").encode(), world.secret("loki", "g2").encode()
    )
    put(world, simple(world, "loki", "draw", 9), other)
    with noted(world, monkeypatch) as did:
        done = world.run()
    assert not done.troubles
    for number in ("g1.loki.7", "g2.loki.2"):
        assert did[: did.index(number)].count("-") <= EACH + 2 + 1, number


@pytest.mark.slow
def test_who_writes_too_fast_waits_and_nothing_is_lost(world: World) -> None:
    """How many letters are ruled on at once, the others an hour's part later each; in the order of their arrival."""
    put(world, *(of_a_seat(world, n) for n in range(3 * EACH)))
    ruled = [world.run().ruled]
    for _ in range(3 * EACH):
        world.time += timedelta(hours=1) / EACH
        ruled.append(world.run().ruled)
    assert ruled[0] == EACH
    assert max(ruled[1:]) <= 2
    assert sum(ruled) == 3 * EACH
    assert not world.desk.spool.waiting()
    arrived = [entry.at for entry in world.entries() if isinstance(entry, Letter)][-3 * EACH :]
    assert arrived == sorted(arrived)
    assert not check.check(world.home.record_path("g1")).fault


@pytest.mark.slow
def test_a_letter_put_off_keeps_its_time_and_counts_as_no_try(world: World) -> None:
    """It waits through any number of passes, and its entry has the time at which it came."""
    put(world, *(of_a_seat(world, n) for n in range(EACH + 1)))
    came = world.time
    for _ in range(5):
        done = world.run()
    assert (done.put_off, len(world.desk.spool.waiting()), world.held()) == (1, 1, [])
    world.time += timedelta(hours=1)
    world.run()
    assert world.entries()[-1].at == f"{came:%Y-%m-%dT%H:%M:%SZ}"


@pytest.mark.slow
def test_what_would_wait_for_more_than_a_day_is_held(world: World) -> None:
    """Of a flood so much waits as a day takes; the rest lies with the keeper, who can have it ruled on later."""
    extra = 5
    put(world, *(of_a_seat(world, n) for n in range(EACH + 24 * EACH + extra)))
    done = world.run()
    assert (done.ruled, len(done.held), world.held()) == (EACH, extra, ["flood"] * extra)
    assert len(world.desk.spool.waiting()) == 24 * EACH
    first = world.desk.spool.held()[0].name
    world.desk.spool.release(first)
    assert first in world.desk.spool.waiting()


@pytest.mark.slow
def test_a_long_letter_takes_the_room_of_several(world: World) -> None:
    """Bytes count: a letter of ten pieces, and the next one waits."""
    put(
        world,
        simple(world, "thor", "x" * 12_000, 1).replace(b"x" * 12_000, b"\r\n".join([b"y" * 70] * 180)),
    )
    put(world, of_a_seat(world, 2))
    done = world.run()
    assert (done.ruled, done.put_off) == (1, 1)


@pytest.mark.slow
def test_a_clock_that_was_set_back_keeps_nobody_waiting(world: World) -> None:
    """Letters that came ten days ahead by a wrong clock, then the right time again: the next letter is ruled on."""
    put(world, *(of_a_seat(world, n) for n in range(EACH)))
    world.run()
    world.time -= timedelta(days=1)
    put(world, of_a_seat(world, 90))
    assert world.run().ruled == 1


def test_a_clock_that_was_two_hours_ahead_keeps_nobody_waiting(world: World) -> None:
    """One letter that came two hours ahead, then the right time again: the next one is ruled on at once."""
    put(world, of_a_seat(world, 1))
    world.run()
    world.time -= timedelta(hours=2)
    put(world, of_a_seat(world, 2))
    assert world.run().ruled == 1


@pytest.mark.slow
def test_why_a_letter_waits_is_told(world: World) -> None:
    """`status` and the pass tell about each letter of a writer who is too fast; and nothing when none waits."""
    put(world, *(of_a_seat(world, n) for n in range(EACH + 3)))
    done = world.run()
    told = [(one.became, one.reason, one.game) for one in done.handled if one.became == "waits"]
    assert told == [("waits", "too-fast", "g1")] * len(world.desk.spool.waiting())
    found = status(world.home)
    assert [name for name, _ in found.waits] == list(found.waiting)
    assert {reason for _, reason in found.waits} == {"too-fast"}
    lines = "\n".join(_lines(found, Clock(world.home)))
    assert "their writers send too many" in lines
    world.time += timedelta(hours=3)
    world.run()
    assert status(world.home).waits == ()


def test_the_schedule_of_a_bucket_that_leaks() -> None:
    """At no time more than an hour's letters in an hour and one more; a slow writer never waits."""
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    clock = [begins]
    table = Table.open("thunder", seed="07", clock=lambda: f"{clock[0]:%Y-%m-%dT%H:%M:%SZ}")
    quotas = Quotas(table, LIMITS)
    taken: list[datetime] = []
    for minute in range(300):
        clock[0] = begins + timedelta(minutes=minute)
        while not quotas.too_fast("thor", clock[0]):
            table.play("thor", "moves")
            taken.append(clock[0])
    for at in taken:
        assert sum(at - timedelta(hours=1) < one <= at for one in taken) <= 2 * EACH
    assert len(taken) == EACH + 300 * EACH // 60 - 1
    assert not quotas.too_fast("loki", clock[0])


def test_a_pass_is_not_kept_going_by_what_comes_meanwhile(world: World) -> None:
    """Each letter handled brings another: the pass ends, and the others wait for the next."""
    put(world, of_strangers(world, 0))
    rounds = Rounds(world.desk.spool, world.desk.seats, 1)
    given = []
    for game, names in rounds.games(lambda _: False):
        given += names
        put(world, of_strangers(world, len(given)))
        assert game == ""
        assert len(given) < 3
    assert len(given) == 1


def test_a_letter_that_comes_during_a_long_pass_is_handled_in_it(world: World) -> None:
    """While a backlog of strangers is worked off, a seat's new letter has its turn in the next round."""
    put(world, *(of_strangers(world, n) for n in range(10)))
    rounds = Rounds(world.desk.spool, world.desk.seats, 2)
    order = []
    for game, names in rounds.games(lambda _: False):
        order += [rounds.seat(name) for name in names]
        if len(order) == 2:
            put(world, of_a_seat(world, 1))
        assert game in {"", "g1"}
    assert order == [NOBODY] * 4 + [Seat("g1", "thor")] + [NOBODY] * 6

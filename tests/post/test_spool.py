"""The spool: no letter is lost, none doubled, whatever fails and wherever a pass dies."""

import os
import re
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.faults import HOWS, Crash, disk, not_durable
from support.rings import one_in

from referee.post import delivery
from referee.post.spool import Held, Spool, Taken, arrival

AT = datetime(2026, 11, 30, 23, 59, 59, 999_999, tzinfo=UTC)
RAW = b"From: anna@example.org\r\n\r\ndraw\x00\xff\n"
IN_MONTH = "done/2026-11"


@pytest.fixture(autouse=True)
def _power_stays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A real fsync would only be slow; the double records that it was called."""
    monkeypatch.setattr(os, "fsync", os.fstat)


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    """A spool that was never used."""
    return Spool(tmp_path / "post")


def letters(spool: Spool) -> list[tuple[str, str, bytes]]:
    """Every letter that lies in the spool: state, name, bytes."""
    found = []
    for path in sorted(spool.folder.rglob("*")):
        name = re.match(r"[0-9T]{21}Z-[0-9a-f]{16}", path.name)
        state = str(path.parent.relative_to(spool.folder))
        if name and path.suffix != ".why" and not path.name.endswith(".tmp") and state != "tmp":
            found.append((state, name[0], path.read_bytes()))
    return found


def test_a_letter_goes_its_way(spool: Spool) -> None:
    """From `new` to `work` to `done`, by the month of its arrival; its bytes, name, arrival and tries are kept."""
    name = spool.put(RAW, AT)
    assert spool.waiting() == [name]
    assert letters(spool) == [("new", name, RAW)]
    taken = spool.take(name)
    assert taken == Taken(name, spool.folder / "work" / f"{name}.1", AT, 1, held=False)
    assert taken.raw() == RAW
    spool.done(taken)
    assert not spool.waiting()
    assert not spool.held()
    assert letters(spool) == [(IN_MONTH, name, RAW)]


def test_an_unused_spool_is_empty(spool: Spool) -> None:
    """A home that never got a letter has none waiting or on hold, and looking makes no folder."""
    assert not spool.waiting()
    assert not spool.held()
    assert not spool.folder.exists()


def test_the_oldest_comes_first(spool: Spool) -> None:
    """Letters wait in the order of their arrival, in whatever order they were put in, and whether taken or not."""
    times = [AT + timedelta(microseconds=n) for n in (5, 0, 3, 1, 4, 2)]
    names = {spool.put(RAW, at): at for at in times}
    for name in list(names)[:3]:
        spool.take(name)
    assert [names[name] for name in spool.waiting()] == sorted(times)


def test_now_is_when_a_letter_comes(spool: Spool) -> None:
    """By default a letter came when it was put in."""
    before = datetime.now(UTC)
    name = spool.put(RAW)
    assert before <= spool.take(name).at <= datetime.now(UTC)


def test_a_time_of_arrival_has_a_zone(spool: Spool) -> None:
    """Another zone is the same moment; no zone, or a time before 1970, is a mistake of the caller."""
    there = AT.astimezone(timezone(timedelta(hours=-9, minutes=-30)))
    assert spool.take(spool.put(RAW, there)).at == AT
    for wrong in (AT.replace(tzinfo=None), datetime(1969, 12, 31, tzinfo=UTC)):
        with pytest.raises(ValueError, match="no time of arrival"):
            spool.put(RAW, wrong)
    assert len(letters(spool)) == 1


@given(st.lists(st.integers(0, 253_402_300_799_999_999), min_size=1, max_size=20))
def test_names_tell_arrivals_and_sort_by_them(moments: list[int]) -> None:
    """Of any two letters the earlier one's name sorts first, and each name tells its microsecond."""
    names = [delivery.name_of(moment) for moment in moments]
    assert [delivery.name_of(moment)[:22] for moment in sorted(moments)] == sorted(
        name[:22] for name in names
    )
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    assert [arrival(name) - epoch for name in names] == [timedelta(microseconds=m) for m in moments]
    assert len({delivery.name_of(moments[0]) for _ in range(5)}) == 5


def test_a_letter_has_three_tries(spool: Spool) -> None:
    """After a pass that died, its letter waits; after the third try it goes on hold, and the result says so."""
    name = spool.put(RAW, AT)
    for number in (1, 2, 3):
        assert spool.waiting() == [name]
        taken = spool.take(name)
        assert (taken.tries, taken.held, taken.raw()) == (number, False, RAW)
    taken = spool.take(name)
    assert (taken.tries, taken.held, taken.raw()) == (3, True, RAW)
    assert spool.waiting() == []
    assert spool.held() == [Held(name, AT, "tries")]


def test_a_letter_given_back_was_not_tried(spool: Spool) -> None:
    """A returned letter waits as before; however often that happens, no try is counted."""
    name = spool.put(RAW, AT)
    for number in (1, 2, 3):
        for _ in range(4):
            spool.back(spool.take(name))
            assert spool.waiting() == [name]
        assert spool.take(name).tries == number
    assert spool.take(name).held


def test_the_header_of_a_waiting_letter(spool: Spool) -> None:
    """The lines before the first empty one can be read without taking the letter, which is no try."""
    for raw in (RAW, RAW.replace(b"\r", b"")):
        name = spool.put(raw, AT)
        for _ in range(4):
            assert spool.head(name) == b"From: anna@example.org"
        assert spool.take(name).tries == 1
        assert spool.head(name) == b"From: anna@example.org"
        spool.done(spool.take(name))
        with pytest.raises(FileNotFoundError):
            spool.head(name)


def test_a_released_letter_starts_anew(spool: Spool) -> None:
    """A released letter waits in its old place, with all its tries before it, and no trace of the hold."""
    name = spool.put(RAW, AT)
    later = spool.put(RAW, AT + timedelta(seconds=1))
    spool.take(name)
    spool.hold(spool.take(name), "mail-too-large")
    assert spool.held() == [Held(name, AT, "mail-too-large")]
    assert spool.waiting() == [later]
    spool.release(name)
    assert spool.waiting() == [name, later]
    assert spool.held() == []
    assert os.listdir(spool.folder / "hold") == []  # noqa: PTH208
    assert spool.take(name).tries == 1


def test_what_is_held_is_told_in_order(spool: Spool) -> None:
    """Letters on hold are sorted by arrival, each with its own reason; without a reason file it is ""."""
    names = [spool.put(RAW, AT + timedelta(hours=n)) for n in (2, 0, 1)]
    for name, reason in zip(names, ("b", "", "größer\udc80"), strict=True):
        spool.hold(spool.take(name), reason)
    (spool.folder / "hold" / f"{names[0]}.why").unlink()
    assert [(held.name, held.reason) for held in spool.held()] == [
        (names[1], ""),
        (names[2], "größer\\udc80"),
        (names[0], ""),
    ]


def test_only_letters_are_seen(spool: Spool) -> None:
    """Files that a killed delivery left in `tmp`, and files with other names, are neither waiting nor held."""
    name = spool.put(RAW, AT)
    for state in delivery.FOLDERS:
        for other in (".x", "x", "x.eml", f"{name}.why", f".{name}", f"{name}.1.tmp", f"{name}\n"):
            (spool.folder / state / other).write_bytes(b"")
    (spool.folder / "tmp" / name.replace("Z-", "Z-1")).write_bytes(b"half a let")
    assert spool.waiting() == [name]
    assert spool.held() == []


@pytest.mark.parametrize(
    "name", ["../../key", "", ".", "x", "20261130T235959999999Z-000000000000000", f"{'9' * 40}"]
)
def test_a_name_that_is_none_reaches_no_file(spool: Spool, name: str) -> None:
    """Names may come from a command line: only names of letters are looked up."""
    spool.put(RAW, AT)
    key = spool.folder.parent / "key"
    key.write_bytes(b"key")
    for act in (spool.take, spool.release):
        with pytest.raises(FileNotFoundError):
            act(name)
    assert key.read_bytes() == b"key"


def test_what_is_not_there_is_told(spool: Spool) -> None:
    """A waiting letter cannot be released, a held or answered one not taken; nothing changes."""
    waiting, held, done = (spool.put(RAW, AT + timedelta(days=n)) for n in range(3))
    spool.hold(spool.take(held), "why")
    finished = spool.take(done)
    spool.done(finished)
    before = letters(spool)
    acts: tuple[Callable[[], object], ...] = (
        lambda: spool.release(waiting),
        lambda: spool.release(done),
        lambda: spool.take(held),
        lambda: spool.take(done),
        lambda: spool.done(finished),
        lambda: spool.hold(finished, "again"),
    )
    for act in acts:
        with pytest.raises(FileNotFoundError):
            act()
    assert letters(spool) == before
    assert [one.reason for one in spool.held()] == ["why"]
    assert not (spool.folder / "hold" / f"{done}.why").exists()


# Faults


def nothing(_spool: Spool) -> None:
    """No letter is there before."""


def in_new(spool: Spool) -> None:
    """One letter waits."""
    spool.put(RAW, AT)


def tried(times: int) -> Callable[[Spool], None]:
    """One letter was taken this many times."""

    def start(spool: Spool) -> None:
        name = spool.put(RAW, AT)
        for _ in range(times):
            spool.take(name)

    return start


def on_hold(spool: Spool) -> None:
    """One letter is on hold."""
    spool.hold(spool.take(spool.put(RAW, AT)), "why")


def put(spool: Spool) -> None:
    """Put in a letter."""
    spool.put(RAW, AT)


def take(spool: Spool) -> None:
    """Take the waiting letter."""
    for name in spool.waiting():
        spool.take(name)


def finish(spool: Spool) -> None:
    """Take the waiting letter, and put it away as answered."""
    for name in spool.waiting():
        spool.done(spool.take(name))


def hold(spool: Spool) -> None:
    """Take the waiting letter, and hold it."""
    for name in spool.waiting():
        spool.hold(spool.take(name), "why")


def back(spool: Spool) -> None:
    """Take the waiting letter, and return it."""
    for name in spool.waiting():
        spool.back(spool.take(name))


def release(spool: Spool) -> None:
    """Release the letter on hold."""
    for held in spool.held():
        spool.release(held.name)


CASES: dict[str, tuple[Callable[[Spool], None], Callable[[Spool], None], str, int]] = {
    "put-first": (nothing, put, "new", 10),
    "put": (in_new, put, "new", 5),
    "take": (in_new, take, "work", 7),
    "take-again": (tried(1), take, "work", 4),
    "take-too-often": (tried(3), take, "hold", 10),
    "done": (in_new, finish, IN_MONTH, 14),
    "hold": (in_new, hold, "hold", 14),
    "back": (in_new, back, "new", 14),
    "back-again": (tried(2), back, "work", 8),
    "release": (on_hold, release, "new", 7),
}
"""What is there before, what is done, where the letter is then, and at least how many calls that takes."""


@pytest.mark.parametrize("case", CASES)
def test_each_act_is_on_the_disk_when_it_is_over(spool: Spool, case: str) -> None:
    """A power failure after an act undoes nothing: files are synced before their names, names by their folders."""
    start, act, state, _ = CASES[case]
    start(spool)
    with disk() as double:
        act(spool)
    assert {where for where, _, _ in letters(spool)} == {state}
    assert not_durable(double.log) == set()


@pytest.mark.share(4)
@pytest.mark.parametrize("case", one_in(3, CASES))
@pytest.mark.parametrize("how", HOWS)
def test_any_call_may_fail(tmp_path: Path, case: str, how: str) -> None:
    """Whichever call fails, or is the last before the end: every letter is there once, complete, and can go on."""
    start, act, state, least = CASES[case]
    number, reached = 0, True
    while reached:
        number += 1
        spool, finished = Spool(tmp_path / str(number) / "post"), False
        spool.folder.parent.mkdir()
        start(spool)
        before = letters(spool)
        with disk(number, how) as double, suppress(OSError, Crash):
            act(spool)
            finished = True
        reached = double.count >= number
        after = letters(spool)
        assert {raw for _, _, raw in after} <= {RAW}
        if act is put:
            # A letter that was refused and is still there would be doubled by the mail server.
            more = {1} if finished else {0} if how == "once" else {0, 1}
            assert len(after) - len(before) in more
            assert {name for _, name, _ in before} <= {name for _, name, _ in after}
        else:
            assert [name for _, name, _ in after] == [name for _, name, _ in before]
            assert not finished or {where for where, _, _ in after} == {state}
        assert len(spool.waiting()) == len([1 for where, *_ in after if where in {"new", "work"}])
        all_can_go_on(spool)
    assert finished
    assert number > least


def all_can_go_on(spool: Spool) -> None:
    """The next passes finish every letter, also those on hold once they are released."""
    count = len(letters(spool))
    for held in spool.held():
        assert held.reason in {"why", "tries"}
        spool.release(held.name)
    for _ in range(2):
        for name in spool.waiting():
            taken = spool.take(name)
            assert taken.raw() == RAW
            if taken.held:
                spool.release(name)
                taken = spool.take(name)
            spool.done(taken)
    assert [where for where, _, _ in letters(spool)] == [IN_MONTH] * count


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([put, take, finish, hold, back, release]),
            st.integers(0, 25),
            st.sampled_from(HOWS),
        ),
        max_size=12,
    )
)
def test_any_life_of_a_spool(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[Callable[[Spool], None], int, str]]
) -> None:
    """Acts in any order, each cut short anywhere: a letter reported as in is in, once, and can be finished."""
    spool = Spool(tmp_path_factory.mktemp("life") / "post")
    told, most = 0, 0
    for act, number, how in acts:
        most += act is put
        with disk(number, how), suppress(OSError, Crash):
            act(spool)
            told += act is put
        names = [name for _, name, _ in letters(spool)]
        assert len(set(names)) == len(names)
        assert told <= len(names) <= most
    all_can_go_on(spool)


def test_folders_made_by_another_are_synced_before_they_are_trusted(spool: Spool) -> None:
    """A delivery that finds unfinished folders syncs them too: the other may not have come that far."""
    for name in delivery.FOLDERS[:-1]:
        (spool.folder / name).mkdir(parents=True)
    with disk() as double:
        spool.put(RAW, AT)
    synced = [path for name, path in (act for act in double.log if len(act) == 2) if name == "fsync"]
    assert synced[:3] == [str(spool.folder.parent), str(spool.folder), str(spool.folder)]
    assert double.log.index(("mkdir", str(spool.folder / "hold"))) == 2
    with disk() as double:
        spool.put(RAW, AT)
    assert [name for name, *_ in double.log] == ["create", "write", "fsync", "replace", "fsync"]

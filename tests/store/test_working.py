"""A home in a store is worked on as one in a folder is: the same passes, the same bytes, all of a pass or nothing."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
from support import crash_homes
from support.crash_homes import (
    ACCEPTED,
    CONFIRMED,
    ENDED,
    NOTED,
    OPENING,
    PLAYED,
    RENEWED,
    VOTED,
    Letter,
)
from support.postgres import needed
from support.stored import Hosts

from referee.desk.desk import Desk
from referee.desk.intake.intake import Intake
from referee.desk.report import Done
from referee.house.letters import Said
from referee.post.outbox import Outbox
from referee.post.spool import Taken
from referee.post.ways.tries import ACCEPTED as TAKEN
from referee.post.ways.tries import Outcome, Parcel
from referee.store.database import connect
from referee.store.folder import Folder
from referee.store.leases import one_game
from referee.store.rows import of_game

pytestmark = needed
WHOLE = (*ACCEPTED, *OPENING, *PLAYED, *RENEWED, *NOTED, *ENDED)


@pytest.fixture
def opened(tmp_path: Path, database: str) -> Iterator[Hosts]:
    """Two hosts that serve a home in which two games are begun."""
    hosts = Hosts(tmp_path, crash_homes.begun(tmp_path / "h"), database, 2)
    yield hosts
    hosts.close()


def both(hosts: Hosts, letters: Sequence[Letter]) -> None:
    """Each letter comes to the home in the folder and to a host by turns, and a pass is made on it at once."""
    house = hosts.house
    for n, letter in enumerate(letters):
        worker = hosts.workers[n % len(hosts.workers)]
        house.time += timedelta(minutes=5)
        name = house.desk().spool.put(house.mail(letter), at=house.time)
        hosts.come(n % len(hosts.workers), name, house.mail(letter))
        hosts.work(worker)
        worker.house()
        house.make_pass()


def same(hosts: Hosts, to: Path) -> None:
    """Everything that the store holds is what the folder holds."""
    to.mkdir(mode=0o700)
    ours, theirs = hosts.exported(to).files(), hosts.house.files()
    wanted = {name: data for name, data in theirs.items() if name.startswith("home/")}
    assert sorted(ours) == sorted(wanted)
    assert [name for name in wanted if ours[name] != wanted[name]] == []


@pytest.mark.slow
def test_whole_games_are_the_same_byte_for_byte(tmp_path: Path, database: str) -> None:
    """Two games by mail over two hosts, to their ends: records, rosters, letters out and their ids, secrets, clocks."""
    hosts = Hosts(tmp_path, crash_homes.invited(tmp_path / "h"), database, 2)
    both(hosts, WHOLE)
    same(hosts, tmp_path / "e")
    hosts.close()


def test_letters_are_the_same_byte_for_byte(opened: Hosts, tmp_path: Path) -> None:
    """A few letters in the middle of two games, by turns to one of two hosts and to a folder."""
    both(opened, (*PLAYED, RENEWED[1]))
    same(opened, tmp_path / "e")


@pytest.mark.slow
def test_a_seat_is_taken_over_as_in_a_folder(tmp_path: Path, database: str) -> None:
    """A vote, the first of the waiting list, the seat: what reaches beyond a game is done with the whole home (H35)."""
    hosts = Hosts(tmp_path, crash_homes.silent(tmp_path / "h"), database, 2)
    both(hosts, (*VOTED, *CONFIRMED))
    same(hosts, tmp_path / "e")
    hosts.close()


# All of it, or nothing


class Cut(Exception):
    """The process ended here."""


def everything(hosts: Hosts) -> list[tuple[object, ...]]:
    """All that the store holds of a home."""
    with connect(hosts.address) as link:
        return link.execute(
            "SELECT path, part, gone, b.at, data FROM referee_file LEFT JOIN referee_block b ON file = id ORDER BY 1, 4"
        ).fetchall()


def cut_at(monkeypatch: pytest.MonkeyPatch, after: int) -> list[int]:
    """The n-th statement that writes is the last of its process; counts them."""
    count, real = [0], psycopg.Cursor.execute

    def execute(self: Any, query: Any, *args: Any, **more: Any) -> Any:
        if "INSERT" in str(query) or "UPDATE" in str(query) or "DELETE" in str(query):
            count[0] += 1
            if count[0] == after:
                self.connection.close()
                raise Cut
        return real(self, query, *args, **more)

    monkeypatch.setattr(psycopg.Cursor, "execute", execute)
    return count


def test_a_worker_that_ends_anywhere_leaves_all_or_nothing(
    opened: Hosts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between any two of its statements: the store holds what it held before, and the next one goes on."""
    house, (worker, other) = opened.house, opened.workers
    house.time += timedelta(minutes=5)
    name = house.desk().spool.put(house.mail(PLAYED[0]), at=house.time)
    opened.come(0, name, house.mail(PLAYED[0]))
    worker.take_in()
    before, cuts = everything(opened), 0
    while True:
        with monkeypatch.context() as patch:
            count = cut_at(patch, cuts + 1)
            with suppress(Cut):
                (worker, other)[cuts % 2].game("g1")
        if count[0] <= cuts:
            break
        cuts += 1
        assert everything(opened) == before
    assert cuts >= 3
    assert everything(opened) != before
    other.house()
    house.make_pass()
    same(opened, tmp_path / "e")


def test_a_letter_is_taken_in_once(opened: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends after the letter is in the store and before it is gone from the host takes nothing twice.

    Not even where the letter has been ruled on and put away by then.
    """
    house, worker = opened.house, opened.workers[0]
    name = house.desk().spool.put(house.mail(PLAYED[0]), at=house.time)
    opened.come(0, name, house.mail(PLAYED[0]))
    with monkeypatch.context() as patch:
        patch.setattr("referee.store.working.files.remove", lambda _: (_ for _ in ()).throw(Cut))
        with pytest.raises(Cut):
            worker.take_in()
    assert worker.game("g1").ruled == 1
    waits = worker.host.path / "post" / "new" / name
    assert waits.exists()
    assert worker.take_in() == [name]
    assert not waits.exists()
    assert worker.game("g1").handled == []
    with connect(opened.address) as link:
        found = link.execute(
            "SELECT path FROM referee_file WHERE path LIKE %s AND NOT gone", (f"%{name}",)
        ).fetchall()
    assert [path.split("/")[1] for (path,) in found] == ["done"]


def test_two_who_have_the_same_job_do_it_once(opened: Hosts) -> None:
    """One waits until the other is done, and finds nothing to do: as where a worker is taken for dead and is not."""
    house = opened.house
    name = house.desk().spool.put(house.mail(PLAYED[0]), at=house.time)
    opened.come(0, name, house.mail(PLAYED[0]))
    opened.workers[0].take_in()
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda worker: worker.game("g1").ruled, opened.workers))
    assert sorted(done) == [0, 1]


def test_a_folder_is_believed_only_as_far_as_it_was_left(opened: Hosts, tmp_path: Path) -> None:
    """Whatever lies in a working folder that was not left there counts for nothing, and is not put into the store."""
    worker = opened.workers[0]
    both(opened, PLAYED[:1])
    folder = worker._folders["g1"].path
    (folder / "games" / "g1" / "record.yaml").write_bytes(b"forged")
    (folder / "post" / "out" / "g1.thor.99.eml").write_bytes(b"forged")
    (folder / "games" / "g1" / "roster.yaml").unlink()
    both(opened, (PLAYED[3], PLAYED[1], PLAYED[2]))
    same(opened, tmp_path / "e")


def test_an_addition_to_a_record_is_one_block(opened: Hosts) -> None:
    """A letter to a long game moves the end of its record, and not what was there before."""
    both(opened, PLAYED[:1])
    with connect(opened.address) as link:
        blocks = link.execute(
            "SELECT b.at, length(data), size FROM referee_file JOIN referee_block b ON file = id"
            " WHERE path = 'games/g1/record.yaml' ORDER BY 1"
        ).fetchall()
    assert len(blocks) == 2
    (_, first, size), (at, length, _) = blocks
    assert at == first
    assert first + length == size
    assert length < first / 4


# Letters that nobody survives, and letters out


def test_tries_are_counted_where_workers_end(opened: Hosts, monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter that ends its process three times is held for the keeper; those before and after it are ruled on."""
    house, worker = opened.house, opened.workers[0]
    letters = [
        Letter("g1", "loki", "say one", 1),
        Letter("g1", "loki", "say poison", 2),
        Letter("g1", "thor", "say three", 3),
    ]
    for letter in letters:
        house.time += timedelta(minutes=1)
        name = house.desk().spool.put(house.mail(letter), at=house.time)
        opened.come(0, name, house.mail(letter))
    worker.take_in()
    real = Intake.handle

    def handle(self: Intake, taken: Taken, done: Done) -> None:
        if b"poison" in taken.raw():
            raise SystemExit
        real(self, taken, done)

    monkeypatch.setattr(Intake, "handle", handle)
    ends = 0
    for died in range(6):
        try:
            worker.game("g1", died)
        except SystemExit:
            ends += 1
    assert ends == 1 + 3  # once with the others, then alone
    with connect(opened.address) as link:
        found = link.execute(
            "SELECT path FROM referee_file WHERE part = 'g1' AND path ~ 'post/(new|work|hold)' AND NOT gone ORDER BY 1"
        ).fetchall()
    assert [path.split("/")[1] for (path,) in found] == ["hold", "hold"]
    assert found[1][0].endswith(".why")
    worker.house()
    back = opened.exported(opened.folder / "e")
    entries = [point.entry for point in back.desk().games.table("g1").points]
    said = [event.text for entry in entries for event in entry.events if isinstance(event, Said)]
    assert said[-2:] == ["one", "three"]


def test_each_letter_counts_as_sent_before_the_next_goes(opened: Hosts) -> None:
    """Whoever ends while letters go out sends one of them again, with the same Message-ID, and no other."""
    house, worker = opened.house, opened.workers[0]
    for letter in (*PLAYED[:2], PLAYED[3]):
        house.time += timedelta(minutes=1)
        name = house.desk().spool.put(house.mail(letter), at=house.time)
        opened.come(0, name, house.mail(letter))
    opened.work(worker)
    carried = list[tuple[str, bytes]]()

    class Carries:
        """A way out that ends the process after its second letter, once."""

        def carry(self, parcel: Parcel) -> Outcome:
            carried.append((parcel.name, parcel.data))
            if len(carried) == 2:
                raise Cut
            return Outcome(TAKEN, "taken")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            return

    with pytest.raises(Cut):
        worker.post(way=Carries())
    done = opened.workers[1].post(way=Carries())
    names = [name for name, _ in carried]
    assert len(names) == len(set(names)) + 1
    assert names[1] == names[2]
    assert carried[1] == carried[2]
    assert set(done.accepted) == set(names[2:])
    assert opened.workers[0].post(way=Carries()).accepted == []


def test_a_letter_written_again_while_it_goes_out_stays_due(opened: Hosts) -> None:
    """What is there now was not sent: it is due, and goes out next time; as in a home in a folder."""
    house, (worker, other) = opened.house, opened.workers
    house.time += timedelta(minutes=1)
    name = house.desk().spool.put(house.mail(PLAYED[0]), at=house.time)
    opened.come(0, name, house.mail(PLAYED[0]))
    opened.work(worker)
    carried = list[str]()

    class Carries:
        """A way out; while the first letter is on it, another worker writes that letter again."""

        def carry(self, parcel: Parcel) -> Outcome:
            carried.append(parcel.name)
            if len(carried) == 1:
                with one_game(
                    other.link, Folder(opened.folder / "o", of_game("g1"), other.host.path), "g1"
                ) as home:
                    outbox = Outbox(home.path / "post")
                    outbox.put(parcel.name, outbox.due_bytes(parcel.name).replace(b"orders", b"Orders"))
            return Outcome(TAKEN, "taken")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            return

    worker.post(way=Carries())
    first = carried[0]
    with connect(opened.address) as link:
        due = link.execute(
            "SELECT path FROM referee_file WHERE path LIKE 'post/out/%' AND NOT gone"
        ).fetchall()
    assert due == [(f"post/out/{first}.eml",)]
    assert carried.count(first) == 1
    assert worker.post(way=Carries()).accepted == [first]
    assert worker.post(way=Carries()).accepted == []


@pytest.mark.parametrize(
    ("rows", "fetched"),
    [
        ((), True),
        ((("a 1", 5, False), ("b 1", 60, False)), True),
        ((("a 1", 5, False), ("b 1", 60, True)), False),
        ((("a 1", 5, False), ("b 1", 600, False)), False),
        ((("a 1", 5, False), ("b 1", 600, False), ("b 2", 5, False)), True),
        ((("a 1", 5, False), ("b 1", 600, True), ("b 2", 5, False)), False),
        ((("a 1", 5, False), ("b 1", 3 * 3600, False)), True),
        ((("a 1", 5, False), ("b 1", 3 * 3600, True)), True),
    ],
)
def test_a_host_that_is_cut_off_holds_deadlines_back(
    opened: Hosts, rows: Sequence[tuple[str, int, bool]], fetched: bool
) -> None:
    """Letters that came in time may wait there. Not if it ended or began again, nor for ever."""
    worker = opened.workers[0]
    for name, ago, unseen in rows:
        worker.link.execute(
            "INSERT INTO referee_host VALUES (%s, now() - make_interval(secs => %s), %s)", (name, ago, unseen)
        )
    assert worker._all_fetched() is fetched
    passed: list[bool] = []
    real = Desk.run

    def run(self: Desk, *args: Any, clocks: bool = True, **more: Any) -> Done:
        passed.append(clocks)
        return real(self, *args, clocks=clocks, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Desk, "run", run)
        worker.house()
    assert {*passed} == {fetched}

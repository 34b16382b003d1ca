"""`notify`: a program or a server of the keeper's is told what happens, once at most, and nothing that is hidden."""

import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from awkward.world import World, begin, copy, simple

from referee.api import Table
from referee.cli.doctor import mail as doctor
from referee.desk import keeper
from referee.desk.letters.notify import events_of
from referee.home import config
from referee.home.ways import Command, Notified, Url
from referee.post import notifying
from referee.util.errors import Faulty
from referee.util.values import replace


@pytest.fixture(autouse=True)
def unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The power stays on here; to sync would only be slow."""
    monkeypatch.setattr(os, "fsync", lambda _fd: None)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> World:
    """A game in progress: Loki is on turn."""
    return begin(tmp_path_factory.mktemp("notify") / "home")


class Told:
    """A program that writes down what it is told, a line each."""

    def __init__(self, folder: Path, more: str = "") -> None:
        """Put it into a folder; `more` is what it does after that."""
        self.into, self.path = folder / "told", folder / "tell-me"
        self.path.write_text(
            f"#!{sys.executable}\nimport sys, time\nopen({str(self.into)!r}, 'a').write(sys.stdin.read())\n{more}\n"
        )
        self.path.chmod(self.path.stat().st_mode | stat.S_IXUSR)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What it was told."""
        return [json.loads(line) for line in self.into.read_text().splitlines()] if self.into.exists() else []


def telling(played: World, folder: Path, *receivers: Notified) -> World:
    """A copy of the game whose home tells these receivers; what has happened so far counts as told."""
    world = copy(played, folder / "home")
    config.write(world.home, replace(world.desk.config, notify=receivers))
    world.post()
    return world


def kinds(told: Told) -> list[tuple[str, str, str]]:
    """The events told: kind, game, seat."""
    return [(one["event"], one.get("game", ""), one.get("seat", "")) for one in told.events]


def test_a_command_is_told_each_event_once(played: World, tmp_path: Path) -> None:
    """Whose turn it is, an end, a game opened, a letter on hold, a dispute; as JSON, with ids, kind, seat and time."""
    told = Told(tmp_path)
    world = telling(played, tmp_path, Command((str(told.path), "--games")))
    assert told.events == []
    world.post(simple(world, "loki", "draw\ndraw\ndraw"))
    assert kinds(told) == [("turn", "g1", "thor")]
    assert told.events[0] == {
        "event": "turn",
        "game": "g1",
        "rules": "thunder",
        "seat": "thor",
        "at": told.events[0]["at"],
    }
    world.post()
    world.post(simple(world, "thor", "note nothing is new for anybody"))
    assert len(told.events) == 1
    world.post(simple(world, "thor", "dispute 4.0: why is that?"))
    with world.desk.held():
        keeper.invite(world.desk, "thunder", world.roster, id="g2")
    world.post(simple(world, "loki", "draw").replace(b"From: bert", b"From: noreply@y.example, bert"))
    assert kinds(told)[1:] == [
        ("dispute", "g1", "thor"),
        ("opened", "g2", ""),
        *(("turn", "g2", seat) for seat in ("thor", "loki")),
        ("held", "", ""),
    ]
    world.post(simple(world, "thor", "withdraw dispute\nresign g1", 3))
    assert ("over", "g1", "") in kinds(told)
    assert len({json.dumps(one, sort_keys=True) for one in told.events}) == len(told.events)


@pytest.mark.parametrize("name", ["thunder", "odins_table", "hammer_of_thor"])
@pytest.mark.parametrize("last", [0, -1])
def test_whoever_accepts_last_is_told_of_the_first_move_as_the_others_are(name: str, last: int) -> None:
    """The duty changes from the invitation to a move within one turn; what changes no duty is told of to nobody."""
    table = Table.open(name, seed="07", invite=True)
    seats = list(table.seats)
    seats.append(seats.pop(last))
    assert [one["seat"] for one in events_of(table, 1)] == []
    for seat in seats:
        n = len(table.points)
        table.play(seat, "accept")
        told = {one["seat"] for one in events_of(table, n) if one["event"] == "turn"}
        assert told == ({one.seat for one in table.owed()} if seat == seats[-1] else set())
    n = len(table.points)
    table.play(seats[-1], "note nothing is new for anybody")
    assert not [*events_of(table, n)]


def test_a_late_seat_is_told(tmp_path: Path) -> None:
    """By the clock, once."""
    told = Told(tmp_path)
    world = begin(tmp_path / "first", opening=())
    config.write(world.home, replace(world.desk.config, notify=(Command((str(told.path),)),)))
    world.post()
    with world.desk.held():
        keeper.invite(
            world.desk, "thunder", world.roster, id="g2", terms={"deadline": "2 days", "reminder": ""}
        )
    world.post()
    for _ in range(4):
        world.time += timedelta(hours=18)
        world.post()
    assert [one for one in kinds(told) if one[0] == "late"] == [
        ("late", "g2", "thor"),
        ("late", "g2", "loki"),
    ]


def test_nothing_hidden_is_told_and_no_address_unless_it_is_asked_for(played: World, tmp_path: Path) -> None:
    """No card, no words, no secret."""
    (tmp_path / "a").mkdir()
    plain, asked = Told(tmp_path), Told(tmp_path / "a")
    with_addresses = Command((str(asked.path),), addresses="yes")
    world = telling(played, tmp_path, Command((str(plain.path),)), with_addresses)
    world.post(simple(world, "loki", "note zwiebelkuchen\ndraw\ndraw\ndraw"))
    assert {name for one in plain.events for name in one} == {"event", "game", "rules", "seat", "at"}
    assert [one["address"] for one in asked.events] == [world.roster["thor"].address]


@pytest.mark.parametrize("more", ["sys.exit(3)", "time.sleep(30)"])
def test_a_command_that_fails_or_hangs_stops_no_pass(
    played: World, tmp_path: Path, more: str, caplog: pytest.LogCaptureFixture
) -> None:
    """It is told to the log, and not tried again."""
    told = Told(tmp_path, more)
    world = telling(played, tmp_path, Command((str(told.path),), timeout="1 second"))
    came = world.post(simple(world, "loki", "draw\ndraw\ndraw"))
    assert came.done.troubles == []
    assert [one.seat for one in came.out] == ["loki", "thor"] or {one.seat for one in came.out} == {
        "loki",
        "thor",
    }
    assert "notify" in caplog.text
    world.post()
    assert len(told.events) <= 1


def test_a_process_that_ends_before_it_has_told_tells_nothing_twice(
    played: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is to be told counts as told before anybody is."""
    told = Told(tmp_path)
    world = telling(played, tmp_path, Command((str(told.path),)))

    def dies(*_given: Any) -> int:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(notifying, "tell", dies)
        with pytest.raises(KeyboardInterrupt):
            world.post(simple(world, "loki", "draw\ndraw\ndraw"))
    world.post()
    assert told.events == []


class Server(ThreadingHTTPServer):
    """A server that keeps what is posted to it; at `/away` it sends its visitors elsewhere."""

    got: list[tuple[str, str, bytes]]


class Handler(BaseHTTPRequestHandler):
    """Its answers."""

    server: Server

    def do_POST(self) -> None:
        """Keep what is posted."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.got.append((self.path, self.headers["Content-Type"], body))
        self.send_response(302 if self.path == "/away" else 204)
        if self.path == "/away":
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    do_GET = do_POST  # noqa: N815

    def log_message(self, *_given: Any) -> None:
        """Say nothing."""


@contextmanager
def serving() -> Iterator[Server]:
    """A server on this machine."""
    with Server(("127.0.0.1", 0), Handler) as server:
        server.got = []
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_a_server_is_told_by_post_and_sends_nobody_elsewhere(
    played: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A JSON document an event; a redirection is a failure, told to the log without what stands after the path."""
    with serving() as server:
        here = f"http://127.0.0.1:{server.server_port}"
        world = telling(played, tmp_path, Url(f"{here}/told"), Url(f"{here}/away"))
        assert world.post(simple(world, "loki", "draw\ndraw\ndraw")).done.troubles == []
        assert [(path, kind) for path, kind, _ in server.got] == [
            ("/told", "application/json"),
            ("/away", "application/json"),
        ]
        assert json.loads(server.got[0][2])["event"] == "turn"
    assert "status 302" in caplog.text
    world.post(simple(world, "thor", "draw\ndraw\ndraw"))  # nobody listens any more
    assert caplog.text.count("URLError") == 2


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("notify: [{command: tell-me}]", "config-list"),
        ("notify: [{command: []}]", "config-list"),
        ("notify: [{url: 'file:///etc/passwd'}]", "config-url"),
        ("notify: [{url: 'https://me:secret@games.example/'}]", "config-url"),
        ("notify: [{command: [x], timeout: 2 hours}]", "config-span-range"),
        ("notify: [{shell: 'x'}]", "config-kind"),
    ],
)
def test_what_is_wrong_in_the_configuration_is_told(
    played: World, tmp_path: Path, written: str, key: str
) -> None:
    """A command is a list, a URL one of the web, without a password in it."""
    world = copy(played, tmp_path / "home")
    (world.path / config.NAME).write_text(f"{written}\n")
    with pytest.raises(Faulty) as found:
        config.read(world.home)
    assert found.value.why.key == key


def test_the_doctor_looks_for_the_receivers(tmp_path: Path) -> None:
    """It tells them nothing."""
    told = Told(tmp_path)
    assert doctor.notified(Command((str(told.path),))).state == "ok"
    assert doctor.notified(Command(("no-such-program-here",))).state == "wrong"
    with serving() as server:
        there = Url(f"http://127.0.0.1:{server.server_port}/told")
        assert doctor.notified(there).state == "ok"
        assert server.got == []
    assert doctor.notified(there).state == "wrong"
    assert told.events == []

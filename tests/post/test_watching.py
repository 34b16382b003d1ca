"""Waiting for news of an IMAP folder: from a real server, and when the line dies silently."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.fake_imap import FakeImap, running
from support.servers import DOVECOT, DOVECOT_LMTP, HOST, dovecot, needs, wait_for

from referee.home import config, ways
from referee.home.home import Home
from referee.post.spool import Spool
from referee.post.ways import imap, watching
from referee.post.ways.fetching import Fetched, Fetching
from referee.post.ways.watching import Watch, pause_after

WHO = "referee@games.example"
LETTER = b"Subject: x\r\n\r\nmove 1\r\n"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with a key and a password."""
    made = Home(tmp_path / "home")
    made.make()
    (made.path / "pw").write_text("sesame\n")
    (made.path / "pw").chmod(0o600)
    return made


@contextmanager
def watched(
    home: Home, source: ways.Imap, tell: Callable[[Fetched], None], every: float = 60.0
) -> Iterator[Watch]:
    """Watch a folder while the block runs; it ends soon after it."""
    stop = threading.Event()
    watch = Watch(Fetching(home, config.Config(fetch=(source,))), source, tell, stop, every)
    thread = threading.Thread(target=watch.run)
    thread.start()
    try:
        yield watch
    finally:
        stop.set()
        begun = time.monotonic()
        thread.join(20)
        assert not thread.is_alive()
        assert time.monotonic() - begun < 4


def count(home: Home) -> int:
    """How many letters are in the spool."""
    return len(Spool(home.path / "post").waiting())


def source(port: int, user: str = WHO) -> ways.Imap:
    """A folder without TLS."""
    return ways.Imap(HOST, port, "none", user=user, password_file="pw")  # noqa: S106  where it lies


@pytest.mark.slow
@needs(DOVECOT, DOVECOT_LMTP)
def test_a_real_server_tells_of_a_letter(home: Home) -> None:
    """The letter is here a moment after its delivery, each time."""
    looks = list[Fetched]()
    with dovecot({WHO: "sesame"}) as server, watched(home, source(server.imap), looks.append):
        wait_for(lambda: looks)
        for n in range(1, 4):
            time.sleep(0.3)
            server.deliver(WHO, LETTER)
            begun = time.monotonic()
            wait_for(lambda n=n: count(home) == n)
            assert time.monotonic() - begun < 2
    assert not [look for look in looks if look.trouble]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time passes quickly."""
    monkeypatch.setattr(watching, "SLICE", 0.1)
    monkeypatch.setattr(watching, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(imap, "PATIENCE", 0.5)
    monkeypatch.setattr(imap, "FAREWELL", 0.2)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_what_is_said_with_the_assent_is_heard(home: Home) -> None:
    """A letter that came between the look and IDLE is announced with the assent, and never again."""
    with (
        running(FakeImap({}, at_once=b"* 1 EXISTS\r\n")) as fake,
        watched(home, source(fake.port), lambda _: None),
    ):
        wait_for(lambda: "DONE" in fake.log)
        fake.letters[1] = LETTER
        fake.at_once = b"* 1 EXISTS\r\n"
        time.sleep(0.3)
        searches = [line for line in fake.log if "SEARCH" in line]
        assert len(searches) == 2


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_line_that_died_without_a_word(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """IDLE is renewed at intervals; where that gets no answer, the line is replaced, and letters come."""
    monkeypatch.setattr(watching, "ANEW", 0.5)
    looks = list[Fetched]()
    with running(FakeImap({})) as fake, watched(home, source(fake.port), looks.append):
        wait_for(lambda: fake.log.count("IDLE") >= 2)  # again, on the same line
        assert fake.connections == 1
        fake.deaf = True
        wait_for(lambda: any(look.trouble for look in looks))
        fake.letters[1] = LETTER
        fake.deaf = False
        wait_for(lambda: count(home) == 1)
        assert fake.connections >= 2


@pytest.mark.usefixtures("quick")
def test_a_line_that_was_closed(home: Home) -> None:
    """It is opened again after a pause, and not a thousand times meanwhile."""
    looks = list[Fetched]()
    with running(FakeImap({}, close_idle=True)) as fake, watched(home, source(fake.port), looks.append):
        wait_for(lambda: fake.log.count("IDLE") == 2)
        assert fake.connections == 2
        assert len([look for look in looks if look.trouble]) == 1


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_server_without_idle_is_asked_every_now_and_then(home: Home) -> None:
    """On the same line."""
    with (
        running(FakeImap({}, capabilities="IMAP4rev1")) as fake,
        watched(home, source(fake.port), lambda _: None, 0.2),
    ):
        wait_for(lambda: len([line for line in fake.log if "SEARCH" in line]) >= 3)
        fake.letters[1] = LETTER
        wait_for(lambda: count(home) == 1)
        assert fake.connections == 1
        assert "IDLE" not in fake.log


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_full_disk_is_told_and_tried_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong, the folder stays watched; the letter stays there until it is here."""
    looks = list[Fetched]()

    def full(*_: object) -> str:
        raise MemoryError

    with running(FakeImap({1: LETTER})) as fake, monkeypatch.context() as patch:
        patch.setattr("referee.post.delivery.store", full)
        with watched(home, source(fake.port), looks.append):
            wait_for(lambda: len([look for look in looks if look.trouble]) >= 2)
            assert fake.letters
            patch.undo()
            wait_for(lambda: count(home) == 1)
    assert isinstance(next(look.trouble for look in looks if look.trouble), MemoryError)


def test_pauses_grow() -> None:
    """A server that is down is not called all the time; in the end every five minutes."""
    found, pause = list[float](), 0.0
    for _ in range(11):
        pause = pause_after(pause)
        found.append(pause)
    assert found == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]

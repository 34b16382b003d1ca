"""Letters from a Maildir or an mbox: none is lost, none is taken before it is complete, and each has its arrival."""

import errno
import fcntl
import json
import mailbox
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.faults import HOWS, Crash, disk

from referee import cli
from referee.home import config, ways
from referee.home.home import Home
from referee.post.delivery import KEPT, MOST
from referee.post.spool import Spool, Taking, arrival, moment, received
from referee.post.ways import mailboxes
from referee.post.ways.fetching import Fetched, Fetching
from referee.post.ways.mailboxes import box_locked
from referee.util import files
from referee.util.errors import Faulty

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
OURS = "mx.games.example"
LETTERS = [f"From: anna@example.org\nSubject: {n}\n\nmove {n}\n".encode() for n in range(5)]


@pytest.fixture
def spool(tmp_path: Path) -> Spool:
    """A spool that was never used."""
    return Spool(tmp_path / "post")


def taking(spool: Spool, most: int = 0) -> Taking:
    """One look at a source, at a time that stands still."""
    return Taking(spool, OURS, lambda: NOW, most)


def spooled(spool: Spool) -> list[bytes]:
    """The letters in the spool, in the order of their arrival."""
    return [(spool.folder / "new" / name).read_bytes() for name in spool.waiting()]


def arrivals(spool: Spool) -> list[datetime]:
    """When they arrived."""
    return [arrival(name) for name in spool.waiting()]


# Arrival


def stamped(by: str = OURS, date: str = "Sat, 21 Nov 2026 10:00:00 +0100", more: str = "") -> bytes:
    """A letter as a mail server stamps it."""
    return (
        f"Received: from x (by {OURS})\n\tby {by} (Postfix) with ESMTP\n\tid 7; {date}\n{more}".encode()
        + LETTERS[0]
    )


@pytest.mark.parametrize(
    ("raw", "at"),
    [
        (stamped(), datetime(2026, 11, 21, 9, tzinfo=UTC)),
        (b"Return-Path: <a@b>\n" + stamped(OURS.upper()), datetime(2026, 11, 21, 9, tzinfo=UTC)),
        (
            stamped(date="Sat, 21 Nov 2026 10:00:00 -0000").replace(b"\n", b"\r\n"),
            datetime(2026, 11, 21, 10, tzinfo=UTC),
        ),
        (stamped("mx.elsewhere.example"), None),
        (stamped(f"mx.elsewhere.example; by {OURS}"), None),
        (b"Received: by mx.elsewhere.example; Sat, 21 Nov 2026 10:00:00 +0100\n" + stamped(), None),
        (
            stamped(more=' for <"x by y; with LMTP "@games.example>;\n\tSat, 21 Nov 2026 10:00:00 +0100\n'),
            None,
        ),
        (
            stamped().replace(b"id 7;", b'id 7 for <"x by y; (with LMTP "@games.example>;'),
            datetime(2026, 11, 21, 9, tzinfo=UTC),
        ),
        (stamped(date="yesterday"), None),
        (stamped(date="Sat, 21 Nov 99999999999 10:00:00 +0100"), None),
        (LETTERS[0] + b"\n" + stamped(), None),
        (b"", None),
    ],
    ids=[
        "ours",
        "case",
        "no-zone",
        "foreign",
        "two-names",
        "not-topmost",
        "two-dates",
        "words-in-quotes",
        "no-date",
        "year",
        "in-the-text",
        "empty",
    ],
)
def test_only_the_topmost_stamp_of_our_own_server_counts(raw: bytes, at: datetime | None) -> None:
    """What stands below was in the letter when it reached us; a name in a comment is the sender's own claim."""
    assert received(raw, OURS) == at
    assert received(raw, ("mx.a.example", f"*.{OURS.partition('.')[2]}")) == at
    assert received(raw, "") is None
    assert received(raw, ()) is None


@given(st.text(max_size=60))
def test_no_date_stops_us(text: str) -> None:
    """Any text in place of a date gives a time in UTC, or none."""
    found = moment(text)
    assert found is None or found.tzinfo is UTC


def test_a_stamp_goes_before_the_time_of_the_file(spool: Spool) -> None:
    """But if the source itself says when it took the letter, as IMAP does, its word counts.

    A future time counts as now.
    """
    one = taking(spool)
    hour = timedelta(hours=1)
    one.take(stamped(), NOW - hour)
    one.take(stamped(), NOW - hour, dated=True)
    one.take(LETTERS[0], NOW - hour)
    one.take(LETTERS[0], None)
    one.take(LETTERS[0], NOW + 400 * 24 * hour)
    one.take(LETTERS[0], datetime(1900, 1, 1, tzinfo=UTC))
    tick = timedelta(microseconds=1)
    assert [arrival(name) for name in one.names] == [
        datetime(2026, 11, 21, 9, tzinfo=UTC),
        NOW - hour,
        NOW - hour + 2 * tick,
        NOW + 3 * tick,
        NOW + 4 * tick,
        datetime(1970, 1, 1, tzinfo=UTC) + 5 * tick,
    ]


def test_letters_of_one_second_keep_their_order(spool: Spool) -> None:
    """A server's clock shows seconds.

    Of two letters that a player sent in the same second, the first is ruled on first.
    """
    one = taking(spool)
    for raw in LETTERS:
        one.take(raw, NOW - timedelta(hours=1))
    assert spooled(spool) == LETTERS


def test_of_a_letter_beyond_all_measure_a_part_is_enough(spool: Spool) -> None:
    """It is reported as too large, and nothing else."""
    one = taking(spool)
    one.take(b"x" * MOST, None)
    one.take(b"x" * (MOST + 1), None)
    assert sorted(map(len, spooled(spool))) == [KEPT, MOST]


# Maildir


@pytest.fixture
def box(tmp_path: Path) -> mailbox.Maildir:
    """A Maildir as the standard library makes it."""
    return mailbox.Maildir(tmp_path / "box")


def path_of(box: mailbox.Maildir) -> Path:
    """Where a Maildir lies."""
    return Path(box._path)


def deliver(box: mailbox.Maildir, raw: bytes, seconds: float, *, seen: bool = False) -> Path:
    """A letter in a Maildir, delivered then; one that was seen lies in `cur`."""
    message = mailbox.MaildirMessage(raw)
    if seen:
        message.set_subdir("cur")
        message.set_flags("S")
    message.set_date(seconds)
    return path_of(box) / str(box._lookup(box.add(message)))  # type: ignore[attr-defined]


def test_all_letters_of_a_maildir(box: mailbox.Maildir, spool: Spool) -> None:
    """New ones and those that somebody has looked at; as they are, the oldest first, with the times of their files."""
    begins = NOW.timestamp() - 1000
    for n, raw in enumerate(LETTERS):
        deliver(box, raw, begins - n * 60, seen=n % 2 == 0)
    mailboxes.fetch_maildir(path_of(box), taking(spool))
    assert spooled(spool) == LETTERS[::-1]
    assert [at.replace(microsecond=0).timestamp() for at in arrivals(spool)] == [
        begins - n * 60 for n in (4, 3, 2, 1, 0)
    ]
    assert len(box) == 0
    mailboxes.fetch_maildir(path_of(box), taking(spool))
    assert len(spooled(spool)) == 5


def test_what_is_no_letter_stays(box: mailbox.Maildir, spool: Spool, tmp_path: Path) -> None:
    """A file being written, a deleted letter, a folder, and a link, which could lead anywhere."""
    folder = path_of(box)
    (tmp_path / "secret").write_bytes(b"secret")
    for name in ("tmp/1.x.y", "new/.hidden", "cur/2.x.y:2,ST", "cur/3.x.y:2,T"):
        (folder / name).write_bytes(LETTERS[0])
    (folder / "new" / "4.x.y").mkdir()
    (folder / "new" / "5.x.y").symlink_to(tmp_path / "secret")
    (folder / "new" / "T.6").write_bytes(LETTERS[1])
    before = sorted(folder.rglob("*"))
    mailboxes.fetch_maildir(folder, taking(spool))
    assert spooled(spool) == [LETTERS[1]]
    assert sorted(folder.rglob("*")) == [path for path in before if path.name != "T.6"]


def test_no_maildir_is_told(tmp_path: Path, spool: Spool) -> None:
    """Nothing is made there."""
    with pytest.raises(Faulty, match="source-no-maildir"):
        mailboxes.fetch_maildir(tmp_path / "none", taking(spool))
    assert not (tmp_path / "none").exists()


def test_a_letter_that_others_move_meanwhile_is_taken_or_left(
    box: mailbox.Maildir, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail program marks one letter as read and removes another: the rest is taken, and nothing is raised."""
    paths = [deliver(box, raw, NOW.timestamp() - 100 + n) for n, raw in enumerate(LETTERS)]
    real = Path.open

    def opens(path: Path, mode: str) -> object:
        if path == paths[0]:
            paths[0].rename(path_of(box) / "cur" / f"{paths[0].name}:2,S")
        if path == paths[1]:
            paths[1].unlink()
        return real(path, mode)

    monkeypatch.setattr(Path, "open", opens)
    mailboxes.fetch_maildir(path_of(box), taking(spool))
    assert spooled(spool) == LETTERS[2:]
    mailboxes.fetch_maildir(path_of(box), taking(spool))
    assert sorted(spooled(spool)) == [LETTERS[0], *LETTERS[2:]]


def test_a_letter_that_cannot_be_read_is_told_and_the_others_taken(
    box: mailbox.Maildir, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stays, and the other letters are answered before anybody repairs it."""
    paths = [deliver(box, raw, NOW.timestamp() - 100 + n) for n, raw in enumerate(LETTERS)]
    real = Path.open

    def opens(path: Path, mode: str) -> object:
        if path == paths[0]:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return real(path, mode)

    monkeypatch.setattr(Path, "open", opens)
    with pytest.raises(PermissionError):
        mailboxes.fetch_maildir(path_of(box), taking(spool))
    assert spooled(spool) == LETTERS[1:]
    assert len(box) == 1


def test_a_flood_is_taken_in_parts(box: mailbox.Maildir, spool: Spool) -> None:
    """So other letters are answered in between; the result says that there are more."""
    for n, raw in enumerate(LETTERS):
        deliver(box, raw, NOW.timestamp() - 100 + n)
    for size, left in ((2, 3), (2, 1), (1, 0)):
        one = taking(spool, most=2)
        mailboxes.fetch_maildir(path_of(box), one)
        assert (len(one.names), len(box), one.full) == (size, left, size == 2)
    assert spooled(spool) == LETTERS


# mbox


def as_mbox(letters: list[bytes]) -> bytes:
    """An mbox as a mail server writes it."""
    return b"".join(
        b"From anna@example.org Sat Nov 21 10:00:00 2026\n" + raw.replace(b"\nFrom ", b"\n>From ") + b"\n"
        for raw in letters
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An mbox with five letters, written a while ago."""
    path = tmp_path / "mbox"
    path.write_bytes(as_mbox(LETTERS))
    os.utime(path, (0, NOW.timestamp() - 300))
    return path


def test_all_letters_of_an_mbox(file: Path, spool: Spool) -> None:
    """In their order, unchanged; the mbox stays, empty, as the same file, because a mail server may have it open."""
    before = file.stat()
    mailboxes.fetch_mbox(file, taking(spool))
    assert spooled(spool) == LETTERS
    assert {at.replace(microsecond=0) for at in arrivals(spool)} == {NOW - timedelta(seconds=300)}
    after = file.stat()
    assert (after.st_size, after.st_ino, after.st_mode) == (0, before.st_ino, before.st_mode)
    assert not Path(f"{file}.lock").exists()
    mailboxes.fetch_mbox(file, taking(spool))
    mailboxes.fetch_mbox(file.with_name("none"), taking(spool))
    assert len(spooled(spool)) == 5


@pytest.mark.slow
@given(
    st.lists(
        st.sampled_from(
            ["From here on", ">From there", ">>From", "From: x", "", " From", "move a", "x" * 70_000]
        ),
        max_size=12,
    )
)
def test_what_the_mbox_added_is_taken_away(lines: list[str]) -> None:
    """Lines that begin like a separator come out as they went in, by either way of quoting them (mboxrd, mboxo)."""
    body = "".join(f"{line}\n" for line in lines).encode()
    raw = b"Subject: x\n\n" + body
    quoted = b"Subject: x\n\n" + b"".join(
        (b">" if line.lstrip(">").startswith("From ") else b"") + f"{line}\n".encode() for line in lines
    )
    both = (
        b"From a Sat Nov 21 10:00:00 2026\n"
        + quoted
        + b"\nFrom b Sat Nov 21 10:00:00 2026\n"
        + quoted
        + b"\n"
    )
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"mbox-{os.getpid()}"  # noqa: S108
    for ends in (b"\n", b"\r\n"):
        path.write_bytes(both.replace(b"\n", ends))
        with path.open("rb") as box:
            assert list(mailboxes.letters(box, "mbox")) == [raw.replace(b"\n", ends)] * 2
    path.unlink()


def test_an_mbox_of_the_standard_library(tmp_path: Path, spool: Spool) -> None:
    """What another program wrote by its own rules is read as it was."""
    box = mailbox.mbox(tmp_path / "mbox")
    texts = [b"Subject: x\n\nFrom here\nto there\n", b"Subject: y\n\nmove\n\nFrom x\n"]
    for text in texts:
        box.add(text)
    box.close()
    mailboxes.fetch_mbox(tmp_path / "mbox", taking(spool))
    assert [raw.rstrip(b"\n") for raw in spooled(spool)] == [text.rstrip(b"\n") for text in texts]


@pytest.mark.slow
def test_a_huge_letter_in_an_mbox(tmp_path: Path, spool: Spool) -> None:
    """If it is too large, a part is kept, and its neighbours are complete; lines may have any length."""
    path = tmp_path / "mbox"
    path.write_bytes(as_mbox([LETTERS[0], b"Subject: x\n\n" + b"x" * (MOST + 5) + b"\n", LETTERS[1]]))
    mailboxes.fetch_mbox(path, taking(spool))
    found = spooled(spool)
    assert (found[0], len(found[1]), found[2]) == (LETTERS[0], KEPT, LETTERS[1])


def test_what_is_no_mbox_is_left_alone(tmp_path: Path, spool: Spool) -> None:
    """A file of something else, named by mistake, is not emptied."""
    path = tmp_path / "notes"
    path.write_bytes(b"Dear diary,\n\nFrom today on\n\n")
    with pytest.raises(Faulty, match="source-no-mbox"):
        mailboxes.fetch_mbox(path, taking(spool))
    assert path.read_bytes().startswith(b"Dear")
    assert not spooled(spool)


@pytest.mark.parametrize("cut", [1, 2, 10, 60])
def test_a_letter_that_is_still_being_written_is_left_alone(file: Path, spool: Spool, cut: int) -> None:
    """A program without locks is writing: nothing is taken until the letter is complete, or ten minutes have passed.

    This is reported as trouble: nobody has looked at what lies there, so no deadline passes.
    """
    whole = file.read_bytes()
    file.write_bytes(whole[:-cut])
    with pytest.raises(Faulty, match="source-locked"):
        mailboxes.fetch_mbox(file, taking(spool))
    assert not spooled(spool)
    assert file.read_bytes() == whole[:-cut]
    long_ago = time.time() - mailboxes.LEFT_ALONE - 1
    os.utime(file, (long_ago, long_ago))
    mailboxes.fetch_mbox(file, taking(spool))
    assert spooled(spool)[:4] == LETTERS[:4]
    assert len(spooled(spool)) == 5
    assert not file.stat().st_size


def test_what_is_added_without_asking_is_not_lost(
    file: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program without locks appends a letter while we read: the file is not emptied, and all are taken again."""
    real = Spool.put

    def put(self: Spool, raw: bytes, at: datetime | None = None) -> str:
        if raw == LETTERS[4]:
            with file.open("ab") as box:
                box.write(as_mbox([b"Subject: late\n\nx\n"]))
        return real(self, raw, at)

    with monkeypatch.context() as patch:
        patch.setattr(Spool, "put", put)
        mailboxes.fetch_mbox(file, taking(spool))
    assert file.stat().st_size
    mailboxes.fetch_mbox(file, taking(spool))
    assert {*spooled(spool)} == {*LETTERS, b"Subject: late\n\nx\n"}
    assert not file.stat().st_size


@pytest.mark.slow
def test_a_lock_of_either_kind_keeps_us_out(
    file: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mail servers use one of two locks: `fcntl` by another process, or a file beside the mbox."""
    monkeypatch.setattr(mailboxes, "PATIENCE", 0.2)
    beside = Path(f"{file}.lock")
    beside.write_bytes(b"")
    with pytest.raises(Faulty, match="source-locked"):
        mailboxes.fetch_mbox(file, taking(spool))
    beside.unlink()
    child = subprocess.Popen(  # noqa: S603
        [
            sys.executable,
            "-c",
            "import fcntl, sys, time; f = open(sys.argv[1], 'r+b'); fcntl.lockf(f, fcntl.LOCK_EX); print(1, flush=True); time.sleep(60)",
            str(file),
        ],
        stdout=subprocess.PIPE,
    )
    assert child.stdout
    child.stdout.readline()
    with pytest.raises(Faulty, match="source-locked"):
        mailboxes.fetch_mbox(file, taking(spool))
    child.kill()
    child.communicate()
    assert not spooled(spool)
    assert file.read_bytes() == as_mbox(LETTERS)
    assert not beside.exists()
    mailboxes.fetch_mbox(file, taking(spool))
    assert spooled(spool) == LETTERS


def test_we_hold_both_locks(file: Path) -> None:
    """A program that respects only one of the locks is kept out too."""
    with box_locked(file, 1) as fd:
        assert Path(f"{file}.lock").read_text() == f"{os.getpid()}\n"
        assert os.fstat(fd).st_ino == file.stat().st_ino
        child = os.fork()
        if not child:
            with suppress(BaseException):
                fcntl.lockf(file.open("r+b"), fcntl.LOCK_EX | fcntl.LOCK_NB)
                os._exit(1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert not Path(f"{file}.lock").exists()


def test_a_lock_that_nobody_holds_any_more(file: Path, spool: Spool) -> None:
    """The lock of a dead process, and an old lock, are removed; the process number of a live process is respected."""
    beside = Path(f"{file}.lock")
    child = os.fork()
    if not child:
        os._exit(0)
    os.waitpid(child, 0)
    beside.write_text(f"{child}\n")
    mailboxes.fetch_mbox(file, taking(spool))
    assert len(spooled(spool)) == 5
    file.write_bytes(as_mbox(LETTERS[:1]))
    beside.write_bytes(b"0")
    os.utime(beside, (time.time() - mailboxes.STALE - 1,) * 2)
    mailboxes.fetch_mbox(file, taking(spool))
    assert len(spooled(spool)) == 6


def test_an_mbox_that_was_replaced_meanwhile_is_not_touched(
    file: Path, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mail program has replaced it: the file that we opened is no longer the mbox."""
    real = os.open

    def opens(path: str, flags: int, mode: int = 0o777) -> int:
        fd = real(path, flags, mode)
        if str(path) == str(file):
            file.with_name("new").write_bytes(as_mbox(LETTERS[:2]))
            file.with_name("new").rename(file)
        return fd

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", opens)
        with pytest.raises(Faulty, match="source-locked"):
            mailboxes.fetch_mbox(file, taking(spool))
    assert file.read_bytes() == as_mbox(LETTERS[:2])
    mailboxes.fetch_mbox(file, taking(spool))
    assert spooled(spool) == LETTERS[:2]


# Faults and crashes


def fetch_maildir(where: Path, spool: Spool) -> None:
    """From a Maildir."""
    mailboxes.fetch_maildir(where / "box", taking(spool))


def fetch_mbox(where: Path, spool: Spool) -> None:
    """From an mbox."""
    mailboxes.fetch_mbox(where / "mbox", taking(spool))


@pytest.mark.slow
@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("fetch", [fetch_maildir, fetch_mbox])
def test_whatever_fails_no_letter_is_lost(
    tmp_path: Path, fetch: Callable[[Path, Spool], None], how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every n, the n-th call to the system fails or is the last: each letter is at the source or in the spool."""
    monkeypatch.setattr(os, "fsync", os.fstat)
    monkeypatch.setattr(mailboxes, "PATIENCE", 0.2)
    number, hits = 0, 1
    while hits:
        number += 1
        where = tmp_path / str(number)
        where.mkdir()
        box = mailbox.Maildir(where / "box")
        for n, raw in enumerate(LETTERS[:2]):
            deliver(box, raw, NOW.timestamp() - 100 + n)
        (where / "mbox").write_bytes(as_mbox(LETTERS[:2]))
        spool = Spool(where / "post")
        with suppress(OSError, Crash, Faulty), disk(number, how) as double:
            fetch(where, spool)
        hits = number <= double.count
        left = {raw for raw in LETTERS[:2] if raw in source_of(where, fetch)}
        assert left | {*spooled(spool)} == {*LETTERS[:2]}, number
        Path(f"{where}/mbox.lock").unlink(missing_ok=True)  # this process holds it, and did not really die
        fetch(where, spool)
        assert {*spooled(spool)} == {*LETTERS[:2]}
        assert not source_of(where, fetch)
    assert number > 15


def source_of(where: Path, fetch: object) -> bytes:
    """Everything that is left at a source."""
    if fetch is fetch_mbox:
        return (where / "mbox").read_bytes()
    return b"".join(path.read_bytes() for path in (where / "box").glob("[nc]*/*"))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["maildir", "mbox"])
def test_killed_while_it_fetches(home: Home, kind: str) -> None:
    """After `kill -9` at any moments while a mail server delivers, every letter is here in the end."""
    rng = Random(7)
    box, path = mailbox.Maildir(home.path / "box"), home.path / "mbox"
    path.touch()
    config.write(
        home, config.Config(fetch=(ways.Maildir("box") if kind == "maildir" else ways.Mbox("mbox"),))
    )
    sent = []
    for n in range(12):
        for k in range(10):
            sent.append(f"Subject: {n}.{k}\n\nFrom {n}\n".encode())
            if kind == "maildir":
                box.add(sent[-1])
            else:
                with box_locked(path, 30) as fd:
                    os.lseek(fd, 0, os.SEEK_END)
                    os.write(fd, as_mbox([sent[-1]]))
        child = subprocess.Popen([sys.executable, "-m", "referee", "--home", str(home.path), "fetch"])  # noqa: S603
        with suppress(subprocess.TimeoutExpired):
            child.wait(0.15 + rng.random() * 0.15)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert cli.run(["--home", str(home.path), "fetch"]) == 0
    assert {*spooled(Spool(home.path / "post"))} == {*sent}


# The verb


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with a key."""
    made = Home(tmp_path / "home")
    made.make()
    return made


def test_fetch_tells_what_it_took(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """Each source with its count; a wrong one is reported, and the others are fetched all the same."""
    box = mailbox.Maildir(home.path / "box")
    box.add(LETTERS[0])
    (home.path / "mbox").write_bytes(as_mbox(LETTERS[1:3]))
    sources = (ways.Maildir("none"), ways.Maildir("box"), ways.Mbox("mbox"))
    config.write(home, config.Config(fetch=sources))
    assert cli.run(["--home", str(home.path), "fetch"]) == 78
    out, err = capsys.readouterr()
    assert out.splitlines() == ["none: 0 letters.", "box: 1 letter.", "mbox: 2 letters."]
    assert err == "none: this is no Maildir: it has no folders new and cur.\n"
    config.write(home, config.Config(fetch=sources[1:]))
    box.add(LETTERS[3])
    assert cli.run(["--home", str(home.path), "fetch", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [len(source["letters"]) for source in told["sources"]] == [1, 0]
    assert sorted(spooled(Spool(home.path / "post"))) == LETTERS[:4]


def test_without_sources_there_is_nothing_to_fetch(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    """That is reported, with the file in which they would stand."""
    assert cli.run(["--home", str(home.path), "fetch"]) == 78
    assert "config.yaml: this names nothing under fetch" in capsys.readouterr().err


def test_one_process_fetches_from_a_source_at_a_time(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other says so: nothing would be lost, but every letter would come twice."""
    monkeypatch.setattr("referee.post.ways.fetching.PATIENCE", 0.1)
    mailbox.Maildir(home.path / "box").add(LETTERS[0])
    known = config.Config(fetch=(ways.Maildir("box"),))
    with files.locked(home.path / "fetch.0.lock", 0):
        found = Fetching(home, known).look(known.fetch[0])
    assert isinstance(found.trouble, Faulty)
    assert found.trouble.why.key == "source-busy"
    assert Fetching(home, known).look(known.fetch[0]) == Fetched(
        "box", tuple(Spool(home.path / "post").waiting())
    )


def test_a_full_disk_leaves_the_letters_where_they_are(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cause is reported; when there is space again, the letters are taken."""
    box = mailbox.Maildir(home.path / "box")
    box.add(LETTERS[0])
    config.write(home, config.Config(fetch=(ways.Maildir("box"),)))

    def full(*_: object) -> str:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("referee.post.delivery.store", full)
        assert cli.run(["--home", str(home.path), "fetch"]) == 73
    assert len(box) == 1
    assert cli.run(["--home", str(home.path), "fetch"]) == 0
    assert len(box) == 0
